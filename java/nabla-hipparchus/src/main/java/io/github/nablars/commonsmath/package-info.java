/** Plain {@code double} code as the differentiable functions of Commons Math 3. */
package io.github.nablars.commonsmath;
