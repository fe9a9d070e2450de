package io.github.nablars.verify;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/** The comparison at one point: values bit for bit, tangents with one another and with differences. */
final class Point {
    private final Subject subject;
    private final Object[] arguments;
    private final Lanes lanes;
    private String doubt = "";
    private String unfollowed = "";
    /** What was compared: what, derivative, difference, its error, verdict. */
    private final List<String> checks = new ArrayList<>();

    Point(Subject subject, Object[] arguments) {
        this.subject = subject;
        this.arguments = arguments;
        this.lanes = new Lanes(subject, arguments);
    }

    /** How many numbers there are to differentiate by. */
    int dimension() {
        return lanes.count();
    }

    /** What was compared, a line each; the point comes first. */
    List<String> told() {
        List<String> told = new ArrayList<>(List.of("point\t" + shown()));
        checks.forEach(check -> told.add("check\t" + check));
        return told;
    }

    /** Why nothing was decided, empty where there is nothing special to say. */
    String doubt() {
        return doubt;
    }

    /** What a derivative says that it does not follow here; empty where all of them follow all. */
    String unfollowed() {
        return unfollowed;
    }

    /** Whether all derivatives are right here; false if that cannot be decided. */
    boolean decide(double[] direction) throws Subject.Wrong {
        Outcome primal = Outcome.of(subject, subject.primal, arguments);
        try {
            return !fickle(primal, 1) && decide(direction, primal);
        } catch (Subject.Wrong e) {
            // What draws lots may well have drawn the same ones twice, but not every time.
            if (fickle(primal, 20_000)) {
                return false;
            }
            throw e;
        }
    }

    /** Whether one of so many calls more, within two seconds, gives another value. */
    private boolean fickle(Outcome primal, int calls) {
        long end = System.nanoTime() + 2_000_000_000L;
        for (int i = 0; i < calls && System.nanoTime() - end < 0; i++) {
            if (primal.thrown == null && !primal.same(Outcome.of(subject, subject.primal, arguments))) {
                doubt = "two calls at one point give two values";
                return true;
            }
        }
        return false;
    }

    private boolean decide(double[] direction, Outcome primal) throws Subject.Wrong {
        double[] values = primal.numbers(primal.value, subject.arrays);
        double[][] unit = new double[dimension()][];
        double[] partial = new double[dimension()];
        double[] along = {};
        if (subject.jvp != null) {
            for (int i = 0; i < unit.length; i++) {
                unit[i] = tangents(lanes.basis(i), primal);
            }
            along = tangents(direction, primal);
        }
        boolean[] told = new boolean[dimension()];
        for (int i = 0; i < unit.length; i++) {
            Method form = subject.partials[lanes.independent(i)];
            if (form != null) {
                Outcome own = Outcome.of(subject, form, arguments);
                told[i] = follows(own);
                if (told[i]) {
                    alike(primal, own);
                    partial[i] = number(own.numbers(own.value), 0);
                }
            }
        }
        if (primal.thrown != null) {
            doubt = "at " + shown() + ": the method throws " + primal.thrown;
            return false;
        }
        if (values.length == 0) {
            return false;
        }
        Linearity linearity = new Linearity(subject, lanes, values, seed -> jvp(arguments, seed));
        for (int k = 0; along != null && k < along.length && !Arrays.asList(unit).contains(null); k++) {
            String bent = linearity.bent(direction, unit, along[k], k);
            if (!bent.isEmpty()) {
                throw wrong(bent);
            }
        }
        near(primal);
        boolean all = unfollowed.isEmpty();
        for (int i = 0; i < unit.length; i++) {
            all &= lane(i, values.length, unit[i], told[i] ? partial[i] : null);
        }
        return all;
    }

