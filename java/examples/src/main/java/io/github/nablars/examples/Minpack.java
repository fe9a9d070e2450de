package io.github.nablars.examples;

import io.github.nablars.VectorFunction;
import io.github.nablars.hipparchus.Hipparchus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;

/**
 * The 18 least squares problems of MINPACK's own tests, by Hipparchus' Levenberg–Marquardt – a translation of MINPACK's – with the
 * Jacobians of nabla-rs.
 */
public final class Minpack {
    private Minpack() {}

    /**
     * A problem.
     *
     * @param number its number in MINPACK's tests
     * @param name its name
     * @param residuals what is to become small
     * @param components the number of residuals
     * @param start the standard start
     * @param minima the norms of the residuals at the minima that are known
     */
    public record Problem(
            int number, String name, VectorFunction residuals, int components, double[] start, double... minima) {
        /**
         * The solution.
         *
         * @param factor by which the standard start is multiplied
         * @return the norm of the residuals that was reached
         */
        public double solve(double factor) {
            double[] from = Arrays.stream(start).map(x -> factor * x).toArray();
            return new LevenbergMarquardtOptimizer()
                    .withCostRelativeTolerance(1e-15).withParameterRelativeTolerance(1e-15).withOrthoTolerance(1e-15)
                    .optimize(new LeastSquaresBuilder().model(Hipparchus.model(residuals)).target(new double[components])
                            .start(from).maxEvaluations(400 * (start.length + 1)).maxIterations(2000).build()).getCost();
        }

        /**
         * Whether a norm is that of a minimum.
         *
         * @param norm what was reached
         * @return whether it is known, to 8 digits
         */
        public boolean isMinimum(double norm) {
            return Arrays.stream(minima).anyMatch(known -> Math.abs(norm - known) <= 1e-8 * (1 + known));
        }
    }

    private static double[] all(int n, double value) {
        double[] x = new double[n];
        Arrays.fill(x, value);
        return x;
    }

    private static double[] spread(int n) {
        double[] x = new double[n];
        Arrays.setAll(x, i -> (i + 1.0) / (n + 1));
        return x;
    }

    /** The problems; those of variable size more than once. */
    public static final List<Problem> PROBLEMS = List.of(
            new Problem(1, "linear, full rank", x -> MinpackFunctions.linearFullRank(x, 10), 10, all(5, 1), Math.sqrt(5)),
            new Problem(1, "linear, full rank", x -> MinpackFunctions.linearFullRank(x, 50), 50, all(5, 1), Math.sqrt(45)),
            new Problem(2, "linear, rank 1", x -> MinpackFunctions.linearRank1(x, 10), 10, all(5, 1), Math.sqrt(45 / 21.0)),
            new Problem(2, "linear, rank 1", x -> MinpackFunctions.linearRank1(x, 50), 50, all(5, 1), Math.sqrt(1225 / 101.0)),
            new Problem(3, "linear, rank 1, zeros", x -> MinpackFunctions.linearRank1WithZeros(x, 10), 10, all(5, 1),
                    Math.sqrt(62 / 17.0)),
            new Problem(3, "linear, rank 1, zeros", x -> MinpackFunctions.linearRank1WithZeros(x, 50), 50, all(5, 1),
                    Math.sqrt(1322 / 97.0)),
            new Problem(4, "Rosenbrock", MinpackFunctions::rosenbrock, 2, new double[] {-1.2, 1}, 0),
            new Problem(5, "helical valley", MinpackFunctions::helicalValley, 3, new double[] {-1, 0, 0}, 0),
            new Problem(6, "Powell, singular", MinpackFunctions::powellSingular, 4, new double[] {3, -1, 0, 1}, 0),
            new Problem(7, "Freudenstein, Roth", MinpackFunctions::freudensteinRoth, 2, new double[] {0.5, -2},
                    0, 6.9988751743),
            new Problem(8, "Bard", MinpackFunctions::bard, 15, all(3, 1), 0.0906359603390466, 4.17476870136),
            new Problem(9, "Kowalik, Osborne", MinpackFunctions::kowalikOsborne, 11, new double[] {0.25, 0.39, 0.415, 0.39},
                    0.0175358377211),
            new Problem(10, "Meyer", MinpackFunctions::meyer, 16, new double[] {0.02, 4000, 250}, 9.37794514651874),
            new Problem(11, "Watson, 6", MinpackFunctions::watson, 31, new double[6], 0.0478295939097601),
            new Problem(11, "Watson, 9", MinpackFunctions::watson, 31, new double[9], 0.0011831145921242),
            new Problem(11, "Watson, 12", MinpackFunctions::watson, 31, new double[12], 0.217310402535861e-4),
            new Problem(12, "Box", x -> MinpackFunctions.box(x, 10), 10, new double[] {0, 10, 20}, 0),
            new Problem(13, "Jennrich, Sampson", x -> MinpackFunctions.jennrichSampson(x, 10), 10, new double[] {0.3, 0.4},
                    11.1517793413499),
            new Problem(14, "Brown, Dennis", x -> MinpackFunctions.brownDennis(x, 20), 20, new double[] {25, 5, -5, -1},
                    Math.sqrt(85822.20162635634)),
            new Problem(15, "Chebyquad, 1", x -> MinpackFunctions.chebyquad(x, 8), 8, spread(1), 1.88623796907732),
            new Problem(15, "Chebyquad, 8", x -> MinpackFunctions.chebyquad(x, 8), 8, spread(8), 0.0593032355046727),
            new Problem(15, "Chebyquad, 9", x -> MinpackFunctions.chebyquad(x, 9), 9, spread(9), 0),
            new Problem(15, "Chebyquad, 10", x -> MinpackFunctions.chebyquad(x, 10), 10, spread(10), 0.0806471004038253),
            new Problem(16, "Brown, almost linear, 10", MinpackFunctions::brownAlmostLinear, 10, all(10, 0.5), 0, 1),
            new Problem(16, "Brown, almost linear, 30", MinpackFunctions::brownAlmostLinear, 30, all(30, 0.5), 0, 1),
            new Problem(16, "Brown, almost linear, 40", MinpackFunctions::brownAlmostLinear, 40, all(40, 0.5), 0, 1),
            new Problem(17, "Osborne 1", MinpackFunctions::osborne1, 33, new double[] {0.5, 1.5, -1, 0.01, 0.02},
                    0.00739249260904843),
            new Problem(18, "Osborne 2", MinpackFunctions::osborne2, 65,
                    new double[] {1.3, 0.65, 0.65, 0.7, 0.6, 3, 5, 7, 2, 4.5, 5.5}, 0.20034404483314));

    /**
     * Solves all problems from their standard starts.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        for (Problem problem : PROBLEMS) {
            double norm = problem.solve(1);
            System.out.printf(Locale.ROOT, "%2d %-26s %16.10g %s%n", problem.number(), problem.name(), norm,
                    problem.isMinimum(norm) ? "minimum" : "is no minimum");
        }
    }
}
