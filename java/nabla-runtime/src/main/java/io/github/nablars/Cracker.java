package io.github.nablars;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Finds the method behind a function. */
final class Cracker {
    /** How the JVM calls the fields of a lambda's class, and how they are called in classes that kernels make of lambdas. */
    private static final Pattern CAPTURED = Pattern.compile("arg\\$(\\d+)");
    private static final Pattern CAPTURED_BY_OURS = Pattern.compile("c(\\d+)");

    /** What the names of the latter have. */
    private static final String OURS = "$nabla$Lambda$";

    private final Object f;
    private final String called;
    private final Class<?>[] parameters;
    private final MethodHandles.Lookup caller;

    private Cracker(Object f, String called, Class<?>[] parameters, MethodHandles.Lookup caller) {
        this.f = f;
        this.called = called;
        this.parameters = parameters;
        this.caller = caller;
    }

    static Target target(Object f, Shape shape, MethodHandles.Lookup caller) {
        return target(f, shape.method, shape.parameters, caller);
    }

    static Target target(Object f, String method, Class<?>[] parameters, MethodHandles.Lookup caller) {
        return new Cracker(f, method, parameters, caller).target();
    }

    private Target target() {
        Class<?> type = f.getClass();
        if (Kernels.isKernel(type)) {
            throw Refusals.unknownCode(f, "it is a derivative itself");
        }
        if (type.isHidden()) {
            if (!isLambda(type)) {
                throw Refusals.unknownCode(f, "it is of a hidden class and no lambda");
            }
            Method selected = find(type, called, parameters);
            if (selected != null && selected.getDeclaringClass() != type) {
                // A default method, which calls the lambda's own.
                return Target.of(selected, f);
            }
            if (selected == null && !declares(type)) {
                throw elsewhere("another method");
            }
            return f instanceof Serializable ? serialisable() : proxy(type);
        }
        if (Proxy.isProxyClass(type)) {
            throw Refusals.unknownCode(f, "it is a dynamic proxy, whose handler decides what is called");
        }
        return declared(type);
    }

    /** Whether the JVM, or a kernel, made the class for a lambda or method reference: others define hidden classes of any code. */
    private static boolean isLambda(Class<?> type) {
        return type.isSynthetic() && type.getName().contains("$$Lambda") || type.getName().contains(OURS);
    }

    /** Whether a lambda has a method of the name that takes the arguments, as they are or as objects. */
    private boolean declares(Class<?> type) {
        Class<?>[] objects = MethodType.methodType(void.class, parameters).wrap().parameterArray();
        return Arrays.stream(type.getDeclaredMethods()).anyMatch(method -> {
            Class<?>[] types = method.getParameterTypes();
            return method.getName().equals(called) && types.length == parameters.length && IntStream.range(0, types.length)
                    .allMatch(i -> types[i] == parameters[i] || types[i].isAssignableFrom(objects[i]));
        });
    }

    /** The method by which a class implements the function type. */
    private Target declared(Class<?> type) {
        Method method = find(type, called, parameters);
        if (method == null) {
            throw Refusals.unknownCode(f, "it has no method `" + called + "` for "
                    + parameters[0].getSimpleName());
        }
        return Target.of(method, f);
    }

    /**
     * The method that an object of this class has in place of one of a class above: a class of another package replaces none without
     * access.
     */
    private static Method overriding(Method own, Class<?> type, String name, Class<?>[] parameters) {
        final int open = Modifier.PUBLIC | Modifier.PROTECTED;
        if (own == null || (own.getModifiers() & open) != 0) {
            return find(type, name, parameters);
        }
        Deque<Class<?>> below = new ArrayDeque<>();
        for (Class<?> at = type; at != own.getDeclaringClass(); at = at.getSuperclass()) {
            below.push(at);
        }
        Method chosen = own;
        for (Class<?> at : below) {
            Method found = in(at, name, parameters);
            boolean replaces = (chosen.getModifiers() & open) != 0
                    || at.getPackage() == chosen.getDeclaringClass().getPackage();
            chosen = found != null && replaces ? found : chosen;
        }
        return chosen;
    }

