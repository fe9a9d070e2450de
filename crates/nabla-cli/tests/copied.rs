//! Arrays that several objects hold because an object was copied, and methods that have nothing to do with them.

mod common;

use common::Workplace;

const COPIES: (&str, &str) = (
    "Copies.java",
    "import java.util.ArrayList;
public class Copies {
  interface Shape extends Cloneable {}
  static class Part implements Shape {
    double[] w = new double[2];
    Part copy() {
      try {
        return (Part) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
  static class Listed extends ArrayList<String> { double[] w = new double[2]; }
  private final Part part = new Part(), same = part.copy();
  private final Listed listed = new Listed(), again = (Listed) listed.clone();
  public double parts(double x) { part.w[0] = x; return same.w[0] * x; }
  public double lists(double x) { listed.w[0] = x; return again.w[0] * x; }
  public static double product(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) sum += x[i] * y[i];
    return sum;
  }
}",
);

/// That it may be copied is all that is said of it: nothing copies it.
const MATRIX: (&str, &str) = (
    "Matrix.java",
    "public class Matrix implements Cloneable {
  private final double[][] a;
  Matrix(int rows) { a = new double[rows][rows]; }
  double get(int i, int j) { return a[i][j]; }
  Matrix doubled() {
    Matrix r = new Matrix(a.length);
    for (int i = 0; i < a.length; i++) { r.a[i] = a[i].clone(); r.a[i][i] *= 2; }
    return r;
  }
  public static double cubic(double x, double y) {
    Matrix m = new Matrix(2);
    m.a[0][1] = x * y;
    return m.get(0, 1) * x;
  }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  public static void main(String[] none) {
    Copies copies = new Copies();
    if (copies.parts_dx(3) != 6 || copies.lists_dx(3) != 6) throw new AssertionError();
    System.out.println(\"ok\");
  }
}",
);

const SECOND: (&str, &str) = (
    "Second.java",
    "public class Second {
  static void same(double a, double b) { if (a != b) throw new AssertionError(a + \" and \" + b); }
  public static void main(String[] none) {
    double[] gradient = new double[2];
    double[][] hessian = new double[2][2];
    same(Matrix.cubic_hess(3, 5, gradient, hessian), 45);
    same(gradient[0], 30);
    same(gradient[1], 9);
    same(hessian[0][0], 10);
    same(hessian[0][1], 6);
    same(hessian[1][0], 6);
    same(hessian[1][1], 0);
    double[][] products = new double[4][4];
    same(Copies.product_hess(new double[] {1, 2}, new double[] {3, 4}, new double[4], products), 11);
    same(products[0][2], 1);
    same(products[3][1], 1);
    same(products[0][1], 0);
    System.out.println(\"ok\");
  }
}",
);

/// `Cloneable` stands above an interface of the program, or a class of the JDK.
#[test]
fn copies_hold_the_arrays_of_what_was_copied() {
    let place = Workplace::new();
    place.javac(&[COPIES], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Copies.parts", "-m", "Copies.lists", "-d", "out"]).code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}

/// Of the product nothing is kept in objects, whatever the methods beside it do, and nothing copies a matrix.
#[test]
fn second_derivatives_keep_nothing_of_copies() {
    let place = Workplace::new();
    place.javac(&[COPIES, MATRIX], "in", "");
    let methods = ["-m", "Copies.parts", "-m", "Copies.product", "-m", "Matrix.cubic"];
    place
        .run(&[&["diff", "in", "-d", "out", "-k", "--form", "grad,hess"][..], &methods].concat())
        .code(1)
        .says(&["1 of 3 methods refused"]);
    // One that is refused has no derivatives of the first order either.
    let written = place.read("out/Copies.class");
    assert!(!written.windows(10).any(|text| text == b"parts_grad"));
    place.javac(&[SECOND], "check", "out:in");
    place.java("check:out:in", "Second");
}
