/** Values that depend on a few elements, whose tangents are held lane by lane, or only seem so. */
public class Few {
    /** Which element it was of is no longer in the index when the value is read. */
    static double[] before(double[] x) {
        double[] y = new double[x.length];
        double last = x[0];
        for (int i = 0; i < x.length; i++) {
            y[i] = last * x[i];
            last = x[i] + 0.5 * (i % 2 == 0 ? last : 1.0);
        }
        return y;
    }

    /** On some ways there is no such element. */
    static double[] neighbours(double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double below = i > 0 ? x[i - 1] : 2.0;
            double above = i + 1 < x.length ? x[i + 1] * x[i + 1] : 3.0;
            double far = 1.0;
            if (i + 3 < x.length && i % 3 != 1) {
                far = Math.exp(x[i + 3] * below);
            }
            y[i] = x[i] * below + above / far + Math.sqrt(below * below);
        }
        return y;
    }

    /** Two names may be one element, in any order. */
    static double[] pairs(double[] x) {
        int n = x.length;
        double[] y = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double a = x[j] + 2.0 * x[i];
                double b = x[n - 1 - i] * x[i];
                if (a > 1.0) {
                    double c = a;
                    a = b;
                    b = c;
                }
                y[i * n + j] = a * b - a / (2.0 + b * b) + x[j] - x[i];
            }
        }
        return y;
    }

    /** Each depends on what the other was. */
    static double[] swapped(double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i + 1 < x.length; i++) {
            double a = x[i];
            double b = x[i + 1];
            for (int k = 0; k < 5; k++) {
                double c = a;
                a = b + 0.25 * a * b;
                b = c - 0.5 * b;
            }
            y[i] = a * b;
        }
        return y;
    }

    /** Indices from an array, by a field and by a product, and a slot that another variable has used. */
    static double[] looked(double[] x) {
        int[] where = {3, 0, 2, 2, 1};
        double[] y = new double[where.length];
        for (int i = 0; i < where.length; i++) {
            int at = where[i];
            double v = x[at] * x[at];
            {
                int other = (at + 1) % x.length;
                v += other;
            }
            {
                int again = at * 2 % x.length;
                v *= again > 1 ? x[again] : 1.5;
            }
            double w = x[(at + 1) % x.length];
            at = 0;
            y[i] = v + w * x[at] + x[2 * at + 1];
        }
        return y;
    }

    /** What a handler reads. */
    static double[] caught(double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double v = x[i];
            try {
                v = v * x[i + 1];
                v = v + x[i + 2];
            } catch (ArrayIndexOutOfBoundsException e) {
                v = v - 0.5 * x[i];
            }
            y[i] = v * v;
        }
        return y;
    }

    /** Functions of each kind of rule, where they are zero as well. */
    static double[] ruled(double[] x) {
        double[] y = new double[8];
        double s = x[0] - x[0] + x[1] * x[2];
        double t = Math.sqrt(x[1] * x[1]) + Math.pow(x[2], 3.0);
        if (s > t) {
            s = Math.atan2(s, t);
        } else {
            s = Math.hypot(s, t) + Math.max(s, t) * Math.min(x[3], s);
        }
        y[0] = s;
        y[1] = Math.sqrt(s * s);
        y[2] = Math.log(1.0 + t * t) / s;
        y[3] = Math.abs(t) % 0.75;
        y[4] = Math.cbrt(t) * Math.tanh(s);
        y[5] = Math.atan(Math.exp(1000.0 * s)) + t;
        y[6] = Math.copySign(s, t) + Math.fma(s, t, x[0]);
        y[7] = Math.ceil(s) * s + Math.IEEEremainder(t, 0.5);
        return y;
    }

    /** Of a sum that goes on, and one of vectors. */
    static double[] sums(double[] x) {
        double[] y = new double[x.length];
        double all = 0.0;
        for (int i = 0; i < x.length; i++) {
            double v = i > 0 ? x[i - 1] : 1.0;
            for (int k = i; k < x.length; k += 2) {
                all += v * x[k];
            }
            y[i] = all + v;
            y[i / 2] += v * v;
        }
        return y;
    }

    /** As many as are held so, and one more. */
    static double[] wide(double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double v = 1.0;
            if (i + 16 < x.length) {
                v = x[i] * x[i + 1] + x[i + 2] * x[i + 3] + x[i + 4] * x[i + 5] + x[i + 6] * x[i + 7]
                        + x[i + 8] * x[i + 9] + x[i + 10] * x[i + 11] + x[i + 12] * x[i + 13] + x[i + 14] * x[i + 15];
            }
            y[i] = v * v;
            double w = v;
            if (i + 16 < x.length) {
                w = v * x[i + 16];
            }
            y[i] += Math.sin(w);
        }
        return y;
    }

    /** Floats. */
    static float[] floats(float[] x) {
        float[] y = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            float below = i > 0 ? x[i - 1] : 2.0f;
            double wide = below * x[i];
            if (wide > 0.5) {
                wide = Math.sqrt(wide);
            }
            y[i] = (float) (wide * below) / x[i];
        }
        return y;
    }
}
