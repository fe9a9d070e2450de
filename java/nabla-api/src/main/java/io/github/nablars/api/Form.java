package io.github.nablars.api;

/**
 * A form of derivative that nabla-rs can generate for a method {@code f}.
 *
 * <p>{@code <params>} stands for the parameters of {@code f}. The independents are the parameters chosen by
 * {@link Differentiable#wrt()}, by default every {@code double}, {@code float}, {@code double[]} and {@code float[]}.
 */
public enum Form {
    /** One method {@code double f_d<p>(<params>)} for each scalar independent {@code p}: the partial derivative with respect to it. */
    PARTIAL,

    /**
     * {@code R f_jvp(<params>, <one tangent per independent>, double[] tangent)}: returns the result of {@code f} and writes the
     * directional derivative into {@code tangent[0]}.
     */
    JVP,

    /** {@code double f_grad(<params>, double[] gradient)}: the value, and the gradient over all independents, arrays flattened. */
    GRAD,

    /** {@code R f_jac(<params>, double[][] jacobian)}: for array results; a row is a component, a column an independent. */
    JAC,

    /**
     * {@code R f_jac_csr(<params>, int[] rowStart, int[] column, double[] value)}: the Jacobian in compressed sparse rows. The entries of
     * row {@code i} that are not zero are those from {@code rowStart[i]} to before {@code rowStart[i + 1]}, by ascending column. Where
     * they are more than {@code column} or {@code value} has room for, what has none is left out; {@code rowStart} tells how many there
     * are all the same.
     */
    CSR,

    /** {@code double f_hess(<params>, double[] gradient, double[][] hessian)}: the value, the gradient and the Hessian. */
    HESS,

    /**
     * {@code double f_hvp(<params>, <one direction per independent>, double[] hvp)}: the value, and the Hessian times the direction,
     * over all independents, arrays flattened.
     */
    HVP,

    /** An overload that is generic in Hipparchus' {@code CalculusFieldElement<T>}. */
    FIELD,

    /** An overload on the {@code DerivativeStructure} of Hipparchus or Commons Math, with the interface that goes with it. */
    STRUCTURE
}
