//! What is advised where a derivative is wrong: to look at the user's own rule, where one takes part.

mod common;

use common::Workplace;

const LIBRARY: &str = "package lib;
public final class Library {
  private static double same(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
  public static double square(double x) { return same(x) * same(x); }
  public static double square_jvp(double x, double x_dot, double[] tangent) {
    tangent[0] = x * x_dot;
    return square(x);
  }
  public static double cube(double x) { return same(x) * same(x) * same(x); }
  public static double cube_jvp(double x, double x_dot, double[] tangent) {
    tangent[0] = 3 * x * x * x_dot;
    return cube(x);
  }
}
";

const USE: &str = "package demo;
import lib.Library;
public class Use {
  public static double f(double x) { return Library.square(x) + Library.cube(x); }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY)], "lib", "");
    place.javac(&[("demo/Use.java", USE)], "classes", "lib");
    let line = |name: &str| format!("lib.Library.{name}(D)D = lib.Library.{name}_jvp\n");
    place.write("rules.txt", line("square") + &line("cube"));
    place
}

const ARGS: [&str; 7] = ["classes", "-cp", "lib", "-m", "f", "--rules", "rules.txt"];

#[test]
fn the_rule_that_is_located_is_to_be_looked_at() {
    let place = place();
    let ran = place.run(&[&["verify", "--locate"], &ARGS[..]].concat()).code(1);
    let advice = "look at your own rule `lib.Library.square_jvp`, the derivative of `lib.Library.square`";
    let ran = ran.says(&["the derivative of `demo.Use.f(double x)` is wrong", advice]);
    assert!(!ran.err.contains("please report") && !ran.err.contains("cube_jvp"), "{}", ran.err);
}

#[test]
fn all_rules_that_take_part_are_to_be_looked_at() {
    let place = place();
    let ran = place.run(&[&["verify"], &ARGS[..]].concat()).code(1).says(&[
        "look at your own rules first",
        "`lib.Library.square_jvp`",
        "`lib.Library.cube_jvp`",
        "--locate",
    ]);
    assert!(!ran.err.contains("please report"), "{}", ran.err);
}

#[test]
fn a_page_that_finds_a_wrong_derivative_ends_with_1() {
    let place = place();
    let ran = place.run(&[&["explain", "--html", "p.html", "--verify"], &ARGS[..]].concat()).code(1);
    ran.says(&["the derivative of `demo.Use.f(double x)` is wrong", "look at your own rules first"]);
    assert!(place.path("p.html").is_file());
}
