package io.github.nablars.forms;

import java.util.Arrays;

/** Methods whose versions over number types the tests compare with their other derivatives. */
public final class Kernels {
    private Kernels() {}

    /** Arithmetic with constants on either side. */
    public static double rational(double x) {
        return 3 * x * x - 2 / x + 1 - x / 7 + (x - 2) * (4 - x);
    }

    /** A local that is a number at first and an element in the loop. */
    public static double loop(double x, int n) {
        double r = 1;
        for (int i = 0; i < n; i++) {
            r = r * x + i;
        }
        return r;
    }

    /** Branches on what is computed, and a number that meets an element where they join. */
    public static double branches(double x, double a) {
        double y = a;
        if (x * x > 4) {
            y = x - a;
        } else if (x < -1) {
            y = Math.sqrt(-x);
        }
        return y > 0 ? y : -y * 2;
    }

    /** Functions of the interface. */
    public static double functions(double x, double y) {
        double s = Math.exp(-x) + Math.log(y) + Math.sin(x) * Math.cos(y) + Math.tan(x / 4) + Math.atan2(y, x);
        s += Math.hypot(x, 3) + Math.cbrt(y) + Math.log10(y) + Math.log1p(y) + Math.expm1(x) + Math.toRadians(x);
        s += Math.sinh(x) + Math.cosh(y) + Math.tanh(x) + Math.asin(x / 9) + Math.acos(y / 9) + Math.atan(x);
        return s + Math.pow(y, 2.5) + Math.pow(2.0, x) + Math.pow(y, x) + Math.scalb(x, 2) + Math.sqrt(y);
    }

    /** Functions that the interface lacks. */
    public static double choices(double x, double y) {
        double s = Math.max(x, y) - Math.min(x * y, 2.0) + Math.abs(x) + Math.fma(x, y, 2);
        return s + x % 1.5 + y % x + Math.copySign(x, -1) + Math.signum(y);
    }

    /** A remainder, whose quotient is rounded towards zero. */
    public static double modulo(double x, double y) {
        return x % y;
    }

    /** A remainder, whose quotient is rounded to the nearest. */
    public static double nearest(double x, double y) {
        return Math.IEEEremainder(x, y);
    }

    /** The hypotenuse. */
    public static double hypotenuse(double x, double y) {
        return Math.hypot(x, y);
    }

    /** A power with an exponent that is constant up to a hundred. */
    public static double power(double x, double y) {
        double exponent = 2;
        if (y > 100) {
            exponent = y;
        }
        return Math.pow(x, exponent);
    }

    /** Powers of a number that may be 0, with a constant exponent and with others. */
    public static double powers(double x, int n) {
        double s = Math.pow(x, 2) - Math.pow(x, 1);
        for (int i = 0; i <= n; i++) {
            s += (i + 1) * Math.pow(x, i);
        }
        return s;
    }

    private static double times(double x, double k) {
        return x * x * k;
    }

    private static double power(double x, int n) {
        return n == 0 ? 1 : x * power(x, n - 1);
    }

    /** Calls in several patterns, and recursion. */
    public static double calls(double x) {
        double k = 2;
        return times(x, k) + times(k, x) + power(x, 4);
    }

    /** Exceptions, and a block that is left in several ways. */
    public static double caught(double x) {
        double r = x;
        try {
            r = r * 2;
            if (x > 3) {
                throw new IllegalArgumentException();
            }
            r = r + 1;
        } catch (IllegalArgumentException e) {
            r = r * 10;
        } finally {
            r = r - 1;
        }
        return r;
    }

    /** A switch, an assignment within an expression, and slots that are used again. */
    public static double slots(double x, int k) {
        double d;
        switch (k) {
            case 0:
                d = 1;
                break;
            case 1:
                d = x;
                break;
            default:
                d = 2 * x;
        }
        double e = (d = d + 1) > 2 ? d : 0;
        {
            double t = x * 2;
            e += t;
        }
        {
            double t = 5;
            e += t * e;
        }
        {
            long u = 3;
            e += u;
        }
        x = e;
        return x + d;
    }

    /** What is rounded follows the real part. */
    public static double steps(double x) {
        int n = (int) x;
        double f = Math.floor(x);
        return x * n + f * x + (x - f);
    }

    /** Newton's iteration for a square root, which ends by what it has computed. */
    public static double root(double a, double start) {
        double x = start;
        double old;
        do {
            old = x;
            x = 0.5 * (x + a / x);
        } while (Math.abs(x - old) > 1e-14 * x);
        return x;
    }

    /** Arrays: made, filled, copied, written into. */
    public static double arrays(double[] x) {
        double[] squares = new double[x.length];
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            squares[i] = x[i] * x[i];
            sum += squares[i];
        }
        double[] list = {1, sum, 2};
        list[0] += x[0];
        double[] copy = squares.clone();
        double[] constant = new double[4];
        Arrays.fill(constant, 2.5);
        constant[1] = x[1];
        double[] plain = {7, 8, 9};
        System.arraycopy(plain, 1, constant, 2, 2);
        double s = sum + list[0] + list[1] + copy[copy.length - 1] + Arrays.copyOf(list, 5)[4];
        for (double c : constant) {
            s += c * c;
        }
        return s + Arrays.copyOfRange(squares, 1, 3)[1];
    }

    /** A mean, of numbers that count alike where there are no weights. */
    public static double mean(double[] weights, double... x) {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < x.length; i++) {
            double weight = weights == null ? 1 : weights[i];
            sum += weight * x[i];
            total += weight;
        }
        return sum / total;
    }

    /** A sum over rows, of which some may have nothing. */
    public static double total(double[][] rows) {
        double sum = 0;
        for (double[] row : rows) {
            for (double element : row) {
                sum += element * element;
            }
        }
        return sum;
    }

    /** Products, in an array that has nothing at first. */
    public static double products(double[] out, double... x) {
        out[0] = 1;
        for (int i = 1; i < out.length; i++) {
            out[i] = out[i - 1] * x[i];
        }
        return out[out.length - 1];
    }

    /** An array as the result, from numbers and elements. */
    public static double[] vector(double x, double[] p) {
        double[] q = p.clone();
        q[0] = x * q[0];
        System.arraycopy(p, 0, q, 1, p.length - 1);
        return q;
    }

    /** Matrices. */
    public static double matrix(double x) {
        double[][] m = new double[2][2];
        m[0][0] = x;
        m[1][1] = x * x;
        double[][] rows = new double[2][];
        rows[0] = m[1];
        rows[1] = new double[] {x, 1};
        return m[0][0] * rows[0][1] + rows[1][0] + m[0][1];
    }

    /** Calls that the receiver's class decides. */
    public static double shapes(Shape one, Square other, double x) {
        try {
            return one.area(x) + other.twice(x * x) * other.area(x);
        } catch (RuntimeException e) {
            return -1;
        }
    }

    /** Nothing depends on the argument. */
    public static double constant(double x) {
        return 3;
    }
}
