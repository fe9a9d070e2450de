package calls;

/** Calls whose result is lost, and that are followed for what they write: nobody reads the result. */
class Unread {
    // release: 8

    static double kept;

    /** Not to be followed, but what it writes is. */
    static double bits(double x) {
        kept = x * x;
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x));
    }

    static class Meter {
        double last;

        double measure(double x) {
            last = x * x;
            return Double.longBitsToDouble(Double.doubleToRawLongBits(x));
        }

        final double fixed(double x) {
            last = x * x * x;
            return Double.longBitsToDouble(Double.doubleToRawLongBits(x));
        }
    }

    static class Twice extends Meter {
        @Override
        double measure(double x) {
            super.measure(2 * x);
            return last;
        }
    }

    static class Thrice extends Meter {
        @Override
        double measure(double x) {
            last = 3 * x;
            return Double.longBitsToDouble(Double.doubleToRawLongBits(x));
        }
    }

    // run: compared(3.0) = 9.0, d = 6.0
    // run: compared(0.5) = 0.5, d = 1.0
    static double compared(double x) {
        if (bits(x) > 1) {
            return kept;
        }
        return x;
    }

    // run: ignored(3.0) = 27.0, d = 27.0
    static double ignored(double x) {
        Meter meter = new Meter();
        meter.fixed(x);
        return meter.last;
    }

    // What the receiver decides, and one of the bodies can be followed: the others throw.
    // run: dispatched(3.0, true) = 36.0, d = 24.0
    static double dispatched(double x, boolean twice) {
        Meter meter = twice ? new Twice() : new Thrice();
        return meter.measure(x);
    }
}
