package io.github.nablars;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Derivatives of functions of arrays. */
final class Arrayed {
    private Arrayed() {}

    @SuppressWarnings("unchecked")
    private static <U> ToDoubleBiFunction<double[], U> scalar(String kind, Lookup caller, ToDoubleFunction<double[]> f) {
        return (ToDoubleBiFunction<double[], U>) Kernels.of(kind, Cracker.target(f, Shape.SCALAR, caller), caller);
    }

    static Pushforward pushforward(Lookup caller, ToDoubleFunction<double[]> f) {
        ToDoubleBiFunction<double[], double[][]> kernel = scalar("push", caller, f);
        return (x, direction, derivative) -> {
            Objects.checkIndex(0, derivative.length);
            if (direction.length != x.length) {
                throw new IllegalArgumentException(
                        "the direction has " + direction.length + " components, the argument " + x.length);
            }
            // A function that changes its argument changes the tangents with it.
            return kernel.applyAsDouble(x, new double[][] {direction.clone(), derivative});
        };
    }

    static Gradient gradient(Lookup caller, ToDoubleFunction<double[]> f) {
        ToDoubleBiFunction<double[], double[]> kernel = scalar("gradient", caller, f);
        return kernel::applyAsDouble;
    }

    static Hessian hessian(Lookup caller, ToDoubleFunction<double[]> f) {
        ToDoubleBiFunction<double[], Object[]> kernel = scalar("hessian", caller, f);
        return (x, gradient, hessian) -> kernel.applyAsDouble(x, new Object[] {gradient, hessian});
    }

    static Jacobian jacobian(Lookup caller, UnaryOperator<double[]> f) {
        @SuppressWarnings("unchecked")
        BiFunction<double[], double[][], double[]> kernel = (BiFunction<double[], double[][], double[]>)
                Kernels.of("jacobian", Cracker.target(f, Shape.VECTOR, caller), caller);
        return new OfKernel(f, kernel);
    }

    private record OfKernel(UnaryOperator<double[]> f, BiFunction<double[], double[][], double[]> kernel)
            implements Jacobian {
        @Override
        public double[] value(double[] x, double[][] jacobian) {
            return kernel.apply(x, jacobian);
        }

        @Override
        public double[][] at(double[] x) {
            double[][] jacobian = new double[f.apply(x.clone()).length][x.length];
            value(x, jacobian);
            return jacobian;
        }
    }
}
