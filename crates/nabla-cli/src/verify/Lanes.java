package io.github.nablars.verify;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The numbers to differentiate by among certain arguments: an array is one for each element. */
final class Lanes {
    private final Subject subject;
    private final Object[] arguments;
    /** Of each lane: its independent, and its place in an array or -1. */
    private final List<int[]> lanes = new ArrayList<>();

    Lanes(Subject subject, Object[] arguments) {
        this.subject = subject;
        this.arguments = arguments;
        for (int i = 0; i < subject.independents.length; i++) {
            Object argument = arguments[subject.independents[i]];
            if (argument.getClass().isArray()) {
                for (int k = 0; k < Array.getLength(argument); k++) {
                    lanes.add(new int[] {i, k});
                }
            } else {
                lanes.add(new int[] {i, -1});
            }
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
        int element = lanes.get(lane)[1];
        return subject.names[independent(lane)] + (element < 0 ? "" : "[" + element + "]");
    }

    /** Whether it is a float. */
    boolean narrow(int lane) {
        Class<?> type = subject.types[parameter(lane)];
        return type == float.class || type == Float.class || type == float[].class;
    }

    double at(int lane) {
        Object argument = arguments[parameter(lane)];
        int element = lanes.get(lane)[1];
        return ((Number) (element < 0 ? argument : Array.get(argument, element))).doubleValue();
    }

    /** The arguments with another number in a lane. */
    Object[] moved(int lane, double to) {
        Object[] moved = arguments.clone();
        put(moved, parameter(lane), lanes.get(lane)[1], to);
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
            put(tangents, parameter(lane), lanes.get(lane)[1], seed[lane]);
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
    private void put(Object[] values, int parameter, int element, double number) {
        Class<?> type = subject.types[parameter];
        if (type == double.class || type == Double.class) {
            values[parameter] = number;
        } else if (type == float.class || type == Float.class) {
            values[parameter] = (float) number;
        } else if (type == double[].class) {
            double[] array = ((double[]) values[parameter]).clone();
            array[element] = number;
            values[parameter] = array;
        } else {
            float[] array = ((float[]) values[parameter]).clone();
            array[element] = (float) number;
            values[parameter] = array;
        }
    }
}
