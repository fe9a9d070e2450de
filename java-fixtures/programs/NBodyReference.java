package programs;

/** The bodies of the two programs with tangents: all coordinates in one array. */
final class NBodyReference {
    // release: 8

    private final Twin[] mass;
    private final Twin[] position;
    private final Twin[] velocity;

    private NBodyReference(Twin m, Twin speed) {
        mass = new Twin[] {m.plus(1), Twin.of(0.01), m, Twin.of(0.02)};
        position = Twin.of(0, 0, 0, 1, 0, 0.1, 0, 1.5, 0, -2, -0.3, -0.2);
        velocity = Twin.of(0, 0, 0, 0, 0, 0, -0.8, 0, 0.05, 0.1, -0.7, 0);
        velocity[4] = speed;
    }

    private Twin distance(int i, int j) {
        Twin sum = Twin.of(0);
        for (int k = 0; k < 3; k++) {
            Twin d = position[3 * i + k].minus(position[3 * j + k]);
            sum = sum.plus(d.times(d));
        }
        return sum.sqrt();
    }

    private void move(Twin duration, int steps) {
        Twin h = duration.over(steps);
        for (int n = 0; n < 2 * steps; n++) {
            for (int k = 0; k < 12; k++) {
                position[k] = position[k].plus(velocity[k].times(h).over(2));
            }
            for (int i = 0; n % 2 == 0 && i < 16; i++) {
                int a = i / 4;
                int b = i % 4;
                for (int k = 0; a != b && k < 3; k++) {
                    Twin d = position[3 * b + k].minus(position[3 * a + k]);
                    Twin kick = d.times(mass[b]).times(h).times(distance(a, b).pow(-3));
                    velocity[3 * a + k] = velocity[3 * a + k].plus(kick);
                }
            }
        }
    }

    static Twin distance(Twin m, Twin speed, Twin duration, int steps) {
        NBodyReference r = new NBodyReference(m, speed);
        r.move(duration, steps);
        return r.distance(1, 2).plus(r.position[9]);
    }

    static Twin energy(Twin m, Twin speed, int steps) {
        NBodyReference r = new NBodyReference(m, speed);
        r.move(Twin.of(1), steps);
        Twin sum = Twin.of(0);
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++) {
                Twin v = r.velocity[3 * i + k];
                sum = sum.plus(v.times(v).times(r.mass[i]).over(2));
            }
            for (int j = 0; j < i; j++) {
                sum = sum.minus(r.mass[i].times(r.mass[j]).over(r.distance(i, j)));
            }
        }
        return sum;
    }

    // The reference is a program too, whose derivative is the tangent that it carries.
    // run: along(0.9, 4) = ~ 1e-12: -0.496314686050088, d = ~ 1e-12: -0.1602874981899509
    static double along(double speed, int steps) {
        return distance(Twin.of(0.2), new Twin(speed, 1), Twin.of(1), steps).value;
    }

    public static void main(String[] args) {
        Twin.print("along(%s, 4)", p -> distance(Twin.of(0.2), p[0], Twin.of(1), 4), 0.9);
    }
}
