package io.github.nablars.verify;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The fields of its object that a method is differentiated by. Their values stand behind the arguments, as
 * their tangents do in the derivative, and are put into the object before each call.
 */
final class Held {
    private final Field[] fields;
    /** Where their values begin. */
    private final int from;

    Held(Class<?> owner, String names, int from) throws NoSuchFieldException {
        String[] all = names.isEmpty() ? new String[0] : names.split(",");
        this.from = from;
        fields = new Field[all.length];
        for (int i = 0; i < all.length; i++) {
            fields[i] = find(owner, all[i]);
            fields[i].setAccessible(true);
        }
    }

    private static Field find(Class<?> owner, String name) throws NoSuchFieldException {
        for (Class<?> above = owner; above != null; above = above.getSuperclass()) {
            for (Field field : above.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(owner.getName() + "." + name);
    }

    boolean isEmpty() {
        return fields.length == 0;
    }

    /** The types of the parameters, those of the fields behind them. */
    Class<?>[] behind(Class<?>[] parameters) {
        return Stream.concat(Arrays.stream(parameters), Arrays.stream(fields).map(Field::getType)).toArray(Class<?>[]::new);
    }

    /** What a method is passed of arguments that have the values of the fields among them. */
    Object[] passed(Object[] arguments) {
        List<Object> passed = new ArrayList<>(Arrays.asList(arguments));
        passed.subList(from, from + fields.length).clear();
        return passed.toArray();
    }

    /**
     * Puts the values that an object has among the arguments. What it leaves at 0 stays as it was drawn: a
     * field that is assigned later.
     */
    void take(Object object, Object[] arguments) throws ReflectiveOperationException {
        for (int i = 0; i < fields.length; i++) {
            Object own = fields[i].get(object);
            arguments[from + i] = isZero(own) ? shaped(own, arguments[from + i]) : Recipe.fresh(own);
        }
    }

    private static boolean isZero(Object value) {
        if (value == null || !value.getClass().isArray()) {
            return value == null || ((Number) value).doubleValue() == 0;
        }
        boolean zero = true;
        for (int k = 0; k < Array.getLength(value); k++) {
            zero &= isZero(Array.get(value, k));
        }
        return zero;
    }

    /** What was drawn, in arrays as long as the object's own. */
    private static Object shaped(Object own, Object drawn) {
        if (own == null || drawn == null || !own.getClass().isArray()) {
            return drawn;
        }
        Object shaped = Array.newInstance(own.getClass().getComponentType(), Array.getLength(own));
        for (int k = 0; k < Array.getLength(own); k++) {
            Array.set(shaped, k, shaped(Array.get(own, k), Array.get(drawn, k % Array.getLength(drawn))));
        }
        return shaped;
    }

    /** The object with these values in its fields: the same one, but for a record, whose fields cannot be set. */
    Object put(Object object, Object[] arguments) throws ReflectiveOperationException {
        if (fields.length > 0 && object.getClass().getSuperclass().getName().equals("java.lang.Record")) {
            return record(object, arguments);
        }
        for (int i = 0; i < fields.length; i++) {
            fields[i].set(object, arguments[from + i]);
        }
        return object;
    }

    /** A record is made anew of its components. */
    private Object record(Object object, Object[] arguments) throws ReflectiveOperationException {
        List<Class<?>> types = new ArrayList<>();
        List<Object> components = new ArrayList<>();
        for (Field field : object.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                continue;
            }
            field.setAccessible(true);
            int place = Arrays.asList(fields).indexOf(field);
            types.add(field.getType());
            components.add(place < 0 ? field.get(object) : arguments[from + place]);
        }
        Constructor<?> constructor = object.getClass().getDeclaredConstructor(types.toArray(new Class<?>[0]));
        constructor.setAccessible(true);
        Object made = constructor.newInstance(components.toArray());
        for (int i = 0; i < fields.length; i++) {
            Object own = fields[i].get(made);
            if (!Objects.deepEquals(own, arguments[from + i])) {
                String name = object.getClass().getName();
                throw new IllegalArgumentException("a constructor of " + name + " changes what it is given");
            }
            arguments[from + i] = own;
        }
        return made;
    }
}
