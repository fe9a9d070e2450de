package io.github.nablars.verify;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The points at which derivatives are compared: the same ones in every run. */
final class Samples {
    private final SplittableRandom random = new SplittableRandom(20240229L);
    /** For objects, so that the numbers are the same ones whatever objects there are. */
    private final SplittableRandom others = new SplittableRandom(20240301L);
    private int taken;

    /** Arguments of these types. Numbers are of four ranges in turn. */
    Object[] arguments(Class<?>[] types) throws Subject.Unknown {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = isPlain(types[i]) ? argument(types[i], random, taken, 8) : Recipe.of(types[i], this, taken, 0);
        }
        taken++;
        return arguments;
    }

    /** An object of the type, made in another way at every point. */
    Recipe object(Class<?> type) throws Subject.Unknown {
        return Recipe.of(type, this, taken, 0);
    }

    /** What an object is made of: numbers of one range after the other, arrays that ascend and others. */
    Object part(Class<?> type, int draw) {
        Object part = argument(type, others, draw, length(draw));
        if (type == double[].class && draw % 8 < 4) {
            Arrays.sort((double[]) part);
        }
        return part;
    }

    /** The length of an array that an object is made of: as long as any other, or as coefficients in two or three dimensions. */
    int length(int draw) {
        if (draw < 24) return draw < 12 ? 8 : 7 + others.nextInt(3);
        return draw < 32 ? 16 : 64;
    }

    /** A direction between independents. */
    double[] direction(int length) {
        double[] direction = new double[length];
        for (int i = 0; i < length; i++) {
            direction[i] = random.nextDouble() * 2 - 1;
        }
        return direction;
    }

    /** Why there are no values for a type, null where there are. */
    static String unknown(Class<?> type) {
        boolean known = isPlain(type) || Recipe.unknown(type) == null;
        return known ? null : "no values are known for a parameter of type " + type.getName();
    }

    /** Numbers, boxes of them, characters, constants of an enumeration, and arrays of them. */
    static boolean isPlain(Class<?> type) {
        return type.isArray() ? isPlain(type.getComponentType()) : type.isPrimitive() || type.isEnum() || isBox(type);
    }

    /** A box of a number to differentiate by. */
    private static boolean isBox(Class<?> type) {
        return type == Double.class || type == Float.class;
    }

    private static Object argument(Class<?> type, SplittableRandom random, int range, int length) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), length);
            for (int i = 0; i < length; i++) {
                Array.set(array, i, argument(type.getComponentType(), random, range, length));
            }
            return array;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        double x;
        switch (range % 4) {
            case 0: x = 0.2 + 1.8 * random.nextDouble(); break;
            case 1: x = random.nextDouble() * 6 - 3; break;
            case 2: x = Math.exp(random.nextDouble() * 8 - 4); break;
            default: x = random.nextDouble(); break;
        }
        if (type == double.class || type == Double.class) return x;
        if (type == float.class || type == Float.class) return (float) x;
        if (type == boolean.class) return random.nextInt(2) == 0;
        int small = random.nextInt(7);
        if (type == long.class) return (long) small;
        if (type == byte.class) return (byte) small;
        if (type == short.class) return (short) small;
        if (type == char.class) return (char) ('a' + small);
        return small;
    }
}
