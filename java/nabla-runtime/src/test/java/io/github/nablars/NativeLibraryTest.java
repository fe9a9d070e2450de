package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the native library comes from, and what is said when it does not come. The JVM never dies of it. */
class NativeLibraryTest {
    private static final Path LIBRARY = Path.of(System.getProperty(NativeLibrary.PATH));

    @TempDir
    Path temporary;

    /** With the library as nabla-native has it. */
    @TempDir
    static Path good;

    private static void works(Jvm jvm) {
        assertEquals(2, jvm.output().lines().filter("derivative 1.0"::equals).count(), jvm.output());
        assertEquals(0, jvm.status());
    }

    private static void says(Jvm jvm, String... texts) {
        assertEquals(0, jvm.status(), jvm.output());
        for (String text : texts) {
            assertTrue(jvm.output().contains(text), () -> "expected " + text + " in\n" + jvm.output());
        }
        long told = jvm.output().lines().filter(line -> line.contains("NativeLibraryException")).count();
        assertEquals(2, told, jvm.output());
    }

    private static String jar(Path jar, byte[] library, String sum) throws Exception {
        Path directory = Files.createDirectories(jar.resolve("META-INF/native/" + Platform.name()));
        String name = System.mapLibraryName("nabla_jni");
        Files.write(directory.resolve(name), library);
        Files.writeString(directory.resolve(name + ".sha256"), sum + "\n");
        return jar.toString();
    }

    private static String jar() {
        return good.toString();
    }

    @BeforeAll
    static void pack() throws Exception {
        byte[] library = Files.readAllBytes(LIBRARY);
        jar(good, library, library.length + " "
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(library)));
    }

    private String inTemporary(String name) throws Exception {
        return Files.createDirectories(temporary.resolve(name)).toString();
    }

    @Test
    void theNamedFileAndNoOther() throws Exception {
        works(Jvm.run(Jvm.Sine.class, Jvm.LIBRARY));
        String missing = temporary.resolve("missing.so").toString();
        says(Jvm.run(List.of(), Jvm.Sine.class, jar(), "-Dnabla.native.path=" + missing), missing, Platform.name(),
                "no other is tried");
    }

    @Test
    void aFileThatIsNoLibrary() throws Exception {
        Path text = Files.writeString(temporary.resolve("text.so"), "no library");
        says(Jvm.run(Jvm.Sine.class, "-Dnabla.native.path=" + text), text.toString());
        byte[] library = Files.readAllBytes(LIBRARY);
        for (int length : new int[] {0, 3, 40, 4096, library.length - 1}) {
            Path torn = Files.write(temporary.resolve("torn.so"), Arrays.copyOf(library, length));
            says(Jvm.run(Jvm.Sine.class, "-Dnabla.native.path=" + torn), torn.toString());
        }
    }

    @Test
    void fromTheJarAndGoneAfterwards() throws Exception {
        String directory = inTemporary("extracted");
        works(Jvm.run(List.of(), Jvm.Sine.class, jar(), "-Dnabla.native.tmpdir=" + directory));
        assertArrayEquals(new File[0], new File(directory).listFiles());
    }

    @Test
    void anotherDirectoryWhereOneDoesNotWork() throws Exception {
        works(Jvm.run(List.of(), Jvm.Sine.class, jar(), "-Dnabla.native.tmpdir=" + temporary.resolve("missing"),
                "-Djava.io.tmpdir=" + inTemporary("extracted")));
    }

    @Test
    void aDamagedLibraryInTheJar() throws Exception {
        says(Jvm.run(List.of(), Jvm.Sine.class, jar(temporary, Files.readAllBytes(LIBRARY), "1 00")), "is damaged", "SHA-256",
                "-Dnabla.native.path");
    }

    @Test
    void withoutALibrary() throws Exception {
        says(Jvm.run(Jvm.Sine.class), "META-INF/native/" + Platform.name() + "/", "add the jar nabla-native");
        says(Jvm.run(List.of(), Jvm.Sine.class, jar(), "-Dos.name=Plan 9", "-Dos.arch=mips"), "plan9-mips",
                "-Dnabla.native.path");
    }

    @Test
    void mountsThatDoNotExecute() throws Exception {
        String directory = inTemporary("mounted");
        String mount = "mount -t tmpfs -o noexec tmpfs " + directory + " && exec \"$@\"";
        Jvm jvm = Jvm.run(List.of("unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh"), Jvm.Sine.class, jar(),
                "-Djava.io.tmpdir=" + directory, "-Duser.home=" + directory + "/none");
        says(jvm, "tried " + directory, "the mount is noexec", "-Dnabla.native.tmpdir");
    }

    /** Classes of the run time of its own, as a servlet container would have them. */
    private DoubleUnaryOperator derivativeInOwnLoader() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        urls.add(Path.of(jar()).toUri().toURL());
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        Class<?> main = Class.forName(Loaded.class.getName(), true, loader);
        var get = main.getDeclaredMethod("get");
        get.setAccessible(true);
        return (DoubleUnaryOperator) get.invoke(null);
    }

    /** Loaded by another loader. */
    static final class Loaded {
        static DoubleUnaryOperator get() {
            return Nabla.derivative(x -> x * x);
        }
    }

    @Test
    void oneNamedFileForTwoClassLoaders() throws Exception {
        Engine.get();
        var thrown = assertThrows(java.lang.reflect.InvocationTargetException.class, this::derivativeInOwnLoader);
        assertTrue(thrown.getCause().toString().contains("leave the property away"), thrown.getCause().toString());
    }

    private WeakReference<ClassLoader> usedLoader() throws Exception {
        DoubleUnaryOperator derivative = derivativeInOwnLoader();
        assertEquals(6, derivative.applyAsDouble(3));
        return new WeakReference<>(derivative.getClass().getClassLoader());
    }

    @Test
    void eachClassLoaderHasACopyThatGoesWithIt() throws Exception {
        String named = System.clearProperty(NativeLibrary.PATH);
        try {
            WeakReference<ClassLoader> first = usedLoader();
            WeakReference<ClassLoader> second = usedLoader();
            for (int i = 0; i < 100 && (first.get() != null || second.get() != null); i++) {
                System.gc();
                Thread.sleep(10);
            }
            assertNull(first.get());
            assertNull(second.get());
        } finally {
            System.setProperty(NativeLibrary.PATH, named);
        }
    }

    @Test
    void theCommandTakesItsPlaceWhereNativeCodeIsNotAllowed() {
        Engine command = CommandEngine.instead(new IllegalCallerException("denied"));
        Target target = Cracker.target((DoubleFunction1) x -> Neighbour.twice(x), Shape.UNARY, null);
        ClassBytes classes = new ClassBytes(NativeLibraryTest.class.getClassLoader(), command);
        byte[] question = Question.of("derivative", target, Set.of(), new byte[0]);
        assertArrayEquals(Engine.get().differentiate(question, classes), command.differentiate(question, classes));
    }

    @Test
    void deniedNativeAccess() throws Exception {
        String command = "-Dnabla.command=" + System.getProperty("nabla.command");
        boolean canBeDenied = Runtime.version().feature() >= 24;
        String[] denied = canBeDenied ? new String[] {"--illegal-native-access=deny", command} : new String[] {Jvm.LIBRARY};
        works(Jvm.run(List.of(), Jvm.Sine.class, jar(), denied));
        if (canBeDenied) {
            says(Jvm.run(List.of(), Jvm.Sine.class, jar(), "--illegal-native-access=deny", "-Dnabla.command=/missing"),
                    "--enable-native-access=ALL-UNNAMED", "/missing");
        }
    }
}
