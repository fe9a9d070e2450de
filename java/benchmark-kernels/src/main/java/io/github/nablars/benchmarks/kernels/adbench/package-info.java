/**
 * Problems of ADBench, as plain functions and with derivatives written by hand: what is known to be zero is not computed, and all
 * directions of a value are computed beside it.
 */
package io.github.nablars.benchmarks.kernels.adbench;
