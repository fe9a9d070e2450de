package io.github.nablars.ojalgo;

import io.github.nablars.ArrayFunction;
import io.github.nablars.Gradient;
import io.github.nablars.Hessian;
import io.github.nablars.Nabla;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.ojalgo.function.multiary.MultiaryFunction.TwiceDifferentiable;
import org.ojalgo.matrix.store.MatrixStore;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.matrix.store.RawStore;
import org.ojalgo.structure.Access1D;

/** Lambdas as functions of ojAlgo that have a gradient and a Hessian. They know their number of arguments, which a lambda does not. */
public final class OjAlgo {
    private OjAlgo() {}

    /**
     * For what approximates a function by its Taylor polynomial.
     *
     * @param arity the number of arguments
     * @param f the function
     * @return the function with its gradient and its Hessian
     */
    public static TwiceDifferentiable<Double> twiceDifferentiable(int arity, ArrayFunction f) {
        return new Twice(arity, Objects.requireNonNull(f, "f"), Nabla.gradient(f), Nabla.hessian(f));
    }

    /**
     * For what approximates a function by its Taylor polynomial.
     *
     * @param caller the caller's privileges, which reach the code of the function
     * @param arity the number of arguments
     * @param f the function
     * @return the function with its gradient and its Hessian
     */
    public static TwiceDifferentiable<Double> twiceDifferentiable(Lookup caller, int arity, ToDoubleFunction<double[]> f) {
        return new Twice(arity, Objects.requireNonNull(f, "f"), Nabla.gradient(caller, f), Nabla.hessian(caller, f));
    }

    private record Twice(int arity, ToDoubleFunction<double[]> f, Gradient gradient, Hessian hessian)
            implements TwiceDifferentiable<Double> {
        @Override
        public Double invoke(Access1D<Double> x) {
            return f.applyAsDouble(x.toRawCopy1D());
        }

        @Override
        public MatrixStore<Double> getGradient(Access1D<Double> x) {
            return R064Store.FACTORY.column(gradient.at(x.toRawCopy1D()));
        }

        @Override
        public MatrixStore<Double> getHessian(Access1D<Double> x) {
            return RawStore.wrap(hessian.at(x.toRawCopy1D()));
        }

        /** The linear part at the origin, as ojAlgo's own approximations have it. */
        @Override
        public MatrixStore<Double> getLinearFactors(boolean negated) {
            double[] factors = gradient.at(new double[arity]);
            if (negated) {
                for (int i = 0; i < arity; i++) {
                    factors[i] = -factors[i];
                }
            }
            return R064Store.FACTORY.column(factors);
        }
    }
}
