package io.github.nablars.verify;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** One method, its derivatives, and what came of the comparison. */
final class Subject implements Runnable {
    private final String[] fields;
    private final int points;
    private String kind = "ok";
    private String detail = "";
    private int decided;
    private int undecided;

    Method primal;
    /** Null where there is none. */
    Method jvp;
    /** Of each independent; null where there is none. */
    Method[] partials;
    Class<?>[] types;
    /** Positions of the independents among the parameters, and what they are called. */
    int[] independents;
    String[] names;
    /** Whether a float is a parameter or the result. */
    boolean single;
    private Constructor<?> constructor;

    Subject(String[] fields, int points) {
        this.fields = fields;
        this.points = points;
    }

    String verdict() {
        return kind + "\t" + decided + "\t" + undecided + "\t" + detail.replace('\t', ' ').replace('\n', ' ');
    }

    @Override
    public void run() {
        try {
            prepare();
            Samples samples = new Samples();
            for (int k = 0; k < points && kind.equals("ok"); k++) {
                Object[] arguments = samples.arguments(types);
                tell(new Point(this, arguments), samples.direction(independents.length));
            }
        } catch (Wrong e) {
            kind = "wrong";
            detail = e.getMessage();
        } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError e) {
            kind = "broken";
            detail = e.toString();
        } catch (Throwable e) {
            kind = "skipped";
            detail = e instanceof Unknown ? e.getMessage() : e.toString();
        }
    }

    private void tell(Point point, double[] direction) throws Wrong {
        if (point.decide(direction)) {
            decided++;
        } else {
            undecided++;
            detail = detail.isEmpty() ? point.doubt() : detail;
        }
    }

    /** Fields: class, method, descriptor, jvp or empty, independents i:name, partials i:name. */
    private void prepare() throws Throwable {
        Class<?> owner = Class.forName(fields[0]);
        String[] pairs = fields[4].isEmpty() ? new String[0] : fields[4].split(",");
        independents = new int[pairs.length];
        names = new String[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            independents[i] = Integer.parseInt(pairs[i].substring(0, pairs[i].indexOf(':')));
            names[i] = pairs[i].substring(pairs[i].indexOf(':') + 1);
        }
        primal = find(owner, fields[1], fields[2]);
        types = primal.getParameterTypes();
        single = primal.getReturnType() == float.class;
        for (Class<?> type : types) {
            single |= type == float.class;
        }
        int descriptor = fields[3].indexOf('(');
        if (descriptor >= 0) {
            jvp = find(owner, fields[3].substring(0, descriptor), fields[3].substring(descriptor));
        }
        partials = new Method[pairs.length];
        for (String partial : fields[5].isEmpty() ? new String[0] : fields[5].split(",")) {
            int at = Integer.parseInt(partial.substring(0, partial.indexOf(':')));
            partials[at] = find(owner, partial.substring(partial.indexOf(':') + 1), fields[2]);
        }
        if (!Modifier.isStatic(primal.getModifiers())) {
            try {
                constructor = owner.getDeclaredConstructor();
                constructor.setAccessible(true);
            } catch (NoSuchMethodException e) {
                throw new Unknown("an instance method of a class without a constructor without parameters");
            }
        }
        for (Class<?> type : types) {
            if (Samples.unknown(type) != null) {
                throw new Unknown(Samples.unknown(type));
            }
        }
    }

    private static Method find(Class<?> owner, String name, String descriptor) throws NoSuchMethodException {
        for (Method method : owner.getDeclaredMethods()) {
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            if (method.getName().equals(name) && type.toMethodDescriptorString().equals(descriptor)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException(owner.getName() + "." + name + descriptor);
    }

    /** Calls with fresh copies, so that no call sees what another one did. */
    Object call(Method method, Object[] arguments) throws Throwable {
        Object[] copy = arguments.clone();
        for (int i = 0; i < types.length; i++) {
            if (types[i].isArray()) {
                int length = Array.getLength(arguments[i]);
                copy[i] = Array.newInstance(types[i].getComponentType(), length);
                System.arraycopy(arguments[i], 0, copy[i], 0, length);
            }
        }
        try {
            return method.invoke(constructor == null ? null : constructor.newInstance(), copy);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A method that cannot be tried. */
    private static final class Unknown extends Exception {
        private static final long serialVersionUID = 1;

        Unknown(String why) {
            super(why);
        }
    }

    /** A derivative that is wrong. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String what) {
            super(what);
        }
    }
}
