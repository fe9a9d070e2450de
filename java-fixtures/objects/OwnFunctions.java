package objects;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** Interfaces of the program that extend those of functions. */
class OwnFunctions {
    /** One with a method of its own. */
    private interface Twice extends DoubleUnaryOperator {
        default double twice(double at) {
            return applyAsDouble(applyAsDouble(at));
        }
    }

    /** One between it and those that users see. */
    private interface Named extends Twice {
        default String name() {
            return "f";
        }

        default double once(double at) {
            return applyAsDouble(at);
        }
    }

    private interface Law extends DoubleBinaryOperator {
        default Twice at(double first) {
            return second -> applyAsDouble(first, second);
        }
    }

    /** A class that implements one. */
    private static final class Product implements Law {
        @Override
        public double applyAsDouble(double first, double second) {
            return first * second;
        }
    }

    private interface Change extends Function<double[], double[]> {
        default double first(double x) {
            return apply(new double[] {x, 2})[0];
        }
    }

    // run: applied(3.0) = 18.0, d = 12.0
    static double applied(double x) {
        Twice f = t -> t * x;
        return f.twice(2);
    }

    // run: named(3.0) = 36.0, d = 24.0
    static double named(double x) {
        Named f = t -> t + x;
        return f.twice(0) * f.once(f.name().length() - 1 + x);
    }

    // run: either(3.0, 1) = 18.0, d = 12.0
    // run: either(3.0, 0) = 8.0, d = 1.0
    static double either(double x, int which) {
        Law law = which == 1 ? new Product() : (a, b) -> a + b;
        return which == 1 ? law.applyAsDouble(x, x) * law.applyAsDouble(1, 2) : law.at(2).applyAsDouble(x + 3);
    }

    // run: law(3.0) = 21.0, d = 7.0
    static double law(double x) {
        Law law = (a, b) -> a * b + x;
        return law.at(2).twice(x);
    }

    // run: passed(3.0) = 9.0, d = 6.0
    static double passed(double x) {
        Named f = t -> t * x;
        return apply(f, x);
    }

    private static double apply(DoubleUnaryOperator f, double x) {
        return f.applyAsDouble(x);
    }

    // run: array(3.0) = 18.0, d = 12.0
    static double array(double x) {
        Change change = a -> new double[] {a[0] * a[1] * x};
        return change.first(x);
    }
}
