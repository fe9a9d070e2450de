package io.github.nablars.libraries;

import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.interpolation.SplineInterpolator;
import org.hipparchus.analysis.polynomials.PolynomialFunction;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.complex.Complex;
import org.hipparchus.util.FastMath;
import org.hipparchus.util.SinCos;

/** Numbers that are computed with functions of Hipparchus, called through its interface of them all. */
public final class HipparchusCurves {
    private final UnivariateFunction curve;

    /** A product with this curve. */
    public HipparchusCurves(UnivariateFunction curve) {
        this.curve = curve;
    }

    /** The product with a sine. */
    public double at(double x) {
        return curve.value(x) * Math.sin(x);
    }

    /** A polynomial whose coefficients depend on the number. */
    public static double polynomial(double a) {
        UnivariateFunction p = new PolynomialFunction(new double[] {1, a, a * a});
        return p.value(2);
    }

    /** A spline through values that do. */
    public static double spline(double a) {
        return splineThrough(new double[] {0, a, a * a, 1});
    }

    /** A natural spline through values at 0, 1, 2 and 3. */
    static double splineThrough(double[] values) {
        UnivariateFunction s = new SplineInterpolator().interpolate(new double[] {0, 1, 2, 3}, values);
        return s.value(1.5);
    }

    /** A square root, as the root of a function. */
    public static double root(double a) {
        return new BrentSolver(1e-14).solve(100, x -> x * x - a, 0.0, 10.0);
    }

    /** The product of a sine and a cosine that are computed together. */
    public static double together(double a) {
        SinCos both = FastMath.sinCos(a);
        return both.sin() * both.cos();
    }

    /** The real part of an exponential function of a complex number. */
    public static double wave(double a) {
        return new Complex(-a, a).exp().getReal();
    }
}
