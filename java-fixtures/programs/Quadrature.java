package programs;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Integrals of functions as values: adaptive, nested, and by points and weights in arrays. */
class Quadrature {
    // release: 8

    private static final double[] POINTS = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244,
        0.8650633666889845, 0.9739065285171717};
    private static final double[] WEIGHTS = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
        0.1494513491505806, 0.0666713443086881};

    private static double simpson(double fa, double fm, double fb, double width) {
        return width / 6 * (fa + 4 * fm + fb);
    }

    /** Halves the interval until the two estimates agree. */
    private static double adaptive(DoubleUnaryOperator f, double a, double fa, double b, double fb, double fm,
            double tolerance) {
        double m = 0.5 * (a + b);
        double fl = f.applyAsDouble(0.5 * (a + m));
        double fr = f.applyAsDouble(0.5 * (m + b));
        double whole = simpson(fa, fm, fb, b - a);
        double halves = simpson(fa, fl, fm, m - a) + simpson(fm, fr, fb, b - m);
        if (Math.abs(halves - whole) < 15 * tolerance) {
            return halves + (halves - whole) / 15;
        }
        double left = adaptive(f, a, fa, m, fm, fl, tolerance / 2);
        return left + adaptive(f, m, fm, b, fb, fr, tolerance / 2);
    }

    private static double integral(DoubleUnaryOperator f, double a, double b) {
        double m = 0.5 * (a + b);
        return adaptive(f, a, f.applyAsDouble(a), b, f.applyAsDouble(b), f.applyAsDouble(m), 1e-5);
    }

    private static double gauss(DoubleUnaryOperator f, double a, double b) {
        double center = 0.5 * (a + b);
        double half = 0.5 * (b - a);
        double sum = 0;
        for (int i = 0; i < POINTS.length; i++) {
            double d = half * POINTS[i];
            sum += WEIGHTS[i] * (f.applyAsDouble(center + d) + f.applyAsDouble(center - d));
        }
        return half * sum;
    }

    // The function and an end of the interval are active.
    // run: pendulum(2.2, 1.5) = ~ 1e-12: 2.0887583634517544, d = ~ 1e-12: (0.7396427708776385, 2.1836154688975595)
    // run: pendulum(2.9, 0.4) = ~ 1e-12: 0.41094055451041756, d = ~ 1e-12: (0.0014296864382632869, 1.0842995322526325)
    static double pendulum(double amplitude, double end) {
        double k = Math.sin(amplitude / 2);
        return integral(t -> 1 / Math.sqrt(1 - k * k * Math.sin(t) * Math.sin(t)), 0, end);
    }

    private static double twice(DoubleBinaryOperator f, double a, double b) {
        return gauss(s -> gauss(t -> f.applyAsDouble(s, t), 0, s), a, b);
    }

    // An integral within an integral, over a triangle.
    // run: triangle(0.9, 1.3) = ~ 1e-12: 0.3661353508789791, d = ~ 1e-12: (-0.3549900257877921, 0.31752282965303485)
    static double triangle(double rate, double size) {
        return twice((s, t) -> Math.exp(-rate * s) * Math.cos(t * rate), 0, size);
    }

    /** The same with tangents, by a rule of equal steps, and by the integrals in closed form. */
    static final class Reference {
        private static Twin integrand(Twin k, Twin t) {
            Twin s = k.times(t.sin());
            return s.times(s).negated().plus(1).pow(-0.5);
        }

        private static Twin adaptive(Twin k, Twin a, Twin b, double tolerance) {
            Twin h = b.minus(a);
            Twin[] f = new Twin[5];
            for (int i = 0; i < 5; i++) {
                f[i] = integrand(k, a.plus(h.times(0.25 * i)));
            }
            Twin whole = h.times(f[0].plus(f[2].times(4)).plus(f[4])).over(6);
            Twin middle = f[1].plus(f[3]).times(4).plus(f[2].times(2));
            Twin halves = h.times(f[0].plus(middle).plus(f[4])).over(12);
            if (Math.abs(halves.value - whole.value) < 15 * tolerance) {
                return halves.plus(halves.minus(whole).over(15));
            }
            Twin m = a.plus(b).over(2);
            return adaptive(k, a, m, tolerance / 2).plus(adaptive(k, m, b, tolerance / 2));
        }

        static Twin period(Twin amplitude, Twin end) {
            return adaptive(amplitude.over(2).sin(), Twin.of(0), end, 1e-5);
        }

        /** The integral of exp(-r s) sin(r s) / r over s from 0 to b. */
        static Twin closed(Twin r, Twin b) {
            Twin x = r.times(b);
            Twin decayed = x.negated().exp().times(x.sin().plus(x.cos()));
            return decayed.negated().plus(1).over(r.times(r).times(2));
        }
    }

    public static void main(String[] args) {
        Twin.print("pendulum(%s, %s)", p -> Reference.period(p[0], p[1]), 2.2, 1.5);
        Twin.print("pendulum(%s, %s)", p -> Reference.period(p[0], p[1]), 2.9, 0.4);
        Twin.print("triangle(%s, %s)", p -> Reference.closed(p[0], p[1]), 0.9, 1.3);
    }
}
