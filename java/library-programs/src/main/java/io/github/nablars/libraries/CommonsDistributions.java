package io.github.nablars.libraries;

import org.apache.commons.numbers.core.DD;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;

/** Numbers that are computed with the distributions of Commons Statistics, and with doubled numbers, which are numbers of the JDK. */
public final class CommonsDistributions {
    private CommonsDistributions() {}

    /** The logarithm of a normal density. */
    public static double normal(double mean, double deviation, double x) {
        return NormalDistribution.of(mean, deviation).logDensity(x);
    }

    /** A cumulative probability: 1 - exp(-(x / scale)^shape). */
    public static double weibull(double shape, double scale, double x) {
        return WeibullDistribution.of(shape, scale).cumulativeProbability(x);
    }

    /** A product and a sum with twice the digits: a * b + a. */
    public static double doubled(double a, double b) {
        return DD.ofProduct(a, b).add(a).hi();
    }
}
