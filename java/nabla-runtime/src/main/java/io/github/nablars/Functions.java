package io.github.nablars;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/**
 * The functions that a kernel meets while it runs: those that were captured, stand in fields, are passed on or composed. Each is
 * taken apart and differentiated when it is first met, as if it were called by itself; what it captured is constant to it. That is
 * right where values travel between the two as arguments and results alone, and all else is an exception.
 */
final class Functions {
    private static final Lookup OWN = MethodHandles.lookup();

    /** How the names of the interfaces of tangent methods on lanes end. */
    private static final String LANES = "$lanes";

    private static final MethodHandle IS_INSTANCE;

    static {
        try {
            IS_INSTANCE = OWN.findVirtual(Class.class, "isInstance", MethodType.methodType(boolean.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** How such an exception ends: handlers of the user's let it pass. */
    private static final String MARK = " (nabla-rs)";

    /** The methods here of functions of numbers, by the pattern of the tangent method that each stands for. */
    private static final Map<String, String> METHODS = Map.of("1", "unary", "10", "first", "01", "second", "11", "binary");

    /** What methods may do with memory: leave values in arrays and fields, and read what is there. */
    private static final int STORES = 1;
    private static final int READS = 2;

    /** The same with objects of the JDK. */
    private static final int KEEPS = 4;
    private static final int FINDS = 8;

    private final Lookup caller;
    private final int effects;
    private final Set<String> known;

    /** The method of the functions' interface. */
    private final String called;

    /** Functions mostly stay the same from call to call. */
    private volatile Met last = new Met(new WeakReference<>(null), new SoftReference<>(null));

    private record Met(WeakReference<Object> f, SoftReference<Object> tangent) {}

    private Functions(String called, Answer answer, Lookup caller) {
        this.called = called;
        this.caller = caller;
        effects = answer.effects;
        known = answer.known;
    }

    /**
     * What stands for the tangent method of a function in a kernel; its interface is named {@code INTERFACE$METHOD$PATTERN}. The lambdas
     * that the kernel makes itself have that method.
     */
    static MethodHandle link(Answer.Link link, MethodType type, Answer answer, List<Lookup> own, Lookup caller)
            throws ReflectiveOperationException {
        MethodHandle chosen = met(link.home(), type, answer, caller);
        for (Lookup function : own) {
            MethodHandle tangent;
            try {
                tangent = function.findVirtual(function.lookupClass(), link.method(), type.dropParameterTypes(0, 1));
            } catch (NoSuchMethodException absent) {
                continue;
            }
            chosen = MethodHandles.guardWithTest(IS_INSTANCE.bindTo(function.lookupClass()), tangent.asType(type), chosen);
        }
        return chosen;
    }

    private static MethodHandle met(String tangentInterface, MethodType type, Answer answer, Lookup caller)
            throws ReflectiveOperationException {
        String name = tangentInterface.endsWith(LANES)
                ? tangentInterface.substring(0, tangentInterface.length() - LANES.length()) : tangentInterface;
        int pattern = name.lastIndexOf('$');
        String called = name.substring(name.lastIndexOf('$', pattern - 1) + 1, pattern);
        Functions functions = new Functions(called, answer, caller);
        boolean numbers = type.parameterType(1).isPrimitive();
        String method = numbers ? METHODS.get(name.substring(pattern + 1)) : "scalar";
        MethodType plain = numbers ? type : type.changeParameterType(1, Object.class);
        try {
            return OWN.bind(functions, Objects.requireNonNullElse(method, "other"), plain).asType(type);
        } catch (NoSuchMethodException absent) {
            // Only the lambdas that the kernel makes have such a method.
            MethodHandle other = OWN.findStatic(Functions.class, "other", MethodType.methodType(RuntimeException.class, Object.class));
            MethodHandle thrown = MethodHandles.throwException(type.returnType(), RuntimeException.class);
            MethodHandle throwing = MethodHandles.filterArguments(thrown, 0, other).asType(
                    MethodType.methodType(type.returnType(), type.parameterType(0)));
            return MethodHandles.dropArguments(throwing, 1, type.dropParameterTypes(0, 1).parameterList());
        }
    }

    private static RuntimeException other(Object f) {
        return new UnsupportedOperationException(Refusals.unknownFunction(Objects.requireNonNull(f)).getMessage() + MARK);
    }

    /** A function of numbers with its tangent: the arguments, then their tangents. */
    private interface Tangent {
        double at(double[] arguments, double[] tangent);
    }

    double unary(Object f, double x, double dx, double[] tangent) {
        return unary(f).at(new double[] {x, dx}, tangent);
    }

    double unary(Object f, double x, double[] dx, double[][] tangent) {
        double[] slope = new double[1];
        double value = unary(f).at(new double[] {x, 1}, slope);
        tangent[0] = LaneBlocks.scaled(slope[0], x, dx);
        return value;
    }

    double first(Object f, double x, double y, double dx, double[] tangent) {
        return binary(f).at(new double[] {x, y, dx, 0}, tangent);
    }

    double first(Object f, double x, double y, double[] dx, double[][] tangent) {
        return binary(f, x, y, dx, null, tangent);
    }

    double second(Object f, double x, double y, double dy, double[] tangent) {
        return binary(f).at(new double[] {x, y, 0, dy}, tangent);
    }

    double second(Object f, double x, double y, double[] dy, double[][] tangent) {
        return binary(f, x, y, null, dy, tangent);
    }

    double binary(Object f, double x, double y, double dx, double dy, double[] tangent) {
        return binary(f).at(new double[] {x, y, dx, dy}, tangent);
    }

    double binary(Object f, double x, double y, double[] dx, double[] dy, double[][] tangent) {
        Tangent binary = binary(f);
        double[] byX = new double[1];
        double[] byY = new double[1];
        double value = binary.at(new double[] {x, y, 1, 0}, byX);
        binary.at(new double[] {x, y, 0, 1}, byY);
        tangent[0] = LaneBlocks.sum(LaneBlocks.scaled(byX[0], x, dx), LaneBlocks.scaled(byY[0], y, dy));
        return value;
    }

    double scalar(Object f, Object x, double[] dx, double[] tangent) {
        ToDoubleBiFunction<Object, Object> kernel = met(f, g -> inner("inner push", g, Shape.SCALAR));
        return kernel.applyAsDouble(x, new double[][] {dx, tangent});
    }

    double scalar(Object f, Object x, double[][] dx, double[][] tangent) {
        ToDoubleBiFunction<Object, Object> kernel = met(f, g -> inner("inner gradient", g, Shape.SCALAR));
        double[] arguments = ((double[]) x).clone();
        double[] slopes = new double[arguments.length];
        double value = kernel.applyAsDouble(x, slopes);
        double[] sum = null;
        for (int i = 0; i < slopes.length; i++) {
            sum = LaneBlocks.sum(sum, LaneBlocks.scaled(slopes[i], arguments[i], dx[i]));
        }
        tangent[0] = sum;
        return value;
    }

    private Tangent unary(Object f) {
        return met(f, this::unaryOf);
    }

    private Tangent unaryOf(Object f) {
        Target behind = Kernels.behind(f, "derivative");
        if (behind != null) {
            made("tangent", f, behind);
            DoubleUnaryOperator derivative = (DoubleUnaryOperator) f;
            DoubleUnaryOperator slope = Unary.derivative(caller, derivative);
            return (x, tangent) -> {
                tangent[0] = LaneBlocks.product(slope.applyAsDouble(x[0]), x[0], x[1]);
                return derivative.applyAsDouble(x[0]);
            };
        }
        Composition composition = Composition.of(Cracker.target(f, called, Shape.UNARY.parameters, caller));
        if (composition == null) {
            return inner("tangent", f, Shape.UNARY)::applyAsDouble;
        }
        if (composition.isIdentity()) {
            return (x, tangent) -> {
                tangent[0] = x[1];
                return x[0];
            };
        }
        Tangent inner = unaryOf(composition.inner());
        Tangent outer = unaryOf(composition.outer());
        return (x, tangent) -> {
            double between = inner.at(x, tangent);
            return outer.at(new double[] {between, tangent[0]}, tangent);
        };
    }

    private Tangent binary(Object f) {
        return met(f, g -> inner("tangent2", g, Shape.BINARY)::applyAsDouble);
    }

    @SuppressWarnings("unchecked")
    private <T> T met(Object f, Function<Object, T> maker) {
        Met before = last;
        Object made = before.f.refersTo(f) ? before.tangent.get() : null;
        if (made == null) {
            made = make(f, maker);
            last = new Met(new WeakReference<>(f), new SoftReference<>(made));
        }
        return (T) made;
    }

    private static <T> T make(Object f, Function<Object, T> maker) {
        try {
            return maker.apply(Objects.requireNonNull(f));
        } catch (NotDifferentiableException e) {
            throw new UnsupportedOperationException(e.getMessage() + MARK, e);
        }
    }

    /** A kernel of a function that the one behind this kernel calls. */
    @SuppressWarnings("unchecked")
    private ToDoubleBiFunction<Object, Object> inner(String kind, Object f, Shape shape) {
        if (!f.getClass().isHidden() && !known.contains(f.getClass().getName().replace('.', '/'))) {
            throw Refusals.unknownFunction(f);
        }
        Target target = Cracker.target(f, called, shape.parameters, caller);
        return (ToDoubleBiFunction<Object, Object>) Kernels.make(made(kind, f, target), target.captured());
    }

    /** What makes the kernel, where nothing but arguments and results travels between the two functions. */
    private MethodHandle made(String kind, Object f, Target target) {
        Map.Entry<MethodHandle, Integer> made = Kernels.made(kind, target, caller);
        if ((made.getValue() & (STORES | KEEPS)) != 0) {
            throw Refusals.memory(f, "may leave values in an array, a field or a collection");
        }
        check(effects, f, made.getValue());
        return made.getKey();
    }

    /** Refuses a function that may read what another one left in memory: no derivative travels there. */
    static void check(int left, Object f, int read) {
        if ((left & STORES) != 0 && (read & READS) != 0 || (left & KEEPS) != 0 && (read & FINDS) != 0) {
            throw Refusals.memory(f, "reads an array, a field or a collection, where the other may have left values");
        }
    }
}
