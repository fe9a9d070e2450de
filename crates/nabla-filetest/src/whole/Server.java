import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles and runs one batch of programs after the other, so that compiler and virtual machine are
 * warm. What it reads and writes is described in {@code batch.rs}.
 */
public final class Server {
    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
    /** How many programs one run of the compiler takes, so that it reads the classes of the JDK once for all. */
    private static final int CHUNK = 25;
    private static final ThreadLocal<StandardJavaFileManager> FILES =
            ThreadLocal.withInitial(() -> JAVAC.getStandardFileManager(null, null, StandardCharsets.UTF_8));

    public static void main(String[] args) throws IOException {
        PrintStream results = System.out;
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Path directory = Path.of(".");
        Map<String, List<String>> seeds = new TreeMap<>();
        List<Twin> programs = new ArrayList<>();
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] fields = line.split("\t", -1);
            switch (fields[0]) {
                case "batch" -> directory = Path.of(fields[1]);
                case "compile" -> seeds.computeIfAbsent(fields[2], release -> new ArrayList<>()).add(fields[1]);
                case "compiled" -> {
                    Path place = directory;
                    List<String> lines = new ArrayList<>();
                    seeds.forEach((release, all) -> lines.addAll(compileAll(place, release, all)));
                    lines.forEach(results::println);
                    results.println("done");
                    seeds.clear();
                }
                case "program" -> programs.add(new Twin(fields));
                case "step" -> programs.get(programs.size() - 1).add(fields);
                case "run" -> {
                    run(directory, programs, results);
                    results.println("done");
                    programs.clear();
                }
                default -> throw new IllegalArgumentException(line);
            }
            results.flush();
        }
    }

    /** Compiles in chunks; what the compiler says. */
    private static List<String> compileAll(Path directory, String release, List<String> seeds) {
        Stream<List<String>> chunks = IntStream.iterate(0, i -> i < seeds.size(), i -> i + CHUNK)
                .mapToObj(i -> seeds.subList(i, Math.min(i + CHUNK, seeds.size())));
        return chunks.parallel().flatMap(chunk -> compile(directory, release, chunk)).toList();
    }

    /** Compiles programs and their references; nothing, or what the compiler says. */
    private static Stream<String> compile(Path directory, String release, List<String> seeds) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        StandardJavaFileManager files = FILES.get();
        Stream<Path> sources = seeds.stream().flatMap(
                seed -> Stream.of(directory.resolve("P" + seed + ".java"), directory.resolve("T" + seed + ".java")));
        List<String> options = List.of(
                "-g", "-parameters", "-nowarn", "-Xlint:-options", "-proc:none", "-source", release, "-target", release,
                "-d", directory.resolve("classes").toString(), "-cp", System.getProperty("java.class.path"));
        Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(sources.toList());
        if (JAVAC.getTask(null, files, found, options, null, units).call()) {
            return Stream.empty();
        }
        if (seeds.size() > 1) {
            // One that is no Java does not keep the others from being compiled.
            return seeds.stream().flatMap(seed -> compile(directory, release, List.of(seed)));
        }
        Stream<Diagnostic<? extends JavaFileObject>> problems = found.getDiagnostics().stream();
        Diagnostic<?> problem = problems.filter(p -> p.getKind() == Diagnostic.Kind.ERROR).findFirst().orElseThrow();
        String text = Twin.oneLine(problem.getMessage(null));
        return Stream.of(seeds.get(0) + "\tnojava\t" + problem.getLineNumber() + "\t" + text);
    }

    private static void run(Path directory, List<Twin> programs, PrintStream results) throws IOException {
        URL classes = directory.resolve("classes").toUri().toURL();
        URL augmented = directory.resolve("augmented").toUri().toURL();
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader plain = new URLClassLoader(new URL[] {classes}, platform);
                // The reference and this class share Dual.
                URLClassLoader reference = new URLClassLoader(new URL[] {classes}, Server.class.getClassLoader());
                URLClassLoader derived = new URLClassLoader(new URL[] {augmented, classes}, platform)) {
            for (Twin program : programs) {
                results.println(program.seed + "\t" + program.run(plain, derived, reference));
            }
        }
    }
}
