import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs a compiler several times in one JVM, which starts slowly and gets faster.
 *
 * <p>{@code Compilers NAME FILE...}: each file holds the arguments of one run, one a line. What a
 * compiler has to say goes to the standard error, and the first run that fails ends it all.
 */
public final class Compilers {
    public static void main(String[] args) throws Exception {
        for (String file : List.of(args).subList(1, args.length)) {
            String[] arguments = Files.readAllLines(Path.of(file)).toArray(new String[0]);
            if (!compile(args[0], arguments)) {
                System.exit(1);
            }
        }
    }

    private static boolean compile(String compiler, String[] arguments) {
        switch (compiler) {
            case "ecj":
                PrintWriter out = new PrintWriter(System.err, true);
                return org.eclipse.jdt.core.compiler.batch.BatchCompiler.compile(arguments, out, out, null);
            case "kotlin":
                return new org.jetbrains.kotlin.cli.jvm.K2JVMCompiler().exec(System.err, arguments).getCode() == 0;
            case "scala":
                return !dotty.tools.dotc.Main.process(arguments).hasErrors();
            default:
                throw new IllegalArgumentException(compiler);
        }
    }
}
