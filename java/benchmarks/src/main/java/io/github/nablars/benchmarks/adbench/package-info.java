/** Gradients and Jacobians of problems of ADBench, generated, by hand and over Hipparchus' number type. */
package io.github.nablars.benchmarks.adbench;
