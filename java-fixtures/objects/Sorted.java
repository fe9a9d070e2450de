package objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/** Objects with active fields, put into an order by library code that calls back. */
class Sorted {
    // release: 8

    /** A weight in an object. */
    static final class Item implements Comparable<Item> {
        private final double weight;
        private final int number;

        Item(double weight, int number) {
            this.weight = weight;
            this.number = number;
        }

        double weight() {
            return weight;
        }

        Double boxed() {
            return weight;
        }

        int number() {
            return number;
        }

        @Override
        public int compareTo(Item other) {
            return Double.compare(weight, other.weight);
        }
    }

    /** An order that keeps what it was asked last. */
    static final class Ranking implements Comparator<Item> {
        private double last;

        @Override
        public int compare(Item a, Item b) {
            return Double.compare(b.weight, a.weight);
        }

        double rank(Item item) {
            last = item.weight;
            return last;
        }
    }

    // The weights are 3x, x², x and 2.
    private static List<Item> items(double x) {
        double[] weights = {3 * x, x * x, x, 2};
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            items.add(new Item(weights[i], i));
        }
        return items;
    }

    // run: byMethod(1.5) = 4.75, d = 4.0
    static double byMethod(double x) {
        List<Item> items = items(x);
        items.sort(Comparator.comparingDouble(Item::weight));
        return items.get(0).weight + items.get(2).weight + 1;
    }

    // run: byBox(1.5) = 4.5, d = 3.0
    static double byBox(double x) {
        return Collections.max(items(x), Comparator.comparing(Item::boxed)).weight;
    }

    // run: byTwo(1.5) = 4.5, d = 3.0
    static double byTwo(double x) {
        List<Item> items = items(x);
        items.sort(Comparator.comparingInt(Item::number).thenComparing(Item::weight).reversed());
        return items.get(3).weight;
    }

    // run: byLambda(1.5) = 2.25, d = 3.0
    static double byLambda(double x) {
        Item[] items = items(x).toArray(new Item[0]);
        Arrays.sort(items, (a, b) -> Double.compare(a.weight, b.weight));
        return items[2].weight;
    }

    // run: naturally(1.5) = 1.5, d = 1.0
    static double naturally(double x) {
        List<Item> items = items(x);
        Collections.sort(items);
        return items.get(0).weight;
    }

    // run: byClass(1.5) = 9.0, d = 6.0
    static double byClass(double x) {
        Ranking ranking = new Ranking();
        List<Item> items = items(x);
        Collections.sort(items, ranking);
        return items.get(0).weight + ranking.rank(items.get(0));
    }

    // run: inQueue(1.5) = 3.5, d = 1.0
    static double inQueue(double x) {
        PriorityQueue<Item> queue = new PriorityQueue<>(Comparator.comparingDouble(Item::weight));
        queue.addAll(items(x));
        return queue.poll().weight + queue.poll().weight;
    }

    // run: inSet(1.5) = 1.5, d = 1.0
    static double inSet(double x) {
        TreeSet<Item> set = new TreeSet<>(Comparator.comparingDouble(Item::weight));
        set.addAll(items(x));
        return set.first().weight;
    }

    // run: streamed(1.5) = 4.5, d = 3.0
    static double streamed(double x) {
        Collection<Item> items = items(x);
        return items.stream().max(Comparator.comparingDouble(Item::weight)).get().weight;
    }
}
