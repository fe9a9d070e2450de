package programs;

/** The same bodies in mutable objects, with masses and pairs in arrays and scratch vectors in fields. */
class NBodyMutable {
    // release: 8

    private final Vector difference = new Vector();
    private final Body[] bodies = new Body[4];
    private double time;

    /** A mutable vector. */
    static final class Vector {
        private double x;
        private double y;
        private double z;

        Vector set(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
            return this;
        }

        Vector between(Vector from, Vector to) {
            return set(to.x - from.x, to.y - from.y, to.z - from.z);
        }

        Vector add(Vector o, double s) {
            x += s * o.x;
            y += s * o.y;
            z += s * o.z;
            return this;
        }

        double norm2() {
            return x * x + y * y + z * z;
        }
    }

    /** A body. */
    static final class Body {
        private final Vector position = new Vector();
        private final Vector velocity = new Vector();
        private double mass;
    }

    private void place(int i, double mass, double x, double y, double z) {
        bodies[i] = new Body();
        bodies[i].mass = mass;
        bodies[i].position.set(x, y, z);
    }

    private void start(double mass, double speed) {
        place(0, 1 + mass, 0, 0, 0);
        place(1, 0.01, 1, 0, 0.1);
        place(2, mass, 0, 1.5, 0);
        place(3, 0.02, -2, -0.3, -0.2);
        bodies[1].velocity.set(0, speed, 0);
        bodies[2].velocity.set(-0.8, 0, 0.05);
        bodies[3].velocity.set(0.1, -0.7, 0);
        time = 0;
    }

    private void drift(double h) {
        for (Body body : bodies) {
            body.position.add(body.velocity, h);
        }
        time += h;
    }

    private void kick(double h) {
        for (int i = 0; i < bodies.length; i++) {
            for (int j = 0; j < i; j++) {
                Body a = bodies[i];
                Body b = bodies[j];
                difference.between(a.position, b.position);
                double r2 = difference.norm2();
                double strength = h / (r2 * Math.sqrt(r2));
                a.velocity.add(difference, strength * b.mass);
                b.velocity.add(difference, -strength * a.mass);
            }
        }
    }

    private void move(double duration, int steps) {
        double h = duration / steps;
        for (int n = 0; n < steps; n++) {
            drift(h / 2);
            kick(h);
            drift(h / 2);
        }
    }

    // run: distance(0.2, 0.9, 1.0, 10) = ~ 1e-12: -0.5058125447673403, d = ~ 1e-12: (-0.5994733509880903, -0.15722871214210116, -0.4607364283792717)
    // run: distance(0.05, 1.1, 2.0, 15) = ~ 1e-12: -0.321162486925588, d = ~ 1e-12: (-2.157882889959823, 2.48117487092504, 0.3420861883045131)
    double distance(double mass, double speed, double duration, int steps) {
        start(mass, speed);
        move(duration, steps);
        return Math.sqrt(difference.between(bodies[1].position, bodies[2].position).norm2()) + bodies[3].position.x;
    }

    // The state is left by one half of the steps for the other.
    // run: inHalves(0.2, 0.9, 1.0, 12) = ~ 1e-12: -0.5063890033835978, d = ~ 1e-12: (-0.6006940219799839, -0.15697473727730488, -0.46305705295041794)
    double inHalves(double mass, double speed, double duration, int steps) {
        start(mass, speed);
        move(duration / 2, steps / 2);
        move(duration - time, steps / 2);
        difference.between(bodies[1].position, bodies[2].position);
        return Math.sqrt(difference.norm2()) + bodies[3].position.x;
    }

    public static void main(String[] args) {
        Twin.print("distance(%s, %s, %s, 10)", p -> NBodyReference.distance(p[0], p[1], p[2], 10), 0.2, 0.9, 1.0);
        Twin.print("distance(%s, %s, %s, 15)", p -> NBodyReference.distance(p[0], p[1], p[2], 15), 0.05, 1.1, 2.0);
        Twin.print("inHalves(%s, %s, %s, 12)", p -> NBodyReference.distance(p[0], p[1], p[2], 12), 0.2, 0.9, 1.0);
    }
}
