package io.github.nablars.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that no derivative flows through the annotated parameter, field or method result: it counts as a constant. This is the
 * user's word, and nabla-rs takes it where it would refuse the method otherwise. Of an array it is what it held when the method was
 * called that counts so; what is stored into it then does not. A method so annotated is not followed where a call names it, and should
 * not change what depends on an independent. Of other objects than boxes and arrays of numbers the annotation says nothing.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.FIELD, ElementType.METHOD})
public @interface Inactive {
}
