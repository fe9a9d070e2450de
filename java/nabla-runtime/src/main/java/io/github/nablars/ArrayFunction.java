package io.github.nablars;

import java.io.Serializable;
import java.util.function.ToDoubleFunction;

/** A number as a function of an array. Lambdas and method references of this type tell what they call without any native help. */
@FunctionalInterface
public interface ArrayFunction extends ToDoubleFunction<double[]>, Serializable {}
