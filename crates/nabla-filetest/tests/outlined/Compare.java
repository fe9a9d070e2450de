import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Compares the derivatives of methods written out with those of the same methods written as loops. */
public class Compare {
    private static final double[][] POINTS = {{0.75, 1.25}, {-1.5, 0.5}, {0.1, -0.3}};
    private static int compared;
    /** How far derivatives may be apart: the tangents of a {@code float} are floats. */
    private static double tolerance;

    public static void main(String[] arguments) throws Exception {
        for (String method : arguments) {
            tolerance = method.equals("mixed") ? 1e-6 : 1e-11;
            for (double[] point : POINTS) {
                numbers(method, point[0], point[1]);
            }
        }
        for (double[] point : POINTS) {
            arrays(point[0], point[1]);
        }
        System.out.println(compared);
    }

    private static void numbers(String method, double x, double y) throws Exception {
        double[] whole = values(new Long(), method, x, y);
        double[] loop = values(new Loops(), method, x, y);
        String place = method + " at " + x + ", " + y;
        // The value, beside each derivative, is that of the method itself.
        for (int k : new int[] {0, 3, 5}) {
            same(place, whole[k], loop[k]);
            same(place, whole[k], (double) call(new Long(), method, x, y));
        }
        near(place, whole, loop);
        // The partial derivatives, the one along a direction, and the gradient agree.
        near(place, whole[4], whole[1] + 0.5 * whole[2]);
        near(place, whole[6], whole[1]);
        near(place, whole[7], whole[2]);
    }

    private static double[] values(Object object, String method, double x, double y) throws Exception {
        double[] tangent = new double[1];
        double[] gradient = new double[2];
        return new double[] {
            (double) call(object, method, x, y),
            (double) call(object, method + "_dx", x, y),
            (double) call(object, method + "_dy", x, y),
            (double) call(object, method + "_jvp", x, y, 1.0, 0.5, tangent), tangent[0],
            (double) call(object, method + "_grad", x, y, gradient), gradient[0], gradient[1]
        };
    }

    private static void arrays(double x, double y) throws Exception {
        double[][] whole = new double[4][3];
        double[][] loop = new double[4][3];
        double[] value = (double[]) call(new Long(), "system_jac", new double[] {x, y, 0.5}, whole);
        double[] other = (double[]) call(new Loops(), "system_jac", new double[] {x, y, 0.5}, loop);
        for (int i = 0; i < 4; i++) {
            same("system", value[i], other[i]);
            near("system at " + x + ", " + y + ", row " + i, whole[i], loop[i]);
        }
    }

    private static Object call(Object object, String name, Object... arguments) throws Exception {
        for (Method method : object.getClass().getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                method.setAccessible(true);
                try {
                    return method.invoke(object, arguments);
                } catch (InvocationTargetException e) {
                    throw new AssertionError(name, e.getCause());
                }
            }
        }
        throw new AssertionError(name + " is not there");
    }

    private static void near(String place, double[] a, double[] b) {
        for (int k = 0; k < a.length; k++) {
            near(place + ", " + k, a[k], b[k]);
        }
    }

    private static void near(String place, double a, double b) {
        compared++;
        if (!(Math.abs(a - b) <= tolerance * Math.max(1e-3, Math.abs(b)))) {
            throw new AssertionError(place + ": " + a + " and " + b);
        }
    }

    private static void same(String place, double a, double b) {
        if (Double.doubleToRawLongBits(a) != Double.doubleToRawLongBits(b)) {
            throw new AssertionError(place + ": " + a + " and " + b);
        }
    }
}
