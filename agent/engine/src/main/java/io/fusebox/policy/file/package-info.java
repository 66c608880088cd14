/**
 * The reader of policy files: grammar, includes, layers, overrides, checks, and the problems found.
 * It never throws, prints, watches or starts anything, and what it costs at start-up is counted in
 * classes. The agent and the commands use it through {@link io.fusebox.policy.file.PolicyReader}.
 */
package io.fusebox.policy.file;
