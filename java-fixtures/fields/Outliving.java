package fields;

import java.util.ArrayList;
import java.util.List;

/**
 * State that outlives the call. It is a constant to the next call, whatever direction the last one
 * went in. Each of these leaves behind the value that it found, at the argument given, so that
 * every call gives the same; that is why each has state of its own.
 */
class Outliving {
    // release: 8

    /** A number that stays. */
    static class Cell {
        double value;
        Cell next;

        Cell(double value) {
            this.value = value;
        }
    }

    private static double number = 4;

    // run: inStaticField(2.0) = 8.0, d = 4.0, nonsmooth
    static double inStaticField(double x) {
        double r = x * number;
        number = x * x;
        return r;
    }

    private static final Cell CELL = new Cell(4);

    // run: inObject(2.0) = 8.0, d = 4.0, nonsmooth
    static double inObject(double x) {
        double r = x * CELL.value;
        CELL.value = x * x;
        return r;
    }

    private static final Cell READ_LATER = new Cell(4);

    // In one call: what is left from the last one, then what is stored in this one.
    // run: readLater(2.0) = 32.0, d = 60.0, nonsmooth
    static double readLater(double x) {
        double r = 0;
        for (int i = 0; i < 3; i++) {
            r = r + x * READ_LATER.value;
            READ_LATER.value = i < 2 ? x * x * x - x : x * x;
        }
        return r;
    }

    private static Cell made = new Cell(4);

    // The object itself is of the last call.
    // run: madeInCall(2.0) = 8.0, d = 4.0, nonsmooth
    static double madeInCall(double x) {
        double r = x * made.value;
        made = new Cell(x * x);
        return r;
    }

    private static final double[] ARRAY = {4, 2};

    // run: inArray(2.0) = 12.0, d = 6.0, nonsmooth
    static double inArray(double x) {
        double r = x * ARRAY[0] + x * ARRAY[1];
        ARRAY[0] = x * x;
        ARRAY[1] = x;
        return r;
    }

    private static double[] madeArray = {4};

    // run: inArrayMade(2.0) = 8.0, d = 4.0, nonsmooth
    static double inArrayMade(double x) {
        double r = x * madeArray[0];
        madeArray = new double[] {x * x};
        return r;
    }

    private static final double[][] ROWS = {{1, 2}, {4}};

    // run: inRow(2.0) = 12.0, d = 6.0, nonsmooth
    static double inRow(double x) {
        double r = x * ROWS[0][1] + x * ROWS[1][0];
        ROWS[0][1] = x;
        ROWS[1] = new double[] {x * x};
        return r;
    }

    private static final List<Cell> LIST = new ArrayList<>();

    static {
        LIST.add(new Cell(4));
        LIST.add(new Cell(2));
    }

    // run: inList(2.0) = 12.0, d = 6.0, nonsmooth
    static double inList(double x) {
        double r = x * LIST.get(0).value + x * LIST.get(1).value;
        LIST.get(0).value = x * x;
        LIST.set(1, new Cell(x));
        return r;
    }

    private static final Cell CHAIN = new Cell(1);

    static {
        CHAIN.next = new Cell(4);
    }

    // run: inChain(2.0) = 8.0, d = 4.0, nonsmooth
    static double inChain(double x) {
        double r = x * CHAIN.next.value;
        Cell cell = new Cell(x * x);
        CHAIN.next = cell;
        return r;
    }

    private static final Cell SWITCHED = new Cell(4);

    // What one call stored, the next one only reads.
    // run: notStoredNow(4.0, 1) = 16.0, d = 4.0, nonsmooth
    // run: notStoredNow(2.0, 0) = 8.0, d = 4.0
    static double notStoredNow(double x, int n) {
        double r = x * SWITCHED.value;
        if (n > 0) {
            SWITCHED.value = x;
        }
        return r;
    }

    private static final Cell THROWN = new Cell(4);

    private static double storeAndThrow(Cell cell, double v) {
        cell.value = v;
        throw new IllegalStateException();
    }

    // A call that throws leaves its tangents too.
    // run: leftByThrowing(2.0) = 8.0, d = 4.0, nonsmooth
    static double leftByThrowing(double x) {
        double r = x * THROWN.value;
        try {
            r = storeAndThrow(THROWN, x * x);
        } catch (IllegalStateException e) {
            return r;
        }
        return r;
    }

    private static final Cell ADDED = new Cell(3);

    // Read and stored in one statement: the old part is a constant.
    // run: added(3.0) = 27.0, d = 72.0, nonsmooth
    static double added(double x) {
        ADDED.value += x * x - 9;
        ADDED.value *= x;
        double r = ADDED.value * x;
        ADDED.value = ADDED.value / x;
        return r;
    }
}
