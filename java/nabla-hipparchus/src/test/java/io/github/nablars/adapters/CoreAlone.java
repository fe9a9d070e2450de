package io.github.nablars.adapters;

import io.github.nablars.DoubleFunction1;
import io.github.nablars.Nabla;
import io.github.nablars.NotDifferentiableException;
import io.github.nablars.hipparchus.Hipparchus;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction;
import org.hipparchus.analysis.solvers.NewtonRaphsonSolver;

/** A program that has hipparchus-core on its class path, and none of the other libraries. */
final class CoreAlone {
    private CoreAlone() {}

    public static void main(String[] arguments) {
        DoubleFunction1 f = x -> x * x - 2;
        UnivariateDifferentiableFunction adapted = Hipparchus.univariate(f);
        System.out.println(new NewtonRaphsonSolver(1e-15).solve(100, adapted, 1, 2));
        try {
            Nabla.differentiable(Runnable.class, f);
        } catch (NotDifferentiableException e) {
            System.out.println(e.code());
        }
    }
}
