//! What objects of the JDK were given before they may call later, and by it other functions, which store numbers without their
//! tangents.

mod common;

use common::Workplace;

/// What each program has.
const SHARED: &str = "
    static double last;
    static class P { double v; double c; P(double v) { this.v = v; } double cost() { return c = v * v; } }
    static final P A = new P(1), B = new P(2), C = new P(3);
";

/// Elements of a sorted set with an order of their own, and a part of one.
const NATURAL: &str =
    "static class Natural implements Comparable<Natural> { double v; Natural(double v) { this.v = v; }
            public int compareTo(Natural other) { last = v * other.v; return Double.compare(v, other.v); } }
        static final Natural D = new Natural(1), E = new Natural(2), F = new Natural(3);
        static final SortedSet<Natural> PART = new TreeSet<>(List.of(D, E, F)).subSet(D, F);";

/// By what the derivative would be lost that the JDK computes as it asks; what a program has besides, and what its method does with x.
const LOST: &[(&str, &str, &str)] = &[
    (
        "a key that is kept",
        "static final Comparator<P> BY = Comparator.comparingDouble(P::cost);",
        "PriorityQueue<P> queue = new PriorityQueue<>(BY);
            queue.add(new P(x));
            queue.add(new P(x + 1));
            return queue.poll().c + x;",
    ),
    (
        "an order of another",
        "static final Comparator<P> FIRST = (a, b) -> { last = a.v * b.v; return Double.compare(a.v, b.v); };
        static final TreeSet<P> SET = new TreeSet<>(Collections.reverseOrder(FIRST));
        static { SET.add(new P(4)); }",
        "SET.contains(new P(x));
            return last + x;",
    ),
    (
        "a key in an order that an object asks",
        "static class Asked implements Comparable<Asked> {
            double v; double c; Asked(double v) { this.v = v; }
            static final Comparator<Asked> BY = Comparator.comparingDouble(Asked::cost);
            double cost() { return c = v * v; }
            public int compareTo(Asked other) { return BY.compare(this, other); }
        }",
        "List<Asked> all = new ArrayList<>(List.of(new Asked(x), new Asked(x + 1)));
            Collections.sort(all);
            return all.get(0).c + x;",
    ),
    (
        "a function that an object asks",
        "static class Asked implements Comparable<Asked> {
            double v; double c; Asked(double v) { this.v = v; }
            static final ToDoubleFunction<Asked> COST = a -> a.v * a.v;
            public int compareTo(Asked other) { c = COST.applyAsDouble(this); return 0; }
        }",
        "List<Asked> all = new ArrayList<>(List.of(new Asked(x), new Asked(x + 1)));
            Collections.sort(all);
            return all.get(1).c + x;",
    ),
    (
        "a function of an interface of its own",
        "interface Cost { double of(double v); }
        static class Costly { final Cost cost; double v; double c; Costly(Cost cost, double v) { this.cost = cost; this.v = v; }
            public int hashCode() { c = cost.of(v); return 1; } }",
        "Costly asked = new Costly(v -> v * x, 2);
            Set<Costly> all = new HashSet<>();
            all.add(asked);
            return asked.c + x;",
    ),
    (
        "a function that an order calls",
        "static class By implements Comparator<P> { final DoubleConsumer seen; By(DoubleConsumer seen) { this.seen = seen; }
            public int compare(P a, P b) { seen.accept(a.v * b.v); return Double.compare(a.v, b.v); } }
        static final TreeSet<P> SET = new TreeSet<>(new By(seen -> last = seen));
        static { SET.add(new P(4)); }",
        "SET.contains(new P(x));
            return last + x;",
    ),
    (
        "the keys of a map in an order",
        "static class Noting implements Comparator<P> { public int compare(P a, P b) { last = a.v * b.v; return Double.compare(a.v, b.v); } }
        static final TreeMap<P, String> MAP = new TreeMap<>(new Noting());
        static { MAP.put(new P(2), \"a\"); }",
        "MAP.keySet().contains(new P(x));
            return last + x;",
    ),
    (
        "what a queue removes in its order",
        "static final PriorityQueue<P> QUEUE = new PriorityQueue<>((a, b) -> { last = a.v * b.v; return Double.compare(a.v, b.v); });
        static { QUEUE.addAll(List.of(A, B, C)); }",
        "B.v = x;
            C.v = x + 1;
            Iterator<P> all = QUEUE.iterator();
            all.next();
            all.remove();
            return last + x;",
    ),
    (
        "one of two streams",
        "static final List<P> LIST = new ArrayList<>(List.of(A));
        static final Stream<P> MAPPED = LIST.stream().map(p -> { last = p.v * 3; return p; });",
        "Iterator<P> all = (x > 0 ? MAPPED : LIST.stream()).iterator();
            A.v = x * x;
            all.next();
            return last + x;",
    ),
    (
        "a map that another class makes",
        "static final Comparator<P> BY = (a, b) -> { last = a.v * b.v; return Double.compare(a.v, b.v); };
        static final TreeMap<P, String> MAP = Helper.map(BY);
        static { MAP.put(new P(2), \"a\"); }",
        "MAP.containsKey(new P(x));
            return last + x;",
    ),
    (
        "a copy of a part",
        NATURAL,
        "E.v = x * x;
            F.v = x;
            List<Natural> all = new ArrayList<>(PART);
            return last + x * all.size();",
    ),
    (
        "what a part adds to a list",
        NATURAL,
        "E.v = x * x;
            F.v = x;
            List<Natural> all = new ArrayList<>();
            all.addAll(0, PART);
            return last + x * all.size();",
    ),
    (
        "an iterator of a part",
        "static final Comparator<P> BY = (a, b) -> { last = a.v * b.v; return Double.compare(a.v, b.v); };
        static final ConcurrentSkipListSet<P> SET = new ConcurrentSkipListSet<>(BY);
        static { Collections.addAll(SET, A, B, C); }
        static final Iterator<P> ALL = SET.subSet(A, C).iterator();",
        "last = 0;
            B.v = x;
            ALL.next();
            return last + x;",
    ),
];

/// It knows of no class with numbers.
const HELPER: &str = "import java.util.*;
class Helper { static <K, V> TreeMap<K, V> map(Comparator<K> order) { return new TreeMap<>(order); } }";

fn model(members: &str, body: &str) -> String {
    let imports = "import java.util.*; import java.util.concurrent.*; import java.util.function.*; import java.util.stream.*;";
    format!(
        "{imports}\npublic class Model {{ {SHARED} {members}\n    static double f(double x) {{ {body} }}\n}}"
    )
}

#[test]
fn what_the_jdk_computes_as_it_asks_is_not_lost() {
    for (what, members, body) in LOST {
        let place = Workplace::new();
        place.javac(&[("Model.java", &model(members, body)), ("Helper.java", HELPER)], "in", "");
        let told = place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]);
        assert_eq!(told.code, 1, "{what}: {}", told.err);
    }
}

#[test]
fn orders_that_store_nothing_are_followed() {
    let members = "static final Comparator<P> BY = Comparator.comparingDouble(p -> p.v * p.v);
        static final TreeMap<P, Double> MAP = new TreeMap<>(BY.reversed());
        static { MAP.put(new P(2), 3.0); MAP.put(new P(4), 5.0); }";
    let body = "PriorityQueue<P> queue = new PriorityQueue<>(BY);
        queue.add(new P(x)); queue.add(new P(x + 1));
        double sum = 0;
        for (P p : MAP.keySet()) sum += p.v * x * MAP.get(p);
        return queue.poll().v * x + sum;";
    let place = Workplace::new();
    let check = "public class Check {
    public static void main(String[] args) {
        if (Model.f_dx(1.5) != 3 + 26) throw new AssertionError(Model.f_dx(1.5));
        System.out.println(\"ok\");
    }
}";
    place.javac(&[("Model.java", &model(members, body)), ("Helper.java", HELPER)], "in", "");
    place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]).code(0);
    place.javac(&[("Check.java", check)], "check", "out:in");
    place.java("check:out:in", "Check");
}

#[test]
fn functions_that_an_object_asks_and_that_store_constants_are_followed() {
    let members =
        "static class Counted { final DoubleConsumer seen; Counted(DoubleConsumer seen) { this.seen = seen; }
        public int hashCode() { seen.accept(2); return 1; } }
        static double times;";
    let body = "Set<Counted> all = new HashSet<>();
        all.add(new Counted(n -> times = n * 3));
        return times * x * all.size();";
    let place = Workplace::new();
    let check = "public class Check {
    public static void main(String[] args) {
        if (Model.f_dx(1.5) != 6) throw new AssertionError(Model.f_dx(1.5));
        System.out.println(\"ok\");
    }
}";
    place.javac(&[("Model.java", &model(members, body)), ("Helper.java", HELPER)], "in", "");
    place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]).code(0);
    place.javac(&[("Check.java", check)], "check", "out:in");
    place.java("check:out:in", "Check");
    let captured = body.replace("n * 3", "n * x");
    place.javac(&[("Model.java", &model(members, &captured)), ("Helper.java", HELPER)], "captured", "");
    place.run(&["diff", "captured", "-m", "Model.f", "-d", "lost"]).code(1);
}
