/**
 * What the agent must not do: change what no policy names, take an application down with a fault or
 * a file of its own, or get into the way of the JVM, its tools, other agents and class loaders.
 */
package io.fusebox.testapp.safety;
