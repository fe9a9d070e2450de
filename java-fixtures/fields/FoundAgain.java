package fields;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Arrays that came from where they are objects among others, before a derivative ran: two fields may hold one.
 */
class FoundAgain {
    // release: 8

    /** Holds an array, which may be elsewhere too. */
    static class OfList {
        private final double[] array;

        OfList(double[] array) {
            this.array = array;
        }
    }

    private final OfList first;
    private final OfList second;

    {
        List<double[]> list = new ArrayList<>();
        list.add(new double[2]);
        first = new OfList(list.get(0));
        second = new OfList(list.get(0));
    }

    // run: byList(3.0) = 9.0, d = 6.0
    double byList(double x) {
        first.array[0] = x * x;
        return second.array[0];
    }

    private final AtomicReference<double[]> reference = new AtomicReference<>(new double[2]);
    private final double[] got = reference.get();
    private final double[] gotAgain = reference.get();

    // run: byReference(3.0) = 9.0, d = 6.0
    double byReference(double x) {
        got[0] = x * x;
        return gotAgain[0];
    }

    private final Object[] objects = {new double[2]};
    private final double[] element = (double[]) objects[0];
    private final double[] same = (double[]) objects[0];

    // run: byElement(3.0) = 9.0, d = 6.0
    double byElement(double x) {
        element[0] = x * x;
        return same[0];
    }

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

    private final Holder<double[]> holder = new Holder<>(new double[2]);
    private final double[] held = holder.get();
    private final double[] heldAgain = holder.value;

    // run: byHolder(3.0) = 9.0, d = 6.0
    double byHolder(double x) {
        held[0] = x * x;
        return heldAgain[0];
    }

    private final double[][] rows = new double[2][3];
    private final List<double[]> list = Arrays.asList(rows);

    double asList(double x) {
        rows[0][0] = x * x; return list.get(0)[0]; // refuse: NB0201|NB0203
    }

    /** The same array in two objects, and in a third that has another. */
    private final OfList[] several = new OfList[3];

    {
        Object[] all = {new double[1], new double[1]};
        several[0] = new OfList((double[]) all[0]);
        several[1] = new OfList((double[]) all[0]);
        several[2] = new OfList((double[]) all[1]);
    }

    // run: bySeveral(3.0) = 13.0, d = 7.0
    double bySeveral(double x) {
        several[0].array[0] = x * x;
        several[2].array[0] = x + 1;
        return several[1].array[0] + several[2].array[0];
    }

    /** Takes whatever is an array. */
    static class OfObject {
        private final double[] array;

        OfObject(Object array) {
            this.array = (double[]) array;
        }
    }

    private final Object[] untyped = {new double[1]};
    private final OfObject third = new OfObject(untyped[0]);
    private final OfObject fourth = new OfObject(untyped[0]);

    // run: byObject(3.0) = 9.0, d = 6.0
    double byObject(double x) {
        third.array[0] = x * x;
        return fourth.array[0];
    }

    private Object anything = new double[1];
    private final OfObject fifth = new OfObject(anything);
    private final OfObject sixth = new OfObject(this.anything);

    // run: byAnything(3.0) = 9.0, d = 6.0
    double byAnything(double x) {
        fifth.array[0] = x * x;
        return sixth.array[0];
    }

    private static Object last;

    static Object last() {
        return last;
    }

    private final OfObject seventh;
    private final OfObject eighth;

    {
        last = new double[1];
        seventh = new OfObject(last());
        eighth = new OfObject(last());
    }

    // run: byResult(3.0) = 9.0, d = 6.0
    double byResult(double x) {
        seventh.array[0] = x * x;
        return eighth.array[0];
    }

    /** Where the array itself is gotten from there, it is not followed. */
    double castAgain(double x) {
        element[0] = x * x; return ((double[]) objects[0])[0]; // refuse: NB0201|NB0203
    }

    private final double[] row = {1.0, 2.0};
    private final double[][] taken;
    private final double[][] takenAgain;
    private final double[][] copied = new double[1][];
    private final double[] gotten;

    {
        Vector<double[]> vector = new Vector<>();
        vector.add(row);
        taken = vector.toArray(new double[0][]);
        double[][] given = new double[1][];
        takenAgain = vector.toArray(given);
        vector.copyInto(copied);
        gotten = vector.get(0);
    }

    // run: byRows(3.0) = 9.0, d = 6.0
    double byRows(double x) {
        taken[0][0] = x * x;
        return takenAgain[0][0];
    }

    // run: byCopies(3.0) = 9.0, d = 6.0
    double byCopies(double x) {
        takenAgain[0][0] = x * x;
        return copied[0][0];
    }

    // run: byRow(3.0) = 9.0, d = 6.0
    double byRow(double x) {
        row[0] = x * x;
        return copied[0][0] * gotten[0] / row[0];
    }

    // run: byGotten(3.0) = 9.0, d = 6.0
    double byGotten(double x) {
        copied[0][0] = x * x;
        return gotten[0];
    }

    private final Vector<double[]> seen = new Vector<>();
    private final double[][] ofSeen;

    {
        seen.add(new double[1]);
        ofSeen = seen.toArray(new double[0][]);
    }

    /** As above, of rows. */
    double rowAgain(double x) {
        ofSeen[0][0] = x * x; return seen.get(0)[0]; // refuse: NB0201|NB0203
    }
}
