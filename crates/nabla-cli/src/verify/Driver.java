import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The JVM side of `nabla-rs verify`: reads a list of methods and their derivatives, compares them at
 * sampled points, prints one line a method: number, verdict, decided, undecided, detail.
 *
 * <p>Differences are central ones, extrapolated after Ridders, from two step sizes. A derivative is
 * called wrong only if both agree with each other and not with it, the function has the same slope on
 * both sides, and it does not move in steps. Everything else cannot be decided by differences.
 */
final class NablaVerifyDriver {
    private static final double BIG = 2.0;
    private static final int COLUMNS = 10;
    /** How long one method may take; a sampled argument may make a loop endless. */
    private static final long PATIENCE_MS = 20_000;

    public static void main(String[] args) throws Exception {
        PrintStream report = System.out;
        // What the user's code prints must not be taken for ours.
        System.setOut(System.err);
        List<String> lines = Files.readAllLines(Path.of(args[0]));
        int points = Integer.parseInt(args[1]);
        for (int i = 0; i < lines.size(); i++) {
            Subject subject = new Subject(lines.get(i).split("\t", -1), points);
            Thread thread = new Thread(null, subject, "subject", 64L << 20);
            thread.setDaemon(true);
            thread.start();
            thread.join(PATIENCE_MS);
            report.println(i + "\t" + (thread.isAlive() ? "slow\t0\t0\tno answer within " + PATIENCE_MS / 1000 + " s" : subject.verdict()));
            report.flush();
        }
        report.flush();
        Runtime.getRuntime().halt(0);
    }

    /** The value of a function of one variable, NaN where it throws. */
    interface Curve {
        double at(double x);
    }

    /** An extrapolated difference and its error estimate. */
    static final class Slope {
        final double value;
        final double error;

        Slope(double value, double error) {
            this.value = value;
            this.error = error;
        }

        boolean usable() {
            return Double.isFinite(value) && Double.isFinite(error);
        }
    }

    /** One method, its derivatives, and what came of the comparison. */
    static final class Subject implements Runnable {
        private final String[] fields;
        private final int points;
        private String kind = "ok";
        private String detail = "";
        private int decided;
        private int undecided;

        private Method primal;
        private Method jvp;
        private Constructor<?> constructor;
        private int[] independents;
        private String[] names;
        private Method[] partials;
        private Class<?>[] types;
        private boolean single;

        Subject(String[] fields, int points) {
            this.fields = fields;
            this.points = points;
        }

        String verdict() {
            return kind + "\t" + decided + "\t" + undecided + "\t" + detail.replace('\t', ' ').replace('\n', ' ');
        }

        @Override
        public void run() {
            try {
                if (prepare()) {
                    sample();
                }
            } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError e) {
                kind = "broken";
                detail = e.toString();
            } catch (Throwable e) {
                kind = "skipped";
                detail = e.toString();
            }
        }

        /** Fields: class, method, parameter types, jvp or empty, independents i:name, partials i:name. */
        private boolean prepare() throws Throwable {
            Class<?> owner = Class.forName(fields[0]);
            independents = new int[0];
            String[] pairs = fields[4].isEmpty() ? new String[0] : fields[4].split(",");
            independents = new int[pairs.length];
            names = new String[pairs.length];
            for (int i = 0; i < pairs.length; i++) {
                independents[i] = Integer.parseInt(pairs[i].substring(0, pairs[i].indexOf(':')));
                names[i] = pairs[i].substring(pairs[i].indexOf(':') + 1);
            }
            primal = find(owner, fields[1], fields[2]);
            types = primal.getParameterTypes();
            for (Class<?> type : types) {
                single |= type == float.class;
            }
            single |= primal.getReturnType() == float.class;
            jvp = fields[3].isEmpty() ? null : find(owner, fields[3].substring(0, fields[3].indexOf('(')), fields[3].substring(fields[3].indexOf('(')));
            partials = new Method[pairs.length];
            for (String partial : fields[5].isEmpty() ? new String[0] : fields[5].split(",")) {
                int at = Integer.parseInt(partial.substring(0, partial.indexOf(':')));
                partials[at] = find(owner, partial.substring(partial.indexOf(':') + 1), fields[2]);
            }
            if (!java.lang.reflect.Modifier.isStatic(primal.getModifiers())) {
                try {
                    constructor = owner.getDeclaredConstructor();
                    constructor.setAccessible(true);
                } catch (NoSuchMethodException e) {
                    return skip("an instance method of a class without a constructor without parameters");
                }
            }
            for (Class<?> type : types) {
                if (!type.isPrimitive() && !(type.isArray() && type.getComponentType().isPrimitive())) {
                    return skip("no values are known for a parameter of type " + type.getName());
                }
            }
            return true;
        }

