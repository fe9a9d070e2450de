//! Where the receiver decides, a body that is refused throws when a derivative comes to it: it never
//! passes for one that depends on nothing, and leaves no wrong tangents behind.

mod common;

use common::Workplace;

const FOO: (&str, &str) = (
    "demo/Foo.java",
    "package demo;
public class Foo {
  interface Area { double of(double r); }
  interface Count { int of(double r); }
  interface Holder { Cell of(double r); }

  static class Cell { final double held; Cell(double held) { this.held = held; } }

  static double bits(double r) { return Double.longBitsToDouble(Double.doubleToRawLongBits(r)); }

  public static double area(double x, boolean odd) {
    Area area = odd ? new Area() { public double of(double r) { return bits(r); } }
        : new Area() { public double of(double r) { return 7; } };
    return x * x + area.of(x);
  }

  public static double count(double x, boolean odd) {
    Count count = odd ? new Count() { public int of(double r) { return (int) Double.doubleToRawLongBits(r); } }
        : new Count() { public int of(double r) { return 7; } };
    return x * count.of(x);
  }

  public static double decides(double x, boolean odd) {
    Count count = odd ? new Count() { public int of(double r) { return (int) Double.doubleToRawLongBits(r); } }
        : new Count() { public int of(double r) { return 7; } };
    return count.of(x) == 7 ? x * x : x;
  }
}
",
);
const CHECK: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  interface Derivative { double of(boolean odd); }

  static String told(Derivative f, boolean odd) {
    try {
      return String.valueOf(f.of(odd));
    } catch (RuntimeException e) {
      return e.getMessage().endsWith(\" (nabla-rs)\") ? \"throws\" : e.getMessage();
    }
  }

  public static void main(String[] args) {
    String area = told(odd -> Foo.area_dx(3, odd), false) + \" \" + told(odd -> Foo.area_dx(3, odd), true);
    String decides = told(odd -> Foo.decides_dx(3, odd), false) + \" \" + told(odd -> Foo.decides_dx(3, odd), true);
    String all = area + \" \" + decides;
    System.out.println(all.equals(\"6.0 throws 6.0 1.0\") ? \"ok\" : all);
  }
}
",
);

#[test]
fn a_refused_body_never_passes_for_a_constant_one() {
    let place = Workplace::new();
    place.javac(&[FOO], "classes", "");
    place.run(&["diff", "classes", "-m", "demo.Foo.area", "-m", "demo.Foo.decides"]).code(0);
    place.javac(&[CHECK], "check", "nabla-out");
    place.java("check:nabla-out:classes", "demo.Check");
    let ran = place.run(&["check", "classes", "-m", "demo.Foo.count"]).code(1);
    assert!(ran.err.contains("NB0204"), "{}", ran.err);
}

/// What a body that is refused would have given counts for nothing, and that is no reason to say that the result
/// depends on nothing.
#[test]
fn a_result_that_may_be_an_exception_is_not_said_to_depend_on_nothing() {
    const RULES: (&str, &str) = (
        "Rules.java",
        "public class Rules {
  public interface Function { double at(double x); }
  public interface Rule { double over(Function f); }
  public static class None implements Rule { public double over(Function f) { return 0; } }
  public static class Raw implements Rule {
    public double over(Function f) { return Double.longBitsToDouble(Double.doubleToRawLongBits(f.at(2))); }
  }
  public static double by(Rule rule, double x) { return rule.over(t -> t * x); }
  public static double by(None rule, double x) { return rule.over(t -> t * x); }
}",
    );
    let place = Workplace::new();
    place.javac(&[RULES], "in", "");
    let ran =
        place.run(&["diff", "in", "-m", "by(LRules$Rule;D)D", "--form", "partial", "-d", "out"]).code(0);
    assert!(!ran.err.contains("NB0301"), "{}", ran.err);
    place
        .run(&["diff", "in", "-m", "by(LRules$None;D)D", "--form", "partial", "-d", "out"])
        .code(0)
        .says(&["NB0301"]);
}
