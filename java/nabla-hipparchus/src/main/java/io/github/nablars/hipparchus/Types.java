package io.github.nablars.hipparchus;

import io.github.nablars.ArrayFunction;
import io.github.nablars.DoubleFunction1;
import io.github.nablars.Gradient;
import io.github.nablars.Jacobian;
import io.github.nablars.Nabla;
import io.github.nablars.ParametricFunction;
import io.github.nablars.ParametricGradient;
import io.github.nablars.RightHandSide;
import io.github.nablars.RightHandSideJacobian;
import io.github.nablars.VectorFunction;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.hipparchus.analysis.MultivariateFunction;
import org.hipparchus.analysis.MultivariateVectorFunction;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient;

/**
 * The types there are adapters to, by name: parts of Hipparchus may be missing, and their classes are looked for only when a function
 * is wanted as one of their types.
 */
final class Types {
    private Types() {}

    /** Null where there is nothing for this type and this function. */
    static Object of(Lookup caller, String type, Object f) {
        return switch (type) {
            case "org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction" -> {
                DoubleUnaryOperator unary = unary(f);
                yield unary == null ? null : new Univariate(caller, unary);
            }
            case "org.hipparchus.analysis.MultivariateVectorFunction" -> gradient(caller, scalar(f));
            case "org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient" -> {
                MultivariateVectorFunction gradient = gradient(caller, scalar(f));
                yield gradient == null ? null : new ObjectiveFunctionGradient(gradient);
            }
            case "org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction",
                    "org.hipparchus.optim.nonlinear.vector.leastsquares.ValueAndJacobianFunction" -> {
                UnaryOperator<double[]> vector = vector(f);
                yield vector == null ? null : new Model(vector, Nabla.jacobian(caller, vector));
            }
            case "org.hipparchus.analysis.MultivariateMatrixFunction" -> matrix(caller, vector(f));
            case "org.hipparchus.analysis.ParametricUnivariateFunction" -> f instanceof ParametricFunction curve
                    ? new Curve(curve, Nabla.differentiable(caller, ParametricGradient.class, curve)) : null;
            case "org.hipparchus.ode.ODEJacobiansProvider" -> equation(caller, f);
            default -> null;
        };
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

    private static Object matrix(Lookup caller, UnaryOperator<double[]> f) {
        if (f == null) {
            return null;
        }
        Jacobian jacobian = Nabla.jacobian(caller, f);
        return (org.hipparchus.analysis.MultivariateMatrixFunction) jacobian::at;
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
