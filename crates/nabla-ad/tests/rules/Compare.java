import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Compares derivative methods of {@code Calls} with differences of their primals.
 *
 * <p>Each argument names a primal, a derivative and the parameter by which it is differentiated.
 */
public class Compare {
    public static void main(String[] arguments) throws ReflectiveOperationException {
        for (String argument : arguments) {
            String[] fields = argument.split(",");
            Method primal = find(fields[0]);
            Method derivative = find(fields[1]);
            int parameter = Integer.parseInt(fields[2]);
            for (double[] point : new double[][] {{1.3, 1.9, 3}, {2.6, 0.8, 2}, {1.7, 2.2, 5}}) {
                double ours = call(derivative, point);
                double theirs = difference(primal, point, parameter);
                System.out.println(argument + " " + Arrays.toString(point).replace(" ", "") + " " + ours + " " + theirs);
            }
        }
    }

    private static Method find(String name) {
        for (Method method : Calls.class.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new IllegalArgumentException(name);
    }

    private static double call(Method method, double[] point) throws ReflectiveOperationException {
        Class<?>[] types = method.getParameterTypes();
        Object[] operands = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            operands[i] = types[i] == int.class ? (Object) (int) point[i]
                    : types[i] == long.class ? (Object) (long) point[i]
                    : types[i] == float.class ? (Object) (float) point[i]
                    : (Object) point[i];
        }
        return ((Number) method.invoke(null, operands)).doubleValue();
    }

    /** Central differences, extrapolated twice; of floats, with a step that they can tell apart. */
    private static double difference(Method method, double[] point, int parameter) throws ReflectiveOperationException {
        double step = method.getReturnType() == float.class ? 0.0625 : 0.01;
        double[] table = new double[3];
        for (int i = 0; i < 3; i++) {
            double h = step / (1 << i);
            table[i] = (moved(method, point, parameter, h) - moved(method, point, parameter, -h)) / (2 * h);
        }
        double first = (4 * table[1] - table[0]) / 3;
        double second = (4 * table[2] - table[1]) / 3;
        return (16 * second - first) / 15;
    }

    private static double moved(Method method, double[] point, int parameter, double by) throws ReflectiveOperationException {
        double[] there = point.clone();
        there[parameter] += by;
        return call(method, there);
    }
}
