import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/**
 * Links, and so verifies, every class of a rewritten jar, without initializing any:
 * {@code LinkClasses ORIGINAL REWRITTEN [DEPENDENCY...]}, with {@code -Xverify:all}.
 *
 * <p>A class that cannot be linked because a class is missing that neither jar nor dependency has
 * counts as missing only if its original cannot be linked for the same reason; else it has failed.
 * Prints a line {@code missing NAME REASON} or {@code failed NAME REASON} for each, then
 * {@code linked COUNT}.
 */
final class LinkClasses {
    public static void main(String[] args) throws Exception {
        ClassLoader originals = loader(args, 0);
        ClassLoader rewritten = loader(args, 1);
        int linked = 0;
        for (String name : names(args[1])) {
            Throwable failure = link(name, rewritten);
            if (failure == null) {
                linked++;
                continue;
            }
            boolean missing = failure instanceof NoClassDefFoundError
                    && String.valueOf(failure).equals(String.valueOf(link(name, originals)));
            System.out.println((missing ? "missing " : "failed ") + name + " " + failure.toString().lines().findFirst().orElse(""));
        }
        System.out.println("linked " + linked);
    }

    /** Over the jar of this index and everything behind the two. */
    private static ClassLoader loader(String[] args, int subject) throws Exception {
        List<URL> urls = new ArrayList<>(List.of(Path.of(args[subject]).toUri().toURL()));
        for (int i = 2; i < args.length; i++) {
            urls.add(Path.of(args[i]).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static List<String> names(String jar) throws Exception {
        try (JarFile file = new JarFile(jar)) {
            return file.stream().map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .sorted().toList();
        }
    }

    /** HotSpot links a class when asked for its declared methods; null if that goes well. */
    private static Throwable link(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader).getDeclaredMethods();
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }
}
