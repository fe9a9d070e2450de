package io.github.nablars.adapters;

import io.github.nablars.ParametricFunction;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * What an adapter makes, by the name of the type that is wanted: parts of a library may be missing, and their classes are looked for
 * only when a function is wanted as one of their types.
 */
public final class Offers {
    /**
     * Makes an object of the wanted type.
     *
     * @param <F> the type of function that it is made of
     */
    @FunctionalInterface
    public interface Maker<F> {
        /**
         * Makes it.
         *
         * @param caller the caller's privileges
         * @param f the function
         * @return the function with its derivatives
         */
        Object make(Lookup caller, F f);
    }

    private final Map<String, Maker<Object>> makers = new HashMap<>();

    /** Offers nothing so far. */
    public Offers() {}

    /**
     * Offers one more type.
     *
     * @param <F> the type of function that it is made of
     * @param type the name of the type
     * @param as takes an object for such a function, or gives null
     * @param maker makes an object of the type
     * @return this
     */
    public <F> Offers with(String type, Function<Object, F> as, Maker<F> maker) {
        makers.put(type, (caller, f) -> {
            F function = as.apply(f);
            return function == null ? null : maker.make(caller, function);
        });
        return this;
    }

    /**
     * Makes what is wanted.
     *
     * @param caller the caller's privileges
     * @param type the wanted type
     * @param f the function
     * @return an object of the type, or null where there is nothing for this type and this function
     */
    public Object of(Lookup caller, Class<?> type, Object f) {
        Maker<Object> maker = makers.get(type.getName());
        return maker == null ? null : maker.make(caller, f);
    }

    /**
     * Takes objects for functions of one number.
     *
     * @param own does so with the library's own functions
     * @return does so with those of the JDK, too
     */
    public static Function<Object, DoubleUnaryOperator> unary(Function<Object, DoubleUnaryOperator> own) {
        return f -> f instanceof DoubleUnaryOperator unary ? unary : own.apply(f);
    }

    /**
     * Takes objects for functions from arrays to numbers.
     *
     * @param own does so with the library's own functions
     * @return does so with those of the JDK, too
     */
    @SuppressWarnings("unchecked")
    public static Function<Object, ToDoubleFunction<double[]>> scalar(Function<Object, ToDoubleFunction<double[]>> own) {
        return f -> f instanceof ToDoubleFunction<?> scalar ? (ToDoubleFunction<double[]>) scalar : own.apply(f);
    }

    /**
     * Takes objects for functions from arrays to arrays.
     *
     * @param own does so with the library's own functions
     * @return does so with those of the JDK, too
     */
    @SuppressWarnings("unchecked")
    public static Function<Object, UnaryOperator<double[]>> vector(Function<Object, UnaryOperator<double[]>> own) {
        return f -> f instanceof UnaryOperator<?> vector ? (UnaryOperator<double[]>) vector : own.apply(f);
    }

    /**
     * Takes an object for a curve with parameters.
     *
     * @param f the object
     * @return the curve, or null
     */
    public static ParametricFunction curve(Object f) {
        return f instanceof ParametricFunction curve ? curve : null;
    }
}
