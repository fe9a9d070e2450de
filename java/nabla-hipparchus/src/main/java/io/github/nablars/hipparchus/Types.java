package io.github.nablars.hipparchus;

import io.github.nablars.ArrayFunction;
import io.github.nablars.DoubleFunction1;
import io.github.nablars.Gradient;
import io.github.nablars.Jacobian;
import io.github.nablars.Nabla;
import io.github.nablars.ParametricGradient;
import io.github.nablars.RightHandSide;
import io.github.nablars.RightHandSideJacobian;
import io.github.nablars.VectorFunction;
import io.github.nablars.adapters.Offers;
import io.github.nablars.adapters.Orders;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.hipparchus.analysis.MultivariateFunction;
import org.hipparchus.analysis.MultivariateMatrixFunction;
import org.hipparchus.analysis.MultivariateVectorFunction;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient;

/** The types there are adapters to. Those of other modules than the core are named within lambdas: they are looked for when wanted. */
final class Types {
    private static final Function<Object, DoubleUnaryOperator> UNARY =
            Offers.unary(f -> f instanceof UnivariateFunction own ? (DoubleFunction1) own::value : null);

    private static final Function<Object, ToDoubleFunction<double[]>> SCALAR =
            Offers.scalar(f -> f instanceof MultivariateFunction own ? (ArrayFunction) own::value : null);

    private static final Function<Object, UnaryOperator<double[]>> VECTOR =
            Offers.vector(f -> f instanceof MultivariateVectorFunction own ? (VectorFunction) own::value : null);

    private static final String LEAST_SQUARES = "org.hipparchus.optim.nonlinear.vector.leastsquares.";

    static final Offers OFFERS = new Offers()
            .with("org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction", UNARY,
                    (caller, f) -> new Univariate(new Orders(caller, f)))
            .with("org.hipparchus.analysis.MultivariateVectorFunction", SCALAR, Types::gradient)
            .with("org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient", SCALAR,
                    (caller, f) -> new ObjectiveFunctionGradient(gradient(caller, f)))
            .with(LEAST_SQUARES + "MultivariateJacobianFunction", VECTOR, (caller, f) -> new Model(caller, f))
            .with(LEAST_SQUARES + "ValueAndJacobianFunction", VECTOR, (caller, f) -> new Model(caller, f))
            .with("org.hipparchus.analysis.MultivariateMatrixFunction", VECTOR, Types::matrix)
            .with("org.hipparchus.analysis.ParametricUnivariateFunction", Offers::curve,
                    (caller, f) -> new Curve(f, Nabla.differentiable(caller, ParametricGradient.class, f)))
            .with("org.hipparchus.ode.ODEJacobiansProvider", f -> f, Types::equation);

    private Types() {}

    private static MultivariateVectorFunction gradient(Lookup caller, ToDoubleFunction<double[]> f) {
        Gradient gradient = Nabla.gradient(caller, f);
        return gradient::at;
    }

    private static MultivariateMatrixFunction matrix(Lookup caller, UnaryOperator<double[]> f) {
        Jacobian jacobian = Nabla.jacobian(caller, f);
        return jacobian::at;
    }

    private static Object equation(Lookup caller, Object f) {
        if (!(f instanceof OrdinaryDifferentialEquation plain)) {
            return null;
        }
        RightHandSide rightHandSide = plain::computeDerivatives;
        RightHandSideJacobian jacobian = Nabla.differentiable(caller, RightHandSideJacobian.class, rightHandSide);
        return new Equation(plain.getDimension(), rightHandSide, jacobian);
    }
}
