//! Rules that users have written, as they are called: from where, for which of several functions, with what
//! types.

mod common;

use common::{DERIVATIVE, Workplace};

/// A step function, whose own derivative is 0, beside others that look at bits.
const LIBRARY: &str = "package lib;
import io.github.nablars.api.Derivative;
public class Library {
  static double same(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
  public static double of(double x, double y) { return same(x * x * y); }
  public static double of(double x, int n) { return same(x * n); }
  public static double of(double x, float y) { return same(x * y); }
  public static float narrow(double x) { return (float) same(x); }
  public static double table(double x) { return Math.floor(x); }
  public static double hidden(double x) { return same(x); }
  @Derivative(of = Library.class, method = \"table\")
  public static double table_jvp(double x, double x_dot, double[] tangent) { tangent[0] = x_dot; return table(x); }
  @Derivative(of = Library.class, method = \"hidden\")
  private static double hidden_jvp(double x, double x_dot, double[] tangent) { tangent[0] = x_dot; return x; }
}
";

const RULES: &str = "package app;
import io.github.nablars.api.Derivative;
import lib.Library;
interface Rules {
  @Derivative(of = Library.class, method = \"of\")
  static double of_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
    tangent[0] = 2 * x * y * x_dot + x * x * y_dot;
    return Library.of(x, y);
  }
  @Derivative(of = Library.class, method = \"of\")
  static double of_jvp(double x, int n, double x_dot, double[] tangent) {
    tangent[0] = n * x_dot;
    return Library.of(x, n);
  }
  @Derivative(of = Library.class, method = \"of\")
  static double of_jvp(double x, float y, double x_dot, float y_dot, double[] tangent) {
    tangent[0] = y * x_dot + x * y_dot;
    return Library.of(x, y);
  }
  @Derivative(of = Library.class, method = \"narrow\")
  static float narrow_jvp(double x, double x_dot, double[] tangent) { tangent[0] = x_dot; return (float) x; }
}
class Below extends Library { }
";

const USER: &str = "package app;
import lib.Library;
public class User {
  public static double both(double x) { return Library.of(x, 3) + 10 * Library.of(x, x); }
  public static double mixed(double x, double y) { return Library.of(x, (float) y); }
  public static double narrow(double x) { return Library.narrow(x) * x; }
  public static double below(double x) { return Below.table(x) * x; }
  public static double hidden(double x) { return Library.hidden(x); }
}
";

const MAIN: &str = "package app;
public class Main {
  static void is(double expected, double found) {
    if (expected != found) throw new AssertionError(expected + \" \" + found);
  }
  public static void main(String[] args) {
    is(3 + 10 * 12, User.both_dx(2));
    is(5, User.mixed_dx(2, 5)); is(2, User.mixed_dy(2, 5));
    double[] t = new double[1];
    is(10, User.mixed_jvp(2, 5, 1, 100, t)); is(205, t[0]);
    is(4, User.narrow_dx(2));
    is(4, User.below_dx(2));
    double[][] hessian = new double[2][2];
    is(10, User.mixed_hess(2, 5, new double[2], hessian));
    is(0, hessian[0][0]); is(1, hessian[0][1]); is(1, hessian[1][0]); is(0, hessian[1][1]);
    System.out.println(\"ok\");
  }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    place.javac(&[DERIVATIVE, ("lib/Library.java", LIBRARY)], "lib", "lib");
    place.javac(&[("app/Rules.java", RULES), ("app/User.java", USER)], "classes", "lib");
    place
}

#[test]
fn a_rule_is_that_of_one_function() {
    let place = place();
    let methods = ["-m", "both", "-m", "narrow", "-m", "below", "-m", "mixed"];
    let forms = ["--form", "partial,jvp,hess"];
    place.run(&[&["diff", "classes", "-cp", "lib"], &methods[..], &forms].concat()).code(0);
    place.javac(&[("app/Main.java", MAIN)], "main", "nabla-out:classes:lib");
    place.java("main:nabla-out:classes:lib", "app.Main");
}

#[test]
fn a_rule_that_cannot_be_called_is_named() {
    let ran = place().run(&["check", "classes", "-cp", "lib", "-m", "hidden"]).code(1);
    ran.says(&["NB0201", "lib.Library.hidden", "make `lib.Library.hidden_jvp` public, and its class"]);
}

#[test]
fn a_rule_is_not_replaced_by_what_it_looks_like() {
    let place = place();
    let before = place.read("lib/lib/Library.class");
    let ran = place.run(&["diff", "lib", "--in-place", "--refresh", "-m", "table", "--form", "jvp"]).code(1);
    ran.says(&["NB0105", "table_jvp"]);
    assert_eq!(place.read("lib/lib/Library.class"), before);
}

#[test]
fn a_rule_of_a_class_that_is_not_there_is_a_warning() {
    let place = place();
    let name = "lib.Libary.hidden(D)D";
    place.write("rules.txt", format!("\u{feff}{name} = lib.Library.table_jvp\n"));
    let ran = place.run(&["diff", "classes", "-cp", "lib", "-m", "below", "--rules", "rules.txt"]).code(0);
    ran.says(&["rules.txt:1: the class `lib.Libary` was not found"]);
}
