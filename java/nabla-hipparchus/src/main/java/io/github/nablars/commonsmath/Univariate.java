package io.github.nablars.commonsmath;

import io.github.nablars.Nabla;
import io.github.nablars.ValueAndDerivative;
import io.github.nablars.ValueAndTwoDerivatives;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;
import org.apache.commons.math3.analysis.differentiation.UnivariateDifferentiableFunction;
import org.apache.commons.math3.exception.NumberIsTooLargeException;
import org.apache.commons.math3.exception.util.DummyLocalizable;

/** A function of one number with two derivatives, whatever the number of parameters that the argument depends on. */
final class Univariate implements UnivariateDifferentiableFunction {
    private static final int HIGHEST = 2;

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
    public DerivativeStructure value(DerivativeStructure x) {
        double[] derivatives = new double[HIGHEST];
        return switch (x.getOrder()) {
            case 0 -> x.compose(value(x.getValue()));
            case 1 -> {
                double value = first.value(x.getValue(), derivatives);
                yield x.compose(value, derivatives[0]);
            }
            case HIGHEST -> {
                double value = second().value(x.getValue(), derivatives);
                yield x.compose(value, derivatives[0], derivatives[1]);
            }
            default -> throw new NumberIsTooLargeException(
                    new DummyLocalizable("derivatives of order {0} are asked for, but nabla-rs makes those up to order {1}"),
                    x.getOrder(), HIGHEST, true);
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
