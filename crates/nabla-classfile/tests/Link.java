import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Links, and so verifies, every class named in a file, without initializing any: asking HotSpot for
 * the declared methods of a class links it first (JVM_GetClassDeclaredMethods).
 */
final class Link {
    public static void main(String[] args) throws Exception {
        int linked = 0;
        for (String name : Files.readAllLines(Path.of(args[0]))) {
            try {
                Class.forName(name, false, null).getDeclaredMethods();
                linked++;
            } catch (Throwable failure) {
                StringWriter text = new StringWriter();
                failure.printStackTrace(new PrintWriter(text, true));
                System.out.println("failed " + name + ": " + text.toString().lines().limit(12).toList());
            }
        }
        System.out.println("linked " + linked);
    }
}
