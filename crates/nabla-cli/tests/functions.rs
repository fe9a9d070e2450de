//! Functions as values: the classes that derivatives need beside those of the input.

mod common;

use common::Workplace;

const FOO: (&str, &str) = (
    "demo/Foo.java",
    "package demo;
import java.util.function.DoubleUnaryOperator;
import tool.Tool;
public class Foo {
  private double k = 2;
  private double scaled(double t) { return k * t; }
  public static double value(double x) {
    DoubleUnaryOperator cube = t -> t * t * t;
    return Tool.mean(t -> x * t, x) + Tool.mean(cube, x);
  }
  public double reference(double x) { return Tool.mean(this::scaled, x * x); }
  public static double outside(DoubleUnaryOperator f, double x) { return f.applyAsDouble(x); }
  public static double kept(Tool tool, double x) { return tool.apply(x) + Tool.mean(t -> t, x); }
}
",
);
/// In another package: it calls functions that it knows nothing of.
const TOOL: (&str, &str) = (
    "tool/Tool.java",
    "package tool;
import java.util.function.DoubleUnaryOperator;
public class Tool {
  private final DoubleUnaryOperator f;
  public Tool(DoubleUnaryOperator f) { this.f = f; }
  public static double mean(DoubleUnaryOperator f, double x) { return 0.5 * (f.applyAsDouble(0) + f.applyAsDouble(x)); }
  public double apply(double x) { return f.applyAsDouble(x); }
}
",
);
/// (x² + x³)/2 has the derivative x + 3x²/2, and k·x²/2 has k·x.
const CHECK: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  public static void main(String[] args) {
    double x = 0.7;
    double[] tangent = new double[1];
    boolean same = Foo.value_jvp(x, 1, tangent) == Foo.value(x);
    boolean near = Math.abs(tangent[0] - x - 1.5 * x * x) < 1e-14;
    boolean reference = Math.abs(new Foo().reference_dx(x) - 2 * x) < 1e-14;
    System.out.println(same && near && reference ? \"ok\" : \"wrong: \" + tangent[0]);
  }
}
",
);
/// A function that was made where nobody looked.
const STRANGER: (&str, &str) = (
    "demo/Check.java",
    "package demo;
import tool.Tool;
public class Check {
  public static void main(String[] args) {
    try {
      System.out.println(\"no: \" + Foo.kept_dx(new Tool(t -> t * t), 3));
    } catch (UnsupportedOperationException e) {
      boolean named = e.getMessage().startsWith(\"demo.Check\") && e.getMessage().contains(\"applyAsDouble\");
      System.out.println(named ? \"ok\" : e.getMessage());
    }
  }
}
",
);
const SELECTED: [&str; 4] = ["-m", "value", "-m", "reference"];

fn together() -> Workplace {
    let place = Workplace::new();
    place.javac(&[FOO, TOOL], "classes", "");
    place
}

#[track_caller]
fn check(place: &Workplace, class_path: &str) {
    place.javac(&[CHECK], "check", class_path);
    place.java(&format!("check:{class_path}"), "demo.Check");
}

#[test]
fn the_classes_of_lambdas_are_written_beside_their_hosts() {
    let place = together();
    let ran = place.run(&[&["diff", "classes"][..], &SELECTED].concat()).code(0);
    let added: Vec<&str> = ran.out.lines().filter(|line| line.ends_with("  (added)")).collect();
    assert_eq!(added.iter().filter(|line| line.starts_with("nabla-out/demo/Foo$nabla$Lambda$")).count(), 3);
    let interface = "nabla-out/nabla/java/util/function/DoubleUnaryOperator$applyAsDouble$1.class  (added)";
    assert!(added.contains(&interface), "{}", ran.out);
    check(&place, "nabla-out");
    place.run(&[&["verify", "classes"][..], &SELECTED].concat()).code(0);
}

#[test]
fn in_place_and_again() {
    let place = together();
    let args = [&["diff", "classes", "--in-place"][..], &SELECTED].concat();
    place.run(&args).code(0);
    check(&place, "classes");
    let once = place.snapshot();
    place.run(&[&args[..], &["--refresh"]].concat()).code(0);
    assert_eq!(place.snapshot(), once);
}

#[test]
fn a_jar_gets_the_classes_of_its_lambdas() {
    let place = Workplace::new();
    place.javac(&[TOOL], "lib", "");
    place.javac(&[FOO], "app", "lib");
    place.pack("lib.jar", "lib");
    place.pack("app.jar", "app");
    place.run(&[&["diff", "app.jar", "lib.jar"][..], &SELECTED].concat()).code(0);
    check(&place, "nabla-out/app.jar:nabla-out/lib.jar");
    place.run(&[&["diff", "app.jar", "lib.jar", "--in-place"][..], &SELECTED].concat()).code(0);
    check(&place, "app.jar:lib.jar");
    place.run(&[&["diff", "app.jar", "lib.jar", "--in-place", "--refresh"][..], &SELECTED].concat()).code(0);
    check(&place, "app.jar:lib.jar");
}

#[test]
fn a_function_from_outside_is_no_zero() {
    let place = together();
    place
        .run(&["diff", "classes", "-m", "outside"])
        .code(1)
        .says(&["NB0201", "DoubleUnaryOperator.applyAsDouble"]);
    place.run(&["diff", "classes", "-m", "kept"]).code(0);
    place.javac(&[STRANGER], "check", "nabla-out");
    place.java("check:nabla-out", "demo.Check");
}

#[test]
fn a_companion_holds_no_tangents_of_functions() {
    let place = together();
    place
        .run(&["diff", "classes", "--detached", "-m", "value"])
        .code(1)
        .says(&["NB0401", "the tangents of a function"]);
}

/// (x² + x³)/2 has the second derivative 1 + 3x, and k·x²/2 has k.
const SECOND: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  public static void main(String[] args) {
    double x = 0.7;
    double[] g = new double[1], p = new double[1];
    double[][] h = new double[1][1];
    boolean value = Foo.value_hess(x, g, h) == Foo.value(x) && Foo.value_hvp(x, 2, p) == Foo.value(x);
    boolean near = Math.abs(h[0][0] - 1 - 3 * x) < 1e-14 && Math.abs(p[0] - 2 - 6 * x) < 1e-14;
    new Foo().reference_hvp(x, 3, p);
    System.out.println(value && near && Math.abs(p[0] - 6) < 1e-14 ? \"ok\" : \"wrong: \" + h[0][0] + \" \" + p[0]);
  }
}
",
);

#[test]
fn second_derivatives_go_through_functions() {
    let place = together();
    place.run(&[&["diff", "classes", "--form", "hess,hvp"][..], &SELECTED].concat()).code(0);
    place.javac(&[SECOND], "check", "nabla-out");
    place.java("check:nabla-out", "demo.Check");
}
