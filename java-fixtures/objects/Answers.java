package objects;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Objects that store what they compute in only some of the methods by which they say what they are. */
class Answers {
    private static class Priced implements Comparable<Priced> {
        private final double rank;
        private double price;
        private double tax;

        Priced(double rank, double price) {
            this.rank = rank;
            this.price = price;
        }

        @Override
        public int compareTo(Priced other) {
            return Double.compare(rank, other.rank);
        }

        @Override
        public boolean equals(Object other) {
            tax = price * 2;
            return other instanceof Priced priced && priced.rank == rank;
        }

        @Override
        public int hashCode() {
            return (int) rank;
        }

        @Override
        public String toString() {
            price = price * 2;
            return "at " + rank;
        }
    }

    private static List<Priced> priced(double x) {
        List<Priced> all = new ArrayList<>();
        all.add(new Priced(2, x));
        all.add(new Priced(1, x * x));
        return all;
    }

    // The order asks neither for equality nor for text.
    // run: sorted(3.0) = 9.0, d = 6.0
    static double sorted(double x) {
        List<Priced> all = priced(x);
        Collections.sort(all);
        return all.get(0).price + all.get(0).tax;
    }

    // run: least(3.0) = 9.0, d = 6.0
    static double least(double x) {
        Priced least = Collections.min(priced(x));
        return least.price + least.tax;
    }

    // What is found is asked for equality, and not for text.
    // run: found(3.0) = 3.0, d = 1.0
    static double found(double x) {
        List<Priced> all = priced(x);
        return all.contains(new Priced(2, 0)) ? all.get(0).price : 0;
    }

    static double equal(double x) {
        List<Priced> all = priced(x);
        Priced sought = new Priced(1, x);
        return all.contains(sought) ? sought.tax : 0; // refuse: NB0203
    }

    static double text(double x) {
        List<Priced> all = priced(x);
        return all.toString().isEmpty() ? 0 : all.get(0).price; // refuse: NB0201
    }

    // Nobody says what a function asks that is one of the JDK's methods.
    static double appended(double x) {
        List<Priced> all = priced(x);
        StringBuilder text = new StringBuilder();
        all.forEach(text::append); // refuse: NB0204
        return all.get(0).price;
    }

    static double byText(double x) {
        List<Priced> all = priced(x);
        TreeSet<Priced> ordered = new TreeSet<>(Comparator.comparing(Object::toString)); // refuse: NB0201
        ordered.addAll(all);
        return all.get(0).price;
    }

    static double sortedByText(double x) {
        List<Priced> all = priced(x);
        all.sort(Comparator.comparing(Object::toString)); // refuse: NB0201
        return all.get(0).price;
    }
}
