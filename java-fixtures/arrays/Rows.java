package arrays;

/** Arrays of arrays. */
class Rows {
    // release: 8

    // run: rectangular(2.0) = 20.0, d = 20.0
    static double rectangular(double x) {
        double[][] m = new double[2][3];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                m[i][j] = i == j ? x * x : j;
            }
        }
        m[1][2] += x * m[0][0];
        return m[0][0] + m[1][1] + m[0][2] + m[1][2];
    }

    // run: initialised(3.0) = -1.0, d = 6.0
    static double initialised(double x) {
        double[][] m = {{x, 2}, {5, x}};
        return m[0][0] * m[1][1] - m[0][1] * m[1][0];
    }

    // run: jagged(2.0) = 31.0, d = 49.0
    static double jagged(double x) {
        double[][] rows = new double[5][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[i + 1];
            rows[i][i] = i == 0 ? 1 : x * rows[i - 1][i - 1];
        }
        double sum = 0;
        for (double[] row : rows) {
            for (double element : row) {
                sum += element;
            }
        }
        return sum;
    }

    // Two rows are one array.
    // run: sharedRow(3.0) = 36.0, d = 24.0
    static double sharedRow(double x) {
        double[] row = {x};
        double[][] m = {row, row};
        m[0][0] = 2 * x * x;
        return m[1][0] + row[0];
    }

    // run: replacedRow(3.0) = 16.0, d = 7.0
    static double replacedRow(double x) {
        double[][] m = {{x}, {x * x}};
        double[] old = m[0];
        m[0] = new double[] {4};
        return m[0][0] + m[1][0] + old[0];
    }

    // run: swappedRows(3.0) = 33.0, d = 20.0
    static double swappedRows(double x) {
        double[][] m = {{x, 1}, {5, x * x}};
        double[] t = m[0];
        m[0] = m[1];
        m[1] = t;
        return 3 * m[0][1] + 2 * m[1][0];
    }

    // The outer array is copied, the rows are not.
    // run: shallowClone(3.0) = 12.0, d = 7.0
    static double shallowClone(double x) {
        double[][] m = {{x}, {2 * x}};
        double[][] n = m.clone();
        n[0][0] = x * x;
        n[1] = new double[] {77};
        return m[0][0] + m[1][0] / 2;
    }

    // run: deepCopy(3.0) = 12.0, d = 7.0
    static double deepCopy(double x) {
        double[][] m = {{x}, {x * x}};
        double[][] n = new double[2][];
        for (int i = 0; i < 2; i++) {
            n[i] = m[i].clone();
        }
        m[0][0] = 100;
        m[1] = null;
        return n[0][0] + n[1][0];
    }

    private static double[][] multiply(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    // Fibonacci polynomials: the power of {{x, 1}, {1, 0}}.
    // run: matrixPower(2.0, 5) = 70.0, d = 131.0
    static double matrixPower(double x, int n) {
        double[][] base = {{x, 1}, {1, 0}};
        double[][] power = {{1, 0}, {0, 1}};
        for (int i = 0; i < n; i++) {
            power = multiply(power, base);
        }
        return power[0][0];
    }

    // run: constantFactor(2.0) = 21.0, d = 4.0
    static double constantFactor(double x) {
        double[][] a = {{1, 2}, {3, 4}};
        double[][] b = {{x}, {1}};
        double[][] c = multiply(a, b);
        double[][] d = multiply(a, a);
        return c[0][0] + c[1][0] + d[0][0];
    }

    // run: threeDimensions(2.0) = 48.0, d = 72.0
    static double threeDimensions(double x) {
        double[][][] t = new double[2][2][2];
        t[0][0][0] = x;
        t[1][0][1] = x * x;
        t[1][1] = new double[] {3, t[0][0][0] * t[1][0][1]};
        double[][] plane = t[1];
        plane[1][0] *= 2;
        return plane[1][0] * plane[1][1];
    }

    private static void scale(double[] row, double by) {
        for (int i = 0; i < row.length; i++) {
            row[i] *= by;
        }
    }

    // run: rowOfCallee(3.0) = 27.0, d = 27.0
    static double rowOfCallee(double x) {
        double[][] m = {{1, x}, {1, 1}};
        scale(m[0], x);
        scale(m[1], 1);
        return m[0][0] * m[0][1] * m[1][0];
    }

    // run: nullRow(3.0, 1) = 9.0, d = 6.0
    // run: nullRow(3.0, 0) throws java.lang.NullPointerException
    static double nullRow(double x, int n) {
        double[][] m = new double[2][];
        if (n > 0) {
            m[1] = new double[] {x * x};
        }
        return m[1][0];
    }

    // Rows made at once, rows made later, and no rows at all.
    // run: partlyMade(3.0) = 18.0, d = 12.0
    static double partlyMade(double x) {
        double[][][] t = new double[2][1][];
        double[][] none = new double[0][5];
        t[0][0] = new double[] {x, x};
        t[1] = new double[][] {{x, 4}, {x}};
        return t[0][0][0] * t[1][1][0] + t[1][0][0] * t[0][0][1] + none.length;
    }
}
