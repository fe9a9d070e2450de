package io.github.nablars.benchmarks.kernels.objects.hand;

/** Charges in a trap, with their tangents. */
public final class TangentCluster {
    private static final class Accumulator {
        double x;
        double y;
        double x_dot;
        double y_dot;

        void clear() {
            x = 0.0;
            y = 0.0;
            x_dot = 0.0;
            y_dot = 0.0;
        }

        void add(double factor, double dx, double dy, double factor_dot, double dx_dot, double dy_dot) {
            x_dot += factor * dx_dot + dx * factor_dot;
            y_dot += factor * dy_dot + dy * factor_dot;
            x += factor * dx;
            y += factor * dy;
        }

        /** By a factor that is not varied. */
        void add(double factor, double dx, double dy, double dx_dot, double dy_dot) {
            x_dot += factor * dx_dot;
            y_dot += factor * dy_dot;
            x += factor * dx;
            y += factor * dy;
        }
    }

    private static final class Charge {
        final Accumulator position = new Accumulator();
        final Accumulator velocity = new Accumulator();
        final Accumulator force = new Accumulator();
    }

    private final Charge[] charges;
    private final double stiffness;
    private final double stiffness_dot;

    private TangentCluster(int count, double radius, double stiffness, double radius_dot, double stiffness_dot) {
        this.stiffness = stiffness;
        this.stiffness_dot = stiffness_dot;
        charges = new Charge[count];
        for (int i = 0; i < count; i++) {
            charges[i] = new Charge();
            charges[i].position.add(radius, 1.0 + 0.5 * i, i * i - 2.0, radius_dot, 0.0, 0.0);
        }
    }

    public static double evaluate_jvp(
            double radius, double stiffness, double damping, int steps,
            double radius_dot, double stiffness_dot, double damping_dot, double[] tangent) {
        TangentCluster cluster = new TangentCluster(4, radius, stiffness, radius_dot, stiffness_dot);
        for (int step = 0; step < steps; step++) {
            cluster.gather();
            cluster.move(0.02, damping, damping_dot);
        }
        double energy = 0.0;
        double energy_dot = 0.0;
        for (Charge charge : cluster.charges) {
            Accumulator position = charge.position;
            double square = position.x * position.x + position.y * position.y;
            energy_dot += 0.5 * square * stiffness_dot + stiffness * (position.x * position.x_dot + position.y * position.y_dot);
            energy += 0.5 * stiffness * square;
        }
        tangent[0] = energy_dot;
        return energy;
    }

    private void gather() {
        for (Charge charge : charges) {
            charge.force.clear();
            charge.force.add(
                    -stiffness, charge.position.x, charge.position.y,
                    -stiffness_dot, charge.position.x_dot, charge.position.y_dot);
        }
        for (int i = 0; i < charges.length; i++) {
            for (int j = 0; j < i; j++) {
                double dx = charges[i].position.x - charges[j].position.x;
                double dy = charges[i].position.y - charges[j].position.y;
                double dx_dot = charges[i].position.x_dot - charges[j].position.x_dot;
                double dy_dot = charges[i].position.y_dot - charges[j].position.y_dot;
                double square = dx * dx + dy * dy + 0.05;
                double push = 1.0 / (square * Math.sqrt(square));
                double push_dot = -3.0 * push / square * (dx * dx_dot + dy * dy_dot);
                charges[i].force.add(push, dx, dy, push_dot, dx_dot, dy_dot);
                charges[j].force.add(-push, dx, dy, -push_dot, dx_dot, dy_dot);
            }
        }
    }

    private void move(double h, double damping, double damping_dot) {
        for (Charge charge : charges) {
            charge.velocity.add(
                    -h * damping, charge.velocity.x, charge.velocity.y,
                    -h * damping_dot, charge.velocity.x_dot, charge.velocity.y_dot);
            charge.velocity.add(h, charge.force.x, charge.force.y, charge.force.x_dot, charge.force.y_dot);
            charge.position.add(h, charge.velocity.x, charge.velocity.y, charge.velocity.x_dot, charge.velocity.y_dot);
        }
    }
}
