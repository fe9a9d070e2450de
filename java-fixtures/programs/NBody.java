package programs;

/** Bodies under gravity: positions and velocities as immutable vectors, steps by the leapfrog method. */
class NBody {
    // release: 8

    /** An immutable vector. */
    static final class Vec3 {
        static final Vec3 ZERO = new Vec3(0, 0, 0);
        private final double x;
        private final double y;
        private final double z;

        Vec3(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec3 plus(Vec3 o) {
            return new Vec3(x + o.x, y + o.y, z + o.z);
        }

        Vec3 minus(Vec3 o) {
            return new Vec3(x - o.x, y - o.y, z - o.z);
        }

        Vec3 times(double s) {
            return new Vec3(x * s, y * s, z * s);
        }

        double dot(Vec3 o) {
            return x * o.x + y * o.y + z * o.z;
        }

        double norm() {
            return Math.sqrt(dot(this));
        }
    }

    /** A body that is replaced by another one on every step. */
    static final class Body {
        private final Vec3 position;
        private final Vec3 velocity;
        private final double mass;

        Body(Vec3 position, Vec3 velocity, double mass) {
            this.position = position;
            this.velocity = velocity;
            this.mass = mass;
        }

        Vec3 pull(Body[] bodies) {
            Vec3 sum = Vec3.ZERO;
            for (Body other : bodies) {
                if (other != this) {
                    Vec3 d = other.position.minus(position);
                    double r = d.norm();
                    sum = sum.plus(d.times(other.mass / (r * r * r)));
                }
            }
            return sum;
        }

        Body drifted(double h) {
            return new Body(position.plus(velocity.times(h)), velocity, mass);
        }

        Body kicked(Vec3 acceleration, double h) {
            return new Body(position, velocity.plus(acceleration.times(h)), mass);
        }
    }

    private static Body[] bodies(double mass, double speed) {
        return new Body[] {
            new Body(Vec3.ZERO, Vec3.ZERO, 1 + mass),
            new Body(new Vec3(1, 0, 0.1), new Vec3(0, speed, 0), 0.01),
            new Body(new Vec3(0, 1.5, 0), new Vec3(-0.8, 0, 0.05), mass),
            new Body(new Vec3(-2.0, -0.3, -0.2), new Vec3(0.1, -0.7, 0), 0.02),
        };
    }

    private static double energy(Body[] bodies) {
        double sum = 0;
        for (int i = 0; i < bodies.length; i++) {
            sum += 0.5 * bodies[i].mass * bodies[i].velocity.dot(bodies[i].velocity);
            for (int j = 0; j < i; j++) {
                sum -= bodies[i].mass * bodies[j].mass / bodies[i].position.minus(bodies[j].position).norm();
            }
        }
        return sum;
    }

    private static Body[] moved(double mass, double speed, double duration, int steps) {
        Body[] bodies = bodies(mass, speed);
        double h = duration / steps;
        for (int n = 0; n < steps; n++) {
            for (int i = 0; i < bodies.length; i++) {
                bodies[i] = bodies[i].drifted(h / 2);
            }
            Body[] next = new Body[bodies.length];
            for (int i = 0; i < bodies.length; i++) {
                next[i] = bodies[i].kicked(bodies[i].pull(bodies), h).drifted(h / 2);
            }
            bodies = next;
        }
        return bodies;
    }

    // run: distance(0.2, 0.9, 1.0, 10) = ~ 1e-12: -0.5058125447673403, d = ~ 1e-12: (-0.5994733509880903, -0.15722871214210116, -0.4607364283792717)
    // run: distance(0.05, 1.1, 2.0, 15) = ~ 1e-12: -0.321162486925588, d = ~ 1e-12: (-2.157882889959823, 2.48117487092504, 0.3420861883045131)
    static double distance(double mass, double speed, double duration, int steps) {
        Body[] bodies = moved(mass, speed, duration, steps);
        return bodies[1].position.minus(bodies[2].position).norm() + bodies[3].position.x;
    }

    // run: energyAfter(0.2, 0.9, 10) = ~ 1e-12: -0.11313600547789772, d = ~ 1e-12: (-0.6451461285828501, 0.009154906383330334)
    static double energyAfter(double mass, double speed, int steps) {
        return energy(moved(mass, speed, 1, steps));
    }

    public static void main(String[] args) {
        Twin.print("distance(%s, %s, %s, 10)", p -> NBodyReference.distance(p[0], p[1], p[2], 10), 0.2, 0.9, 1.0);
        Twin.print("distance(%s, %s, %s, 15)", p -> NBodyReference.distance(p[0], p[1], p[2], 15), 0.05, 1.1, 2.0);
        Twin.print("energyAfter(%s, %s, 10)", p -> NBodyReference.energy(p[0], p[1], 10), 0.2, 0.9);
    }
}
