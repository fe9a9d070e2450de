package arrays;

/** A copy of an array without tangents, into which an active value is stored. */
class CopyOfConstants {
    // release: 8

    // run: cloned(3.0) = 20.0, d = 12.0
    static double cloned(double x) {
        double[] a = {1, 2};
        double[] b = a.clone();
        b[0] += x * x;
        return b[0] * b[1];
    }

    // An integer counted down while an active value is on the stack.
    // run: counted(3.0, 2) = 4.0, d = 1.0
    static double counted(double x, int i) {
        return x + --i;
    }
}
