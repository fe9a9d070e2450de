//! Receivers of classes that were not known when the derivative was made: never a zero, though what all known
//! classes do may not depend on what they are given.

mod common;

use common::Workplace;

const KNOWN: (&str, &str) = (
    "Known.java",
    "public class Known {
  public interface Function { double at(double x); }
  public static class Seven implements Function { public double at(double x) { return 7; } }
  public interface Action { void go(double[] values); }
  public static class Nothing implements Action { public void go(double[] values) { } }
  public static class Base { public double at(double x) { return 1; } public double[] row(double x) { return null; } }
  public static abstract class Shape { abstract Double area(double side); static class None extends Shape { Double area(double side) { return 0.0; } } }

  public static double called(Function f, double x) { return f.at(x) + x; }
  public static double twice(Function f, double x) { return called(f, x); }
  public static double action(Action a, double x) { double[] v = {x}; a.go(v); return v[0]; }
  public static double overridden(Base b, double x) { return b.at(x) * x; }
  public static double row(Base b, double x) { double[] row = b.row(x); return row == null ? x : row[0]; }
  public static double boxed(Shape s, double x) { return s.area(x); }
  public interface Filter { boolean accept(double[] values); int keep(double x); double last(); }
  public static class All implements Filter { public boolean accept(double[] v) { return true; } public int keep(double x) { return 0; } public double last() { return 1; } }
  public static double filtered(Filter f, double x) { double[] v = {x}; return f.accept(v) ? v[0] : 0; }
  public static double kept(Filter f, double x) { f.keep(x); return f.last() * x; }
  public static double ignored(Function f, double x) { f.at(x); return x; }
  public static double counts(java.util.function.IntPredicate p, double x) { return p.test(3) ? x : 0; }
}",
);

const UNKNOWN: (&str, &str) = (
    "Unknown.java",
    "public class Unknown {
  static class Square implements Known.Function { public double at(double x) { return x * x; } }
  static class Doubles implements Known.Action { public void go(double[] v) { v[0] *= 2; } }
  static class Below extends Known.Base {
    public double at(double x) { return x; }
    public double[] row(double x) { return new double[] {x * x}; }
  }
  static class Squares implements Known.Filter {
    double k;
    public boolean accept(double[] v) { v[0] *= v[0]; return true; }
    public int keep(double x) { k = x; return 0; }
    public double last() { return k; }
  }
  static class Plain extends Known.Base { }
  interface Call { double get(); }
  static void unknown(Call call) {
    try {
      System.out.println(\"no exception: \" + call.get());
    } catch (UnsupportedOperationException e) {
      if (!e.getMessage().contains(\"Unknown$\")) throw e;
    }
  }
  static void same(double a, double b) { if (a != b) throw new AssertionError(a + \" and \" + b); }
  public static void main(String[] none) {
    unknown(() -> Known.called_dx(new Square(), 2));
    unknown(() -> Known.called_dx(x -> x * x, 2));
    unknown(() -> Known.twice_dx(new Square(), 2));
    unknown(() -> Known.action_dx(new Doubles(), 2));
    unknown(() -> Known.overridden_dx(new Below(), 2));
    unknown(() -> Known.row_dx(new Below(), 2));
    unknown(() -> Known.filtered_dx(new Squares(), 2));
    unknown(() -> Known.kept_dx(new Squares(), 2));
    unknown(() -> Known.ignored_dx(new Square(), 2));
    same(Known.filtered_dx(new Known.All(), 2), 1);
    same(Known.kept_dx(new Known.All(), 2), 1);
    same(Known.ignored_dx(new Known.Seven(), 2), 1);
    same(Known.called_dx(new Known.Seven(), 2), 1);
    same(Known.twice_dx(new Known.Seven(), 2), 1);
    same(Known.action_dx(new Known.Nothing(), 2), 1);
    same(Known.overridden_dx(new Known.Base(), 2), 1);
    same(Known.row_dx(new Known.Base(), 2), 1);
    same(Known.boxed_dx(new Known.Shape.None(), 2), 0);
    same(Known.counts_dx(i -> i == 3, 2), 1);
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn unknown_classes_throw_where_active_values_go_in() {
    let place = Workplace::new();
    place.javac(&[KNOWN], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Known.*", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[UNKNOWN], "check", "out:in");
    place.java("check:out:in", "Unknown");
}

/// Functions of which nothing is known, out of collections, are given functions of what is active.
const GIVEN: (&str, &str) = (
    "Given.java",
    "import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
public class Given {
  public interface Law { double of(double x); }
  public static double listed(List<Function<Law, Double>> all, double x) {
    double sum = 0;
    for (Function<Law, Double> f : all) sum += f.apply(y -> y * x);
    return sum;
  }
  public static double mapped(Map<String, ToDoubleFunction<Law>> all, double x) {
    return all.get(\"a\").applyAsDouble(y -> y * x);
  }
  private static double call(ToDoubleFunction<Law> f, Law law) { return f.applyAsDouble(law); }
  public static double passed(Map<String, ToDoubleFunction<Law>> all, double x) {
    return call(all.get(\"a\"), y -> y * x);
  }
  public static double constant(Map<String, ToDoubleFunction<Law>> all, double x) {
    return x * all.get(\"a\").applyAsDouble(y -> y * y);
  }
}
",
);

#[test]
fn unknown_functions_that_are_given_functions_are_refused() {
    let place = Workplace::new();
    place.javac(&[GIVEN], "classes", "");
    for method in ["listed", "mapped", "passed"] {
        let args = ["check", "classes", "-m", method, "--form", "partial"];
        place.run(&args).code(1).says(&["NB0201", "java.util.function."]);
    }
    place.run(&["check", "classes", "-m", "constant", "--form", "partial"]).code(0);
}
