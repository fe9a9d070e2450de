package functions;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Functions that objects have since before the derivative was called, and that captured objects: most of all {@code this}. */
class Captured {
    // release: 8

    static final class Line {
        double slope = 3;
        final DoubleUnaryOperator f = t -> t * slope;
        final DoubleUnaryOperator named = this::at;

        double at(double t) {
            return t * slope * slope;
        }

        double of(double x) {
            return f.applyAsDouble(x) + named.applyAsDouble(x);
        }

        double changed(double x) {
            slope = x * x;
            double result = f.applyAsDouble(x);
            slope = 3;
            return result;
        }
    }

    static final Line LINE = new Line();

    // run: own(2.0) = 24.0, d = 12.0
    static double own(double x) {
        return LINE.of(x);
    }

    // What the object has is seen as it is when the function runs.
    // run: stateful(2.0) = 8.0, d = 12.0
    static double stateful(double x) {
        return LINE.changed(x);
    }

    static final class Cell {
        double value = 1;
        Cell next;
    }

    static DoubleUnaryOperator times(Cell cell) {
        return t -> t * cell.value;
    }

    static final class Scaled {
        final Cell cell = new Cell();
        final DoubleUnaryOperator f = times(cell);
        final DoubleUnaryOperator twice = t -> f.applyAsDouble(f.applyAsDouble(t));
    }

    static final Scaled SCALED = new Scaled();

    // run: cell(2.0) = 12.0, d = 16.0
    static double cell(double x) {
        SCALED.cell.value = x;
        double first = SCALED.f.applyAsDouble(x) + SCALED.twice.applyAsDouble(x);
        SCALED.cell.value = 1;
        return first;
    }

    // Tangents of another call are none of this one's.
    // run: after(2.0) = 14.0, d = 17.0
    static double after(double x) {
        double first = cell(x);
        return first + SCALED.f.applyAsDouble(x);
    }

    static final class Boxed {
        double k = 2;
        final Function<Double, Double> f = x -> x * k;
        final BiFunction<Double, Double, Double> g = (a, b) -> a * b * k;
        final Supplier<Double> s = () -> k * k;
        final ToDoubleFunction<Cell> content = c -> c.value * k;

        double at(double x) {
            k = x;
            Cell cell = new Cell();
            cell.value = x * x;
            double sum = f.apply(x) + g.apply(x, x) + s.get() + content.applyAsDouble(cell);
            k = 2;
            return sum;
        }
    }

    static final Boxed BOXED = new Boxed();

    // 2 x² + 2 x³
    // run: boxed(2.0) = 24.0, d = 32.0
    static double boxed(double x) {
        return BOXED.at(x);
    }

    /** Its functions look at none of the arrays that it has. */
    static final class Mixed {
        final double[] data = {1, 2};
        final List<double[]> rows = new ArrayList<>();
        double k = 3;
        final DoubleUnaryOperator f = t -> t * k;
        final DoubleUnaryOperator named = this::scaled;

        double scaled(double t) {
            return Math.abs(t) * k;
        }

        double at(double x) {
            data[0] = x;
            double sum = f.applyAsDouble(x) + named.applyAsDouble(x) + data[0];
            return sum;
        }
    }

    static final Mixed MIXED = new Mixed();

    // run: mixed(2.0) = 14.0, d = 7.0
    static double mixed(double x) {
        return MIXED.at(x);
    }

    enum Shape {
        SQUARE {
            @Override
            double of(double t) {
                return t * t;
            }
        },
        SAME {
            @Override
            double of(double t) {
                return t;
            }
        };

        final DoubleUnaryOperator f = t -> of(t) * 3;

        abstract double of(double t);
    }

    // run: shapes(2.0) = 18.0, d = 15.0
    static double shapes(double x) {
        return Shape.SQUARE.f.applyAsDouble(x) + Shape.SAME.f.applyAsDouble(x);
    }

    static final class Nested {
        double slope = 3;
        final double[] unread = {1, 2};
        final DoubleUnaryOperator f = t -> {
            DoubleUnaryOperator inner = u -> u * t * slope;
            DoubleUnaryOperator sine = Math::sin;
            return inner.applyAsDouble(t) + sine.applyAsDouble(0.0);
        };

        double of(double x) {
            slope = x;
            double result = f.applyAsDouble(x);
            slope = 3;
            return result;
        }
    }

    static final Nested NESTED = new Nested();

    // run: nested(2.0) = 8.0, d = 12.0
    static double nested(double x) {
        return NESTED.of(x);
    }
}
