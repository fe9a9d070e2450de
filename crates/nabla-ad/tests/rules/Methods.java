import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Prints the public methods of the classes that the table of rules covers: class, name, descriptor. */
public class Methods {
    public static void main(String[] arguments) {
        System.out.println("version " + Runtime.version().feature());
        Class<?>[] classes = {Math.class, StrictMath.class, Double.class, Float.class};
        for (Class<?> type : classes) {
            for (Method method : type.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers()) || method.isBridge()) {
                    continue;
                }
                StringBuilder descriptor = new StringBuilder("(");
                for (Class<?> parameter : method.getParameterTypes()) {
                    descriptor.append(parameter.descriptorString());
                }
                descriptor.append(')').append(method.getReturnType().descriptorString());
                System.out.println(type.getName().replace('.', '/') + " " + method.getName() + " " + descriptor);
            }
        }
    }
}
