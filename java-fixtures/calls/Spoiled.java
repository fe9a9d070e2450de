package calls;

/** A body that throws in place of its tangent leaves no wrong tangents behind for others. */
class Spoiled {
    // release: 8

    interface Area {
        double of(double r);
    }

    static class Kept {
        private final double value;

        Kept(double value) {
            this.value = value;
        }

        double value() {
            return value;
        }
    }

    static class Disc implements Area {
        @Override
        public double of(double r) {
            return 3 * r * r;
        }
    }

    /** Its derivative is not known, and it keeps what has none in a field that others use. */
    static class Odd implements Area {
        @Override
        public double of(double r) {
            double bits = Double.longBitsToDouble(Double.doubleToRawLongBits(r) + 1); // refuse: NB0204
            new Kept(bits);
            return bits;
        }
    }

    // run: disc(2.0) = 12.0, d = 12.0
    static double disc(double r) {
        Area area = new Disc();
        return area.of(r);
    }

    // run: kept(3.0) = 9.0, d = 6.0
    static double kept(double x) {
        return new Kept(x * x).value();
    }
}