    /** The method as the JVM selects it: private ones above are not inherited, and an interface below another replaces its methods. */
    private static Method find(Class<?> type, String name, Class<?>[] parameters) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            Method found = in(at, name, parameters);
            if (found != null && (at == type || !Modifier.isPrivate(found.getModifiers()))) {
                return found;
            }
            addInterfaces(at, interfaces);
        }
        Method specific = null;
        for (Class<?> at : interfaces) {
            Method found = in(at, name, parameters);
            boolean replaces = specific == null || specific.getDeclaringClass().isAssignableFrom(at);
            if (found != null && !Modifier.isPrivate(found.getModifiers()) && replaces) {
                specific = found;
            }
        }
        return specific;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
        for (Class<?> above : type.getInterfaces()) {
            if (all.add(above)) {
                addInterfaces(above, all);
            }
        }
    }

    private static Method in(Class<?> type, String name, Class<?>[] parameters) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameters)
                    && !Modifier.isAbstract(method.getModifiers()) && !method.isBridge()
                    && !Modifier.isStatic(method.getModifiers())) {
                return method;
            }
        }
        return null;
    }

    /** Only a lambda's own class knows what it calls; writing it out makes it tell. */
    private Target serialisable() {
        SerializedLambda lambda = serialised();
        if (lambda == null) {
            throw Refusals.unknownCode(f, "it is of a hidden class and no lambda");
        }
        if (!lambda.getFunctionalInterfaceMethodName().equals(called)) {
            throw elsewhere(lambda.getFunctionalInterfaceMethodName());
        }
        Object[] captured = new Object[lambda.getCapturedArgCount()];
        Arrays.setAll(captured, lambda::getCapturedArg);
        boolean isStatic = lambda.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic;
        if (lambda.getImplMethodKind() == MethodHandleInfo.REF_newInvokeSpecial) {
            throw Refusals.unknownCode(f, "it is a constructor");
        }
        return implementation(lambda.getImplClass(), lambda.getImplMethodName(), lambda.getImplMethodSignature(), isStatic,
                captured);
    }

    private SerializedLambda serialised() {
        SerializedLambda[] found = new SerializedLambda[1];
        try (ObjectOutputStream out = new Replacing(found)) {
            out.writeObject(f);
        } catch (IOException | RuntimeException | LinkageError e) {
            if (found[0] == null) {
                throw Refusals.unknownCode(f, "it cannot be serialised: " + e);
            }
        }
        return found[0];
    }

    /** Sees what stands for the lambda, and writes nothing of it: what was captured need not be serialisable. */
    private static final class Replacing extends ObjectOutputStream {
        private final SerializedLambda[] found;

        Replacing(SerializedLambda[] found) throws IOException {
            super(OutputStream.nullOutputStream());
            this.found = found;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (object instanceof SerializedLambda lambda) {
                found[0] = lambda;
                return null;
            }
            return object;
        }
    }

    /** A lambda that cannot be serialised: the native library reads its class. */
    private Target proxy(Class<?> type) {
        Engine engine = Engine.get();
        String told = engine.implementation(type, called);
        if (told == null) {
            throw Refusals.unknownCode(f, "its class tells nothing; a lambda of a type that is also Serializable does, such as "
                    + "io.github.nablars.DoubleFunction1");
        }
        String[] parts = told.split(" ");
        boolean isStatic = parts[0].equals("static");
        boolean alone = isStatic && Target.count(parts[3]) == parameters.length;
        Object[] captured = alone ? new Object[0] : captured(type, engine);
        return implementation(parts[1], parts[2], parts[3], isStatic, captured);
    }

    private Object[] captured(Class<?> type, Engine engine) {
        TreeMap<Integer, Field> inOrder = new TreeMap<>();
        Pattern captured = type.getName().contains(OURS) ? CAPTURED_BY_OURS : CAPTURED;
        for (Field field : type.getDeclaredFields()) {
            Matcher named = captured.matcher(field.getName());
            if (named.matches()) {
                inOrder.put(Integer.parseInt(named.group(1)), field);
            }
        }
        return inOrder.values().stream().map(field -> read(type, field, engine)).toArray();
    }

    private Object read(Class<?> type, Field field, Engine engine) {
        try {
            return Kernels.lookupIn(type, caller).unreflectGetter(field).invoke(f);
        } catch (NotDifferentiableException closed) {
            if (field.getType().isPrimitive()) {
                throw closed;
            }
            return engine.read(f, field.getName(), field.getType().descriptorString());
        } catch (Throwable e) {
            throw new NablaInternalError("a captured value cannot be read", e);
        }
    }

    private Target implementation(String owner, String name, String descriptor, boolean isStatic, Object[] captured) {
        Class<?> host;
        try {
            host = Class.forName(owner.replace('/', '.'), false, f.getClass().getClassLoader());
        } catch (ClassNotFoundException e) {
            throw Refusals.unknownCode(f, "its class `" + owner.replace('/', '.') + "` cannot be loaded");
        }
        if (isStatic) {
            return new Target(host, name, descriptor, true, captured);
        }
        if (captured.length == 0 || captured[0] == null) {
            throw Refusals.unknownCode(f, "it has no receiver");
        }
        Object receiver = captured[0];
        Class<?>[] types = MethodType.fromMethodDescriptorString(descriptor, host.getClassLoader()).parameterArray();
        Method own = in(host, name, types);
        if (own == null && receiver.getClass().isHidden()) {
            return new Cracker(receiver, name, types, caller).target();
        }
        return dispatched(host, own, name, descriptor, captured);
    }

    /** The receiver's class decides which method is meant. */
    private static Target dispatched(Class<?> host, Method own, String name, String descriptor, Object[] captured) {
        Class<?>[] types = MethodType.fromMethodDescriptorString(descriptor, host.getClassLoader()).parameterArray();
        Method method = own != null && Modifier.isPrivate(own.getModifiers())
                ? own : overriding(own, captured[0].getClass(), name, types);
        if (method == null || Target.isPlatform(method.getDeclaringClass())) {
            return new Target(host, name, descriptor, false, captured);
        }
        return new Target(method.getDeclaringClass(), name, descriptor, false, captured);
    }

    private NotDifferentiableException elsewhere(String method) {
        return Refusals.unknownCode(f, "it implements `" + method + "`, which `" + called + "` calls in some way");
    }
}
