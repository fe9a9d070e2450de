package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads, many functions, and what is left of them. */
class LifeTest {
    private static final int THREADS = 16;
    private static final int LAMBDAS = 200;

    @TempDir
    Path directory;

    @Test
    void manyThreadsAndLambdas() throws Exception {
        Compiled.many(directory, LAMBDAS);
        DoubleUnaryOperator[] all = Compiled.load(directory);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            List<Integer> order = new ArrayList<>(IntStream.range(0, LAMBDAS).boxed().toList());
            Collections.shuffle(order, new java.util.Random(thread));
            running.add(threads.submit(() -> {
                together.await();
                for (int n : order) {
                    assertEquals(2.0 * n * 1.5, Nabla.derivative(all[n]).applyAsDouble(1.5));
                }
                return null;
            }));
        }
        for (Future<?> one : running) {
            one.get();
        }
        threads.shutdown();
    }

    @Test
    void oneKernelForOneMethod() {
        Class<?>[] seen = new Class<?>[3];
        for (int i = 0; i < seen.length; i++) {
            double captured = i;
            DoubleUnaryOperator derivative = Nabla.derivative(x -> captured * x);
            assertEquals(i, derivative.applyAsDouble(1));
            seen[i] = derivative.getClass();
        }
        assertSame(seen[0], seen[1]);
        assertSame(seen[0], seen[2]);
    }

    @Test
    void theFunctionsClassLoaderIsNotKept() throws Exception {
        Compiled.many(directory, 3);
        WeakReference<?> loader = new WeakReference<>(used());
        for (int i = 0; i < 100 && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(null, loader.get());
    }

    private Object used() throws Exception {
        DoubleUnaryOperator f = Compiled.load(directory)[2];
        assertEquals(4, Nabla.derivative(f).applyAsDouble(1));
        return f.getClass().getClassLoader();
    }

    /** Each cycle has classes of its own; kept, they would not fit. */
    static final class Cycles {
        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(System.getProperty("many"));
            List<Object> kept = new ArrayList<>();
            for (int i = 0; i < Integer.getInteger("cycles"); i++) {
                DoubleUnaryOperator derivative = Nabla.derivative(Compiled.load(directory)[2]);
                if (derivative.applyAsDouble(1) != 4) {
                    throw new AssertionError("cycle " + i);
                }
                if (Boolean.getBoolean("keep")) {
                    kept.add(derivative);
                }
            }
            System.out.println("all right");
        }
    }

    @Test
    void differentiatedAndDropped() throws Exception {
        Compiled.many(directory, 3);
        String[] options = {
            Jvm.LIBRARY, "-XX:MaxMetaspaceSize=12m", "-Xmx64m", "-XX:+UseSerialGC", "-Dmany=" + directory, "-Dcycles=900",
            "-Dkeep=false"
        };
        Jvm dropped = Jvm.run(Cycles.class, options);
        assertEquals(0, dropped.status(), dropped.output());
        assertTrue(dropped.output().endsWith("all right\n"), dropped.output());
        options[options.length - 1] = "-Dkeep=true";
        Jvm kept = Jvm.run(Cycles.class, options);
        assertTrue(kept.output().contains("OutOfMemoryError: Metaspace"), kept.output());
    }
}
