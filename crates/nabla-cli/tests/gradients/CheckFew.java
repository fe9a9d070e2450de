import java.lang.reflect.Array;
import java.lang.reflect.Method;

/** Compares the Jacobians of {@link Few}, full and in sparse rows, with directional derivatives. */
public class CheckFew {
    static Method method(String name, Class<?>... types) throws Exception {
        Method method = Few.class.getDeclaredMethod(name, types);
        method.setAccessible(true);
        return method;
    }

    static double at(Object array, int i) {
        return Array.getDouble(array, i);
    }

    static void set(Object array, int i) {
        if (array instanceof float[]) {
            ((float[]) array)[i] = 1.0f;
        } else {
            ((double[]) array)[i] = 1.0;
        }
    }

    static void check(String name, Object x) throws Exception {
        Class<?> type = x.getClass();
        int n = Array.getLength(x);
        Object y = method(name, type).invoke(null, x);
        int m = Array.getLength(y);
        double[][] full = new double[m][n];
        method(name + "_jac", type, double[][].class).invoke(null, x, full);
        int[] start = new int[m + 1];
        int[] column = new int[m * n];
        double[] value = new double[m * n];
        method(name + "_jac_csr", type, int[].class, int[].class, double[].class).invoke(null, x, start, column, value);
        double[][] sparse = new double[m][n];
        for (int i = 0; i < m; i++) {
            int last = -1;
            for (int q = start[i]; q < start[i + 1]; q++) {
                if (column[q] <= last || value[q] == 0.0) {
                    throw new AssertionError(name + ": entry " + q + " of row " + i);
                }
                last = column[q];
                sparse[i][last] = value[q];
            }
        }
        Method jvp = method(name + "_jvp", type, type, Array.newInstance(type, 0).getClass());
        for (int j = 0; j < n; j++) {
            Object direction = Array.newInstance(type.getComponentType(), n);
            set(direction, j);
            Object tangent = Array.newInstance(type, 1);
            jvp.invoke(null, x, direction, tangent);
            for (int i = 0; i < m; i++) {
                double expected = at(Array.get(tangent, 0), i);
                near(name + " " + i + "," + j, full[i][j], expected, type);
                near(name + " in rows " + i + "," + j, sparse[i][j], expected, type);
            }
        }
    }

    static void near(String what, double found, double expected, Class<?> type) {
        double tolerance = type == float[].class ? 1e-5 : 1e-13;
        if (!(Math.abs(found - expected) <= tolerance * Math.max(1.0, Math.abs(expected)))) {
            throw new AssertionError(what + " is " + found + ", not " + expected);
        }
    }

    public static void main(String[] args) throws Exception {
        double[] x = {0.7, 1.3, 0.4, 1.9, 0.25, 1.1, 0.6, 2.1, 0.9, 0.35, 1.7};
        double[] many = new double[40];
        for (int i = 0; i < many.length; i++) {
            many[i] = 1.0 + 0.5 * Math.sin(i);
        }
        for (String name : new String[] {"before", "neighbours", "pairs", "swapped", "looked", "caught", "ruled", "sums"}) {
            check(name, x);
        }
        check("looked", new double[] {0.7, 1.3, 0.4, 1.9});
        check("ruled", new double[] {0.7, -1.3, 0.4, 1.9});
        for (String name : new String[] {"before", "neighbours", "swapped", "caught", "sums", "wide"}) {
            check(name, many);
        }
        check("floats", new float[] {0.7f, 1.3f, 0.4f, 1.9f, 0.25f});
    }
}
