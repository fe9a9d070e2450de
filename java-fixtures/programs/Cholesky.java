package programs;

/** Cholesky decomposition: logarithm of the determinant and a quadratic form, as for a Gaussian density. */
class Cholesky {
    // release: 8

    private static double[][] kernel(double[] places, double scale, double noise) {
        int n = places.length;
        double[][] k = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double d = (places[i] - places[j]) / scale;
                k[i][j] = k[j][i] = Math.exp(-0.5 * d * d);
            }
            k[i][i] += noise * noise;
        }
        return k;
    }

    /** The lower triangle, in place. */
    private static void decompose(double[][] a) {
        for (int j = 0; j < a.length; j++) {
            double diagonal = a[j][j];
            for (int k = 0; k < j; k++) {
                diagonal -= a[j][k] * a[j][k];
            }
            if (diagonal <= 0) {
                throw new ArithmeticException("not positive definite");
            }
            a[j][j] = Math.sqrt(diagonal);
            for (int i = j + 1; i < a.length; i++) {
                double sum = a[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= a[i][k] * a[j][k];
                }
                a[i][j] = sum / a[j][j];
                a[j][i] = 0;
            }
        }
    }

    private static double[] forward(double[][] lower, double[] right) {
        double[] x = new double[right.length];
        for (int i = 0; i < x.length; i++) {
            double sum = right[i];
            for (int j = 0; j < i; j++) {
                sum -= lower[i][j] * x[j];
            }
            x[i] = sum / lower[i][i];
        }
        return x;
    }

    // The likelihood of a Gaussian process, by the scale and the noise of its kernel.
    // wrt: scale, noise, height
    // run: likelihood(0.8, 0.3, 1.2, {0.0, 0.4, 1.1, 1.7, 2.5, 3.0}) = ~ 1e-12: -6.575330531033726, d = ~ 1e-12: (-2.592270036814607, -1.8457275863811413, -4.0957797965597935)
    // run: likelihood(1.5, 0.5, -0.7, {-1.0, 0.5, 0.6, 2.0}) = ~ 1e-12: -4.345423458512926, d = ~ 1e-12: (-0.5418788444734581, -1.5511846015532487, 3.3709331692994393)
    // run: likelihood(0.8, 0.0, 1.0, {0.5, 0.5}) throws java.lang.ArithmeticException
    static double likelihood(double scale, double noise, double height, double[] places) {
        double[] values = new double[places.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = height * Math.sin(2 * places[i]) + 0.1 * (i % 3);
        }
        double[][] lower = kernel(places, scale, noise);
        decompose(lower);
        double result = -0.5 * values.length * Math.log(2 * Math.PI);
        for (int i = 0; i < values.length; i++) {
            result -= Math.log(lower[i][i]);
        }
        for (double z : forward(lower, values)) {
            result -= 0.5 * z * z;
        }
        return result;
    }

    /** The same with tangents, by elimination without roots. */
    static final class Reference {
        static Twin value(Twin scale, Twin noise, Twin height, double... places) {
            int n = places.length;
            Twin[][] a = new Twin[n][n];
            Twin[] b = new Twin[n];
            for (int i = 0; i < n; i++) {
                b[i] = height.times(Math.sin(2 * places[i])).plus(0.1 * (i % 3));
                for (int j = 0; j < n; j++) {
                    Twin d = Twin.of(places[i] - places[j]).over(scale);
                    a[i][j] = d.times(d).times(-0.5).exp();
                }
                a[i][i] = a[i][i].plus(noise.times(noise));
            }
            Twin result = Twin.of(-0.5 * n * Math.log(2 * Math.PI));
            for (int c = 0; c < n; c++) {
                for (int i = c + 1; i < n; i++) {
                    Twin factor = a[i][c].over(a[c][c]);
                    for (int k = c; k < n; k++) {
                        a[i][k] = a[i][k].minus(factor.times(a[c][k]));
                    }
                    b[i] = b[i].minus(factor.times(b[c]));
                }
                result = result.minus(a[c][c].log().times(0.5)).minus(b[c].times(b[c]).over(a[c][c]).times(0.5));
            }
            return result;
        }
    }

    public static void main(String[] args) {
        Twin.print("likelihood(%s, %s, %s, {0.0, 0.4, 1.1, 1.7, 2.5, 3.0})",
                p -> Reference.value(p[0], p[1], p[2], 0, 0.4, 1.1, 1.7, 2.5, 3), 0.8, 0.3, 1.2);
        Twin.print("likelihood(%s, %s, %s, {-1.0, 0.5, 0.6, 2.0})",
                p -> Reference.value(p[0], p[1], p[2], -1, 0.5, 0.6, 2), 1.5, 0.5, -0.7);
    }
}
