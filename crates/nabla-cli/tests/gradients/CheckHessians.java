import java.util.Arrays;

public class CheckHessians {
    static void near(String what, double found, double expected, double tolerance) {
        if (!(Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)))) {
            throw new AssertionError(what + " is " + found + ", not " + expected);
        }
    }

    interface Grad { void at(double[] x, double[] gradient); }

    /** Symmetric, and what differences of the gradient are. */
    static void check(String what, double[] x, double[][] hessian, Grad grad) {
        int n = x.length;
        for (int i = 0; i < n; i++) {
            double h = 1e-5;
            double[] up = x.clone(), down = x.clone(), above = new double[n], below = new double[n];
            up[i] += h;
            down[i] -= h;
            grad.at(up, above);
            grad.at(down, below);
            for (int j = 0; j < n; j++) {
                near(what + " " + i + j, hessian[i][j], (above[j] - below[j]) / (2 * h), 1e-6);
                near(what + " symmetric " + i + j, hessian[i][j], hessian[j][i], 0);
            }
        }
    }

    public static void main(String[] args) {
        double[] x = {1.2, 0.7, -0.3}, gradient = new double[3];
        double[][] hessian = new double[3][3];
        near("value", Curved.rosenbrock_hess(x, gradient, hessian), Curved.rosenbrock(x), 0);
        double[][] closed = {
            {1200 * x[0] * x[0] - 400 * x[1] + 2, -400 * x[0], 0},
            {-400 * x[0], 202 + 1200 * x[1] * x[1] - 400 * x[2], -400 * x[1]},
            {0, -400 * x[1], 200}};
        double[] alone = new double[3];
        Curved.rosenbrock_grad(x, alone);
        for (int i = 0; i < 3; i++) {
            near("gradient", gradient[i], alone[i], 0);
            for (int j = 0; j < 3; j++) {
                near("rosenbrock " + i + j, hessian[i][j], closed[i][j], 1e-14);
            }
        }
        double[][] two = new double[2][2];
        double[] pair = new double[2];
        Curved.pair_hess(0.5, 0.3, pair, two);
        near("xx", two[0][0], 2 * Math.sin(0.3), 1e-15);
        near("xy", two[0][1], Math.cos(0.3), 1e-15);
        near("yy", two[1][1], -0.25 * Math.sin(0.3), 1e-15);
        near("float", Curved.narrow_hess(1.5f, 2, pair, two), 4.5, 0);
        near("float xx", two[0][0], 4, 1e-6);
        near("float xy", two[0][1], 3, 1e-6);
        products(x, hessian, closed);
        many();
        objects();
        faults(x, gradient);
    }

    /** So many numbers and directions that a call of all of them needs a deep stack. */
    static void many() {
        double[] x = {1, 2, 0.5, 1.5, -1, 0.25, 3, 2}, gradient = new double[8], product = new double[8];
        double[][] hessian = new double[8][8], closed = new double[8][8];
        double value = Curved.many_hess(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], gradient, hessian);
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 8; j++) {
                closed[i][j] = i == j ? 0 : value / (x[i] * x[j]);
                near("many " + i + j, hessian[i][j], closed[i][j], 1e-15);
            }
        }
        Curved.many_hvp(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], 1, -1, 2, 0, 0.5, 3, -2, 1, product);
        product("many", closed, new double[] {1, -1, 2, 0, 0.5, 3, -2, 1}, product, 1e-15);
    }

    /** The Hessian times a direction, without the Hessian. */
    static void products(double[] x, double[][] hessian, double[][] closed) {
        double[] v = {0.4, -1.3, 2.1}, product = new double[3];
        near("value", Curved.rosenbrock_hvp(x, v, product), Curved.rosenbrock(x), 0);
        product("closed", closed, v, product, 1e-14);
        product("rosenbrock", hessian, v, product, 1e-14);
        // The direction may be the point itself, and the product may take its place.
        double[] y = x.clone(), w = v.clone();
        Curved.rosenbrock_hvp(y, y, product);
        product("along itself", hessian, x, product, 1e-14);
        Curved.rosenbrock_hvp(x, w, w);
        product("in place", hessian, v, w, 1e-14);
        double[] pair = new double[2];
        near("pair", Curved.pair_hvp(0.5, 0.3, 2, -1, pair), Curved.pair(0.5, 0.3), 0);
        near("pair x", pair[0], 2 * 2 * Math.sin(0.3) - Math.cos(0.3), 1e-15);
        near("pair y", pair[1], 2 * Math.cos(0.3) + 0.25 * Math.sin(0.3), 1e-15);
        near("float", Curved.narrow_hvp(1.5f, 2, 1, 3, pair), 4.5, 0);
        near("float x", pair[0], 4 + 3 * 3, 1e-6);
        near("float y", pair[1], 3, 1e-6);
    }

    static void product(String what, double[][] hessian, double[] v, double[] found, double tolerance) {
        for (int i = 0; i < v.length; i++) {
            double sum = 0, size = 0;
            for (int j = 0; j < v.length; j++) {
                sum += hessian[i][j] * v[j];
                size += Math.abs(hessian[i][j] * v[j]);
            }
            near(what + " " + i, found[i] / Math.max(1, size), sum / Math.max(1, size), tolerance);
        }
    }

    static void objects() {
        Curved curved = new Curved();
        double[] xy = {1.1, 0.4}, gradient = new double[2];
        double[][] hessian = new double[2][2];
        near("mixed", curved.mixed_hess(xy[0], xy[1], 3, gradient, hessian), curved.mixed(xy[0], xy[1], 3), 0);
        check("mixed", xy, hessian, (at, g) -> curved.mixed_grad(at[0], at[1], 3, g));
        near("mixed", curved.mixed_hvp(xy[0], xy[1], 3, 0.7, -2, gradient), curved.mixed(xy[0], xy[1], 3), 0);
        product("mixed", hessian, new double[] {0.7, -2}, gradient, 1e-13);
        double[] x = {0.3, 1, 2, 0.5, 0.25, 3, 2, 1.5};
        double[] all = new double[8];
        double[][] large = new double[8][8];
        curved.matrix_hess(x[0], rows(x), x[6], (float) x[7], all, large);
        // A float cannot be moved by a small step: its row and column are checked by symmetry.
        check("matrix", Arrays.copyOf(x, 7), large, (at, g) -> {
            double[] whole = new double[8];
            curved.matrix_grad(at[0], rows(at), at[6], 1.5f, whole);
            System.arraycopy(whole, 0, g, 0, 7);
        });
        for (int i = 0; i < 8; i++) {
            near("float " + i, large[7][i], large[i][7], 0);
        }
        double[] v = {1, -2, 3, 0.5, -0.25, 2, 4, -1};
        double[] hvp = new double[8];
        double value = curved.matrix_hvp(x[0], rows(x), x[6], (float) x[7], v[0], rows(v), v[6], (float) v[7], hvp);
        near("matrix", value, curved.matrix(x[0], rows(x), x[6], (float) x[7]), 0);
        product("matrix", large, v, hvp, 1e-13);
    }

    static double[][] rows(double[] x) {
        return new double[][] {{x[1], x[2]}, {x[3]}, {x[4], x[5]}};
    }

    static void faults(double[] x, double[] gradient) {
        try {
            Curved.rosenbrock_hess(x, gradient, new double[3][2]);
            throw new AssertionError("no exception for short rows");
        } catch (ArrayIndexOutOfBoundsException expected) {
            // The JVM's own.
        }
        double[] v = {1, 2, 3};
        try {
            Curved.rosenbrock_hvp(x, v, new double[2]);
            throw new AssertionError("no exception for a short product");
        } catch (ArrayIndexOutOfBoundsException expected) {
            // The JVM's own.
        }
        try {
            Curved.rosenbrock_hvp(x, null, v);
            throw new AssertionError("no exception for no direction");
        } catch (NullPointerException expected) {
            // The JVM's own.
        }
        try {
            Curved.rosenbrock_hess(x, gradient, null);
            throw new AssertionError("no exception for null");
        } catch (NullPointerException expected) {
            // The JVM's own.
        }
    }
}
