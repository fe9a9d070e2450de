package io.github.nablars.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the annotated static method the derivative of another one. It has the form {@link Form#JVP}, and nabla-rs calls it instead
 * of differentiating the other method's code:
 *
 * <pre>{@code
 * @Derivative(of = Gamma.class, method = "logGamma")
 * static double logGamma_jvp(double x, double x_dot, double[] tangent) {
 *     tangent[0] = Gamma.digamma(x) * x_dot;
 *     return Gamma.logGamma(x);
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Derivative {
    /**
     * The class that declares the method whose derivative this is.
     *
     * @return the class
     */
    Class<?> of();

    /**
     * The name of the method whose derivative this is.
     *
     * @return the name
     */
    String method();

    /**
     * The descriptor of that method, for instance {@code (D)D}, where the name alone and this method's parameters leave it open.
     *
     * @return the descriptor, or the empty string
     */
    String descriptor() default "";
}
