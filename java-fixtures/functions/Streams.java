package functions;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Streams of numbers that begin and end in one expression. */
class Streams {
    // release: 8

    // run: summed(1.5) = 5.75, d = 4.0
    static double summed(double x) {
        double[] a = {x, x * x, 2};
        return Arrays.stream(a).sum();
    }

    // The library's sum is compensated: ten times 0.1, one after the other, is less than 1.
    // run: compensated(0.1) = 1.0, d = 10.0
    static double compensated(double x) {
        double[] a = new double[10];
        Arrays.fill(a, x);
        return Arrays.stream(a).sum();
    }

    // run: ofSome(1.5) = 6.75, d = 4.0
    static double ofSome(double x) {
        return DoubleStream.of(x, x * x, 3).sum();
    }

    // run: ofNone(1.5) = 1.5, d = 1.0
    static double ofNone(double x) {
        return x + DoubleStream.of().sum();
    }

    // run: mapped(1.5, {1, 2, 3}) = 21.0, d = (14.0, 3.0, 6.0, 9.0)
    static double mapped(double x, double[] a) {
        return Arrays.stream(a)
            .map(y -> x * y * y)
            .sum();
    }

    // run: ranged(1.5) = 18.75, d = 11.0
    static double ranged(double x) {
        return IntStream.range(0, 4).mapToDouble(i -> i * i * x).sum()
            + IntStream.range(3, 1).mapToDouble(i -> i * x).sum()
            + IntStream.range(-1, 1).mapToDouble(i -> i * x * x).sum();
    }

    // run: product({1, 2}, {3, 4}) = 11.0, d = (3.0, 4.0, 1.0, 2.0)
    static double product(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
    }

    // run: array(1.5) = 4.5, d = 6.0
    static double array(double x) {
        double[] squares = Arrays.stream(new double[] {x, 2}).map(y -> y * y * x).toArray();
        return squares[0] * squares[1] / (2 * x * x);
    }

    // run: noArray(1.5) = 1.5, d = 1.0
    static double noArray(double x) {
        double[] a = x < 100 ? null : new double[] {x};
        try {
            return Arrays.stream(a).sum();
        } catch (NullPointerException e) {
            return x;
        }
    }
}
