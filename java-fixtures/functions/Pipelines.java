package functions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams with several functions, with conditions, of objects, and what may come of them. */
class Pipelines {
    // release: 8

    // run: twice(1.5, {1, 2}) = 9.0, d = (10.5, 3.75, 3.75)
    static double twice(double x, double[] a) {
        return Arrays.stream(a).map(y -> x * y).map(y -> y * x + y).sum() - 1.5 * x;
    }

    // run: functions(1.0, {0, 0}) = 2.0, d = (0.0, 1.0, 1.0)
    static double functions(double x, double[] a) {
        return Arrays.stream(a).map(Math::sin).map(y -> y * x).map(Math::exp).sum();
    }

    // Each element goes through both functions before the next does.
    // run: ordered(2.0) = 10.0, d = 5.0
    static double ordered(double x) {
        double[] last = new double[1];
        return IntStream.range(1, 4)
            .mapToDouble(i -> last[0] = i * x)
            .map(y -> y + last[0] - y - (y - last[0]) * 3)
            .map(y -> y * 5 / 6)
            .sum();
    }

    // run: closed(1.5) = 9.0, d = 6.0
    static double closed(double x) {
        return IntStream.rangeClosed(1, 3).mapToDouble(i -> i * x).sum()
            + IntStream.rangeClosed(3, 1).mapToDouble(i -> i * x).sum();
    }

    // run: closedAtTheEnd(1.5) = 3.0, d = 2.0
    static double closedAtTheEnd(double x) {
        return IntStream.rangeClosed(Integer.MAX_VALUE - 1, Integer.MAX_VALUE).mapToDouble(i -> x).sum()
            + IntStream.range(Integer.MAX_VALUE, Integer.MIN_VALUE).mapToDouble(i -> x).sum();
    }

    // run: indices(1.5, {1, 2, 3, 4}) = 6.75, d = (9.0, 0.0, 0.0, 2.25, 0.0)
    static double indices(double x, double[] a) {
        return IntStream.range(0, a.length)
            .map(i -> i * 2)
            .filter(i -> i == 2)
            .mapToDouble(i -> a[i] * x * x)
            .sum();
    }

    // run: widened(1.5) = 9.0, d = 6.0
    static double widened(double x) {
        return IntStream.of(1, 2, 3).asDoubleStream().map(y -> y * x).sum();
    }

    // run: filtered(1.5, {-1, 2, -3, 4}) = 9.0, d = (6.0, 0.0, 1.5, 0.0, 1.5)
    static double filtered(double x, double[] a) {
        return Arrays.stream(a).filter(y -> y > 0).map(y -> y * x).sum();
    }

    // run: filteredArray(1.5, {-1, 2, -3, 4}) = 12.0, d = (8.0, 0.0, 3.0, 0.0, 1.5)
    static double filteredArray(double x, double[] a) {
        double[] kept = Arrays.stream(a).map(y -> y * x).filter(y -> y > 0).toArray();
        return kept.length * kept[0] + kept[1];
    }

    // run: mean(1.5, {1, 2}) = 2.25, d = (1.5, 0.75, 0.75)
    static double mean(double x, double[] a) {
        return Arrays.stream(a).map(y -> y * x).average().getAsDouble();
    }

    // The library's sum is compensated, so is what is divided.
    // run: meanOfEqual(0.1) = 0.1, d = 1.0
    static double meanOfEqual(double x) {
        return IntStream.range(0, 10).mapToDouble(i -> x).average().orElse(0);
    }

    // run: meanOfNone(1.5) = 3.0, d = 2.0
    static double meanOfNone(double x) {
        double other = 2 * x;
        return Arrays.stream(new double[0]).average().orElse(other);
    }

    // run: noMean(1.5) = 1.5, d = 1.0
    static double noMean(double x) {
        try {
            return Arrays.stream(new double[] {x}).filter(y -> y < 0).average().getAsDouble();
        } catch (NoSuchElementException e) {
            return x;
        }
    }

    // run: largest(1.5, {1, 4, 2}) = 6.0, d = (4.0, 0.0, 1.5, 0.0)
    static double largest(double x, double[] a) {
        return Arrays.stream(a).map(y -> x * y).max().getAsDouble();
    }

    // run: smallest(1.5, {3, 1, 2}) = -1.5, d = (-1.0, 0.0, -1.5, 0.0)
    static double smallest(double x, double[] a) {
        double least = Arrays.stream(a).min().orElse(-x);
        return -x * least;
    }

    // run: smallestOfNone(1.5) = 2.25, d = 3.0
    static double smallestOfNone(double x) {
        return -x * Arrays.stream(new double[0]).min().orElse(-x);
    }

    // run: folded(1.5, {2, 3}) = 13.5, d = (18.0, 6.75, 4.5)
    static double folded(double x, double[] a) {
        return x * Arrays.stream(a).reduce(x, (p, y) -> p * y);
    }

    // run: reduced(1.5, {2, 3}) = 9.0, d = (6.0, 4.5, 3.0)
    static double reduced(double x, double[] a) {
        return x * Arrays.stream(a).reduce((p, y) -> p * y).orElse(1);
    }

    // run: reducedNone(1.5) = 2.25, d = 3.0
    static double reducedNone(double x) {
        return x * DoubleStream.of().reduce((p, y) -> p * y).orElse(x);
    }

