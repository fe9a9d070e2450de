/** What the benchmarks differentiate: methods on plain doubles, and their tangents written by hand. */
package io.github.nablars.benchmarks.kernels;
