package io.github.nablars;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;

/** Classes compiled while a test runs. */
final class Compiled {
    private Compiled() {}

    /** Compiles sources, each under its path, into a directory. */
    static void into(Path directory, List<String> options, String... pathsAndSources) throws IOException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-d", directory.toString()));
        for (int i = 0; i < pathsAndSources.length; i += 2) {
            Path source = directory.resolve("src").resolve(pathsAndSources[i]);
            Files.createDirectories(source.getParent());
            arguments.add(Files.writeString(source, pathsAndSources[i + 1]).toString());
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("not compiled");
        }
    }

    /** A class `many.Many` whose field `ALL` has this many lambdas: number n is n·x². */
    static void many(Path directory, int count) throws IOException {
        StringBuilder source = new StringBuilder("package many; import java.util.function.*; public class Many {"
                + " public static final DoubleUnaryOperator[] ALL = {");
        IntStream.range(0, count).forEach(n -> source.append("x -> ").append(n).append(" * x * x,\n"));
        into(directory, List.of(), "many/Many.java", source.append("}; }").toString());
    }

    /** The lambdas of {@link #many}, in a class loader of their own. */
    static DoubleUnaryOperator[] load(Path directory) throws ReflectiveOperationException, IOException {
        URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        return (DoubleUnaryOperator[]) Class.forName("many.Many", true, loader).getField("ALL").get(null);
    }
}
