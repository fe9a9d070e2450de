package io.github.nablars;

import java.io.Serializable;
import java.util.function.DoubleBinaryOperator;

/** A function of two numbers. Lambdas and method references of this type tell what they call without any native help. */
@FunctionalInterface
public interface DoubleFunction2 extends DoubleBinaryOperator, Serializable {}
