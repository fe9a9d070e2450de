package io.github.nablars.benchmarks.kernels.objects.hand;

/** Three bodies under gravity, with their tangents. */
public final class TangentOrbits {
    private TangentOrbits() {}

    private record Body(TangentVector position, TangentVector velocity, double mass, double mass_dot) {}

    public static double evaluate_jvp(
            double distance, double speed, double mass, int steps,
            double distance_dot, double speed_dot, double mass_dot, double[] tangent) {
        final double h = 0.05;
        Body[] bodies = {
            new Body(new TangentVector(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), new TangentVector(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 10.0, 0.0),
            new Body(
                    new TangentVector(distance, 0.0, 0.1, distance_dot, 0.0, 0.0),
                    new TangentVector(0.0, speed, 0.0, 0.0, speed_dot, 0.0), 1.0, 0.0),
            new Body(
                    new TangentVector(0.0, 2.0 * distance, 0.0, 0.0, 2.0 * distance_dot, 0.0),
                    new TangentVector(-speed, 0.0, 0.2, -speed_dot, 0.0, 0.0), mass, mass_dot)
        };
        for (int step = 0; step < steps; step++) {
            Body[] next = new Body[bodies.length];
            for (int i = 0; i < bodies.length; i++) {
                Body body = bodies[i];
                TangentVector velocity = body.velocity.plus(acceleration(bodies, i).times(h));
                next[i] = new Body(body.position.plus(velocity.times(h)), velocity, body.mass, body.mass_dot);
            }
            bodies = next;
        }
        double energy = 0.0;
        double energy_dot = 0.0;
        for (Body body : bodies) {
            double square = body.velocity.square();
            energy_dot += 0.5 * (square * body.mass_dot + body.mass * body.velocity.square_dot());
            energy += 0.5 * body.mass * square;
        }
        TangentVector apart = bodies[1].position.minus(bodies[2].position);
        double length = Math.sqrt(apart.square());
        tangent[0] = energy_dot + 0.5 / length * apart.square_dot();
        return energy + length;
    }

    private static TangentVector acceleration(Body[] bodies, int index) {
        TangentVector sum = new TangentVector(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        TangentVector here = bodies[index].position;
        for (int j = 0; j < bodies.length; j++) {
            if (j != index) {
                TangentVector apart = bodies[j].position.minus(here);
                double square = apart.square() + 0.01;
                double cube = square * Math.sqrt(square);
                double factor = bodies[j].mass / cube;
                double factor_dot = bodies[j].mass_dot / cube - 1.5 * factor / square * apart.square_dot();
                sum = sum.plus(apart.times(factor, factor_dot));
            }
        }
        return sum;
    }
}
