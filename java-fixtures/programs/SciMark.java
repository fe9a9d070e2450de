package programs;

/** Kernels of SciMark that the other programs do not have: relaxation and sparse matrices. */
class SciMark {
    // release: 8

    private static void relax(double omega, double[][] grid, int iterations) {
        int m = grid.length;
        int n = grid[0].length;
        double quarter = omega * 0.25;
        double rest = 1 - omega;
        for (int p = 0; p < iterations; p++) {
            for (int i = 1; i < m - 1; i++) {
                double[] row = grid[i];
                double[] above = grid[i - 1];
                double[] below = grid[i + 1];
                for (int j = 1; j < n - 1; j++) {
                    row[j] = quarter * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
                }
            }
        }
    }

    private static double[][] plate(double edge, int n) {
        double[][] grid = new double[n][n];
        for (int i = 0; i < n; i++) {
            grid[0][i] = edge * i;
            grid[i][n - 1] = edge * edge;
            grid[n - 1][i] = 0.1 * i;
        }
        return grid;
    }

    // Successive over-relaxation: a few steps, far from the end, so that both parameters count.
    // run: relaxed(1.25, 0.6, 7, 4) = ~ 1e-12: 45.29152996472409, d = ~ 1e-12: (10.422461876348523, 151.48258377114826)
    static double relaxed(double omega, double edge, int n, int iterations) {
        double[][] grid = plate(edge, n);
        relax(omega, grid, iterations);
        double sum = 0;
        for (double[] row : grid) {
            for (double v : row) {
                sum += v * v;
            }
        }
        return sum + grid[n / 2][n / 2];
    }

    /** Compressed rows. */
    private static void multiply(double[] y, double[] values, int[] rows, int[] columns, double[] x, int iterations) {
        for (int p = 0; p < iterations; p++) {
            for (int r = 0; r < rows.length - 1; r++) {
                double sum = 0;
                for (int i = rows[r]; i < rows[r + 1]; i++) {
                    sum += x[columns[i]] * values[i];
                }
                y[r] = sum;
            }
        }
    }

    // The matrix and the vector are active; the product is computed again and again into one array.
    // run: sparse(0.7, 1.4, 6) = ~ 1e-12: 14.955388010863977, d = ~ 1e-12: (21.550765054146925, 5.7026010335674435)
    static double sparse(double value, double x0, int n) {
        int perRow = 3;
        double[] values = new double[n * perRow];
        int[] columns = new int[n * perRow];
        int[] rows = new int[n + 1];
        for (int r = 0; r < n; r++) {
            rows[r + 1] = rows[r] + perRow;
            for (int i = 0; i < perRow; i++) {
                columns[rows[r] + i] = (r + i * 2) % n;
                values[rows[r] + i] = i == 1 ? value : 0.5 - 0.1 * r * i;
            }
        }
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = i == 0 ? x0 : Math.cos(i * x0);
        }
        double[] y = new double[n];
        multiply(y, values, rows, columns, x, 2);
        multiply(x, values, rows, columns, y, 1);
        multiply(y, values, rows, columns, x, 1);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (i + 1) * y[i];
        }
        return sum;
    }

    // The power method on a dense matrix: normalised on every turn.
    // run: dominant(1.1, 0.5, 4, 5) = ~ 1e-12: 4.457250000314137, d = ~ 1e-12: (3.976431343251705, 0.16635104547452162)
    static double dominant(double a, double b, int n, int iterations) {
        double[] v = new double[n];
        java.util.Arrays.fill(v, 1);
        double norm = 0;
        for (int p = 0; p < iterations; p++) {
            double[] w = new double[n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    w[i] += v[j] * (i == j ? a * (i + 1) : b / (i + j + 1));
                }
            }
            norm = 0;
            for (double c : w) {
                norm = Math.max(norm, Math.abs(c));
            }
            for (int i = 0; i < n; i++) {
                v[i] = w[i] / norm;
            }
        }
        return norm;
    }

    /** The same with tangents. */
    static final class Reference {
        static Twin plateAfter(Twin omega, Twin edge, int n, int iterations) {
            Twin[] g = Twin.of(new double[n * n]);
            for (int i = 0; i < n; i++) {
                g[i] = edge.times(i);
                g[i * n + n - 1] = edge.times(edge);
                g[(n - 1) * n + i] = Twin.of(0.1 * i);
            }
            for (int at = 0; at < iterations * n * n; at++) {
                int k = at % (n * n);
                if (k / n > 0 && k / n < n - 1 && k % n > 0 && k % n < n - 1) {
                    Twin around = g[k - n].plus(g[k + n]).plus(g[k - 1]).plus(g[k + 1]).over(4);
                    g[k] = g[k].plus(omega.times(around.minus(g[k])));
                }
            }
            Twin sum = g[n / 2 * n + n / 2];
            for (Twin v : g) {
                sum = sum.plus(v.times(v));
            }
            return sum;
        }

        static Twin product(Twin value, Twin x0, int n) {
            Twin[] x = new Twin[n];
            for (int i = 0; i < n; i++) {
                x[i] = i == 0 ? x0 : x0.times(i).cos();
            }
            for (int turn = 0; turn < 3; turn++) {
                Twin[] y = Twin.of(new double[n]);
                for (int r = 0; r < n; r++) {
                    y[r] = x[r].times(0.5).plus(x[(r + 2) % n].times(value)).plus(x[(r + 4) % n].times(0.5 - 0.2 * r));
                }
                x = y;
            }
            Twin sum = Twin.of(0);
            for (int i = 0; i < n; i++) {
                sum = sum.plus(x[i].times(i + 1));
            }
            return sum;
        }

        static Twin eigenvalue(Twin a, Twin b, int n, int iterations) {
            Twin[] v = new Twin[n];
            java.util.Arrays.fill(v, Twin.of(1));
            Twin norm = null;
            for (int p = 0; p < iterations; p++) {
                Twin[] w = Twin.of(new double[n]);
                for (int i = 0; i < n * n; i++) {
                    int r = i / n;
                    int c = i % n;
                    w[r] = w[r].plus(v[c].times(r == c ? a.times(r + 1) : b.over(r + c + 1)));
                }
                norm = w[0].abs();
                for (Twin c : w) {
                    norm = c.abs().value > norm.value ? c.abs() : norm;
                }
                for (int i = 0; i < n; i++) {
                    v[i] = w[i].over(norm);
                }
            }
            return norm;
        }
    }

    public static void main(String[] args) {
        Twin.print("relaxed(%s, %s, 7, 4)", p -> Reference.plateAfter(p[0], p[1], 7, 4), 1.25, 0.6);
        Twin.print("sparse(%s, %s, 6)", p -> Reference.product(p[0], p[1], 6), 0.7, 1.4);
        Twin.print("dominant(%s, %s, 4, 5)", p -> Reference.eigenvalue(p[0], p[1], 4, 5), 1.1, 0.5);
    }
}
