package io.github.nablars.benchmarks.kernels;

/**
 * The tangents of {@link Kernels}, written by hand, with the signature of nabla-rs' {@code jvp} form.
 *
 * <p>House rules, so that the comparison is fair: the value is computed as in the primal; each statement's coefficients are gathered
 * from primal values, and each tangent that enters it is multiplied once; what the primal has computed already (the sine beside the
 * cosine, the square root, the quotient) is used again; no formula loses accuracy that nabla-rs keeps (tanh, asin); a zero tangent at
 * a singular point is not looked after.
 */
public final class Hand {
    private static final double INVERSE_ROOT_2_PI = 0.3989422804014327;

    private Hand() {}

    public static double blackScholes_jvp(
            double spot, double strike, double rate, double volatility, double time,
            double spot_dot, double strike_dot, double rate_dot, double volatility_dot, double time_dot,
            double[] tangent) {
        double root = Math.sqrt(time);
        double deviation = volatility * root;
        double deviation_dot = root * volatility_dot + 0.5 * volatility / root * time_dot;
        double ratio = spot / strike;
        double drift = rate + 0.5 * volatility * volatility;
        double d1 = (Math.log(ratio) + drift * time) / deviation;
        double d1_dot = ((spot_dot - ratio * strike_dot) / spot
                + time * (rate_dot + volatility * volatility_dot) + drift * time_dot - d1 * deviation_dot) / deviation;
        double d2 = d1 - deviation;
        double d2_dot = d1_dot - deviation_dot;

        double a1 = Math.abs(d1);
        double k1 = 1.0 / (1.0 + 0.2316419 * a1);
        double u14 = -1.821255978 + k1 * 1.330274429;
        double u13 = 1.781477937 + k1 * u14;
        double u12 = -0.356563782 + k1 * u13;
        double u11 = 0.319381530 + k1 * u12;
        double p1 = k1 * u11;
        double slope1 = u11 + k1 * (u12 + k1 * (u13 + k1 * (u14 + k1 * 1.330274429)));
        double density1 = INVERSE_ROOT_2_PI * Math.exp(-0.5 * a1 * a1);
        double tail1 = density1 * p1;
        // The tail falls with |d|, and n1 is its complement on the positive side: both signs cancel.
        double n1 = d1 >= 0.0 ? 1.0 - tail1 : tail1;
        double n1_dot = density1 * (0.2316419 * k1 * k1 * slope1 + a1 * p1) * d1_dot;

        double a2 = Math.abs(d2);
        double k2 = 1.0 / (1.0 + 0.2316419 * a2);
        double u24 = -1.821255978 + k2 * 1.330274429;
        double u23 = 1.781477937 + k2 * u24;
        double u22 = -0.356563782 + k2 * u23;
        double u21 = 0.319381530 + k2 * u22;
        double p2 = k2 * u21;
        double slope2 = u21 + k2 * (u22 + k2 * (u23 + k2 * (u24 + k2 * 1.330274429)));
        double density2 = INVERSE_ROOT_2_PI * Math.exp(-0.5 * a2 * a2);
        double tail2 = density2 * p2;
        double n2 = d2 >= 0.0 ? 1.0 - tail2 : tail2;
        double n2_dot = density2 * (0.2316419 * k2 * k2 * slope2 + a2 * p2) * d2_dot;

        double discount = Math.exp(-rate * time);
        double present = strike * discount;
        tangent[0] = n1 * spot_dot + spot * n1_dot - discount * n2 * strike_dot
                + present * (n2 * (time * rate_dot + rate * time_dot) - n2_dot);
        return spot * n1 - present * n2;
    }

    public static double kepler_jvp(
            double meanAnomaly, double eccentricity, double meanAnomaly_dot, double eccentricity_dot, double[] tangent) {
        double sine = Math.sin(meanAnomaly);
        double anomaly = meanAnomaly + eccentricity * sine;
        double anomaly_dot = (1.0 + eccentricity * Math.cos(meanAnomaly)) * meanAnomaly_dot + sine * eccentricity_dot;
        for (int i = 0; i < 20; i++) {
            sine = Math.sin(anomaly);
            double cosine = Math.cos(anomaly);
            double residual = anomaly - eccentricity * sine - meanAnomaly;
            double slope = 1.0 - eccentricity * cosine;
            double residual_dot = slope * anomaly_dot - sine * eccentricity_dot - meanAnomaly_dot;
            double slope_dot = eccentricity * sine * anomaly_dot - cosine * eccentricity_dot;
            double delta = residual / slope;
            anomaly_dot -= (residual_dot - delta * slope_dot) / slope;
            anomaly -= delta;
            if (Math.abs(delta) < 1e-12) {
                break;
            }
        }
        tangent[0] = anomaly_dot;
        return anomaly;
    }

