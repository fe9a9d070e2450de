package io.github.nablars.adapters;

import io.github.nablars.Nabla;
import io.github.nablars.ValueAndDerivative;
import io.github.nablars.ValueAndTwoDerivatives;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;

/** A function of one number and its derivatives up to the order that is asked for. */
public final class Orders {
    /** The highest order there is. */
    public static final int HIGHEST = 2;

    private final Lookup caller;
    private final DoubleUnaryOperator f;
    private final ValueAndDerivative first;

    /** Made when first asked for: most solvers never do. */
    private volatile ValueAndTwoDerivatives second;

    /**
     * Differentiates a function.
     *
     * @param caller the caller's privileges
     * @param f the function
     */
    public Orders(Lookup caller, DoubleUnaryOperator f) {
        this.caller = caller;
        this.f = f;
        first = Nabla.valueAndDerivative(caller, f);
    }

    /**
     * The function itself.
     *
     * @param x the argument
     * @return its value
     */
    public double value(double x) {
        return f.applyAsDouble(x);
    }

    /**
     * The function with its derivatives.
     *
     * @param x the argument
     * @param order the highest order wanted, at most {@link #HIGHEST}
     * @return the value, the first derivative and so on: what a library's numbers are composed with
     */
    public double[] at(double x, int order) {
        double[] derivatives = new double[HIGHEST];
        return switch (order) {
            case 0 -> new double[] {value(x)};
            case 1 -> new double[] {first.value(x, derivatives), derivatives[0]};
            case HIGHEST -> new double[] {second().value(x, derivatives), derivatives[0], derivatives[1]};
            default -> throw new IllegalArgumentException("order " + order);
        };
    }

    private ValueAndTwoDerivatives second() {
        ValueAndTwoDerivatives made = second;
        if (made == null) {
            made = Nabla.differentiable(caller, ValueAndTwoDerivatives.class, f);
            second = made;
        }
        return made;
    }
}
