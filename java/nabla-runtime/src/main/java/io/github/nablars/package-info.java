/** Exact derivatives while the program runs: {@link io.github.nablars.Nabla}. */
package io.github.nablars;
