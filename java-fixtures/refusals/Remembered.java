package refusals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.PriorityQueue;

/** Objects that remember what they computed when the JDK asked them what they are: without its tangent. */
class Remembered {
    // release: 16

    private static class Item implements Comparable<Item> {
        private final double x;
        private double cost;
        private boolean known;

        Item(double x) {
            this.x = x;
        }

        double cost() {
            if (!known) {
                cost = x * x;
                known = true;
            }
            return cost;
        }

        @Override
        public int compareTo(Item other) {
            return Double.compare(cost(), other.cost());
        }
    }

    static double sorted(double x) {
        Item[] items = {new Item(x), new Item(7)};
        Arrays.sort(items);
        return items[0].cost; // refuse: NB0203
    }

    static double inList(double x) {
        List<Item> items = new ArrayList<>();
        items.add(new Item(x));
        items.add(new Item(x + 1));
        Collections.sort(items);
        return items.get(0).cost; // refuse: NB0203
    }

    static double queued(double x) {
        PriorityQueue<Item> items = new PriorityQueue<>();
        items.add(new Item(x));
        items.add(new Item(x + 1));
        return items.peek().cost; // refuse: NB0203
    }

    /** Keeps what it reads of an array that another field has, too. */
    private static class Seeing {
        private final double[] seen;
        private double kept;

        Seeing(double[] seen) {
            this.seen = seen;
        }

        @Override
        public int hashCode() {
            kept = seen[0];
            return 1;
        }
    }

    private final double[] shared = {1, 2};
    private final Seeing seeing = new Seeing(shared);
    private final Object any = seeing;

    double seen(double x) {
        shared[0] = x * x; any.hashCode(); return seeing.kept; // refuse: NB0201|NB0203
    }

    /** Keeps what it copies. */
    private static class Copying {
        private final double[] from;
        private final double[] copy = new double[2];

        Copying(double[] from) {
            this.from = from;
        }

        @Override
        public int hashCode() {
            System.arraycopy(from, 0, copy, 0, 2);
            return 1;
        }
    }

    private final Copying copying = new Copying(shared);
    private final Object other = copying;

    double copied(double x) {
        shared[0] = x * x; other.hashCode(); return copying.copy[0]; // refuse: NB0201|NB0203
    }

    private static class Key {
        private final double x;
        private Double norm;
        private final double[] parts = new double[1];
        double asked;

        Key(double x) {
            this.x = x;
        }

        private void ask(double by) {
            asked = by;
        }

        @Override
        public int hashCode() {
            if (norm == null) {
                norm = Math.sqrt(x);
            }
            return Double.hashCode(norm);
        }

        @Override
        public boolean equals(Object other) {
            parts[0] = x * x;
            return other instanceof Key key && key.x == x;
        }

        @Override
        public String toString() {
            ask(3 * x);
            return "a key";
        }
    }

    static double hashed(double x) {
        Key key = new Key(x);
        new HashMap<Key, Integer>().put(key, 1);
        return key.norm; // refuse: NB0203
    }

    static double found(double x) {
        Key key = new Key(x);
        List<Key> keys = new ArrayList<>();
        keys.add(new Key(x));
        keys.contains(key);
        return key.parts[0]; // refuse: NB0203
    }

    static double said(double x) {
        Key key = new Key(x);
        String text = "It is " + key; // refuse: NB0204
        return key.asked + text.length(); // refuse: NB0203
    }

    private static int hashOf(Object object) {
        return object.hashCode();
    }

    static double asObject(double x) {
        Key key = new Key(x);
        hashOf(key);
        return key.norm; // refuse: NB0203
    }

    record Pair(Key key, int number) {}

    static double inRecord(double x) {
        Pair pair = new Pair(new Key(x), 2);
        pair.hashCode();
        return pair.key.norm; // refuse: NB0203
    }

    private static class Mark implements Comparable<Mark> {
        private final double x;

        Mark(double x) {
            this.x = x;
        }

        @Override
        public int compareTo(Mark other) {
            double[] both = {x, other.x};
            return Double.compare(both[0], both[1]);
        }
    }

    /** What is made to compare by is nobody else's. */
    static double marked(double x) {
        Mark[] marks = {new Mark(5), new Mark(x)};
        Arrays.sort(marks);
        return marks[0].x * marks[0].x;
    }

    // run: marked(2.0) = 4.0, d = 4.0
}