    public static double rungeKutta_jvp(
            double x, double v, double mu, int steps, double x_dot, double v_dot, double mu_dot, double[] tangent) {
        final double h = 0.05;
        for (int i = 0; i < steps; i++) {
            double q1 = 1.0 - x * x;
            double m1 = mu * q1;
            double a1 = m1 * v - x;
            double a1_dot = m1 * v_dot + q1 * v * mu_dot - (2.0 * mu * x * v + 1.0) * x_dot;
            double x2 = x + 0.5 * h * v;
            double x2_dot = x_dot + 0.5 * h * v_dot;
            double v2 = v + 0.5 * h * a1;
            double v2_dot = v_dot + 0.5 * h * a1_dot;
            double q2 = 1.0 - x2 * x2;
            double m2 = mu * q2;
            double a2 = m2 * v2 - x2;
            double a2_dot = m2 * v2_dot + q2 * v2 * mu_dot - (2.0 * mu * x2 * v2 + 1.0) * x2_dot;
            double x3 = x + 0.5 * h * v2;
            double x3_dot = x_dot + 0.5 * h * v2_dot;
            double v3 = v + 0.5 * h * a2;
            double v3_dot = v_dot + 0.5 * h * a2_dot;
            double q3 = 1.0 - x3 * x3;
            double m3 = mu * q3;
            double a3 = m3 * v3 - x3;
            double a3_dot = m3 * v3_dot + q3 * v3 * mu_dot - (2.0 * mu * x3 * v3 + 1.0) * x3_dot;
            double x4 = x + h * v3;
            double x4_dot = x_dot + h * v3_dot;
            double v4 = v + h * a3;
            double v4_dot = v_dot + h * a3_dot;
            double q4 = 1.0 - x4 * x4;
            double m4 = mu * q4;
            double a4 = m4 * v4 - x4;
            double a4_dot = m4 * v4_dot + q4 * v4 * mu_dot - (2.0 * mu * x4 * v4 + 1.0) * x4_dot;
            x_dot += h / 6.0 * (v_dot + 2.0 * (v2_dot + v3_dot) + v4_dot);
            x += h / 6.0 * (v + 2.0 * (v2 + v3) + v4);
            v_dot += h / 6.0 * (a1_dot + 2.0 * (a2_dot + a3_dot) + a4_dot);
            v += h / 6.0 * (a1 + 2.0 * (a2 + a3) + a4);
        }
        tangent[0] = x_dot;
        return x;
    }

    public static double horner_jvp(double x, double x_dot, double[] tangent) {
        double p7 = -0.20947265625 + x * 0.196380615234375;
        double p6 = 0.2255859375 + x * p7;
        double p5 = -0.24609375 + x * p6;
        double p4 = 0.2734375 + x * p5;
        double p3 = -0.3125 + x * p4;
        double p2 = 0.375 + x * p3;
        double p1 = -0.5 + x * p2;
        double slope = p1 + x * (p2 + x * (p3 + x * (p4 + x * (p5 + x * (p6 + x * (p7 + x * 0.196380615234375))))));
        tangent[0] = slope * x_dot;
        return 1.0 + x * p1;
    }

    public static double logisticMap_jvp(
            double x, double r, int iterations, double x_dot, double r_dot, double[] tangent) {
        for (int i = 0; i < iterations; i++) {
            double q = 1.0 - x;
            double rx = r * x;
            x_dot = (r * q - rx) * x_dot + x * q * r_dot;
            x = rx * q;
        }
        tangent[0] = x_dot;
        return x;
    }

    public static double powerSeries_jvp(double x, double x_dot, double[] tangent) {
        double term = 1.0;
        double term_dot = 0.0;
        double sum = 1.0;
        double sum_dot = 0.0;
        for (int k = 1; k < 100; k++) {
            term_dot = (x * term_dot + term * x_dot) / k;
            term = term * x / k;
            sum_dot += term_dot;
            sum += term;
            if (Math.abs(term) < 1e-16 * Math.abs(sum)) {
                break;
            }
        }
        tangent[0] = sum_dot;
        return sum;
    }

