package programs;

/**
 * ADBench's Gaussian mixture: full covariances, given by the logarithms of the diagonals and the lower
 * triangles of their inverses' Cholesky factors, and a Wishart prior. The judge is ADBench: its test's
 * input, value and gradient.
 */
class FullMixture {
    // release: 8

    private static double logSumExp(double[] a, int from, int to) {
        double max = a[from];
        for (int i = from + 1; i < to; i++) {
            max = Math.max(max, a[i]);
        }
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.exp(a[i] - max);
        }
        return max + Math.log(sum);
    }

    /** The triangle's columns come one after the other, behind the {@code d} logarithms of the diagonal. */
    private static void transformed(double[] factor, double[] centred, double[] out) {
        int d = centred.length;
        for (int i = 0; i < d; i++) {
            out[i] = Math.exp(factor[i]) * centred[i];
        }
        int at = d;
        for (int column = 0; column < d; column++) {
            for (int row = column + 1; row < d; row++) {
                out[row] += factor[at++] * centred[column];
            }
        }
    }

    private static double squares(double[] a) {
        double sum = 0;
        for (double x : a) {
            sum += x * x;
        }
        return sum;
    }

    /** The logarithm of Gamma at half of {@code n}. */
    private static double logGammaOfHalf(int n) {
        double result = n % 2 == 0 ? 0 : 0.5 * Math.log(Math.PI);
        for (double x = n % 2 == 0 ? 1 : 0.5; 2 * x < n; x++) {
            result += Math.log(x);
        }
        return result;
    }

    private static double logWishartPrior(double[][] factors, int d, double gamma, int m) {
        int n = d + m + 1;
        double constant = n * d * (Math.log(gamma) - 0.5 * Math.log(2)) - 0.25 * d * (d - 1) * Math.log(Math.PI);
        for (int j = 0; j < d; j++) {
            constant -= logGammaOfHalf(n - j);
        }
        double sum = 0;
        for (double[] factor : factors) {
            double trace = 0;
            double frobenius = 0;
            for (int i = 0; i < factor.length; i++) {
                if (i < d) {
                    trace += factor[i];
                    double diagonal = Math.exp(factor[i]);
                    frobenius += diagonal * diagonal;
                } else {
                    frobenius += factor[i] * factor[i];
                }
            }
            sum += 0.5 * gamma * gamma * frobenius - m * trace - constant;
        }
        return sum;
    }

    private static double objective(double[] alphas, double[][] means, double[][] factors, double[][] points, double gamma, int m) {
        int d = means[0].length;
        double[] centred = new double[d];
        double[] whitened = new double[d];
        double[] terms = new double[alphas.length];
        double sum = 0;
        for (double[] point : points) {
            for (int k = 0; k < alphas.length; k++) {
                double trace = 0;
                for (int i = 0; i < d; i++) {
                    centred[i] = point[i] - means[k][i];
                    trace += factors[k][i];
                }
                transformed(factors[k], centred, whitened);
                terms[k] = alphas[k] + trace - 0.5 * squares(whitened);
            }
            sum += logSumExp(terms, 0, terms.length);
        }
        double normalisers = logSumExp(alphas, 0, alphas.length) + 0.5 * d * Math.log(2 * Math.PI);
        return sum - points.length * normalisers + logWishartPrior(factors, d, gamma, m);
    }

    // wrt: alphas, means, factors
    // run: published({-0.649014, 1.181166, -0.758453}, {0.092339, 0.186260, 0.345561, 0.396767, 0.538817, 0.419195}, {0.586443, -0.851887, 0.800321, -1.509405, 0.875874, -0.242790, 0.166813, -1.965419, -1.270071}) = ~ 1e-11: 8.07380408004975791e+00, d = ~ 1e-11: (1.08662855508652456e-01, -7.41270039523898472e-01, 6.32607184015246071e-01, 1.11692576532787013e+00, 1.63333013551455269e-01, -2.19989824071193142e-02, 2.27778292254236098e-01, 1.20963025612832187e+00, -6.06375920733956339e-02, 2.58529994051162237e+00, 1.12632694524213789e-01, 3.85744309849611777e-01, 7.35180573182305508e-02, 5.41836362715595232e+00, -3.21494409677446469e-01, 1.71892309775004937e+00, 8.60091090790866875e-01, -9.94640930466322848e-01)
    static double published(double[] alphas, double[] means, double[] factors) {
        return objective(alphas, rows(means, 3), rows(factors, 3), new double[][] {{1.175171, 2.029160}}, 1, 0);
    }

    private static double[][] rows(double[] a, int count) {
        double[][] rows = new double[count][];
        int columns = a.length / count;
        for (int i = 0; i < count; i++) {
            rows[i] = java.util.Arrays.copyOfRange(a, i * columns, (i + 1) * columns);
        }
        return rows;
    }
}
