package refusals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** A stream is refused at the call that is not followed, not where the stream begins. */
class BrokenStreams {
    // release: 8

    static double limited(double[] x) {
        return Arrays.stream(x)
                .map(v -> v * v)
                .limit(3) // refuse: NB0201
                .sum();
    }

    static double boxed(double[] x) {
        return Arrays.stream(x)
                .boxed() // refuse: NB0201
                .mapToDouble(v -> v)
                .sum();
    }

    static double flattened(List<double[]> rows, double y) {
        return rows.stream()
                .flatMapToDouble(Arrays::stream) // refuse: NB0201
                .map(t -> t * y)
                .sum();
    }

    static double kept(double x) {
        DoubleStream numbers = DoubleStream.of(x, 2); // refuse: NB0201
        return numbers.sum();
    }
}
