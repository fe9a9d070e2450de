package io.github.nablars.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks for derivatives of the annotated method. The build step, and the command when it is given no {@code --method}, differentiate
 * the methods that carry this annotation.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Differentiable {
    /**
     * The independents: names of parameters, or their zero-based indices. The receiver does not count.
     *
     * @return the independents; when empty, every {@code double}, {@code float}, {@code double[]} and {@code float[]} parameter
     */
    String[] wrt() default {};

    /**
     * The forms to generate.
     *
     * @return the forms; when empty, those that suit the method's parameters and result
     */
    Form[] forms() default {};
}
