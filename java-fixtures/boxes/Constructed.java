package boxes;

import java.util.function.Function;

/** Boxes that are made by their constructors, as before Java 5, and as compilers of other languages make them. */
@SuppressWarnings({"deprecation", "removal"})
class Constructed {
    // release: 8

    private Double kept;

    // run: at(3.0) = 9.0, d = 6.0
    static double at(double x) {
        return new Double(x * x).doubleValue();
    }

    // run: local(3.0) = 27.0, d = 27.0
    static double local(double x) {
        Double y = new Double(x * x);
        return x * y;
    }

    private static double square(Double d) {
        return d * d;
    }

    // run: passed(3.0) = 9.0, d = 6.0
    static double passed(double x) {
        return square(new Double(x));
    }

    // run: object(3.0) = 6.0, d = 2.0
    static double object(double x) {
        Object o = new Double(x);
        return ((Double) o) * 2;
    }

    // run: small(3.0) = 9.0, d = 6.0
    static double small(double x) {
        return new Float(x * x).floatValue();
    }

    // run: smaller(3.0) = 9.0, d = 6.0, nonsmooth
    static double smaller(double x) {
        float f = (float) x;
        return new Float(f * f);
    }

    static Double made(double x) {
        return new Double(x * x);
    }

    // run: returned(3.0) = 9.0, d = 6.0
    static double returned(double x) {
        return made(x).doubleValue();
    }

    // run: function(3.0) = 9.0, d = 6.0
    static double function(double x) {
        Function<Double, Double> f = t -> new Double(t * x);
        return f.apply(x);
    }

    // run: either(3.0, 2.0) = 18.0, d = (12.0, 9.0)
    // run: either(1.0, 2.0) = 1.0, d = (3.0, 0.0)
    static double either(double x, double y) {
        return new Double(x < y ? x * x : x * y).doubleValue() * x;
    }

    // run: nested(3.0, 2.0) = 21.0, d = (7.0, 9.0)
    static double nested(double x, double y) {
        return new Double(x * new Double(y > 0 ? new Double(y * y) : -y).doubleValue()).doubleValue() + x * 3 - x * (y - 2);
    }

    // run: loop(2.0, 4) = 16.0, d = 32.0
    static double loop(double x, int n) {
        Double power = new Double(1.0);
        for (int i = 0; i < n; i++) {
            power = new Double(power.doubleValue() * x);
        }
        return power.doubleValue();
    }

    // run: field(3.0) = 9.0, d = 6.0
    double field(double x) {
        kept = new Double(x * x);
        return kept;
    }

    // run: constant(3.0) = 4.5, d = 1.5
    static double constant(double x) {
        return x * new Double("1.5");
    }

    // run: caught(3.0) = 9.0, d = 6.0
    // run: caught(-3.0) = -3.0, d = 1.0
    static double caught(double x) {
        Double r;
        try {
            r = new Double(checked(x) * x);
        } catch (IllegalArgumentException e) {
            r = new Double(x);
        }
        return r.doubleValue();
    }

    private static double checked(double x) {
        if (x < 0) {
            throw new IllegalArgumentException();
        }
        return x;
    }
}
