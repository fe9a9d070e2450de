package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Streams, `Arrays.setAll` and `forEach`, with the functions that they are given. */
class PipelinesTest {
    private static final double X = 1.25;

    private double weight = 3;

    private static double at(DoubleUnaryOperator derivative) {
        return derivative.applyAsDouble(X);
    }

    @Test
    void setAllAndStream() {
        DoubleUnaryOperator f = x -> {
            double[] y = new double[4];
            Arrays.setAll(y, i -> x * i);
            return Arrays.stream(y).map(Math::sin).sum();
        };
        double expected = 0;
        for (int i = 0; i < 4; i++) {
            expected += i * Math.cos(X * i);
        }
        assertEquals(expected, at(Nabla.derivative(f)), 1e-14);
    }

    @Test
    void severalFunctions() {
        assertEquals(28 * 3 * X * X, at(Nabla.derivative(x -> IntStream.rangeClosed(1, 3)
            .mapToDouble(i -> i * x).map(y -> y * y * x).sum() * 2)), 1e-13);
        assertEquals(2 * X, at(Nabla.derivative(x -> DoubleStream.of(x, -x, 0).filter(y -> y > 0).map(y -> y * y).sum())));
        assertEquals(X, at(Nabla.derivative(x -> DoubleStream.of(x, 0).map(y -> y * y).average().getAsDouble())));
        assertEquals(4, at(Nabla.derivative(x -> DoubleStream.of(x, 4 * x).max().orElse(0))));
        assertEquals(3 * X * X, at(Nabla.derivative(x -> DoubleStream.of(x, x).reduce(x, (p, y) -> p * y))), 1e-15);
    }

    @Test
    void whatIsCaptured() {
        double[] factors = {2, 3};
        DoubleUnaryOperator derivative =
            Nabla.derivative(x -> IntStream.range(0, factors.length).mapToDouble(i -> factors[i] * x * weight).sum());
        assertEquals(15, at(derivative));
        factors[0] = 0;
        weight = 5;
        assertEquals(15, at(derivative));
        DoubleUnaryOperator square = y -> y * y;
        assertEquals(4 * X, at(Nabla.derivative(x -> DoubleStream.of(x, x).map(square).sum())));
        assertEquals(4 * X, at(Nabla.derivative(x -> DoubleStream.of(x, x).map(y -> square.applyAsDouble(y)).sum())));
    }

    private double weighted(double y) {
        return weight * y * y;
    }

    @Test
    void methodsOfThis() {
        assertEquals(12 * X, at(Nabla.derivative(x -> DoubleStream.of(x, x).map(this::weighted).sum())));
    }

    /** An object with a number. */
    record Item(double price, int count) {
        double total(double discount) {
            return price * count * (1 - discount);
        }
    }

    @Test
    void objects() {
        List<Item> items = List.of(new Item(2, 1), new Item(3, 2), new Item(10, 0));
        assertEquals(-8, at(Nabla.derivative(x -> items.stream().mapToDouble(i -> i.total(x)).sum())));
        assertEquals(15, at(Nabla.derivative(x -> items.stream().mapToDouble(Item::price).sum() * x)));
        assertEquals(5, at(Nabla.derivative(x -> {
            double[] total = new double[1];
            items.forEach(i -> total[0] += i.count() > 0 ? i.price() * x : 0);
            return total[0];
        })));
    }

    @Test
    void gradients() {
        double[] gradient = Nabla.gradient(a -> IntStream.range(0, a.length).mapToDouble(i -> i * a[i] * a[i]).sum())
            .at(new double[] {1, 2, 3});
        assertArrayEquals(new double[] {0, 4, 12}, gradient);
    }

    @Test
    void sorted() {
        Gradient median = Nabla.gradient(a -> {
            double[] sorted = a.clone();
            Arrays.sort(sorted);
            return sorted[1] * sorted[1];
        });
        assertArrayEquals(new double[] {0, 0, 6}, median.at(new double[] {4, 1, 3}));
    }

    @Test
    void whatIsNotFollowed() {
        assertThrows(NotDifferentiableException.class,
            () -> Nabla.derivative(x -> DoubleStream.of(x, 1).sorted().sum()));
    }
}
