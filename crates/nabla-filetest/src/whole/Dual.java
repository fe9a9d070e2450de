/** A number with its tangent, and the sum of the absolute values of the terms that make it up. */
public final class Dual {
    /** The call that is under way; what an earlier one left is constant. */
    public static int current;
    /** Whether a number was met that is not finite, or a tangent beyond comparison. */
    public static boolean wild;

    public final double v;
    public final double t;
    public final double s;
    private final int call;

    public Dual(double v, double t, double s) {
        this.v = v;
        this.t = t;
        this.s = s;
        call = current;
        if (!(Math.abs(v) <= 1e100) || !(s <= 1e100) || !(Math.abs(t) <= 1e100)) {
            wild = true;
        }
    }

    public static Dual c(double v) {
        return new Dual(v, 0, 0);
    }

    /** What is read from a field or an element. */
    public static Dual z(Dual a) {
        if (a == null) {
            return c(0);
        }
        return a.call == current ? a : c(a.v);
    }

    public static double v(Dual a) {
        return a.v;
    }

    /** The chain rule; zero stays zero where the partial is infinite or NaN. */
    private static Dual chain(double v, Dual a, double p) {
        return new Dual(v, times(p, a.t), Math.abs(times(p, a.s)));
    }

    private static Dual chain(double v, Dual a, double p, Dual b, double q) {
        double s = Math.abs(times(p, a.s)) + Math.abs(times(q, b.s));
        return new Dual(v, times(p, a.t) + times(q, b.t), s);
    }

    private static double times(double p, double t) {
        return t == 0 ? 0 : p * t;
    }

    public static Dual f(Dual a) {
        return new Dual((float) a.v, a.t, a.s);
    }

    public static Dual neg(Dual a) {
        return chain(-a.v, a, -1);
    }

    public static Dual sin(Dual a) {
        return chain(Math.sin(a.v), a, Math.cos(a.v));
    }

    public static Dual cos(Dual a) {
        return chain(Math.cos(a.v), a, -Math.sin(a.v));
    }

    public static Dual atan(Dual a) {
        return chain(Math.atan(a.v), a, 1 / (1 + a.v * a.v));
    }

    public static Dual tanh(Dual a) {
        double e = Math.exp(-2 * Math.abs(a.v));
        return chain(Math.tanh(a.v), a, 4 * e / ((1 + e) * (1 + e)));
    }

    public static Dual abs(Dual a) {
        return chain(Math.abs(a.v), a, Math.copySign(1, a.v));
    }

    public static Dual half(Dual a) {
        return chain(0.5 * a.v, a, 0.5);
    }

    public static Dual floor(Dual a) {
        return c(Math.floor(a.v));
    }

    public static Dual add(Dual a, Dual b) {
        return chain(a.v + b.v, a, 1, b, 1);
    }

    public static Dual sub(Dual a, Dual b) {
        return chain(a.v - b.v, a, 1, b, -1);
    }

    public static Dual mul(Dual a, Dual b) {
        return chain(a.v * b.v, a, b.v, b, a.v);
    }

    public static Dual div(Dual a, Dual b) {
        return chain(a.v / b.v, a, 1 / b.v, b, -(a.v / b.v) / b.v);
    }

    public static Dual rem(Dual a, Dual b) {
        return chain(a.v % b.v, a, 1, b, -Math.rint((a.v - a.v % b.v) / b.v));
    }

    public static Dual hypot(Dual a, Dual b) {
        double r = Math.hypot(a.v, b.v);
        double over = r == 0 ? 1 : r;
        return chain(r, a, a.v / over, b, b.v / over);
    }

    /** The operand that is returned; the first of two that are the same. */
    public static Dual max(Dual a, Dual b) {
        return same(Math.max(a.v, b.v), a.v) ? a : b;
    }

    public static Dual min(Dual a, Dual b) {
        return same(Math.min(a.v, b.v), a.v) ? a : b;
    }

    private static boolean same(double a, double b) {
        return Double.doubleToLongBits(a) == Double.doubleToLongBits(b);
    }
}
