package io.github.nablars.examples.spark;

import io.github.nablars.Nabla;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Maximum likelihood on Apache Spark: a logistic regression of which only the loss is written down. Each executor differentiates it
 * once and then computes the gradient of its part of the data; {@code treeAggregate} adds them up. The same code runs on one machine
 * and on a cluster of any size.
 */
public final class LogisticFit {
    private static final double[] TRUTH = {1, -2, 0.5, 3, -1};
    private static final int SIZE = TRUTH.length;
    private static final int PARTS = 4;
    private static final int ROWS = 50_000;
    private static final int STEPS = 40;
    private static final double RATE = 4;

    private LogisticFit() {}

    /** Minus the logarithm of the likelihood of some rows, each with its features and its label. */
    static double loss(double[] weights, double[][] rows) {
        double loss = 0;
        for (double[] row : rows) {
            double score = 0;
            for (int i = 0; i < SIZE; i++) {
                score += weights[i] * row[i];
            }
            loss += Math.log1p(Math.exp(-Math.abs(score))) + Math.max(score, 0) - row[SIZE] * score;
        }
        return loss;
    }

    /** Adds the gradient of some rows to {@code sum}, and their loss behind it. */
    static double[] add(double[] sum, double[] weights, double[][] rows) {
        double[] gradient = new double[SIZE];
        // Differentiated when first met in this JVM; after that only the captured rows are new.
        sum[SIZE] += Nabla.gradient(w -> loss(w, rows)).value(weights, gradient);
        return plus(sum, gradient);
    }

    private static double[] plus(double[] sum, double[] more) {
        for (int i = 0; i < more.length; i++) {
            sum[i] += more[i];
        }
        return sum;
    }

    /** What gives loss and gradient at some weights. */
    private interface Sum {
        double[] at(double[] weights);
    }

    /** Descends; the loss comes behind the weights. */
    private static double[] fit(Sum sum) {
        double[] weights = new double[SIZE];
        double loss = 0;
        for (int step = 0; step < STEPS; step++) {
            double[] found = sum.at(weights);
            loss = found[SIZE];
            for (int i = 0; i < SIZE; i++) {
                weights[i] -= RATE * found[i] / (PARTS * ROWS);
            }
        }
        double[] all = Arrays.copyOf(weights, SIZE + 1);
        all[SIZE] = loss;
        return all;
    }

    private static double[][] part(int number) {
        Random random = new Random(number);
        double[][] rows = new double[ROWS][SIZE + 1];
        for (double[] row : rows) {
            double score = 0;
            for (int i = 0; i < SIZE; i++) {
                row[i] = random.nextGaussian();
                score += TRUTH[i] * row[i];
            }
            row[SIZE] = random.nextDouble() < 1 / (1 + Math.exp(-score)) ? 1 : 0;
        }
        return rows;
    }

    /**
     * Fits on Spark and in this JVM alone, and compares.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        List<double[][]> parts = new ArrayList<>();
        IntStream.range(0, PARTS).forEach(number -> parts.add(part(number)));
        double[] distributed;
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("LogisticFit"))) {
            spark.setLogLevel("ERROR");
            JavaRDD<double[][]> data = spark.parallelize(parts, PARTS).cache();
            List<Long> executors = data.map(rows -> ProcessHandle.current().pid()).distinct().collect();
            long start = System.nanoTime();
            distributed = fit(weights -> data.treeAggregate(new double[SIZE + 1],
                    (sum, rows) -> add(sum, weights, rows), LogisticFit::plus));
            System.out.printf(Locale.ROOT, "%d rows, %d steps on %d executors: %.2f s%n", PARTS * ROWS, STEPS,
                    executors.size(), (System.nanoTime() - start) / 1e9);
            if (executors.contains(ProcessHandle.current().pid())) {
                throw new AssertionError("the driver has computed itself");
            }
        }
        long start = System.nanoTime();
        double[] alone = fit(weights -> {
            double[] sum = new double[SIZE + 1];
            parts.forEach(rows -> add(sum, weights, rows));
            return sum;
        });
        System.out.printf(Locale.ROOT, "in one JVM: %.2f s%n", (System.nanoTime() - start) / 1e9);
        System.out.println("weights " + Arrays.toString(Arrays.copyOf(distributed, SIZE)) + ", loss " + distributed[SIZE]);
        for (int i = 0; i <= SIZE; i++) {
            if (!(Math.abs(distributed[i] - alone[i]) <= 1e-10 * Math.max(1, Math.abs(alone[i])))) {
                throw new AssertionError(Arrays.toString(distributed) + " is not " + Arrays.toString(alone));
            }
        }
        System.out.println("equal to the fit in one JVM");
    }
}
