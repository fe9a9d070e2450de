package io.github.nablars.benchmarks.kernels.objects;

/** Charges that repel one another, in a harmonic trap; their vectors are added to in place. */
public final class Cluster {
    /** A vector that changes. */
    private static final class Accumulator {
        double x;
        double y;

        void clear() {
            x = 0.0;
            y = 0.0;
        }

        void add(double factor, double dx, double dy) {
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

    private Cluster(int count, double radius, double stiffness) {
        this.stiffness = stiffness;
        charges = new Charge[count];
        for (int i = 0; i < count; i++) {
            charges[i] = new Charge();
            charges[i].position.add(radius, 1.0 + 0.5 * i, i * i - 2.0);
        }
    }

    /**
     * Follows the charges for some steps.
     *
     * @param radius how far apart they begin
     * @param stiffness of the trap
     * @param damping of the motion
     * @param steps how many
     * @return the energy in the trap
     */
    public static double evaluate(double radius, double stiffness, double damping, int steps) {
        Cluster cluster = new Cluster(4, radius, stiffness);
        for (int step = 0; step < steps; step++) {
            cluster.gather();
            cluster.move(0.02, damping);
        }
        double energy = 0.0;
        for (Charge charge : cluster.charges) {
            energy += 0.5 * stiffness * (charge.position.x * charge.position.x + charge.position.y * charge.position.y);
        }
        return energy;
    }

    private void gather() {
        for (Charge charge : charges) {
            charge.force.clear();
            charge.force.add(-stiffness, charge.position.x, charge.position.y);
        }
        for (int i = 0; i < charges.length; i++) {
            for (int j = 0; j < i; j++) {
                double dx = charges[i].position.x - charges[j].position.x;
                double dy = charges[i].position.y - charges[j].position.y;
                double square = dx * dx + dy * dy + 0.05;
                double push = 1.0 / (square * Math.sqrt(square));
                charges[i].force.add(push, dx, dy);
                charges[j].force.add(-push, dx, dy);
            }
        }
    }

    private void move(double h, double damping) {
        for (Charge charge : charges) {
            charge.velocity.add(-h * damping, charge.velocity.x, charge.velocity.y);
            charge.velocity.add(h, charge.force.x, charge.force.y);
            charge.position.add(h, charge.velocity.x, charge.velocity.y);
        }
    }
}
