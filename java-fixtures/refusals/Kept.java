package refusals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Arrays that were put where they are objects among others, before a derivative ran. */
class Kept {
    // release: 8

    /** Holds whatever it is given. */
    static class Holder<T> {
        private final T value;

        Holder(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }
    }

    private final double[] listed = new double[2];
    private final List<double[]> list = new ArrayList<>();
    private final double[] mapped = new double[2];
    private final Map<String, double[]> map = new HashMap<>();
    private final double[] held = new double[2];
    private final Holder<double[]> holder = new Holder<>(held);
    private final double[] inner = new double[2];
    private final Object[] objects = {inner};

    private final double[] supplied = new double[2];
    private final Reader byLambda = new Reader(() -> supplied);
    private final double[] referred = new double[2];
    private final Reader byReference = new Reader(this::referred);

    private double[] referred() {
        return referred;
    }

    /** Asks a function for its array. */
    static class Reader {
        private final double[] source;

        Reader(Supplier<double[]> source) {
            this.source = source.get();
        }

        double first() {
            return source[0];
        }
    }

    Kept() {
        list.add(listed);
        double[] same = mapped;
        map.put("a", same);
    }

    double fromList(double x) {
        listed[0] = x * x; return list.get(0)[0]; // refuse: NB0201|NB0203
    }

    double fromMap(double x) {
        mapped[0] = x * x; return map.get("a")[0]; // refuse: NB0201|NB0203
    }

    double fromHolder(double x) {
        held[0] = x * x; return holder.get()[0]; // refuse: NB0201|NB0203
    }

    double fromObjects(double x) {
        inner[0] = x * x; return ((double[]) objects[0])[0]; // refuse: NB0201|NB0203
    }

    // run: fromLambda(3.0) = 9.0, d = 6.0
    double fromLambda(double x) {
        supplied[0] = x * x;
        return byLambda.first();
    }

    // run: fromReference(3.0) = 9.0, d = 6.0
    double fromReference(double x) {
        referred[0] = x * x;
        return byReference.first();
    }

    private final double[] copied = new double[2];
    private final Object asObject = copied;

    double copies(double x) {
        copied[0] = x * x; System.arraycopy(asObject, 0, asObject, 1, 1); return copied[1]; // refuse: NB0201|NB0203
    }

    private final double[][] rows = {{1, 2}, {3, 4}};
    private final Object[] asObjects = rows;
    private final List<double[]> asList = Arrays.asList(rows);
    private final Varargs<double[]> varargs = new Varargs<>(rows);

    /** Keeps an array of whatever. */
    static class Varargs<T> {
        private final T[] all;

        @SafeVarargs
        Varargs(T... all) {
            this.all = all;
        }

        void move() {
            all[1] = all[0];
        }
    }

    double movesRows(double x) {
        rows[0][0] = x * x; asObjects[1] = asObjects[0]; return rows[1][0]; // refuse: NB0201|NB0203
    }

    double swapsRows(double x) {
        rows[0][0] = x * x; Collections.swap(asList, 0, 1); return rows[1][0]; // refuse: NB0201|NB0203
    }

    double movesRowsElsewhere(double x) {
        rows[0][0] = x * x; varargs.move(); return rows[1][0]; // refuse: NB0201|NB0203
    }
}
