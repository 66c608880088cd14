/**
 * Servers on the loopback interface that misbehave in named ways and remember what they saw. Demo
 * and tests use them; nothing here knows the agent.
 */
package io.fusebox.testapp.fault;
