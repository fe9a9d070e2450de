package refusals;

import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.TreeSet;

/** Methods that objects of the JDK call that were given them before, or that they were given by others. */
class CalledLater {
    // release: 8

    private double v;
    private double kept;

    private final TreeSet<Integer> ordered =
            new TreeSet<>(
                    (p, q) -> {
                        kept = v;
                        return p - q;
                    });

    double byOrder(double x) {
        v = x * x;
        ordered.add(1);
        return kept + x; // refuse: NB0203
    }

    private final ThreadLocal<Integer> local =
            ThreadLocal.withInitial(
                    () -> {
                        kept = v;
                        return 1;
                    });

    double bySupplier(double x) {
        v = x * x;
        local.get();
        return kept + x; // refuse: NB0203
    }

    /** A task that keeps what it sees. */
    private class Task implements Runnable {
        @Override
        public void run() {
            kept = v;
        }
    }

    private final Thread thread = new Thread(new Task());

    double byThread(double x) {
        v = x * x;
        thread.run();
        return kept + x; // refuse: NB0203
    }

    private final double[] a = new double[2];

    /** An order that overwrites an array. */
    private static class Spoiling implements java.util.Comparator<Integer> {
        private final double[] spoilt;

        Spoiling(double[] spoilt) {
            this.spoilt = spoilt;
        }

        @Override
        public int compare(Integer p, Integer q) {
            spoilt[0] = 3;
            return p - q;
        }
    }

    private final PriorityQueue<Integer> queue = new PriorityQueue<>(new Spoiling(a));

    double overwritten(double x) {
        a[0] = x * x; // refuse: NB0203
        queue.add(1); // refuse: NB0201
        queue.add(2);
        return a[0] + x; // refuse: NB0203
    }

    /** A list that keeps what it sees where it is asked. */
    private class Watching extends AbstractList<Integer> {
        @Override
        public Integer get(int i) {
            kept = v;
            return i;
        }

        @Override
        public int size() {
            return 2;
        }
    }

    private final Iterator<Integer> iterator = new Watching().iterator();

    double byIterator(double x) {
        v = x * x;
        iterator.next();
        return kept + x; // refuse: NB0203
    }

    /** An iterator that does. */
    private class Steps implements Iterator<Integer> {
        @Override
        public boolean hasNext() {
            kept = v;
            return false;
        }

        @Override
        public Integer next() {
            return 1;
        }
    }

    /** A collection that gives it. */
    private class Bag extends AbstractCollection<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return new Steps();
        }

        @Override
        public int size() {
            return 1;
        }
    }

    private final Collection<Integer> bag = new Bag();

    double byContains(double x) {
        v = x * x;
        bag.contains(1);
        return kept + x; // refuse: NB0203
    }

    double byText(double x) {
        v = x * x;
        bag.toString();
        return kept + x; // refuse: NB0203
    }

    /** An exception that keeps what it sees when it is made. */
    private class Trace extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            kept = v;
            return this;
        }
    }

    double byConstructor(double x) {
        v = x * x;
        new Trace();
        return kept + x; // refuse: NB0203
    }

    private static double shared;
    private static final double[] TABLE = new double[2];

    /** A class that the first call initialises. */
    private static class Late {
        static final double FIRST = shared;

        static int count() {
            return 1;
        }
    }

    static double byInitialiser(double x) {
        shared = x * x;
        return Late.FIRST + x; // refuse: NB0203
    }

    static double byCount(double x) {
        shared = x * x;
        int count = Late.count(); // refuse: NB0201
        return count * shared + Late.FIRST; // refuse: NB0203
    }

    /** A class that initialises it. */
    private static class Later {
        static double twice;

        static {
            twice = 2 * Late.FIRST;
        }

        private int unused;
    }

    static double byAnother(double x) {
        shared = x * x;
        new Later(); // refuse: NB0201
        return Late.FIRST + x; // refuse: NB0203
    }

    /** An initialiser that overwrites an array. */
    private static class Clearing {
        static {
            TABLE[0] = 3;
        }

        private int unused;
    }

    static double byNew(double x) {
        TABLE[0] = x * x; // refuse: NB0203
        new Clearing();
        return TABLE[0] + x; // refuse: NB0203
    }

    static double byName(double x) {
        TABLE[0] = x * x; // refuse: NB0203
        try {
            Class.forName("refusals.CalledLater$Clearing");
        } catch (ClassNotFoundException e) {
            return 0;
        }
        return TABLE[0] + x; // refuse: NB0203
    }
}
