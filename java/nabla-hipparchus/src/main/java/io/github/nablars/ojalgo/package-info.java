/** Plain {@code double} code as the differentiable functions of ojAlgo. */
package io.github.nablars.ojalgo;
