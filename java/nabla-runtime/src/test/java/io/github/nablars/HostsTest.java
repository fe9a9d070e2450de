package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes of every kind that have the code of a function. */
class HostsTest {
    private static double at(DoubleUnaryOperator f) {
        return Nabla.derivative(f).applyAsDouble(3);
    }

    interface Host {
        double factor();

        private double scaled(double x) {
            return factor() * x * x;
        }

        private static double square(double x) {
            return x * x;
        }

        default DoubleUnaryOperator instance() {
            return x -> scaled(x);
        }

        default DoubleUnaryOperator reference() {
            return this::scaled;
        }

        static DoubleUnaryOperator shared() {
            return x -> 2 * square(x);
        }
    }

    private record InRecord(double factor) implements Host {}

    private enum InEnum implements DoubleUnaryOperator {
        SINE {
            @Override
            public double applyAsDouble(double x) {
                return Math.sin(scale * x);
            }
        },
        LINE {
            @Override
            public double applyAsDouble(double x) {
                return scale * x;
            }
        };

        private static double scaleOf(InEnum constant) {
            return constant.scale;
        }

        final double scale = 2;

        DoubleUnaryOperator scaled() {
            return x -> switch (this) {
                case SINE -> x * x * scaleOf(this);
                case LINE -> x;
            };
        }
    }

    @Test
    void interfacesRecordsAndEnums() {
        assertEquals(24, at(new InRecord(4).instance()));
        assertEquals(24, at(new InRecord(4).reference()));
        assertEquals(12, at(Host.shared()));
        assertEquals(2 * Math.cos(6), at(InEnum.SINE));
        assertEquals(2, at(InEnum.LINE));
        assertEquals(12, at(InEnum.SINE.scaled()));
        assertEquals(1, at(InEnum.LINE.scaled()));
    }

    private static double even(double x, int n) {
        return n == 0 ? x : Odd.odd(x * x, n - 1);
    }

    private static final class Odd {
        private static double odd(double x, int n) {
            return n == 0 ? x : even(x + 1, n - 1);
        }
    }

    @Test
    void classesThatCallEachOther() {
        // even(x, 3) = ((x² + 1)²).
        assertEquals(2 * (9 + 1) * 6, at(x -> even(x, 3)));
    }

    private static double logged(double x, StringBuilder log) {
        log.append("x = " + x + "; ");
        String kind = x > 2 ? "large" : "small";
        return switch (kind) {
            case "large" -> x * x;
            case "small" -> x;
            default -> throw new IllegalStateException(kind);
        };
    }

    @Test
    void textBranchesAndWhatIsDoneBeside() {
        StringBuilder log = new StringBuilder();
        assertEquals(6, at(x -> logged(x, log)));
        assertEquals("x = 3.0; ", log.toString());
        assertEquals(6, at(x -> {
            assert x > 0 : x;
            synchronized (log) {
                return x * x;
            }
        }));
    }

    private static final String OLD = """
            import java.util.function.*;
            public class Old {
                private double factor = 2;
                private double scaled(double x) { return factor * x * x; }
                private static class Inner { private static double square(double x) { return x * x; } }
                public static DoubleUnaryOperator[] all() {
                    Old old = new Old();
                    return new DoubleUnaryOperator[] {
                        x -> old.scaled(x), old::scaled, x -> Inner.square(x), Inner::square, old.own(),
                        new DoubleUnaryOperator() { public double applyAsDouble(double x) { return old.scaled(x); } }
                    };
                }
                private DoubleUnaryOperator own() { return x -> scaled(x) + Inner.square(x); }
            }
            """;

    @Test
    void olderClassFilesInTheUnnamedPackage(@TempDir Path directory) throws Exception {
        Compiled.into(directory, List.of("--release", "8", "-Xlint:-options"), "Old.java", OLD);
        URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        DoubleUnaryOperator[] all =
                (DoubleUnaryOperator[]) Class.forName("Old", true, loader).getMethod("all").invoke(null);
        double[] expected = {12, 12, 6, 6, 18, 12};
        for (int i = 0; i < all.length; i++) {
            assertEquals(expected[i], at(all[i]), "number " + i);
        }
    }

    /** Class files of this JDK, whatever is the newest it has. */
    @Test
    void newestClassFiles(@TempDir Path directory) throws Exception {
        Compiled.into(directory, List.of(), "newest/Newest.java", OLD.replace("Old", "Newest")
                .replaceFirst("import", "package newest; import"));
        URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        DoubleUnaryOperator[] all = (DoubleUnaryOperator[]) Class.forName("newest.Newest", true, loader).getMethod("all")
                .invoke(null);
        double[] expected = {12, 12, 6, 6, 18, 12};
        for (int i = 0; i < all.length; i++) {
            assertEquals(expected[i], at(all[i]), "number " + i);
        }
    }

    /** Defines a class anew that its parent has, too; as resource it finds the parent's. */
    private static final class Reloading extends ClassLoader {
        private final Path directory;

        Reloading(Path directory, ClassLoader parent) {
            super(parent);
            this.directory = directory;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("reloaded.Foo")) {
                return super.loadClass(name, resolve);
            }
            try {
                byte[] bytes = Files.readAllBytes(directory.resolve("reloaded/Foo.class"));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static final String FOO = "package reloaded; public class Foo {"
            + " public static java.util.function.DoubleUnaryOperator op() { return x -> x * x; } }";

    @Test
    void aClassThatIsDefinedAnew(@TempDir Path directory) throws Exception {
        Path before = directory.resolve("before");
        Path after = directory.resolve("after");
        Compiled.into(before, List.of(), "reloaded/Foo.java", FOO);
        Compiled.into(after, List.of(), "reloaded/Foo.java", FOO.replace("x * x", "x * x * x"));
        ClassLoader parent = new URLClassLoader(new URL[] {before.toUri().toURL()});
        Class<?> anew = new Reloading(after, parent).loadClass("reloaded.Foo");
        assertEquals(27, at((DoubleUnaryOperator) anew.getMethod("op").invoke(null)));
    }

    private static final String BASE = """
            package p;
            import java.util.function.DoubleUnaryOperator;
            public class Base {
                double f(double x) { return x * x; }
                public static DoubleUnaryOperator reference(Base base) { return base::f; }
                public static DoubleUnaryOperator lambda(Base base) { return x -> base.f(x); }
            }
            """;

    /** Its `f` has nothing to do with that of its superclass, which it cannot see. */
    private static final String BELOW = """
            package q;
            public class Below extends p.Base {
                public double f(double x) { return 100 * x; }
            }
            """;

    @Test
    void aMethodThatAnotherPackageDoesNotReplace(@TempDir Path directory) throws Exception {
        Compiled.into(directory, List.of(), "p/Base.java", BASE, "q/Below.java", BELOW);
        ClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        Class<?> base = Class.forName("p.Base", true, loader);
        Object below = Class.forName("q.Below", true, loader).getConstructor().newInstance();
        for (String name : List.of("reference", "lambda")) {
            assertEquals(6, at((DoubleUnaryOperator) base.getMethod(name, base).invoke(null, below)), name);
        }
    }
}
