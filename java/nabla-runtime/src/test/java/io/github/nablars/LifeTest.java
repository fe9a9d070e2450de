package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
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

    /** Has the run time in class loaders that go away, and the library and its threads with them. */
    static final class Unloading {
        public static void main(String[] arguments) throws Exception {
            List<URL> path = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                path.add(Path.of(entry).toUri().toURL());
            }
            for (int loaded = 0, tried = 0; loaded < 5; tried++) {
                System.gc();
                Thread.sleep(10);
                try (URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), null)) {
                    Class.forName(Used.class.getName(), true, loader).getMethod("use").invoke(null);
                    loaded++;
                } catch (InvocationTargetException stillThere) {
                    // The same file cannot be loaded before the library before it is gone.
                    if (tried > 500) {
                        throw stillThere;
                    }
                }
            }
            System.out.println("all right");
        }
    }

    /** In a class loader of its own. */
    public static final class Used {
        private Used() {}

        /** Differentiates something. */
        public static void use() {
            DoubleUnaryOperator f = x -> x * x;
            assertEquals(4, Nabla.derivative(f).applyAsDouble(2));
        }
    }

    @Test
    void theLibraryGoesWithItsClassLoader() throws Exception {
        Jvm unloading = Jvm.run(Unloading.class, Jvm.LIBRARY, "-Xmx64m", "-XX:+UseSerialGC");
        assertEquals(0, unloading.status(), unloading.output());
        assertTrue(unloading.output().endsWith("all right\n"), unloading.output());
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
