import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;

/**
 * Lists the numeric functions that a jar offers: the public static methods of public classes with
 * at least one {@code double} or {@code float} parameter and such a result.
 * {@code PublicFunctions JAR [DEPENDENCY...]} prints {@code CLASS METHOD DESCRIPTOR} a line; a class
 * whose methods cannot be listed, {@code unlisted CLASS REASON}.
 */
final class PublicFunctions {
    public static void main(String[] args) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String arg : args) {
            urls.add(Path.of(arg).toUri().toURL());
        }
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        List<String> names;
        try (JarFile file = new JarFile(args[0])) {
            names = file.stream().map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .sorted().toList();
        }
        for (String name : names) {
            try {
                list(Class.forName(name, false, loader));
            } catch (LinkageError failure) {
                System.out.println("unlisted " + name + " " + failure);
            }
        }
    }

    private static void list(Class<?> owner) {
        for (Class<?> outer = owner; outer != null; outer = outer.getDeclaringClass()) {
            if (!Modifier.isPublic(outer.getModifiers())) {
                return;
            }
        }
        for (Method method : owner.getDeclaredMethods()) {
            int flags = method.getModifiers();
            boolean offered = Modifier.isPublic(flags) && Modifier.isStatic(flags) && !method.isSynthetic();
            if (offered && real(method.getReturnType()) && Arrays.stream(method.getParameterTypes()).anyMatch(PublicFunctions::real)) {
                MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
                System.out.println(owner.getName() + " " + method.getName() + " " + type.toMethodDescriptorString());
            }
        }
    }

    private static boolean real(Class<?> type) {
        return type == double.class || type == float.class;
    }
}
