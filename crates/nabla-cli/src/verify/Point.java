package io.github.nablars.verify;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/** The comparison at one point: values bit for bit, tangents with one another and with differences. */
final class Point {
    /** Relative changes that leave what a tangent is and change how its terms are rounded. */
    private static final double[] NUDGES = {
        0x1p-52, -0x3p-52, 0x5p-52, -0x1p-45, 0x3p-40, -0x1p-33, 0x1p-27, -0x3p-24, 0x5p-23, -0x1p-21
    };

    private final Subject subject;
    private final Object[] arguments;
    private String doubt = "";

    Point(Subject subject, Object[] arguments) {
        this.subject = subject;
        this.arguments = arguments;
    }

    /** Why nothing was decided, empty where there is nothing special to say. */
    String doubt() {
        return doubt;
    }

    /** Whether all derivatives are right here; false if that cannot be decided. */
    boolean decide(double[] direction) throws Subject.Wrong {
        Outcome primal = outcome(subject.primal, arguments);
        if (primal.thrown == null && !primal.same(outcome(subject.primal, arguments))) {
            doubt = "two calls at one point give two values";
            return false;
        }
        double[] unit = new double[direction.length];
        double[] partial = new double[direction.length];
        double along = 0;
        if (subject.jvp != null) {
            for (int i = 0; i < unit.length; i++) {
                unit[i] = tangent(basis(i), primal);
            }
            along = tangent(direction, primal);
        }
        for (int i = 0; i < partial.length; i++) {
            if (subject.partials[i] != null) {
                Outcome own = outcome(subject.partials[i], arguments);
                alike(primal, own);
                partial[i] = own.number();
            }
        }
        if (!(primal.value instanceof Number)) {
            return false;
        }
        if (subject.jvp != null) {
            linear(direction, unit, along);
        }
        boolean all = true;
        for (int i = 0; i < unit.length; i++) {
            int independent = i;
            int position = subject.independents[i];
            double x = ((Number) arguments[position]).doubleValue();
            Slopes.Curve value = curve(position, a -> outcome(subject.primal, a).number());
            Slopes slopes = new Slopes(value, x, narrow(i), subject.single);
            if (subject.jvp != null) {
                Slopes.Curve elsewhere = curve(position, a -> jvp(a, basis(independent)));
                String what = subject.jvp.getName() + ", tangent of " + subject.names[i];
                all &= compare(slopes, unit[i], elsewhere, what);
            }
            Method form = subject.partials[i];
            if (form != null) {
                Slopes.Curve elsewhere = curve(position, a -> outcome(form, a).number());
                all &= compare(slopes, partial[i], elsewhere, form.getName());
            }
        }
        return all;
    }

    /** What a call comes to: a value or an exception. */
    private static final class Outcome {
        Object value;
        Throwable thrown;

        double number() {
            return value instanceof Number ? ((Number) value).doubleValue() : Double.NaN;
        }

        Class<?> exception() {
            return thrown == null ? null : thrown.getClass();
        }

        String told() {
            return thrown == null ? "gives " + value : "throws " + thrown;
        }

        /** Bit for bit, but for which NaN it is. */
        boolean same(Outcome other) {
            return Objects.equals(value, other.value);
        }
    }

    private Outcome outcome(Method method, Object[] arguments) {
        Outcome outcome = new Outcome();
        try {
            outcome.value = subject.call(method, arguments);
        } catch (LinkageError e) {
            throw e;
        } catch (Throwable e) {
            outcome.thrown = e;
        }
        return outcome;
    }

    /** A derivative must throw what the method throws, and only that. */
    private void alike(Outcome primal, Outcome own) throws Subject.Wrong {
        if (own.exception() != primal.exception()) {
            throw wrong("the derivative " + own.told() + ", the method " + primal.told());
        }
    }

    private double[] basis(int independent) {
        double[] seed = new double[subject.independents.length];
        seed[independent] = 1;
        return seed;
    }

    /** The tangent along a seed; the value, or what is thrown, must be the method's own. */
    private double tangent(double[] seed, Outcome primal) throws Subject.Wrong {
        double[] tangent = {Double.NaN};
        Outcome own = outcome(subject.jvp, extended(arguments, seed, tangent));
        alike(primal, own);
        if (!own.same(primal)) {
            throw wrong("the derivative returns the value " + own.value + ", the method " + primal.value);
        }
        return tangent[0];
    }

