import java.util.Random;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.dfp.Dfp;
import org.hipparchus.dfp.DfpField;
import org.hipparchus.util.Binary64;
import org.orekit.orbits.FieldKeplerianAnomalyUtility;
import org.orekit.orbits.KeplerianAnomalyUtility;

/**
 * Orekit's conversions between anomalies, in the form field, against the generic code that Orekit itself has for them: both
 * are methods of two elements, eccentricity and anomaly.
 */
public final class OrekitAgrees {
    private OrekitAgrees() {}

    /** A conversion over any number type. */
    interface Conversion {
        <T extends CalculusFieldElement<T>> T of(T e, T anomaly);
    }

    private static int compared;
    private static double worst;

    private static void equal(String what, double expected, double found) {
        compared++;
        if (Double.compare(expected, found) == 0 || expected == found) {
            return;
        }
        double error = Math.abs(expected - found) / Math.max(Math.abs(expected), 1e-300);
        worst = Math.max(worst, error);
        if (!(error <= 1e-12)) {
            System.err.println(what + " is " + found + ", Orekit's is " + expected);
            System.exit(1);
        }
    }

    private static void compare(String name, Conversion ours, Conversion orekit, double low, double high) {
        Random random = new Random(11);
        DSFactory factory = new DSFactory(2, 3);
        DfpField digits = new DfpField(25);
        for (int i = 0; i < 2000; i++) {
            double e = low + (high - low) * random.nextDouble();
            double anomaly = 6 * random.nextDouble() - 3;
            String at = name + "(" + e + ", " + anomaly + ")";
            equal(at, orekit.of(new Binary64(e), new Binary64(anomaly)).getReal(),
                    ours.of(new Binary64(e), new Binary64(anomaly)).getReal());
            Gradient[] g = {Gradient.variable(2, 0, e), Gradient.variable(2, 1, anomaly)};
            Gradient expected = orekit.of(g[0], g[1]);
            Gradient found = ours.of(g[0], g[1]);
            equal(at, expected.getValue(), found.getValue());
            equal(at + " by e", expected.getPartialDerivative(0), found.getPartialDerivative(0));
            equal(at + " by the anomaly", expected.getPartialDerivative(1), found.getPartialDerivative(1));
            if (i % 20 == 0) {
                DerivativeStructure x = factory.variable(0, e);
                DerivativeStructure y = factory.variable(1, anomaly);
                double[] all = orekit.of(x, y).getAllDerivatives();
                double[] own = ours.of(x, y).getAllDerivatives();
                for (int k = 0; k < all.length; k++) {
                    equal(at + ", derivative " + k, all[k], own[k]);
                }
                Dfp p = digits.newDfp(e);
                Dfp q = digits.newDfp(anomaly);
                equal(at, orekit.of(p, q).getReal(), ours.of(p, q).getReal());
            }
        }
    }

    /** Compares all of them. */
    public static void main(String[] arguments) {
        compare("ellipticEccentricToMean", KeplerianAnomalyUtility::ellipticEccentricToMean,
                FieldKeplerianAnomalyUtility::ellipticEccentricToMean, 0, 0.99);
        compare("hyperbolicEccentricToMean", KeplerianAnomalyUtility::hyperbolicEccentricToMean,
                FieldKeplerianAnomalyUtility::hyperbolicEccentricToMean, 1.01, 4);
        compare("hyperbolicEccentricToTrue", KeplerianAnomalyUtility::hyperbolicEccentricToTrue,
                FieldKeplerianAnomalyUtility::hyperbolicEccentricToTrue, 1.01, 4);
        compare("hyperbolicMeanToEccentric", KeplerianAnomalyUtility::hyperbolicMeanToEccentric,
                FieldKeplerianAnomalyUtility::hyperbolicMeanToEccentric, 1.01, 4);
        compare("hyperbolicMeanToTrue", KeplerianAnomalyUtility::hyperbolicMeanToTrue,
                FieldKeplerianAnomalyUtility::hyperbolicMeanToTrue, 1.01, 4);
        System.out.println(compared + " numbers agree, the worst to " + worst);
    }
}
