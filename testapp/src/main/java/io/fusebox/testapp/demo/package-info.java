/**
 * The demo: the same legacy service in two JVMs, without and with the agent, before servers that
 * misbehave. It prints what happens and checks every claim that it makes.
 */
package io.fusebox.testapp.demo;
