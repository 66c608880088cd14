/**
 * The programs that {@link io.fusebox.bench.Compare} starts, each in a JVM of its own, with and
 * without an agent. They know of no agent and use nothing but the JDK (one: Spring Boot). What they
 * measure they print as one line of {@code name=value} pairs that begins with {@link
 * io.fusebox.bench.app.Result#MARK}.
 */
package io.fusebox.bench.app;
