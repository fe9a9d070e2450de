package io.github.nablars.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.junit.jupiter.api.Test;

/** Runs the examples and compares with what is known. */
class ExamplesTest {
    @Test
    void newton() {
        assertEquals(0.567143290409783872999968662210355, Newton.root(x -> x * Math.exp(x) - 1, 1), 1e-16);
        assertEquals(Math.sqrt(2), Newton.root(x -> x * x - 2, 1), Math.ulp(1.5));
        Newton.main(new String[0]);
    }

    /** Values certified by NIST, to 11 digits. */
    private static void certified(Optimum found, double squares, double... parameters) {
        for (int i = 0; i < parameters.length; i++) {
            assertEquals(parameters[i], found.getPoint().getEntry(i), 1e-10 * Math.abs(parameters[i]));
        }
        assertEquals(squares, found.getCost() * found.getCost(), 1e-10 * squares);
    }

    @Test
    void misra1a() {
        certified(CurveFit.misra1a(500, 0.0001), 1.2455138894e-01, 2.3894212918e+02, 5.5015643181e-04);
        certified(CurveFit.misra1a(250, 0.0005), 1.2455138894e-01, 2.3894212918e+02, 5.5015643181e-04);
    }

    @Test
    void mgh09() {
        certified(CurveFit.mgh09(0.25, 0.39, 0.415, 0.39), 3.0750560385e-04, 1.9280693458e-01, 1.9128232873e-01,
                1.2305650693e-01, 1.3606233068e-01);
    }

    @Test
    void boxBod() {
        certified(CurveFit.boxBod(100, 0.75), 1.1680088766e+03, 2.1380940889e+02, 5.4723748542e-01);
        CurveFit.main(new String[0]);
    }

    @Test
    void volatilitySurface() {
        VolatilitySurface surface =
                new VolatilitySurface(new double[] {0.25, 1, 2}, new double[] {-0.4, -0.2, -0.1, 0, 0.1, 0.2, 0.4});
        double[] known = {-0.6, 1.2, 0.4, 0.012, 0.041, 0.078};
        assertArrayEquals(known, surface.calibrate(surface.volatilities(known)), 1e-9);
        VolatilitySurface.main(new String[0]);
    }

    @Test
    void odeSensitivity() {
        double[] found = new OdeSensitivity(2, 0.3).solve(5);
        double h = 1e-4;
        double more = new OdeSensitivity(2, 0.3 + h).solve(5)[0];
        double less = new OdeSensitivity(2, 0.3 - h).solve(5)[0];
        assertEquals((more - less) / (2 * h), found[3], 1e-7);
        OdeSensitivity.main(new String[0]);
    }
}
