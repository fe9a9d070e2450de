package functions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/** What the JDK calls, and may keep, where that does no harm. */
class ByTheJdk {
    // release: 8

    private static double seen;
    private static double kept;

    /** A task by a class of the JDK. */
    private static class Task extends Thread {
        @Override
        public void run() {
            kept = seen * seen;
        }
    }

    // run: byClassOfJdk(1.5) = 6.5625, d = 14.5
    static double byClassOfJdk(double x) {
        seen = x * x;
        Runnable task = new Task();
        task.run();
        return kept + x;
    }

    /** A number in an object. */
    private static final class Item {
        private double value;

        Item(double value) {
            this.value = value;
        }
    }

    // The function is given to a method that is done with it when it returns; the iterator keeps nothing.
    // run: atOnce(1.5) = 9.0, d = 12.0
    static double atOnce(double x) {
        List<Item> items = new ArrayList<>(Arrays.asList(new Item(x), new Item(3 * x)));
        items.forEach(item -> item.value *= x);
        double sum = 0;
        for (Item item : items) {
            sum += item.value;
        }
        return sum;
    }

    // Another order keeps nothing that counts.
    // run: ordered(1.5) = 4.5, d = 6.0
    static double ordered(double x) {
        TreeSet<Integer> order = new TreeSet<>((p, q) -> q - p);
        order.add(1);
        order.add(2);
        Item item = new Item(x);
        item.value *= x;
        return item.value * order.first();
    }

    /** An order that counts what it compares. */
    private static class Counting implements Comparator<Item> {
        private static double compared;

        @Override
        public int compare(Item p, Item q) {
            compared++;
            return Double.compare(p.value, q.value);
        }
    }

    /** It is given to a method alone that is done with it when it returns: no set has it. */
    static void sort(List<Item> items) {
        items.sort(new Counting());
    }

    private static final TreeSet<String> NAMES = new TreeSet<>(naming());

    // run: named(1.5) = 2.25, d = 3.0
    static double named(double x) {
        Counting.compared = x;
        NAMES.add("a");
        return Counting.compared * x;
    }

    private static Comparator<String> naming() {
        return (p, q) -> p.length() - q.length();
    }

    /** A class with a scratch array of its own, which is initialised when it is first used. */
    private static class Scratch {
        private static final double[] ROW = {1, 2, 3};
        private static double scale = 2;
        private static final DoubleUnaryOperator TWICE = v -> scale * v;

        private static double through(double x) {
            ROW[1] = x * x;
            return ROW[0] + ROW[1] * ROW[2];
        }
    }

    // run: initialised(1.5) = 7.75, d = 9.0
    static double initialised(double x) {
        return Scratch.through(x);
    }

    // run: constant(1.5) = 3.0, d = 2.0
    static double constant(double x) {
        return Scratch.TWICE.applyAsDouble(x);
    }

    private static double weight;
    private static final TreeSet<Integer> WEIGHED = new TreeSet<>(Comparator.comparingDouble(i -> weight * i));

    // An order only compares what its function gives.
    // run: weighed(1.5) = 3.25, d = 3.0
    static double weighed(double x) {
        weight = x * x;
        WEIGHED.add(1);
        return weight + WEIGHED.size();
    }
}
