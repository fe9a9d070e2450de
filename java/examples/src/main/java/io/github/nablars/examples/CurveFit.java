package io.github.nablars.examples;

import io.github.nablars.VectorFunction;
import io.github.nablars.hipparchus.Hipparchus;
import org.hipparchus.linear.QRDecomposer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.GaussNewtonOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresProblem.Evaluation;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.ValueAndJacobianFunction;

/** Fits models to the nonlinear regression data of NIST's Statistical Reference Datasets with Hipparchus' Levenberg–Marquardt. */
public final class CurveFit {
    private static final int STEPS = 20;

    private CurveFit() {}

    /**
     * Least squares: Levenberg–Marquardt, which ends where the sum of squares no longer changes. That fixes about half the digits of
     * the point; a few steps of Gauss–Newton, which asks for the derivatives alone, find the others.
     *
     * @param model all values of the model, as a function of its parameters
     * @param observed what was observed
     * @param start where to start
     * @return the optimum
     */
    public static Optimum fit(VectorFunction model, double[] observed, double[] start) {
        ValueAndJacobianFunction both = Hipparchus.model(model);
        LeastSquaresBuilder problem = new LeastSquaresBuilder().model(both).target(observed)
                .maxEvaluations(10_000).maxIterations(10_000);
        Optimum near = new LevenbergMarquardtOptimizer().withCostRelativeTolerance(1e-15).withParameterRelativeTolerance(1e-15)
                .withOrthoTolerance(1e-15).optimize(problem.start(start).build());
        return new GaussNewtonOptimizer(new QRDecomposer(0), false)
                .optimize(problem.start(near.getPoint()).checker(CurveFit::isSettled).build());
    }

    /** Whether a step has changed nothing but the last digits. */
    private static boolean isSettled(int step, Evaluation before, Evaluation now) {
        double[] last = before.getPoint().toArray();
        double[] point = now.getPoint().toArray();
        double change = 0;
        for (int i = 0; i < point.length; i++) {
            change = Math.max(change, Math.abs(point[i] - last[i]) / Math.abs(point[i]));
        }
        return change <= 1e-13 || step >= STEPS;
    }

    /** Misra1a: dental research, a monomolecular adsorption. */
    static final double[] MISRA_X = {
        77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0
    };

    static final double[] MISRA_Y = {
        10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78
    };

    /** MGH09: Kowalik and Osborne, an enzyme reaction. */
    static final double[] KOWALIK_X = {4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625};

    static final double[] KOWALIK_Y = {
        0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246
    };

    /** BoxBOD: biochemical oxygen demand. */
    static final double[] BOX_X = {1, 2, 3, 5, 7, 10};

    static final double[] BOX_Y = {109, 149, 149, 191, 213, 224};

    static double saturation(double b1, double b2, double x) {
        return b1 * (1 - Math.exp(-b2 * x));
    }

    static Optimum misra1a(double... start) {
        return fit(b -> {
            double[] values = new double[MISRA_X.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = saturation(b[0], b[1], MISRA_X[i]);
            }
            return values;
        }, MISRA_Y, start);
    }

    static Optimum mgh09(double... start) {
        return fit(b -> {
            double[] values = new double[KOWALIK_X.length];
            for (int i = 0; i < values.length; i++) {
                double x = KOWALIK_X[i];
                values[i] = b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]);
            }
            return values;
        }, KOWALIK_Y, start);
    }

    static Optimum boxBod(double... start) {
        return fit(b -> {
            double[] values = new double[BOX_X.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = saturation(b[0], b[1], BOX_X[i]);
            }
            return values;
        }, BOX_Y, start);
    }

    /**
     * Prints the fitted parameters of three data sets.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        System.out.println("Misra1a " + misra1a(500, 0.0001).getPoint());
        System.out.println("MGH09   " + mgh09(0.25, 0.39, 0.415, 0.39).getPoint());
        System.out.println("BoxBOD  " + boxBod(100, 0.75).getPoint());
    }
}
