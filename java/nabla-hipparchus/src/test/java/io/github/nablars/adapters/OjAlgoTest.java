package io.github.nablars.adapters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.nablars.ojalgo.OjAlgo;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;
import org.ojalgo.function.multiary.MultiaryFunction.TwiceDifferentiable;
import org.ojalgo.matrix.decomposition.LU;
import org.ojalgo.matrix.store.MatrixStore;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.matrix.store.RawStore;
import org.ojalgo.structure.Access1D;

/** Newton's method by ojAlgo's matrices finds from plain code what it finds with derivatives written by hand. */
class OjAlgoTest {
    private static double rosenbrock(double[] x) {
        double slope = x[1] - x[0] * x[0];
        return 100 * slope * slope + (1 - x[0]) * (1 - x[0]);
    }

    private static final TwiceDifferentiable<Double> BY_HAND = new TwiceDifferentiable<>() {
        @Override
        public int arity() {
            return 2;
        }

        @Override
        public Double invoke(Access1D<Double> x) {
            return rosenbrock(x.toRawCopy1D());
        }

        @Override
        public MatrixStore<Double> getGradient(Access1D<Double> at) {
            double[] x = at.toRawCopy1D();
            double slope = x[1] - x[0] * x[0];
            return R064Store.FACTORY.column(new double[] {-400 * slope * x[0] - 2 * (1 - x[0]), 200 * slope});
        }

        @Override
        public MatrixStore<Double> getHessian(Access1D<Double> at) {
            double[] x = at.toRawCopy1D();
            return RawStore.wrap(new double[][] {
                {1200 * x[0] * x[0] - 400 * x[1] + 2, -400 * x[0]}, {-400 * x[0], 200}
            });
        }

        @Override
        public MatrixStore<Double> getLinearFactors(boolean negated) {
            return R064Store.FACTORY.column(new double[] {negated ? 2 : -2, 0});
        }
    };

    private static double[] minimum(TwiceDifferentiable<Double> f) {
        MatrixStore<Double> x = R064Store.FACTORY.column(new double[] {-1.2, 1});
        for (int step = 0; step < 8; step++) {
            LU<Double> lu = LU.R064.make(2, 2);
            lu.decompose(f.getHessian(x));
            x = x.subtract(lu.getSolution(f.getGradient(x)));
        }
        return x.toRawCopy1D();
    }

    @Test
    void newton() {
        assertArrayEquals(new double[] {1, 1}, minimum(BY_HAND), 1e-12);
        assertArrayEquals(minimum(BY_HAND), minimum(OjAlgo.twiceDifferentiable(2, OjAlgoTest::rosenbrock)), 1e-12);
        TwiceDifferentiable<Double> byLookup = OjAlgo.twiceDifferentiable(MethodHandles.lookup(), 2, OjAlgoTest::rosenbrock);
        assertArrayEquals(minimum(BY_HAND), minimum(byLookup), 1e-12);
    }

    @Test
    void approximations() {
        TwiceDifferentiable<Double> f = OjAlgo.twiceDifferentiable(2, OjAlgoTest::rosenbrock);
        Access1D<Double> point = R064Store.FACTORY.column(new double[] {0.3, -0.7});
        Access1D<Double> near = R064Store.FACTORY.column(new double[] {0.31, -0.69});
        assertEquals(2, f.arity());
        assertEquals(BY_HAND.invoke(near), f.invoke(near));
        assertEquals(BY_HAND.toSecondOrderApproximation(point).invoke(near), f.toSecondOrderApproximation(point).invoke(near), 1e-12);
        assertEquals(BY_HAND.toFirstOrderApproximation(point).invoke(near), f.toFirstOrderApproximation(point).invoke(near), 1e-12);
        assertArrayEquals(BY_HAND.getLinearFactors(true).toRawCopy1D(), f.getLinearFactors(true).toRawCopy1D(), 1e-15);
        assertArrayEquals(BY_HAND.getLinearFactors(false).toRawCopy1D(), f.getLinearFactors(false).toRawCopy1D(), 1e-15);
    }
}
