/**
 * The ports between the agent and its client adapters: what an adapter is to the agent and what it
 * gets from it. Interfaces and values only. Adapters depend on this and not on the agent, which
 * finds them by name and can do without any of them.
 */
package io.fusebox.calls;
