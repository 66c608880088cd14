/**
 * What must be compiled against Java 11: the adapter of {@code java.net.http} and the doors into
 * modules that Java 8 does not have. Loaded only where that Java runs. The places it is called from
 * are listed in {@link io.fusebox.jdk11.HttpHooks}; one call is a {@link
 * io.fusebox.jdk11.GuardedCall}.
 */
package io.fusebox.jdk11;
