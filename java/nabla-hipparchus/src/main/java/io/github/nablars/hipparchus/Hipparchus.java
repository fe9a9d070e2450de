package io.github.nablars.hipparchus;

import io.github.nablars.ArrayFunction;
import io.github.nablars.DoubleFunction1;
import io.github.nablars.Nabla;
import io.github.nablars.ParametricFunction;
import io.github.nablars.ParametricRightHandSide;
import io.github.nablars.RightHandSide;
import io.github.nablars.RightHandSideJacobian;
import io.github.nablars.VectorFunction;
import io.github.nablars.adapters.NamedParameters;
import java.util.List;
import org.hipparchus.analysis.ParametricUnivariateFunction;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction;
import org.hipparchus.ode.ODEJacobiansProvider;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient;
import org.hipparchus.optim.nonlinear.vector.leastsquares.ValueAndJacobianFunction;

/**
 * Lambdas as what the solvers, optimisers and integrators of Hipparchus take, with exact derivatives. Other functions, and code in
 * closed modules, go through {@link Nabla#differentiable(Class, Object)}.
 */
public final class Hipparchus {
    private Hipparchus() {}

    /**
     * For root finders such as {@code NewtonRaphsonSolver}.
     *
     * @param f a function of one number
     * @return the function with its first two derivatives
     */
    public static UnivariateDifferentiableFunction univariate(DoubleFunction1 f) {
        return Nabla.differentiable(UnivariateDifferentiableFunction.class, f);
    }

    /**
     * For optimisers that use gradients; they take the function itself as {@code new ObjectiveFunction(f::applyAsDouble)}.
     *
     * @param f the function to optimise
     * @return its gradient
     */
    public static ObjectiveFunctionGradient gradient(ArrayFunction f) {
        return Nabla.differentiable(ObjectiveFunctionGradient.class, f);
    }

    /**
     * For least squares.
     *
     * @param f all values of the model, as a function of its parameters
     * @return the model with its Jacobian
     */
    public static ValueAndJacobianFunction model(VectorFunction f) {
        return Nabla.differentiable(ValueAndJacobianFunction.class, f);
    }

    /**
     * For curve fitters.
     *
     * @param f one value of the model, as a function of a number and the parameters
     * @return the curve with its gradient
     */
    public static ParametricUnivariateFunction curve(ParametricFunction f) {
        return Nabla.differentiable(ParametricUnivariateFunction.class, f);
    }

    /**
     * For variational equations: how the solution of a differential equation changes with the initial state.
     *
     * @param dimension the size of the state
     * @param f the right-hand side
     * @return the equation with its Jacobian
     */
    public static ODEJacobiansProvider equation(int dimension, RightHandSide f) {
        return Equation.of(dimension, f, Nabla.differentiable(RightHandSideJacobian.class, f));
    }

    /**
     * For variational equations: how the solution of a differential equation changes with the initial state and with parameters.
     *
     * @param dimension the size of the state
     * @param names the parameters' names
     * @param values the parameters' values; changes are seen
     * @param f the right-hand side
     * @return the equation with its Jacobians
     */
    public static ODEJacobiansProvider equation(
            int dimension, List<String> names, double[] values, ParametricRightHandSide f) {
        return ParametricEquation.of(new NamedParameters(dimension, names, values, f));
    }
}
