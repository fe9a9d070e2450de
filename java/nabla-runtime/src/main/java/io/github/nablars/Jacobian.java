package io.github.nablars;

/** The value of a function from arrays to arrays and its Jacobian, computed together. */
public interface Jacobian {
    /**
     * Computes both.
     *
     * @param x the argument
     * @param jacobian receives the Jacobian: a row for each component of the value, a column for each of the argument
     * @return the value, bit for bit that of the function
     */
    double[] value(double[] x, double[][] jacobian);

    /**
     * Computes the Jacobian.
     *
     * @param x the argument
     * @return a row for each component of the value, with a column for each of the argument
     */
    double[][] at(double[] x);
}
