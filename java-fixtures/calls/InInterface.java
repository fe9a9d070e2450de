package calls;

import java.util.Arrays;

/** Library calls that are written out as methods, in an interface. */
interface InInterface {
    // release: 8

    // run: least(1.5) = 1.5, d = 1.0
    static double least(double x) {
        double[] a = {x, 2, x * x};
        Arrays.sort(a);
        return a[0];
    }

    // run: sum(3.0) = 15.0, d = 8.0
    static double sum(double x) {
        double[] a = {x, 2};
        return Arrays.stream(a).map(v -> v * x).sum();
    }
}
