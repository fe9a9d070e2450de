package io.github.nablars.hipparchus;

import io.github.nablars.Jacobian;
import java.util.function.UnaryOperator;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.ValueAndJacobianFunction;
import org.hipparchus.util.Pair;

/** The model of a least squares problem; evaluated lazily, too. */
record Model(UnaryOperator<double[]> f, Jacobian jacobian) implements ValueAndJacobianFunction {
    @Override
    public Pair<RealVector, RealMatrix> value(RealVector point) {
        double[] x = point.toArray();
        double[] values = f.apply(x.clone());
        double[][] derivatives = new double[values.length][x.length];
        jacobian.value(x, derivatives);
        return new Pair<>(new ArrayRealVector(values, false), new Array2DRowRealMatrix(derivatives, false));
    }

    @Override
    public RealVector computeValue(double[] x) {
        return new ArrayRealVector(f.apply(x), false);
    }

    @Override
    public RealMatrix computeJacobian(double[] x) {
        return new Array2DRowRealMatrix(jacobian.at(x), false);
    }
}
