//! What an earlier run added to a class: later runs use it where it is what they would add.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  static double k = 1, m = 1;
  static double scaled(double y) { return k * y; }
  static double square(double y) { return y * y; }
  public static double other(double x) { m = x; return scaled(x); }
  public static double field(double x) { k = x; return scaled(x); }
  public static double one(double x) { return square(x); }
  public static double two(double x) { return square(x) + x; }
}
",
);
const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  public static void main(String[] a) {
    boolean right = Model.other_dx(3) == 1 && Model.field_dx(3) == 6;
    System.out.println(right ? \"ok\" : \"wrong\");
  }
}
",
);

fn methods(place: &Workplace, class: &str, name: &str) -> usize {
    let bytes = place.read(class);
    let class = nabla_classfile::ClassFile::read(&bytes).unwrap();
    class.methods.iter().filter(|m| class.pool.utf8(m.name).unwrap().starts_with(name)).count()
}

#[test]
fn tangent_methods_that_follow_other_fields_stand_beside_those_of_this_run() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in/Model.class", "-m", "other", "-d", "first"]).code(0);
    place.run(&["diff", "first/Model.class", "-m", "field", "-d", "second"]).code(0);
    assert_eq!(methods(&place, "second/Model.class", "nabla$scaled$"), 2);
    place.javac(&[CHECK], "check-second", "second");
    place.java("check-second:second", "Check");
    // In one run all is followed.
    place.run(&["diff", "in/Model.class", "-m", "other", "-m", "field", "-d", "both"]).code(0);
    place.javac(&[CHECK], "check", "both");
    place.java("check:both", "Check");
}

#[test]
fn the_same_tangent_method_is_there_once() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in/Model.class", "-m", "one", "-d", "first"]).code(0);
    place.run(&["diff", "first/Model.class", "-m", "two", "-d", "second"]).code(0);
    assert_eq!(methods(&place, "second/Model.class", "nabla$square$"), 1);
    assert_eq!(methods(&place, "second/Model.class", "two_dx"), 1);
}

#[test]
fn refreshing_leaves_what_the_user_wrote() {
    let place = Workplace::new();
    let text = "public class Own {
  public static double f(double x) { return x * x; }
  public static double f_dx(double x) { return 42; }
}
";
    place.javac(&[("Own.java", text)], "in", "");
    let before = place.read("in/Own.class");
    place.run(&["diff", "in", "-m", "f", "--in-place", "--refresh"]).code(1).says(&["NB0105", "`f_dx`"]);
    assert_eq!(place.read("in/Own.class"), before);
}

#[test]
fn interfaces_of_functions_are_made_once() {
    let place = Workplace::new();
    let text = "import java.util.function.DoublePredicate;
public class Tested {
  static double f(double x, double y) {
    DoublePredicate p = v -> v > 0.5;
    return p.test(x) ? x * x * y : y;
  }
}
";
    let check = "public class Check {
  public static void main(String[] a) {
    boolean right = Tested.f_dx_dx(2, 3) == 6 && Tested.f_dx_dy(2, 3) == 4 && Tested.f_dy_dx(2, 3) == 4 && Tested.f_dy_dy(2, 3) == 0;
    System.out.println(right ? \"ok\" : \"wrong\");
  }
}
";
    place.javac(&[("Tested.java", text)], "in", "");
    place.run(&["diff", "in", "-m", "f", "--form", "partial", "-d", "out"]).code(0);
    place.run(&["diff", "out", "-m", "f_dx", "-m", "f_dy", "--form", "partial", "-d", "again"]).code(0);
    place.javac(&[("Check.java", check)], "check", "again");
    place.java("check:again:out", "Check");
}

/// A method whose rule is another one each time, by a parameter and by a field.
#[test]
fn refreshing_makes_derivatives_by_fields_anew() {
    let place = Workplace::new();
    let text = "public class Held {
  public double k = 2;
  static double bits(double x) { return Double.longBitsToDouble(Double.doubleToLongBits(x)); }
  public double f(double x) { return x * bits(k); }
  static double steep(double x, double dx, double[] tangent) { tangent[0] = 100 * dx; return x; }
  static double plain(double x, double dx, double[] tangent) { tangent[0] = dx; return x; }
}
";
    let check = "public class Check {
  public static void main(String[] a) {
    Held h = new Held();
    double[] t = new double[1];
    h.f_jvp(3, 0, 1, t);
    boolean right = h.f_dk(3) == 3 && h.f_dx(3) == 2 && t[0] == 3;
    System.out.println(right ? \"ok\" : \"wrong: \" + h.f_dk(3) + \" \" + t[0]);
  }
}
";
    place.javac(&[("Held.java", text)], "in", "");
    place.write("steep", "Held.bits(D)D = Held.steep\n");
    place.write("plain", "Held.bits(D)D = Held.plain\n");
    let diff = ["diff", "in", "--in-place", "--refresh", "-m", "Held.f", "--wrt", "x,this.k", "--rules"];
    place.run(&[&diff[..], &["steep"]].concat()).code(0);
    place.run(&[&diff[..], &["plain"]].concat()).code(0);
    place.javac(&[("Check.java", check)], "check", "in");
    place.java("check:in", "Check");
    // By the parameter alone there is none by the field.
    place.run(&["diff", "in", "--in-place", "--refresh", "-m", "Held.f"]).code(0);
    assert_eq!((methods(&place, "in/Held.class", "f_dk"), methods(&place, "in/Held.class", "f_dx")), (0, 1));
}

