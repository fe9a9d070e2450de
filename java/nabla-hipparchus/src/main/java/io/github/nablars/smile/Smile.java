package io.github.nablars.smile;

import io.github.nablars.ArrayFunction;
import io.github.nablars.DoubleFunction1;
import io.github.nablars.Gradient;
import io.github.nablars.Nabla;
import io.github.nablars.ValueAndTwoDerivatives;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import smile.math.DifferentiableFunction;
import smile.math.DifferentiableMultivariateFunction;
import smile.math.Function;
import smile.math.MultivariateFunction;

/**
 * Lambdas as the differentiable functions of Smile, with exact derivatives in place of its finite differences. Other functions, and code
 * in closed modules, go through {@link Nabla#differentiable(Class, Object)}. What is made is not meant to be serialised.
 */
public final class Smile {
    private Smile() {}

    /**
     * For optimisers such as {@code BFGS}.
     *
     * @param f the function to optimise
     * @return the function with its gradient
     */
    public static DifferentiableMultivariateFunction multivariate(ArrayFunction f) {
        return Nabla.differentiable(DifferentiableMultivariateFunction.class, f);
    }

    /**
     * For root finders.
     *
     * @param f a function of one number
     * @return the function with its first two derivatives
     */
    public static DifferentiableFunction univariate(DoubleFunction1 f) {
        return Nabla.differentiable(DifferentiableFunction.class, f);
    }

    /** Null where there is nothing for this type and this function. */
    @SuppressWarnings("unchecked")
    static Object of(Lookup caller, Class<?> type, Object f) {
        if (type == DifferentiableMultivariateFunction.class) {
            // Smile's own functions are of the JDK's type, too, but compute somewhere else.
            if (f instanceof MultivariateFunction function) {
                return multivariate(caller, (ArrayFunction) function::f);
            }
            return f instanceof ToDoubleFunction<?> scalar ? multivariate(caller, (ToDoubleFunction<double[]>) scalar) : null;
        }
        if (type == DifferentiableFunction.class) {
            if (f instanceof Function function) {
                return univariate(caller, (DoubleFunction1) function::f);
            }
            return f instanceof DoubleUnaryOperator unary ? univariate(caller, unary) : null;
        }
        return null;
    }

    @SuppressWarnings("serial")
    private static DifferentiableMultivariateFunction multivariate(Lookup caller, ToDoubleFunction<double[]> f) {
        Gradient gradient = Nabla.gradient(caller, f);
        return new DifferentiableMultivariateFunction() {
            @Override
            public double f(double[] x) {
                return f.applyAsDouble(x);
            }

            @Override
            public double g(double[] x, double[] found) {
                return gradient.value(x, found);
            }
        };
    }

    @SuppressWarnings("serial")
    private static DifferentiableFunction univariate(Lookup caller, DoubleUnaryOperator f) {
        DoubleUnaryOperator derivative = Nabla.derivative(caller, f);
        return new DifferentiableFunction() {
            private transient volatile ValueAndTwoDerivatives second;

            @Override
            public double f(double x) {
                return f.applyAsDouble(x);
            }

            @Override
            public double g(double x) {
                return derivative.applyAsDouble(x);
            }

            @Override
            public double g2(double x) {
                ValueAndTwoDerivatives both = second;
                if (both == null) {
                    both = Nabla.differentiable(caller, ValueAndTwoDerivatives.class, f);
                    second = both;
                }
                double[] derivatives = new double[2];
                both.value(x, derivatives);
                return derivatives[1];
            }
        };
    }
}
