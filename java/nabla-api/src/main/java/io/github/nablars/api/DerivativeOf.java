package io.github.nablars.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a stub whose body the build step fills in with a derivative, so that user code compiles against the derivative before it
 * exists:
 *
 * <pre>{@code
 * @DerivativeOf(method = "price", form = Form.PARTIAL, wrt = "spot")
 * static double delta(double spot, double strike) {
 *     throw new UnsupportedOperationException("filled in by nabla-rs");
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface DerivativeOf {
    /**
     * The class that declares the differentiated method.
     *
     * @return the class; {@code void.class} stands for the class of the stub
     */
    Class<?> value() default void.class;

    /**
     * The name of the differentiated method.
     *
     * @return the name
     */
    String method();

    /**
     * The form of derivative.
     *
     * @return the form
     */
    Form form();

    /**
     * The independents: names of parameters, or their zero-based indices. The receiver does not count.
     *
     * @return the independents; when empty, every {@code double}, {@code float}, {@code double[]} and {@code float[]} parameter
     */
    String[] wrt() default {};
}
