package fields;

import java.util.ArrayList;
import java.util.List;

/** Objects that {@code Object.clone} has made: a copy has the array of its original. */
class Cloned {
    // release: 8

    /** Holds an array. */
    static class Cell implements Cloneable {
        final double[] c = new double[2];

        Cell copy() {
            try {
                return (Cell) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final Cell[] before = new Cell[2];
    private final List<Cell> listed = new ArrayList<>();

    Cloned() {
        before[0] = new Cell();
        before[1] = before[0].copy();
        listed.add(before[0]);
        listed.add(before[0].copy());
    }

    // run: before(3.0) = 9.0, d = 6.0
    double before(double x) {
        before[0].c[0] = x * x;
        return before[1].c[0];
    }

    // run: listed(3.0) = 9.0, d = 6.0
    double listed(double x) {
        listed.get(0).c[0] = x * x;
        return listed.get(1).c[0];
    }

    // run: now(3.0) = 9.0, d = 6.0
    double now(double x) {
        before[1] = before[0].copy();
        before[0].c[0] = x * x;
        return before[1].c[0];
    }
}
