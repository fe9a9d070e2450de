/** An object of objects that refer to each other, with arrays that several of them hold. */
class Mesh {
    private final Node[] nodes = new Node[3];
    private Node start;
    private final double[] load = {0.5, 1, 2};

    Mesh() {
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node();
        }
        for (int i = 0; i < nodes.length; i++) {
            nodes[i].left = nodes[(i + 1) % 3];
        }
        start = nodes[0];
    }

    double f(double x, double y) {
        start.take(x * y, load);
        start = start.left;
        double sum = 0;
        for (Node node : nodes) {
            sum += node.give() * x;
        }
        load[1] += sum * 0.25;
        return sum + load[1];
    }

    double g(double[] a, double x) {
        nodes[0].held = a;
        nodes[1].held[0] = x * a[1];
        nodes[2].total += nodes[0].held[0];
        return nodes[2].give() + nodes[1].give() * a[2];
    }

    void change(int k, double v) {
        switch (k) {
            case 0 -> nodes[0].total = v;
            case 1 -> start = nodes[2];
            case 2 -> nodes[1].left = nodes[1];
            case 3 -> nodes[1].held = new double[] {v, v, 1};
            default -> load[0] = v;
        }
    }

    double[] state() {
        double[] state = new double[6];
        for (int i = 0; i < 3; i++) {
            state[i] = nodes[i].total;
            state[i + 3] = nodes[i].held[0];
        }
        return state;
    }

    /** A total, an array, and a neighbour. */
    static class Node {
        double total = 1;
        double[] held = {1, 2, 3};
        Node left;

        void take(double amount, double[] load) {
            total += amount * load[0];
            held[1] = total * left.total;
            left.total = Math.tanh(left.total - amount);
            left.held = held.clone();
        }

        double give() {
            double given = total * held[1];
            total -= 0.5 * given;
            return given + held[2];
        }
    }
}
