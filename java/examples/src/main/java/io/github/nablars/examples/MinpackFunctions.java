package io.github.nablars.examples;

/** The residuals of the least squares problems of Moré, Garbow and Hillstrom (ACM TOMS 7, 1981), by which MINPACK was tested. */
final class MinpackFunctions {
    private static final double[] BARD = {0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.1, 4.39};

    private static final double[] MEYER = {
        34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744, 8261, 7030, 6005, 5147, 4427, 3820, 3307, 2872
    };

    private static final double[] OSBORNE_1 = {
        0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.850, 0.818, 0.784, 0.751, 0.718, 0.685, 0.658, 0.628, 0.603, 0.580,
        0.558, 0.538, 0.522, 0.506, 0.490, 0.478, 0.467, 0.457, 0.448, 0.438, 0.431, 0.424, 0.420, 0.414, 0.411, 0.406
    };

    private static final double[] OSBORNE_2 = {
        1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608, 0.655, 0.616, 0.606, 0.602,
        0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661, 0.612, 0.558, 0.533, 0.495, 0.500, 0.423, 0.395, 0.375,
        0.372, 0.391, 0.396, 0.405, 0.428, 0.429, 0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668, 0.645, 0.632, 0.591,
        0.559, 0.597, 0.625, 0.739, 0.710, 0.729, 0.720, 0.636, 0.581, 0.428, 0.292, 0.162, 0.098, 0.054
    };

    private MinpackFunctions() {}

