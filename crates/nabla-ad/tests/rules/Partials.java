import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls functions of libraries at the points on standard input and evaluates the partials of their
 * rules there, with the function's own result.
 *
 * <p>A line {@code call CLASS NAME DESCRIPTOR CASE} chooses the function, and the formulas under
 * their number; the lines behind it have the bits of its operands. Each is answered with the bits of
 * the result and of the partials. What follows the marker is written by the test.
 */
public class Partials {
    public static void main(String[] arguments) throws ReflectiveOperationException, java.io.IOException {
        Method method = null;
        int formulas = 0;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder answers = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields = line.split(" ");
            if (fields[0].equals("call")) {
                method = find(fields[1], fields[2], fields[3]);
                formulas = Integer.parseInt(fields[4]);
                continue;
            }
            double[] operands = new double[fields.length];
            for (int i = 0; i < fields.length; i++) {
                operands[i] = Double.longBitsToDouble(Long.parseUnsignedLong(fields[i], 16));
            }
            double result = call(method, operands);
            answers.append(bits(result));
            for (double partial : evaluate(formulas, operands, result)) {
                answers.append(' ').append(bits(partial));
            }
            answers.append('\n');
        }
        System.out.print(answers);
    }

    private static String bits(double x) {
        return Long.toHexString(Double.doubleToLongBits(x));
    }

    private static Method find(String owner, String name, String descriptor) throws ReflectiveOperationException {
        for (Method method : Class.forName(owner).getMethods()) {
            StringBuilder found = new StringBuilder("(");
            for (Class<?> parameter : method.getParameterTypes()) {
                found.append(parameter.descriptorString());
            }
            found.append(')').append(method.getReturnType().descriptorString());
            if (method.getName().equals(name) && found.toString().equals(descriptor)) {
                // Kotlin's public functions are inherited from a class that is not public.
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException(owner + "." + name + descriptor);
    }

    private static double call(Method method, double[] operands) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            double x = values.size() < operands.length ? operands[values.size()] : 0;
            values.add(type == int[].class ? (Object) new int[1]
                    : type == int.class ? (Object) (int) x
                    : type == long.class ? (Object) (long) x
                    : (Object) x);
        }
        // The functions of a singleton are called on it.
        boolean singleton = method.getDeclaringClass().getName().endsWith("$")
                && !java.lang.reflect.Modifier.isStatic(method.getModifiers());
        Object receiver = singleton ? method.getDeclaringClass().getField("MODULE$").get(null) : null;
        try {
            return (Double) method.invoke(receiver, values.toArray());
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(method + " at " + values, e);
        }
    }

    // formulas
}
