import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What ASM needs for the classes of java.base of the JVM it runs in: {@code AsmBench OPERATION cold}
 * is the first pass of a new JVM, {@code warm} the median of passes after ten seconds of them. Prints
 * the number of classes and the nanoseconds of a pass.
 *
 * <p>The operations are those of crates/nabla-classfile/benches/java_base.rs.
 */
final class AsmBench {
    private static final long WARM_UP = 10_000_000_000L;
    private static final int PASSES = 20;

    /** Kept, so that no work is optimised away. */
    private static long sink;

    public static void main(String[] args) throws Exception {
        List<byte[]> classes;
        try (Stream<Path> paths = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base"))) {
            classes = paths.filter(path -> path.toString().endsWith(".class")).map(AsmBench::read).toList();
        }
        long time;
        if (args[1].equals("cold")) {
            time = pass(args[0], classes);
        } else {
            for (long end = System.nanoTime() + WARM_UP; System.nanoTime() < end; ) {
                pass(args[0], classes);
            }
            long[] times = new long[PASSES];
            for (int i = 0; i < PASSES; i++) {
                times[i] = pass(args[0], classes);
            }
            Arrays.sort(times);
            time = times[PASSES / 2];
        }
        System.out.println(classes.size() + " " + time);
        if (sink == 42) {
            System.out.println();
        }
    }

    private static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    private static long pass(String operation, List<byte[]> classes) {
        long start = System.nanoTime();
        for (byte[] bytes : classes) {
            sink += one(operation, bytes);
        }
        return System.nanoTime() - start;
    }

    private static int one(String operation, byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        switch (operation) {
            case "parse": {
                // Members and attributes; without a visitor for it, code is passed over.
                reader.accept(new ClassVisitor(Opcodes.ASM9) { }, 0);
                return reader.getItemCount();
            }
            case "decode": {
                MethodVisitor code = new MethodVisitor(Opcodes.ASM9) { };
                reader.accept(new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                        return code;
                    }
                }, 0);
                return reader.getItemCount();
            }
            case "copy": {
                // A writer that knows the reader copies what is not touched.
                ClassWriter writer = new ClassWriter(reader, 0);
                reader.accept(writer, 0);
                return writer.toByteArray().length;
            }
            case "recode": {
                ClassWriter writer = new ClassWriter(0);
                reader.accept(writer, 0);
                return writer.toByteArray().length;
            }
            default:
                throw new IllegalArgumentException(operation);
        }
    }
}
