package boxes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Objects of generic classes, whose fields are of type Object and hold boxes among others. */
class Generic {
    // release: 8

    static class Pair<A, B> {
        final A first;
        final B second;

        Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }

        A getFirst() {
            return first;
        }

        B getSecond() {
            return second;
        }

        Pair<B, A> swapped() {
            return new Pair<>(second, first);
        }
    }

    static class Cell<T> implements Cloneable, Comparable<Cell<T>> {
        private T value;

        Cell(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }

        void set(T value) {
            this.value = value;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Cell<T> clone() {
            try {
                return (Cell<T>) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public int compareTo(Cell<T> other) {
            return Double.compare((Double) value, (Double) other.value);
        }
    }

    static final class Node<T> {
        final T value;
        final Node<T> next;

        Node(T value, Node<T> next) {
            this.value = value;
            this.next = next;
        }
    }

    static final class Lazy<T> {
        private Supplier<T> supplier;
        private T value;

        Lazy(Supplier<T> supplier) {
            this.supplier = supplier;
        }

        T get() {
            if (supplier != null) {
                value = supplier.get();
                supplier = null;
            }
            return value;
        }
    }

    static final class Twice<T extends Number> {
        private final T value;

        Twice(T value) {
            this.value = value;
        }

        double get() {
            return 2 * value.doubleValue();
        }
    }

    static Pair<Double, Double> powers(double x) {
        return new Pair<>(x * x, x * x * x);
    }

    // run: split(2.0) = 32.0, d = 80.0
    static double split(double x) {
        Pair<Double, Double> p = powers(x);
        return p.first * p.getSecond();
    }

    // run: besideText(3.0) = 36.0, d = 24.0
    static double besideText(double x) {
        Pair<String, Pair<Double, String>> p = new Pair<>("ab", new Pair<>(x * x, "cd"));
        return p.first.length() * p.second.first * p.getSecond().getSecond().length();
    }

    // run: swap(2.0) = 12.0, d = 12.0
    static double swap(double x) {
        return new Pair<>(x * x, "abc").swapped().second * new Pair<>("abc", 1.5).swapped().second.length();
    }

    // run: power(2.0) = 16.0, d = 32.0
    static double power(double x) {
        Cell<Double> product = new Cell<>(1.0);
        for (int i = 0; i < 4; i++) {
            product.set(product.get() * x);
        }
        return product.get();
    }

    // run: absent(2.0) = 8.0, d = 6.0
    static double absent(double x) {
        Cell<Double> cell = new Cell<>(null);
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += cell.get() == null ? x : cell.get();
            cell.set(i == 0 ? (Double) (x * x) : null);
        }
        return sum;
    }

    // run: linked(2.0) = 56.0, d = 56.0
    static double linked(double x) {
        Node<Double> list = null;
        for (int i = 1; i < 4; i++) {
            list = new Node<>(x * i, list);
        }
        double sum = 0;
        for (Node<Double> node = list; node != null; node = node.next) {
            sum += node.value * node.value;
        }
        return sum;
    }

    // run: lazy(2.0) = 16.0, d = 32.0
    static double lazy(double x) {
        Lazy<Double> square = new Lazy<>(() -> x * x);
        return square.get() * square.get();
    }

    // run: numbers(2.0) = 20.0, d = 14.0
    static double numbers(double x) {
        return new Twice<>(x * x).get() + new Twice<>(3).get() * x;
    }

    // The number of an Integer has no tangent, wherever a Double was before.
    // run: another(2.0) = 18.0, d = 11.0
    static double another(double x) {
        Cell<Number> cell = new Cell<>(x * x);
        double square = cell.get().doubleValue();
        cell.set(7);
        return square + cell.get().doubleValue() * x;
    }

    static Number either(boolean first, double x) {
        if (first) {
            return x * x;
        }
        return 3;
    }

    // run: given(2.0) = 14.0, d = 15.0
    static double given(double x) {
        return either(true, x).doubleValue() * x + either(false, x).doubleValue() * x;
    }

    // run: joined(2.0) = 21.0, d = 20.0
    static double joined(double x) {
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            Object each = i == 0 ? "one" : i == 1 ? Integer.valueOf(i) : (Object) (x * i);
            if (each instanceof Double) {
                sum += (Double) each * x;
            } else if (each instanceof Integer) {
                sum += (Integer) each;
            }
        }
        return sum;
    }

    // A parameter that is no box at first.
    // run: reassigned("start", 2.0) = 2.0, d = 1.0
    static double reassigned(Object last, double x) {
        for (int i = 0; i < 3; i++) {
            double v = last instanceof Double ? (Double) last : 1.0;
            last = i == 1 ? (Object) "text" : Double.valueOf(v * x);
        }
        return last instanceof Double ? (Double) last : -1;
    }

    // run: sorted(2.0) = 13.0, d = 6.5
    static double sorted(double x) {
        List<Cell<Double>> cells = new ArrayList<>();
        cells.add(new Cell<>(2 * x));
        cells.add(new Cell<>(0.5 * x));
        Collections.sort(cells);
        return cells.get(0).get() + 3 * cells.get(1).get();
    }

    // run: eachOf(2.0) = 12.0, d = 12.0
    static double eachOf(double x) {
        List<Cell<Double>> cells = Arrays.asList(new Cell<>(x), new Cell<>(2 * x));
        cells.forEach(cell -> cell.set(cell.get() * x));
        double sum = 0;
        for (Cell<Double> cell : cells) {
            sum += cell.get();
        }
        return sum;
    }

    // run: mapped(2.0) = 12.0, d = 16.0
    static double mapped(double x) {
        Map<String, Cell<Double>> cells = new HashMap<>();
        cells.put("a", new Cell<>(x));
        cells.put("b", new Cell<>(x * x));
        double sum = 0;
        for (Cell<Double> cell : cells.values()) {
            sum += cell.get();
        }
        return sum * cells.get("a").get();
    }

    // run: copied(2.0) = 12.0, d = 12.0
    static double copied(double x) {
        Cell<Double> cell = new Cell<>(x * x);
        Cell<Double> copy = cell.clone();
        cell.set(3.0);
        return cell.get() * copy.get();
    }

    // run: caught(2.0) = 8.0, d = 8.0
    static double caught(double x) {
        Object square = "none";
        try {
            square = x * x;
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            return square instanceof Double ? (Double) square * 2 : 0;
        }
    }

    // run: function(2.0) = 8.0, d = 12.0
    static double function(double x) {
        Pair<Function<Double, Double>, Double> p = new Pair<>(y -> y * y, x);
        return p.first.apply(p.second) * x;
    }

    private static <A, B> A fold(List<B> list, A start, BiFunction<A, B, A> function) {
        A folded = start;
        for (B each : list) {
            folded = function.apply(folded, each);
        }
        return folded;
    }

    // run: folded(2.0) = 48.0, d = 72.0
    static double folded(double x) {
        return fold(Arrays.asList(new Cell<>(2.0), new Cell<>(3.0)), x, (a, cell) -> a * cell.get() * x);
    }

    interface Ring<T> {
        T plus(T a, T b);

        T times(T a, T b);
    }

    static final class Reals implements Ring<Double> {
        @Override
        public Double plus(Double a, Double b) {
            return a + b;
        }

        @Override
        public Double times(Double a, Double b) {
            return a * b;
        }
    }

    static final class Complex {
        final double re;
        final double im;

        Complex(double re, double im) {
            this.re = re;
            this.im = im;
        }
    }

    static final class Complexes implements Ring<Complex> {
        @Override
        public Complex plus(Complex a, Complex b) {
            return new Complex(a.re + b.re, a.im + b.im);
        }

        @Override
        public Complex times(Complex a, Complex b) {
            return new Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
        }
    }

    private static <T> T polynomial(Ring<T> ring, T x) {
        return ring.plus(ring.times(x, x), x);
    }

    // run: real(2.0) = 6.0, d = 5.0
    static double real(double x) {
        return polynomial(new Reals(), x);
    }

    // (x + 2i)² + x + 2i
    // run: complex(3.0) = 22.0, d = 11.0
    static double complex(double x) {
        Complex z = polynomial(new Complexes(), new Complex(x, 2));
        return z.re + z.im;
    }

    interface Visitor<R> {
        R leaf(double value);

        R product(Tree left, Tree right);
    }

    interface Tree {
        <R> R accept(Visitor<R> visitor);
    }

    static final class Leaf implements Tree {
        private final double value;

        Leaf(double value) {
            this.value = value;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.leaf(value);
        }
    }

    static final class Product implements Tree {
        private final Tree left;
        private final Tree right;

        Product(Tree left, Tree right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.product(left, right);
        }
    }

    static final class Squares implements Visitor<Double> {
        @Override
        public Double leaf(double value) {
            return value * value;
        }

        @Override
        public Double product(Tree left, Tree right) {
            return left.accept(this) * right.accept(this);
        }
    }

    static final class Mirror implements Visitor<Tree> {
        @Override
        public Tree leaf(double value) {
            return new Leaf(value);
        }

        @Override
        public Tree product(Tree left, Tree right) {
            return new Product(right.accept(this), left.accept(this));
        }
    }

    // run: visited(2.0, 3.0) = 144.0, d = (288.0, 96.0)
    static double visited(double x, double y) {
        Tree tree = new Product(new Leaf(x), new Leaf(x * y));
        return tree.accept(new Mirror()).accept(new Squares());
    }

    private static Cell<Double> kept = new Cell<>(2.0);

    // An object that outlives the call.
    // run: constant(3.0, 2.0) = 10.0, d = (2.0, 5.0)
    static double constant(double x, double start) {
        kept.set(start);
        return twice(x) + start * x;
    }

    private static double twice(double x) {
        return kept.get() * 2;
    }
}
