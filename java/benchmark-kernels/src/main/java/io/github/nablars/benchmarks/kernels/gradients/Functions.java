package io.github.nablars.benchmarks.kernels.gradients;

/** Functions of arrays; in the build of the benchmarks nabla-rs adds {@code f_grad} beside every {@code f}. */
public final class Functions {
    private Functions() {}

    /** Rosenbrock's function in as many dimensions as there are numbers: each term depends on two of them. */
    public static double rosenbrock(double[] x) {
        double f = 0.0;
        for (int i = 0; i + 1 < x.length; i++) {
            double a = x[i + 1] - x[i] * x[i];
            double b = 1.0 - x[i];
            f += 100.0 * a * a + b * b;
        }
        return f;
    }

    /** A sum of sines of neighbours' products. */
    public static double sines(double[] x) {
        double f = 0.0;
        for (int i = 0; i + 1 < x.length; i++) {
            f += Math.sin(x[i] * x[i + 1]) * x[i];
        }
        return f;
    }

    /** A net with one hidden layer, by its weights: {@code in.length + 2} for each hidden unit. */
    public static double network(double[] weights, double[] in) {
        int hidden = weights.length / (in.length + 2);
        int q = 0;
        double y = 0.0;
        for (int j = 0; j < hidden; j++) {
            double s = weights[q++];
            for (int i = 0; i < in.length; i++) {
                s += weights[q++] * in[i];
            }
            y += Math.tanh(s) * weights[hidden * (in.length + 1) + j];
        }
        return y;
    }

    /**
     * The log-likelihood of a mixture of Gaussians with diagonal covariances, without its constant: the weights, then the means, then
     * the logarithms of the inverse deviations, {@code 1 + 2 · dimension} for each component.
     */
    public static double mixture(double[] p, double[][] points) {
        int d = points[0].length;
        int components = p.length / (2 * d + 1);
        double[] terms = new double[components];
        double total = 0.0;
        for (double[] point : points) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < components; k++) {
                double term = p[k];
                for (int i = 0; i < d; i++) {
                    double scale = p[components + components * d + k * d + i];
                    double z = Math.exp(scale) * (point[i] - p[components + k * d + i]);
                    term += scale - 0.5 * z * z;
                }
                terms[k] = term;
                if (term > largest) {
                    largest = term;
                }
            }
            double sum = 0.0;
            for (int k = 0; k < components; k++) {
                sum += Math.exp(terms[k] - largest);
            }
            total += largest + Math.log(sum);
        }
        return total;
    }
}
