package demo;

import java.lang.reflect.Method;

/** Prints the position, its derivatives and what extrapolated differences say of them. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        double anomaly = 1.2;
        double eccentricity = 0.3;
        Method byAnomaly = Kepler.class.getMethod("position_danomaly", double.class, double.class);
        double velocity = (double) byAnomaly.invoke(null, anomaly, eccentricity);
        double coarse = difference(anomaly, eccentricity, 1e-3);
        double fine = difference(anomaly, eccentricity, 5e-4);
        double check = fine + (fine - coarse) / 3;
        System.out.println("position(1.2, 0.3)          = " + Kepler.position(anomaly, eccentricity));
        System.out.println("position_danomaly(1.2, 0.3) = " + velocity);
        System.out.println("extrapolated difference     = " + check);
        if (!(Math.abs(velocity - check) < 1e-9)) {
            throw new AssertionError("they disagree");
        }
        System.out.println("they agree");
    }

    private static double difference(double x, double e, double h) {
        return (Kepler.position(x + h, e) - Kepler.position(x - h, e)) / (2 * h);
    }
}
