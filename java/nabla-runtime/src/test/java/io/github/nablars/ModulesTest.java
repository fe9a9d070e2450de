package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code in a named module that is closed, and in one that is open. */
class ModulesTest {
    private static final String MAIN = """
            package shut;
            import io.github.nablars.*;
            import java.lang.invoke.MethodHandles;
            import java.util.function.*;
            public class Main {
                private static double square(double x) { return x * x; }
                static void show(Supplier<DoubleUnaryOperator> derivative) {
                    try {
                        System.out.println(derivative.get().applyAsDouble(3));
                    } catch (NotDifferentiableException e) {
                        System.out.println(e.code());
                    }
                }
                public static void main(String[] arguments) {
                    double captured = arguments.length + 1;
                    Object object = new Object[] {1};
                    DoubleUnaryOperator plain = x -> object == null ? 0 : captured * square(x);
                    show(() -> Nabla.derivative(MethodHandles.lookup(), x -> captured * square(x)));
                    show(() -> Nabla.derivative(MethodHandles.lookup(), plain));
                    show(() -> Nabla.derivative(MethodHandles.lookup(), x -> other.Other.twice(x)));
                    show(() -> Nabla.derivative(x -> captured * x));
                    show(() -> Nabla.derivative(plain));
                    show(() -> Nabla.derivative(Math::sinh));
                }
            }
            """;

    @TempDir
    static Path directory;

    @BeforeAll
    static void compile() throws Exception {
        Path jar = directory.resolve("nabla-runtime.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", "io.github.nablars.runtime");
        Path classes = Path.of(Nabla.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, entries);
            }
        }
        Compiled.into(directory.resolve("shut"), List.of("-p", jar.toString()),
                "module-info.java", "module shut { requires io.github.nablars.runtime; }",
                "shut/Main.java", MAIN,
                "other/Other.java", "package other; public class Other { public static double twice(double x) { return f(x) * 2; }"
                        + " private static double f(double x) { return x; } }");
    }

    private static List<String> run(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(Jvm.LIBRARY));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("-p", directory.resolve("nabla-runtime.jar") + File.pathSeparator + directory.resolve("shut"),
                "-m", "shut/shut.Main"));
        Jvm jvm = Jvm.run(List.of(), arguments);
        assertEquals(0, jvm.status(), jvm.output());
        return jvm.output().lines().filter(line -> !line.isEmpty() && !line.startsWith("WARNING")).toList();
    }

    private static final String SINH = String.valueOf(Math.cosh(3));

    @Test
    void aClosedModuleTakesTheCallersLookup() throws Exception {
        assertEquals(List.of("6.0", "6.0", "2.0", "NB0602", "NB0602", SINH), run());
    }

    @Test
    void anOpenPackageTakesNone() throws Exception {
        assertEquals(List.of("6.0", "6.0", "2.0", "1.0", "6.0", SINH),
                run("--add-opens", "shut/shut=io.github.nablars.runtime"));
    }
}
