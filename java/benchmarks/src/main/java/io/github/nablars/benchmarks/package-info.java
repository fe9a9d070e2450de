/** JMH benchmarks of generated tangents; {@link io.github.nablars.benchmarks.Ratios} runs them and prints the table. */
package io.github.nablars.benchmarks;
