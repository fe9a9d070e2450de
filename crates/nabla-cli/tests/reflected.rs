//! Objects that are made by reflection, whose constructors run as they are.

mod common;

use common::Workplace;

/// Curves that a factory makes by their classes and by their names.
const CURVES: &str = "import java.lang.reflect.Constructor;

public class Curves {
    interface Curve { double at(double t); }
    static class Line implements Curve {
        final double slope, start;
        Line(double slope, double start) { this.slope = slope; this.start = start; }
        public double at(double t) { return slope * t + start; }
    }
    static class Parabola implements Curve {
        final double[] factors = {1, 2, 3};
        public double at(double t) { return factors[0] + t * (factors[1] + t * factors[2]); }
    }
    static class Scaled implements Curve {
        final Curve curve;
        double scale = 1;
        Scaled(Curve curve) { this.curve = curve; }
        public double at(double t) { return scale * curve.at(t); }
    }
    enum Kind {
        LINE(Line.class, double.class, double.class),
        SCALED(Scaled.class, Curve.class);
        private final Constructor<? extends Curve> constructor;
        Kind(Class<? extends Curve> type, Class<?>... parameters) {
            try {
                constructor = type.getDeclaredConstructor(parameters);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        Curve create(Object... arguments) {
            try {
                return constructor.newInstance(arguments);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
    static double line(double t) { return Kind.LINE.create(2.5, 1.0).at(t * t); }
    static double named(double t) {
        try {
            Curve curve = (Curve) Class.forName(\"Curves$Parabola\").getDeclaredConstructor().newInstance();
            return curve.at(t);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    static double scaled(double t) {
        Scaled scaled = (Scaled) Kind.SCALED.create(new Line(3, 0));
        scaled.scale = t;
        return scaled.at(t);
    }
}";

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
    static void check(double expected, double found) {
        if (expected != found) throw new AssertionError(expected + \" is \" + found);
    }
    public static void main(String[] args) {
        check(2.5 * 2 * 1.5, Curves.line_dt(1.5));
        check(2 + 6 * 1.5, Curves.named_dt(1.5));
        check(6 * 1.5, Curves.scaled_dt(1.5));
        System.out.println(\"ok\");
    }
}",
);

#[test]
fn objects_that_are_made_by_reflection_hold_constants() {
    let place = Workplace::new();
    place.javac(&[("Curves.java", CURVES)], "in", "");
    place
        .run(&["diff", "in", "-m", "Curves.line", "-m", "Curves.named", "-m", "Curves.scaled", "-d", "out"])
        .code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}

/// What a constructor takes that holds active values, and those values.
const GIVEN: &str = "
    static class Given { double number; double[] numbers = {0}; }
    static double number;
    static DoubleSupplier supplier;
    static Given given(double x) { Given given = new Given(); given.number = x * x; given.numbers[0] = x * x; return given; }
";

/// The constructor's parameters and body, and what is done before and given to it.
const LOST: &[(&str, &str, &str, &str)] = &[
    ("a field of an argument", "Given g", "k = g.number;", "Given g = given(x);"),
    ("an array of an argument", "Given g", "k = g.numbers[0];", "Given g = given(x);"),
    ("an argument that is changed", "Given g", "g.number = k;", "Given g = given(x);"),
    ("a box", "Double g", "k = g;", "Double g = x * x;"),
    ("a static field", "Double g", "k = number;", "number = x * x; Double g = 1.0;"),
    (
        "a function in a static field",
        "Double g",
        "k = supplier.getAsDouble();",
        "supplier = () -> x * x; Double g = 1.0;",
    ),
    (
        "a function that is given",
        "DoubleSupplier g",
        "k = g.getAsDouble();",
        "DoubleSupplier g = () -> x * x;",
    ),
];

#[test]
fn constructors_that_find_active_values_are_not_run_by_reflection() {
    for (what, parameter, body, before) in LOST {
        let place = Workplace::new();
        let kind = parameter.split(' ').next().unwrap();
        let made = format!("static class Made {{ double k; Made({parameter}) {{ {body} }} }}");
        let make = format!("(Made) Made.class.getDeclaredConstructor({kind}.class).newInstance(g)");
        let method = format!(
            "static double f(double x) throws Exception {{ {before} Made made = {make}; return made.k + given(x).number; }}"
        );
        let source = format!(
            "import java.util.function.DoubleSupplier; public class Model {{ {GIVEN} {made} {method} }}"
        );
        place.javac(&[("Model.java", &source)], "in", "");
        let told = place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]);
        assert_eq!(told.code, 1, "{what}: {}", told.err);
    }
}

/// A constructor, what is given to it, and what shares an array with the field `k` of what it makes.
const SHARED: &[(&str, &str, &str)] = &[
    ("Made(double[] given) { k = given; }", "w", "w[0]"),
    ("double[] j; Made(double[] given) { k = j = new double[2]; }", "w", "made.j[0]"),
    (
        "double[] j = new double[2]; Made(double[] given) { k = given.length > 0 ? j : new double[2]; }",
        "w",
        "made.j[0]",
    ),
    ("Made(double[] given) { k = W; }", "W", "W[0]"),
    ("Made(double[] given) { this(new Held(given)); } Made(Held held) { k = held.numbers; }", "w", "w[0]"),
];

#[test]
fn arrays_that_constructors_share_are_not_lost() {
    for (constructor, given, shared) in SHARED {
        let place = Workplace::new();
        let method = format!(
            "static double f(double x) throws Exception {{
                double[] w = {{1}};
                Made made = (Made) Made.class.getDeclaredConstructor(double[].class).newInstance((Object) {given});
                made.k[0] = x * x;
                return {shared} + x;
            }}"
        );
        let source = format!(
            "public class Model {{
    static double[] W = {{1}};
    static class Held {{ double[] numbers; Held(double[] numbers) {{ this.numbers = numbers; }} }}
    static class Made {{ double[] k; {constructor} }}
    {method}
}}"
        );
        place.javac(&[("Model.java", &source)], "in", "");
        let told = place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]);
        assert_eq!(told.code, 1, "{constructor}: {}", told.err);
    }
}
