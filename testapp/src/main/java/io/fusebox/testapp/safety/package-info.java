/**
 * Programs for forked JVMs that show what the agent must leave as it is: each does one thing and
 * reports it on standard output. They know nothing of the agent.
 */
package io.fusebox.testapp.safety;
