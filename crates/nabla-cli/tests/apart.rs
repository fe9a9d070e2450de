//! Methods that are refused among others, for what those do to fields, and not alone.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "import java.util.*;
public class Model {
  // What an iterator of a type of the JDK's gives may be that of any class.
  static class Names implements Iterator<String> {
    int left = 2;
    public boolean hasNext() { return left > 0; }
    public String next() { left--; return \"n\"; }
  }
  static class Powers implements Iterator<Double> {
    double value;
    final double by;
    int left = 3;
    Powers(double by) { this.by = by; value = by; }
    public boolean hasNext() { return left > 0; }
    public Double next() { left--; double now = value; value *= by; return now; }
  }
  public static double named(double x) {
    Iterator<String> names = new Names();
    double sum = x;
    while (names.hasNext()) sum += x * names.next().length();
    return sum;
  }
  public static double powers(double x) {
    Powers powers = new Powers(x);
    double sum = 0;
    while (powers.hasNext()) sum += powers.next();
    return sum;
  }
  // An object that both groups change, and that outlives their calls.
  static class Cell { double v = 1; double[] row = {1, 1}; void add(double d) { v += d; row[0] = v * row[1]; } }
  static final Cell CELL = new Cell();
  public static double cellNamed(double x) {
    Iterator<String> names = new Names();
    while (names.hasNext()) CELL.add(x * names.next().length());
    return CELL.v * x + CELL.row[0];
  }
  public static double cellPowers(double x) {
    Powers powers = new Powers(x);
    while (powers.hasNext()) CELL.add(powers.next());
    return CELL.v * x + CELL.row[0];
  }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  static void same(double a, double b) { if (Math.abs(a - b) > 1e-12) throw new AssertionError(a + \" and \" + b); }
  public static void main(String[] none) {
    same(Model.named_dx(3), 3);
    same(Model.powers_dx(3), 1 + 2 * 3 + 3 * 9);
    double v = 1, x = 3;
    for (int i = 0; i < 5; i++) {
      // cellNamed: v + 2 x, times x, plus v + 2 x
      same(Model.cellNamed_dx(x), v + 4 * x + 2);
      v += 2 * x;
      same(Model.cellPowers_dx(x), v + 2 * x + 3 * x * x + 4 * x * x * x + 1 + 2 * x + 3 * x * x);
      v += x + x * x + x * x * x;
      Model.cellNamed(x);
      v += 2 * x;
    }
    System.out.println(\"ok\");
  }
}",
);

const SECOND: (&str, &str) = (
    "Second.java",
    "public class Second {
  static void same(double a, double b) { if (Math.abs(a - b) > 1e-12) throw new AssertionError(a + \" and \" + b); }
  public static void main(String[] none) {
    double[] row = {0};
    Model.powers_hvp(3, 2, row);
    same(row[0], 2 * (2 + 6 * 3));
    Model.named_hvp(3, 2, row);
    same(row[0], 0);
    same(Model.powers_dx(3), 1 + 2 * 3 + 3 * 9);
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn what_only_others_refuse_is_differentiated_apart() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Model.*", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
    // A second run makes the same of what the first made.
    let first = place.read("out/Model.class");
    place
        .run(&["diff", "out", "-q", "-m", "Model.*", "--form", "partial", "--in-place", "--refresh"])
        .code(0);
    assert_eq!(first, place.read("out/Model.class"));
}

#[test]
fn second_derivatives_are_differentiated_apart() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let methods = ["-m", "Model.named", "-m", "Model.powers"];
    let forms = ["--form", "partial,hvp", "-d", "out"];
    place.run(&[&["diff", "in", "-q"][..], &methods, &forms].concat()).code(0);
    place.javac(&[SECOND], "check", "out:in");
    place.java("check:out:in", "Second");
}

const MADE: (&str, &str) = (
    "Made.java",
    "public class Made {
  static class Cell { double v; Cell(double v) { this.v = v; } void add(double d) { v += d; } }
  public static double made(double x) { Cell cell = new Cell(x * x); cell.add(x); return cell.v * x; }
}",
);

#[test]
fn refreshing_takes_out_tangent_constructors() {
    let place = Workplace::new();
    place.javac(&[MADE], "in", "");
    place.run(&["diff", "in", "-q", "-m", "made", "-d", "out"]).code(0);
    let classes = ["out/Made.class", "out/Made$Cell.class"];
    let first = classes.map(|class| place.read(class));
    place.run(&["diff", "out", "-q", "-m", "made", "--in-place", "--refresh"]).code(0);
    assert!(first == classes.map(|class| place.read(class)));
}

/// Before version 49 the JVM takes names only as Java writes them.
#[test]
fn names_of_groups_may_stand_in_old_class_files() {
    let place = Workplace::new();
    place.javac(&[MODEL], "classes", "");
    for entry in std::fs::read_dir(place.path("classes")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[6..8].copy_from_slice(&48_u16.to_be_bytes());
        std::fs::write(&path, bytes).unwrap();
    }
    place.run(&["diff", "classes", "-q", "-m", "*", "--form", "partial"]).code(0);
    place.javac(&[CHECK], "check", "nabla-out:classes");
    place.java("check:nabla-out:classes", "Check");
}
