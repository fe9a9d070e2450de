import org.apache.commons.math3.util.FastMath;

/** Calls of libraries, to be differentiated; {@code Compare} runs them. */
public class Calls {
    static double sharedRows(double x, double y) {
        return FastMath.sin(x) * FastMath.cos(x) + org.hipparchus.util.FastMath.atan2(y, x)
                + net.jafama.FastMath.hypot(x, y) + org.apache.commons.math4.core.jdkmath.AccurateMath.cbrt(x * y)
                + net.jafama.StrictFastMath.tanh(y) + FastMath.max(x, y) * FastMath.toRadians(y);
    }

    /** Two functions of one name, whose helpers must not be mixed up. */
    static double twoLogarithms(double x, double y) {
        return FastMath.log(x, y) + FastMath.log(x) + kotlin.math.MathKt.log(x, y) + Math.log(y) + kotlin.math.MathKt.log2(x);
    }

    static double integerExponents(double x, int n, long m) {
        return FastMath.pow(x, n) + org.hipparchus.util.FastMath.pow(x, m) + FastMath.pow(x, 3)
                + net.jafama.FastMath.powFast(x, n + 1) + FastMath.pow(x, 0.5);
    }

    static double inverseHyperbolic(double x, double y) {
        return FastMath.asinh(x) + FastMath.acosh(x + y) + FastMath.atanh(x / (2 + x)) + kotlin.math.MathKt.asinh(y);
    }

    static double jafama(double x, double y) {
        return net.jafama.FastMath.hypot(x, y, 3.0) + net.jafama.FastMath.pow3(x) + net.jafama.FastMath.toRange(0.0, x, y)
                + net.jafama.FastMath.asinInRange(x / 9) + net.jafama.FastMath.normalizeMinusPiPi(9 * y)
                + net.jafama.FastMath.acosh1p(y) + net.jafama.FastMath.coshm1(x);
    }

    static double hipparchus(double x, double y) {
        return org.hipparchus.util.FastMath.fma(x, y, x) + org.hipparchus.util.FastMath.clamp(x, y, 4.0)
                + org.hipparchus.util.MathArrays.linearCombination(x, y, y, 2.0)
                + org.hipparchus.util.MathArrays.linearCombination(x, y, x, x, y, 3.0)
                + org.hipparchus.util.Precision.representableDelta(1.0, x);
    }

    /** The module is the receiver of these calls, below the operands. */
    static double scala(double x, double y, int n) {
        scala.math.package$ math = scala.math.package$.MODULE$;
        scala.runtime.RichDouble$ rich = scala.runtime.RichDouble$.MODULE$;
        double wrapped = scala.Predef$.MODULE$.doubleWrapper(x);
        return math.sin(x) * math.pow(x, y) + rich.max$extension(wrapped, y) + math.toDegrees(x) * 0.01
                + math.scalb(y, n) + rich.abs$extension(wrapped) + math.atan2(y, x);
    }

    static double kotlin(double x, double y) {
        return kotlin.ranges.RangesKt.coerceIn(x, y, 5.0) + kotlin.ranges.RangesKt.coerceAtLeast(x, y)
                + kotlin.ranges.RangesKt.coerceAtMost(x, y) * kotlin.math.MathKt.acosh(x + 1);
    }

    static double gamma(double x, double y) {
        return org.hipparchus.special.Gamma.logGamma(x) + org.apache.commons.math3.special.Gamma.gamma(x)
                + org.apache.commons.numbers.gamma.LogGamma.value(y, new int[1]) + org.apache.commons.numbers.gamma.Beta.value(x, y)
                + org.hipparchus.special.Beta.logBeta(x, y) + org.apache.commons.numbers.gamma.Digamma.value(x)
                + org.apache.commons.math3.special.Gamma.digamma(-x - 0.12);
    }

    static double incomplete(double x) {
        return org.hipparchus.special.Gamma.regularizedGammaP(2.5, x)
                + org.apache.commons.math3.special.Gamma.regularizedGammaQ(1.5, x, 1e-15, 1000)
                + org.apache.commons.numbers.gamma.RegularizedGamma.P.value(3.5, x)
                + org.apache.commons.numbers.gamma.IncompleteGamma.Lower.value(1.2, x)
                + org.apache.commons.math3.special.Beta.regularizedBeta(x / 9, 2.0, 3.5)
                + org.apache.commons.numbers.gamma.RegularizedBeta.value(x / 9, 2.5, 1.5)
                + org.apache.commons.numbers.gamma.RegularizedGamma.Q.derivative(2.2, x);
    }

    static double error(double x, double y) {
        return org.hipparchus.special.Erf.erf(x) + org.apache.commons.math3.special.Erf.erfc(y)
                + org.apache.commons.numbers.gamma.ErfDifference.value(x, y)
                + org.apache.commons.numbers.gamma.Erfcx.value(x) + org.apache.commons.numbers.gamma.Erfcx.value(x + 4.5)
                + org.apache.commons.math3.special.Erf.erfInv(x / 9) + org.apache.commons.numbers.gamma.InverseErf.value(x / 9)
                + org.apache.commons.numbers.gamma.InverseErfc.value(y / 4);
    }

    static float floats(float x, float y) {
        return FastMath.max(x, y) * kotlin.math.MathKt.log(x, y) + kotlin.math.MathKt.log2(x)
                + net.jafama.FastMath.pow2(x) + net.jafama.FastMath.floor(y);
    }

    /** The derivative by the parameter is not known: refused. */
    static double parameter(double a, double x) {
        return org.hipparchus.special.Gamma.regularizedGammaP(a, x);
    }

    /** What a loose tolerance leaves of the series, only the library's code has: refused. */
    static double toleranceParameter(double x, double y) {
        return org.hipparchus.special.Gamma.regularizedGammaP(2.5, x, y, 100);
    }

    /** The parameter is active, but not in the result. */
    static double unusedParameter(double a, double x) {
        double unused = org.hipparchus.special.Gamma.regularizedGammaP(a, x);
        return unused > 2 ? 0 : x * a;
    }
}
