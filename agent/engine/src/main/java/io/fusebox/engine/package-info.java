/**
 * Decisions about calls: clocks, deadlines, due times, counters. No thread, no I/O, no user code
 * and no client library is here; time comes in as a parameter, so every rule runs in virtual time.
 * Adapters drive calls with what they find here, and the agent gives them threads.
 */
package io.fusebox.engine;