    private static double sum(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value;
        }
        return sum;
    }

    static double[] linearFullRank(double[] x, int m) {
        double[] f = new double[m];
        double common = 2 * sum(x) / m + 1;
        for (int i = 0; i < m; i++) {
            f[i] = i < x.length ? x[i] - common : -common;
        }
        return f;
    }

    static double[] linearRank1(double[] x, int m) {
        double[] f = new double[m];
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += (j + 1) * x[j];
        }
        for (int i = 0; i < m; i++) {
            f[i] = (i + 1) * sum - 1;
        }
        return f;
    }

    static double[] linearRank1WithZeros(double[] x, int m) {
        double[] f = new double[m];
        double sum = 0;
        for (int j = 1; j < x.length - 1; j++) {
            sum += (j + 1) * x[j];
        }
        for (int i = 0; i < m; i++) {
            f[i] = i == m - 1 ? -1 : i * sum - 1;
        }
        return f;
    }

    static double[] rosenbrock(double[] x) {
        return new double[] {10 * (x[1] - x[0] * x[0]), 1 - x[0]};
    }

    static double[] helicalValley(double[] x) {
        double turn = Math.atan2(x[1], x[0]) / (2 * Math.PI);
        // From -1/4 to 3/4, as the paper has it.
        double theta = turn < -0.25 ? turn + 1 : turn;
        return new double[] {10 * (x[2] - 10 * theta), 10 * (Math.sqrt(x[0] * x[0] + x[1] * x[1]) - 1), x[2]};
    }

    static double[] powellSingular(double[] x) {
        double d = x[1] - 2 * x[2];
        double e = x[0] - x[3];
        return new double[] {x[0] + 10 * x[1], Math.sqrt(5) * (x[2] - x[3]), d * d, Math.sqrt(10) * e * e};
    }

    static double[] freudensteinRoth(double[] x) {
        double y = x[1];
        return new double[] {-13 + x[0] + ((5 - y) * y - 2) * y, -29 + x[0] + ((y + 1) * y - 14) * y};
    }

    static double[] bard(double[] x) {
        double[] f = new double[BARD.length];
        for (int i = 0; i < f.length; i++) {
            int u = i + 1;
            int v = 16 - u;
            f[i] = BARD[i] - (x[0] + u / (v * x[1] + Math.min(u, v) * x[2]));
        }
        return f;
    }

    static double[] kowalikOsborne(double[] x) {
        double[] f = new double[CurveFit.KOWALIK_X.length];
        for (int i = 0; i < f.length; i++) {
            double u = CurveFit.KOWALIK_X[i];
            f[i] = CurveFit.KOWALIK_Y[i] - x[0] * (u * u + u * x[1]) / (u * u + u * x[2] + x[3]);
        }
        return f;
    }

    static double[] meyer(double[] x) {
        double[] f = new double[MEYER.length];
        for (int i = 0; i < f.length; i++) {
            f[i] = x[0] * Math.exp(x[1] / (45 + 5 * (i + 1) + x[2])) - MEYER[i];
        }
        return f;
    }

    static double[] watson(double[] x) {
        double[] f = new double[31];
        for (int i = 0; i < 29; i++) {
            double t = (i + 1) / 29.0;
            double slope = 0;
            double value = 0;
            for (int j = x.length - 1; j >= 0; j--) {
                slope = slope * t + value;
                value = value * t + x[j];
            }
            f[i] = slope - value * value - 1;
        }
        f[29] = x[0];
        f[30] = x[1] - x[0] * x[0] - 1;
        return f;
    }

    static double[] box(double[] x, int m) {
        double[] f = new double[m];
        for (int i = 0; i < m; i++) {
            double t = 0.1 * (i + 1);
            f[i] = Math.exp(-t * x[0]) - Math.exp(-t * x[1]) - x[2] * (Math.exp(-t) - Math.exp(-10 * t));
        }
        return f;
    }

    static double[] jennrichSampson(double[] x, int m) {
        double[] f = new double[m];
        for (int i = 1; i <= m; i++) {
            f[i - 1] = 2 + 2 * i - (Math.exp(i * x[0]) + Math.exp(i * x[1]));
        }
        return f;
    }

    static double[] brownDennis(double[] x, int m) {
        double[] f = new double[m];
        for (int i = 0; i < m; i++) {
            double t = (i + 1) / 5.0;
            double a = x[0] + t * x[1] - Math.exp(t);
            double b = x[2] + x[3] * Math.sin(t) - Math.cos(t);
            f[i] = a * a + b * b;
        }
        return f;
    }

    /** Means of Chebyshev polynomials on [0, 1], less their integrals. */
    static double[] chebyquad(double[] x, int m) {
        double[] f = new double[m];
        for (double at : x) {
            double before = 1;
            double now = 2 * at - 1;
            double twice = 2 * now;
            for (int i = 0; i < m; i++) {
                f[i] += now / x.length;
                double next = twice * now - before;
                before = now;
                now = next;
            }
        }
        for (int i = 2; i <= m; i += 2) {
            f[i - 1] += 1.0 / (i * i - 1);
        }
        return f;
    }

    static double[] brownAlmostLinear(double[] x) {
        double[] f = new double[x.length];
        double common = sum(x) - (x.length + 1);
        double product = 1;
        for (int i = 0; i < x.length; i++) {
            f[i] = x[i] + common;
            product *= x[i];
        }
        f[x.length - 1] = product - 1;
        return f;
    }

    static double[] osborne1(double[] x) {
        double[] f = new double[OSBORNE_1.length];
        for (int i = 0; i < f.length; i++) {
            double t = 10 * i;
            f[i] = OSBORNE_1[i] - (x[0] + x[1] * Math.exp(-t * x[3]) + x[2] * Math.exp(-t * x[4]));
        }
        return f;
    }

    static double[] osborne2(double[] x) {
        double[] f = new double[OSBORNE_2.length];
        for (int i = 0; i < f.length; i++) {
            double t = i / 10.0;
            double model = x[0] * Math.exp(-t * x[4]);
            for (int j = 1; j <= 3; j++) {
                double d = t - x[7 + j];
                model += x[j] * Math.exp(-d * d * x[4 + j]);
            }
            f[i] = OSBORNE_2[i] - model;
        }
        return f;
    }
}