#[test]
fn refreshing_one_of_a_name_leaves_the_derivatives_of_the_others() {
    let place = Workplace::new();
    let text = "public class Overloads {
  public static double f(double x) { return x * x; }
  public static double f(double x, double y) { return x * y; }
  public static double f(double x, double[] y) { return x * y[0]; }
  public static double f(double x, int n) { return x * n; }
}
";
    place.javac(&[("Overloads.java", text)], "in", "");
    place.run(&["diff", "in", "--in-place", "-m", "f"]).code(0);
    let before = methods(&place, "in/Overloads.class", "f");
    place.run(&["diff", "in", "--in-place", "--refresh", "-m", "f(D)D"]).code(0);
    assert_eq!(methods(&place, "in/Overloads.class", "f"), before);
    // What is selected along by `*` is a derivative that is made anew, and no method to differentiate.
    place.run(&["diff", "in", "--in-place", "--refresh", "-m", "Overloads.*"]).code(0);
    assert_eq!(methods(&place, "in/Overloads.class", "f"), before);
}

#[test]
fn a_lambda_that_was_deleted_does_not_refuse_the_next_run() {
    let model = |body: &str| {
        format!(
            "import java.util.function.DoubleUnaryOperator;
public class Kept {{
  final DoubleUnaryOperator square = x -> x * x;
  {body}
}}
"
        )
    };
    let first = model(
        "final DoubleUnaryOperator cube = x -> x * x * x;
  public double value(double x) { return square.applyAsDouble(x) * cube.applyAsDouble(x); }",
    );
    let second = model("public double value(double x) { return square.applyAsDouble(x); }");
    const CHECK: (&str, &str) = (
        "Check.java",
        "public class Check {
  public static void main(String[] a) { System.out.println(new Kept().value_dx(3) == 6 ? \"ok\" : \"wrong\"); }
}
",
    );
    let place = Workplace::new();
    for source in [&first, &second] {
        place.javac(&[("Kept.java", source)], "in", "");
        place.run(&["diff", "in", "-q", "-m", "value", "-d", "out"]).code(0);
    }
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}

#[test]
fn refreshing_one_leaves_the_kept_lambdas_of_the_others() {
    const KEPT: (&str, &str) = (
        "Kept.java",
        "import java.util.function.DoubleUnaryOperator;
public class Kept {
  final DoubleUnaryOperator square = x -> x * x;
  class Scaled implements DoubleUnaryOperator {
    public double applyAsDouble(double x) { return square.applyAsDouble(x) * k; }
  }
  double k = 3;
  final Scaled scaled = new Scaled();
  public double all(double x) { k = x; return scaled.applyAsDouble(x); }
  public double one(double x) { return square.applyAsDouble(x); }
  public double two(double x) { k = x * square.applyAsDouble(x); return scaled.applyAsDouble(x) * k; }
}
",
    );
    const CHECK: (&str, &str) = (
        "Check.java",
        "public class Check {
  public static void main(String[] a) {
    boolean right = new Kept().one_dx(2) == 4 && new Kept().all_dx(2) == 12 && new Kept().two_dx(2) == 1024;
    System.out.println(right ? \"ok\" : \"wrong\");
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[KEPT], "in", "");
    let mut counts = Vec::new();
    for _ in 0..3 {
        for method in ["Kept.one", "Kept.all", "Kept.two"] {
            place.run(&["diff", "in", "-q", "-m", method, "--in-place", "--refresh"]).code(0);
        }
        counts.push(methods(&place, "in/Kept.class", ""));
    }
    // What the first rounds leave behind does not grow.
    assert_eq!(counts[1], counts[2]);
    place.javac(&[CHECK], "check", "in");
    place.java("check:in", "Check");
}
