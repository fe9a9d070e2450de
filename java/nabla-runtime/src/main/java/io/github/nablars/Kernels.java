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

    private static final MethodType FROM_CAPTURED = MethodType.methodType(Object.class, Object[].class);

    /** How the names of kernels end, before what the JVM adds to hidden ones. */
    private static final String SUFFIX = "$Nabla";

    private static final ClassValue<ConcurrentHashMap<String, AtomicReference<SoftReference<MethodHandle>>>> TABLE =
            new ClassValue<>() {
                @Override
                protected ConcurrentHashMap<String, AtomicReference<SoftReference<MethodHandle>>> computeValue(Class<?> host) {
                    return new ConcurrentHashMap<>();
                }
            };

    private Kernels() {}

    /** A kernel with the captured values of this function. */
    static Object of(String kind, Target target, MethodHandles.Lookup caller) {
        return make(constructor(kind, target, caller), target.captured());
    }

    /** A kernel with these captured values. */
    static Object make(MethodHandle constructor, Object[] captured) {
        try {
            return constructor.invokeExact(captured);
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

    /** What makes kernels of this kind from captured values. */
    static MethodHandle constructor(String kind, Target target, MethodHandles.Lookup caller) {
        var table = TABLE.get(target.host());
        String key = kind + " " + target.isStatic() + " " + target.method() + target.descriptor();
        AtomicReference<SoftReference<MethodHandle>> common = slot(table, key);
        MethodHandle constructor = in(common);
        if (constructor != null) {
            return constructor;
        }
        // Only where calls are decided by their receivers is a kernel for some classes of receivers.
        Set<String> known = Reachable.classes(target, caller);
        var own = slot(table, key + " " + known);
        // One thread works, the others who want the same wait for it.
        synchronized (own) {
            constructor = in(own);
            if (constructor == null) {
                Answer answer = answer(kind, target, known);
                constructor = define(answer, target, caller);
                own.set(new SoftReference<>(constructor));
                if (!answer.dispatched) {
                    common.set(own.get());
                }
            }
            return constructor;
        }
    }

    private static AtomicReference<SoftReference<MethodHandle>> slot(
            ConcurrentHashMap<String, AtomicReference<SoftReference<MethodHandle>>> table, String key) {
        return table.computeIfAbsent(key, absent -> new AtomicReference<>());
    }

    private static MethodHandle in(AtomicReference<SoftReference<MethodHandle>> slot) {
        SoftReference<MethodHandle> reference = slot.get();
        return reference == null ? null : reference.get();
    }

    private static Answer answer(String kind, Target target, Set<String> known) {
        Engine engine = Engine.get();
        return new Answer(engine.differentiate(Question.of(kind, target, known), new ClassBytes(loader(target), engine, target.host())));
    }

    private static ClassLoader loader(Target target) {
        return target.isPlatform() ? Nabla.class.getClassLoader() : target.host().getClassLoader();
    }

    private static MethodHandle define(Answer answer, Target target, MethodHandles.Lookup caller) {
        try {
            return define(answer, loader(target), caller);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new NablaInternalError("the derivative of " + target.host().getName() + "." + target.method()
                    + " cannot be defined", e);
        }
    }

    private static MethodHandle define(Answer answer, ClassLoader loader, MethodHandles.Lookup caller)
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
            defined.put(part.home(), part.links().isEmpty()
                    ? beside.defineHiddenClass(part.bytes(), false, nestmate)
                    : beside.defineHiddenClassWithClassData(part.bytes(), links, false, nestmate));
        }
        for (int i = 0; i < data.size(); i++) {
            for (Answer.Link link : answer.parts.get(i).links()) {
                MethodHandles.Lookup callee = defined.get(link.home());
                MethodType type = MethodType.fromMethodDescriptorString(link.descriptor(), callee.lookupClass().getClassLoader());
                data.get(i).add(callee.findStatic(callee.lookupClass(), link.method(), type));
            }
        }
        MethodHandles.Lookup kernel = defined.get(answer.parts.get(0).home());
        MethodType type = MethodType.fromMethodDescriptorString(answer.constructor, kernel.lookupClass().getClassLoader());
        return kernel.findConstructor(kernel.lookupClass(), type).asSpreader(Object[].class, type.parameterCount())
                .asType(FROM_CAPTURED);
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
