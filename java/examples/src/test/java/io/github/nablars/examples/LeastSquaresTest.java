package io.github.nablars.examples;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Least squares problems whose solutions are published. */
class LeastSquaresTest {
    @Test
    void minpack() {
        assertEquals(18, Minpack.PROBLEMS.stream().mapToInt(Minpack.Problem::number).distinct().count());
        assertAll(Minpack.PROBLEMS.stream().map(problem -> () -> {
            double norm = problem.solve(1);
            assertTrue(problem.isMinimum(norm), problem.name() + ": " + norm);
        }));
        Minpack.main(new String[0]);
    }

    /** Eleven digits are certified. The far start is not easy to begin from, the near one is what others report. */
    @Test
    void nist() {
        assertEquals(27, Nist.NAMES.size());
        for (int start : new int[] {0, 1}) {
            double[] digits = IntStream.range(0, Nist.NAMES.size()).mapToDouble(i -> {
                Nist data = Nist.read(Nist.NAMES.get(i));
                double found = data.digits(data.fit(start));
                assertTrue(found >= 9, Nist.NAMES.get(i) + ": " + found);
                return found;
            }).toArray();
            double mean = DoubleStream.of(digits).average().orElseThrow();
            assertTrue(mean >= 10.5, "mean: " + mean);
        }
        Nist.main(new String[0]);
    }
}
