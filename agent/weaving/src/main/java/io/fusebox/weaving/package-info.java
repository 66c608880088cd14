/**
 * Byte code: how a place in a client's method becomes a call of the bridge. Knows the bridge and
 * the class file library, no client and no policy. What to weave comes in as {@link
 * io.fusebox.weaving.Hook}s.
 */
package io.fusebox.weaving;
