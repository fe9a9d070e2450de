package io.github.nablars;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The classes of the objects that a function may meet: of what it captured, and of what hangs from that and from static fields of
 * its class. A call is followed into them. Should the function meet another one later, its derivative throws an exception that
 * names the class.
 */
final class Reachable {
    /** Enough for models that consist of parts, and few enough to look at for every function. */
    private static final int OBJECTS = 2048;

    /** Stands behind the name of an interface of which there are lambdas. */
    private static final String LAMBDA = "$$Lambda";

    /** The fields of a class that hold objects; most classes have more than one function. */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive() && field.getType() != String.class) {
                    fields.add(field);
                }
            }
            return fields.toArray(Field[]::new);
        }
    };

    private final MethodHandles.Lookup caller;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> waiting = new ArrayDeque<>();
    private final Set<String> names = new TreeSet<>();

    private Reachable(MethodHandles.Lookup caller) {
        this.caller = caller;
    }

    /** Internal names, in a fixed order. */
    static Set<String> classes(Target target, MethodHandles.Lookup caller) {
        Reachable reachable = new Reachable(caller);
        for (Object value : target.captured()) {
            reachable.meet(value);
        }
        if (!target.isPlatform()) {
            reachable.fields(target.host(), null);
        }
        while (!reachable.waiting.isEmpty()) {
            reachable.lookInto(reachable.waiting.poll());
        }
        return reachable.names;
    }

    private void meet(Object value) {
        if (value != null && value.getClass().isHidden()) {
            lambda(value.getClass());
        }
        if (value == null || seen.size() >= OBJECTS || value instanceof Class || isOpaque(value.getClass()) || !seen.add(value)) {
            return;
        }
        waiting.add(value);
        if (!value.getClass().isArray() && !isCollection(value.getClass())) {
            name(value.getClass());
        }
    }

    /** An object has methods of the classes and interfaces above its own. */
    private void name(Class<?> type) {
        if (type == null || Target.isPlatform(type) || !names.add(type.getName().replace('.', '/'))) {
            return;
        }
        name(type.getSuperclass());
        for (Class<?> implemented : type.getInterfaces()) {
            name(implemented);
        }
    }

    /** A lambda's class has no name; that there is one is told by the interface. */
    private void lambda(Class<?> type) {
        for (Class<?> implemented : type.getInterfaces()) {
            if (!Target.isPlatform(implemented)) {
                names.add(implemented.getName().replace('.', '/') + LAMBDA);
            }
        }
    }

    /** Nothing of ours is in arrays of numbers, in objects of the JDK that are no collections, and in hidden classes. */
    private static boolean isOpaque(Class<?> type) {
        if (isCollection(type)) {
            return false;
        }
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || element.isHidden() || (element == type && Target.isPlatform(type))
                || element == String.class;
    }

    /** Whether it is a collection of the JDK's, which may be looked through without the user's code noticing it. */
    private static boolean isCollection(Class<?> type) {
        return Target.isPlatform(type)
                && type.getName().startsWith("java.util.")
                && (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type) || type == Optional.class);
    }

    private void elements(Object collection) {
        try {
            if (collection instanceof Map<?, ?> map) {
                elements(map.keySet());
                elements(map.values());
            } else if (collection instanceof Optional<?> optional) {
                optional.ifPresent(this::meet);
            } else {
                Iterator<?> elements = ((Iterable<?>) collection).iterator();
                for (int i = 0; i < OBJECTS && elements.hasNext(); i++) {
                    meet(elements.next());
                }
            }
        } catch (VirtualMachineError e) {
            throw e;
        } catch (RuntimeException | Error changed) {
            // By another thread, or a view of what was or of the user's: what is not known has an exception where it is called.
        }
    }

    private void lookInto(Object value) {
        if (isCollection(value.getClass())) {
            elements(value);
            return;
        }
        if (value instanceof Object[] array) {
            for (int i = 0; i < Math.min(array.length, OBJECTS); i++) {
                meet(array[i]);
            }
            return;
        }
        for (Class<?> type = value.getClass(); type != null && !Target.isPlatform(type); type = type.getSuperclass()) {
            fields(type, value);
        }
    }

    /** The fields of an object, or the static ones of a class. */
    private void fields(Class<?> type, Object holder) {
        for (Field field : FIELDS.get(type)) {
            if (Modifier.isStatic(field.getModifiers()) == (holder == null)) {
                meet(read(type, field, holder));
            }
        }
    }

    private Object read(Class<?> type, Field field, Object holder) {
        try {
            if (field.trySetAccessible()) {
                return field.get(holder);
            }
            var getter = Kernels.lookupIn(type, caller).unreflectGetter(field);
            return holder == null ? getter.invoke() : getter.invoke(holder);
        } catch (Throwable unreadable) {
            // Then the calls on it are not followed, and the refusal names them.
            return null;
        }
    }
}
