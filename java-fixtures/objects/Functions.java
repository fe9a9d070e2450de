package objects;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Functions of arrays and objects, whose interfaces know neither. */
class Functions {
    // release: 8

    private static double squares(double[] a) {
        double sum = 0;
        for (double v : a) {
            sum += v * v;
        }
        return sum;
    }

    // run: ofArray(3.0) = 45.0, d = 30.0
    static double ofArray(double x) {
        ToDoubleFunction<double[]> f = Functions::squares;
        return f.applyAsDouble(new double[] {x, 2 * x});
    }

    // run: arrayToArray(3.0) = 30.0, d = 28.0
    static double arrayToArray(double x) {
        UnaryOperator<double[]> f = a -> new double[] {a[0] * x, a[1]};
        double[] r = f.apply(f.apply(new double[] {x, x}));
        return r[0] + r[1];
    }

    // The array that comes back is the one that was given.
    // run: sameArray(3.0) = 9.0, d = 6.0
    static double sameArray(double x) {
        Function<double[], double[]> f = a -> a;
        double[] a = {x};
        double[] b = f.apply(a);
        b[0] *= x;
        return a[0];
    }

    // run: inPlace(3.0) = 54.0, d = 54.0
    static double inPlace(double x) {
        Consumer<double[]> c = a -> a[0] *= x;
        double[] a = {2, x};
        c.accept(a);
        c.accept(a);
        return a[0] * a[1];
    }

    // run: supplied(3.0) = 21.0, d = 13.0
    static double supplied(double x) throws Exception {
        Supplier<double[]> s = () -> new double[] {x * x};
        Callable<double[]> c = () -> new double[] {x * x};
        return s.get()[0] + c.call()[0] + x;
    }

    // run: ofTwo(3.0, 1) = 18.0, d = 9.0
    static double ofTwo(double x, int i) {
        BiFunction<double[], double[], double[]> f = (a, b) -> new double[] {a[0] * b[0]};
        ToDoubleBiFunction<double[], String> g = (a, s) -> a[s.length()] * x;
        return f.apply(new double[] {x}, new double[] {3})[0] + g.applyAsDouble(new double[] {1, x}, "a");
    }

    // run: ofRows(3.0) = 9.0, d = 6.0
    static double ofRows(double x) {
        Function<double[][], double[]> f = m -> m[1];
        double[][] m = {{1}, {2}};
        double[] r = f.apply(m);
        r[0] = x * x;
        return m[1][0];
    }

    /** The program's own. */
    interface Map<A, B> {
        B at(A a);
    }

    // run: ofFunctions(3.0) = 27.0, d = 27.0
    static double ofFunctions(double x) {
        Map<double[], double[]> f = a -> new double[] {a[0] * x};
        Map<Map<double[], double[]>, double[]> twice = g -> g.at(g.at(new double[] {x}));
        return twice.at(f)[0];
    }

    private static <T> T chosen(T first, T second, int n) {
        T result = first;
        if (n <= 0) {
            result = second;
        }
        for (int i = 0; i < n; i++) {
            if (i > 3) {
                result = first;
            }
        }
        return result;
    }

    // run: generic(3.0, 2) = 5.0, d = 1.0
    // run: generic(3.0, 0) = 22.0, d = 7.0
    static double generic(double x, int n) {
        double[] a = {1, 2};
        double[] b = chosen(a, new double[] {x, 7 * x}, n);
        b[0] *= x;
        return a[0] + b[1];
    }

    /** A number in an object. */
    static class Cell {
        private double value;

        Cell(double value) {
            this.value = value;
        }
    }

    // run: ofObjects(3.0) = 15.0, d = 8.0
    static double ofObjects(double x) {
        Function<Cell, Cell> f = c -> new Cell(c.value * x);
        ToDoubleFunction<Cell> g = c -> c.value;
        DoubleFunction<Cell> h = Cell::new;
        return g.applyAsDouble(f.apply(new Cell(x))) + h.apply(2 * x).value;
    }

    // run: serializable(3.0) = 9.0, d = 6.0
    static double serializable(double x) {
        DoubleUnaryOperator f = (DoubleUnaryOperator & Serializable) t -> t * x;
        return f.applyAsDouble(x);
    }

    // The argument is widened on the way.
    // run: widened(3.0) = 12.0, d = 4.0
    static double widened(double x) {
        IntToDoubleFunction f = i -> i;
        IntToDoubleFunction g = Math::abs;
        return f.applyAsDouble(3) * x + g.applyAsDouble(-1) * x;
    }

    /** Counts by two. */
    static class Base {
        protected double scale = 2;

        double times(double t) {
            return scale * t;
        }
    }

    /** What is called is the method of the super class, with the object's field. */
    static class Derived extends Base {
        private final DoubleUnaryOperator[] all = new DoubleUnaryOperator[2];

        @Override
        double times(double t) {
            return -t;
        }

        // run: ofSuper(3.0) = 6.5, d = 2.5
        double ofSuper(double x) {
            all[0] = t -> super.times(t);
            all[1] = this::times;
            double r = all[0].applyAsDouble(x) + all[1].applyAsDouble(x) * 0.5;
            scale = x;
            return r + all[0].applyAsDouble(1) - 1;
        }
    }

    private static final DoubleUnaryOperator SQUARE = t -> t * t;

    /** Constants of an interface. */
    interface Constants {
        DoubleUnaryOperator CUBE = t -> t * t * t;
    }

    // run: constants(3.0) = 36.0, d = 33.0
    static double constants(double x) {
        return SQUARE.applyAsDouble(x) + Constants.CUBE.applyAsDouble(x);
    }

    // run: inCollections(3.0) = 36.0, d = 24.0
    static double inCollections(double x) {
        List<DoubleUnaryOperator> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            double k = i * x;
            list.add(t -> t * k);
        }
        java.util.Map<String, DoubleUnaryOperator> map = new java.util.HashMap<>();
        map.put("last", SQUARE);
        double sum = map.get("last") == null ? 1 : 0;
        map.put("last", t -> t * x);
        for (DoubleUnaryOperator f : list) {
            sum += f.applyAsDouble(x);
        }
        return sum + map.get("last").applyAsDouble(x);
    }

    // A function that gives functions.
    // run: curried(3.0) = 18.0, d = 12.0
    static double curried(double x) {
        DoubleFunction<DoubleUnaryOperator> times = a -> b -> a * b;
        Supplier<DoubleUnaryOperator> supplier = () -> t -> t * x;
        return times.apply(x).applyAsDouble(x) + supplier.get().applyAsDouble(x);
    }

    // Library code that calls functions which see nothing active is no trouble.
    // run: harmless(3.0) = 18.0, d = 12.0
    static double harmless(double x) {
        List<String> list = new ArrayList<>();
        list.add("b");
        list.add("a");
        list.sort((a, b) -> a.compareTo(b));
        int[] n = {0};
        list.forEach(s -> n[0]++);
        return x * x * n[0];
    }
}
