//! `verify --locate`: which executions of a call are compared, and what is said where none is wrong.

mod common;

use common::Workplace;

/// A rule that is right at 0 and nowhere else, for what no code can be followed of.
const LIBRARY: &str = "package lib;
public final class Library {
  public static double square(double x) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(x * x));
  }
  public static double square_jvp(double x, double x_dot, double[] tangent) {
    tangent[0] = x * x_dot;
    return x * x;
  }
}
";

const USE: &str = "package demo;
import java.util.function.DoubleUnaryOperator;
import lib.Library;
public class Use {
  public static double loop(double x) {
    double sum = 0;
    for (int i = 0; i < 3; i++)
      sum += Library.square(i * x);
    return sum;
  }
  public static double late(double x) {
    double sum = 0;
    for (int i = 0; i < 40; i++) sum += Library.square(i < 30 ? 0 * (i + 1) * x + same(i) : x);
    return sum;
  }
  static double same(int i) { return i < 0 ? 1 : 0; }
  public static double reference(double x) {
    DoubleUnaryOperator f = Library::square;
    return f.applyAsDouble(x);
  }
  public static double stored(double x) {
    DoubleUnaryOperator f = Shared.square();
    return f.applyAsDouble(x);
  }
}
class Shared {
  interface Own { double applyAsDouble(double x); }
  static DoubleUnaryOperator square() { return Library::square; }
  static Own own() { return Library::square; }
}
";

#[test]
fn later_executions_of_a_call_are_compared() {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY), ("demo/Use.java", USE)], "classes", "");
    place.write("rules.txt", "lib.Library.square(D)D = lib.Library.square_jvp\n");
    let verify = |method: &str| {
        place.run(&["verify", "classes", "-m", method, "--rules", "rules.txt", "--locate"]).code(1)
    };
    let found = verify("loop").says(&["demo.Use.loop (Use.java:8): calls lib.Library.square; at ("]);
    assert!(!found.err.contains("the method itself"), "{}", found.err);
    // Executions that are alike count as one.
    verify("late").says(&["demo.Use.late (Use.java:13): calls lib.Library.square; at ("]);
}

#[test]
fn a_call_that_cannot_be_compared_is_not_passed_over() {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY), ("demo/Use.java", USE)], "classes", "");
    place.write("rules.txt", "lib.Library.square(D)D = lib.Library.square_jvp\n");
    let verify = |method: &str| {
        place.run(&["verify", "classes", "-m", method, "--rules", "rules.txt", "--locate"]).code(1)
    };
    verify("reference").says(&[
        "demo.Use.reference (Use.java:19): calls ",
        "applyAsDouble; at (",
        "`lib.Library.square_jvp`",
    ]);
    // What makes the function that ran makes others, too: it has no derivative to compare.
    verify("stored").says(&[
        "or a call that could not be compared: ",
        "demo.Use.stored (Use.java:23): calls ",
        "applyAsDouble",
    ]);
}
