package objects;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** Objects that change while they are kept in a deque, a queue, a map. */
class Containers {
    static final class Node {
        final double v;
        final Node left;
        final Node right;
        final char op;
        double slope;

        Node(double v) {
            this(v, null, null, 'x');
        }

        Node(double v, Node left, Node right, char op) {
            this.v = v;
            this.left = left;
            this.right = right;
            this.op = op;
        }
    }

    // A tape run backwards gives the slopes of sin(q), q = ab + a: their product is q cos² q.
    // run: tape(0.5, 1.0) = ~ 1e-14: 0.29192658172642881, d = ~ 1e-13: (-1.2347416901985058, -0.30868542254962644)
    static double tape(double a, double b) {
        Deque<Node> tape = new ArrayDeque<>();
        Node x = new Node(a), y = new Node(b);
        tape.push(x);
        tape.push(y);
        Node p = new Node(x.v * y.v, x, y, '*');
        tape.push(p);
        Node q = new Node(p.v + x.v, p, x, '+');
        tape.push(q);
        Node z = new Node(Math.sin(q.v), q, null, 's');
        tape.push(z);
        z.slope = 1;
        while (!tape.isEmpty()) {
            Node n = tape.pop();
            switch (n.op) {
                case '*':
                    n.left.slope += n.slope * n.right.v;
                    n.right.slope += n.slope * n.left.v;
                    break;
                case '+':
                    n.left.slope += n.slope;
                    n.right.slope += n.slope;
                    break;
                case 's':
                    n.left.slope += n.slope * Math.cos(n.left.v);
                    break;
                default:
            }
        }
        return x.slope * y.slope;
    }

    record Event(double time, int kind) implements Comparable<Event> {
        @Override
        public int compareTo(Event o) {
            return Double.compare(time, o.time);
        }
    }

    // Five of one kind, every 1/rate, and four of the other: 55/rate² + 2 · 30 step².
    // run: queue(2.0, 0.5625) = ~ 1e-14: 32.734375, d = ~ 1e-14: (-13.75, 67.5)
    static double queue(double rate, double step) {
        PriorityQueue<Event> waiting = new PriorityQueue<>();
        waiting.add(new Event(1 / rate, 0));
        waiting.add(new Event(step, 1));
        double sum = 0;
        for (int n = 0; n < 9; n++) {
            Event e = waiting.poll();
            sum += e.time() * e.time() * (e.kind() + 1);
            waiting.add(new Event(e.time() + (e.kind() == 0 ? 1 / rate : step), e.kind()));
        }
        return sum;
    }

    static final class Parameter {
        double value;

        Parameter(double value) {
            this.value = value;
        }

        void scale(double k) {
            value *= k;
        }
    }

    // run: parameters(2.0, 3.0) = 96.0, d = (56.0, 16.0)
    static double parameters(double a, double b) {
        Map<String, Parameter> all = new LinkedHashMap<>();
        all.put("a", new Parameter(a));
        all.put("bb", new Parameter(b));
        for (Parameter p : all.values()) {
            p.scale(2);
        }
        double sum = 0;
        for (Map.Entry<String, Parameter> e : all.entrySet()) {
            sum += e.getValue().value * e.getKey().length();
        }
        return sum * all.get("a").value + all.getOrDefault("c", all.get("a")).value * 8;
    }
}
