/**
 * The commands of {@code java -jar fusebox.jar}: check a policy file, explain what it does to a
 * call. Nothing here runs in an application that carries the agent, and nothing here decides
 * anything: the reader and the look-up are the agent's own. The jar's main class calls {@link
 * io.fusebox.cli.Cli#run}.
 */
package io.fusebox.cli;
