package io.github.nablars.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nabla-rs relies on: the annotations are in the class file, on what they belong to, and not in the running program. */
class AnnotationsTest {
    static Stream<Class<? extends Annotation>> annotations() {
        return Stream.of(Differentiable.class, Derivative.class, Inactive.class, DerivativeOf.class);
    }

    @ParameterizedTest
    @MethodSource("annotations")
    void areRetainedInTheClassFileOnly(Class<? extends Annotation> type) {
        assertEquals(RetentionPolicy.CLASS, type.getAnnotation(Retention.class).value());
    }

    @ParameterizedTest
    @ValueSource(classes = {Differentiable.class, Derivative.class, DerivativeOf.class})
    void standOnMethods(Class<? extends Annotation> type) {
        assertArrayEquals(new ElementType[] {ElementType.METHOD}, type.getAnnotation(Target.class).value());
    }

    @Test
    void inactiveStandsOnParametersFieldsAndMethods() {
        assertEquals(
                Set.of(ElementType.PARAMETER, ElementType.FIELD, ElementType.METHOD),
                Set.of(Inactive.class.getAnnotation(Target.class).value()));
    }

    @Test
    void defaultsAreEmpty() throws NoSuchMethodException {
        assertArrayEquals(new String[0], (String[]) Differentiable.class.getMethod("wrt").getDefaultValue());
        assertArrayEquals(new Form[0], (Form[]) Differentiable.class.getMethod("forms").getDefaultValue());
        assertEquals("", Derivative.class.getMethod("descriptor").getDefaultValue());
        assertEquals(void.class, DerivativeOf.class.getMethod("value").getDefaultValue());
        assertArrayEquals(new String[0], (String[]) DerivativeOf.class.getMethod("wrt").getDefaultValue());
    }

    @Test
    void formsAreThoseOfTheCommandLine() {
        assertArrayEquals(
                new String[] {"PARTIAL", "JVP", "GRAD", "JAC", "CSR", "HESS", "HVP", "FIELD", "STRUCTURE"},
                Stream.of(Form.values()).map(Form::name).toArray());
    }

    @Test
    void annotatedClassCarriesThemAsInvisibleAnnotations() throws IOException, ReflectiveOperationException {
        // The constant pool holds the names as they are, so that a search of the bytes finds them.
        String bytes = new String(classFile(Annotated.class), StandardCharsets.ISO_8859_1);
        assertTrue(bytes.contains("RuntimeInvisibleAnnotations"));
        assertTrue(bytes.contains("RuntimeInvisibleParameterAnnotations"));
        assertFalse(bytes.contains("RuntimeVisible"));
        annotations().forEach(type -> assertTrue(bytes.contains("L" + type.getName().replace('.', '/') + ";"), type.getName()));
        assertEquals(0, Annotated.class.getDeclaredMethod("square", double.class, double.class).getAnnotations().length);
    }

    @ParameterizedTest
    @ValueSource(classes = {Differentiable.class, Derivative.class, Inactive.class, DerivativeOf.class, Form.class})
    void areJava8(Class<?> type) throws IOException {
        try (DataInputStream in = new DataInputStream(open(type))) {
            assertEquals(0xCAFEBABE, in.readInt());
            in.readUnsignedShort();
            assertEquals(52, in.readUnsignedShort());
        }
    }

    private static byte[] classFile(Class<?> type) throws IOException {
        try (InputStream in = open(type)) {
            return in.readAllBytes();
        }
    }

    private static InputStream open(Class<?> type) {
        return type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class");
    }

    /** Uses every annotation on everything that it may stand on. */
    static final class Annotated {
        @Inactive
        double scale = 2.0;

        @Differentiable(wrt = "x", forms = {Form.PARTIAL, Form.JVP})
        static double square(double x, @Inactive double unused) {
            return x * x;
        }

        @Inactive
        static double constant() {
            return 1.0;
        }

        @Derivative(of = Math.class, method = "cbrt", descriptor = "(D)D")
        static double cbrt_jvp(double x, double x_dot, double[] tangent) {
            double r = Math.cbrt(x);
            tangent[0] = x_dot / (3.0 * r * r);
            return r;
        }

        @DerivativeOf(method = "square", form = Form.PARTIAL, wrt = "0")
        static double squareSlope(double x, double unused) {
            throw new UnsupportedOperationException("filled in by nabla-rs");
        }
    }
}
