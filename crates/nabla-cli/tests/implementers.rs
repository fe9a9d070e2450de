//! Enumerations and abstract classes that are functions of the JDK's and leave their method to others.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "import java.util.function.*;
public class Model {
  enum Act implements DoubleUnaryOperator {
    RELU { public double applyAsDouble(double v) { return Math.max(0, v); } },
    TANH { public double applyAsDouble(double v) { return Math.tanh(v); } }
  }
  static abstract class Form implements DoubleUnaryOperator { double k = 2; }
  static class Square extends Form { public double applyAsDouble(double v) { return k * v * v; } }
  static class Cube extends Form {
    final double c;
    Cube(double c) { this.c = c; }
    public double applyAsDouble(double v) { return c * v * v * v; }
  }
  public static double all(double x) { double s = 0; for (Act a : Act.values()) s += a.applyAsDouble(x); return s; }
  public static double one(double x) { return Act.TANH.applyAsDouble(x); }
  public static double either(double x, boolean b) { Form f = b ? new Square() : new Cube(x); return f.applyAsDouble(x); }
  public static double given(Form f, double x) { return f.applyAsDouble(x); }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  static void near(double found, double wanted) { if (Math.abs(found - wanted) > 1e-15 * Math.abs(wanted)) throw new AssertionError(found + \" \" + wanted); }
  public static void main(String[] none) {
    double x = 0.7, slope = 1 - Math.tanh(x) * Math.tanh(x);
    near(Model.all_dx(x), 1 + slope);
    near(Model.one_dx(x), slope);
    near(Model.either_dx(x, true), 4 * x);
    near(Model.either_dx(x, false), 4 * x * x * x);
    near(Model.given_dx(new Model.Cube(2), x), 6 * x * x);
    near(Model.given_dx(new Model.Square(), x), 4 * x);
    try {
      System.out.println(Model.given_dx(new Model.Form() { public double applyAsDouble(double v) { return v; } }, x));
    } catch (UnsupportedOperationException e) {
      if (e.getMessage().startsWith(\"Check$1 \")) System.out.println(\"ok\");
    }
  }
}",
);

#[test]
fn what_implements_a_function_may_leave_its_method_to_others() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Model.*", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
    for method in ["all", "one", "either", "given"] {
        let name = format!("Model.{method}");
        place.run(&["diff", "in", "-q", "-m", &name, "--form", "jvp,grad", "-d", method]).code(0);
    }
}
