package objects;

/** Switches over types and record patterns. */
class Patterns {
    // release: 21

    /** An expression of one variable. */
    sealed interface Node {
    }

    record Constant(double value) implements Node {
    }

    record Variable() implements Node {
    }

    record Sum(Node left, Node right) implements Node {
    }

    record Product(Node left, Node right) implements Node {
    }

    private static double evaluate(Node node, double at) {
        return switch (node) {
            case Constant c -> c.value();
            case Variable v -> at;
            case Sum(Node left, Node right) -> evaluate(left, at) + evaluate(right, at);
            case Product(Constant(double factor), Node right) when factor > 0 -> factor * evaluate(right, at);
            case Product(Node left, Node right) -> evaluate(left, at) * evaluate(right, at);
        };
    }

    // run: variable(3.0) = 51.0, d = 35.0
    static double variable(double x) {
        Node v = new Variable();
        Node twice = new Product(new Constant(2), v);
        Node minus = new Product(new Constant(-1), v);
        return evaluate(new Sum(new Product(v, twice), new Sum(minus, new Product(twice, twice))), x);
    }

    // The leaves are active, the variable is not.
    // run: coefficients(3.0) = 36.0, d = 21.0
    static double coefficients(double x) {
        Node square = new Product(new Variable(), new Constant(x));
        Node polynomial = new Sum(new Constant(x * x), new Product(new Constant(x), square));
        return evaluate(polynomial, 2) + evaluate(new Product(new Constant(-x), new Constant(-3)), 1);
    }

    /** Two numbers that patterns take apart. */
    sealed interface Measure {
    }

    record Length(double metres) implements Measure {
    }

    record Box(float wide, double high) implements Measure {
    }

    private static double cost(Measure measure) {
        return switch (measure) {
            case Length(double metres) when metres < 0.5 -> metres * metres;
            case Length(double metres) -> 3 * metres;
            case Box(float wide, double high) when wide > 1 -> wide * high;
            case Box(float wide, double high) -> wide - high;
        };
    }

    // run: guarded(2.0) = 10.54, d = 8.04
    static double guarded(double x) {
        return cost(new Length(x)) + cost(new Length(x / 10)) + cost(new Box(1.5f, x * x)) + cost(new Box(0.5f, x));
    }
}
