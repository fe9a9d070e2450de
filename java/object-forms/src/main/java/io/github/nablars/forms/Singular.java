package io.github.nablars.forms;

import org.hipparchus.analysis.UnivariateFunction;

/** Functions where the library's own arithmetic gives another value, or none. */
public class Singular implements UnivariateFunction {
    private final int which;

    /**
     * One of the functions.
     *
     * @param which its number
     */
    public Singular(int which) {
        this.which = which;
    }

    @Override
    public double value(double t) {
        switch (which) {
            case 0:
                return Math.pow(t, 1.5);
            case 1:
                return 1 / (t * t + 3);
            case 2:
                return Math.max(t, 0.5) * Math.hypot(t, 1);
            default:
                double r = 1;
                for (int i = 0; i < which; i++) {
                    r = r * t / (i + 1);
                }
                return r;
        }
    }
}
