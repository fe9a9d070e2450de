package io.github.nablars.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Derivatives of programs over distributions and doubled numbers of Commons against closed forms. */
class DistributionsTest {
    @Test
    void distributions() {
        for (double x : new double[] {0.3, 1.7, 4}) {
            double mean = 1.2;
            double deviation = 0.8;
            double z = (x - mean) / deviation;
            assertEquals(z / deviation, CommonsDistributions.normal_dmean(mean, deviation, x), 1e-12);
            assertEquals((z * z - 1) / deviation, CommonsDistributions.normal_ddeviation(mean, deviation, x), 1e-12);
            assertEquals(-z / deviation, CommonsDistributions.normal_dx(mean, deviation, x), 1e-12);

            double shape = 1.5;
            double scale = 2.5;
            double power = Math.pow(x / scale, shape);
            double slope = Math.exp(-power) * power;
            assertEquals(slope * Math.log(x / scale), CommonsDistributions.weibull_dshape(shape, scale, x), 1e-12);
            assertEquals(-slope * shape / scale, CommonsDistributions.weibull_dscale(shape, scale, x), 1e-12);
            assertEquals(slope * shape / x, CommonsDistributions.weibull_dx(shape, scale, x), 1e-12);
        }
    }

    @Test
    void doubledNumbers() {
        assertEquals(4, CommonsDistributions.doubled_da(2, 3), 1e-15);
        assertEquals(2, CommonsDistributions.doubled_db(2, 3), 1e-15);
    }
}
