package functions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the JDK calls, where that does no harm. */
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
}
