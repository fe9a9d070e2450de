package boxes;

import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** A `Double` carries its tangent through locals, parameters, results, fields and functions. */
class Boxed {
    // release: 8

    // run: local(3.0) = 18.0, d = 12.0
    static double local(double x) {
        Double y = x * x; // active: y
        Double z = y + x;
        y = z - x;
        return z + y - x;
    }

    // run: sum(2.0, 3) = 14.0, d = 17.0
    static double sum(double x, int n) {
        Double sum = 0.0; // inactive: sum
        Double power = x;
        for (int i = 0; i < n; i++) {
            sum += power; // active: sum power
            power *= x;
        }
        return sum;
    }

    // run: largest(2.0, 3.0) = 9.0, d = (0.0, 6.0)
    // run: largest(4.0, 3.0) = 16.0, d = (8.0, 0.0)
    static double largest(double x, double y) {
        double[] all = {x, y};
        Double best = null;
        for (double a : all) {
            if (best == null || a * a > best) {
                best = a * a;
            }
        }
        return best;
    }

    static Double square(Double x) {
        return x == null ? null : x * x;
    }

    // run: called(3.0) = 9.0, d = 6.0
    static double called(double x) {
        Double y = square(x);
        return y == null ? 0 : y;
    }

    static Double positive(double x) {
        if (x < 0) {
            return null;
        }
        return Math.sqrt(x);
    }

    // run: absent(4.0) = 2.0, d = 0.25
    // run: absent(-4.0) = 1.0, d = 0.0
    static double absent(double x) {
        Double root = positive(x);
        return root != null ? root : 1;
    }

    // run: stale(4.0, -1.0) = 3.0, d = (0.25, 0.0)
    static double stale(double x, double y) {
        Double a = positive(x), b = positive(y);
        Double c = b == null ? Double.valueOf(1) : b;
        return a + c;
    }

    private Double held = 1.0;
    private static Double shared;

    // run: field(3.0) = 12.0, d = 7.0
    double field(double x) {
        held = x * x;
        Double before = held;
        held = null;
        held = before + x;
        return held;
    }

    // run: staticField(3.0) = 10.0, d = 6.0
    static double staticField(double x) {
        shared = x * x;
        return shared + 1;
    }

    // run: branches(2.0, 1) = 4.0, d = 4.0
    // run: branches(2.0, 0) = 3.0, d = 0.0
    static double branches(double x, int n) {
        Double a = n > 0 ? Double.valueOf(x * x) : Double.valueOf(3);
        return a;
    }

    // run: caught(2.0) = 4.0, d = 4.0
    // run: caught(-2.0) = -1.0, d = 0.0
    static double caught(double x) {
        Double result = null;
        try {
            result = x * x;
            if (x < 0) {
                result = null;
            }
            return result;
        } catch (NullPointerException e) {
            return result == null ? -1 : result;
        }
    }

    static double apply(Function<Double, Double> f, double x) {
        return f.apply(x);
    }

    // run: function(3.0) = 10.0, d = 6.0
    static double function(double x) {
        return apply(y -> y * y + 1, x);
    }

    // run: captured(3.0) = 27.0, d = 27.0
    static double captured(double x) {
        Double boxed = x * x;
        return apply(y -> y * boxed, x);
    }

    // run: biFunction(3.0, 2.0) = 7.5, d = (2.5, 3.0)
    static double biFunction(double x, double y) {
        BiFunction<Double, Double, Double> f = (a, b) -> a * b + a / 2;
        return f.apply(x, y);
    }

    // run: supplier(3.0) = 9.0, d = 6.0
    static double supplier(double x) {
        Supplier<Double> s = () -> x * x;
        return s.get();
    }

    // run: unary(3.0) = 81.0, d = 108.0
    static double unary(double x) {
        UnaryOperator<Double> square = Boxed::square;
        return square.apply(square.apply(x));
    }

    // run: doubleFunction(3.0) = 6.0, d = 5.0
    static double doubleFunction(double x) {
        DoubleFunction<Double> f = y -> y * y - y;
        return f.apply(x);
    }

    // run: toDouble(3.0) = 10.0, d = 6.0
    static double toDouble(double x) {
        ToDoubleFunction<Double> f = y -> y * y + 1;
        return f.applyAsDouble(x);
    }

    interface Mapping<A, B> {
        B map(A a);
    }

    static class Cube implements Mapping<Double, Double> {
        @Override
        public Double map(Double x) {
            return x * x * x;
        }
    }

    // run: generic(2.0) = 8.0, d = 12.0
    static double generic(double x) {
        Mapping<Double, Double> f = new Cube();
        return f.map(x);
    }

    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    // run: compared(3.0, 2.0) = 9.0, d = (6.0, 0.0)
    // run: compared(1.0, 2.0) = 4.0, d = (0.0, 4.0)
    static double compared(double x, double y) {
        Double a = x * x, b = y * y;
        return a.compareTo(b) >= 0 ? a : b;
    }

    // run: floats(3.0f) = 12.0, d = 7.0
    static float floats(float x) {
        Float y = x * x;
        Float z = null;
        if (y > 1) {
            z = y + x;
        }
        return z == null ? 0 : z;
    }

    // run: widened(3.0f) = 9.0, d = 6.0
    static double widened(float x) {
        Float y = x * x;
        return y.doubleValue();
    }

    // run: number(3.0) = 9.0, d = 6.0
    static double number(double x) {
        Number y = x * x;
        return y.doubleValue();
    }

    // run: printed(3.0) = 9.0, d = 6.0
    static double printed(double x) {
        Double y = x * x;
        String.valueOf(y);
        return y.isNaN() ? 0 : y;
    }
}
