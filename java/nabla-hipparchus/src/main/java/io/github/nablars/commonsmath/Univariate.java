package io.github.nablars.commonsmath;

import io.github.nablars.adapters.Orders;
import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;
import org.apache.commons.math3.analysis.differentiation.UnivariateDifferentiableFunction;
import org.apache.commons.math3.exception.NumberIsTooLargeException;
import org.apache.commons.math3.exception.util.DummyLocalizable;

/** A function of one number with two derivatives, whatever the number of parameters that the argument depends on. */
record Univariate(Orders f) implements UnivariateDifferentiableFunction {
    @Override
    public double value(double x) {
        return f.value(x);
    }

    @Override
    public DerivativeStructure value(DerivativeStructure x) {
        if (x.getOrder() > Orders.HIGHEST) {
            throw new NumberIsTooLargeException(
                    new DummyLocalizable("derivatives of order {0} are asked for, but nabla-rs makes those up to order {1}"),
                    x.getOrder(), Orders.HIGHEST, true);
        }
        return x.compose(f.at(x.getValue(), x.getOrder()));
    }
}
