package io.github.nablars.benchmarks.kernels.objects.hand;

/** The potential of bodies of several classes, with its tangent. */
public final class TangentScene {
    private abstract static class Source {
        final double x;
        final double y;

        Source(double x, double y) {
            this.x = x;
            this.y = y;
        }

        abstract double potential(double dx, double dy, double dx_dot, double dy_dot, double[] tangent);
    }

    private static final class Charge extends Source {
        private final double strength;

        Charge(double x, double y, double strength) {
            super(x, y);
            this.strength = strength;
        }

        @Override
        double potential(double dx, double dy, double dx_dot, double dy_dot, double[] tangent) {
            double square = dx * dx + dy * dy + 0.1;
            double value = strength / Math.sqrt(square);
            tangent[0] = -value / square * (dx * dx_dot + dy * dy_dot);
            return value;
        }
    }

    private static final class Dipole extends Source {
        private final double moment;

        Dipole(double x, double y, double moment) {
            super(x, y);
            this.moment = moment;
        }

        @Override
        double potential(double dx, double dy, double dx_dot, double dy_dot, double[] tangent) {
            double square = dx * dx + dy * dy + 0.1;
            double cube = square * Math.sqrt(square);
            double value = moment * dx / cube;
            tangent[0] = moment / cube * dx_dot - 3.0 * value / square * (dx * dx_dot + dy * dy_dot);
            return value;
        }
    }

    private static final class Well extends Source {
        private final double depth;

        Well(double x, double y, double depth) {
            super(x, y);
            this.depth = depth;
        }

        @Override
        double potential(double dx, double dy, double dx_dot, double dy_dot, double[] tangent) {
            double value = -depth * Math.exp(-0.5 * (dx * dx + dy * dy));
            tangent[0] = -value * (dx * dx_dot + dy * dy_dot);
            return value;
        }
    }

    private final Source[] sources = {
        new Charge(1.0, 0.5, 2.0), new Well(-0.5, 0.3, 1.5), new Dipole(0.2, -0.8, 0.7),
        new Well(0.8, 0.8, 0.4), new Charge(-1.2, -0.4, -1.0), new Dipole(0.1, 1.1, -0.6)
    };

    public double evaluate_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        double sum = 0.0;
        double sum_dot = 0.0;
        for (Source source : sources) {
            sum += source.potential(x - source.x, y - source.y, x_dot, y_dot, tangent);
            sum_dot += tangent[0];
        }
        tangent[0] = sum_dot;
        return sum;
    }
}
