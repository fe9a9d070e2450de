package io.github.nablars.verify;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * The tangent is linear in the seeds: a check without differences.
 *
 * <p>What is computed is linear but for rounding, and rounding is of the size of the terms that
 * cancel on the way, not of the result. Seeds multiplied by 1 + δ give a tangent multiplied by
 * 1 + δ, every term rounded anew: what is left after dividing is a sample of that rounding. A
 * tangent that is not linear gives away no more than |δ| ≤ 2⁻²¹ of what it is off by. Where all terms
 * cancel exactly, however they are nudged, there is no sample: of numbers and tangents that one call
 * gives together, what is below the precision of the largest says nothing.
 */
final class Linearity {
    /** Relative changes that leave what a tangent is and change how its terms are rounded. */
    private static final double[] NUDGES = {
        0x1p-52, -0x3p-52, 0x5p-52, -0x1p-45, 0x3p-40, -0x1p-33, 0x1p-27, -0x3p-24, 0x5p-23, -0x1p-21
    };

    /** What part of the largest of them numbers of one call are rounded by, with some operations between. */
    private static final double PRECISION = 0x1p-48;

    private final Subject subject;
    private final Lanes lanes;
    private final double[] values;
    /** The tangents at the point along a seed. */
    private final Tangents tangents;

    /** All numbers that a jvp gives along a seed. */
    interface Tangents {
        double[] along(double[] seed);
    }

    /** That of the tangents of these values. */
    Linearity(Subject subject, Lanes lanes, double[] values, Tangents tangents) {
        this.subject = subject;
        this.lanes = lanes;
        this.values = values;
        this.tangents = tangents;
    }

    /** How the tangent along a seed differs from what those of the units say; empty if it does not. */
    String bent(double[] seed, double[][] unit, double along, int which) {
        double sum = 0;
        double scale = 0;
        for (int i = 0; i < seed.length; i++) {
            double s = lanes.narrow(i) ? (float) seed[i] : seed[i];
            sum += s * unit[i][which];
            scale += Math.abs(s * unit[i][which]);
        }
        double tolerance = (subject.single ? 1e-4 : 1e-9) * scale + PRECISION * largest(unit);
        if (!Double.isFinite(scale) || Math.abs(sum - along) <= tolerance) {
            return "";
        }
        double rounding = rounding(seed, along, which);
        for (int i = 0; i < seed.length; i++) {
            rounding += Math.abs(seed[i]) * rounding(lanes.basis(i), unit[i][which], which);
        }
        if (Math.abs(sum - along) <= tolerance + 4 * rounding) {
            return "";
        }
        String seeds = Arrays.toString(seed);
        return subject.jvp.getName() + " is not linear: along " + seeds + " it is " + along
            + ", by the units " + sum;
    }

    /** The largest of the values and their tangents that are finite. */
    private double largest(double[][] unit) {
        DoubleStream all = DoubleStream.concat(Arrays.stream(values), Arrays.stream(unit).flatMapToDouble(Arrays::stream));
        return all.map(Math::abs).filter(Double::isFinite).max().orElse(0);
    }

    /** By how much a tangent changes when its terms are rounded anew. */
    private double rounding(double[] seed, double tangent, int which) {
        double largest = 0;
        for (double nudge : NUDGES) {
            double[] nudged = Arrays.stream(seed).map(s -> s * (1 + nudge)).toArray();
            double[] numbers = tangents.along(nudged);
            double there = which < numbers.length ? numbers[which] : Double.NaN;
            largest = Math.max(largest, Math.abs(there / (1 + nudge) - tangent));
        }
        return largest;
    }
}
