package io.github.nablars.commonsmath;

import io.github.nablars.adapters.VectorModel;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.fitting.leastsquares.ValueAndJacobianFunction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/** The model of a least squares problem; evaluated lazily, too. */
record Model(VectorModel<RealVector, RealMatrix> model) implements ValueAndJacobianFunction {
    Model(Lookup caller, UnaryOperator<double[]> f) {
        this(new VectorModel<>(caller, f, x -> new ArrayRealVector(x, false), x -> new Array2DRowRealMatrix(x, false)));
    }

    @Override
    public Pair<RealVector, RealMatrix> value(RealVector point) {
        return model.both(point.toArray(), Pair::new);
    }

    @Override
    public RealVector computeValue(double[] x) {
        return model.values(x);
    }

    @Override
    public RealMatrix computeJacobian(double[] x) {
        return model.jacobian(x);
    }
}
