package io.github.nablars.benchmarks.kernels.adbench;

/** Errors of many observations, each by a few parameters; nabla-rs adds {@code bundle_jac_csr}. */
public final class Bundle {
    private Bundle() {}

    /**
     * Bundle adjustment as ADBench has it: how far each observation is from where its camera sees its point, by its weight, and what its
     * weight lacks. The parameters are those of the cameras, eleven each – rotation, centre, focal length, image centre, distortion –,
     * the points and the weights; an observation is a camera and a point.
     */
    public static double[] bundle(double[] p, int cameras, int points, int[] observations, double[] seen) {
        int count = observations.length / 2;
        double[] errors = new double[3 * count];
        for (int i = 0; i < count; i++) {
            int c = 11 * observations[2 * i];
            int q = 11 * cameras + 3 * observations[2 * i + 1];
            double weight = p[11 * cameras + 3 * points + i];
            double x = p[q] - p[c + 3];
            double y = p[q + 1] - p[c + 4];
            double z = p[q + 2] - p[c + 5];
            double square = p[c] * p[c] + p[c + 1] * p[c + 1] + p[c + 2] * p[c + 2];
            double u;
            double v;
            double w;
            if (square != 0.0) {
                double angle = Math.sqrt(square);
                double cos = Math.cos(angle);
                double sin = Math.sin(angle);
                double inverse = 1.0 / angle;
                double a = p[c] * inverse;
                double b = p[c + 1] * inverse;
                double d = p[c + 2] * inverse;
                double along = (a * x + b * y + d * z) * (1.0 - cos);
                u = x * cos + (b * z - d * y) * sin + a * along;
                v = y * cos + (d * x - a * z) * sin + b * along;
                w = z * cos + (a * y - b * x) * sin + d * along;
            } else {
                u = x + p[c + 1] * z - p[c + 2] * y;
                v = y + p[c + 2] * x - p[c] * z;
                w = z + p[c] * y - p[c + 1] * x;
            }
            double s = u / w;
            double t = v / w;
            double radius = s * s + t * t;
            double stretch = (1.0 + p[c + 9] * radius + p[c + 10] * radius * radius) * p[c + 6];
            errors[2 * i] = weight * (s * stretch + p[c + 7] - seen[2 * i]);
            errors[2 * i + 1] = weight * (t * stretch + p[c + 8] - seen[2 * i + 1]);
            errors[2 * count + i] = 1.0 - weight * weight;
        }
        return errors;
    }
}
