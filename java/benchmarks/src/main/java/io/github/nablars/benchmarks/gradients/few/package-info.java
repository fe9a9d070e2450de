/** Gradients by eight inputs. */
package io.github.nablars.benchmarks.gradients.few;
