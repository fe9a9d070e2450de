import java.util.Arrays;

public class Check {
    static void near(String what, double found, double expected, double tolerance) {
        if (!(Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)))) {
            throw new AssertionError(what + " is " + found + ", not " + expected);
        }
    }

    static void same(String what, double a, double b) {
        if (Double.doubleToLongBits(a) != Double.doubleToLongBits(b)) {
            throw new AssertionError(what + ": " + a + " and " + b);
        }
    }

    interface Plain { double at(double[] x); }
    interface Grad { double at(double[] x, double[] gradient); }
    interface Jvp { double at(double[] x, double[] xDot, double[] tangent); }

    static void gradient(String what, double[] x, Plain f, Grad grad, Jvp jvp) {
        double[] gradient = new double[x.length];
        Arrays.fill(gradient, Double.NaN);
        same(what, f.at(x), grad.at(x, gradient));
        for (int i = 0; i < x.length; i++) {
            double[] direction = new double[x.length], tangent = {Double.NaN};
            direction[i] = 1;
            jvp.at(x, direction, tangent);
            near(what + " " + i, gradient[i], tangent[0], 1e-14);
        }
    }

    static double[] direction(int n, int i) {
        double[] direction = new double[n];
        if (i >= 0 && i < n) {
            direction[i] = 1;
        }
        return direction;
    }

    public static void main(String[] args) {
        double[] x = {1.2, 0.7, -0.3, 2, 0.5, -1.1, 0.01};
        gradient("rosenbrock", x, Model::rosenbrock, Model::rosenbrock_grad, Model::rosenbrock_jvp);
        double[] g = new double[x.length];
        Model.rosenbrock_grad(x, g);
        near("closed form", g[1], -2 * (1 - x[1]) - 400 * x[1] * (x[2] - x[1] * x[1]) + 200 * (x[1] - x[0] * x[0]), 1e-14);
        gradient("downwards", x, Model::downwards, Model::downwards_grad, Model::downwards_jvp);
        gradient("branches", x, Model::branches, Model::branches_grad, Model::branches_jvp);
        double[] large = new double[1000];
        for (int i = 0; i < large.length; i++) {
            large[i] = Math.sin(i);
        }
        gradient("rosenbrock of many", large, Model::rosenbrock, Model::rosenbrock_grad, Model::rosenbrock_jvp);
        gradient("branches of many", Arrays.copyOf(large, 60), Model::branches, Model::branches_grad, Model::branches_jvp);
        mixed();
        jacobians();
        sparse();
        faults(x);
        oneArray();
    }

    static void mixed() {
        Model model = new Model();
        double[] v = {0.5, 1.5, 0.25}, gradient = new double[5], tangent = new double[1];
        double value = model.mixed(0.8, v, 1.5f);
        for (int repeat = 0; repeat < 2; repeat++) {
            same("mixed", value, model.mixed_grad(0.8, v, 1.5f, gradient));
            for (int i = 0; i < 5; i++) {
                double[] rest = direction(3, i - 1);
                model.mixed_jvp(0.8, v, 1.5f, i == 0 ? 1 : 0, rest, i == 4 ? 1 : 0, tangent);
                near("mixed " + i, gradient[i], tangent[0], 1e-14);
            }
        }
    }

    static void jacobians() {
        double[] v = {0.5, 1.5, 0.25};
        double[][] unit = new double[3][3], outer = new double[9][4], scaled = new double[2][3];
        double[] value = Model.unit_jac(v, unit);
        for (int j = 0; j < 3; j++) {
            double[][] column = new double[1][];
            Model.unit_jvp(v, direction(3, j), column);
            for (int i = 0; i < 3; i++) {
                same("value", value[i], Model.unit(v)[i]);
                near("unit " + i + j, unit[i][j], column[0][i], 1e-14);
            }
        }
        Model.outer_jac(v, 2, outer);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) {
                    double expected = 2 * ((k == i ? v[j] : 0) + (k == j ? v[i] : 0));
                    near("outer", outer[3 * i + j][k], expected, 1e-15);
                }
                near("outer by b", outer[3 * i + j][3], v[i] * v[j], 1e-15);
            }
        }
        Model.scaled_jac(new float[] {2, 3}, 0.1, scaled);
        // A cast to float converts the tangent as it does the value.
        near("float", scaled[1][1], 0.1f, 0);
        near("float", scaled[1][0], 0, 0);
        near("float by a number", scaled[1][2], 3, 1e-15);
    }

    interface Csr { void into(int[] start, int[] column, double[] value); }

    /** The rows are those of the full matrix without its zeros. */
    static void rows(String what, double[][] full, int entries, Csr csr) {
        int[] start = new int[full.length + 1], column = new int[entries];
        double[] value = new double[entries];
        csr.into(start, column, value);
        near(what + " first", start[0], 0, 0);
        near(what + " entries", start[full.length], entries, 0);
        for (int i = 0; i < full.length; i++) {
            double[] row = new double[full[i].length];
            for (int at = start[i]; at < start[i + 1]; at++) {
                if (at > start[i] && column[at] <= column[at - 1] || value[at] == 0) {
                    throw new AssertionError(what + " has column " + column[at] + " with " + value[at]);
                }
                row[column[at]] = value[at];
            }
            for (int j = 0; j < row.length; j++) {
                near(what + " " + i + " " + j, row[j], full[i][j], 0);
            }
        }
        // What has no room is left out, and counted.
        int[] few = new int[full.length + 1];
        csr.into(few, new int[entries], new double[2]);
        csr.into(few, new int[0], value);
        if (!Arrays.equals(start, few)) {
            throw new AssertionError(what + ": " + Arrays.toString(few));
        }
    }

    static void sparse() {
        double[] v = {0.5, 1.5, 0.25};
        double[][] unit = new double[3][3], outer = new double[9][4], scaled = new double[2][3];
        Model.unit_jac(v, unit);
        rows("unit", unit, 9, (s, c, e) -> Model.unit_jac_csr(v, s, c, e));
        Model.outer_jac(v, 2, outer);
        rows("outer", outer, 9 + 15, (s, c, e) -> Model.outer_jac_csr(v, 2, s, c, e));
        float[] two = {2, 3};
        Model.scaled_jac(two, 0.1, scaled);
        rows("scaled", scaled, 4, (s, c, e) -> Model.scaled_jac_csr(two, 0.1, s, c, e));
        double[] x = new double[100];
        Arrays.setAll(x, i -> 0.0123 * i + 0.11);
        double[][] banded = new double[100][100];
        Model.banded_jac(x, banded);
        rows("banded", banded, 3 * 100 - 2, (s, c, e) -> Model.banded_jac_csr(x, s, c, e));
        int[] start = new int[1];
        double[] none = Model.banded_jac_csr(new double[0], start, new int[0], new double[0]);
        near("no rows", none.length + start[0], 0, 0);
        near("no array", Model.absent_jac_csr(x, start, new int[0], new double[0]) == null ? start[0] : 1, 0, 0);
        for (int missing = 0; missing < 3; missing++) {
            try {
                Model.banded_jac_csr(x, missing == 0 ? null : start, missing == 1 ? null : start, missing == 2 ? null : x);
                throw new AssertionError("no exception for null");
            } catch (NullPointerException expected) {
                // The JVM's own.
            }
        }
        try {
            Model.banded_jac_csr(x, new int[50], new int[300], new double[300]);
            throw new AssertionError("no exception for too few rows");
        } catch (ArrayIndexOutOfBoundsException expected) {
            // The JVM's own.
        }
    }

    /** One array as two parameters. */
    static void oneArray() {
        double[] x = {2, 3}, gradient = new double[4], tangent = new double[1];
        Model.read_grad(x, x, gradient);
        double[] expected = {6, 0, 6, 4};
        for (int i = 0; i < 4; i++) {
            near("read " + i, gradient[i], expected[i], 0);
        }
        // (x0·x1)² with one tangent array: 2·x0·x1·(x0'·x1 + x0·x1') – x0 is the product by then.
        double[] direction = {1, 10};
        near("written", Model.written_jvp(x, x, direction, direction, tangent), 36, 0);
        near("written along", tangent[0], 2 * 6 * (3 + 20), 0);
        double[] y = {2, 3}, z = {5, 7};
        Model.written_grad(y, z, gradient);
        near("two arrays", gradient[0], 35, 0);
        try {
            Model.written_grad(z, z, gradient);
            throw new AssertionError("no exception for one array with two tangent arrays");
        } catch (IllegalStateException told) {
            if (!told.getMessage().contains("one array")) {
                throw told;
            }
        }
        try {
            Model.written_jvp(z, z, new double[2], new double[2], tangent);
            throw new AssertionError("no exception for one array with two tangent arrays");
        } catch (IllegalStateException told) {
            if (!told.getMessage().contains("one array")) {
                throw told;
            }
        }
    }

    static void faults(double[] x) {
        try {
            Model.rosenbrock_grad(x, null);
            throw new AssertionError("no exception for null");
        } catch (NullPointerException expected) {
            // The JVM's own.
        }
        try {
            Model.rosenbrock_grad(x, new double[x.length - 1]);
            throw new AssertionError("no exception for a short array");
        } catch (ArrayIndexOutOfBoundsException expected) {
            // The JVM's own.
        }
    }
}
