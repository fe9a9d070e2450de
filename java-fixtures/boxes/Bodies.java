package boxes;

import java.util.concurrent.Callable;

/** Calls that may reach several bodies, of which some give boxes that do not depend on anything. */
class Bodies {
    // release: 8

    private static double last;

    /** Gives a box. */
    interface Factor {
        Double by(double k);
    }

    static final class Square implements Factor {
        private final double x;

        Square(double x) {
            this.x = x;
        }

        @Override
        public Double by(double k) {
            return x * x;
        }
    }

    static final class Constant implements Factor {
        @Override
        public Double by(double k) {
            return 2.5;
        }
    }

    static final class Noting implements Factor {
        @Override
        public Double by(double k) {
            last = k;
            return 2.5;
        }
    }

    static final class None implements Factor {
        @Override
        public Double by(double k) {
            return null;
        }
    }

    // run: constant(3.0) = 31.5, d = 21.0
    static double constant(double x) {
        Factor square = new Square(x);
        Factor other = new Constant();
        return square.by(x) * other.by(x) + square.by(x);
    }

    // run: noting(3.0) = 34.5, d = 22.0
    static double noting(double x) {
        Factor square = new Square(x);
        Factor other = new Noting();
        return square.by(x) * other.by(x) + square.by(x) + last;
    }

    // run: none(3.0) = 54.0, d = 54.0
    static double none(double x) {
        double product = 2 * x;
        for (Factor factor : new Factor[] {new Square(x), new None(), new Square(1)}) {
            Double by = factor.by(x);
            product *= by == null ? 1 : by;
        }
        return product;
    }

    // run: function(3.0) = 31.5, d = 21.0
    static double function(double x) throws Exception {
        Callable<Double> square = () -> x * x;
        Callable<Double> other = () -> {
            last = x;
            return 2.5;
        };
        return square.call() * other.call() + square.call();
    }

    /** An expression that visitors go through. */
    interface Node {
        <R> R accept(Visitor<R> visitor);
    }

    /** What is made of an expression. */
    interface Visitor<R> {
        R number(Number number);

        R variable(Variable variable);

        R product(Product product);
    }

    static final class Number implements Node {
        private final double value;

        Number(double value) {
            this.value = value;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.number(this);
        }
    }

    static final class Variable implements Node {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.variable(this);
        }
    }

    static final class Product implements Node {
        private final Node first;
        private final Node second;

        Product(Node first, Node second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.product(this);
        }
    }

    static final class Value implements Visitor<Double> {
        private final double x;

        Value(double x) {
            this.x = x;
        }

        @Override
        public Double number(Number number) {
            return number.value;
        }

        @Override
        public Double variable(Variable variable) {
            return x;
        }

        @Override
        public Double product(Product product) {
            return product.first.accept(this) * product.second.accept(this);
        }
    }

    // run: visited(3.0) = 22.5, d = 15.0
    static double visited(double x) {
        Node square = new Product(new Variable(), new Variable());
        return new Product(square, new Number(2.5)).accept(new Value(x));
    }
}
