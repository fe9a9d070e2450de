package net.jafama;

/** A function that the table of rules knows has its rule's derivative also where it is itself selected. */
class FastMath {
    // release: 8

    private static final double[] SINES = {0, 0.5, 0.84, 1};

    // Jafama's own way to round, of which every operation has the derivative 1.
    // run: rint(2.4) = 2.0, d = 0.0
    // run: rint(2.5) = 2.0, d = 0.0, nonsmooth
    // run: rint(-0.6) = -1.0, d = 0.0
    static double rint(double value) {
        double size = Math.abs(value); // warn: NB0301
        if (size < 4503599627370496.0) {
            size = (4503599627370496.0 + size) - 4503599627370496.0;
        }
        return value < 0 ? -size : size;
    }

    // A table, beside which the sine's derivative is the cosine.
    // run: sinQuick(0.0) = 0.0, d = 1.0, nonsmooth
    static double sinQuick(double angle) {
        return SINES[(int) (angle * 2 + 0.5)];
    }

    // run: used(2.4) = ~ 1e-15: 4.8, d = 2.0
    static double used(double x) {
        return rint(x) * x;
    }

    // No function of the library.
    // run: own(3.0) = 9.0, d = 6.0
    static double own(double x) {
        return x * x;
    }
}
