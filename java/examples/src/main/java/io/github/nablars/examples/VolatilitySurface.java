package io.github.nablars.examples;

import java.util.Arrays;

/**
 * Calibrates a surface of implied volatilities: SSVI of Gatheral and Jacquier, {@code w(k, θ) = θ/2·(1 + ρφk + √((φk + ρ)² + 1 − ρ²))}
 * with {@code φ = η·θ^(−γ)}. Its parameters are ρ, η, γ and the total variance θ of each expiry at the money.
 */
public final class VolatilitySurface {
    private static final int SHAPE = 3;

    private final double[] expiries;
    private final double[] strikes;

    /**
     * The points at which volatilities are quoted.
     *
     * @param expiries in years
     * @param strikes as logarithms of strike over forward
     */
    public VolatilitySurface(double[] expiries, double[] strikes) {
        this.expiries = expiries.clone();
        this.strikes = strikes.clone();
    }

    /**
     * Implied volatilities.
     *
     * @param p ρ, η, γ, then one θ for each expiry
     * @return the volatilities of the first expiry, then those of the second, …
     */
    public double[] volatilities(double[] p) {
        double[] all = new double[expiries.length * strikes.length];
        for (int i = 0; i < expiries.length; i++) {
            for (int j = 0; j < strikes.length; j++) {
                double variance = variance(p[0], p[1], p[2], p[SHAPE + i], strikes[j]);
                all[i * strikes.length + j] = Math.sqrt(variance / expiries[i]);
            }
        }
        return all;
    }

    private static double variance(double rho, double eta, double gamma, double theta, double k) {
        double phi = eta * Math.pow(theta, -gamma);
        double shifted = phi * k + rho;
        return theta / 2 * (1 + rho * phi * k + Math.sqrt(shifted * shifted + 1 - rho * rho));
    }

    /**
     * The parameters that fit quotes best.
     *
     * @param quoted volatilities
     * @return the parameters
     */
    public double[] calibrate(double[] quoted) {
        double[] start = new double[SHAPE + expiries.length];
        start[0] = -0.1;
        start[1] = 1;
        start[2] = 0.3;
        for (int i = 0; i < expiries.length; i++) {
            double nearTheMoney = quoted[i * strikes.length + strikes.length / 2];
            start[SHAPE + i] = nearTheMoney * nearTheMoney * expiries[i];
        }
        return CurveFit.fit(this::volatilities, quoted, start).getPoint().toArray();
    }

    /**
     * Calibrates to a surface that is known, and prints the parameters.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        VolatilitySurface surface = new VolatilitySurface(
                new double[] {0.1, 0.25, 0.5, 1, 2}, new double[] {-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4});
        double[] known = {-0.6, 1.2, 0.4, 0.005, 0.012, 0.022, 0.041, 0.078};
        System.out.println("calibrated " + Arrays.toString(surface.calibrate(surface.volatilities(known))));
    }
}
