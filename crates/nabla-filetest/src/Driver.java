import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads primal and augmented classes side by side and evaluates methods and their derivatives.
 *
 * <p>{@code Driver COMMANDS RESULTS}: both are files of lines with fields separated by tabs. The
 * commands and the results are described in {@code driver.rs}, which writes the one and reads the
 * other. The classes' own output goes nowhere.
 */
public final class Driver {
    private static final Map<String, ClassLoader> PRIMAL = new HashMap<>();
    private static final Map<String, ClassLoader> AUGMENTED = new HashMap<>();

    public static void main(String[] args) throws Exception {
        List<String> commands = Files.readAllLines(Path.of(args[0]));
        try (PrintStream results = new PrintStream(args[1], "UTF-8")) {
            System.setOut(new PrintStream(PrintStream.nullOutputStream()));
            for (String command : commands) {
                String[] fields = command.split("\t", -1);
                switch (fields[0]) {
                    case "build" -> build(fields[1], Path.of(fields[2]), Path.of(fields[3]), list(fields[4]));
                    case "load" -> results.println("load\t" + fields[1] + "\t" + load(fields[2], fields[3]));
                    case "case" -> results.println("case\t" + fields[1] + new Case(fields).evaluate());
                    default -> throw new IllegalArgumentException(command);
                }
            }
            results.println("end");
        }
    }

    private static void build(String name, Path primal, Path augmented, String[] jars) throws Exception {
        URL before = primal.toUri().toURL();
        URL after = augmented.toUri().toURL();
        URL[] libraries = new URL[jars.length];
        for (int i = 0; i < jars.length; i++) {
            libraries[i] = Path.of(jars[i]).toUri().toURL();
        }
        ClassLoader parent = new URLClassLoader(libraries, ClassLoader.getPlatformClassLoader());
        PRIMAL.put(name, new URLClassLoader(new URL[] {before}, parent));
        AUGMENTED.put(name, new URLClassLoader(new URL[] {after, before}, parent));
    }

    private static String[] list(String text) {
        return text.isEmpty() ? new String[0] : text.split("\u0001", -1);
    }

