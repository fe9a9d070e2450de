//! What a derivative does not follow is told by an exception, which no handler of the user's keeps.

mod common;

use common::Workplace;

const SHAPE: (&str, &str) = (
    "demo/Shape.java",
    "package demo;
public interface Shape {
  double area(double x);
  final class Square implements Shape {
    public double area(double x) {
      if (x < 0) throw new IllegalStateException(\"negative\");
      return x * x;
    }
  }
  static double guarded(Shape s, double x) {
    try { return s.area(x); } catch (RuntimeException e) { return 7 * x; }
  }
  static double ofThrowable(Shape s, double x) {
    try { return s.area(x); } catch (IllegalStateException | ArithmeticException e) { return 7 * x; }
      catch (Throwable t) { return 9 * x; }
  }
  static double nested(Shape s, double x) {
    double r = x;
    try {
      try { r += guarded(s, x); } finally { r *= 2; }
    } catch (Exception e) { r = 5 * x; }
    return r;
  }
  static double locked(Shape s, double x) {
    synchronized (s) {
      try { return s.area(x); } catch (UnsupportedOperationException e) { return x; }
    }
  }
}
",
);
const CHECK: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  interface Derivative { double at(Shape s, double x); }
  static final class Cube implements Shape { public double area(double x) { return x * x * x; } }
  static final class Bad implements Shape { public double area(double x) { throw new IllegalStateException(); } }

  static void near(double found, double wanted) {
    if (found != wanted) throw new AssertionError(found + \" is not \" + wanted);
  }
  public static void main(String[] args) {
    Derivative[] all = {Shape::guarded_dx, Shape::ofThrowable_dx, Shape::nested_dx, Shape::locked_dx};
    double[] slopes = {6, 6, 14, 6};
    for (int i = 0; i < all.length; i++) {
      near(all[i].at(new Shape.Square(), 3), slopes[i]);
      for (Shape unknown : new Shape[] {new Cube(), new Bad()}) {
        try {
          throw new AssertionError(all[i].at(unknown, 3) + \" of \" + i);
        } catch (UnsupportedOperationException told) {
          if (!told.getMessage().startsWith(unknown.getClass().getName())) throw told;
        }
      }
    }
    near(Shape.guarded_dx(new Shape.Square(), -1), 7);
    near(Shape.ofThrowable_dx(new Shape.Square(), -1), 7);
    near(Shape.nested_dx(new Shape.Square(), -1), 16);
    System.out.println(\"ok\");
  }
}
",
);

#[test]
fn no_handler_keeps_it() {
    let place = Workplace::new();
    place.javac(&[SHAPE], "classes", "");
    let methods = ["-m", "guarded", "-m", "ofThrowable", "-m", "nested", "-m", "locked"];
    place.run(&[&["diff", "classes"][..], &methods].concat()).code(0);
    place.javac(&[CHECK], "check", "nabla-out");
    place.java("check:nabla-out", "demo.Check");
}
