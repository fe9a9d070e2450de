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

    /** Its copy has an array of its own. */
    static class Deep implements Cloneable {
        double[] c;

        Deep(double... c) {
            this.c = c;
        }

        @Override
        public Deep clone() {
            try {
                Deep copy = (Deep) super.clone();
                copy.c = c.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // run: deep(3.0, 2.0) = 21.0, d = (13.0, 9.0)
    static double deep(double x, double y) {
        Deep original = new Deep(x, y);
        Deep copy = original.clone();
        copy.c[0] *= x;
        return original.c[0] + copy.c[0] * copy.c[1];
    }
}
