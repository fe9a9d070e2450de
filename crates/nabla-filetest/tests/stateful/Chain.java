import java.util.ArrayList;
import java.util.List;

/** Objects that a call makes and leaves behind: linked, in a list, of several classes. */
class Chain {
    private Link head = new Weighted(1, 2, null);
    private final List<Link> all = new ArrayList<>();
    private Link best = head;

    double f(double x, double y) {
        Link made = x > 0 ? new Weighted(x * y, y, head) : new Link(x, head);
        all.add(made);
        head = made;
        if (all.size() > 4) {
            head.next = null;
            all.clear();
        }
        double sum = 0;
        for (Link at = head; at != null; at = at.next) {
            sum += at.weigh(y);
            at.value = at.value * 0.5 + x;
        }
        if (sum > best.value) {
            best = made;
        }
        return sum * best.value;
    }

    double g(double[] a, double x) {
        head.value *= a[0];
        best.value += x;
        Link first = all.isEmpty() ? head : all.get(0);
        first.value += a[1] * x;
        if (x < -0.5) {
            throw new IllegalStateException("after it was written");
        }
        a[0] = first.value + head.weigh(a[2]);
        return a[0] * best.weigh(x);
    }

    void change(int k, double v) {
        switch (k) {
            case 0 -> head.value = v;
            case 1 -> head = new Link(v, null);
            case 2 -> best = head;
            case 3 -> all.add(head);
            default -> best.value += v;
        }
    }

    double[] state() {
        double sum = 0;
        for (Link at = head; at != null; at = at.next) {
            sum = 3 * sum + at.value;
        }
        return new double[] {sum, head.value, best.value, all.size()};
    }

    /** A number and the next. */
    static class Link {
        double value;
        Link next;

        Link(double value, Link next) {
            this.value = value;
            this.next = next;
        }

        double weigh(double y) {
            return value * y;
        }
    }

    /** With a weight of its own. */
    static final class Weighted extends Link {
        private double weight;

        Weighted(double value, double weight, Link next) {
            super(value, next);
            this.weight = weight;
        }

        @Override
        double weigh(double y) {
            weight = 0.5 * (weight + y);
            return super.weigh(y) * weight;
        }
    }
}
