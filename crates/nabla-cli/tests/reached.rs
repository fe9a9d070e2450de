//! Of what is on the class path only the classes count that the program may have objects of.

mod common;

use common::Workplace;

/// A library in which one class cannot be differentiated: it keeps what it is given in an array of objects.
const LIBRARY: &[(&str, &str)] = &[
    (
        "lib/Statistic.java",
        "package lib;
public abstract class Statistic {
    public abstract void add(double x);
    public abstract double result();
    public double of(double[] values) {
        for (double value : values) add(value);
        return result();
    }
}",
    ),
    (
        "lib/Mean.java",
        "package lib;
public class Mean extends Statistic {
    private double sum;
    private int n;
    @Override public void add(double x) { sum += x; n++; }
    @Override public double result() { return sum / n; }
}",
    ),
    (
        "lib/Last.java",
        "package lib;
public class Last extends Statistic {
    private final Object[] kept = new Object[1];
    @Override public void add(double x) { kept[0] = x; kept.toString(); }
    @Override public double result() { return (Double) kept[0]; }
}",
    ),
    ("lib/Holder.java", "package lib; public class Holder { public Statistic statistic = new Mean(); }"),
    (
        "lib/Registry.java",
        "package lib;
public class Registry {
    public static Statistic chosen = new Mean();
    public static double of(double[] values) { return chosen.of(values); }
}",
    ),
    (
        "lib/Fixed.java",
        "package lib;
public class Fixed {
    private static final Statistic FIXED = new Mean();
    public static double of(double[] values) { return FIXED.of(values); }
}",
    ),
    ("lib/Shape.java", "package lib; public interface Shape { double size(double x); }"),
    (
        "lib/Square.java",
        "package lib; public class Square implements Shape { public double size(double x) { return x * x; } }",
    ),
    (
        "lib/Named.java",
        "package lib;
public class Named {
    public static Shape shape(String name) {
        try {
            return (Shape) Class.forName(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }
}",
    ),
];

fn place(models: &[(&str, &str)]) -> Workplace {
    let place = Workplace::new();
    place.javac(LIBRARY, "lib", "");
    place.pack("lib.jar", "lib");
    place.javac(models, "in", "lib");
    place
}

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
    public static void main(String[] args) {
        if (Model.mean_da(3, 5) != 2) throw new AssertionError(Model.mean_da(3, 5));
        if (Fixed.fixed_da(3, 5) != 1) throw new AssertionError(Fixed.fixed_da(3, 5));
        System.out.println(\"ok\");
    }
}",
);

#[test]
fn what_nothing_makes_is_no_receiver() {
    let place = place(&[
        (
            "Model.java",
            "public class Model {
    static double mean(double a, double b) { return new lib.Mean().of(new double[] {a, b, a * b - 4}); }
}",
        ),
        (
            "Fixed.java",
            "public class Fixed { static double fixed(double a, double b) { return lib.Fixed.of(new double[] {2 * a, b}); } }",
        ),
    ]);
    let told = place.run(&["diff", "in/Model.class", "-cp", "in:lib.jar", "-m", "mean", "-d", "out"]).code(0);
    assert_eq!(told.err, "");
    assert!(told.out.contains("Mean.class") && !told.out.contains("Last.class"), "{}", told.out);
    // What was written there is used again.
    place.run(&["diff", "in/Fixed.class", "-cp", "out:lib.jar", "-m", "fixed", "-d", "more"]).code(0);
    place.javac(&[CHECK], "check", "more:out:in:lib.jar");
    place.java("check:more:out:in:lib.jar", "Check");
}

#[test]
fn what_is_made_by_its_name_is_a_receiver() {
    let place = place(&[(
        "Named.java",
        "public class Named { static double size(double x) { return lib.Named.shape(\"lib.Square\").size(x); } }",
    )]);
    place.run(&["diff", "in/Named.class", "-cp", "lib.jar", "-m", "size", "-d", "out"]).code(0);
    let check = "public class ByName {
    public static void main(String[] args) {
        if (Named.size_dx(3) != 6) throw new AssertionError(Named.size_dx(3));
        System.out.println(\"ok\");
    }
}";
    place.javac(&[("ByName.java", check)], "check", "out:lib.jar");
    place.java("check:out:lib.jar", "ByName");
}

#[test]
fn what_may_come_from_elsewhere_counts() {
    let bodies = [
        ("a parameter", "static double f(lib.Statistic s, double x) { return s.of(new double[] {x, 1}); }"),
        ("a field", "lib.Statistic s; double f(double x) { return s.of(new double[] {x, 1}); }"),
        (
            "a field of that",
            "static double f(lib.Holder h, double x) { return h.statistic.of(new double[] {x, 1}); }",
        ),
        ("a static field", "static double f(double x) { return lib.Registry.of(new double[] {x, 1}); }"),
        (
            "what it is cast to",
            "static double f(Object o, double x) { return ((lib.Statistic) o).of(new double[] {x, 1}); }",
        ),
    ];
    for (what, body) in bodies {
        let place = place(&[("Model.java", &format!("public class Model {{ {body} }}"))]);
        let run = || place.run(&["diff", "in/Model.class", "-cp", "in:lib.jar", "-m", "f", "-d", "out"]);
        // The class that cannot be differentiated is written, too, for it has to say so where it is called; or what
        // it does has all be refused.
        let ran = run();
        assert!(ran.code == 1 || ran.out.contains("Last.class"), "{what}: {}{}", ran.out, ran.err);
        std::fs::remove_file(place.path("lib/lib/Last.class")).unwrap();
        place.pack("lib.jar", "lib");
        assert_eq!(run().code(0).err, "", "{what}");
    }
}
