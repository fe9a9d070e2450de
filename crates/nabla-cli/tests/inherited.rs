//! A derivative is that of the method beside it: a receiver that overrides this one and has no derivative of its own is an
//! exception that names its class; one that inherits it, known or not, has its derivative.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  double k = 1;
  public double f(double x) { return k * x * x; }
  protected double g(double[] x) { return x[0] * x[0]; }
  public static class Cube extends Model { public double f(double x) { return x * x * x; } }
  public static class Same extends Model { }
  public interface Shape {
    double side();
    default double area(double x) { return x * x * side(); }
  }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "import java.util.function.*;
public class Check {
  static class Unknown extends Model { }
  static class Other extends Model { public double f(double x) { return 7 * x; } protected double g(double[] x) { return 1; } }
  static class Own extends Model {
    public double f(double x) { return 7 * x; }
    public double f_dx(double x) { return 7 + 0 * super.f_dx(x); }
  }
  static class Disc implements Model.Shape {
    public double side() { return 3; }
    public double area(double x) { return 1; }
  }
  interface Flat extends Model.Shape { default double area(double x) { return 2; } }
  static void refused(String name, Supplier<Object> call) {
    Object found;
    try {
      found = call.get();
    } catch (UnsupportedOperationException e) {
      if (e.getMessage().startsWith(name)) return;
      throw e;
    }
    throw new AssertionError(name + \": \" + found);
  }
  static void near(double found, double wanted) { if (found != wanted) throw new AssertionError(found); }
  public static void main(String[] none) {
    double[] t = new double[2], one = {1};
    double[][] h = {{0}};
    for (Model m : new Model[] {new Model(), new Model.Same(), new Unknown(), new Unknown() { }, new Same(), new Unknown()}) {
      near(m.f_dx(3), 6);
      near(m.f_jvp(3, 1, t), 9);
      near(m.f_hess(3, t, h), 9);
      near(h[0][0], 2);
      near(m.f_hvp(3, 1, t), 9);
      near(m.g_grad(new double[] {3}, t), 9);
      near(t[0], 6);
    }
    near(new Own().f_dx(3), 7);
    for (Model m : new Model[] {new Model.Cube(), new Other()}) {
      String name = m.getClass().getName();
      refused(name, () -> m.f_dx(3));
      refused(name, () -> m.f_jvp(3, 1, t));
      refused(name, () -> m.f_hess(3, t, h));
      refused(name, () -> m.f_hvp(3, 1, t));
    }
    near(new Model.Cube().g_grad(one, t), 1);
    refused(\"Check$Other\", () -> new Other().g_grad(one, t));
    Model.Shape made = () -> 3;
    near(made.area_dx(2), 12);
    Model.Shape flat = (Flat) () -> 3;
    refused(\"Check$Disc\", () -> new Disc().area_dx(2));
    refused(flat.getClass().getName(), () -> flat.area_dx(2));
    System.out.println(\"ok\");
  }
  static class Same extends Unknown { }
}
",
);

#[test]
fn derivatives_are_inherited_with_their_method() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Model$Shape.area", "-d", "shape"]).code(0);
    let base = ["diff", "in", "-q", "-m", "Model.f", "-m", "Model.g", "-d", "out"];
    let forms = ["--form", "partial,jvp,grad,hess,hvp"];
    for lanes in [&[][..], &["--lanes", "1"]] {
        place.run(&[&base[..], &forms, lanes].concat()).code(0);
        place.javac(&[CHECK], "check", "out:shape:in");
        place.java("check:out:shape:in", "Check");
    }
}

const BY_FIELD: (&str, &str) = (
    "ByField.java",
    "public class ByField {
  public static void main(String[] none) {
    double[] t = new double[2];
    Model same = new Model.Same();
    if (same.f_dk(3) != 9 || same.f_jvp(3, 1, 0, t) != 9 || t[0] != 6) throw new AssertionError(t[0]);
    try {
      System.out.println(new Model.Cube().f_jvp(3, 1, 0, t));
    } catch (UnsupportedOperationException e) {
      if (e.getMessage().startsWith(\"Model$Cube\")) System.out.println(\"ok\");
    }
  }
}",
);

#[test]
fn so_are_those_by_fields() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Model.f", "--wrt", "x,this.k", "-d", "out"]).code(0);
    place.javac(&[BY_FIELD], "check", "out:in");
    place.java("check:out:in", "ByField");
}

const AGAIN: (&str, &str) = (
    "Again.java",
    "public class Again {
  public static void main(String[] none) {
    double[] g = new double[1];
    double[][] h = {{1}};
    Model same = new Model() { };
    if (same.f_dx_dx(3) != 2 || same.f_dx_hess(3, g, h) != 6 || g[0] != 2 || h[0][0] != 0) throw new AssertionError();
    try {
      System.out.println(new Model.Cube().f_dx_dx(3));
    } catch (UnsupportedOperationException e) {
      if (e.getMessage().startsWith(\"Model$Cube\")) System.out.println(\"ok\");
    }
  }
}",
);

#[test]
fn so_are_derivatives_of_derivatives() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Model.f", "-d", "once"]).code(0);
    place
        .run(&["diff", "once", "-q", "-m", "Model.f_dx", "--form", "partial,hess", "-cp", "in", "-d", "out"])
        .code(0);
    place.javac(&[AGAIN], "check", "out:once:in");
    place.java("check:out:once:in", "Again");
}

const GENERIC: (&str, &str) = (
    "Generic.java",
    "public class Generic<X> {
  public double f(X x, double t) { return t * t * t; }
  public double p(double t) { return t * t * t; }
  public static class Text extends Generic<String> {
    public double f(String x, double t) { return 5 * t; }
    public double p(double t) { return 3 * t; }
    public double p(double t, String s) { return 11 * t; }
  }
  public interface Fn<X> { default double g(X x, double t) { return t * t; } }
  public static class Ninefold implements Fn<String> { public double g(String s, double t) { return 9 * t; } }
}",
);

const BY_BRIDGE: (&str, &str) = (
    "ByBridge.java",
    "public class ByBridge {
  static void refused(java.util.function.Supplier<Object> call) {
    try {
      throw new AssertionError(call.get());
    } catch (UnsupportedOperationException e) {
      if (!e.getMessage().contains(\" overrides \")) throw e;
    }
  }
  public static void main(String[] none) {
    Generic<String> text = new Generic.Text(), plain = new Generic<>();
    Generic.Fn<String> nine = new Generic.Ninefold();
    refused(() -> text.f_dt(\"\", 2));
    refused(() -> nine.g_dt(\"\", 2));
    // The derivative of another overload is none of this one's.
    refused(() -> text.p_dt(2));
    if (plain.f_dt(\"\", 2) != 12 || new Generic.Text().f_dt(\"\", 2) != 5) throw new AssertionError();
    if (new Generic.Ninefold().g_dt(\"\", 2) != 9) throw new AssertionError();
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn the_derivative_of_an_overload_is_none_of_its_own() {
    let place = Workplace::new();
    place.javac(&[GENERIC], "in", "");
    let text = ["-m", "Generic$Text.f(Ljava/lang/String;D)D", "-m", "Generic$Text.p(DLjava/lang/String;)D"];
    let others = ["-m", "Generic.*", "-m", "Generic$Fn.*", "-m", "Generic$Ninefold.g(Ljava/lang/String;D)D"];
    place
        .run(&[&["diff", "in", "-q", "--form", "partial", "-d", "out"][..], &text, &others].concat())
        .code(0);
    place.javac(&[BY_BRIDGE], "check", "out:in");
    place.java("check:out:in", "ByBridge");
}

/// As much of the library as the versions of these methods need.
const ELEMENTS: [(&str, &str); 3] = [
    (
        "FieldElement.java",
        "package org.hipparchus;
public interface FieldElement<T extends FieldElement<T>> { T multiply(T other); T multiply(double other); }",
    ),
    (
        "CalculusFieldElement.java",
        "package org.hipparchus;
public interface CalculusFieldElement<T extends FieldElement<T>> extends FieldElement<T> { }",
    ),
    (
        "Real.java",
        "public class Real implements org.hipparchus.CalculusFieldElement<Real> {
  final double value;
  Real(double value) { this.value = value; }
  public Real multiply(Real other) { return new Real(value * other.value); }
  public Real multiply(double other) { return new Real(value * other); }
}",
    ),
];

const VERSIONS: (&str, &str) = (
    "Versions.java",
    "public class Versions {
  public static void main(String[] none) {
    Real three = new Real(3);
    for (Model m : new Model[] {new Model(), new Model.Same(), new Model() { }}) {
      if (m.f(three).value != 9) throw new AssertionError(m.f(three).value);
    }
    try {
      System.out.println(new Model.Cube().f(three).value);
    } catch (UnsupportedOperationException e) {
      if (e.getMessage().startsWith(\"Model$Cube\")) System.out.println(\"ok\");
    }
  }
}",
);

#[test]
fn so_are_versions_over_number_types() {
    let place = Workplace::new();
    place.javac(&[MODEL, ELEMENTS[0], ELEMENTS[1], ELEMENTS[2]], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Model.f", "--form", "field", "-d", "out"]).code(0);
    place.javac(&[VERSIONS], "check", "out:in");
    place.java("check:out:in", "Versions");
}
