package io.github.nablars.hipparchus;

import io.github.nablars.Nabla;
import io.github.nablars.ValueAndDerivative;
import io.github.nablars.ValueAndTwoDerivatives;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.analysis.differentiation.Derivative;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction;
import org.hipparchus.exception.DummyLocalizable;
import org.hipparchus.exception.MathIllegalArgumentException;

/** A function of one number with two derivatives, whatever the number of parameters that the argument depends on. */
final class Univariate implements UnivariateDifferentiableFunction {
    private final Lookup caller;
    private final DoubleUnaryOperator f;
    private final ValueAndDerivative first;

    /** Made when first asked for: most solvers never do. */
    private volatile ValueAndTwoDerivatives second;

    Univariate(Lookup caller, DoubleUnaryOperator f) {
        this.caller = caller;
        this.f = f;
        first = Nabla.valueAndDerivative(caller, f);
    }

    @Override
    public double value(double x) {
        return f.applyAsDouble(x);
    }

    @Override
    public <T extends Derivative<T>> T value(T x) {
        double[] derivatives = new double[2];
        return switch (x.getOrder()) {
            case 0 -> x.compose(value(x.getValue()));
            case 1 -> {
                double value = first.value(x.getValue(), derivatives);
                yield x.compose(value, derivatives[0]);
            }
            case 2 -> {
                double value = second().value(x.getValue(), derivatives);
                yield x.compose(value, derivatives[0], derivatives[1]);
            }
            default -> throw new MathIllegalArgumentException(new DummyLocalizable(
                    "derivatives of order {0} are asked for, but nabla-rs makes those of order 1 and 2"), x.getOrder());
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
