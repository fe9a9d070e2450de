package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Derivatives that were put into the class when it was built. */
class PreparedTest {
    /** Keeps what depends on the argument in fields, whose tangents only the class itself can hold. */
    private static final String MODEL = """
            package prepared;
            import java.util.function.*;
            public class Model implements DoubleUnaryOperator, DoubleBinaryOperator, ToDoubleFunction<double[]> {
                private double state;
                public double applyAsDouble(double x) {
                    state = x * x;
                    return state;
                }
                public double applyAsDouble(double x, double y) {
                    state = x * y;
                    return state * y;
                }
                public double applyAsDouble(double[] x) {
                    state = x[0] * x[1];
                    return state;
                }
                public static double cube(double x) {
                    return x * x * x;
                }
                public static DoubleUnaryOperator reference() {
                    return Model::cube;
                }
            }
            """;

    @TempDir
    Path directory;

    private Object model(boolean prepared, String... debug) throws Exception {
        Path directory = this.directory.resolve(prepared ? "prepared" : "plain");
        Compiled.into(directory, List.of(debug), "prepared/Model.java", MODEL);
        if (prepared) {
            List<String> command = List.of(System.getProperty("nabla.command"), "diff", "--in-place", "-q",
                    "--form", "partial,jvp,grad", "-m", "applyAsDouble", "-m", "cube",
                    directory.resolve("prepared/Model.class").toString());
            Process process = new ProcessBuilder(command).inheritIO().start();
            assertEquals(0, process.waitFor());
        }
        URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        return Class.forName("prepared.Model", true, loader).getConstructor().newInstance();
    }

    private static void works(Object model) {
        assertEquals(6, Nabla.derivative((DoubleUnaryOperator) model).applyAsDouble(3));
        DoubleBinaryOperator[] partials = Nabla.partials((DoubleBinaryOperator) model);
        assertEquals(16, partials[0].applyAsDouble(3, 4));
        assertEquals(24, partials[1].applyAsDouble(3, 4));
        double[] derivative = new double[1];
        assertEquals(9, Nabla.valueAndDerivative((DoubleUnaryOperator) model).value(3, derivative));
        assertEquals(6, derivative[0]);
        @SuppressWarnings("unchecked")
        ToDoubleFunction<double[]> scalar = (ToDoubleFunction<double[]>) model;
        assertArrayEquals(new double[] {3, 2}, Nabla.gradient(scalar).at(new double[] {2, 3}));
    }

    @Test
    void namedAfterParameters() throws Exception {
        works(model(true, "-parameters"));
    }

    @Test
    void namedAfterLocalVariables() throws Exception {
        works(model(true, "-g"));
    }

    @Test
    void namedAfterNumbers() throws Exception {
        works(model(true, "-g:none"));
    }

    static double square(double t) {
        return t * t;
    }

    /** No derivative, for all its name. */
    static double square_dt(double t) {
        return 1000 * t;
    }

    @Test
    void aMethodOfTheUserThatIsCalledAlike() {
        assertEquals(6, Nabla.derivative(PreparedTest::square).applyAsDouble(3));
    }

    private static final String ALIKE = """
            package alike;
            import java.util.function.*;
            public class Model {
                double k = 5;
                static double f(double x) { return x * x; } static double f_d0(double x) { return 1000 * x; }
                static double g(double[] x) { return x[0] * x[1]; }
                static double g_grad(double[] x, double[] gradient) { gradient[0] = 1000; return -1; }
                double scaled(double x) { return k * k * x; }
                public static DoubleUnaryOperator f() { return Model::f; }
                public static ToDoubleFunction<double[]> g() { return Model::g; }
                public DoubleUnaryOperator function() { return this::scaled; }
            }
            """;

    private Class<?> alike(Path classes) throws ReflectiveOperationException, IOException {
        URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        return Class.forName("alike.Model", true, loader);
    }

    @Test
    void methodsOfTheUserOfWhichNoLinesAreKnown() throws Exception {
        for (String debug : List.of("-g:none", "-g")) {
            Path classes = directory.resolve("alike" + debug);
            Compiled.into(classes, List.of(debug), "alike/Model.java", ALIKE);
            Class<?> model = alike(classes);
            DoubleUnaryOperator f = (DoubleUnaryOperator) model.getMethod("f").invoke(null);
            assertEquals(6, Nabla.derivative(f).applyAsDouble(3));
            @SuppressWarnings("unchecked")
            ToDoubleFunction<double[]> g = (ToDoubleFunction<double[]>) model.getMethod("g").invoke(null);
            assertArrayEquals(new double[] {3, 2}, Nabla.gradient(g).at(new double[] {2, 3}));
        }
    }

    @Test
    void derivativesByOtherIndependents() throws Exception {
        Path classes = directory.resolve("others");
        Compiled.into(classes, List.of("-g"), "alike/Model.java", ALIKE);
        List<String> command = List.of(System.getProperty("nabla.command"), "diff", "--in-place", "-q", "--form", "jvp",
                "--wrt", "this.k", "-m", "scaled", classes.resolve("alike/Model.class").toString());
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
        Object model = alike(classes).getConstructor().newInstance();
        DoubleUnaryOperator scaled = (DoubleUnaryOperator) model.getClass().getMethod("function").invoke(model);
        double[] derivative = new double[1];
        assertEquals(75, Nabla.valueAndDerivative(scaled).value(3, derivative));
        assertEquals(25, derivative[0]);
    }

    @Test
    void withoutThemItIsSaidHowToGetThem() throws Exception {
        Object model = model(false);
        NotDifferentiableException refused = assertThrows(
                NotDifferentiableException.class, () -> Nabla.derivative((DoubleUnaryOperator) model));
        assertEquals("NB0401", refused.code());
        assertTrue(refused.advice().contains("when it is built"), refused.advice());
    }

    @Test
    void bothRoutesGiveTheSame() throws Exception {
        DoubleUnaryOperator plain = reference(model(false, "-g"));
        DoubleUnaryOperator prepared = reference(model(true, "-g"));
        for (double x = -2; x < 2; x += 0.01) {
            assertEquals(Nabla.derivative(plain).applyAsDouble(x), Nabla.derivative(prepared).applyAsDouble(x));
        }
    }

    private static DoubleUnaryOperator reference(Object model) throws ReflectiveOperationException {
        return (DoubleUnaryOperator) model.getClass().getMethod("reference").invoke(null);
    }
}
