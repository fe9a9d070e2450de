package functions;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Functions that the JDK makes of others. */
class Composed {
    // release: 8

    // run: then(2.0) = 6.0, d = 5.0
    static double then(double x) {
        DoubleUnaryOperator square = v -> v * v;
        return square.andThen(v -> v + x).applyAsDouble(x);
    }

    // run: before(2.0) = 8.0, d = 12.0
    static double before(double x) {
        DoubleUnaryOperator times = v -> v * x;
        return times.compose(v -> v * v).applyAsDouble(x);
    }

    // run: same(2.0) = 4.0, d = 4.0
    static double same(double x) {
        return DoubleUnaryOperator.identity().applyAsDouble(x) * x;
    }

    // run: boxes(2.0) = 10.0, d = 13.0
    static double boxes(double x) {
        Function<Double, Double> times = v -> v * x;
        return times.andThen(v -> v + x).compose((Double v) -> v * v).apply(x);
    }

    // run: two(2.0) = 32.0, d = 48.0
    static double two(double x) {
        BiFunction<Double, Double, Double> product = (a, b) -> a * b;
        return product.andThen(v -> v * v * x).apply(x, 2.0);
    }

    // run: operators(2.0) = 28.0, d = 46.0
    static double operators(double x) {
        UnaryOperator<Double> square = v -> v * v;
        BinaryOperator<Double> product = (a, b) -> a * b;
        double sum = square.andThen(v -> v * x).apply(x) + product.andThen(v -> v * v).apply(x, x);
        return sum + UnaryOperator.<Double>identity().apply(x) + Function.<Double>identity().apply(x);
    }

    // run: chosen(2.0) = 8.0, d = 12.0
    static double chosen(double x) {
        DoublePredicate large = v -> v > 1;
        DoublePredicate outside = large.and(v -> v < 3).or(v -> v > 10).negate();
        return outside.test(x) ? x * x : x * x * x;
    }

    // run: negated(2.0) = 4.0, d = 4.0
    static double negated(double x) {
        Predicate<Double> large = v -> v > 1;
        return large.negate().test(x) ? x : x * x;
    }

    // x⁴ + x + 2
    // run: chain(2.0) = 20.0, d = 33.0
    static double chain(double x) {
        DoubleUnaryOperator f = DoubleUnaryOperator.identity();
        for (int i = 0; i < 3; i++) {
            int k = i;
            f = f.andThen(t -> t * x + k);
        }
        return f.applyAsDouble(x);
    }

    // run: listed(2.0) = 16.0, d = 32.0
    static double listed(double x) {
        List<DoubleUnaryOperator> all = new ArrayList<>();
        all.add(t -> t * x);
        all.add(t -> t * t);
        DoubleUnaryOperator whole = DoubleUnaryOperator.identity();
        for (DoubleUnaryOperator f : all) {
            whole = whole.andThen(f);
        }
        return whole.applyAsDouble(x);
    }

    // run: recursive(2.0) = 32.0, d = 32.0
    static double recursive(double x) {
        return doubled(3).applyAsDouble(x) * x;
    }

    private static DoubleUnaryOperator doubled(int times) {
        return times == 0 ? t -> t : doubled(times - 1).andThen(t -> t * 2);
    }

    static final class Pair {
        final double a;
        final double b;

        Pair(double a, double b) {
            this.a = a;
            this.b = b;
        }
    }

    // run: objects(2.0) = 12.0, d = 16.0
    static double objects(double x) {
        Function<Double, Pair> make = v -> new Pair(v * v, v + 1);
        return make.andThen(pair -> pair.a * pair.b).apply(x);
    }

    // run: told(2.0) = 16.0, d = 32.0
    static double told(double x) {
        double[] sum = {0};
        DoubleConsumer add = v -> sum[0] += v;
        add.andThen(v -> sum[0] *= v).accept(x * x);
        return sum[0];
    }

    private static class Cell {
        double value;

        Cell(double value) {
            this.value = value;
        }
    }

    // run: toldOfTwo(2.0) = 32.0, d = 90.0
    static double toldOfTwo(double x) {
        Cell a = new Cell(x);
        Cell b = new Cell(x * x);
        BiConsumer<Cell, Cell> change = (p, q) -> p.value *= q.value;
        change.andThen((p, q) -> q.value += p.value * x).accept(a, b);
        return a.value * b.value / 8 + b.value - a.value;
    }

    // run: absent(2.0) = 10.0, d = 5.0
    static double absent(double x) {
        DoubleUnaryOperator square = v -> v * v;
        try {
            return square.andThen(null).applyAsDouble(x);
        } catch (NullPointerException e) {
            return x * 5;
        }
    }
}
