/**
 * Functions of few and of many numbers, whose gradients the benchmarks measure, and the same functions over the number types of
 * Hipparchus.
 */
package io.github.nablars.benchmarks.kernels.gradients;
