/** Sums that are used up where they are read last, and what loops add again and again. */
public class Used {
    /** The mean has all lanes and is added in each iteration. */
    public static double variance(double[] x) {
        double mean = 0.0;
        for (double v : x) {
            mean += v;
        }
        mean /= x.length;
        double sum = 0.0;
        double cubes = 0.0;
        for (double v : x) {
            double e = v - mean;
            sum += e * e;
            cubes += e * e * e * mean;
        }
        return Math.sqrt(sum) + cubes;
    }

    /** Its mean is also read behind the loop, and the loop is left in several ways. */
    public static double left(double[] x) {
        double mean = x[0];
        for (int i = 1; i < x.length; i++) {
            mean += x[i] * x[i - 1];
        }
        mean = mean / x.length;
        double sum = 0.0;
        double[] sums = new double[4];
        for (int round = 0; round < 4; round++) {
            sum = 0.1 * round;
            for (int i = round; i < x.length; i++) {
                if (i % 7 == 6) {
                    continue;
                }
                sum += x[i] * mean;
                if (i > 3 && x[i] > 0.9) {
                    break;
                }
                if (i % 3 == 0) {
                    sum -= (mean + x[i]) * i;
                }
            }
            sums[round] = sum;
        }
        return sums[0] * sums[1] + sums[2] - sums[3] * mean + sum;
    }

    /** A loop that does not run, one whose sum nobody reads where it ends, and one that is left by an exception. */
    public static double thrown(double[] x, int[] at) {
        double mean = 0.0;
        for (double v : x) {
            mean += v * v;
        }
        double total = 0.0;
        for (int round = 0; round < 3; round++) {
            double sum = 0.5;
            for (int i = x.length; i < x.length + round - 2; i++) {
                sum += mean * i;
            }
            try {
                for (int i = 0; i < x.length; i++) {
                    sum += mean * (at[i] + 1) + x[i];
                }
            } catch (ArrayIndexOutOfBoundsException end) {
                sum += x[round] * mean;
            }
            total += sum * sum;
            double unread = 0.0;
            for (int i = 0; i < 3; i++) {
                unread += mean * i;
                if (i == round) {
                    unread = x[i];
                }
            }
            total += round == 1 ? unread : 0.0;
        }
        return total;
    }

    /** Sums that the loop reads or begins anew, and tangents that it changes. */
    public static double read(double[] x) {
        double mean = 0.0;
        double other = 1.0;
        for (double v : x) {
            mean += v;
            other += v * v;
        }
        double sum = 0.0;
        double product = 0.0;
        double again = 0.0;
        for (int i = 0; i < x.length; i++) {
            sum += mean * x[i];
            product += sum * 1e-3;
            again += other * 0.01;
            if (i % 4 == 3) {
                other = 0.5 * other + x[i];
            }
            for (int j = 0; j < 3; j++) {
                again += mean * j + product * 1e-3;
            }
        }
        return product + again + sum * other;
    }

    /** The mean of what is exponentiated, by how far it is from the largest, twice, and with terms that count for nothing. */
    public static double exponentials(double[] x, double scale) {
        int n = x.length / 2;
        double[] terms = new double[n];
        double total = 0.0;
        for (int round = 1; round < 4; round++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < n; k++) {
                double square = 0.0;
                for (int j = 0; j < 2 + round * k % 9; j++) {
                    double t = x[(k + j) % x.length] * x[j];
                    square += t * t;
                }
                double term = x[k] - scale * round * square;
                terms[k] = k % 5 == 4 ? -1.0 / 0.0 : term;
                if (terms[k] > largest) {
                    largest = terms[k];
                }
            }
            double sum = 0.0;
            for (int k = 0; k < n; k++) {
                sum += Math.exp(terms[k] - largest);
            }
            total += x[0] * (largest + Math.log(sum)) + Math.sqrt(sum) * round;
            double root = Math.log(sum);
            terms[0] = root;
            total += terms[0] * root;
        }
        return total;
    }

    /** Factors that are large and cancel, or whose sum would be too large. */
    public static double large(double[] x, double factor) {
        double mean = 0.0;
        for (double v : x) {
            mean += v;
        }
        mean *= 1e-290;
        double sum = 0.0;
        for (int i = 0; i < 20; i++) {
            sum += (i % 2 == 0 ? factor : -0.5 * factor) * mean;
        }
        return sum;
    }

    /** What is summed is a term of several others, the last of which uses it up. */
    public static double used(double[] x) {
        double f = 0.0;
        double[] kept = new double[x.length];
        for (int i = 0; i + 5 < x.length; i++) {
            double s = 0.0;
            for (int j = 0; j < 5; j++) {
                s += x[i + j] * x[i];
            }
            double first = 2.0 * s + x[i];
            double second = first * x[i + 1] - 3.0 * s;
            kept[i] = 1e3 * s + second + first;
            double u = 0.25 * x[i];
            for (int j = 0; j < 3; j++) {
                u += s * x[i + j];
            }
            kept[i + 1] = u * u - (u + s) / (1.0 + u * u) + Math.max(u, s);
            f += kept[i] * 1e-3;
        }
        return f + kept[2];
    }
}
