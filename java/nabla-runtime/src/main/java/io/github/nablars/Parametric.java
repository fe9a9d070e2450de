package io.github.nablars;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;

/**
 * Derivatives of functions of several arguments of which one is the independent. What stands before it is to a kernel what a lambda
 * captured: each call makes a kernel with its values, so that no call sees those of another thread.
 */
final class Parametric {
    private static final String METHOD = "value";

    private final Object[] captured;
    private final MethodHandle constructor;

    private Parametric(String kind, Lookup caller, Object f, Class<?>... parameters) {
        Target target = Cracker.target(f, METHOD, parameters, caller);
        captured = target.captured();
        constructor = Kernels.constructor(kind, target, caller);
    }

    private Object kernel(Object... first) {
        Object[] all = new Object[captured.length + first.length];
        System.arraycopy(captured, 0, all, 0, captured.length);
        System.arraycopy(first, 0, all, captured.length, first.length);
        return Kernels.make(constructor, all);
    }

    @SuppressWarnings("unchecked")
    private double[] value(double[][] jacobian, Object argument, Object... first) {
        return ((BiFunction<Object, double[][], double[]>) kernel(first)).apply(argument, jacobian);
    }

    @SuppressWarnings("unchecked")
    static ParametricGradient gradient(Lookup caller, ParametricFunction f) {
        Parametric maker = new Parametric("gradient", caller, f, double.class, double[].class);
        return (x, parameters, gradient) ->
                ((ToDoubleBiFunction<double[], double[]>) maker.kernel(x)).applyAsDouble(parameters, gradient);
    }

    static RightHandSideJacobian jacobian(Lookup caller, RightHandSide f) {
        Parametric maker = new Parametric("jacobian", caller, f, double.class, double[].class);
        return (t, y, jacobian) -> maker.value(jacobian, y, t);
    }

    static ParametricJacobian jacobian(Lookup caller, ParametricRightHandSide f) {
        Parametric byState = new Parametric("jacobian0", caller, f, double.class, double[].class, double[].class);
        Parametric byParameters = new Parametric("jacobian", caller, f, double.class, double[].class, double[].class);
        return new ParametricJacobian() {
            @Override
            public double[] byState(double t, double[] y, double[] parameters, double[][] jacobian) {
                return byState.value(jacobian, new Object[] {y, parameters}, t);
            }

            @Override
            public double[] byParameters(double t, double[] y, double[] parameters, double[][] jacobian) {
                return byParameters.value(jacobian, parameters, t, y);
            }
        };
    }
}
