/** Gradients by some hundred inputs. */
package io.github.nablars.benchmarks.gradients.many;
