import java.lang.reflect.Method;

/** Compares the Hessians of methods written out with those of the same methods written as loops. */
public class CompareSecond {
    private static final double[][] POINTS = {{0.75, 1.25}, {-1.5, 0.5}, {0.1, -0.3}};

    public static void main(String[] arguments) throws Exception {
        int compared = 0;
        for (String method : arguments) {
            // The tangents of a float are floats.
            double tolerance = method.equals("mixed") ? 1e-5 : 1e-10;
            for (double[] at : POINTS) {
                String place = method + " at " + at[0] + ", " + at[1];
                double[] whole = values(new Long(), method, at[0], at[1]);
                double[] loop = values(new Loops(), method, at[0], at[1]);
                for (int k = 0; k < whole.length; k++) {
                    near(place + " " + k, whole[k], loop[k], tolerance);
                    compared++;
                }
                if (whole[4] != whole[5]) {
                    throw new AssertionError(place + ": " + whole[4] + " and " + whole[5]);
                }
                near(place, whole[7], whole[3] - 0.5 * whole[4], tolerance);
                near(place, whole[8], whole[5] - 0.5 * whole[6], tolerance);
            }
        }
        System.out.println(compared);
    }

    private static double[] values(Object object, String name, double x, double y) throws Exception {
        double[] gradient = new double[2];
        double[][] hessian = new double[2][2];
        double[] product = new double[2];
        double value = (double) method(object, name + "_hess").invoke(object, x, y, gradient, hessian);
        double again = (double) method(object, name + "_hvp").invoke(object, x, y, 1.0, -0.5, product);
        if (value != again || value != (double) method(object, name).invoke(object, x, y)) {
            throw new AssertionError(name + ": " + value + " and " + again);
        }
        return new double[] {
            value, gradient[0], gradient[1], hessian[0][0], hessian[0][1], hessian[1][0], hessian[1][1], product[0], product[1]
        };
    }

    private static Method method(Object object, String name) {
        for (Method method : object.getClass().getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new AssertionError("no " + name);
    }

    private static void near(String place, double found, double expected, double tolerance) {
        if (!(Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)))) {
            throw new AssertionError(place + ": " + found + ", not " + expected);
        }
    }
}
