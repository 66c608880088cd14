/**
 * What a policy is, which calls it governs, and where each of its values came from: immutable
 * snapshots and the look-up in them. Reading files, environment and system properties is not here,
 * and neither is anything that acts on a call. The reader builds it; the agent, the adapters and
 * the commands use it.
 */
package io.fusebox.policy;
