package programs;

/** The log-likelihood of a Gaussian mixture: components as objects, log-sum-exp over them. */
class Mixture {
    // release: 8

    /** One Gaussian with a diagonal covariance. */
    static final class Component {
        private final double logWeight;
        private final double[] mean;
        private final double[] logDeviation;

        Component(double logWeight, double[] mean, double[] logDeviation) {
            this.logWeight = logWeight;
            this.mean = mean;
            this.logDeviation = logDeviation;
        }

        double logDensity(double[] point) {
            double sum = logWeight - 0.5 * point.length * Math.log(2 * Math.PI);
            for (int i = 0; i < point.length; i++) {
                double z = (point[i] - mean[i]) * Math.exp(-logDeviation[i]);
                sum -= 0.5 * z * z + logDeviation[i];
            }
            return sum;
        }
    }

    private static double logSumExp(double[] a) {
        double max = a[0];
        for (double v : a) {
            if (v > max) {
                max = v;
            }
        }
        double sum = 0;
        for (double v : a) {
            sum += Math.exp(v - max);
        }
        return max + Math.log(sum);
    }

    private static double logLikelihood(Component[] components, double[][] points) {
        double[] logWeights = new double[components.length];
        for (int k = 0; k < components.length; k++) {
            logWeights[k] = components[k].logWeight;
        }
        double result = -points.length * logSumExp(logWeights);
        double[] terms = new double[components.length];
        for (double[] point : points) {
            for (int k = 0; k < components.length; k++) {
                terms[k] = components[k].logDensity(point);
            }
            result += logSumExp(terms);
        }
        return result;
    }

    private static double[][] points(int n) {
        double[][] points = new double[n][2];
        for (int i = 0; i < n; i++) {
            points[i][0] = 2 * Math.sin(1 + 3.7 * i);
            points[i][1] = Math.cos(2.3 * i) + 0.2 * (i % 4);
        }
        return points;
    }

    // run: likelihood(0.4, 0.7, -0.3, 8) = ~ 1e-12: -24.963288343679064, d = ~ 1e-12: (-0.07202827769371523, 3.1013035029683866, 1.9209541962320829)
    // run: likelihood(-1.0, 2.0, 0.5, 3) = ~ 1e-12: -12.575650750325423, d = ~ 1e-12: (-0.43647799591791425, -0.29474424662898235, -1.134936055176043)
    static double likelihood(double weight, double mean, double deviation, int n) {
        Component[] components = {
            new Component(weight, new double[] {mean, 0.5}, new double[] {deviation, 0}),
            new Component(0.3, new double[] {-1, mean * mean}, new double[] {-0.2, 0.1}),
            new Component(-weight, new double[] {1.5, -0.5}, new double[] {0.3, deviation - 0.1}),
        };
        return logLikelihood(components, points(n));
    }

    // The point is active, the mixture is not.
    // run: score(0.3, -0.6) = ~ 1e-12: -5.199050119504965, d = ~ 1e-12: (0.4228885917468984, 0.3847660866218693)
    static double score(double x, double y) {
        Component[] components = {
            new Component(0.1, new double[] {0, 0.5}, new double[] {0.2, 0}),
            new Component(-0.4, new double[] {1, -1}, new double[] {-0.2, 0.1}),
        };
        return logLikelihood(components, new double[][] {{x, y}, {1, 1}});
    }

    /** The same with tangents, the exponentials summed as they are. */
    static final class Reference {
        private static Twin density(Twin[] point, Twin weight, Twin[] mean, Twin[] deviation) {
            Twin result = weight.exp();
            for (int i = 0; i < point.length; i++) {
                Twin scale = deviation[i].exp();
                Twin z = point[i].minus(mean[i]).over(scale);
                result = result.times(z.times(z).times(-0.5).exp()).over(scale.times(Math.sqrt(2 * Math.PI)));
            }
            return result;
        }

        static Twin all(Twin weight, Twin mean, Twin deviation, int n) {
            Twin[] weights = {weight, Twin.of(0.3), weight.negated()};
            Twin[][] means = {{mean, Twin.of(0.5)}, {Twin.of(-1), mean.times(mean)}, Twin.of(1.5, -0.5)};
            Twin[][] deviations = {{deviation, Twin.of(0)}, Twin.of(-0.2, 0.1), {Twin.of(0.3), deviation.minus(0.1)}};
            Twin total = weights[0].exp().plus(weights[1].exp()).plus(weights[2].exp());
            Twin result = Twin.of(0);
            for (double[] point : points(n)) {
                Twin sum = Twin.of(0);
                for (int k = 0; k < 3; k++) {
                    sum = sum.plus(density(Twin.of(point), weights[k], means[k], deviations[k]));
                }
                result = result.plus(sum.over(total).log());
            }
            return result;
        }

        static Twin ofPoint(Twin x, Twin y) {
            Twin result = Twin.of(0);
            for (Twin[] point : new Twin[][] {{x, y}, Twin.of(1, 1)}) {
                Twin a = density(point, Twin.of(0.1), Twin.of(0, 0.5), Twin.of(0.2, 0));
                Twin b = density(point, Twin.of(-0.4), Twin.of(1, -1), Twin.of(-0.2, 0.1));
                result = result.plus(a.plus(b).over(Math.exp(0.1) + Math.exp(-0.4)).log());
            }
            return result;
        }
    }

    public static void main(String[] args) {
        Twin.print("likelihood(%s, %s, %s, 8)", p -> Reference.all(p[0], p[1], p[2], 8), 0.4, 0.7, -0.3);
        Twin.print("likelihood(%s, %s, %s, 3)", p -> Reference.all(p[0], p[1], p[2], 3), -1.0, 2.0, 0.5);
        Twin.print("score(%s, %s)", p -> Reference.ofPoint(p[0], p[1]), 0.3, -0.6);
    }
}
