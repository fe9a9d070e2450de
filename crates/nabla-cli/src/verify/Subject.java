package io.github.nablars.verify;

import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
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
    private int unfollowed;
    private String unfollowedBy = "";
    private final List<String> told = new ArrayList<>();
    /** Asks instrumented classes; null where they are not. */
    Probe probe;
    private String met = "";
    private Object[] last;
    /** The receiver of a call that was recorded. */
    private Object target;
    /** The fields of the object that it is differentiated by. */
    Held held;

    Method primal;
    /** The function that it approximates, whose derivative its derivative is; null for all others. */
    Method approximated;
    /** Null where there is none. */
    Method jvp;
    /** Of each independent; null where there is none. */
    Method[] partials;
    /** Of the parameters, and of the fields behind them, which count as parameters here. */
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
    /** How the receiver is made; null for a static method. */
    private Recipe receiver;

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
                draw(samples);
                Point point = new Point(this, last);
                tell(point, samples.direction(point.dimension()));
            }
            if (unfollowed > 0) {
                kind = "unfollowed";
                detail = "not followed at " + unfollowed + " of " + points + " points, " + unfollowedBy;
            }
        } catch (Wrong e) {
            kind = e.still && probe == null ? "still" : "wrong";
            detail = e.getMessage();
        } catch (UnsupportedClassVersionError e) {
            kind = "skipped";
            detail = "it needs a newer JVM, named with `--java`: " + e.getMessage();
        } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError e) {
            kind = "broken";
            detail = e.toString();
        } catch (Throwable e) {
            kind = "skipped";
            detail = e instanceof Unknown ? e.getMessage() : e.toString();
        }
    }

    /** Takes the arguments, and the object, of the next point. */
    Object[] draw(Samples samples) throws Unknown {
        if (!Modifier.isStatic(primal.getModifiers())) {
            receiver = samples.object(primal.getDeclaringClass());
        }
        last = samples.arguments(types);
        hold();
        return last;
    }

    /** Takes the values that the fields have in the object, if others can be put there. */
    private void hold() throws Unknown {
        if (held.isEmpty()) {
            return;
        }
        try {
            Object object = receiver();
            held.take(object, last);
            held.put(object, last.clone());
        } catch (InvocationTargetException e) {
            // No record has what was drawn, and so there is nothing to compare at this point.
            return;
        } catch (ReflectiveOperationException e) {
            throw new Unknown("a field of its object cannot be set: " + e);
        }
    }

    /** Arguments of which only the values of the fields are there, where the object has other ones than 0. */
    Object[] own() throws ReflectiveOperationException {
        Object[] own = new Object[types.length];
        if (!held.isEmpty()) {
            held.take(receiver(), own);
        }
        return own;
    }

    private void tell(Point point, double[] direction) throws Wrong, ReflectiveOperationException {
        try {
            if (point.decide(direction)) {
                decided++;
            } else if (!point.unfollowed().isEmpty()) {
                unfollowed++;
                unfollowedBy = unfollowedBy.isEmpty() ? point.unfollowed() : unfollowedBy;
            } else {
                undecided++;
                detail = detail.isEmpty() ? point.doubt() : detail;
                if (probe != null && met.isEmpty()) {
                    met = probe.kinks(this, last, Probe.NEAR);
                }
            }
        } finally {
            told.addAll(point.told());
        }
    }

    /** What instrumented classes say of it: the kinks at a point not decided, the call that is wrong. */
    List<String> probed() throws ReflectiveOperationException {
        List<String> lines = new ArrayList<>();
        if (!met.isEmpty()) {
            lines.add("kinks\t" + met);
        }
        if (kind.equals("wrong")) {
            lines.add("located\t" + probe.locate(this, last).replace('\t', ' ').replace('\n', ' '));
        }
        return lines;
    }

    /** The arguments among the operands of a recorded call, null if it is another method's. */
    Object[] receive(Object[] operands) throws Throwable {
        target = operands.length > 0 ? operands[0] : null;
        prepare();
        if (Modifier.isStatic(primal.getModifiers())) {
            return operands;
        }
        Object[] rest = Arrays.copyOfRange(operands, 1, operands.length);
        return primal.getDeclaringClass().isInstance(target) ? rest : null;
    }

    /** The points tried and what was compared there. */
    List<String> told() {
        return told;
    }

    /**
     * Fields: class, method, descriptor, jvp or empty, independents i:name, partials i:name, the names
     * of all parameters, the function it approximates or empty, positions of those with a tangent, fields
     * of the object that are independents.
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
        held = new Held(owner, fields[9], primal.getParameterCount());
        types = held.behind(primal.getParameterTypes());
        parameters = fields[6].split(",", -1);
        single = isFloat(primal.getReturnType()) || Arrays.stream(types).anyMatch(Subject::isFloat);
        String form = fields[3].substring(fields[3].indexOf('#') + 1);
        int descriptor = form.indexOf('(');
        if (descriptor >= 0) {
            // The user's own tangent method is in another class.
            boolean own = form.length() == fields[3].length();
            Class<?> where = own ? owner : Class.forName(fields[3].substring(0, fields[3].indexOf('#')));
            jvp = find(where, form.substring(0, descriptor), form.substring(descriptor));
        }
        tangents = tangents();
        arrays = Arrays.stream(tangents).filter(p -> types[p].isArray()).toArray();
        partials = new Method[pairs.length];
        for (String partial : fields[5].isEmpty() ? new String[0] : fields[5].split(",")) {
            int at = Integer.parseInt(partial.substring(0, partial.indexOf(':')));
            partials[at] = find(owner, partial.substring(partial.indexOf(':') + 1), unboxed(fields[2]));
        }
        if (jvp == null && Arrays.stream(partials).allMatch(java.util.Objects::isNull)) {
            throw new Unknown("it has no `partial` and no `jvp` to compare");
        }
        if (!fields[7].isEmpty()) {
            String[] function = fields[7].split("#");
            approximated = find(Class.forName(function[0]), function[1], fields[2]);
        }
        if (target != null) {
            return;
        }
        if (!Modifier.isStatic(primal.getModifiers())) {
            String unknown = Recipe.unknown(owner);
            if (unknown != null) {
                throw new Unknown(unknown);
            }
        }
        for (Class<?> type : types) {
            if (Samples.unknown(type) != null) {
                throw new Unknown(Samples.unknown(type));
            }
        }
    }

    /** The parameters with a tangent: the independents, and arrays that are only written. */
    private int[] tangents() throws Unknown {
        int[] found = fields[8].isEmpty() ? new int[0] : split(fields[8]);
        int result = jvp == null || primal.getReturnType() == void.class ? 0 : 1;
        if (jvp != null && primal.getParameterCount() + found.length + result != jvp.getParameterCount()) {
            throw new Unknown("fields of the object have a tangent");
        }
        return found;
    }

    private static int[] split(String positions) {
        return Arrays.stream(positions.split(",")).mapToInt(Integer::parseInt).toArray();
    }

    private static boolean isFloat(Class<?> type) {
        return type == float.class || type == Float.class || type == float[].class;
    }

    /** The descriptor with a number for a result that is a box of one. */
    private static String unboxed(String descriptor) {
        return descriptor.replace(")Ljava/lang/Double;", ")D").replace(")Ljava/lang/Float;", ")F");
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

    /** The function whose differences judge the derivative. */
    Method judge() {
        return approximated == null ? primal : approximated;
    }

    /** A new receiver, or that of a recorded call; of no matter for a static method. */
    Object receiver() throws ReflectiveOperationException {
        return receiver == null ? target : receiver.make();
    }

    /** Takes an object of a class all of whose objects are alike. */
    void drawAlike() throws Unknown {
        Class<?> owner = primal.getDeclaringClass();
        if (!Modifier.isStatic(primal.getModifiers())) {
            if (!Recipe.isSimple(owner)) {
                throw new Unknown("an instance method of a class without a constructor without parameters");
            }
            receiver = new Samples().object(owner);
        }
    }

    /** The arguments of a point as one would write them, the object before them and its fields behind. */
    String shown(Object[] arguments) {
        int count = primal.getParameterCount();
        StringBuilder text = new StringBuilder(shown((Object) Arrays.copyOf(arguments, count)));
        text.deleteCharAt(0).setLength(text.length() - 1);
        for (int i = count; i < types.length; i++) {
            text.append(text.length() == 0 ? "" : ", ").append(parameters[i]).append(" = ").append(shown(arguments[i]));
        }
        return "(" + (receiver == null ? "" : receiver + ": ") + text + ")";
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
        /** Whether it is a 0 where the value moves: the code may follow the independent by its choices alone. */
        final boolean still;

        Wrong(String what, boolean still) {
            super(what);
            this.still = still;
        }
    }
}
