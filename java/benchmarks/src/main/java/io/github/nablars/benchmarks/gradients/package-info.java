/** Whole gradients, generated, by Hipparchus' {@code Gradient} and by central differences: of few and of many inputs. */
package io.github.nablars.benchmarks.gradients;