    /**
     * The derivatives of the numbers of the result by a lane, or where there is no result of those in arrays; null
     * where the method throws.
     */
    double[] column(int lane) {
        if (Outcome.of(subject, subject.primal, arguments).thrown != null) {
            return null;
        }
        Outcome own = Outcome.of(subject, subject.jvp, extended(arguments, lanes.basis(lane)));
        if (subject.primal.getReturnType() == void.class) {
            return tangents(own);
        }
        return own.numbers(Array.get(own.after[own.after.length - 1], 0));
    }

    /** The first number of the result and its derivative, with another number in a lane. */
    double[] along(int lane, double to) {
        Object[] moved = lanes.moved(lane, to);
        Outcome there = Outcome.of(subject, subject.primal, moved);
        Method form = subject.partials[lanes.independent(lane)];
        double[] derivative;
        if (form == null) {
            derivative = jvp(moved, lanes.basis(lane));
        } else {
            Outcome own = Outcome.of(subject, form, moved);
            derivative = own.numbers(own.value);
        }
        return new double[] {number(there.numbers(there.value, subject.arrays), 0), number(derivative, 0)};
    }

    /**
     * What approximates a function has the derivative of that function: it is compared with
     * differences of the function, and the value only has to be near.
     */
    private void near(Outcome primal) throws Subject.Wrong {
        if (subject.approximated == null) {
            return;
        }
        Outcome exact = Outcome.of(subject, subject.approximated, arguments);
        double value = number(primal.numbers(primal.value), 0);
        double wanted = number(exact.numbers(exact.value), 0);
        if (Double.isFinite(wanted) && !(Math.abs(value - wanted) <= Math.max(0.2 * Math.abs(wanted), 0.01))) {
            throw wrong("the value is " + value + ", that of the function it approximates " + wanted);
        }
    }

    /**
     * Compares what is known of one lane with differences, for each number of the result. What is null
     * is not known.
     */
    private boolean lane(int lane, int results, double[] unit, Double partial) throws Subject.Wrong {
        boolean all = true;
        Map<Double, double[]> known = new HashMap<>();
        Map<Double, double[]> tangents = new HashMap<>();
        for (int k = 0; k < results; k++) {
            Slopes.Curve value = curve(known, k, t -> {
                Outcome there = Outcome.of(subject, subject.judge(), lanes.moved(lane, t));
                return there.numbers(there.value, subject.arrays);
            });
            Slopes slopes = new Slopes(value, lanes.at(lane), lanes.narrow(lane), subject.single);
            if (unit != null) {
                double[] basis = lanes.basis(lane);
                Slopes.Curve elsewhere = curve(tangents, k, t -> jvp(lanes.moved(lane, t), basis));
                String which = results > 1 ? ", number " + k + " of the result" : "";
                String what = subject.jvp.getName() + ", tangent of " + lanes.name(lane) + which;
                all &= compare(lane, slopes, unit[k], elsewhere, what);
            }
            Method form = subject.partials[lanes.independent(lane)];
            if (partial != null && k == 0) {
                Slopes.Curve elsewhere = curve(new HashMap<>(), 0, t -> {
                    Outcome there = Outcome.of(subject, form, lanes.moved(lane, t));
                    return there.numbers(there.value);
                });
                all &= compare(lane, slopes, partial, elsewhere, form.getName());
            }
        }
        return all;
    }

    /** One of the numbers that a function gives; it is asked only once for all of them. */
    private static Slopes.Curve curve(Map<Double, double[]> known, int which, DoubleFunction<double[]> all) {
        return t -> {
            double[] numbers = known.get(t);
            if (numbers == null) {
                try {
                    numbers = all.apply(t);
                } catch (LinkageError e) {
                    // What a branch needs that is not there is missed only there.
                    numbers = new double[0];
                }
                known.put(t, numbers);
            }
            return number(numbers, which);
        };
    }

    private static double number(double[] numbers, int which) {
        return which < numbers.length ? numbers[which] : Double.NaN;
    }

    /** Whether a derivative follows everything here; what it says otherwise is kept. */
    private boolean follows(Outcome own) {
        if (own.unfollowed() && unfollowed.isEmpty()) {
            unfollowed = "at " + shown() + ": " + own.thrown.getMessage();
        }
        return !own.unfollowed();
    }

