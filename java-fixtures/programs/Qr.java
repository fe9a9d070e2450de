package programs;

/** QR decomposition by Householder reflections, and least squares with it. */
class Qr {
    // release: 8

    private final double[][] qr;
    private final double[] diagonal;

    Qr() {
        this(new double[0][0]);
    }

    private Qr(double[][] matrix) {
        qr = matrix;
        diagonal = new double[matrix.length == 0 ? 0 : matrix[0].length];
        for (int k = 0; k < diagonal.length; k++) {
            double norm = 0;
            for (int i = k; i < qr.length; i++) {
                norm = Math.hypot(norm, qr[i][k]);
            }
            if (norm > 0) {
                if (qr[k][k] < 0) {
                    norm = -norm;
                }
                for (int i = k; i < qr.length; i++) {
                    qr[i][k] /= norm;
                }
                qr[k][k] += 1;
                for (int j = k + 1; j < diagonal.length; j++) {
                    reflect(k, j);
                }
            }
            diagonal[k] = -norm;
        }
    }

    private void reflect(int k, int j) {
        double s = 0;
        for (int i = k; i < qr.length; i++) {
            s += qr[i][k] * qr[i][j];
        }
        s = -s / qr[k][k];
        for (int i = k; i < qr.length; i++) {
            qr[i][j] += s * qr[i][k];
        }
    }

    /** The coefficients; the right hand side is overwritten. */
    private double[] solve(double[] right) {
        int n = diagonal.length;
        for (int k = 0; k < n; k++) {
            double s = 0;
            for (int i = k; i < right.length; i++) {
                s += qr[i][k] * right[i];
            }
            s = -s / qr[k][k];
            for (int i = k; i < right.length; i++) {
                right[i] += s * qr[i][k];
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            right[k] /= diagonal[k];
            for (int i = 0; i < k; i++) {
                right[i] -= right[k] * qr[i][k];
            }
        }
        return java.util.Arrays.copyOf(right, n);
    }

    // A polynomial through points that depend on the parameters.
    // run: fitted(0.7, 0.1, 0.4, 3) = ~ 1e-12: 1.4699163609744643, d = ~ 1e-12: (0.5504366268676335, -0.049247311252225395, 0.9788554306010167)
    // run: fitted(-0.5, 0.2, -0.3, 4) = ~ 1e-12: 1.277684501703559, d = ~ 1e-12: (-0.350424614821028, -0.0823084445696237, -0.4987295734779232)
    static double fitted(double rate, double shift, double at, int n) {
        double[][] matrix = new double[2 * n][n];
        double[] right = new double[2 * n];
        for (int i = 0; i < right.length; i++) {
            double t = 0.3 * i - 1 + shift;
            double power = 1;
            for (int j = 0; j < n; j++) {
                matrix[i][j] = power;
                power *= t;
            }
            right[i] = Math.exp(rate * t) + 0.1 * (i % 3);
        }
        double[] c = new Qr(matrix).solve(right);
        double sum = 0;
        for (int j = n - 1; j >= 0; j--) {
            sum = sum * at + c[j];
        }
        return sum;
    }

    // The smallest distance: the part of the right hand side that stays.
    // run: residual(0.8, 6) = ~ 1e-12: 2.844540690862893, d = ~ 1e-12: 0.06421150992855762
    double residual(double x, int n) {
        double[][] matrix = new double[n][2];
        double[] right = new double[n];
        for (int i = 0; i < n; i++) {
            matrix[i][0] = 1;
            matrix[i][1] = Math.sin(x * i);
            right[i] = x * i;
        }
        new Qr(matrix).solve(right);
        double sum = 0;
        for (int i = 2; i < n; i++) {
            sum += right[i] * right[i];
        }
        return Math.sqrt(sum);
    }

    /** The same with tangents, by orthogonalising the columns one after the other. */
    static final class Reference {
        private final Twin[][] upper;
        private final Twin[] coefficients;
        private final Twin[] rest;

        Reference(Twin[][] columns, Twin[] right) {
            int n = columns.length;
            upper = new Twin[n][n];
            coefficients = new Twin[n];
            rest = right;
            for (int k = 0; k < n; k++) {
                Twin norm = dot(columns[k], columns[k]).sqrt();
                upper[k][k] = norm;
                for (int i = 0; i < right.length; i++) {
                    columns[k][i] = columns[k][i].over(norm);
                }
                for (int j = k + 1; j < n; j++) {
                    upper[k][j] = removed(columns[k], columns[j]);
                }
                coefficients[k] = removed(columns[k], rest);
            }
            for (int k = n - 1; k >= 0; k--) {
                for (int j = k + 1; j < n; j++) {
                    coefficients[k] = coefficients[k].minus(upper[k][j].times(coefficients[j]));
                }
                coefficients[k] = coefficients[k].over(upper[k][k]);
            }
        }

        private static Twin dot(Twin[] a, Twin[] b) {
            Twin sum = Twin.of(0);
            for (int i = 0; i < a.length; i++) {
                sum = sum.plus(a[i].times(b[i]));
            }
            return sum;
        }

        private static Twin removed(Twin[] unit, Twin[] from) {
            Twin s = dot(unit, from);
            for (int i = 0; i < unit.length; i++) {
                from[i] = from[i].minus(s.times(unit[i]));
            }
            return s;
        }

        static Twin fit(Twin rate, Twin shift, Twin at, int n) {
            Twin[][] columns = new Twin[n][2 * n];
            Twin[] right = new Twin[2 * n];
            for (int i = 0; i < right.length; i++) {
                Twin t = shift.plus(0.3 * i - 1);
                columns[0][i] = Twin.of(1);
                for (int j = 1; j < n; j++) {
                    columns[j][i] = columns[j - 1][i].times(t);
                }
                right[i] = rate.times(t).exp().plus(0.1 * (i % 3));
            }
            Twin[] c = new Reference(columns, right).coefficients;
            Twin sum = Twin.of(0);
            for (int j = n - 1; j >= 0; j--) {
                sum = sum.times(at).plus(c[j]);
            }
            return sum;
        }

        static Twin distance(Twin x, int n) {
            Twin[][] columns = new Twin[2][n];
            Twin[] right = new Twin[n];
            for (int i = 0; i < n; i++) {
                columns[0][i] = Twin.of(1);
                columns[1][i] = x.times(i).sin();
                right[i] = x.times(i);
            }
            Twin[] rest = new Reference(columns, right).rest;
            return dot(rest, rest).sqrt();
        }
    }

    public static void main(String[] args) {
        Twin.print("fitted(%s, %s, %s, 3)", p -> Reference.fit(p[0], p[1], p[2], 3), 0.7, 0.1, 0.4);
        Twin.print("fitted(%s, %s, %s, 4)", p -> Reference.fit(p[0], p[1], p[2], 4), -0.5, 0.2, -0.3);
        Twin.print("residual(%s, 6)", p -> Reference.distance(p[0], 6), 0.8);
    }
}
