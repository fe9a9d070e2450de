package refusals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Code without derivatives calls functions that give, or store, active values. */
class Callbacks {
    // release: 8

    // What is sorted waits for all that comes before.
    static double streamed(double x) {
        return IntStream.range(0, 3).mapToDouble(i -> i * x).sorted().map(y -> y * y).sum(); // refuse: NB0201
    }

    // Several threads.
    static double parallel(double x) {
        return IntStream.range(0, 3).parallel().mapToDouble(i -> i * x).sum(); // refuse: NB0201
    }

    // It ends before all elements have come.
    static double first(double x) {
        return DoubleStream.of(1, x).map(y -> y * x).findFirst().getAsDouble(); // refuse: NB0201
    }

    // A stream that goes on elsewhere.
    static double kept(double x) {
        DoubleStream stream = Arrays.stream(new double[] {x}); // refuse: NB0201
        return stream.sum();
    }

    static double computed(double x) {
        Map<String, double[]> map = new HashMap<>();
        map.computeIfAbsent("a", k -> new double[] {x}); return map.get("a")[0]; // refuse: NB0201
    }

    static double stored(double x) {
        double[] sum = new double[1];
        IntStream.range(0, 3).peek(i -> sum[0] += x * i).count(); return sum[0]; // refuse: NB0201
    }

    // What is compared is kept, too.
    static double compared(double x) {
        double[] last = new double[1];
        List<Double> weights = Arrays.asList(2.0, 1.0);
        weights.sort(Comparator.comparingDouble(w -> last[0] = w * x)); return last[0]; // refuse: NB0201
    }

    // The function is handed over as an object.
    static double asObject(double x) {
        double[] sum = new double[1];
        List<Object> list = new ArrayList<>();
        Runnable add = () -> sum[0] += x; // refuse: NB0201
        list.add(add); // refuse: NB0201
        list.forEach(o -> ((Runnable) o).run()); return sum[0];
    }

    // It is in an array, whose elements the library gets.
    static double inArray(double x) {
        double[] sum = new double[1];
        Runnable[] all = {() -> sum[0] += x}; // refuse: NB0201
        Arrays.asList(all).forEach(Runnable::run); return sum[0]; // refuse: NB0201
    }

    static double thread(double x) throws InterruptedException {
        double[] square = new double[1];
        Thread thread = new Thread(() -> square[0] = x * x); // refuse: NB0201
        thread.start();
        thread.join();
        return square[0];
    }

    // A function of the caller is constant but for what it is given.
    static double outside(DoubleUnaryOperator f, double x) {
        return f.applyAsDouble(2) + twice(f, x);
    }

    private static double twice(DoubleUnaryOperator f, double x) {
        return f.applyAsDouble(f.applyAsDouble(x)); // refuse: NB0201
    }
}
