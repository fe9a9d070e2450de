/**
 * Programs of objects, whose method {@code evaluate} the benchmarks differentiate: vectors that do not change and vectors that do,
 * a solver with arrays of its own, a spline that is made anew, layers of a network, a function that is passed on, receivers of
 * several classes. {@code hand} has each of them with its tangent written by hand.
 */
package io.github.nablars.benchmarks.kernels.objects;
