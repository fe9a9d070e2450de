package io.github.nablars;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Derivatives of functions of arrays, each column from a derivative in the direction of one coordinate. The function gets a copy
 * of the argument for each, so that what it may write there does no harm.
 */
final class Arrayed {
    private Arrayed() {}

    @SuppressWarnings("unchecked")
    private static ToDoubleBiFunction<double[], double[][]> push(Lookup caller, ToDoubleFunction<double[]> f) {
        return (ToDoubleBiFunction<double[], double[][]>)
                Kernels.of("push", Cracker.target(f, Shape.SCALAR, caller), caller);
    }

    static Pushforward pushforward(Lookup caller, ToDoubleFunction<double[]> f) {
        ToDoubleBiFunction<double[], double[][]> kernel = push(caller, f);
        return (x, direction, derivative) -> {
            Objects.checkIndex(0, derivative.length);
            if (direction.length != x.length) {
                throw new IllegalArgumentException(
                        "the direction has " + direction.length + " components, the argument " + x.length);
            }
            return kernel.applyAsDouble(x.clone(), new double[][] {direction.clone(), derivative});
        };
    }

    static Gradient gradient(Lookup caller, ToDoubleFunction<double[]> f) {
        ToDoubleBiFunction<double[], double[][]> kernel = push(caller, f);
        return (x, gradient) -> {
            Objects.checkFromIndexSize(0, x.length, gradient.length);
            if (x.length == 0) {
                return f.applyAsDouble(x);
            }
            double value = 0;
            double[] tangent = new double[1];
            for (int i = 0; i < x.length; i++) {
                value = kernel.applyAsDouble(x.clone(), new double[][] {unit(x.length, i), tangent});
                gradient[i] = tangent[0];
            }
            return value;
        };
    }

    static Jacobian jacobian(Lookup caller, UnaryOperator<double[]> f) {
        @SuppressWarnings("unchecked")
        BiFunction<double[], double[][], double[]> kernel = (BiFunction<double[], double[][], double[]>)
                Kernels.of("pushVector", Cracker.target(f, Shape.VECTOR, caller), caller);
        return new ForwardJacobian(f, kernel);
    }

    private record ForwardJacobian(UnaryOperator<double[]> f, BiFunction<double[], double[][], double[]> kernel)
            implements Jacobian {
        @Override
        public double[] value(double[] x, double[][] jacobian) {
            Objects.requireNonNull(jacobian);
            double[] value = x.length == 0 ? f.apply(x) : null;
            for (int column = 0; column < x.length; column++) {
                double[][] tangent = {unit(x.length, column)};
                value = kernel.apply(x.clone(), tangent);
                Objects.checkFromIndexSize(0, value.length, jacobian.length);
                for (int row = 0; row < value.length; row++) {
                    jacobian[row][column] = tangent[0][row];
                }
            }
            return value;
        }

        @Override
        public double[][] at(double[] x) {
            double[][] jacobian = new double[f.apply(x.clone()).length][x.length];
            value(x, jacobian);
            return jacobian;
        }
    }

    private static double[] unit(int length, int index) {
        double[] unit = new double[length];
        unit[index] = 1;
        return unit;
    }
}
