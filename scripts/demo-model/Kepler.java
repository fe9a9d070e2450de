package demo;

/** Where a planet is on its orbit: Kepler's equation, solved by Newton's method. */
public final class Kepler {
    private Kepler() {}

    /** The x coordinate after a mean anomaly, for an eccentricity. */
    public static double position(double anomaly, double eccentricity) {
        double e = anomaly;
        for (int i = 0; i < 20; i++) {
            double step = (e - eccentricity * Math.sin(e) - anomaly) / (1 - eccentricity * Math.cos(e));
            e -= step;
            if (Math.abs(step) < 1e-15) {
                break;
            }
        }
        return Math.cos(e) - eccentricity;
    }
}
