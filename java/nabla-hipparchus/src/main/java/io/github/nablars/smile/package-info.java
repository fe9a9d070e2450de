/** Plain {@code double} code as the differentiable functions of Smile. */
package io.github.nablars.smile;
