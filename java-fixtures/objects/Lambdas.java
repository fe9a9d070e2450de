package objects;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;

/** Functions as values: lambdas and method references whose bodies are known. */
class Lambdas {
    // release: 8

    private double k = 3;
    private DoubleUnaryOperator kept;

    // run: local(3.0) = 37.0, d = 24.0
    static double local(double x) {
        DoubleUnaryOperator f = t -> t * t + 1;
        return f.applyAsDouble(2 * x);
    }

    // run: capturing(3.0) = 51.0, d = 41.0
    static double capturing(double x) {
        double square = x * x;
        DoubleUnaryOperator f = t -> square * t + x;
        return f.applyAsDouble(x) + f.applyAsDouble(2);
    }

    // What it captured stays, whatever happens to the variable it came from.
    // run: capturedEarlier(3.0) = 109.0, d = 24.0
    static double capturedEarlier(double x) {
        double r = x;
        DoubleSupplier[] suppliers = new DoubleSupplier[3];
        for (int i = 0; i < suppliers.length; i++) {
            double now = r;
            suppliers[i] = () -> now * now;
            r = i == 0 ? 5 : r + x;
        }
        return suppliers[0].getAsDouble() + suppliers[1].getAsDouble() + suppliers[2].getAsDouble() + r;
    }

    // run: ofReceiver(3.0) = 18.0, d = 9.0
    // run: [k = 5.0] ofReceiver(3.0) = 24.0, d = 11.0
    double ofReceiver(double x) {
        DoubleUnaryOperator f = t -> k * t;
        double r = f.applyAsDouble(x);
        k = x;
        return r + f.applyAsDouble(x);
    }

    private static double cube(double t) {
        return t * t * t;
    }

    private double scaled(double t) {
        return k * t;
    }

    // run: references(2.0) = 23.0, d = 25.0
    double references(double x) {
        DoubleUnaryOperator ofStatic = Lambdas::cube;
        DoubleUnaryOperator ofThis = this::scaled;
        DoubleUnaryOperator ofMath = Math::abs;
        DoubleBinaryOperator ofSum = Double::sum;
        double product = ofThis.applyAsDouble(x) * ofMath.applyAsDouble(-x);
        return ofStatic.applyAsDouble(x) + product + ofSum.applyAsDouble(x, 1);
    }

    /** A number in an object. */
    static class Cell {
        private double value;

        Cell(double value) {
            this.value = value;
        }

        double times(double t) {
            return value * t;
        }
    }

    /** Made from a number. */
    interface Maker {
        Cell make(double v);
    }

    /** Applied to an object. */
    interface Applied {
        double apply(Cell cell, double v);
    }

    // The references to a constructor, to a bound object's method and to an unbound one.
    // run: objectReferences(3.0) = 27.0, d = 18.0
    static double objectReferences(double x) {
        Maker maker = Cell::new;
        Cell cell = maker.make(x);
        DoubleUnaryOperator bound = cell::times;
        Applied unbound = Cell::times;
        cell.value = x * x;
        return bound.applyAsDouble(2) + unbound.apply(maker.make(x), x);
    }

    private static double twice(DoubleUnaryOperator f, double x) {
        return f.applyAsDouble(f.applyAsDouble(x));
    }

    // One callee, functions of several kinds.
    // run: passedOn(2.0) = 580.0, d = 2368.0
    static double passedOn(double x) {
        return twice(t -> t * t, x) + twice(t -> x * t, 3) + twice(t -> 2 * t, 5) * x + twice(Lambdas::cube, x);
    }

    private static DoubleUnaryOperator line(double slope, double constant) {
        return t -> slope * t + constant;
    }

    // run: returned(3.0) = 78.0, d = 23.0
    static double returned(double x) {
        DoubleUnaryOperator f = line(x, 1);
        DoubleUnaryOperator g = line(2, x * x);
        DoubleUnaryOperator h = line(4, 5);
        return f.applyAsDouble(x) + g.applyAsDouble(10) + h.applyAsDouble(x) + f.applyAsDouble(7);
    }

    // run: chosen(3.0, 0) = 36.0, d = 24.0
    // run: chosen(3.0, 1) = 3.0, d = 1.0
    // run: chosen(3.0, 2) = 216.0, d = 216.0
    static double chosen(double x, int which) {
        DoubleUnaryOperator f = which == 0 ? t -> t * t : which == 1 ? t -> x : Lambdas::cube;
        return f.applyAsDouble(2 * x);
    }

    // run: inField(3.0) = 19.0, d = 12.0
    double inField(double x) {
        kept = t -> t * x;
        double r = kept.applyAsDouble(x);
        kept = t -> t + 1;
        return r + kept.applyAsDouble(x * x);
    }

    // run: ofIndex(2.0, 4) = 15.0, d = 17.0
    static double ofIndex(double x, int n) {
        double[] powers = new double[n];
        IntToDoubleFunction f = i -> i == 0 ? 1 : powers[i - 1] * x;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            powers[i] = f.applyAsDouble(i);
            sum += powers[i];
        }
        return sum;
    }

    // A lambda without arguments and result stores an active value.
    // run: asEffect(3.0) = 23.0, d = 13.0
    static double asEffect(double x) {
        double[] a = {1};
        Cell cell = new Cell(2);
        Runnable run = () -> {
            a[0] *= x;
            cell.value += a[0];
        };
        run.run();
        run.run();
        return a[0] + cell.value;
    }

    // run: ofObjects(3.0) = 32.0, d = 27.0
    static double ofObjects(double x) {
        Supplier<Cell> supplier = () -> new Cell(x * x);
        Cell first = supplier.get();
        Cell second = supplier.get();
        first.value = 5;
        return first.value + second.times(x);
    }

    // A lambda within a lambda.
    // run: nested(3.0) = 138.0, d = 115.0
    static double nested(double x) {
        DoubleUnaryOperator outer = s -> {
            DoubleUnaryOperator inner = t -> s * t + x;
            return inner.applyAsDouble(x) * inner.applyAsDouble(2);
        };
        return outer.applyAsDouble(x) + outer.applyAsDouble(1);
    }

    /** An interface of the program's own with a default method. */
    interface Function {
        double value(double t);

        default Function then(Function next) {
            return t -> next.value(value(t));
        }
    }

    // run: composed(2.0) = 137.0, d = 38.0
    static double composed(double x) {
        Function square = t -> t * t;
        Function plus = t -> t + x;
        return square.then(plus).then(square).value(3) + plus.then(square).value(x);
    }

    // The function throws, and what it stored before stays.
    // run: throwing(3.0, 2) = 12.0, d = 4.0
    // run: throwing(3.0, 0) = 39.0, d = 25.0
    static double throwing(double x, int n) {
        double[] a = new double[1];
        DoubleUnaryOperator f = t -> {
            a[0] = t * t;
            return t * (4 / n);
        };
        double r = x;
        try {
            r = f.applyAsDouble(2 * x);
        } catch (ArithmeticException e) {
            r = r + a[0];
        }
        return r;
    }
}