    public static double sqrtLogPow_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        double root = Math.sqrt(x * x + y);
        double root_dot = (x * x_dot + 0.5 * y_dot) / root;
        double argument = 1.0 + x * y;
        double logarithm = Math.log(argument);
        double logarithm_dot = (y * x_dot + x * y_dot) / argument;
        double power = Math.pow(x, 1.7);
        double power_dot = 1.7 * power / x * x_dot;
        double quotient = power / y;
        tangent[0] = logarithm * root_dot + root * logarithm_dot + (power_dot - quotient * y_dot) / y;
        return root * logarithm + quotient;
    }

    public static double piecewise_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        double r;
        double r_dot;
        if (x < -1.0) {
            double square = x * x;
            r = square * y;
            r_dot = 2.0 * x * y * x_dot + square * y_dot;
        } else if (x < 0.5) {
            double q = 1.0 - x;
            double square = x * x;
            r = q * y + square * x;
            r_dot = (3.0 * square - y) * x_dot + q * y_dot;
        } else if (y > x) {
            double denominator = 1.0 + y;
            r = x / denominator;
            r_dot = (x_dot - r * y_dot) / denominator;
        } else {
            r = Math.sqrt(x + y * y);
            r_dot = (0.5 * x_dot + y * y_dot) / r;
        }
        if (y > 0.0) {
            double q = 1.0 + y;
            tangent[0] = q * r_dot + r * y_dot;
            return r * q;
        }
        tangent[0] = r_dot - y_dot;
        return r - y;
    }

    public static double rosenbrock_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        double a = 1.0 - x;
        double b = y - x * x;
        double c = 200.0 * b;
        tangent[0] = c * y_dot - 2.0 * (a + c * x) * x_dot;
        return a * a + 100.0 * b * b;
    }

    public static double dampedOscillator_jvp(
            double time, double damping, double frequency,
            double time_dot, double damping_dot, double frequency_dot, double[] tangent) {
        double envelope = Math.exp(-damping * time);
        double phase = frequency * time;
        double cosine = Math.cos(phase);
        double value = envelope * cosine;
        double quadrature = envelope * Math.sin(phase);
        tangent[0] = -(damping * value + frequency * quadrature) * time_dot
                - time * (value * damping_dot + quadrature * frequency_dot);
        return value;
    }

    public static double lennardJones_jvp(
            double distance, double sigma, double epsilon,
            double distance_dot, double sigma_dot, double epsilon_dot, double[] tangent) {
        double s = sigma / distance;
        double s_dot = (sigma_dot - s * distance_dot) / distance;
        double s2 = s * s;
        double s4 = s2 * s2;
        double s6 = s4 * s2;
        double well = s6 - 1.0;
        double depth = 4.0 * epsilon;
        tangent[0] = 4.0 * s6 * well * epsilon_dot + depth * (s6 + well) * 6.0 * s4 * s * s_dot;
        return depth * s6 * well;
    }

    public static double neuron_jvp(
            double x, double weight, double bias, double x_dot, double weight_dot, double bias_dot, double[] tangent) {
        double z = weight * x + bias;
        double h = Math.tanh(z);
        // Not 1 - h * h, which has no correct digit left where tanh saturates.
        double e = Math.exp(-2.0 * Math.abs(z));
        double d = 1.0 + e;
        double h_dot = 4.0 * e / (d * d) * (x * weight_dot + weight * x_dot + bias_dot);
        double u = Math.exp(-(weight * h + bias));
        double gate = 1.0 / (1.0 + u);
        double gate_dot = gate * gate * u * (h * weight_dot + weight * h_dot + bias_dot);
        tangent[0] = h * gate_dot + gate * h_dot;
        return gate * h;
    }

    public static double continuedFraction_jvp(double x, int depth, double x_dot, double[] tangent) {
        double square = x * x;
        double square_dot = 2.0 * x * x_dot;
        double f = 2 * depth + 1;
        double f_dot = 0.0;
        for (int k = depth; k >= 1; k--) {
            double k2 = k * k;
            double quotient = k2 * square / f;
            f_dot = (k2 * square_dot - quotient * f_dot) / f;
            f = (2 * k - 1) + quotient;
        }
        double value = x / f;
        tangent[0] = (x_dot - value * f_dot) / f;
        return value;
    }

    public static double simpson_jvp(
            double from, double to, int intervals, double from_dot, double to_dot, double[] tangent) {
        double h = (to - from) / intervals;
        double h_dot = (to_dot - from_dot) / intervals;
        double sum = 0.0;
        double sum_dot = 0.0;
        for (int i = 0; i <= intervals; i++) {
            double x = from + i * h;
            double x_dot = from_dot + i * h_dot;
            double weight = i == 0 || i == intervals ? 1.0 : (i & 1) == 1 ? 4.0 : 2.0;
            double square = x * x;
            double denominator = 1.0 + x;
            double term = weight * Math.sin(square) / denominator;
            sum_dot += (2.0 * x * weight * Math.cos(square) - term) / denominator * x_dot;
            sum += term;
        }
        tangent[0] = (h * sum_dot + sum * h_dot) / 3.0;
        return sum * h / 3.0;
    }

    public static double haversine_jvp(
            double latitude1, double longitude1, double latitude2, double longitude2,
            double latitude1_dot, double longitude1_dot, double latitude2_dot, double longitude2_dot, double[] tangent) {
        double u = 0.5 * (latitude2 - latitude1);
        double s = Math.sin(u);
        double w = 0.5 * (longitude2 - longitude1);
        double t = Math.sin(w);
        double c1 = Math.cos(latitude1);
        double c2 = Math.cos(latitude2);
        double cc = c1 * c2;
        double tt = t * t;
        double a = s * s + cc * t * t;
        double a_dot = s * Math.cos(u) * (latitude2_dot - latitude1_dot)
                + cc * t * Math.cos(w) * (longitude2_dot - longitude1_dot)
                - tt * (Math.sin(latitude1) * c2 * latitude1_dot + c1 * Math.sin(latitude2) * latitude2_dot);
        double root = Math.sqrt(a);
        tangent[0] = 6371.0 * a_dot / (root * Math.sqrt((1.0 - root) * (1.0 + root)));
        return 2.0 * 6371.0 * Math.asin(root);
    }
}
