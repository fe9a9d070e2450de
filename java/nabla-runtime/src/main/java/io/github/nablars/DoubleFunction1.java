package io.github.nablars;

import java.io.Serializable;
import java.util.function.DoubleUnaryOperator;

/** A function of one number. Lambdas and method references of this type tell what they call without any native help. */
@FunctionalInterface
public interface DoubleFunction1 extends DoubleUnaryOperator, Serializable {}
