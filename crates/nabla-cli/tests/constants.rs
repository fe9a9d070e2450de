//! Functions that initialisers make and keep: constants of enumerations with their formula, classes that hold functions. To make
//! one is not to call it; where an initialiser has one called with what was there before, that is noticed.

mod common;

use common::Workplace;

/// What each program has.
const SHARED: &str = "
    static final class P { double v, w; P(double v, double w) { this.v = v; this.w = w; } double area() { return v * w; } }
    static double last;
    static final P Q = new P(3, 1);
    static final List<P> ALL = new ArrayList<>(List.of(Q));
";

/// What a program has besides, what its method does with x, and its derivative at 1.5.
const KEPT: &[(&str, &str, f64)] = &[
    (
        "enum Metric { AREA(P::area), SUM(p -> p.v + p.w); final ToDoubleFunction<P> of; Metric(ToDoubleFunction<P> of) { this.of = of; } }",
        "return Metric.AREA.of.applyAsDouble(new P(x, x)) + Metric.SUM.of.applyAsDouble(new P(x, 1));",
        4.0,
    ),
    (
        "static final class Costs { static final ToDoubleFunction<P> AREA = p -> p.v * p.w; }",
        "P p = new P(x, 2); return Costs.AREA.applyAsDouble(p) * p.v;",
        6.0,
    ),
    (
        "static final class Orders { static final Comparator<P> BY = Comparator.comparingDouble(p -> p.v); }",
        "List<P> all = new ArrayList<>(); all.add(new P(x * x, 2)); all.add(new P(x, 1)); all.sort(Orders.BY);
        return all.get(0).v * all.get(1).w;",
        2.0,
    ),
    (
        "static final class Terms { static final List<ToDoubleFunction<P>> ALL = new ArrayList<>();
            static { ALL.add(p -> p.v * p.v); ALL.add(P::area); } }",
        "double sum = 0; for (ToDoubleFunction<P> term : Terms.ALL) sum += term.applyAsDouble(new P(x, 2)); return sum;",
        5.0,
    ),
    // Its constants have functions of another class, and what is written for the switch asks for their order.
    (
        "enum Kind { PLAIN(Norms.SQUARE, Norms.NORM), UNIT(p -> 1, p -> 1);
            private final ToDoubleFunction<Sized> square, norm;
            Kind(ToDoubleFunction<Sized> square, ToDoubleFunction<Sized> norm) { this.square = square; this.norm = norm; } }
        static final class Norms {
            static final ToDoubleFunction<Sized> SQUARE = s -> s.size * s.size;
            private static final ToDoubleFunction<Sized> NORM = s -> Math.sqrt(SQUARE.applyAsDouble(s)); }
        static final class Sized { static final Sized ZERO = new Sized(Kind.PLAIN, 0);
            final Kind kind; final double size; Sized(Kind kind, double size) { this.kind = kind; this.size = size; }
            double norm() { switch (kind) { case UNIT: return 1; default: return kind.norm.applyAsDouble(this); } } }",
        "return new Sized(Kind.PLAIN, x * x).norm() + new Sized(Kind.UNIT, x).norm() + Sized.ZERO.norm();",
        3.0,
    ),
];

/// What a program has besides, and what its method does; the derivative would be lost.
const CALLED: &[(&str, &str)] = &[
    (
        "static class Costs { static final ToDoubleFunction<P> OF = p -> p.v * 2; }
        static class Begun { static final double AT = Costs.OF.applyAsDouble(Q); static double at() { return AT; } }",
        "Q.v = x; return Begun.at();",
    ),
    (
        "static class Costs { static final Consumer<P> SEEN = p -> last = p.v * 3; }
        static class Begun { static { ALL.forEach(Costs.SEEN); } static void begin() { } }",
        "Q.v = x; Begun.begin(); return last;",
    ),
    (
        "enum Kind { A(p -> p.v * 3); final double at; Kind(ToDoubleFunction<P> of) { at = of.applyAsDouble(Q); } }",
        "Q.v = x; return Kind.A.at;",
    ),
    (
        "enum Kind { A(p -> last = p.v * 3); final Consumer<P> seen; Kind(Consumer<P> seen) { this.seen = seen; } }
        static class Begun { static { ALL.forEach(Kind.A.seen); } static void begin() { } }",
        "Q.v = x; Begun.begin(); return last;",
    ),
    (
        "interface Cost { double of(P p); }
        static class Costs { static final Cost OF = p -> p.v * 2; static final List<Cost> LIST = new ArrayList<>(); static { LIST.add(OF); } }
        static class Begun { static double sum; static { Costs.LIST.forEach(cost -> sum += cost.of(Q)); } static double sum() { return sum; } }",
        "Q.v = x; return Begun.sum();",
    ),
    (
        "static class Orders { static final Comparator<P> BY = (a, b) -> { last = a.v * b.v; return 0; }; }
        static class Begun { static final double AT; static { Orders.BY.compare(Q, Q); AT = last; } static double at() { return AT; } }",
        "Q.v = x; return Begun.at();",
    ),
    (
        "static class Orders { static final TreeSet<P> SET = new TreeSet<>((a, b) -> { last = a.v * b.v; return 1; }); static { SET.add(new P(2, 1)); } }
        static class Begun { static { Orders.SET.add(Q); } static void begin() { } }",
        "Q.v = x; Begun.begin(); return last;",
    ),
    // One function that it makes gets hold of it, and another is given it.
    (
        "static class Costs { static final ToDoubleFunction<P> OF = p -> p.v; static final DoubleSupplier NOW = () -> OF.applyAsDouble(Q);
            static final double AT = NOW.getAsDouble(); }",
        "Q.v = x; return Costs.AT;",
    ),
    // The initialiser of another class that it runs gives it.
    (
        "static class Giving { static { Costs.held = Q; } static void begin() { } }
        static class Costs { static P held; static final ToDoubleFunction<P> OF = p -> p.v; static double at;
            static { Giving.begin(); at = OF.applyAsDouble(held); } }",
        "Q.v = x; return Costs.at;",
    ),
    (
        "static class Above { static P held = Q; }
        static class Begun extends Above { static final ToDoubleFunction<P> OF = p -> p.v; static final double AT = OF.applyAsDouble(held);
            static double at() { return AT; } }",
        "Q.v = x; return Begun.at();",
    ),
];

fn model(members: &str, body: &str) -> String {
    format!(
        "import java.util.*; import java.util.function.*;
public class Model {{ {SHARED} {members}\n    static double f(double x) {{ {body} }}\n}}"
    )
}

#[test]
fn functions_that_initialisers_make_are_followed() {
    for (members, body, derivative) in KEPT {
        let place = Workplace::new();
        place.javac(&[("Model.java", &model(members, body))], "in", "");
        place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]).code(0);
        let check = format!(
            "public class Check {{
    public static void main(String[] args) {{
        double d = Model.f_dx(1.5);
        if (Math.abs(d - {derivative:?}) > 1e-14) throw new AssertionError(d);
        System.out.println(\"ok\");
    }}
}}"
        );
        place.javac(&[("Check.java", &check)], "check", "out:in");
        place.java("check:out:in", "Check");
    }
}

#[test]
fn functions_that_initialisers_call_are_not_lost() {
    for (members, body) in CALLED {
        let place = Workplace::new();
        place.javac(&[("Model.java", &model(members, body))], "in", "");
        let told = place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]);
        assert_eq!(told.code, 1, "{members}: {}", told.err);
    }
}