    /** Links and initialises a class, which makes the JVM verify it. */
    private static String load(String build, String name) {
        try {
            Class.forName(name, true, AUGMENTED.get(build)).getDeclaredMethods();
            return "ok";
        } catch (Throwable problem) {
            return oneLine(problem.toString());
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** One evaluation: a method, its arguments, and the derivatives to be compared. */
    private static final class Case {
        private final Class<?> primalClass;
        private final Class<?> augmentedClass;
        private final String method;
        private final Class<?>[] types;
        private final String[] setup;
        private final String[] arguments;
        private final String[] wrt;
        private final String jvp;
        private final String[] partials;
        private final String grad;

        Case(String[] f) throws Exception {
            primalClass = Class.forName(f[3], true, PRIMAL.get(f[2]));
            augmentedClass = Class.forName(f[3], true, AUGMENTED.get(f[2]));
            method = f[4];
            types = java.lang.invoke.MethodType.fromMethodDescriptorString(f[5], primalClass.getClassLoader())
                    .parameterArray();
            setup = list(f[6]);
            arguments = list(f[7]);
            wrt = list(f[8]);
            jvp = f[9];
            partials = list(f[10]);
            grad = f[11];
            if (arguments.length != types.length) {
                throw new IllegalArgumentException(method + " takes " + types.length + " arguments");
            }
        }

        String evaluate() {
            StringBuilder line = new StringBuilder();
            try {
                Method primal = declared(primalClass, method, types);
                put(line, "primal", call(primal, arguments()).toString());
                put(line, "own", call(declared(augmentedClass, method, types), arguments()).toString());
                List<Independent> independents = independents(primal);
                int count = independents.size();
                put(line, "independents", String.join(" ", independents.stream().map(Independent::name).toList()));
                if (!jvp.isEmpty()) {
                    for (int i = 0; i < count; i++) {
                        double[] seeds = new double[count];
                        seeds[i] = 1.0;
                        put(line, "jvp" + i, directional(independents, seeds));
                    }
                    double[] mixed = new double[count];
                    for (int i = 0; i < mixed.length; i++) {
                        mixed[i] = (i % 2 == 0 ? 1 : -1) * (0.5 + i);
                    }
                    put(line, "mixed", directional(independents, mixed));
                }
                int next = 0;
                for (int i = 0; i < count && next < partials.length; i++) {
                    if (independents.get(i).element < 0) {
                        Method partial = declared(augmentedClass, partials[next++], types);
                        put(line, "partial" + i, call(partial, arguments()).toString());
                    }
                }
                if (!grad.isEmpty()) {
                    put(line, "grad", gradient(count));
                }
                for (int i = 0; i < count; i++) {
                    put(line, "numeric" + i, numeric(primal, independents.get(i)));
                }
            } catch (Throwable problem) {
                put(line, "problem", oneLine(problem.toString()));
            }
            return line.toString();
        }

        private static void put(StringBuilder line, String key, String value) {
            line.append('\t').append(key).append('=').append(value);
        }

        private static Method declared(Class<?> owner, String name, Class<?>[] types) throws Exception {
            Class<?>[] own = types.clone();
            for (int i = 0; i < own.length; i++) {
                if (own[i].getClassLoader() instanceof URLClassLoader) {
                    own[i] = Class.forName(own[i].getName(), true, owner.getClassLoader());
                }
            }
            Method found = owner.getDeclaredMethod(name, own);
            found.setAccessible(true);
            return found;
        }

        /** Fresh arguments for every call, so that no call sees what another wrote. */
        private Object[] arguments() {
            Object[] values = new Object[types.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = literal(types[i], arguments[i]);
            }
            return values;
        }

        /** The parameters are named, or given by index where the class has no names. */
        private List<Independent> independents(Method primal) {
            List<Independent> independents = new ArrayList<>();
            for (String name : wrt) {
                int position = -1;
                for (int p = 0; p < types.length; p++) {
                    if (primal.getParameters()[p].getName().equals(name) || name.equals("" + p)) {
                        position = p;
                    }
                }
                if (position < 0) {
                    throw new IllegalArgumentException("no parameter " + name);
                }
                Class<?> type = types[position];
                if (!type.isArray()) {
                    independents.add(new Independent(name, position, -1, type == float.class));
                    continue;
                }
                int length = Array.getLength(arguments()[position]);
                for (int i = 0; i < length; i++) {
                    independents.add(new Independent(name + "[" + i + "]", position, i, type == float[].class));
                }
            }
            return independents;
        }

        private String directional(List<Independent> independents, double[] seeds) throws Exception {
            List<Class<?>> signature = new ArrayList<>(List.of(types));
            List<Object> values = new ArrayList<>(java.util.Arrays.asList(arguments()));
            for (int i = 0; i < seeds.length; i++) {
                Independent at = independents.get(i);
                Class<?> type = types[at.position];
                if (at.element <= 0) {
                    signature.add(type);
                    values.add(type.isArray() ? zeroes(type, arguments()[at.position]) : null);
                }
                at.put(values, values.size() - 1, seeds[i]);
            }
            double[] tangent = {Double.NaN};
            signature.add(double[].class);
            values.add(tangent);
            Method method = declared(augmentedClass, jvp, signature.toArray(new Class<?>[0]));
            Outcome value = call(method, values.toArray());
            return value + (value.thrown == null ? "/" + bits(tangent[0]) : "");
        }

        private static Object zeroes(Class<?> type, Object like) {
            return Array.newInstance(type.getComponentType(), Array.getLength(like));
        }

        private String gradient(int independents) throws Exception {
            int n = types.length;
            Class<?>[] signature = java.util.Arrays.copyOf(types, n + 1);
            Object[] values = java.util.Arrays.copyOf(arguments(), n + 1);
            double[] gradient = new double[independents];
            java.util.Arrays.fill(gradient, Double.NaN);
            signature[n] = double[].class;
            values[n] = gradient;
            Outcome value = call(declared(augmentedClass, grad, signature), values);
            StringBuilder text = new StringBuilder(value.toString());
            for (int i = 0; i < independents && value.thrown == null; i++) {
                text.append('/').append(bits(gradient[i]));
            }
            return text.toString();
        }

        private Outcome call(Method target, Object[] values) throws Exception {
            Object receiver = null;
            if (!Modifier.isStatic(target.getModifiers())) {
                Constructor<?> constructor = target.getDeclaringClass().getDeclaredConstructor();
                constructor.setAccessible(true);
                receiver = constructor.newInstance();
                for (String assignment : setup) {
                    int equals = assignment.indexOf('=');
                    Field field = target.getDeclaringClass().getDeclaredField(assignment.substring(0, equals).trim());
                    field.setAccessible(true);
                    field.set(receiver, literal(field.getType(), assignment.substring(equals + 1).trim()));
                }
            }
            try {
                Object result = target.invoke(receiver, values);
                return new Outcome(result instanceof Number number ? number.doubleValue() : Double.NaN, null);
            } catch (InvocationTargetException thrown) {
                return new Outcome(Double.NaN, thrown.getCause());
            }
        }

        /**
         * Central differences extrapolated by Ridders' method from several first steps: the
         * estimate with the smallest error estimate, and that error, which is never below what
         * rounding does to the differences. The extrapolation can converge to something else where
         * the function oscillates or jumps nearby, so plain differences with a small step have a veto.
         */
        private String numeric(Method primal, Independent position) throws Exception {
            boolean narrow = position.narrow || primal.getReturnType() == float.class;
            double x = position.get(arguments());
            double best = Double.NaN;
            double error = Double.POSITIVE_INFINITY;
            for (double first : new double[] {0.2, 0.02, 0.002}) {
                double h = first * Math.max(Math.abs(x), 1e-3);
                double[][] table = new double[10][10];
                for (int i = 0; i < table.length; i++, h /= 1.4) {
                    double up = position.near(x + h);
                    double down = position.near(x - h);
                    double above = at(primal, position, up);
                    double below = at(primal, position, down);
                    table[i][0] = (above - below) / (up - down);
                    double rounding = Math.max(Math.abs(above), Math.abs(below)) * (narrow ? 1.2e-7 : 4.4e-16) / h;
                    double factor = 1.96;
                    for (int j = 1; j <= i; j++, factor *= 1.96) {
                        table[i][j] = (table[i][j - 1] * factor - table[i - 1][j - 1]) / (factor - 1);
                        double estimate = Math.max(Math.abs(table[i][j] - table[i][j - 1]),
                                Math.abs(table[i][j] - table[i - 1][j - 1])) + rounding;
                        if (estimate < error) {
                            error = estimate;
                            best = table[i][j];
                        }
                    }
                }
            }
            if (!narrow) {
                double h = 1e-6 * Math.max(Math.abs(x), 1e-3);
                double fine = (at(primal, position, x + h) - at(primal, position, x - h)) / ((x + h) - (x - h));
                double twice = (at(primal, position, x + 2 * h) - at(primal, position, x - 2 * h)) / (4 * h);
                double rounding = 1e-13 * Math.abs(at(primal, position, x)) / h;
                double doubt = 10 * Math.abs(fine - twice) + rounding + 1e-6 * Math.abs(fine);
                if (!(Math.abs(best - fine) <= doubt)) {
                    error = Double.POSITIVE_INFINITY;
                }
            }
            return bits(best) + "/" + bits(error);
        }

        private double at(Method primal, Independent position, double x) throws Exception {
            List<Object> values = java.util.Arrays.asList(arguments());
            position.put(values, position.position, x);
            return call(primal, values.toArray()).value;
        }
    }

    /** A number among the arguments: one of them, or an element of one. */
    private record Independent(String name, int position, int element, boolean narrow) {
        double get(Object[] arguments) {
            Object argument = arguments[position];
            return ((Number) (element < 0 ? argument : Array.get(argument, element))).doubleValue();
        }

        /** Puts it where the argument, or its tangent, is. */
        void put(List<Object> values, int at, double value) {
            Object number = narrow ? (Object) (float) value : (Object) value;
            if (element < 0) {
                values.set(at, number);
            } else {
                Array.set(values.get(at), element, number);
            }
        }

        /** What the argument can be that is next to this. */
        double near(double value) {
            return narrow ? (float) value : value;
        }
    }

    private record Outcome(double value, Throwable thrown) {
        @Override
        public String toString() {
            return thrown == null ? bits(value) : "!" + thrown.getClass().getName();
        }
    }

    private static String bits(double value) {
        // One pattern for every NaN: the JVM does not say which one arithmetic gives.
        return Long.toHexString(Double.doubleToLongBits(value));
    }

    private static Object literal(Class<?> type, String text) {
        if (text.equals("null")) {
            return null;
        } else if (type == double.class) {
            return Double.valueOf(text);
        } else if (type == float.class) {
            return Float.valueOf(text);
        } else if (type == int.class) {
            return Integer.decode(text);
        } else if (type == long.class) {
            return Long.decode(text);
        } else if (type == short.class) {
            return Short.decode(text);
        } else if (type == byte.class) {
            return Byte.decode(text);
        } else if (type == char.class) {
            return text.charAt(1);
        } else if (type == boolean.class) {
            return Boolean.valueOf(text);
        } else if (type == String.class || type == Object.class || type == CharSequence.class) {
            return text.substring(1, text.length() - 1);
        } else if (type.isArray()) {
            List<String> elements = elements(text.substring(1, text.length() - 1));
            Object array = Array.newInstance(type.getComponentType(), elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Array.set(array, i, literal(type.getComponentType(), elements.get(i)));
            }
            return array;
        }
        throw new IllegalArgumentException("no literal of type " + type);
    }

    private static List<String> elements(String text) {
        List<String> elements = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == ',' && depth == 0) {
                if (!text.substring(start, i).isBlank()) {
                    elements.add(text.substring(start, i).trim());
                }
                start = i + 1;
            }
        }
        return elements;
    }
}
