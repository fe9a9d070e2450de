package io.github.nablars.commonsmath;

import io.github.nablars.ArrayFunction;
import io.github.nablars.DoubleFunction1;
import io.github.nablars.Gradient;
import io.github.nablars.Jacobian;
import io.github.nablars.Nabla;
import io.github.nablars.ParametricFunction;
import io.github.nablars.ParametricGradient;
import io.github.nablars.VectorFunction;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;
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
    private Types() {}

    /** Null where there is nothing for this type and this function. */
    static Object of(Lookup caller, Class<?> type, Object f) {
        if (type == UnivariateDifferentiableFunction.class) {
            DoubleUnaryOperator unary = unary(f);
            return unary == null ? null : new Univariate(caller, unary);
        }
        if (type == MultivariateVectorFunction.class) {
            return gradient(caller, scalar(f));
        }
        if (type == ObjectiveFunctionGradient.class) {
            MultivariateVectorFunction gradient = gradient(caller, scalar(f));
            return gradient == null ? null : new ObjectiveFunctionGradient(gradient);
        }
        if (type == MultivariateJacobianFunction.class || type == ValueAndJacobianFunction.class) {
            UnaryOperator<double[]> vector = vector(f);
            return vector == null ? null : new Model(vector, Nabla.jacobian(caller, vector));
        }
        if (type == MultivariateMatrixFunction.class) {
            return matrix(caller, vector(f));
        }
        return type == ParametricUnivariateFunction.class && f instanceof ParametricFunction curve
                ? new Curve(curve, Nabla.differentiable(caller, ParametricGradient.class, curve)) : null;
    }

    private static DoubleUnaryOperator unary(Object f) {
        if (f instanceof DoubleUnaryOperator unary) {
            return unary;
        }
        return f instanceof UnivariateFunction function ? (DoubleFunction1) function::value : null;
    }

    @SuppressWarnings("unchecked")
    private static ToDoubleFunction<double[]> scalar(Object f) {
        if (f instanceof ToDoubleFunction<?> scalar) {
            return (ToDoubleFunction<double[]>) scalar;
        }
        return f instanceof MultivariateFunction function ? (ArrayFunction) function::value : null;
    }

    @SuppressWarnings("unchecked")
    private static UnaryOperator<double[]> vector(Object f) {
        if (f instanceof UnaryOperator<?> vector) {
            return (UnaryOperator<double[]>) vector;
        }
        return f instanceof MultivariateVectorFunction function ? (VectorFunction) function::value : null;
    }

    private static MultivariateVectorFunction gradient(Lookup caller, ToDoubleFunction<double[]> f) {
        if (f == null) {
            return null;
        }
        Gradient gradient = Nabla.gradient(caller, f);
        return gradient::at;
    }

    private static MultivariateMatrixFunction matrix(Lookup caller, UnaryOperator<double[]> f) {
        if (f == null) {
            return null;
        }
        Jacobian jacobian = Nabla.jacobian(caller, f);
        return jacobian::at;
    }
}