    /** A derivative must throw what the method throws, and only that. */
    private void alike(Outcome primal, Outcome own) throws Subject.Wrong {
        if (own.exception() != primal.exception()) {
            throw wrong("the derivative " + own.told() + ", the method " + primal.told());
        }
    }

    /**
     * The tangents along a seed, null where they are not followed; the value, or what is thrown, must be
     * the method's own.
     */
    private double[] tangents(double[] seed, Outcome primal) throws Subject.Wrong {
        Outcome own = Outcome.of(subject, subject.jvp, extended(arguments, seed));
        if (!follows(own)) {
            return null;
        }
        alike(primal, own);
        if (!own.same(primal)) {
            boolean value = Objects.deepEquals(own.value, primal.value);
            String array = value ? " and leaves other values in an array" : "";
            throw wrong("the derivative " + own.told() + array + ", the method " + primal.told());
        }
        double[] tangents = tangents(own);
        int wanted = primal.numbers(primal.value, subject.arrays).length;
        boolean absent = primal.value == null && subject.primal.getReturnType() != void.class;
        if (primal.thrown == null && !absent && tangents.length != wanted) {
            throw wrong("the derivative gives " + tangents.length + " tangents of " + wanted + " numbers");
        }
        return tangents;
    }

    private double[] jvp(Object[] moved, double[] seed) {
        return tangents(Outcome.of(subject, subject.jvp, extended(moved, seed)));
    }

    /** The tangents of the result and of the arrays, in the order of the numbers. */
    private double[] tangents(Outcome own) {
        Object result = own.after[own.after.length - 1];
        Class<?> type = subject.primal.getReturnType();
        Object tangent = type == void.class ? null : Array.get(result, 0);
        int[] places = IntStream.range(0, subject.tangents.length)
            .filter(i -> subject.types[subject.tangents[i]].isArray())
            .map(i -> subject.types.length + i)
            .toArray();
        return own.numbers(tangent, places);
    }

    /** The arguments of the jvp: the primal's, the tangents, the array for the result's. */
    private Object[] extended(Object[] arguments, double[] seed) {
        List<Object> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(Arrays.asList(lanes.tangents(seed)));
        Class<?> type = subject.primal.getReturnType();
        if (type.isArray()) {
            all.add(Array.newInstance(type, 1));
        } else if (type != void.class) {
            all.add(new double[] {Double.NaN});
        }
        return all.toArray();
    }

    /** Whether differences decide for a derivative; a wrong one ends the comparison. */
    private boolean compare(int lane, Slopes slopes, double derivative, Slopes.Curve elsewhere, String what)
            throws Subject.Wrong {
        Slopes.Verdict verdict = slopes.judge(derivative, elsewhere);
        boolean still = verdict == Slopes.Verdict.WRONG && derivative == 0;
        if (still && subject.probe != null && slopes.turns(t -> subject.probe.way(subject, lanes.moved(lane, t)))) {
            verdict = Slopes.Verdict.UNDECIDED;
        }
        Fit measured = slopes.measured();
        String difference = measured == null ? "NaN\tNaN" : measured.slope + "\t" + measured.error;
        checks.add(what + "\t" + derivative + "\t" + difference + "\t" + verdict);
        if (verdict == Slopes.Verdict.WRONG) {
            String told = "at " + shown() + ": " + what + " is " + derivative + ", " + slopes.said();
            throw new Subject.Wrong(told, still);
        }
        if (verdict == Slopes.Verdict.UNDECIDED && !slopes.said().isEmpty() && doubt.isEmpty()) {
            doubt = "at " + shown() + ": " + what + " is " + derivative + ", " + slopes.said();
        }
        return verdict == Slopes.Verdict.AGREES;
    }

    private Subject.Wrong wrong(String what) {
        return new Subject.Wrong("at " + shown() + ": " + what, false);
    }

    private String shown() {
        return subject.shown(arguments);
    }
}
