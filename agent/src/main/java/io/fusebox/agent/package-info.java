/**
 * The agent at work: how it starts, what it weaves, who stands behind the gate, its timer, workers
 * and log. Knows no client: those are found by name through their adapters. Lives in a loader of
 * its own that the application cannot see.
 */
package io.fusebox.agent;
