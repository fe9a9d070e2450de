/** Functions of few and of many numbers, of which gradients and Jacobians are measured. */
public final class Gradients {
    private Gradients() {}

    /** Rosenbrock's function in n dimensions. */
    public static double rosenbrock(double[] x) {
        double f = 0.0;
        for (int i = 0; i + 1 < x.length; i++) {
            double a = x[i + 1] - x[i] * x[i];
            double b = 1.0 - x[i];
            f += 100.0 * a * a + b * b;
        }
        return f;
    }

    /** A net with one hidden layer, by its weights. */
    public static double network(double[] weights, double[] in, int hidden) {
        int q = 0;
        double y = 0.0;
        for (int j = 0; j < hidden; j++) {
            double s = weights[q++];
            for (int i = 0; i < in.length; i++) {
                s += weights[q++] * in[i];
            }
            y += Math.tanh(s) * weights[hidden * (in.length + 1) + j];
        }
        return y;
    }

    /**
     * The log-likelihood of a Gaussian mixture without its constant and its prior, as ADBench has it: the weights, then the means,
     * the logarithms of the diagonals and the lower triangles of the roots of the inverse covariances.
     */
    public static double mixture(double[] p, double[][] points, int components) {
        int d = points[0].length;
        int triangle = d * (d - 1) / 2;
        int means = components;
        int diagonals = means + components * d;
        int lowers = diagonals + components * d;
        double[] terms = new double[components];
        double[] x = new double[d];
        double[] sums = new double[components];
        double[] diagonal = new double[components * d];
        double weights = 0.0;
        for (int k = 0; k < components; k++) {
            double sum = 0.0;
            for (int i = 0; i < d; i++) {
                sum += p[diagonals + k * d + i];
                diagonal[k * d + i] = Math.exp(p[diagonals + k * d + i]);
            }
            sums[k] = sum;
            weights += Math.exp(p[k]);
        }
        double total = 0.0;
        for (double[] point : points) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < components; k++) {
                for (int i = 0; i < d; i++) {
                    x[i] = point[i] - p[means + k * d + i];
                }
                double square = 0.0;
                int q = lowers + k * triangle;
                for (int i = 0; i < d; i++) {
                    double t = diagonal[k * d + i] * x[i];
                    for (int j = 0; j < i; j++) {
                        t += p[q++] * x[j];
                    }
                    square += t * t;
                }
                double term = p[k] + sums[k] - 0.5 * square;
                terms[k] = term;
                if (term > largest) {
                    largest = term;
                }
            }
            double sum = 0.0;
            for (int k = 0; k < components; k++) {
                sum += Math.exp(terms[k] - largest);
            }
            total += largest + Math.log(sum);
        }
        return total - points.length * Math.log(weights);
    }

    /** The function of Styblinski and Tang, a sum of polynomials of one number each. */
    public static double polynomials(double[] x) {
        double f = 0.0;
        for (int i = 0; i < x.length; i++) {
            double v = x[i] * x[i];
            f += v * v - 16.0 * v + 5.0 * x[i];
        }
        return 0.5 * f;
    }

    /** A sum of sines of one number each. */
    public static double sines(double[] x) {
        double f = 0.0;
        for (int i = 0; i < x.length; i++) {
            f += Math.sin(x[i]) * x[i];
        }
        return f;
    }

    /** Chebyquad of MINPACK, whose Jacobian is dense. */
    public static double[] chebyquad(double[] x) {
        int n = x.length;
        double[] f = new double[n];
        for (int j = 0; j < n; j++) {
            double before = 1.0;
            double now = 2.0 * x[j] - 1.0;
            double twice = 2.0 * now;
            for (int i = 0; i < n; i++) {
                f[i] += now;
                double next = twice * now - before;
                before = now;
                now = next;
            }
        }
        for (int i = 0; i < n; i++) {
            f[i] /= n;
            if (i % 2 == 1) {
                f[i] += 1.0 / ((i + 1.0) * (i + 1.0) - 1.0);
            }
        }
        return f;
    }

    /** Broyden's tridiagonal function of MINPACK, whose Jacobian has three diagonals. */
    public static double[] tridiagonal(double[] x) {
        double[] f = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double below = i > 0 ? x[i - 1] : 0.0;
            double above = i + 1 < x.length ? x[i + 1] : 0.0;
            f[i] = (3.0 - 2.0 * x[i]) * x[i] - below - 2.0 * above + 1.0;
        }
        return f;
    }

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

    /** The price of an option by Black and Scholes, with the normal distribution by a tanh. */
    public static double option(double spot, double strike, double rate, double volatility, double time) {
        double deviation = volatility * Math.sqrt(time);
        double a = (Math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / deviation;
        double b = a - deviation;
        double n = 0.5 + 0.5 * Math.tanh(a * (0.7978845608 + 0.0356774081 * a * a));
        double m = 0.5 + 0.5 * Math.tanh(b * (0.7978845608 + 0.0356774081 * b * b));
        return spot * n - strike * Math.exp(-rate * time) * m;
    }

    /** Three numbers under five functions. */
    public static double waves(double x, double y, double z) {
        return Math.sin(x * y) * Math.exp(-z * x) + Math.atan(y + z) * Math.cos(x);
    }

    /** Rosenbrock's function in four dimensions, each a parameter. */
    public static double fourRosenbrock(double a, double b, double c, double d) {
        double t = b - a * a;
        double u = 1.0 - a;
        double f = 100.0 * t * t + u * u;
        t = c - b * b;
        u = 1.0 - b;
        f += 100.0 * t * t + u * u;
        t = d - c * c;
        u = 1.0 - c;
        return f + 100.0 * t * t + u * u;
    }

    /** A polynomial of degree six, by its argument and its coefficients. */
    public static double horner(double x, double a, double b, double c, double d, double e, double f, double g) {
        return (((((g * x + f) * x + e) * x + d) * x + c) * x + b) * x + a;
    }

    /** A recurrence of twenty steps. */
    public static double recurrence(double x, double y, double z) {
        double sum = 0.0;
        double p = 1.0;
        for (int i = 0; i < 20; i++) {
            p = 0.5 * p * x + y;
            sum += p * z;
        }
        return sum;
    }
}
