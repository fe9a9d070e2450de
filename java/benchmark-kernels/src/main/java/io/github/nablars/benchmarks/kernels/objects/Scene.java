package io.github.nablars.benchmarks.kernels.objects;

/** The potential of bodies of several classes at a place; which method is called the receiver decides. */
public final class Scene {
    private abstract static class Source {
        final double x;
        final double y;

        Source(double x, double y) {
            this.x = x;
            this.y = y;
        }

        abstract double potential(double dx, double dy);
    }

    private static final class Charge extends Source {
        private final double strength;

        Charge(double x, double y, double strength) {
            super(x, y);
            this.strength = strength;
        }

        @Override
        double potential(double dx, double dy) {
            return strength / Math.sqrt(dx * dx + dy * dy + 0.1);
        }
    }

    private static final class Dipole extends Source {
        private final double moment;

        Dipole(double x, double y, double moment) {
            super(x, y);
            this.moment = moment;
        }

        @Override
        double potential(double dx, double dy) {
            double square = dx * dx + dy * dy + 0.1;
            return moment * dx / (square * Math.sqrt(square));
        }
    }

    private static final class Well extends Source {
        private final double depth;

        Well(double x, double y, double depth) {
            super(x, y);
            this.depth = depth;
        }

        @Override
        double potential(double dx, double dy) {
            return -depth * Math.exp(-0.5 * (dx * dx + dy * dy));
        }
    }

    private final Source[] sources = {
        new Charge(1.0, 0.5, 2.0), new Well(-0.5, 0.3, 1.5), new Dipole(0.2, -0.8, 0.7),
        new Well(0.8, 0.8, 0.4), new Charge(-1.2, -0.4, -1.0), new Dipole(0.1, 1.1, -0.6)
    };

    /**
     * The potential at a place.
     *
     * @param x where
     * @param y where
     * @return the sum over all sources
     */
    public double evaluate(double x, double y) {
        double sum = 0.0;
        for (Source source : sources) {
            sum += source.potential(x - source.x, y - source.y);
        }
        return sum;
    }
}
