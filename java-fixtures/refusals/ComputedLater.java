package refusals;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.DoubleStream;

/** What functions compute from fields that objects of the JDK were given before. */
class ComputedLater {
    // release: 8

    private double v;
    private final double[] a = new double[2];

    private final ThreadLocal<Double> local = ThreadLocal.withInitial(() -> v * 2);

    double bySupplier(double x) {
        v = x * x;
        return local.get() + x; // refuse: NB0201
    }

    private final PrimitiveIterator.OfDouble numbers = DoubleStream.generate(() -> a[0]).iterator();

    double byStream(double x) {
        a[0] = x * x;
        return numbers.nextDouble() + x; // refuse: NB0201
    }

    /** A list of the numbers in an array. */
    private class Listed extends AbstractList<Double> {
        @Override
        public Double get(int i) {
            return a[i];
        }

        @Override
        public int size() {
            return 2;
        }
    }

    private final Iterator<Double> iterator = new Listed().iterator();

    double byList(double x) {
        a[0] = x * x;
        return iterator.next() + x; // refuse: NB0201
    }

    private final DoubleStream stream = DoubleStream.generate(() -> a[0]);

    double byKeptStream(double x) {
        a[0] = x * x;
        return stream.limit(1).sum() + x; // refuse: NB0201
    }

    private final List<DoubleStream> streams = Arrays.asList(DoubleStream.generate(() -> a[0]));

    double byListedStream(double x) {
        a[0] = x * x;
        return streams.get(0).limit(1).sum() + x; // refuse: NB0201
    }
}
