package programs;

/** LU decomposition with partial pivoting: determinant and solution of a linear system. */
class Lu {
    // release: 8

    /** The decomposition in one array, the row order in another. */
    static final class Decomposition {
        private final double[][] lu;
        private final int[] order;
        private int sign = 1;

        Decomposition(double[][] matrix) {
            int n = matrix.length;
            lu = new double[n][];
            order = new int[n];
            for (int i = 0; i < n; i++) {
                lu[i] = matrix[i].clone();
                order[i] = i;
            }
            for (int column = 0; column < n; column++) {
                pivot(column);
                for (int row = column + 1; row < n; row++) {
                    double factor = lu[row][column] /= lu[column][column];
                    for (int k = column + 1; k < n; k++) {
                        lu[row][k] -= factor * lu[column][k];
                    }
                }
            }
        }

        private void pivot(int column) {
            int best = column;
            for (int row = column + 1; row < lu.length; row++) {
                if (Math.abs(lu[row][column]) > Math.abs(lu[best][column])) {
                    best = row;
                }
            }
            if (best != column) {
                double[] row = lu[best];
                lu[best] = lu[column];
                lu[column] = row;
                int index = order[best];
                order[best] = order[column];
                order[column] = index;
                sign = -sign;
            }
        }

        double determinant() {
            double product = sign;
            for (int i = 0; i < lu.length; i++) {
                product *= lu[i][i];
            }
            return product;
        }

        double[] solve(double[] right) {
            int n = lu.length;
            double[] x = new double[n];
            for (int i = 0; i < n; i++) {
                double sum = right[order[i]];
                for (int j = 0; j < i; j++) {
                    sum -= lu[i][j] * x[j];
                }
                x[i] = sum;
            }
            for (int i = n - 1; i >= 0; i--) {
                for (int j = i + 1; j < n; j++) {
                    x[i] -= lu[i][j] * x[j];
                }
                x[i] /= lu[i][i];
            }
            return x;
        }
    }

    private static double[][] matrix(double x, double y, int n) {
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = ((3 * i + 5 * j) % 7 - 3) * x + (i == j ? y : 0.25 * (i - j));
            }
        }
        return a;
    }

    // run: determinant(0.7, 1.3, 5) = ~ 1e-12: -26.426734999999976, d = ~ 1e-12: (-227.0467499999998, -17.255249999999982)
    // run: determinant(-0.4, 2.5, 6) = ~ 1e-12: 1168.61905525, d = ~ 1e-12: (-3765.985185, 1755.62149)
    static double determinant(double x, double y, int n) {
        return new Decomposition(matrix(x, y, n)).determinant();
    }

    // The right hand side is active too.
    // run: solution(0.7, 1.3, 5) = ~ 1e-12: 28.118027709438962, d = ~ 1e-12: (-112.49709802735977, 6.046059127875765)
    // run: solution(0.3, 4.0, 7) = ~ 1e-12: 6.255197587704122, d = ~ 1e-12: (-0.5645780109695362, 1.3094583092348862)
    static double solution(double x, double y, int n) {
        double[] right = new double[n];
        for (int i = 0; i < n; i++) {
            right[i] = i % 2 == 0 ? x * y : i;
        }
        double[] s = new Decomposition(matrix(x, y, n)).solve(right);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (i + 1) * s[i];
        }
        return sum;
    }

    /** The same with tangents. */
    static final class Reference {
        private static Twin[][] matrix(Twin x, Twin y, int n) {
            Twin[][] a = new Twin[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    Twin rest = i == j ? y : Twin.of(0.25 * (i - j));
                    a[i][j] = x.times((3 * i + 5 * j) % 7 - 3).plus(rest);
                }
            }
            return a;
        }

        /** Gauss elimination of the matrix and its right hand side; the result is the determinant. */
        private static Twin eliminate(Twin[][] a, Twin[] b) {
            int n = a.length;
            Twin product = Twin.of(1);
            for (int c = 0; c < n; c++) {
                int best = c;
                for (int i = c + 1; i < n; i++) {
                    best = Math.abs(a[i][c].value) > Math.abs(a[best][c].value) ? i : best;
                }
                Twin[] row = a[best];
                a[best] = a[c];
                a[c] = row;
                Twin right = b[best];
                b[best] = b[c];
                b[c] = right;
                product = product.times(best == c ? a[c][c] : a[c][c].negated());
                for (int i = c + 1; i < n; i++) {
                    Twin factor = a[i][c].over(a[c][c]);
                    for (int k = c + 1; k < n; k++) {
                        a[i][k] = a[i][k].minus(factor.times(a[c][k]));
                    }
                    b[i] = b[i].minus(factor.times(b[c]));
                }
            }
            return product;
        }

        static Twin solved(Twin x, Twin y, int n) {
            Twin[][] a = matrix(x, y, n);
            Twin[] b = new Twin[n];
            for (int i = 0; i < n; i++) {
                b[i] = i % 2 == 0 ? x.times(y) : Twin.of(i);
            }
            eliminate(a, b);
            Twin sum = Twin.of(0);
            for (int i = n - 1; i >= 0; i--) {
                for (int j = i + 1; j < n; j++) {
                    b[i] = b[i].minus(a[i][j].times(b[j]));
                }
                b[i] = b[i].over(a[i][i]);
                sum = sum.plus(b[i].times(i + 1));
            }
            return sum;
        }

        static Twin product(Twin x, Twin y, int n) {
            return eliminate(matrix(x, y, n), Twin.of(new double[n]));
        }
    }

    public static void main(String[] args) {
        Twin.print("determinant(%s, %s, 5)", p -> Reference.product(p[0], p[1], 5), 0.7, 1.3);
        Twin.print("determinant(%s, %s, 6)", p -> Reference.product(p[0], p[1], 6), -0.4, 2.5);
        Twin.print("solution(%s, %s, 5)", p -> Reference.solved(p[0], p[1], 5), 0.7, 1.3);
        Twin.print("solution(%s, %s, 7)", p -> Reference.solved(p[0], p[1], 7), 0.3, 4.0);
    }
}
