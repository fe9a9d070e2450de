package io.github.nablars.adapters;

import io.github.nablars.Jacobian;
import io.github.nablars.Nabla;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The model of a least squares problem, its values and its Jacobian as a library has them.
 *
 * @param <V> the library's vectors
 * @param <M> the library's matrices
 */
public final class VectorModel<V, M> {
    private final UnaryOperator<double[]> f;
    private final Jacobian jacobian;
    private final Function<double[], V> vector;
    private final Function<double[][], M> matrix;

    /**
     * Differentiates a model.
     *
     * @param caller the caller's privileges
     * @param f all values of the model, as a function of its parameters
     * @param vector makes a vector that is the array
     * @param matrix makes a matrix that is the array
     */
    public VectorModel(Lookup caller, UnaryOperator<double[]> f, Function<double[], V> vector, Function<double[][], M> matrix) {
        this.f = f;
        this.vector = vector;
        this.matrix = matrix;
        jacobian = Nabla.jacobian(caller, f);
    }

    /**
     * The values alone.
     *
     * @param x the parameters
     * @return the values
     */
    public V values(double[] x) {
        return vector.apply(f.apply(x));
    }

    /**
     * The Jacobian alone.
     *
     * @param x the parameters
     * @return a row for each value, a column for each parameter
     */
    public M jacobian(double[] x) {
        return matrix.apply(jacobian.at(x));
    }

    /**
     * The values and the Jacobian.
     *
     * @param <P> the library's pairs
     * @param x the parameters
     * @param pair makes a pair
     * @return both
     */
    public <P> P both(double[] x, BiFunction<V, M, P> pair) {
        double[] values = f.apply(x.clone());
        double[][] derivatives = new double[values.length][x.length];
        jacobian.value(x, derivatives);
        return pair.apply(vector.apply(values), matrix.apply(derivatives));
    }
}
