package io.github.nablars.benchmarks.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The generated and the hand-written tangents of the programs of objects, against each other and against differences. */
class ProgramsTest {
    static ObjectBenchmark[] programs() {
        return new ObjectBenchmark[] {
            new ClusterBenchmark(), new NetworkBenchmark(), new OrbitsBenchmark(), new RootBenchmark(), new SceneBenchmark(),
            new SolverBenchmark(), new SplineBenchmark()
        };
    }

    @ParameterizedTest
    @MethodSource("programs")
    void allComputeTheSame(ObjectBenchmark program) {
        for (int point = 0; point < ObjectBenchmark.POINTS; point++) {
            String where = program.getClass().getSimpleName() + " at point " + point;
            double value = program.value(point);
            assertEquals(value, program.byHand(point), 1e-12 * Math.abs(value), where);
            double byHand = program.tangent[0];
            assertEquals(Double.doubleToRawLongBits(value), Double.doubleToRawLongBits(program.generated(point)), where);
            assertEquals(byHand, program.tangent[0], 1e-9 * Math.max(1.0, Math.abs(byHand)), where);
            // A central difference of the fourth order.
            double h = 1e-3;
            double inner = program.moved(point, h) - program.moved(point, -h);
            double outer = program.moved(point, 2.0 * h) - program.moved(point, -2.0 * h);
            assertEquals((8.0 * inner - outer) / (12.0 * h), byHand, 1e-6 * Math.max(1.0, Math.abs(byHand)), where);
        }
    }
}
