//! Functions that objects have since before a derivative is called: where classes take the place of those that were
//! given, the program makes them so that they have tangents.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "demo/Model.java",
    "package demo;
import java.util.function.DoubleUnaryOperator;
public class Model {
  private final DoubleUnaryOperator square = x -> x * x, cube;
  double[] state = {1};
  private final DoubleUnaryOperator through = x -> state[0] * x;
  public Model(double k) { cube = x -> k * x * x * x; }
  public double value(double x) { return cube.applyAsDouble(x); }
  public double other(double x) { return square.applyAsDouble(x); }
  public double captured(double x) { return through.applyAsDouble(x); }
}
",
);
const CHECK: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  public static void main(String[] args) {
    Model model = new Model(2);
    boolean right = model.value_dx(3) == 54 && model.value(3) == 54;
    System.out.println(right ? \"ok\" : \"wrong: \" + model.value_dx(3));
  }
}
",
);
/// What captured an object may see an array of it, and is not followed.
const CAPTURED: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  public static void main(String[] args) {
    try {
      System.out.println(\"no: \" + new Model(2).captured_dx(3));
    } catch (UnsupportedOperationException e) {
      System.out.println(e.getMessage().startsWith(\"demo.Model\") ? \"ok\" : e.getMessage());
    }
  }
}
",
);
fn compiled() -> Workplace {
    let place = Workplace::new();
    place.javac(&[MODEL], "classes", "");
    place
}

#[track_caller]
fn check(place: &Workplace, source: (&str, &str), class_path: &str) {
    place.javac(&[source], "check", class_path);
    place.java(&format!("check:{class_path}"), "demo.Check");
}

fn diff(place: &Workplace, method: &str, more: &[&str]) {
    let args = ["diff", "classes", "-q", "--form", "partial", "-m", method];
    place.run(&[&args, more].concat()).code(0);
}

#[test]
fn what_a_constructor_made_of_numbers_has_tangents() {
    let place = compiled();
    diff(&place, "demo.Model.value", &[]);
    check(&place, CHECK, "nabla-out");
    place.run(&["verify", "classes", "-m", "demo.Model.value"]).code(0);
}

#[test]
fn what_captured_an_object_is_an_exception() {
    let place = compiled();
    diff(&place, "demo.Model.captured", &[]);
    check(&place, CAPTURED, "nabla-out");
}

#[test]
fn in_place_and_again() {
    let place = compiled();
    diff(&place, "demo.Model.value", &["--in-place"]);
    check(&place, CHECK, "classes");
    let once = place.snapshot();
    diff(&place, "demo.Model.value", &["--in-place", "--refresh"]);
    assert_eq!(place.snapshot(), once);
    // Another derivative beside it.
    diff(&place, "demo.Model.other", &["--in-place", "--refresh"]);
    check(&place, CHECK, "classes");
}

/// A lambda that captured its object is made again with tangents of other fields, and by the same `invokedynamic`.
#[test]
fn what_captured_its_object_is_made_after_each_run() {
    const OWN: (&str, &str) = (
        "demo/Own.java",
        "package demo;
import java.util.function.DoubleUnaryOperator;
public class Own {
  double k = 2;
  private final DoubleUnaryOperator f = t -> t * k;
  public double plain(double x) { return f.applyAsDouble(x); }
  public double changed(double x) { k = x; return f.applyAsDouble(x); }
}
",
    );
    const LAST: (&str, &str) = (
        "demo/Check.java",
        "package demo;
public class Check {
  public static void main(String[] args) {
    boolean right = new Own().plain(3) == 6 && new Own().changed(3) == 9 && new Own().plain_dx(3) == 2;
    System.out.println(right ? \"ok\" : \"wrong\");
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[OWN], "classes", "");
    for method in ["demo.Own.changed", "demo.Own.plain"] {
        diff(&place, method, &["--in-place", "--refresh"]);
    }
    check(&place, LAST, "classes");
}

/// A lambda that can be serialised still can be, and is made as before where its derivative goes.
/// What the original or the changed class wrote is the same, and read by both.
#[test]
fn what_is_written_of_a_lambda_stays_what_it_was() {
    const WRITTEN: (&str, &str) = (
        "demo/Written.java",
        "package demo;
import java.io.Serializable;
import java.util.function.DoubleUnaryOperator;
public class Written implements Serializable {
  interface Curve extends DoubleUnaryOperator, Serializable {}
  static class Above { static double root(double x) { return Math.sqrt(x); } }
  static class Below extends Above {}
  final double k = 2;
  static DoubleUnaryOperator line(double a, int n, boolean up) {
    return (DoubleUnaryOperator & Serializable) t -> a * t * n + (up ? 1 : 0);
  }
  static final DoubleUnaryOperator LINE = line(3, 2, true);
  static final Curve NAMED = Math::sin, INHERITED = Below::root;
  final Curve own = t -> t * k, square = t -> t * t;
  public double all(double x) {
    return LINE.applyAsDouble(x) + NAMED.applyAsDouble(x) + INHERITED.applyAsDouble(x) + own.applyAsDouble(x)
        + square.applyAsDouble(x);
  }
}
",
    );
    const WRITE: (&str, &str) = (
        "demo/Write.java",
        "package demo;
import java.io.*;
import java.util.Arrays;
public class Write {
  public static void main(String[] args) throws Exception {
    try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(\"lambdas\"))) {
      for (Object each : new Object[] {Written.LINE, Written.NAMED, Written.INHERITED, new Written().square})
        out.writeObject(each);
    }
    boolean again = Arrays.asList(Written.NAMED.getClass().getInterfaces()).contains(Serializable.class);
    System.out.println(again ? \"wrong\" : \"ok\");
  }
}
",
    );
    const READ: (&str, &str) = (
        "demo/Read.java",
        "package demo;
import java.io.*;
import java.util.function.DoubleUnaryOperator;
public class Read {
  public static void main(String[] args) throws Exception {
    double sum = 0;
    try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(\"lambdas\"))) {
      for (int i = 0; i < 4; i++) sum += ((DoubleUnaryOperator) in.readObject()).applyAsDouble(4);
    }
    System.out.println(sum == 25 + Math.sin(4) + 2 + 16 ? \"ok\" : \"wrong: \" + sum);
  }
}
",
    );
    const DERIVATIVE: (&str, &str) = (
        "demo/Check.java",
        "package demo;
public class Check {
  public static void main(String[] args) {
    double expected = 6 + Math.cos(4) + 0.25 + 2 + 8;
    System.out.println(Math.abs(new Written().all_dx(4) - expected) < 1e-14 ? \"ok\" : \"wrong\");
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[WRITTEN, WRITE, READ], "classes", "");
    diff(&place, "demo.Written.all", &["-d", "changed"]);
    let changed = "changed:classes";
    place.java("classes", "demo.Write");
    place.java(changed, "demo.Read");
    let written = place.read("lambdas");
    place.java(changed, "demo.Write");
    place.java(changed, "demo.Read");
    place.java("classes", "demo.Read");
    assert_eq!(place.read("lambdas"), written);
    check(&place, DERIVATIVE, changed);
}

#[test]
fn a_lambda_with_other_types_keeps_them() {
    const KEPT: (&str, &str) = (
        "demo/Kept.java",
        "package demo;
import java.io.Serializable;
import java.util.function.DoubleUnaryOperator;
public class Kept {
  private double k = 2;
  public final DoubleUnaryOperator f = (DoubleUnaryOperator & Serializable & Cloneable) t -> t * t;
  public double one(double x) { return f.applyAsDouble(x); }
  public double two(double x) { k = x; return k * f.applyAsDouble(x); }
}
",
    );
    const TWICE: (&str, &str) = (
        "demo/Check.java",
        "package demo;
import java.io.*;
import java.util.function.DoubleUnaryOperator;
public class Check {
  public static void main(String[] args) throws Exception {
    Kept kept = new Kept();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(kept.f); }
    Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    boolean right = kept.f instanceof Cloneable && ((DoubleUnaryOperator) read).applyAsDouble(3) == 9
        && kept.one_dx(3) == 6 && new Kept().two_dx(3) == 27;
    System.out.println(right ? \"ok\" : \"wrong\");
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[KEPT], "classes", "");
    for method in ["demo.Kept.two", "demo.Kept.one"] {
        diff(&place, method, &["--in-place", "--refresh"]);
    }
    check(&place, TWICE, "classes");
}
