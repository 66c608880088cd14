/**
 * The only classes of Fusebox that an application's class path can see: where the JVM comes in, and
 * the loader through which everything else is reached. Java 8, no dependency, no lambda: this runs
 * before anything of the application does.
 */
package io.fusebox.launch;