    // run: stored(1.5) = 9.0, d = 6.0
    static double stored(double x) {
        double[] y = new double[4];
        IntStream.range(0, 4).forEach(i -> y[i] = x * i);
        double[] sum = {0};
        Arrays.stream(y).forEach(v -> sum[0] += v);
        return sum[0];
    }

    /** A thing with a price. */
    static final class Item {
        private final double price;
        private final int count;

        Item(double price, int count) {
            this.price = price;
            this.count = count;
        }

        double price() {
            return price;
        }

        double total(double discount) {
            return price * count * (1 - discount);
        }
    }

    // run: prices(1.5) = 6.75, d = 6.0
    static double prices(double x) {
        List<Item> items = new ArrayList<>();
        items.add(new Item(x, 1));
        items.add(new Item(2 * x, 2));
        items.add(new Item(x * x, 1));
        return items.stream().mapToDouble(Item::price).sum();
    }

    // run: totals(1.5) = 7.5, d = 10.0
    static double totals(double x) {
        Collection<Item> items = Arrays.asList(new Item(x, 1), new Item(2, 7), new Item(x, 4));
        return items.stream().filter(i -> i.count != 7).mapToDouble(i -> i.total(1 - x / 1.5)).sum();
    }

    // run: manyItems(1.5) = 1300.5, d = 867.0
    static double manyItems(double x) {
        List<Item> items = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            items.add(new Item(i * x, i % 3));
        }
        return items.stream().filter(i -> i.count > 0).mapToDouble(Item::price).sum();
    }

    // run: itemsOfArray(1.5) = 4.5, d = 3.0
    static double itemsOfArray(double x) {
        Item[] items = {new Item(x, 1), new Item(2 * x, 2)};
        return Arrays.stream(items).mapToDouble(Item::price).sum();
    }

    // run: itemsOf(1.5) = 2.0, d = 1.0
    static double itemsOf(double x) {
        return Stream.of(new Item(x, 1), new Item(0.5, 2)).map(i -> i).mapToDouble(Item::price).sum();
    }

    // run: made(1.5) = 9.0, d = 6.0
    static double made(double x) {
        return IntStream.range(0, 4).mapToObj(i -> new Item(i * x, 1)).mapToDouble(i -> i.total(0)).sum();
    }

    /** With a field that functions use. */
    private double weight = 2;

    private double weighted(double y) {
        return weight * y;
    }

    // run: [weight = 3.0] ofThis(1.5) = 10.5, d = 14.0
    double ofThis(double x) {
        return DoubleStream.of(x, x * x - 1).map(this::weighted).map(y -> y * weight / 3).sum() + 2 * x - 0.75;
    }

    // run: given(1.5) = 6.75, d = 6.0
    static double given(double x) {
        DoubleUnaryOperator scale = y -> x * y;
        ToDoubleFunction<Item> price = Item::price;
        return Arrays.stream(new double[] {x, 2}).map(scale).sum() + Stream.of(new Item(x, 1)).mapToDouble(price).sum();
    }

    /** Its stream leaves the first one out. */
    static final class Rest extends ArrayList<Item> {
        Rest(List<Item> items) {
            super(items);
        }

        @Override
        public Stream<Item> stream() {
            return super.stream().skip(1);
        }
    }

    // run: ownStream(1.5) = 3.0, d = 2.0
    static double ownStream(double x) {
        List<Item> items = new Rest(Arrays.asList(new Item(x, 1), new Item(2 * x, 1)));
        return items.stream().mapToDouble(i -> i.price).sum();
    }

    /** Its iterator begins at the end, but neither its stream nor `forEach` asks it. */
    static final class Backwards extends ArrayList<Item> {
        @Override
        public Iterator<Item> iterator() {
            List<Item> other = new ArrayList<>();
            for (int i = size() - 1; i >= 0; i--) {
                other.add(get(i));
            }
            return other.iterator();
        }
    }

    // run: inOrder(1.5) = 9.0, d = 6.0
    static double inOrder(double x) {
        List<Item> items = new Backwards();
        items.add(new Item(x, 1));
        items.add(new Item(2 * x, 1));
        double[] last = {0};
        items.forEach(i -> last[0] = last[0] * 2 + i.price);
        return last[0] + items.stream().mapToDouble(i -> i.price).reduce(0, (p, y) -> 2 * p + y) - 2 * x + x * 0;
    }

    // run: part(1.5, {1, 2, 3, 4}) = 7.5, d = (5.0, 0.0, 1.5, 1.5, 0.0)
    // run: part(1.5, {1, 2}) throws java.lang.ArrayIndexOutOfBoundsException
    static double part(double x, double[] a) {
        return Arrays.stream(a, 1, 3).map(y -> y * x).sum();
    }

    // run: one(1.5) = 3.0, d = 2.0
    static double one(double x) {
        return DoubleStream.of(x).map(y -> 2 * y).sum();
    }

    // run: thrown(1.5) = 3.0, d = 2.0
    static double thrown(double x) {
        double[] seen = new double[3];
        try {
            return IntStream.range(0, 3)
                .mapToDouble(i -> seen[i] = i * x)
                .map(y -> {
                    if (y > 2) throw new IllegalStateException();
                    return y;
                })
                .sum();
        } catch (IllegalStateException e) {
            return seen[1] * 0 + seen[2];
        }
    }
}
