package programs;

import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** Root finders that take functions: the tangents follow the iterations. */
class RootFinder {
    // release: 8

    private final double accuracy = 1e-13;
    private int iterations;

    /** Newton's method, with one step more once the steps are small. */
    private static double newton(DoubleUnaryOperator f, DoubleUnaryOperator slope, double start) {
        double t = start;
        for (int i = 0; i < 50; i++) {
            double step = f.applyAsDouble(t) / slope.applyAsDouble(t);
            t -= step;
            if (Math.abs(step) < 1e-9) {
                break;
            }
        }
        return t - f.applyAsDouble(t) / slope.applyAsDouble(t);
    }

    // A cubic equation, whose coefficients the functions capture.
    // run: cubic(2.0, 5.0) = ~ 1e-12: 1.3282688556686084, d = ~ 1e-12: (-0.1821319180154383, 0.13711976851535743)
    // run: cubic(0.5, 1.0) = ~ 1e-12: 0.8351223484813665, d = ~ 1e-12: (-0.32215646756933136, 0.38575960535023257)
    static double cubic(double p, double q) {
        return newton(t -> t * t * t + p * t - q, t -> 3 * t * t + p, 1);
    }

    // Kepler's equation by the same method, and its start active too.
    // run: kepler(0.8, 0.3) = ~ 1e-12: 0.18712696264097783, d = ~ 1e-12: (-1.022801406975173, -1.8932443434435413)
    static double kepler(double anomaly, double eccentricity) {
        DoubleUnaryOperator f = t -> t - eccentricity * Math.sin(t) - anomaly;
        double angle = newton(f, t -> 1 - eccentricity * Math.cos(t), anomaly);
        return Math.cos(angle) - eccentricity;
    }

    /** The Illinois variant of regula falsi: a bracket whose ends are active. */
    private double bracketed(DoubleUnaryOperator f, double low, double high) {
        double a = low;
        double b = high;
        double fa = f.applyAsDouble(a);
        double fb = f.applyAsDouble(b);
        if (fa * fb > 0) {
            throw new IllegalArgumentException("no change of sign");
        }
        double c = a;
        for (iterations = 0; iterations < 100; iterations++) {
            c = (fa * b - fb * a) / (fa - fb);
            double fc = f.applyAsDouble(c);
            if (Math.abs(fc) < accuracy) {
                break;
            }
            if (fc * fb < 0) {
                a = b;
                fa = fb;
            } else {
                fa *= 0.5;
            }
            b = c;
            fb = fc;
        }
        return c;
    }

    // run: crossing(0.1, 0.01) throws java.lang.IllegalArgumentException
    // run: crossing(0.7, 0.4) = ~ 1e-12: 1.1319398465564472, d = ~ 1e-12: (-0.7148615918280434, -1.5788418306920402)
    double crossing(double rate, double level) {
        return bracketed(t -> Math.exp(-rate * t) - level * t, 0.5, 4);
    }

    private double inverse(DoubleUnaryOperator f, double y, double low, double high) {
        return bracketed(t -> f.applyAsDouble(t) - y, low, high);
    }

    // A function of the caller within one of the callee.
    // run: inverted(2.0, 0.8) = ~ 1e-12: 0.9589301188211707, d = ~ 1e-12: (0.609117335143181, 0.4957529908878546)
    double inverted(double y, double k) {
        return inverse(t -> t + k * Math.tanh(t), y, -10, 10) * inverse(Math::sinh, k, -3, 3);
    }

    /** What the implicit function theorem says at a root, and the iteration with tangents. */
    static final class Reference {
        private static Twin at(double root, double slope, Twin residual) {
            // One step of Newton's method polishes a root from bisection.
            return new Twin(root - residual.value / slope, -residual.tangent / slope);
        }

        private static double bisected(DoubleUnaryOperator f, double low, double high) {
            double a = low;
            double b = high;
            for (int i = 0; i < 200; i++) {
                double c = 0.5 * (a + b);
                if (f.applyAsDouble(c) * f.applyAsDouble(low) > 0) {
                    a = c;
                } else {
                    b = c;
                }
            }
            return 0.5 * (a + b);
        }

        static Twin root(Twin p, Twin q) {
            double t = bisected(s -> s * s * s + p.value * s - q.value, 0, 5);
            return at(t, 3 * t * t + p.value, p.times(t).plus(t * t * t).minus(q));
        }

        static Twin orbit(Twin anomaly, Twin e) {
            double t = bisected(s -> s - e.value * Math.sin(s) - anomaly.value, -10, 10);
            Twin angle = at(t, 1 - e.value * Math.cos(t), e.times(-Math.sin(t)).plus(t).minus(anomaly));
            return angle.cos().minus(e);
        }

        /** The iteration itself: it ends before its tangents are those of the root to the last digit. */
        private static Twin bracketed(Function<Twin, Twin> f, Twin low, Twin high) {
            Twin a = low;
            Twin b = high;
            Twin fa = f.apply(a);
            Twin fb = f.apply(b);
            while (true) {
                Twin c = fa.times(b).minus(fb.times(a)).over(fa.minus(fb));
                Twin fc = f.apply(c);
                if (Math.abs(fc.value) < 1e-13) {
                    return c;
                }
                boolean change = fc.value * fb.value < 0;
                a = change ? b : a;
                fa = change ? fb : fa.times(0.5);
                b = c;
                fb = fc;
            }
        }

        static Twin crossed(Twin rate, Twin level) {
            Function<Twin, Twin> f = t -> rate.times(t).negated().exp().minus(level.times(t));
            return bracketed(f, Twin.of(0.5), Twin.of(4));
        }

        static Twin both(Twin y, Twin k) {
            Twin t = bracketed(s -> s.plus(k.times(s.tanh())).minus(y), Twin.of(-10), Twin.of(10));
            Function<Twin, Twin> sinh = s -> s.exp().minus(s.negated().exp()).over(2);
            return t.times(bracketed(s -> sinh.apply(s).minus(k), Twin.of(-3), Twin.of(3)));
        }
    }

    public static void main(String[] args) {
        Twin.print("cubic(%s, %s)", p -> Reference.root(p[0], p[1]), 2.0, 5.0);
        Twin.print("cubic(%s, %s)", p -> Reference.root(p[0], p[1]), 0.5, 1.0);
        Twin.print("kepler(%s, %s)", p -> Reference.orbit(p[0], p[1]), 0.8, 0.3);
        Twin.print("crossing(%s, %s)", p -> Reference.crossed(p[0], p[1]), 0.7, 0.4);
        Twin.print("inverted(%s, %s)", p -> Reference.both(p[0], p[1]), 2.0, 0.8);
    }
}
