import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Prints the public methods of the classes that the table of rules covers: class, name, descriptor.
 *
 * <p>Without arguments these are all methods of the JDK's own classes; of classes that are named it
 * prints the functions of a double or float, inherited ones too: those that give one, and those that make
 * another primitive value of primitives.
 */
public class Methods {
    public static void main(String[] arguments) throws ClassNotFoundException {
        System.out.println("version " + Runtime.version().feature());
        if (arguments.length == 0) {
            for (Class<?> type : new Class<?>[] {Math.class, StrictMath.class, Double.class, Float.class}) {
                print(type, Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers())));
            }
        }
        for (String name : arguments) {
            Class<?> type = Class.forName(name, false, Methods.class.getClassLoader());
            // Of a singleton, the instance methods are the functions.
            print(type, Arrays.stream(type.getMethods())
                    .filter(method -> Modifier.isStatic(method.getModifiers()) || name.endsWith("$"))
                    .filter(method -> method.getDeclaringClass() != Object.class)
                    .filter(method -> Arrays.stream(method.getParameterTypes()).anyMatch(Methods::isReal))
                    .filter(method -> isReal(method.getReturnType()) || isPrimitive(method)));
        }
    }

    private static boolean isReal(Class<?> type) {
        return type == double.class || type == float.class;
    }

    private static boolean isPrimitive(Method method) {
        return method.getReturnType().isPrimitive() && method.getReturnType() != void.class
                && Arrays.stream(method.getParameterTypes()).allMatch(Class::isPrimitive);
    }

    private static void print(Class<?> type, Stream<Method> methods) {
        methods.filter(method -> !method.isBridge()).map(Methods::text).sorted()
                .forEach(method -> System.out.println(type.getName().replace('.', '/') + " " + method));
    }

    private static String text(Method method) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) {
            descriptor.append(parameter.descriptorString());
        }
        return method.getName() + " " + descriptor.append(')').append(method.getReturnType().descriptorString());
    }
}
