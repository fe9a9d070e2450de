import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Random sequences of derivative calls, primal calls and changes on one object. A derivative must give,
 * bit for bit, what it gives on a new object that saw primal calls and changes alone; and leave the
 * same behind.
 *
 * <p>Arguments: the first seed, how many sequences, and the classes. Prints one line per class; a
 * sequence that fails is printed with its seed, and the exit code is 1.
 */
final class Sequences {
    private static final String[] ACTIONS = {"f", "g", "change", "f_dx", "f_dy", "f_jvp", "g_jvp", "g_dx"};
    private static final int LONGEST = 9;

    private final Class<?> type;
    private final Constructor<?> make;
    private final Map<String, Method> methods = new HashMap<>();
    private int compared;
    private int moving;

    private Sequences(Class<?> type) throws Exception {
        this.type = type;
        make = type.getDeclaredConstructor();
        for (Method method : type.getDeclaredMethods()) {
            methods.put(method.getName(), method);
        }
    }

    /** One action with its arguments. */
    private record Step(String action, double x, double y, double[] direction, int n) {
        static Step draw(SplittableRandom random) {
            double[] direction = {random.nextInt(-4, 5) / 4.0, random.nextInt(-4, 5) / 4.0, random.nextInt(2)};
            String action = ACTIONS[random.nextInt(ACTIONS.length)];
            return new Step(
                    action, random.nextInt(-8, 9) / 8.0, random.nextInt(-8, 9) / 8.0, direction, random.nextInt(6));
        }

        boolean isDerivative() {
            return action.contains("_");
        }

        /** The same without derivative. */
        Step primal() {
            return new Step(action.substring(0, 1), x, y, direction, n);
        }

        @Override
        public String toString() {
            return action + "(" + x + ", " + y + ", " + Arrays.toString(direction) + ", " + n + ")";
        }
    }

    /** What came of a step: the exception, or numbers. */
    private record Outcome(String thrown, long[] bits) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Outcome o && thrown.equals(o.thrown) && Arrays.equals(bits, o.bits);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bits);
        }

        @Override
        public String toString() {
            return thrown + Arrays.toString(Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray());
        }
    }

    private Outcome run(Object object, Step step) throws Exception {
        double[] a = {step.x, step.y, step.x - step.y};
        double[] aDot = {step.direction[1], step.direction[0], step.direction[2]};
        double[] tangent = new double[1];
        Method method = methods.get(step.action);
        Object[] arguments = switch (step.action) {
            case "f", "f_dx", "f_dy" -> new Object[] {step.x, step.y};
            case "f_jvp" -> new Object[] {step.x, step.y, step.direction[0], step.direction[1], tangent};
            case "g", "g_dx" -> new Object[] {a, step.x};
            case "g_jvp" -> new Object[] {a, step.x, aDot, step.direction[0], tangent};
            default -> new Object[] {step.n, step.x};
        };
        List<Double> numbers = new ArrayList<>();
        String thrown = "";
        try {
            if (method.invoke(object, arguments) instanceof Double value) {
                numbers.add(value);
            }
            numbers.add(tangent[0]);
            Arrays.stream(a).forEach(numbers::add);
            Arrays.stream(aDot).forEach(numbers::add);
        } catch (InvocationTargetException problem) {
            thrown = problem.getCause().toString();
        }
        long[] bits = numbers.stream().mapToLong(Double::doubleToLongBits).toArray();
        return new Outcome(thrown, bits);
    }

    private long[] state(Object object) throws Exception {
        double[] state = (double[]) methods.get("state").invoke(object);
        return Arrays.stream(state).mapToLong(Double::doubleToLongBits).toArray();
    }

    /** The first step that differs; null where none does. */
    private String check(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<Step> steps = new ArrayList<>();
        for (int i = 2 + random.nextInt(LONGEST - 1); i > 0; i--) {
            steps.add(Step.draw(random));
        }
        Object object = make.newInstance();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Outcome found = run(object, step);
            if (!step.isDerivative()) {
                continue;
            }
            Object fresh = make.newInstance();
            for (Step before : steps.subList(0, i)) {
                run(fresh, before.primal().action.equals("c") ? before : before.primal());
            }
            Outcome expected = run(fresh, step);
            compared++;
            moving += expected.bits.length > 1 && expected.bits[step.action.endsWith("jvp") ? 1 : 0] != 0 ? 1 : 0;
            if (!found.equals(expected) || !Arrays.equals(state(object), state(fresh))) {
                return type.getName() + ", seed " + seed + ": " + found + ", on a new object " + expected + "\n  "
                        + String.join("\n  ", steps.subList(0, i + 1).stream().map(Step::toString).toList());
            }
        }
        return null;
    }

    public static void main(String[] args) throws Exception {
        long first = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        for (String name : args[2].split(",")) {
            Sequences sequences = new Sequences(Class.forName(name));
            for (long seed = first; seed < first + count; seed++) {
                String problem = sequences.check(seed);
                if (problem != null) {
                    System.out.println(problem);
                    System.exit(1);
                }
            }
            System.out.println(name + "\t" + count + "\t" + sequences.compared + "\t" + sequences.moving);
        }
    }
}
