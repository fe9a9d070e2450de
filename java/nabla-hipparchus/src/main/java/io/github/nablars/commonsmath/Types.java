package io.github.nablars.commonsmath;

import io.github.nablars.ArrayFunction;
import io.github.nablars.DoubleFunction1;
import io.github.nablars.Gradient;
import io.github.nablars.Jacobian;
import io.github.nablars.Nabla;
import io.github.nablars.ParametricGradient;
import io.github.nablars.VectorFunction;
import io.github.nablars.adapters.Offers;
import io.github.nablars.adapters.Orders;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.analysis.MultivariateFunction;
import org.apache.commons.math3.analysis.MultivariateMatrixFunction;
import org.apache.commons.math3.analysis.MultivariateVectorFunction;
import org.apache.commons.math3.analysis.ParametricUnivariateFunction;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.differentiation.UnivariateDifferentiableFunction;
import org.apache.commons.math3.fitting.leastsquares.MultivariateJacobianFunction;
import org.apache.commons.math3.fitting.leastsquares.ValueAndJacobianFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunctionGradient;

/** The types there are adapters to. */
final class Types {
    private static final Function<Object, DoubleUnaryOperator> UNARY =
            Offers.unary(f -> f instanceof UnivariateFunction own ? (DoubleFunction1) own::value : null);

    private static final Function<Object, ToDoubleFunction<double[]>> SCALAR =
            Offers.scalar(f -> f instanceof MultivariateFunction own ? (ArrayFunction) own::value : null);

    private static final Function<Object, UnaryOperator<double[]>> VECTOR =
            Offers.vector(f -> f instanceof MultivariateVectorFunction own ? (VectorFunction) own::value : null);

    static final Offers OFFERS = new Offers()
            .with(UnivariateDifferentiableFunction.class.getName(), UNARY, (caller, f) -> new Univariate(new Orders(caller, f)))
            .with(MultivariateVectorFunction.class.getName(), SCALAR, Types::gradient)
            .with(ObjectiveFunctionGradient.class.getName(), SCALAR,
                    (caller, f) -> new ObjectiveFunctionGradient(gradient(caller, f)))
            .with(MultivariateJacobianFunction.class.getName(), VECTOR, Model::new)
            .with(ValueAndJacobianFunction.class.getName(), VECTOR, Model::new)
            .with(MultivariateMatrixFunction.class.getName(), VECTOR, Types::matrix)
            .with(ParametricUnivariateFunction.class.getName(), Offers::curve,
                    (caller, f) -> new Curve(f, Nabla.differentiable(caller, ParametricGradient.class, f)));

    private Types() {}

    private static MultivariateVectorFunction gradient(Lookup caller, ToDoubleFunction<double[]> f) {
        Gradient gradient = Nabla.gradient(caller, f);
        return gradient::at;
    }

    private static MultivariateMatrixFunction matrix(Lookup caller, UnaryOperator<double[]> f) {
        Jacobian jacobian = Nabla.jacobian(caller, f);
        return jacobian::at;
    }
}
