package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The native methods themselves: what they are given and what they give. */
class NativeCallsTest {
    /** Defines one class and gives its bytes to nobody. */
    private static final class Silent extends ClassLoader {
        private final String name;

        Silent(Class<?> copied) {
            super(copied.getClassLoader());
            name = copied.getName();
        }

        @Override
        protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
            if (!wanted.equals(name)) {
                return super.loadClass(wanted, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            byte[] bytes = loaded == null ? bytes() : null;
            return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
        }

        private byte[] bytes() throws ClassNotFoundException {
            try (InputStream in = super.getResourceAsStream(name.replace('.', '/') + ".class")) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String resource) {
            return resource.startsWith(name.replace('.', '/')) ? null : super.getResourceAsStream(resource);
        }
    }

    /** Without a resource in its other loader. */
    public static final class Hidden implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double x) {
            return x * x * x;
        }
    }

    private static double ofAClassWithoutResource() throws ReflectiveOperationException {
        Class<?> type = Class.forName(Hidden.class.getName(), true, new Silent(Hidden.class));
        DoubleUnaryOperator f = (DoubleUnaryOperator) type.getConstructor().newInstance();
        return Nabla.derivative(f).applyAsDouble(2);
    }

    @Test
    void aClassWithoutResource() throws Exception {
        assertEquals(12, ofAClassWithoutResource());
    }

    @Test
    void argumentsThatAreMissing() {
        Engine engine = Engine.get();
        ClassBytes classes = new ClassBytes(null, engine);
        assertThrows(NullPointerException.class, () -> engine.differentiate(null, classes));
        assertThrows(NullPointerException.class, () -> engine.differentiate(new byte[1], null));
        assertThrows(NullPointerException.class, () -> engine.implementation(null, "f"));
        assertThrows(NullPointerException.class, () -> engine.implementation(String.class, null));
        assertThrows(NullPointerException.class, () -> engine.classBytes(null));
        assertThrows(NullPointerException.class, () -> engine.read(null, "f", "I"));
        assertThrows(NullPointerException.class, () -> engine.read("", null, "I"));
        assertThrows(NablaInternalError.class, () -> engine.read("", "nothing", "Ljava/lang/String;"));
        assertThrows(NablaInternalError.class, () -> engine.read("", "hash", "no descriptor"));
    }

    @Test
    void classesThatTellNothing() {
        Engine engine = Engine.get();
        assertNull(engine.implementation(String.class, "no such method"));
        assertNull(engine.implementation(int[].class, "clone"));
        assertNull(engine.implementation(int.class, "f"));
        assertNull(engine.classBytes(int.class));
        assertNull(engine.classBytes(int[].class));
    }

    @Test
    void damagedRequests() {
        Engine engine = Engine.get();
        ClassBytes classes = new ClassBytes(null, engine);
        for (byte[] request : new byte[][] {{}, {1}, {0, 0, 0, 9}, {-1, -1, -1, -1}, new byte[1000]}) {
            assertThrows(NablaInternalError.class, () -> new Answer(engine.differentiate(request, classes)));
        }
    }

    @Test
    void damagedClassFiles() throws Exception {
        byte[] whole;
        try (InputStream in = Hidden.class.getResourceAsStream("NativeCallsTest$Hidden.class")) {
            whole = in.readAllBytes();
        }
        Target target = Cracker.target(new Hidden(), Shape.UNARY, null);
        byte[] question = Question.of("derivative", target, Set.of(), new byte[0]);
        Engine engine = Engine.get();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            ClassLoader torn = new ClassLoader() {
                @Override
                public InputStream getResourceAsStream(String name) {
                    return new java.io.ByteArrayInputStream(cut);
                }
            };
            NotDifferentiableException refused = assertThrows(NotDifferentiableException.class,
                    () -> new Answer(engine.differentiate(question, new ClassBytes(torn, engine))));
            assertEquals("NB0604", refused.code());
        }
    }

    @Test
    void exceptionsOfTheClassLoaderArriveUnchanged() {
        ClassLoader angry = new ClassLoader() {
            @Override
            public InputStream getResourceAsStream(String name) {
                throw new IllegalStateException("angry");
            }
        };
        Engine engine = Engine.get();
        byte[] question = Question.of("derivative", Cracker.target(new Hidden(), Shape.UNARY, null), Set.of(), new byte[0]);
        ClassBytes classes = new ClassBytes(angry, engine);
        assertEquals("angry",
                assertThrows(IllegalStateException.class, () -> engine.differentiate(question, classes)).getMessage());
    }

    /** Everything that goes through JNI. */
    static final class Everything {
        public static void main(String[] arguments) throws Exception {
            double captured = arguments.length + 2;
            DoubleUnaryOperator plain = x -> captured * Neighbour.twice(x);
            System.out.println(Nabla.derivative(plain.andThen(Math::sin)).applyAsDouble(1));
            System.out.println(ofAClassWithoutResource());
            NativeCallsTest all = new NativeCallsTest();
            all.argumentsThatAreMissing();
            all.classesThatTellNothing();
            all.damagedRequests();
            all.exceptionsOfTheClassLoaderArriveUnchanged();
            System.out.println("done");
        }
    }

    @Test
    void theJvmsOwnChecksFindNothing() throws Exception {
        Jvm jvm = Jvm.run(Everything.class, Jvm.LIBRARY, "-Xcheck:jni");
        assertEquals(0, jvm.status(), jvm.output());
        assertFalse(jvm.output().contains("in native method"), jvm.output());
        assertEquals("done", jvm.output().lines().reduce((a, b) -> b).orElse(""), jvm.output());
    }
}
