package io.github.nablars.verify;

/**
 * The slope at 0 of a polynomial fitted by least squares to values around it, and its error.
 *
 * <p>A fit has more values than coefficients, so what is no polynomial shows in the residuals:
 * rounding in the method, a jump, a kink, a knot, or a step too long. With the weights w of the
 * slope (slope = Σ w·value) an error r of the values moves the slope by at most |w|₁ · max |r|; the
 * residuals, widened by √(values / spare values) for the share of r that the fit has swallowed,
 * stand for r. For the nodes of {@link Slopes} this holds with a factor of 1.3 for a jump between
 * any two nodes, 2.5 for a kink at any place of a fit on both sides, and 0.7 for the first powers
 * that the polynomial lacks. It does not hold for a fit on one side of a kink nearer than a
 * twentieth of its width; there the other side tells.
 */
final class Fit {
    final double slope;
    final double error;
    /** The largest residual, widened for the share of it that the fit has swallowed. */
    final double residual;
    /** Whether all values were the same. */
    final boolean still;

    private Fit(double slope, double error, double residual, boolean still) {
        this.slope = slope;
        this.error = error;
        this.residual = residual;
        this.still = still;
    }

    boolean usable() {
        return Double.isFinite(slope) && Double.isFinite(error);
    }

    /** Fits values at places; no value is taken to be better than {@code rounding}. */
    static Fit of(double[] at, double[] values, int degree, double width, double rounding) {
        int count = at.length;
        double[][] columns = new double[degree + 1][count];
        double[][] upper = new double[degree + 1][degree + 1];
        for (int i = 0; i < count; i++) {
            columns[0][i] = 1;
            for (int j = 1; j <= degree; j++) {
                columns[j][i] = columns[j - 1][i] * (at[i] / width);
            }
        }
        // Gram and Schmidt's orthogonal columns, in the order that keeps them orthogonal.
        for (int j = 0; j <= degree; j++) {
            for (int k = 0; k < j; k++) {
                upper[k][j] = dot(columns[k], columns[j]);
                subtract(columns[j], upper[k][j], columns[k]);
            }
            upper[j][j] = Math.sqrt(dot(columns[j], columns[j]));
            for (int i = 0; i < count; i++) {
                columns[j][i] /= upper[j][j];
            }
        }
        double[] rest = values.clone();
        double[] weights = new double[count];
        // Row 1 of the inverse of the triangle, by forward substitution.
        double[] row = new double[degree + 1];
        for (int j = 1; j <= degree; j++) {
            double sum = j == 1 ? 1 : 0;
            for (int k = 1; k < j; k++) {
                sum -= row[k] * upper[k][j];
            }
            row[j] = sum / upper[j][j];
        }
        double slope = 0;
        for (int j = 0; j <= degree; j++) {
            double part = dot(columns[j], rest);
            subtract(rest, part, columns[j]);
            slope += row[j] * part;
            subtract(weights, -row[j], columns[j]);
        }
        double residual = 0;
        double norm = 0;
        boolean still = true;
        for (int i = 0; i < count; i++) {
            residual = Math.max(residual, Math.abs(rest[i]));
            norm += Math.abs(weights[i]);
            still &= values[i] == values[0];
        }
        residual *= Math.sqrt((double) count / (count - degree - 1));
        double error = norm * Math.max(residual, rounding) / width;
        return new Fit(still ? 0 : slope / width, error, residual, still);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void subtract(double[] from, double factor, double[] what) {
        for (int i = 0; i < from.length; i++) {
            from[i] -= factor * what[i];
        }
    }
}
