package refusals;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;

/** Methods that the JDK calls on what a collection of the program gives it, and on an object that is being made. */
class CalledLater {
    // release: 8

    private double v;
    private double kept;

    /** An iterator that keeps what it sees. */
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
    private class Bag extends AbstractCollection<Integer> implements Collection<Integer> {
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
}
