package io.github.nablars.verify;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How an object is made, anew for each call: by a constructor or a static method of its class, with
 * certain arguments; or an array of such objects.
 */
final class Recipe {
    /** Objects that objects are made of. */
    private static final int DEPTH = 2;
    /** How often arguments are drawn until a constructor takes them. */
    private static final int DRAWS = 40;

    /** Null for an array, whose elements are the arguments. */
    private final Executable maker;
    private final Class<?> type;
    private final Object[] arguments;

    private Recipe(Executable maker, Class<?> type, Object... arguments) {
        this.maker = maker;
        this.type = type;
        this.arguments = arguments;
    }

    /** The object; every call gives another one. */
    Object make() throws ReflectiveOperationException {
        if (maker == null) {
            Object array = Array.newInstance(type, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                Array.set(array, i, fresh(arguments[i]));
            }
            return array;
        }
        Object[] given = new Object[arguments.length];
        for (int i = 0; i < given.length; i++) {
            given[i] = fresh(arguments[i]);
        }
        return maker instanceof Method ? ((Method) maker).invoke(null, given) : ((Constructor<?>) maker).newInstance(given);
    }

    /** What a call is given for an argument: a copy of an array, an object of its own. */
    static Object fresh(Object value) throws ReflectiveOperationException {
        if (value instanceof Recipe) {
            return ((Recipe) value).make();
        }
        if (value == null || !value.getClass().isArray()) {
            return value;
        }
        int length = Array.getLength(value);
        Object copy = Array.newInstance(value.getClass().getComponentType(), length);
        for (int i = 0; i < length; i++) {
            Array.set(copy, i, fresh(Array.get(value, i)));
        }
        return copy;
    }

    @Override
    public String toString() {
        String all = Arrays.deepToString(arguments);
        if (maker == null) {
            return all;
        }
        String name = maker.getDeclaringClass().getSimpleName();
        String call = maker instanceof Method ? name + "." + maker.getName() : "new " + name;
        return call + "(" + all.substring(1, all.length() - 1) + ")";
    }

    /** Why objects of a type cannot be made, null where it is worth trying. */
    static String unknown(Class<?> type) {
        return makers(type, 0).isEmpty() ? "no way is known to make an object of " + type.getName() : null;
    }

    /** Whether objects of a type are made of nothing, and so are all alike. */
    static boolean isSimple(Class<?> type) {
        List<Executable> makers = makers(type, 0);
        return makers.size() == 1 && makers.get(0).getParameterCount() == 0;
    }

    /**
     * An object that can be made, by the way whose turn it is or else another one.
     *
     * @throws Subject.Unknown if every way throws, with what the last one throws
     */
    static Recipe of(Class<?> type, Samples samples, int turn, int depth) throws Subject.Unknown {
        List<Executable> makers = makers(type, depth);
        Throwable thrown = null;
        for (int i = 0; i < makers.size(); i++) {
            Executable maker = makers.get((i + turn) % makers.size());
            int draws = maker.getParameterCount() == 0 ? 1 : DRAWS;
            for (int draw = 0; draw < draws; draw++) {
                try {
                    Recipe recipe = drawn(maker, type, samples, turn, draw, depth);
                    if (type.isInstance(recipe.make())) {
                        return recipe;
                    }
                } catch (InvocationTargetException e) {
                    thrown = e.getCause();
                } catch (Subject.Unknown e) {
                    // What it is made of cannot be made.
                    thrown = e;
                    break;
                } catch (ReflectiveOperationException | RuntimeException e) {
                    thrown = e;
                }
            }
        }
        throw new Subject.Unknown("no object of " + type.getName() + " could be made" + (thrown == null ? "" : ": " + thrown));
    }

    private static Recipe drawn(Executable maker, Class<?> type, Samples samples, int turn, int draw, int depth)
            throws Subject.Unknown {
        Class<?>[] types = maker.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = part(types[i], samples, turn, draw, depth + 1);
        }
        return new Recipe(maker, type, arguments);
    }

    private static Object part(Class<?> type, Samples samples, int turn, int draw, int depth) throws Subject.Unknown {
        if (Samples.isPlain(type)) {
            return samples.part(type, draw);
        }
        if (!type.isArray()) {
            return of(type, samples, turn, depth);
        }
        Object[] parts = new Object[samples.length(draw)];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(type.getComponentType(), samples, turn, draw, depth);
        }
        return new Recipe(null, type.getComponentType(), parts);
    }

    /**
     * The ways to make an object of the type: the constructor without parameters, or else the public
     * constructors and static methods, or where there are none all constructors and the static methods
     * of the classes above; few parameters first.
     */
    private static List<Executable> makers(Class<?> type, int depth) {
        List<Executable> makers = new ArrayList<>();
        if (depth > DEPTH || isOfTheJdk(type) || type.isInterface()) {
            return makers;
        }
        boolean concrete = !Modifier.isAbstract(type.getModifiers());
        List<Executable> others = new ArrayList<>();
        for (Constructor<?> constructor : concrete ? type.getDeclaredConstructors() : new Constructor<?>[0]) {
            if (constructor.getParameterCount() == 0) {
                constructor.setAccessible(true);
                return List.of(constructor);
            }
            if (constructor.isSynthetic()) {
                continue;
            }
            (Modifier.isPublic(constructor.getModifiers()) ? makers : others).add(constructor);
        }
        offered(type, type, makers);
        // What a class above gives may be such an object.
        for (Class<?> above = type.getSuperclass(); above != null && !isOfTheJdk(above); above = above.getSuperclass()) {
            offered(above, type, others);
        }
        makers.removeIf(maker -> !isKnown(maker, depth));
        others.removeIf(maker -> !isKnown(maker, depth));
        List<Executable> found = makers.isEmpty() ? others : makers;
        found.sort(Comparator.<Executable>comparingInt(Executable::getParameterCount).thenComparing(Executable::toString));
        found.forEach(maker -> maker.setAccessible(true));
        return found;
    }

    /** The public static methods of a class that may give an object of the type. */
    private static void offered(Class<?> owner, Class<?> type, List<Executable> makers) {
        for (Method method : owner.getDeclaredMethods()) {
            int wanted = Modifier.PUBLIC | Modifier.STATIC;
            boolean offered = (method.getModifiers() & wanted) == wanted && !method.isSynthetic();
            Class<?> result = method.getReturnType();
            if (offered && (type.isAssignableFrom(result) || result == owner)) {
                makers.add(method);
            }
        }
    }

    private static boolean isKnown(Executable maker, int depth) {
        return Arrays.stream(maker.getParameterTypes()).allMatch(type -> {
            Class<?> element = type;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            return Samples.isPlain(element) || !makers(element, depth + 1).isEmpty();
        });
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }
}
