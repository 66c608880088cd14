/**
 * Measurements: JMH benchmarks of the engine's parts, and {@link io.fusebox.bench.Compare}, which
 * sets whole processes under the agent beside the same under no agent and under others. Nothing
 * here is part of the product or of its tests. What each number is stands in README.md.
 */
package io.fusebox.bench;
