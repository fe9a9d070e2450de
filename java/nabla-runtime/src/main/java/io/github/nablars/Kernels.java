package io.github.nablars;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Defines kernels, each once for its method. The table of a class is reachable from that class alone, and the kernels in it
 * softly; all its types are those of the JDK, so that it keeps no class loader but the class's own.
 */
final class Kernels {
    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();

    private static final MethodType FROM_NOTHING = MethodType.methodType(Object.class);

    private static final MethodType FROM_CAPTURED = MethodType.methodType(Object.class, Object[].class);

    /** How the names of kernels end, before what the JVM adds to hidden ones. */
    private static final String SUFFIX = "$Nabla";

    /** What makes kernels, and what the methods behind them do with memory. */
    private static final ClassValue<ConcurrentHashMap<String, AtomicReference<SoftReference<Map.Entry<MethodHandle, Integer>>>>>
            TABLE = new ClassValue<>() {
                @Override
                protected ConcurrentHashMap<String, AtomicReference<SoftReference<Map.Entry<MethodHandle, Integer>>>> computeValue(
                        Class<?> host) {
                    return new ConcurrentHashMap<>();
                }
            };

    /** Of the class of a kernel, what it is of. */
    private static final ClassValue<AtomicReference<Origin>> ORIGIN = new ClassValue<>() {
        @Override
        protected AtomicReference<Origin> computeValue(Class<?> kernel) {
            return new AtomicReference<>();
        }
    };

    /** The kind of a kernel, the method behind it, and the privileges of the kernel itself. */
    private record Origin(String kind, Target target, MethodHandles.Lookup inside, MethodType constructor) {}

    private Kernels() {}

    /** A kernel with the captured values of this function. */
    static Object of(String kind, Target target, MethodHandles.Lookup caller) {
        return make(constructor(kind, target, caller), target.captured());
    }

    /** A kernel with these captured values. */
    static Object make(MethodHandle constructor, Object[] captured) {
        try {
            return captured.length == 0 ? (Object) constructor.invokeExact() : (Object) constructor.invokeExact(captured);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new NablaInternalError("a kernel cannot be made", e);
        }
    }

    /** Whether this is the class of a kernel. */
    static boolean isKernel(Class<?> type) {
        return type.isHidden() && type.getName().contains(SUFFIX + "/");
    }

    /** The function behind a kernel of this kind, with what it captured; null if the object is none. */
    static Target behind(Object kernel, String kind) {
        Origin origin = isKernel(kernel.getClass()) ? ORIGIN.get(kernel.getClass()).get() : null;
        if (origin == null || !origin.kind.equals(kind)) {
            return null;
        }
        Object[] captured = new Object[origin.constructor.parameterCount()];
        try {
            for (int i = 0; i < captured.length; i++) {
                Class<?> type = origin.constructor.parameterType(i);
                captured[i] = origin.inside.findGetter(kernel.getClass(), "captured$" + i, type).invoke(kernel);
            }
        } catch (Throwable e) {
            throw new NablaInternalError("a captured value cannot be read", e);
        }
        Target target = origin.target;
        return new Target(target.host(), target.method(), target.descriptor(), target.isStatic(), captured);
    }

    /** What makes kernels of this kind from captured values. */
    static MethodHandle constructor(String kind, Target target, MethodHandles.Lookup caller) {
        return made(kind, target, caller).getKey();
    }

    /** The same, and what the methods behind it do with memory. */
    static Map.Entry<MethodHandle, Integer> made(String kind, Target target, MethodHandles.Lookup caller) {
        var table = TABLE.get(target.host());
        String key = kind + " " + target.isStatic() + " " + target.method() + target.descriptor();
        AtomicReference<SoftReference<Map.Entry<MethodHandle, Integer>>> common = slot(table, key);
        Map.Entry<MethodHandle, Integer> made = in(common);
        if (made != null) {
            return made;
        }
        // Only where calls are decided by their receivers is a kernel for some classes of receivers.
        Set<String> known = Reachable.classes(target, caller);
        var own = slot(table, key + " " + known);
        // One thread works, the others who want the same wait for it.
        synchronized (own) {
            made = in(own);
            if (made == null) {
                Answer answer = answer(kind, target, known);
                made = Map.entry(define(kind, answer, target, caller), answer.effects);
                own.set(new SoftReference<>(made));
                if (!answer.dispatched) {
                    common.set(own.get());
                }
            }
            return made;
        }
    }

