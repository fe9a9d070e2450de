import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The classes of a program, and one object of the first. */
final class World {
    final Class<?> main;
    final Twin program;
    final boolean dual;
    final Object object;

    World(Class<?> main, Twin program, boolean dual) throws Exception {
        this.main = main;
        this.program = program;
        this.dual = dual;
        Method make = main.getDeclaredMethod("make");
        make.setAccessible(true);
        object = program.instance ? make.invoke(null) : null;
    }

    private Method method(String name) {
        for (Method method : main.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new IllegalStateException("no method " + name);
    }

    /** The arguments: numbers from the step, arrays of three; one array twice for n = 3. */
    private List<Object> arguments(Twin.Step step) {
        List<Object> arguments = new ArrayList<>();
        int numbers = 0;
        double[] first = null;
        for (char type : program.parameters.toCharArray()) {
            if (type == 'D') {
                arguments.add(step.at[numbers++]);
            } else if (type == 'I') {
                arguments.add(step.n);
            } else {
                double shift = first == null ? 0.5 : -1.5;
                double[] array = {step.at[0] + shift, step.at[1] - shift, shift};
                if (first != null && step.n == 3) {
                    array = first;
                }
                first = array;
                arguments.add(array);
            }
        }
        return arguments;
    }

    /** The tangents of an array argument. */
    private static double[] seedsOf(Twin.Step step) {
        return new double[] {step.seeds[1], step.seeds[0], step.seeds[1] - step.seeds[0]};
    }

    Twin.Outcome invoke(Method method, List<Object> arguments) throws Exception {
        Twin.Outcome outcome = new Twin.Outcome();
        try {
            Object result = method.invoke(object, arguments.toArray());
            if (result instanceof Double number) {
                outcome.value = new double[] {number};
            } else if (result instanceof double[] array) {
                outcome.value = array.clone();
            } else if (result instanceof Dual number) {
                take(outcome, new Dual[] {number});
            } else if (result instanceof Dual[] array) {
                take(outcome, array);
            }
        } catch (InvocationTargetException problem) {
            // A receiver without a derivative, or one array in two places that were held apart.
            outcome.declined = problem.getCause() instanceof UnsupportedOperationException
                    || problem.getCause() instanceof IllegalStateException;
            outcome.thrown = problem.getCause().getClass().getName().replaceAll("^[PT][0-9]+", "");
            if (outcome.thrown.endsWith("Error")) {
                outcome.thrown = problem.getCause().toString();
            }
        }
        return outcome;
    }

    private static void take(Twin.Outcome outcome, Dual[] numbers) {
        outcome.value = new double[numbers.length];
        outcome.tangent = new double[numbers.length];
        outcome.scale = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            Dual number = Dual.z(numbers[i]);
            outcome.value[i] = number.v;
            outcome.tangent[i] = number.t;
            outcome.scale[i] = number.s;
        }
    }

    /** Adds what is left in the array arguments to the outcome. */
    private static void append(Twin.Outcome outcome, Twin.Outcome more) {
        outcome.value = joined(outcome.value, more.value);
        outcome.tangent = joined(outcome.tangent, more.tangent);
        outcome.scale = joined(outcome.scale, more.scale);
    }

