/** Sums of a few and of many numbers, which are read, changed, kept, and begun anew. */
public class Sums {
    /** More additions than are noted one by one. */
    public static double many(double[] x) {
        double f = 0.0;
        for (int i = 0; i < x.length; i++) {
            double s = 1.0;
            for (int j = 0; j < 90; j++) {
                s += x[(7 * i + 13 * j) % x.length] * (j - 40);
            }
            f += s * s / (1 + i);
        }
        return f;
    }

    /** Few, under functions that rest where their operand is infinite, and under one with a guard. */
    public static double few(double[] x) {
        double f = 0.0;
        for (int i = 0; i + 4 < x.length; i++) {
            double s = 0.25;
            for (int j = 0; j < 4; j++) {
                s += x[i + j] * x[i + j + 1];
            }
            f += Math.tanh(s) * s + Math.log(1.0 + s * s);
            s = Math.atan(s);
            f += s * x[i];
        }
        return f;
    }

    /** What is large cancels before it is multiplied. */
    public static double cancelled(double[] x, double large, double factor) {
        double f = 0.0;
        for (int i = 0; i < 2; i++) {
            double s = 0.0;
            for (int j = 0; j < 4; j++) {
                s += (j % 2 == 0 ? large : -large) * x[0];
                s += x[j];
            }
            f += factor * s;
        }
        return f;
    }

    /** Sums that arrays hold, and the largest of them. */
    public static double kept(double[] x) {
        double[] sums = new double[x.length / 3];
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < sums.length; i++) {
            double s = 0.0;
            for (int j = 0; j < 3 + 40 * (i % 2); j++) {
                s += x[(3 * i + 5 * j) % x.length] * x[3 * i];
            }
            sums[i] = s;
            if (s > largest) {
                largest = s;
            }
        }
        double total = 0.0;
        for (double s : sums) {
            total += Math.exp(s - largest);
        }
        return largest + Math.log(total);
    }

    /** A sum that a callee gives back, one that begins with what is given, one that is scaled, one that is read again. */
    public static double called(double[] x, double y) {
        double f = y;
        double g = 0.0;
        for (int i = 0; i + 2 < x.length; i++) {
            double s = part(x, i);
            f += s * y;
            g = 0.5 * g + s;
            double before = f;
            f += before * 0.001 + g;
        }
        return f + g;
    }

    private static double part(double[] x, int i) {
        double s = x[i];
        for (int j = 0; j < 3; j++) {
            s += x[i + j % 3] * x[i];
        }
        return s;
    }
}
