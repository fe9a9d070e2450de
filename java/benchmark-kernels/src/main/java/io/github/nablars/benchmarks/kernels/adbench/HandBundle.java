package io.github.nablars.benchmarks.kernels.adbench;

/** The entries of the Jacobian of {@link Bundle}, written by hand. */
public final class HandBundle {
    /** By the rotation and the centre of a camera, and what is seen of the point. */
    private static final int DIRECTIONS = 6;

    private HandBundle() {}

    /**
     * See {@link Bundle#bundle}: the errors, and row after row the entries that are not zero anyway, fourteen for each of the two
     * components and one for the weight.
     */
    public static double[] bundle(double[] p, int cameras, int points, int[] observations, double[] seen, double[] entries) {
        int count = observations.length / 2;
        double[] errors = new double[3 * count];
        double[] du = new double[DIRECTIONS];
        double[] dv = new double[DIRECTIONS];
        double[] dw = new double[DIRECTIONS];
        int at = 0;
        for (int i = 0; i < count; i++) {
            int c = 11 * observations[2 * i];
            int q = 11 * cameras + 3 * observations[2 * i + 1];
            double weight = p[11 * cameras + 3 * points + i];
            double x = p[q] - p[c + 3];
            double y = p[q + 1] - p[c + 4];
            double z = p[q + 2] - p[c + 5];
            double angle = Math.sqrt(p[c] * p[c] + p[c + 1] * p[c + 1] + p[c + 2] * p[c + 2]);
            double cos = Math.cos(angle);
            double sin = Math.sin(angle);
            double inverse = 1.0 / angle;
            double a = p[c] * inverse;
            double b = p[c + 1] * inverse;
            double d = p[c + 2] * inverse;
            double projected = a * x + b * y + d * z;
            double along = projected * (1.0 - cos);
            double cx = b * z - d * y;
            double cy = d * x - a * z;
            double cz = a * y - b * x;
            double u = x * cos + cx * sin + a * along;
            double v = y * cos + cy * sin + b * along;
            double w = z * cos + cz * sin + d * along;
            for (int m = 0; m < 3; m++) {
                double turn = p[c + m] * inverse;
                double da = ((m == 0 ? 1.0 : 0.0) - a * turn) * inverse;
                double db = ((m == 1 ? 1.0 : 0.0) - b * turn) * inverse;
                double dd = ((m == 2 ? 1.0 : 0.0) - d * turn) * inverse;
                double dAlong = (da * x + db * y + dd * z) * (1.0 - cos) + projected * sin * turn;
                du[m] = -x * sin * turn + (db * z - dd * y) * sin + cx * cos * turn + da * along + a * dAlong;
                dv[m] = -y * sin * turn + (dd * x - da * z) * sin + cy * cos * turn + db * along + b * dAlong;
                dw[m] = -z * sin * turn + (da * y - db * x) * sin + cz * cos * turn + dd * along + d * dAlong;
            }
            double rest = 1.0 - cos;
            du[3] = cos + a * a * rest;
            du[4] = -d * sin + a * b * rest;
            du[5] = b * sin + a * d * rest;
            dv[3] = d * sin + b * a * rest;
            dv[4] = cos + b * b * rest;
            dv[5] = -a * sin + b * d * rest;
            dw[3] = -b * sin + d * a * rest;
            dw[4] = a * sin + d * b * rest;
            dw[5] = cos + d * d * rest;
            double s = u / w;
            double t = v / w;
            double radius = s * s + t * t;
            double polynomial = 1.0 + p[c + 9] * radius + p[c + 10] * radius * radius;
            double focal = p[c + 6];
            double stretch = polynomial * focal;
            double byRadius = (p[c + 9] + 2.0 * p[c + 10] * radius) * focal;
            for (int m = 0; m < DIRECTIONS; m++) {
                double ds = (du[m] - s * dw[m]) / w;
                double dt = (dv[m] - t * dw[m]) / w;
                double dStretch = byRadius * 2.0 * (s * ds + t * dt);
                double first = weight * (ds * stretch + s * dStretch);
                double second = weight * (dt * stretch + t * dStretch);
                if (m < 3) {
                    entries[at + m] = first;
                    entries[at + 14 + m] = second;
                } else {
                    entries[at + m] = -first;
                    entries[at + 14 + m] = -second;
                    entries[at + 7 + m] = first;
                    entries[at + 21 + m] = second;
                }
            }
            double first = s * stretch + p[c + 7] - seen[2 * i];
            double second = t * stretch + p[c + 8] - seen[2 * i + 1];
            tail(entries, at, weight, s, polynomial, focal, radius, first);
            tail(entries, at + 14, weight, t, polynomial, focal, radius, second);
            at += 28;
            errors[2 * i] = weight * first;
            errors[2 * i + 1] = weight * second;
            errors[2 * count + i] = 1.0 - weight * weight;
        }
        for (int i = 0; i < count; i++) {
            entries[at + i] = -2.0 * p[11 * cameras + 3 * points + i];
        }
        return errors;
    }

    /** By focal length, image centre, distortion and weight. */
    private static void tail(
            double[] entries, int at, double weight, double s, double polynomial, double focal, double radius, double error) {
        entries[at + 6] = weight * s * polynomial;
        entries[at + 7] = weight;
        entries[at + 8] = weight * s * radius * focal;
        entries[at + 9] = weight * s * radius * radius * focal;
        entries[at + 13] = error;
    }
}
