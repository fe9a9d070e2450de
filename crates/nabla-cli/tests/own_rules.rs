//! `@Derivative`: rules that users have written.

mod common;

use common::{DERIVATIVE, Workplace};

/// A library whose code cannot be differentiated: it looks at bits.
const LIBRARY: &str = "package lib;
public final class Library {
  private static double same(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
  public static double square(double x) { return same(x) * same(x); }
  public static double product(double x, double y) { return same(x) * same(y); }
  public static double power(int n, double x) { return Math.pow(same(x), n); }
  public static float half(float x) { return (float) same(x) / 2; }
  public static double root(double x) { return Math.sqrt(same(x)); }
  public static double closed(double x) { return same(x); }
  public double method(double x) { return x; }
}
";

const RULES: &str = "package demo;
import io.github.nablars.api.Derivative;
import lib.Library;
public final class Rules {
  @Derivative(of = Library.class, method = \"square\")
  public static double square_jvp(double x, double x_dot, double[] tangent) {
    tangent[0] = 2 * x * x_dot;
    return Library.square(x);
  }
  @Derivative(of = Library.class, method = \"product\", descriptor = \"(DD)D\")
  public static double product_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
    tangent[0] = x_dot * y + x * y_dot;
    return x * y;
  }
  @Derivative(of = Library.class, method = \"power\")
  public static double power(int n, double x, double x_dot, double[] tangent) {
    tangent[0] = n == 0 ? 0 : n * Library.power(n - 1, x) * x_dot;
    return Library.power(n, x);
  }
  @Derivative(of = Library.class, method = \"half\")
  public static float half(float x, float x_dot, double[] tangent) { tangent[0] = 0.5 * x_dot; return x / 2; }
  @Derivative(of = Library.class, method = \"root\")
  public static double root(double x, double x_dot, double[] tangent) {
    tangent[0] = x_dot / (2 * Math.sqrt(x));
    return Math.sqrt(x);
  }
  @Derivative(of = Math.class, method = \"ceil\")
  public static double ceil(double x, double x_dot, double[] tangent) { tangent[0] = 7 * x_dot; return x; }
  @Derivative(of = Library.class, method = \"closed\")
  static double closed(double x, double x_dot, double[] tangent) { tangent[0] = x_dot; return x; }
}
";

const USER: &str = "package app;
import lib.Library;
public class User {
  public static double one(double x) { return 3 * Library.square(x) + x; }
  public static double two(double x, double y) { return Library.product(Library.square(x), y); }
  public static double three(double x) { return Library.power(3, x); }
  public static float four(float x) { return Library.half(x) * x; }
  public static double five(double x) { return Library.root(x * x); }
  public static double six(double x) { return Math.ceil(x); }
  public static double sum(double[] a) { double s = 0; for (double x : a) s += Library.square(x); return s; }
  public static double closed(double x) { return Library.closed(x); }
}
";

const MAIN: &str = "package app;
public class Main {
  static void is(double expected, double found) {
    if (expected != found) throw new AssertionError(expected + \" \" + found);
  }
  public static void main(String[] args) {
    double[] t = new double[1];
    is(13, User.one_dx(2)); is(14, User.one_jvp(2, 10, t)); is(130, t[0]);
    is(2 * 3 * 5, User.two_dx(3, 5)); is(9, User.two_dy(3, 5));
    is(45, User.two_jvp(3, 5, 1, 10, t)); is(30 + 90, t[0]);
    is(12, User.three_dx(2));
    is(3, User.four_dx(3f));
    // A tangent that is zero stays zero, whatever the rule would say.
    is(0, User.five_jvp(0, 0, t)); is(0, t[0]);
    is(1, User.five_dx(4));
    is(7, User.six_dx(1.5));
    double[] g = new double[3];
    is(14, User.sum_grad(new double[] {1, 2, 3}, g)); is(2, g[0]); is(4, g[1]); is(6, g[2]);
    System.out.println(\"ok\");
  }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY)], "lib", "lib");
    place.javac(&[DERIVATIVE, ("demo/Rules.java", RULES), ("app/User.java", USER)], "classes", "lib");
    place
}

const CURVATURE: &str = "package app;
public class Curvature {
  public static void main(String[] args) {
    double[] g = new double[2];
    double[][] h = new double[2][2];
    User.two_hess(3, 5, g, h);
    String found = java.util.Arrays.deepToString(h);
    System.out.println(found.equals(\"[[10.0, 6.0], [6.0, 0.0]]\") ? \"ok\" : found);
  }
}
";

const OPEN: &[&str] =
    &["-m", "one", "-m", "two", "-m", "three", "-m", "four", "-m", "five", "-m", "six", "-m", "sum"];

#[test]
fn a_rule_is_called_in_place_of_the_code() {
    let place = place();
    let ran = place.run(&[&["diff", "classes", "-cp", "lib"], OPEN].concat()).code(0);
    // Neither the library nor the rules have changed.
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    place.javac(&[("app/Main.java", MAIN)], "main", "nabla-out:classes:lib");
    place.java("main:nabla-out:classes:lib", "app.Main");
}

#[test]
fn a_listing_shows_the_rule_called() {
    let ran = place().run(&["print", "classes", "-cp", "lib", "-m", "three", "--derivative"]).code(0);
    for part in ["three_dx(", "invokestatic app.User.nabla$rule$demo_Rules$power$IDD$"] {
        assert!(ran.out.contains(part), "no {part} in\n{}", ran.out);
    }
}

#[test]
fn second_derivatives_are_those_of_the_rules_code() {
    let place = place();
    place.run(&["diff", "classes", "-cp", "lib", "-m", "two", "--form", "hess"]).code(0);
    place.javac(&[("app/Curvature.java", CURVATURE)], "main", "nabla-out:classes:lib");
    place.java("main:nabla-out:classes:lib", "app.Curvature");
}

#[test]
fn a_rule_of_another_package_has_to_be_public() {
    place()
        .run(&["check", "classes", "-cp", "lib", "-m", "closed"])
        .code(1)
        .says(&["NB0201", "lib.Library.closed"]);
}

#[test]
fn a_star_does_not_mean_rules() {
    let report =
        place().run(&["check", "classes", "-cp", "lib", "-m", "*", "-k", "--format", "json"]).code(1).json();
    let classes: Vec<&str> =
        report["classes"].as_array().unwrap().iter().map(|c| c["class"].as_str().unwrap()).collect();
    assert_eq!(classes, ["app.User"]);
}

#[test]
fn what_cannot_be_a_rule_is_refused_where_it_stands() {
    let place = place();
    let text = "package demo;
import io.github.nablars.api.Derivative;
import lib.Library;
public class Wrong {
  @Derivative(of = Library.class, method = \"square\") static double a(double x, double[] tangent) { return x; }
  @Derivative(of = Library.class, method = \"square\") double b(double x, double v, double[] tangent) { return x; }
  @Derivative(of = Library.class, method = \"sqare\")
  static double c(double x, double v, double[] tangent) { return x; }
  @Derivative(of = Library.class, method = \"method\")
  static double d(double x, double v, double[] tangent) { return x; }
  @Derivative(of = Library.class, method = \"square\", descriptor = \"(F)F\")
  static double e(double x, double v, double[] tangent) { return x; }
  static double f(double x) { return x; }
}
";
    place.javac(&[("demo/Wrong.java", text)], "wrong", "classes:lib");
    let report =
        place.run(&["diff", "wrong", "-cp", "classes:lib", "-m", "f", "--format", "json"]).code(1).json();
    let methods = report["classes"][0]["methods"].as_array().unwrap();
    let found: Vec<(u64, &str)> = methods
        .iter()
        .flat_map(|m| m["diagnostics"].as_array().unwrap())
        .map(|d| (d["line"].as_u64().unwrap(), d["code"].as_str().unwrap()))
        .collect();
    assert_eq!(found, [5, 6, 8, 10, 12].map(|line| (line, "NB0506")));
    let help = methods
        .iter()
        .flat_map(|m| m["diagnostics"].as_array().unwrap())
        .map(|d| d["help"].as_str().unwrap());
    let expected = [
        "expected `static double a(double, double, double[])`",
        "expected `static double b(double, double, double[])`",
        "`lib.Library` has no method `sqare`",
        "no method `method` of `lib.Library` is static, with parameters of type `double`, `float` or `int` and a result of type `double` or `float`",
        "`lib.Library` has no static method `square(F)F`",
    ];
    assert_eq!(help.collect::<Vec<_>>(), expected);
}
