package io.github.nablars;

/** The value of a function of an array, its gradient and its Hessian, computed together. */
@FunctionalInterface
public interface Hessian {
    /**
     * Computes all three.
     *
     * @param x the argument
     * @param gradient receives the gradient; at least as long as the argument
     * @param hessian receives the Hessian; at least as many rows, each at least as long, as the argument
     * @return the value, bit for bit that of the function
     */
    double value(double[] x, double[] gradient, double[][] hessian);

    /**
     * Computes the Hessian.
     *
     * @param x the argument
     * @return the Hessian, square
     */
    default double[][] at(double[] x) {
        double[][] hessian = new double[x.length][x.length];
        value(x, new double[x.length], hessian);
        return hessian;
    }
}
