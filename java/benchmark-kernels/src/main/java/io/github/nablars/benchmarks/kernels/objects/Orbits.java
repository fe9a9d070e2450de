package io.github.nablars.benchmarks.kernels.objects;

/** Three bodies under gravity, integrated by the leapfrog method; each step makes new bodies of vectors that do not change. */
public final class Orbits {
    private Orbits() {}

    /** A body at one moment. */
    private record Body(Vector position, Vector velocity, double mass) {}

    /**
     * How fast the bodies are after some steps, and how far apart the light ones.
     *
     * @param distance of the first light body from the heavy one
     * @param speed of the first light body
     * @param mass of the second light body
     * @param steps how many
     * @return the sum of the kinetic energies and that distance
     */
    public static double evaluate(double distance, double speed, double mass, int steps) {
        final double h = 0.05;
        Body[] bodies = {
            new Body(new Vector(0.0, 0.0, 0.0), new Vector(0.0, 0.0, 0.0), 10.0),
            new Body(new Vector(distance, 0.0, 0.1), new Vector(0.0, speed, 0.0), 1.0),
            new Body(new Vector(0.0, 2.0 * distance, 0.0), new Vector(-speed, 0.0, 0.2), mass)
        };
        for (int step = 0; step < steps; step++) {
            Body[] next = new Body[bodies.length];
            for (int i = 0; i < bodies.length; i++) {
                Body body = bodies[i];
                Vector velocity = body.velocity.plus(acceleration(bodies, i).times(h));
                next[i] = new Body(body.position.plus(velocity.times(h)), velocity, body.mass);
            }
            bodies = next;
        }
        double energy = 0.0;
        for (Body body : bodies) {
            energy += 0.5 * body.mass * body.velocity.dot(body.velocity);
        }
        Vector apart = bodies[1].position.minus(bodies[2].position);
        return energy + Math.sqrt(apart.dot(apart));
    }

    private static Vector acceleration(Body[] bodies, int index) {
        Vector sum = new Vector(0.0, 0.0, 0.0);
        Vector here = bodies[index].position;
        for (int j = 0; j < bodies.length; j++) {
            if (j != index) {
                Vector apart = bodies[j].position.minus(here);
                double square = apart.dot(apart) + 0.01;
                sum = sum.plus(apart.times(bodies[j].mass / (square * Math.sqrt(square))));
            }
        }
        return sum;
    }
}
