/**
 * The adapter of OkHttp 3.12 to 5.x. Its classes implement OkHttp's own types, so they are loaded
 * once for each OkHttp that there is, below its loader; {@link io.fusebox.okhttp.OkHttpHooks} alone
 * is loaded with the agent. One call is an {@link io.fusebox.okhttp.Operation}.
 */
package io.fusebox.okhttp;
