package io.github.nablars.verify;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The numbers to differentiate by among certain arguments: an array is one for each element. */
final class Lanes {
    private final Subject subject;
    private final Object[] arguments;
    /** Of each lane: its independent, and its indices in an array. */
    private final List<int[]> lanes = new ArrayList<>();

    Lanes(Subject subject, Object[] arguments) {
        this.subject = subject;
        this.arguments = arguments;
        for (int i = 0; i < subject.independents.length; i++) {
            collect(arguments[subject.independents[i]], new int[] {i});
        }
    }

    private void collect(Object value, int[] lane) {
        if (value == null || !value.getClass().isArray()) {
            lanes.add(lane);
            return;
        }
        for (int k = 0; k < Array.getLength(value); k++) {
            int[] element = Arrays.copyOf(lane, lane.length + 1);
            element[lane.length] = k;
            collect(Array.get(value, k), element);
        }
    }

    int count() {
        return lanes.size();
    }

    /** The independent of a lane. */
    int independent(int lane) {
        return lanes.get(lane)[0];
    }

    private int parameter(int lane) {
        return subject.independents[independent(lane)];
    }

    String name(int lane) {
        StringBuilder name = new StringBuilder(subject.names[independent(lane)]);
        Arrays.stream(lanes.get(lane)).skip(1).forEach(k -> name.append('[').append(k).append(']'));
        return name.toString();
    }

    /** Whether it is a float. */
    boolean narrow(int lane) {
        Class<?> type = subject.types[parameter(lane)];
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return type == float.class || type == Float.class;
    }

    double at(int lane) {
        Object value = arguments[parameter(lane)];
        for (int k : Arrays.stream(lanes.get(lane)).skip(1).toArray()) {
            value = Array.get(value, k);
        }
        return ((Number) value).doubleValue();
    }

    /** The arguments with another number in a lane. */
    Object[] moved(int lane, double to) {
        Object[] moved = arguments.clone();
        put(moved, lane, to);
        return moved;
    }

    /** The seed that is 1 in a lane. */
    double[] basis(int lane) {
        double[] seed = new double[count()];
        seed[lane] = 1;
        return seed;
    }

    /** The tangents of the arguments that have one: the seed, 0 in arrays that are only written. */
    Object[] tangents(double[] seed) {
        Object[] tangents = new Object[subject.types.length];
        for (int parameter : subject.tangents) {
            if (subject.types[parameter].isArray()) {
                tangents[parameter] = zeros(arguments[parameter]);
            }
        }
        for (int lane = 0; lane < seed.length; lane++) {
            put(tangents, lane, seed[lane]);
        }
        return Arrays.stream(subject.tangents).mapToObj(p -> tangents[p]).toArray();
    }

    /** An array of zeros of the shape of an array, rows included; null of null. */
    private static Object zeros(Object array) {
        if (array == null) {
            return null;
        }
        Object zeros = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        if (array instanceof Object[]) {
            Arrays.setAll((Object[]) zeros, i -> zeros(((Object[]) array)[i]));
        }
        return zeros;
    }

    /** Puts a number, or an array that has it in one place, among values of the parameters' types. */
    private void put(Object[] values, int lane, double number) {
        int parameter = parameter(lane);
        values[parameter] = with(subject.types[parameter], values[parameter], lanes.get(lane), 1, number);
    }

    /** A value of the type, which in an array has the number in one place, the first of whose indices is at this depth. */
    private static Object with(Class<?> type, Object value, int[] lane, int depth, double number) {
        if (!type.isArray()) {
            return type == float.class || type == Float.class ? (Object) (float) number : (Object) number;
        }
        Object copy = Array.newInstance(type.getComponentType(), Array.getLength(value));
        System.arraycopy(value, 0, copy, 0, Array.getLength(value));
        int k = lane[depth];
        Array.set(copy, k, with(type.getComponentType(), Array.get(value, k), lane, depth + 1, number));
        return copy;
    }
}
