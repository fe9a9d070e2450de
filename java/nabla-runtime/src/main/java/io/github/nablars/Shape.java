package io.github.nablars;

/** The types of function that have derivatives: the method that is called, and what a class must declare for it. */
enum Shape {
    /** {@link java.util.function.DoubleUnaryOperator}. */
    UNARY("applyAsDouble", double.class),
    /** {@link java.util.function.DoubleBinaryOperator}. */
    BINARY("applyAsDouble", double.class, double.class),
    /** {@link java.util.function.ToDoubleFunction} of an array. */
    SCALAR("applyAsDouble", double[].class),
    /** {@link java.util.function.UnaryOperator} of arrays. */
    VECTOR("apply", double[].class);

    final String method;
    final Class<?>[] parameters;

    Shape(String method, Class<?>... parameters) {
        this.method = method;
        this.parameters = parameters;
    }
}
