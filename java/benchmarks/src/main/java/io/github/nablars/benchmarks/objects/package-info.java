/** JMH benchmarks of programs of objects; {@code Ratios --objects} runs them. */
package io.github.nablars.benchmarks.objects;