        private boolean skip(String why) {
            kind = "skipped";
            detail = why;
            return false;
        }

        private static Method find(Class<?> owner, String name, String descriptor) throws NoSuchMethodException {
            for (Method method : owner.getDeclaredMethods()) {
                String own = java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
                if (method.getName().equals(name) && own.equals(descriptor)) {
                    method.setAccessible(true);
                    return method;
                }
            }
            throw new NoSuchMethodException(owner.getName() + "." + name + descriptor);
        }

        private void sample() throws Throwable {
            SplittableRandom random = new SplittableRandom(20240229L);
            for (int k = 0; k < points && kind.equals("ok"); k++) {
                Object[] arguments = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    arguments[i] = argument(types[i], random, k);
                }
                double[] direction = new double[independents.length];
                for (int i = 0; i < direction.length; i++) {
                    direction[i] = random.nextDouble() * 2 - 1;
                }
                point(arguments, direction);
            }
        }

        private static Object argument(Class<?> type, SplittableRandom random, int k) {
            if (type.isArray()) {
                Object array = Array.newInstance(type.getComponentType(), 8);
                for (int i = 0; i < 8; i++) {
                    Array.set(array, i, argument(type.getComponentType(), random, k));
                }
                return array;
            }
            double x;
            switch (k % 4) {
                case 0: x = 0.2 + 1.8 * random.nextDouble(); break;
                case 1: x = random.nextDouble() * 6 - 3; break;
                case 2: x = Math.exp(random.nextDouble() * 8 - 4); break;
                default: x = random.nextDouble(); break;
            }
            if (type == double.class) return x;
            if (type == float.class) return (float) x;
            if (type == boolean.class) return random.nextInt(2) == 0;
            int small = random.nextInt(7);
            if (type == long.class) return (long) small;
            if (type == byte.class) return (byte) small;
            if (type == short.class) return (short) small;
            if (type == char.class) return (char) ('a' + small);
            return small;
        }

        /** Calls with fresh copies, so that no call sees what another one did. */
        private Object call(Method method, Object[] arguments) throws Throwable {
            Object[] copy = arguments.clone();
            for (int i = 0; i < types.length; i++) {
                if (types[i].isArray()) {
                    int length = Array.getLength(arguments[i]);
                    copy[i] = Array.newInstance(types[i].getComponentType(), length);
                    System.arraycopy(arguments[i], 0, copy[i], 0, length);
                }
            }
            try {
                return method.invoke(constructor == null ? null : constructor.newInstance(), copy);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private static String bits(Object value) {
            if (value instanceof Double) return "D" + Double.doubleToLongBits((Double) value);
            if (value instanceof Float) return "F" + Float.floatToIntBits((Float) value);
            return String.valueOf(value);
        }

        private void point(Object[] arguments, double[] direction) throws Throwable {
            Object value = null;
            Throwable thrown = null;
            try {
                value = call(primal, arguments);
            } catch (LinkageError e) {
                throw e;
            } catch (Throwable e) {
                thrown = e;
            }
            if (thrown == null && !bits(value).equals(bits(call(primal, arguments)))) {
                undecided++;
                detail = "two calls at one point give two values";
                return;
            }
            double[] unit = new double[independents.length];
            for (int i = 0; i <= independents.length; i++) {
                double[] seed = i < independents.length ? new double[independents.length] : direction;
                if (i < independents.length) {
                    seed[i] = 1;
                }
                if (jvp == null) {
                    break;
                }
                double[] tangent = {Double.NaN};
                Object own = null;
                try {
                    own = call(jvp, extended(arguments, seed, tangent));
                } catch (LinkageError e) {
                    throw e;
                } catch (Throwable e) {
                    if (thrown == null || thrown.getClass() != e.getClass()) {
                        wrong(arguments, "the derivative throws " + e + ", the method " + (thrown == null ? "gives " + value : "throws " + thrown));
                        return;
                    }
                    continue;
                }
                if (thrown != null) {
                    wrong(arguments, "the method throws " + thrown + ", the derivative gives " + own);
                    return;
                }
                if (!bits(own).equals(bits(value))) {
                    wrong(arguments, "the derivative returns the value " + own + ", the method " + value);
                    return;
                }
                if (i < independents.length) {
                    unit[i] = tangent[0];
                } else {
                    linear(arguments, seed, unit, tangent[0]);
                }
            }
            if (thrown != null || !(value instanceof Number)) {
                undecided++;
                return;
            }
            boolean all = true;
            for (int i = 0; i < independents.length && kind.equals("ok"); i++) {
                if (jvp != null) {
                    all &= compare(arguments, i, unit[i], jvp.getName() + ", tangent of " + names[i]);
                }
                if (partials[i] != null && kind.equals("ok")) {
                    all &= compare(arguments, i, ((Number) call(partials[i], arguments)).doubleValue(), partials[i].getName());
                }
            }
            if (kind.equals("ok")) {
                if (all) decided++; else undecided++;
            }
        }

        /** The arguments of the jvp: the primal's, a tangent per independent of its type, the result array. */
        private Object[] extended(Object[] arguments, double[] seed, double[] tangent) {
            List<Object> all = new ArrayList<>(List.of(arguments));
            for (int i = 0; i < independents.length; i++) {
                all.add(types[independents[i]] == float.class ? (Object) (float) seed[i] : (Object) seed[i]);
            }
            all.add(tangent);
            return all.toArray();
        }

        /** The tangent is linear in the seeds: a check without differences. */
        private void linear(Object[] arguments, double[] seed, double[] unit, double tangent) {
            double sum = 0;
            double scale = 0;
            for (int i = 0; i < seed.length; i++) {
                double s = types[independents[i]] == float.class ? (float) seed[i] : seed[i];
                sum += s * unit[i];
                scale += Math.abs(s * unit[i]);
            }
            double tolerance = (single ? 1e-4 : 1e-9) * scale;
            if (Double.isFinite(scale) && !(Math.abs(sum - tangent) <= tolerance)) {
                wrong(arguments, jvp.getName() + " is not linear: along " + java.util.Arrays.toString(seed) + " it is " + tangent + ", by the units " + sum);
            }
        }

        private void wrong(Object[] arguments, String what) {
            kind = "wrong";
            StringBuilder text = new StringBuilder("at (");
            for (int i = 0; i < arguments.length; i++) {
                Object a = arguments[i];
                text.append(i > 0 ? ", " : "").append(a instanceof double[] ? java.util.Arrays.toString((double[]) a) : String.valueOf(a));
            }
            detail = text.append("): ").append(what).toString();
        }

        /** Whether a derivative could be decided on; a wrong one is recorded. */
        private boolean compare(Object[] arguments, int independent, double derivative, String what) {
            int position = independents[independent];
            boolean narrow = types[position] == float.class;
            double x = ((Number) arguments[position]).doubleValue();
            Curve curve = t -> {
                Object[] moved = arguments.clone();
                moved[position] = narrow ? (Object) (float) t : (Object) t;
                try {
                    return ((Number) call(primal, moved)).doubleValue();
                } catch (Throwable e) {
                    return Double.NaN;
                }
            };
            double step = Math.max(Math.abs(x), 0.1) * (narrow ? 0.125 : 0.0625);
            Slope coarse = ridders(curve, x, step, narrow);
            Slope fine = ridders(curve, x, step / (narrow ? 4 : 32), narrow);
            Slope best = !coarse.usable() || fine.usable() && fine.error < coarse.error ? fine : coarse;
            if (!best.usable()) {
                return false;
            }
            double size = Math.max(Math.abs(best.value), Math.abs(derivative));
            double relative = single ? 2e-3 : 1e-7;
            double apart = Math.abs(derivative - best.value);
            if (apart <= 30 * best.error + relative * size) {
                return best.error <= 1e-3 * size || best.error == 0 || apart <= relative * size;
            }
            if (!coarse.usable() || !fine.usable()) {
                return false;
            }
            boolean agree = Math.abs(coarse.value - fine.value) <= 10 * (coarse.error + fine.error) + relative * Math.abs(best.value);
            boolean sharp = 100 * best.error < apart || Double.isNaN(derivative);
            if (!agree || !sharp || kinked(curve, x, step, narrow, best.value) || derivative == 0 && stepped(curve, x, narrow, best.value)) {
                return false;
            }
            wrong(arguments, what + " is " + derivative + ", the extrapolated difference " + best.value + " ± " + best.error);
            return true;
        }

        /** Whether the slopes on the two sides differ: at a kink or a jump the difference is neither. */
        private boolean kinked(Curve curve, double x, double step, boolean narrow, double slope) {
            double h = narrow ? step / 16 : step / 4096;
            double middle = curve.at(x);
            double right = (curve.at(x + h) - middle) / h;
            double left = (middle - curve.at(x - h)) / h;
            return !(Math.abs(right - left) <= (single ? 0.1 : 0.02) * Math.abs(slope) + 1e-9);
        }

        /** Whether the value stands still over steps that its slope would show: then it moves in jumps. */
        private boolean stepped(Curve curve, double x, boolean narrow, double slope) {
            double ulp = narrow ? Math.ulp((float) x) : Math.ulp(x);
            double middle = curve.at(x);
            double resolution = single ? Math.ulp((float) middle) : Math.ulp(middle);
            double h = ulp * Math.max(1, Math.ceil(16 * resolution / (Math.abs(slope) * ulp)));
            return curve.at(x + h) == middle || curve.at(x - h) == middle;
        }

        /** Ridders' extrapolation of central differences, with rounding in the error estimate. */
        private Slope ridders(Curve curve, double x, double step, boolean narrow) {
            double[][] table = new double[COLUMNS][COLUMNS];
            double value = Double.NaN;
            double error = Double.POSITIVE_INFINITY;
            double h = step;
            int columns = narrow || single ? 4 : COLUMNS;
            for (int i = 0; i < columns; i++, h /= BIG) {
                double up = narrow ? (double) (float) (x + h) : x + h;
                double down = narrow ? (double) (float) (x - h) : x - h;
                double above = curve.at(up);
                double below = curve.at(down);
                table[0][i] = (above - below) / (up - down);
                double largest = Math.max(Math.abs(above), Math.abs(below));
                double rounding = (single ? Math.ulp((float) largest) : Math.ulp(largest)) / (up - down);
                double factor = BIG * BIG;
                for (int j = 1; j <= i; j++, factor *= BIG * BIG) {
                    table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
                    double estimate = Math.max(Math.abs(table[j][i] - table[j - 1][i]), Math.abs(table[j][i] - table[j - 1][i - 1])) + rounding;
                    if (estimate <= error) {
                        error = estimate;
                        value = table[j][i];
                    }
                }
                if (i > 0 && Math.abs(table[i][i] - table[i - 1][i - 1]) >= 2 * error) {
                    break;
                }
            }
            return new Slope(value, error);
        }
    }
}