    private static <T> AtomicReference<T> slot(ConcurrentHashMap<String, AtomicReference<T>> table, String key) {
        return table.computeIfAbsent(key, absent -> new AtomicReference<>());
    }

    private static <T> T in(AtomicReference<SoftReference<T>> slot) {
        SoftReference<T> reference = slot.get();
        return reference == null ? null : reference.get();
    }

    private static Answer answer(String kind, Target target, Set<String> known) {
        Engine engine = Engine.get();
        ClassBytes classes = new ClassBytes(loader(target), engine, target.host());
        // It is always asked for: so it goes along.
        byte[] host = target.isPlatform() ? null : classes.find(target.owner());
        byte[] question = Question.of(kind, target, known, host == null ? new byte[0] : host);
        return new Answer(engine.differentiate(question, classes));
    }

    private static ClassLoader loader(Target target) {
        return target.isPlatform() ? Nabla.class.getClassLoader() : target.host().getClassLoader();
    }

    private static MethodHandle define(String kind, Answer answer, Target target, MethodHandles.Lookup caller) {
        try {
            MethodHandles.Lookup kernel = define(answer, loader(target), caller);
            MethodType type = MethodType.fromMethodDescriptorString(answer.constructor, kernel.lookupClass().getClassLoader());
            ORIGIN.get(kernel.lookupClass()).set(new Origin(kind, target.withoutCaptured(), kernel, type));
            MethodHandle constructor = kernel.findConstructor(kernel.lookupClass(), type);
            // Spreading takes longer to set up than all the rest.
            return type.parameterCount() == 0 ? constructor.asType(FROM_NOTHING)
                    : constructor.asSpreader(Object[].class, type.parameterCount()).asType(FROM_CAPTURED);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new NablaInternalError("the derivative of " + target.host().getName() + "." + target.method()
                    + " cannot be defined", e);
        }
    }

    /** The privileges of the kernel. */
    private static MethodHandles.Lookup define(Answer answer, ClassLoader loader, MethodHandles.Lookup caller)
            throws ReflectiveOperationException {
        Map<String, MethodHandles.Lookup> defined = new HashMap<>();
        List<List<MethodHandle>> data = new ArrayList<>();
        for (Answer.Part part : answer.parts) {
            Class<?> home = Class.forName(part.home().replace('/', '.'), false, loader);
            MethodHandles.Lookup beside = home == Nabla.class ? OWN : lookupIn(home, caller);
            // Filled when all classes are there, for they may call each other; read when first called.
            List<MethodHandle> links = new ArrayList<>();
            data.add(links);
            MethodHandles.Lookup.ClassOption nestmate = MethodHandles.Lookup.ClassOption.NESTMATE;
            defined.put(part.name(), part.links().isEmpty()
                    ? beside.defineHiddenClass(part.bytes(), false, nestmate)
                    : beside.defineHiddenClassWithClassData(part.bytes(), links, false, nestmate));
        }
        List<MethodHandles.Lookup> functions = new ArrayList<>();
        answer.parts.stream().filter(Answer.Part::isFunction).forEach(part -> functions.add(defined.get(part.name())));
        for (int i = 0; i < data.size(); i++) {
            for (Answer.Link link : answer.parts.get(i).links()) {
                MethodHandles.Lookup callee = defined.get(link.home());
                MethodType type = MethodType.fromMethodDescriptorString(link.descriptor(), loader);
                data.get(i).add(callee == null ? Functions.link(link, type, answer, functions, caller)
                        : callee.findStatic(callee.lookupClass(), link.method(), type));
            }
        }
        return defined.get(answer.parts.get(0).home());
    }

    /** The privileges of a class. */
    static MethodHandles.Lookup lookupIn(Class<?> host, MethodHandles.Lookup caller) {
        MethodHandles.Lookup lookup = caller == null ? OWN : caller;
        if (lookup.lookupClass() == host && lookup.hasFullPrivilegeAccess()) {
            return lookup;
        }
        try {
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(host, lookup);
            return inside.hasFullPrivilegeAccess() ? inside : MethodHandles.privateLookupIn(host, Door.through(inside));
        } catch (IllegalAccessException e) {
            throw Refusals.closed(host, e);
        }
    }
}
