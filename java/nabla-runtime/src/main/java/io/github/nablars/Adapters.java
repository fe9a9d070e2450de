package io.github.nablars;

import io.github.nablars.spi.Adapter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ServiceLoader;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Finds what makes a function fit a type: the types of this library first, then the adapters of others. */
final class Adapters {
    /** For callers who pass none: what is opened to the run time is so to the adapters. */
    private static final Lookup OWN = MethodHandles.lookup();

    private Adapters() {}

    static <T> T adapt(Lookup caller, Class<T> type, Object f) {
        Object own = own(caller, type, f);
        if (own != null) {
            return type.cast(own);
        }
        Lookup privileges = caller == null ? OWN : caller;
        for (ClassLoader loader : new ClassLoader[] {Thread.currentThread().getContextClassLoader(), type.getClassLoader()}) {
            for (Adapter adapter : ServiceLoader.load(Adapter.class, loader)) {
                T adapted = adapter.adapt(privileges, type, f);
                if (adapted != null) {
                    return adapted;
                }
            }
        }
        throw Refusals.noAdapter(type, f);
    }

    @SuppressWarnings("unchecked")
    private static Object own(Lookup caller, Class<?> type, Object f) {
        if (f instanceof DoubleUnaryOperator unary) {
            if (type == ValueAndDerivative.class) {
                return Unary.valueAndDerivative(caller, unary);
            }
            return type == ValueAndTwoDerivatives.class ? Unary.valueAndTwoDerivatives(caller, unary) : null;
        }
        if (type == ParametricGradient.class && f instanceof ParametricFunction function) {
            return Parametric.gradient(caller, function);
        }
        if (type == RightHandSideJacobian.class && f instanceof RightHandSide function) {
            return Parametric.jacobian(caller, function);
        }
        if (type == ParametricJacobian.class && f instanceof ParametricRightHandSide function) {
            return Parametric.jacobian(caller, function);
        }
        if (f instanceof ToDoubleFunction<?> scalar) {
            ToDoubleFunction<double[]> function = (ToDoubleFunction<double[]>) scalar;
            if (type == Gradient.class) {
                return Arrayed.gradient(caller, function);
            }
            if (type == Hessian.class) {
                return Arrayed.hessian(caller, function);
            }
            return type == Pushforward.class ? Arrayed.pushforward(caller, function) : null;
        }
        return type == Jacobian.class && f instanceof UnaryOperator<?> vector
                ? Arrayed.jacobian(caller, (UnaryOperator<double[]>) vector) : null;
    }
}
