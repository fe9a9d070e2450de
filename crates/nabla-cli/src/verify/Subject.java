package io.github.nablars.verify;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One method, its derivatives, and what came of the comparison. */
final class Subject implements Runnable {
    private final String[] fields;
    private final int points;
    private String kind = "ok";
    private String detail = "";
    private int decided;
    private int undecided;
    private final List<String> told = new ArrayList<>();

    Method primal;
    /** Null where there is none. */
    Method jvp;
    /** Of each independent; null where there is none. */
    Method[] partials;
    Class<?>[] types;
    /** Positions of the independents among the parameters, and what they are called. */
    int[] independents;
    String[] names;
    /** What all parameters are called. */
    String[] parameters;
    /** Positions of the parameters that have a tangent in the jvp, and of the arrays among them. */
    int[] tangents;
    int[] arrays;
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
                Point point = new Point(this, arguments);
                tell(point, samples.direction(point.dimension()));
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
        try {
            if (point.decide(direction)) {
                decided++;
            } else {
                undecided++;
                detail = detail.isEmpty() ? point.doubt() : detail;
            }
        } finally {
            told.addAll(point.told());
        }
    }

    /** The points tried and what was compared there. */
    List<String> told() {
        return told;
    }

    /**
     * Fields: class, method, descriptor, jvp or empty, independents i:name, partials i:name, the names
     * of all parameters.
     */
    void prepare() throws Throwable {
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
        parameters = fields[6].split(",", -1);
        single = isFloat(primal.getReturnType()) || Arrays.stream(types).anyMatch(Subject::isFloat);
        int descriptor = fields[3].indexOf('(');
        if (descriptor >= 0) {
            jvp = find(owner, fields[3].substring(0, descriptor), fields[3].substring(descriptor));
        }
        tangents = tangents();
        arrays = Arrays.stream(tangents).filter(p -> types[p].isArray()).toArray();
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

    /**
     * The parameters with a tangent: the independents, and arrays that are only written. Which of
     * several such arrays is meant the types of the jvp tell, or nothing does.
     */
    private int[] tangents() throws Unknown {
        List<Integer> found = new ArrayList<>();
        Class<?>[] own = jvp == null ? types : jvp.getParameterTypes();
        int result = jvp == null || primal.getReturnType() == void.class ? 0 : 1;
        int left = own.length - types.length - result - independents.length;
        for (int i = 0; i < types.length; i++) {
            int position = i;
            if (Arrays.stream(independents).anyMatch(p -> p == position)) {
                found.add(i);
            } else if (left > 0 && types[i].isArray() && own[types.length + found.size()] == types[i]) {
                found.add(i);
                left--;
            }
        }
        if (jvp != null && found.size() != own.length - types.length - result) {
            throw new Unknown("which arrays have a tangent is not known");
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private static boolean isFloat(Class<?> type) {
        return type == float.class || type == float[].class;
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

    /** A new receiver, null for a static method. */
    Object receiver() throws ReflectiveOperationException {
        return constructor == null ? null : constructor.newInstance();
    }

    /** A value as one would write it. */
    static String shown(Object value) {
        String text = Arrays.deepToString(new Object[] {value});
        return text.substring(1, text.length() - 1);
    }

    /** A method that cannot be tried. */
    static final class Unknown extends Exception {
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