    private double jvp(Object[] moved, double[] seed) {
        double[] tangent = {Double.NaN};
        outcome(subject.jvp, extended(moved, seed, tangent));
        return tangent[0];
    }

    /** The arguments of the jvp: the primal's, a tangent per independent of its type, the result array. */
    private Object[] extended(Object[] arguments, double[] seed, double[] tangent) {
        List<Object> all = new ArrayList<>(Arrays.asList(arguments));
        for (int i = 0; i < seed.length; i++) {
            all.add(narrow(i) ? (Object) (float) seed[i] : (Object) seed[i]);
        }
        all.add(tangent);
        return all.toArray();
    }

    private boolean narrow(int independent) {
        return subject.types[subject.independents[independent]] == float.class;
    }

    /**
     * The tangent is linear in the seeds: a check without differences.
     *
     * <p>What is computed is linear but for rounding, and rounding is of the size of the terms that
     * cancel on the way, not of the result. Seeds multiplied by 1 + δ give a tangent multiplied by
     * 1 + δ, every term rounded anew: what is left after dividing is a sample of that rounding. A
     * tangent that is not linear gives away no more than |δ| ≤ 2⁻²¹ of what it is off by.
     */
    private void linear(double[] seed, double[] unit, double along) throws Subject.Wrong {
        double sum = 0;
        double scale = 0;
        for (int i = 0; i < seed.length; i++) {
            double s = narrow(i) ? (float) seed[i] : seed[i];
            sum += s * unit[i];
            scale += Math.abs(s * unit[i]);
        }
        double tolerance = (subject.single ? 1e-4 : 1e-9) * scale;
        if (!Double.isFinite(scale) || Math.abs(sum - along) <= tolerance) {
            return;
        }
        double rounding = rounding(seed, along);
        for (int i = 0; i < seed.length; i++) {
            rounding += Math.abs(seed[i]) * rounding(basis(i), unit[i]);
        }
        if (!(Math.abs(sum - along) <= tolerance + 4 * rounding)) {
            String seeds = Arrays.toString(seed);
            throw wrong(subject.jvp.getName() + " is not linear: along " + seeds + " it is " + along
                + ", by the units " + sum);
        }
    }

    /** By how much a tangent changes when its terms are rounded anew. */
    private double rounding(double[] seed, double tangent) {
        double largest = 0;
        for (double nudge : NUDGES) {
            double[] nudged = Arrays.stream(seed).map(s -> s * (1 + nudge)).toArray();
            double change = jvp(arguments, nudged) / (1 + nudge) - tangent;
            largest = Math.max(largest, Math.abs(change));
        }
        return largest;
    }

    /** A function of one parameter, the others as they are here. */
    private Slopes.Curve curve(int position, ToDoubleFunction<Object[]> function) {
        return t -> {
            Object[] moved = arguments.clone();
            moved[position] = subject.types[position] == float.class ? (Object) (float) t : (Object) t;
            try {
                return function.applyAsDouble(moved);
            } catch (LinkageError e) {
                // What a branch needs that is not there is missed only there.
                return Double.NaN;
            }
        };
    }

    /** Whether differences decide for a derivative; a wrong one ends the comparison. */
    private boolean compare(Slopes slopes, double derivative, Slopes.Curve elsewhere, String what)
            throws Subject.Wrong {
        Slopes.Verdict verdict = slopes.judge(derivative, elsewhere);
        if (verdict == Slopes.Verdict.WRONG) {
            throw wrong(what + " is " + derivative + ", " + slopes.said());
        }
        if (verdict == Slopes.Verdict.UNDECIDED && !slopes.said().isEmpty() && doubt.isEmpty()) {
            doubt = "at " + shown() + ": " + what + " is " + derivative + ", " + slopes.said();
        }
        return verdict == Slopes.Verdict.AGREES;
    }

    private Subject.Wrong wrong(String what) {
        return new Subject.Wrong("at " + shown() + ": " + what);
    }

    private String shown() {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (Object a : arguments) {
            text.add(a instanceof double[] ? Arrays.toString((double[]) a) : String.valueOf(a));
        }
        return text.toString();
    }
}
