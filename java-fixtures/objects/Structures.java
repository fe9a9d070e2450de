package objects;

/** Linked nodes, trees, builders, stacks, iterators, clones: objects that hold objects. */
class Structures {
    // release: 8

    /** A node of a list. */
    static class Node {
        double value;
        Node next;

        Node(double value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    // run: linked(2.0, 5) = 341.0, d = 626.0
    static double linked(double x, int n) {
        Node head = null;
        double power = 1;
        for (int i = 0; i < n; i++) {
            head = new Node(power, head);
            power *= x;
        }
        double sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum = sum * 2 + node.value;
        }
        return sum;
    }

    // run: reversedInPlace(2.0) = 542.0, d = 41.0
    static double reversedInPlace(double x) {
        Node head = new Node(x, new Node(x * x, new Node(5, null)));
        Node done = null;
        while (head != null) {
            Node next = head.next;
            head.next = done;
            done = head;
            head = next;
        }
        return 100 * done.value + 10 * done.next.value + done.next.next.value;
    }

    // run: ring(3.0) = 99.0, d = 120.0
    static double ring(double x) {
        Node a = new Node(x, null);
        Node b = new Node(2, a);
        a.next = b;
        a.next.next.value *= x;
        b.next.next.value += a.value;
        return a.value * b.value;
    }

    /** A node of an expression. */
    abstract static class Expression {
        abstract double evaluate(double at);

        static Expression constant(final double c) {
            return new Expression() {
                @Override
                double evaluate(double at) {
                    return c;
                }
            };
        }
    }

    /** The variable. */
    static class Variable extends Expression {
        @Override
        double evaluate(double at) {
            return at;
        }
    }

    /** A product or a sum. */
    static class Binary extends Expression {
        private final char operator;
        private final Expression left;
        private final Expression right;

        Binary(char operator, Expression left, Expression right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        double evaluate(double at) {
            double a = left.evaluate(at);
            double b = right.evaluate(at);
            return operator == '*' ? a * b : a + b;
        }
    }

    // run: tree(3.0) = 57.0, d = 22.0
    static double tree(double x) {
        Expression v = new Variable();
        Expression e = new Binary('+', new Binary('*', v, v), new Binary('*', Expression.constant(4), v));
        return e.evaluate(x) + e.evaluate(2) * x;
    }

    // The leaves are active, the variable is not.
    // run: activeLeaves(3.0) = 60.0, d = 47.0
    static double activeLeaves(double x) {
        Expression v = new Variable();
        Expression e = new Binary('*', v, Expression.constant(x * x));
        e = new Binary('+', e, new Binary('*', Expression.constant(x), v));
        return e.evaluate(2) + e.evaluate(x);
    }

    /** What a builder builds. */
    static class Model {
        private final double rate;
        private final double level;
        private final int steps;

        private Model(Builder builder) {
            rate = builder.rate;
            level = builder.level;
            steps = builder.steps;
        }

        static Builder builder() {
            return new Builder();
        }

        double run() {
            double v = level;
            for (int i = 0; i < steps; i++) {
                v += rate * v;
            }
            return v;
        }

        /** The builder. */
        static class Builder {
            private double rate = 1;
            private double level = 2;
            private int steps = 3;

            Builder rate(double rate) {
                this.rate = rate;
                return this;
            }

            Builder level(double level) {
                this.level = level;
                return this;
            }

            Model build() {
                return new Model(this);
            }
        }
    }

    // run: built(2.0) = 118.0, d = 102.0
    static double built(double x) {
        double rates = Model.builder().rate(x).build().run();
        double levels = Model.builder().level(x * x).build().run();
        return rates + levels + x * Model.builder().build().run();
    }

    /** A stack of vectors in an array of objects. */
    static class Stack {
        private Node[] nodes = new Node[1];
        private int size;

        void push(double v) {
            if (size == nodes.length) {
                Node[] longer = new Node[2 * size];
                System.arraycopy(nodes, 0, longer, 0, size);
                nodes = longer;
            }
            nodes[size++] = new Node(v, null);
        }

        double pop() {
            return nodes[--size].value;
        }
    }

    // Reverse Polish notation: x 2 * x x * + 3 *.
    // run: calculator(3.0, "x2*xx*+3*") = 45.0, d = 24.0
    static double calculator(double x, String program) {
        Stack stack = new Stack();
        for (char c : program.toCharArray()) {
            if (c == 'x') {
                stack.push(x);
            } else if (c == '*') {
                stack.push(stack.pop() * stack.pop());
            } else if (c == '+') {
                stack.push(stack.pop() + stack.pop());
            } else {
                stack.push(c - '0');
            }
        }
        return stack.pop();
    }

    /** A copy by Object.clone has the tangents of the fields, and shares the arrays. */
    static class Copied implements Cloneable {
        double value;
        double[] array = new double[1];

        Copied copy() {
            try {
                return (Copied) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    // run: cloned(3.0) = 127.0, d = 27.0
    static double cloned(double x) {
        Copied a = new Copied();
        a.value = x * x;
        Copied b = a.copy();
        a.value = 100;
        b.array[0] = x;
        return b.value * a.array[0] + a.value;
    }
}
