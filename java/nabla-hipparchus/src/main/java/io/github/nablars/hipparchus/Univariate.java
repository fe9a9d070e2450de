package io.github.nablars.hipparchus;

import io.github.nablars.adapters.Orders;
import org.hipparchus.analysis.differentiation.Derivative;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction;
import org.hipparchus.exception.DummyLocalizable;
import org.hipparchus.exception.MathIllegalArgumentException;

/** A function of one number with two derivatives, whatever the number of parameters that the argument depends on. */
record Univariate(Orders f) implements UnivariateDifferentiableFunction {
    @Override
    public double value(double x) {
        return f.value(x);
    }

    @Override
    public <T extends Derivative<T>> T value(T x) {
        if (x.getOrder() > Orders.HIGHEST) {
            throw new MathIllegalArgumentException(new DummyLocalizable(
                    "derivatives of order {0} are asked for, but nabla-rs makes those of order 1 and 2"), x.getOrder());
        }
        return x.compose(f.at(x.getValue(), x.getOrder()));
    }
}