    private static double[] joined(double[] a, double[] b) {
        double[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    Twin.Outcome primal(Twin.Step step) throws Exception {
        List<Object> arguments = arguments(step);
        Twin.Outcome outcome = invoke(method("f"), arguments);
        arrays(outcome, arguments, null);
        return outcome;
    }

    private void arrays(Twin.Outcome outcome, List<Object> arguments, List<Object> tangents) {
        for (int i = 0; outcome.thrown == null && i < arguments.size(); i++) {
            if (arguments.get(i) instanceof double[] array) {
                Twin.Outcome more = new Twin.Outcome();
                more.value = array.clone();
                if (tangents != null && tangents.get(i) != null) {
                    more.tangent = ((double[]) tangents.get(i)).clone();
                }
                append(outcome, more);
            }
        }
    }

    boolean isPartial(Twin.Step step) {
        if (!step.action.startsWith("partial")) {
            return false;
        }
        return Arrays.stream(main.getDeclaredMethods()).anyMatch(m -> m.getName().equals(partial(step)));
    }

    private static String partial(Twin.Step step) {
        return "f_d" + (step.action.endsWith("0") ? "x" : "y");
    }

    /** Which array arguments have tangents, by parameter. */
    boolean[] arraysWithTangents(Twin.Step step) {
        boolean[] given = new boolean[program.parameters.length()];
        if (step.action.equals("primal") || isPartial(step)) {
            return given;
        }
        for (Parameter parameter : method("f_jvp").getParameters()) {
            for (int i = 0; i < given.length; i++) {
                String name = method("f").getParameters()[i].getName();
                given[i] |= parameter.getName().equals(name + "_dot") && program.parameters.charAt(i) == 'A';
            }
        }
        return given;
    }

    /** The seed of a number: a partial has a unit direction. */
    private double seed(Twin.Step step, int number) {
        if (step.action.startsWith("partial")) {
            return step.action.endsWith(String.valueOf(number)) ? 1 : 0;
        }
        return step.seeds[number];
    }

    Twin.Outcome derivative(Twin.Step step) throws Exception {
        if (step.action.equals("primal")) {
            return primal(step);
        }
        List<Object> arguments = arguments(step);
        if (isPartial(step)) {
            Twin.Outcome outcome = invoke(method(partial(step)), arguments);
            outcome.tangent = outcome.value;
            return outcome;
        }
        boolean[] given = arraysWithTangents(step);
        List<Object> all = new ArrayList<>(arguments);
        List<Object> tangents = new ArrayList<>();
        int numbers = 0;
        for (int i = 0; i < given.length; i++) {
            Object tangent = null;
            if (program.parameters.charAt(i) == 'D') {
                tangent = seed(step, numbers++);
            } else if (given[i]) {
                tangent = seedsOf(step);
                // One array has one tangent array.
                for (int j = 0; j < i; j++) {
                    tangent = arguments.get(j) == arguments.get(i) && given[j] ? tangents.get(j) : tangent;
                }
            }
            tangents.add(tangent);
            if (tangent != null) {
                all.add(tangent);
            }
        }
        double[] number = new double[1];
        double[][] row = new double[1][];
        Method jvp = method("f_jvp");
        if (jvp.getReturnType() == double.class) {
            all.add(number);
        } else if (jvp.getReturnType() != void.class) {
            all.add(row);
        }
        Twin.Outcome outcome = invoke(jvp, all);
        if (jvp.getReturnType() == double.class) {
            outcome.tangent = number;
        } else if (row[0] != null) {
            outcome.tangent = row[0];
        } else {
            outcome.tangent = new double[outcome.value.length];
        }
        arrays(outcome, arguments, tangents);
        return outcome;
    }

    /** The call on dual numbers. */
    Twin.Outcome dual(Twin.Step step, boolean[] given) throws Exception {
        Dual.current++;
        Dual.wild = false;
        List<Object> arguments = arguments(step);
        List<Object> duals = new ArrayList<>();
        int numbers = 0;
        for (int i = 0; i < arguments.size(); i++) {
            Object argument = arguments.get(i);
            if (argument instanceof Double x) {
                double seed = step.action.equals("primal") ? 0 : seed(step, numbers);
                numbers++;
                argument = new Dual(x, seed, Math.abs(seed));
            } else if (argument instanceof double[] array) {
                argument = ofArray(array, given[i] ? seedsOf(step) : new double[array.length]);
                for (int j = 0; j < i; j++) {
                    argument = arguments.get(j) == arguments.get(i) ? duals.get(j) : argument;
                }
            }
            duals.add(argument);
        }
        Twin.Outcome outcome = invoke(method("f"), duals);
        for (int i = 0; outcome.thrown == null && i < duals.size(); i++) {
            if (duals.get(i) instanceof Dual[] array) {
                Twin.Outcome more = new Twin.Outcome();
                take(more, array);
                if (!given[i]) {
                    more.tangent = new double[0];
                    more.scale = new double[0];
                }
                append(outcome, more);
            }
        }
        return outcome;
    }

    private static Dual[] ofArray(double[] values, double[] tangents) {
        Dual[] array = new Dual[values.length];
        for (int i = 0; i < values.length; i++) {
            array[i] = new Dual(values[i], tangents[i], Math.abs(tangents[i]));
        }
        return array;
    }

    void change(Twin.Step step) throws Exception {
        Field field = main.getDeclaredField(step.name);
        field.setAccessible(true);
        if (step.action.equals("share")) {
            Field other = main.getDeclaredField(step.other);
            other.setAccessible(true);
            field.set(object, other.get(object));
            return;
        }
        Object value = dual ? Dual.c(step.at[0]) : (Object) step.at[0];
        Object held = field.get(object);
        if (held instanceof double[] array) {
            array[0] = step.at[0];
        } else if (held instanceof Dual[] array) {
            array[0] = (Dual) value;
        } else if (field.getType() == double.class || field.getType() == Dual.class) {
            field.set(object, value);
        }
    }
}
