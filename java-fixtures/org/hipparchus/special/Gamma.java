package org.hipparchus.special;

/**
 * A rule for the limit of a series holds where the series is summed to the last digits. With a loose
 * tolerance the code is another function, and the derivative is the code's.
 */
class Gamma {
    // release: 8

    /** Called by the rule's formula. */
    static double logGamma(double x) {
        return x == 1 ? 0 : Double.NaN;
    }

    static double regularizedGammaP(double a, double x, double epsilon, int maxIterations) {
        double term = 1 / a;
        double sum = term;
        for (int n = 1; n < maxIterations && Math.abs(term / sum) > epsilon; n++) {
            term *= x / (a + n);
            sum += term;
        }
        return Math.exp(-x + a * Math.log(x) - logGamma(a)) * sum;
    }

    // 1 − exp(−x), whose derivative is exp(−x).
    // run: fine(2.0) = ~ 1e-14: 0.8646647167633873, d = ~ 1e-15: 0.1353352832366127
    static double fine(double x) {
        return regularizedGammaP(1, x, 1e-15, 1000);
    }

    // One term is x·exp(−x), and two are (x + x²/2)·exp(−x).
    // run: loose(2.0) = ~ 1e-15: 0.2706705664732254, d = ~ 1e-15: -0.1353352832366127
    static double loose(double x) {
        return regularizedGammaP(1, x, 10, 1000);
    }

    // run: given(2.0, 10.0) = ~ 1e-15: 0.2706705664732254, d = ~ 1e-15: (-0.1353352832366127, 0.0)
    // run: given(2.0, 0.9) = ~ 1e-15: 0.5413411329464508, d = ~ 1e-15: (-0.1353352832366127, 0.0)
    static double given(double x, double epsilon) {
        return regularizedGammaP(1, x, epsilon, 1000); // warn: NB0301
    }

    // run: chosen(2.0) = ~ 1e-14: 0.8646647167633873, d = ~ 1e-13: 0.1353352832366127
    // run: chosen(0.5) = ~ 1e-15: 0.30326532985631673, d = ~ 1e-15: 0.30326532985631673
    static double chosen(double x) {
        return regularizedGammaP(1, x, x > 1 ? 1e-15 : 10, 1000);
    }
}
