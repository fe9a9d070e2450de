package programs;

import java.util.Random;

/** Monte Carlo methods: the random numbers are the same for every value of the parameters. */
class MonteCarlo {
    // release: 8

    // The mean discounted payoff of an option on the mean of a path.
    // run: asian(105.0, 0.2, 0.05, 50) = ~ 1e-12: 11.884722522878244, d = ~ 1e-12: (0.8560527174470173, 26.690666980545984, 41.64930623978854)
    static double asian(double spot, double volatility, double rate, int paths) {
        Random random = new Random(42);
        int steps = 6;
        double h = 1.0 / steps;
        double sum = 0;
        for (int n = 0; n < paths; n++) {
            double price = spot;
            double mean = 0;
            for (int i = 0; i < steps; i++) {
                double drift = (rate - 0.5 * volatility * volatility) * h;
                price *= Math.exp(drift + volatility * Math.sqrt(h) * random.nextGaussian());
                mean += price / steps;
            }
            sum += Math.max(mean - 100, 0);
        }
        return Math.exp(-rate) * sum / paths;
    }

    /** SciMark's generator: whole numbers in an array. */
    static final class Generator {
        private static final int M1 = Integer.MAX_VALUE;
        private static final double SCALE = 1.0 / M1;
        private final int[] m = new int[17];
        private int i = 4;
        private int j = 16;

        Generator(int seed) {
            int s = Math.abs(seed);
            if (s % 2 == 0) {
                s--;
            }
            int k0 = 9069 % 65536;
            int k1 = 9069 / 65536;
            int j0 = s % 65536;
            int j1 = s / 65536;
            for (int n = 0; n < 17; n++) {
                s = j0 * k0;
                j1 = (s / 65536 + j0 * k1 + j1 * k0) % 32768;
                j0 = s % 65536;
                m[n] = j0 + 65536 * j1;
            }
        }

        synchronized double nextDouble() {
            int k = m[i] - m[j];
            if (k < 0) {
                k += M1;
            }
            m[j] = k;
            i = i == 0 ? 16 : i - 1;
            j = j == 0 ? 16 : j - 1;
            return SCALE * k;
        }
    }

    private final Generator generator = new Generator(113);

    // An integral over an ellipse, with a soft edge.
    // run: ellipse(0.8, 0.6, 200) = ~ 1e-12: 1.520519508722971, d = ~ 1e-12: (2.0537137333518767, 2.056206017187041)
    double ellipse(double width, double height, int samples) {
        double sum = 0;
        for (int n = 0; n < samples; n++) {
            double x = (2 * generator.nextDouble() - 1) / width;
            double y = (2 * generator.nextDouble() - 1) / height;
            sum += 1 / (1 + Math.exp(10 * (x * x + y * y - 1)));
        }
        return 4 * sum / samples;
    }

    // A walk that is absorbed: how long it lasts does not depend on the payment for each step.
    // run: walk(0.5, 0.97, 20) = ~ 1e-12: 20.80298040272013, d = ~ 1e-12: (15.362675507024392, 357.6697828712581)
    static double walk(double payment, double discount, int walks) {
        Random random = new Random(7);
        double sum = 0;
        for (int n = 0; n < walks; n++) {
            int at = 0;
            double factor = 1;
            while (Math.abs(at) < 5) {
                at += random.nextBoolean() ? 1 : -1;
                factor *= discount;
                sum += payment * factor;
            }
            sum += factor * at * at;
        }
        return sum / walks;
    }

    /** The same with tangents. */
    static final class Reference {
        static Twin option(Twin spot, Twin volatility, Twin rate, int paths) {
            Random random = new Random(42);
            Twin sum = Twin.of(0);
            for (int n = 0; n < paths; n++) {
                Twin log = spot.log();
                Twin mean = Twin.of(0);
                for (int i = 0; i < 6; i++) {
                    log = log.plus(rate.minus(volatility.times(volatility).over(2)).over(6));
                    log = log.plus(volatility.times(Math.sqrt(1.0 / 6) * random.nextGaussian()));
                    mean = mean.plus(log.exp().over(6));
                }
                sum = mean.value > 100 ? sum.plus(mean).minus(100) : sum;
            }
            return rate.negated().exp().times(sum).over(paths);
        }

        static Twin area(Twin width, Twin height, int samples) {
            Generator generator = new Generator(113);
            Twin sum = Twin.of(0);
            for (int n = 0; n < samples; n++) {
                Twin x = Twin.of(2 * generator.nextDouble() - 1).over(width);
                Twin y = Twin.of(2 * generator.nextDouble() - 1).over(height);
                Twin edge = x.times(x).plus(y.times(y)).minus(1).times(10).exp();
                sum = sum.plus(Twin.of(1).over(edge.plus(1)));
            }
            return sum.times(4).over(samples);
        }

        static Twin walked(Twin payment, Twin discount, int walks) {
            Random random = new Random(7);
            Twin sum = Twin.of(0);
            for (int n = 0; n < walks; n++) {
                int steps = 0;
                for (int at = 0; Math.abs(at) < 5; steps++) {
                    at += random.nextBoolean() ? 1 : -1;
                }
                for (int i = 1; i <= steps; i++) {
                    sum = sum.plus(payment.times(discount.pow(i)));
                }
                sum = sum.plus(discount.pow(steps).times(25));
            }
            return sum.over(walks);
        }
    }

    public static void main(String[] args) {
        Twin.print("asian(%s, %s, %s, 50)", p -> Reference.option(p[0], p[1], p[2], 50), 105.0, 0.2, 0.05);
        Twin.print("ellipse(%s, %s, 200)", p -> Reference.area(p[0], p[1], 200), 0.8, 0.6);
        Twin.print("walk(%s, %s, 20)", p -> Reference.walked(p[0], p[1], 20), 0.5, 0.97);
    }
}
