package refusals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Arrays that came from where they are objects among others, before a derivative ran. */
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

    double byList(double x) {
        first.array[0] = x * x; return second.array[0]; // refuse: NB0201|NB0203
    }

    private final AtomicReference<double[]> reference = new AtomicReference<>(new double[2]);
    private final double[] got = reference.get();
    private final double[] gotAgain = reference.get();

    double byReference(double x) {
        got[0] = x * x; return gotAgain[0]; // refuse: NB0201|NB0203
    }

    private final Object[] objects = {new double[2]};
    private final double[] element = (double[]) objects[0];
    private final double[] same = (double[]) objects[0];

    double byElement(double x) {
        element[0] = x * x; return same[0]; // refuse: NB0201|NB0203
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

    double byHolder(double x) {
        held[0] = x * x; return heldAgain[0]; // refuse: NB0201|NB0203
    }

    private final double[][] rows = new double[2][3];
    private final List<double[]> list = Arrays.asList(rows);

    double asList(double x) {
        rows[0][0] = x * x; return list.get(0)[0]; // refuse: NB0201|NB0203
    }
}
