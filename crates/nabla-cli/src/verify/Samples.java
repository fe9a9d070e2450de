package io.github.nablars.verify;

import java.lang.reflect.Array;
import java.util.SplittableRandom;

/** The points at which derivatives are compared: the same ones in every run. */
final class Samples {
    private final SplittableRandom random = new SplittableRandom(20240229L);
    private int taken;

    /** Arguments of these types. Numbers are of four ranges in turn. */
    Object[] arguments(Class<?>[] types) {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i]);
        }
        taken++;
        return arguments;
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
        boolean known = type.isPrimitive() || type.isArray() && type.getComponentType().isPrimitive();
        return known ? null : "no values are known for a parameter of type " + type.getName();
    }

    private Object argument(Class<?> type) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 8);
            for (int i = 0; i < 8; i++) {
                Array.set(array, i, argument(type.getComponentType()));
            }
            return array;
        }
        double x;
        switch (taken % 4) {
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
}
