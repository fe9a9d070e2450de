package io.github.nablars.verify;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.DoubleStream;

/** What a call comes to: a value or an exception, and the arrays as it has left them. */
final class Outcome {
    /** How the message ends of an exception by which a derivative says that it does not follow something. */
    private static final String MARK = " (nabla-rs)";

    final Object value;
    final Throwable thrown;
    /** The arguments after the call. */
    final Object[] after;

    private Outcome(Object value, Throwable thrown, Object[] after) {
        this.value = value;
        this.thrown = thrown;
        this.after = after;
    }

    /** Calls with copies of arrays and new objects, so that no call sees what another one did. */
    static Outcome of(Subject subject, Method method, Object[] arguments) {
        Object[] copies = new Object[arguments.length];
        Object receiver;
        try {
            for (int i = 0; i < copies.length; i++) {
                copies[i] = Recipe.fresh(arguments[i]);
            }
            receiver = subject.receiver();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("an object that could be made once cannot be made again", e);
        }
        try {
            Object on = subject.held.put(receiver, copies);
            return new Outcome(method.invoke(on, subject.held.passed(copies)), null, left(arguments, copies));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof LinkageError) {
                throw (LinkageError) e.getCause();
            }
            return new Outcome(null, e.getCause(), left(arguments, copies));
        } catch (ReflectiveOperationException e) {
            return new Outcome(null, e, left(arguments, copies));
        }
    }

    /** The arguments after a call; what became of objects is not looked at. */
    private static Object[] left(Object[] arguments, Object[] copies) {
        Object[] left = copies.clone();
        for (int i = 0; i < left.length; i++) {
            left[i] = arguments[i] instanceof Recipe ? null : left[i];
        }
        return left;
    }

    Class<?> exception() {
        return thrown == null ? null : thrown.getClass();
    }

    /** Whether it is a derivative that says that it does not follow something. */
    boolean unfollowed() {
        boolean ours = exception() == UnsupportedOperationException.class || exception() == IllegalStateException.class;
        return ours && thrown.getMessage() != null && thrown.getMessage().endsWith(MARK);
    }

    String told() {
        return thrown == null ? "gives " + Subject.shown(value) : "throws " + thrown;
    }

    /** Whether value and arrays are the same bit for bit, but for which NaN it is. */
    boolean same(Outcome other) {
        boolean same = Objects.deepEquals(value, other.value);
        for (int i = 0; i < Math.min(after.length, other.after.length); i++) {
            same &= Objects.deepEquals(after[i], other.after[i]);
        }
        return same;
    }

    /** The value's numbers, those of the arrays at these places behind them. */
    double[] numbers(Object value, int... arrays) {
        DoubleStream numbers = numbers(value);
        for (int place : arrays) {
            numbers = DoubleStream.concat(numbers, numbers(after[place]));
        }
        return numbers.toArray();
    }

    private static DoubleStream numbers(Object value) {
        if (value instanceof Number) {
            return DoubleStream.of(((Number) value).doubleValue());
        }
        if (value instanceof double[]) {
            return Arrays.stream((double[]) value);
        }
        if (value instanceof float[]) {
            float[] floats = (float[]) value;
            return DoubleStream.iterate(0, i -> i + 1).limit(floats.length).map(i -> floats[(int) i]);
        }
        if (value instanceof double[][] || value instanceof float[][] || value instanceof Object[][]) {
            return Arrays.stream((Object[]) value).flatMapToDouble(Outcome::numbers);
        }
        return DoubleStream.empty();
    }
}
