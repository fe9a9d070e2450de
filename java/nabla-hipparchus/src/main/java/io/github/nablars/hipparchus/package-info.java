/** Plain {@code double} code as the differentiable functions of Hipparchus. */
package io.github.nablars.hipparchus;
