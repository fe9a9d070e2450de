/**
 * The programs of objects with their tangents, written by hand: objects that have the tangents as fields, beside the values.
 *
 * <p>House rules as for the methods on plain doubles: the value is computed as in the primal; the coefficients of each statement are
 * gathered from primal values; what the primal has computed already is used again. What is not varied has no tangent, arrays that can
 * be kept are kept, and an object is made only where the primal makes one.
 */
package io.github.nablars.benchmarks.kernels.objects.hand;
