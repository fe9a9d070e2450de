//! A class that is called and is not at hand: the refusal says which, and what to do.

mod common;

use common::Workplace;

const SOURCE: &str = "public class Scaled {
  static final class Factor { final double k; Factor(double k) { this.k = k; } double times(double x) { return k * x; } }
  public static double value(double x) { return new Factor(3).times(x); }
}
";

#[test]
fn a_class_that_was_not_found_is_named() {
    let place = Workplace::new();
    place.javac(&[("Scaled.java", SOURCE)], "in", "");
    let run = place.run(&["check", "in/Scaled.class", "-m", "value"]);
    run.code(1).says(&[
        "NB0201",
        "a call of `Scaled$Factor.times`, whose class was not found",
        "give `Scaled$Factor` with `--class-path`",
    ]);
    place.run(&["check", "in/Scaled.class", "-m", "value", "--class-path", "in"]).code(0);
}

const LIBRARY: &str = "public abstract class Curve {
  public abstract double at(double x);
  public double twice(double x) { return 2 * at(x); }
}
";

const CURVES: &str = "class Curves {
  static class Line extends Curve {
    final double k;
    Line(double k) { this.k = k; }
    @Override public double at(double x) { return k * x; }
  }
  static double inherited(double k) { return new Line(k).twice(3); }
  static double captured(double k) {
    Curve curve = new Curve() { @Override public double at(double x) { return k * x; } };
    return curve.twice(3);
  }
}
";

#[test]
fn what_a_class_that_was_not_found_may_call_is_not_constant() {
    let place = Workplace::new();
    place.javac(&[("Curve.java", LIBRARY)], "library", "");
    place.javac(&[("Curves.java", CURVES)], "in", "library");
    for (method, call) in [("inherited", "Curves$Line.twice"), ("captured", "Curve.twice")] {
        let run = place.run(&["check", "in", "-m", method]);
        run.code(1).says(&["NB0201", &format!("a call of `{call}`")]);
        place.run(&["check", "in", "-m", method, "--class-path", "library"]).code(0);
    }
}
