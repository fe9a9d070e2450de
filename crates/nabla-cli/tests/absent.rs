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
