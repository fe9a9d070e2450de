import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls the derivatives of {@code Apart} where two places hold one array; prints what they throw. */
final class TellApart {
    private final Apart object = new Apart();

    public static void main(String[] args) throws Exception {
        TellApart run = new TellApart();
        double[] tangent = new double[1];
        run.call("inFields", 1.0, 1.0, tangent);
        run.call("inClassAndObject", 1.0, 1.0, tangent);
        run.call("inParameter", Apart.find(run.object, "written"), 1.0, new double[2], 1.0, tangent);
        // With respect to the number alone.
        run.call("inField", Apart.find(run.object, "written"), 1.0, 1.0, tangent);
        double[] a = {3, 4};
        for (int i = 0; i < 2; i++) {
            run.call("passedAgain", a, new double[] {1, 0.5}, tangent);
            System.out.println(tangent[0]);
        }
    }

    private void call(String name, Object... arguments) throws Exception {
        for (Method method : Apart.class.getDeclaredMethods()) {
            if (method.getName().equals(name + "_jvp")) {
                try {
                    System.out.println(name + " gives " + method.invoke(object, arguments));
                } catch (InvocationTargetException thrown) {
                    System.out.println(name + " throws " + thrown.getCause());
                }
            }
        }
    }
}
