//! A derivative initialises the classes that its method does, when that does: to look whether one of another class
//! holds an array, or to give a method to an interface, must not be what runs their initialisers first.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "import java.util.*;
public class Model {
  static double rate = 1;
  static int made;
  final double[] buffer = new double[1];
  final Scale scale = new Scale();
  static class Failing {
    static final double[] W = new double[2];
    static { if (made >= 0) throw new IllegalStateException(\"initialised\"); }
    static double at(int i) { return W[i]; }
  }
  static class Table {
    static final double[] RATES = { rate, 2 * rate };
    static double at(int i) { return RATES[i]; }
  }
  static class Holder {
    static final Holder ONE = new Holder();
    final double[] w = { 1 };
    Holder() { made++; }
    double times(double[] by) { return w[0] * by[0]; }
  }
  static class Scale {
    double[] factors = { 2 };
    double times(double[] by) { return factors[0] * by[0]; }
  }
  static class FailingScale extends Scale {
    static final double F = Failing.at(0);
    double[] more = { F };
    double times(double[] by) { return more[0] * by[0]; }
  }
  interface Curve {
    double[] FIRST = { ++made };
    double at(double t);
  }
  static class Square implements Curve { public double at(double t) { return t * t; } }
  static class Known implements Curve { public double at(double t) { return 3 * t; } }
  double later(double x) { rate = 3; buffer[0] = x; return buffer[0] * Table.at(1); }
  double never(double x) { buffer[0] = x; return x > 100 ? buffer[0] * Failing.at(1) : buffer[0] * x; }
  double noticed(double x) { buffer[0] = x; double n = made; if (x > 100) n += Holder.ONE.times(buffer); return (n + 1) * buffer[0]; }
  double unmade(double x) { buffer[0] = x; Scale used = x > 100 ? new FailingScale() : scale; return used.times(buffer); }
  double among(List<Scale> all, double[] by, double x) { by[0] = x; double s = 0; for (Scale one : all) s += one.times(by); return s; }
  double curve(double x) { Curve c = x > 0 ? new Square() : new Known(); return c.at(x) * (made + 1); }
  double passed(Curve c, double x) { return c.at(x); }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "import java.util.*;
public class Check {
  static void near(String what, double found, double wanted) {
    if (found != wanted) throw new AssertionError(what + \": \" + found);
  }
  public static void main(String[] none) {
    Model m = new Model();
    near(\"never\", m.never_dx(3), 6);
    near(\"noticed\", m.noticed_dx(3), 1);
    near(\"unmade\", m.unmade_dx(3), 2);
    double[] t = new double[1];
    near(\"among\", m.among_jvp(List.of(new Model.Scale()), new double[1], 3, new double[1], 1, t), 6);
    near(\"among\", t[0], 2);
    near(\"curve\", m.curve_dx(3), 6);
    near(\"made\", Model.made, 0);
    near(\"later\", m.later_dx(3), 6);
    Model.Curve unknown = u -> u;
    try {
      near(\"unknown\", m.passed_dx(unknown, 3), 1);
    } catch (AbstractMethodError e) {
      if (e.getMessage().contains(\"Check$$Lambda\")) System.out.println(\"ok\");
    }
  }
}
",
);

#[test]
fn classes_are_initialised_when_the_method_does() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let methods =
        ["later", "never", "noticed", "unmade", "among", "curve", "passed"].map(|m| format!("Model.{m}"));
    let selected = methods.iter().flat_map(|method| ["-m", method]);
    place.run(&["diff", "in", "-q", "-d", "out"].into_iter().chain(selected).collect::<Vec<_>>()).code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}
