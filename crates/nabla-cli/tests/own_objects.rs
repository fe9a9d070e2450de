//! A method that is run more than once may change the objects that it makes itself, and no others.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Own.java",
    "import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.function.*;
public class Own {
  static class Cell {
    double v;
    Cell next;
    Cell(double v) { this.v = v; }
    void add(double x) { v += x; }
  }
  static class Holder {
    final Cell cell;
    Holder(Cell cell) { this.cell = cell; }
    double bump(double x) { cell.add(x); return cell.v * x; }
  }
  static class Thrown extends RuntimeException {
    final Cell cell;
    Thrown(Cell cell) { this.cell = cell; }
  }
  enum Step { ONE, TWO }
  static Cell shared = new Cell(1);
  static final double[] BUFFER = new double[2];
  static final double[][] ROWS = {{1}};
  static final List<Cell> CELLS = new ArrayList<>(List.of(shared));

  static double cells(double x, double y) {
    Cell c = new Cell(x);
    c.add(x * y);
    c.next = new Cell(y);
    c.next.add(x);
    return c.v * c.next.v;
  }
  static double held(double x, double y) { return new Holder(new Cell(y)).bump(x); }
  static double listed(double x, double y) {
    List<Cell> list = new ArrayList<>();
    list.add(new Cell(x));
    list.add(new Cell(x * y));
    for (Cell c : list) c.add(y);
    return list.get(0).v * list.get(1).v;
  }
  static double local(double x, double y) {
    class Line { double at(double v) { return v * x + y; } }
    Cell c = new Cell(new Line().at(x * y));
    for (Step step : Step.values()) c.add(step.ordinal() * x);
    Supplier<Double> s = () -> c.v * x;
    return s.get();
  }

  static double streamed(double x, double y) {
    double[] all = {x * x * y, x + y};
    return Arrays.stream(all).max().getAsDouble() * Arrays.stream(all).average().orElseThrow();
  }
  static class Vector {
    final double[] c;
    Vector(double... c) { this.c = c; }
    double dot(Vector o) { return c[0] * o.c[0] + c[1] * o.c[1]; }
    Vector plus(Vector o) {
      double[] sum = new double[c.length];
      for (int i = 0; i < sum.length; i++) { sum[i] = c[i] + o.c[i]; }
      return new Vector(sum);
    }
  }
  static double dotted(double x, double y) {
    Vector v = new Vector(y, x);
    return new Vector(x, y * y).plus(v).dot(v);
  }
  static double run(double x, double y) {
    double[] s = {x};
    Runnable r = () -> s[0] *= y;
    r.run();
    return s[0];
  }
  static class Both {
    final double[] a, b;
    Both(double[] both) { a = both; b = both; }
  }
  static double shared(double x, double y) {
    Both both = new Both(new double[] {x, y});
    return both.a[0] * both.b[1];
  }
  static double walked(List<Double> weights, double x, double y) {
    double sum = 0;
    StringBuilder text = new StringBuilder();
    for (double weight : weights) {
      sum += weight * x * y;
      text.append(weight).append(weights);
    }
    return sum * text.length();
  }

  /** x^2 y, where it does not throw. */
  static double checked(double x, double y) {
    if (x < 0) throw new java.util.NoSuchElementException();
    if (y < 0) throw new java.io.UncheckedIOException(new java.io.IOException());
    return x * x * y;
  }

  static final LocalDate DAY = LocalDate.of(2024, 2, 1);
  static double dated(double x, double y) {
    return x * x * y * ChronoUnit.DAYS.between(DAY, DAY.plusMonths(1).with(ChronoField.DAY_OF_MONTH, 1));
  }
  static double clocked(double x) { return x * x * LocalDate.now().getYear(); }

  static class Ranked implements Comparable<Ranked> {
    final double v;
    Ranked(double v) { this.v = v; }
    @Override public int compareTo(Ranked other) { return Double.compare(v, other.v); }
  }
  static double largest(double x, double y) {
    List<Ranked> all = Arrays.asList(new Ranked(x), new Ranked(x * y));
    return Collections.max(all).v * Collections.min(all).v;
  }

  /** As ecj writes it beside a `switch`. */
  private static int[] $SWITCH_TABLE$Own$Step;
  static int[] $SWITCH_TABLE$Own$Step() {
    if ($SWITCH_TABLE$Own$Step != null) return $SWITCH_TABLE$Own$Step;
    int[] table = new int[Step.values().length];
    table[Step.ONE.ordinal()] = 1;
    table[Step.TWO.ordinal()] = 2;
    return $SWITCH_TABLE$Own$Step = table;
  }
  static double switched(double x, double y) {
    Step step = x > 0 ? Step.TWO : Step.ONE;
    return $SWITCH_TABLE$Own$Step()[step.ordinal()] == 2 ? x * x * y : y;
  }

  static double iterated(Iterator<Integer> it, double x) { return it.next() * x * x; }
  static double first(double x) {
    Cell c = CELLS.iterator().next();
    c.add(x);
    return c.v * x;
  }
  static final StringBuilder LOG = new StringBuilder();
  static double logged(double x) { return LOG.append('a').length() * x * x; }
  static double joined(StringJoiner names, double x) { names.add(\"n\"); return names.length() * x * x; }
  static double drawn(double x) { return x * x * Math.random(); }
  static double timed(double x) { return x * x * new Random(System.nanoTime()).nextDouble(); }
  static double read(java.nio.IntBuffer from, double x) { return from.get() * x * x; }
  static double kept(double x) { shared.add(x); return shared.v * x; }
  static double reached(double x) { Cell c = new Cell(x); c.next = shared; c.next.add(x); return c.next.v * x; }
  static double given(Cell c, double x) { c.add(x); return c.v * x; }
  static double through(double x) {
    List<Cell> list = new ArrayList<>();
    list.add(shared);
    list.get(0).add(x);
    return list.get(0).v * x;
  }
  static double copied(double x) {
    List<Cell> list = new ArrayList<>(CELLS);
    list.get(0).add(x);
    return list.get(0).v * x;
  }
  static double element(double x) { Cell[] cells = {shared}; cells[0].add(x); return cells[0].v * x; }
  static double wrapped(double x) { return new Holder(shared).bump(x); }
  static Cell either(Cell c, double x) { return x > 0 ? shared : c; }
  static double returned(double x) { Cell c = either(new Cell(x), x); c.add(x); return c.v * x; }
  static double caught(double x) {
    try {
      throw new Thrown(shared);
    } catch (Thrown t) {
      t.cell.add(x);
      return t.cell.v * x;
    }
  }
  static double captured(double x) {
    Cell c = shared;
    DoubleSupplier s = () -> { c.add(x); return c.v * x; };
    return s.getAsDouble();
  }
  static double buffered(double x) {
    double r = BUFFER[0] * x;
    System.arraycopy(new double[] {x, x}, 0, BUFFER, 0, 2);
    return r;
  }
  static double row(double x) { double[][] rows = ROWS.clone(); rows[0][0] += x; return rows[0][0] * x; }
  static double ownRow(double x) { double[][] rows = {BUFFER}; rows[0][0] += x; return rows[0][0] * x; }
  static double printed(java.io.PrintStream to, java.io.ByteArrayOutputStream held, double x) {
    to.print('x');
    return held.size() * x * x;
  }
  static double suppressed(Exception e, double x) {
    e.addSuppressed(new Exception());
    return e.getSuppressed().length * x;
  }
  static double asked(LinkedHashMap<String, Double> map, double x) { return map.get(\"a\") * x * x; }
  static double askedFor(Map<String, Double> map, double x) { return map.get(\"a\") * x * x; }
  static final Map<String, Double> RECENT = new LinkedHashMap<>(4, 0.75f, true);
  static double told(double x, double y) { System.out.println(x); System.err.printf(\"%s\", y); return x * x * y; }
  static double taken(double x) { Cell c = new Cell(x); shared = c; c.add(x); return c.v * x; }
}
",
);
const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  interface Hess { double at(double x, double y, double[] gradient, double[][] hessian); }
  interface Hvp { double at(double x, double y, double v, double w, double[] product); }
  static void near(double found, double wanted) {
    if (!(Math.abs(found - wanted) < 1e-13)) throw new AssertionError(found + \" is not \" + wanted);
  }
  static void check(Hess hess, Hvp hvp, double xx, double xy, double yy) {
    double[][] h = new double[2][2];
    double[] product = new double[2];
    for (int run = 0; run < 2; run++) {
      hess.at(0.6, 1.1, new double[2], h);
      near(h[0][0], xx);
      near(h[0][1], xy);
      near(h[1][0], xy);
      near(h[1][1], yy);
      hvp.at(0.6, 1.1, 2, -3, product);
      near(product[0], 2 * xx - 3 * xy);
      near(product[1], 2 * xy - 3 * yy);
    }
  }
  public static void main(String[] args) {
    double x = 0.6, y = 1.1;
    // x(1 + y)(x + y), x(x + y), (x + y)(x + 1)y, ((xy)x + y + x)x
    check(Own::cells_hess, Own::cells_hvp, 2 * (1 + y), 2 * x + 1 + 2 * y, 2 * x);
    check(Own::held_hess, Own::held_hvp, 2, 1, 0);
    check(Own::listed_hess, Own::listed_hvp, 2 * y, 2 * x + 1 + 2 * y, 2 * (x + 1));
    check(Own::local_hess, Own::local_hvp, 6 * x * y + 2, 3 * x * x + 1, 0);
    // (x + y)(x * x * y + x + y) / 2, where x + y is larger.
    check(Own::streamed_hess, Own::streamed_hvp, (2 * y * (x + y) + 4 * x * y + 2) / 2,
        (3 * x * x + 4 * x * y + 2) / 2, (2 * x * x + 2) / 2);
    // (x + y)y + (y * y + x)x
    check(Own::dotted_hess, Own::dotted_hvp, 2, 1 + 2 * y, 2 + 2 * x);
    check(Own::checked_hess, Own::checked_hvp, 2 * y, 2 * x, 0);
    check(Own::dated_hess, Own::dated_hvp, 29 * 2 * y, 29 * 2 * x, 0);
    check(Own::largest_hess, Own::largest_hvp, 2 * y, 2 * x, 0);
    check(Own::switched_hess, Own::switched_hvp, 2 * y, 2 * x, 0);
    java.util.List<Double> weights = java.util.List.of(2.0, 0.5);
    int length = 2 * (3 + weights.toString().length());
    check((a, b, g, h) -> Own.walked_hess(weights, a, b, g, h),
        (a, b, v, w, p) -> Own.walked_hvp(weights, a, b, v, w, p), 0, 2.5 * length, 0);
    System.out.println(\"ok\");
  }
}
",
);

#[test]
fn own_objects_may_change() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let methods = [
        "cells", "held", "listed", "local", "walked", "streamed", "dotted", "checked", "dated", "largest",
        "switched",
    ]
    .map(|name| ["-m", name]);
    place
        .run(&[&["diff", "in", "--form", "hess,hvp", "-d", "out"][..], methods.as_flattened()].concat())
        .code(0);
    place.javac(&[CHECK], "check", "out");
    place.java("check:out:in", "Check");
}

/// A map may be in order of access where nothing that is at hand has made such a one.
#[test]
fn a_linked_map_may_put_last_what_is_asked_for() {
    let place = Workplace::new();
    let source = "import java.util.*;
public class Asked {
  static double linked(LinkedHashMap<String, Double> map, double x) { return map.get(\"a\") * x * x; }
  static double any(Map<String, Double> map, double x) { return map.get(\"a\") * x * x; }
}";
    place.javac(&[("Asked.java", source)], "in", "");
    place.run(&["check", "in", "--form", "hess", "-m", "linked"]).code(1).says(&["NB0110"]);
    place.run(&["check", "in", "--form", "hess", "-m", "any"]).code(0);
}

/// What is printed to the console is printed by each run, and nothing reads it.
#[test]
fn the_console_may_be_told_again() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["check", "in", "--form", "hess", "-m", "told"]).code(0);
}

#[test]
fn what_was_there_before_may_not() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    for method in [
        "kept",
        "reached",
        "given",
        "through",
        "copied",
        "element",
        "wrapped",
        "returned",
        "caught",
        "captured",
        "buffered",
        "row",
        "ownRow",
        "taken",
        "iterated",
        "first",
        "logged",
        "joined",
        "read",
        "drawn",
        "timed",
        "clocked",
        "printed",
        "suppressed",
        "asked",
        "askedFor",
    ] {
        let ran = place.run(&["check", "in", "--form", "hvp", "-m", method]).code(1);
        assert!(ran.err.contains("error[NB0110]"), "{method}: {}", ran.err);
    }
}

/// Copies of what is passed: a copy of an array of arrays has rows that are the caller's.
const COPIES: (&str, &str) = (
    "Copies.java",
    "import java.util.Arrays;
public class Copies {
  static double cloned(double[] a) {
    double[] c = a.clone();
    for (int i = 1; i < c.length; i++) c[i] = c[i] * c[i - 1];
    return c[c.length - 1];
  }
  static double copied(double[] a) {
    double[] c = Arrays.copyOf(a, a.length);
    for (int i = 1; i < c.length; i++) c[i] = c[i] * c[i - 1];
    return c[c.length - 1];
  }
  static double[][] turned(double[][] a) { double[][] c = a.clone(); c[0] = a[1]; c[1] = a[0]; return c; }
  static double rows(double[][] a) {
    double[][] c = turned(a);
    for (int i = 1; i < c.length; i++) c[i] = c[i - 1];
    return c[2][0] * a[0][0] + c[0][1] * c[1][1] * a[2][0];
  }
  static double joined(double[][] a) {
    double[][] c = a[0][0] > 0 ? a.clone() : new double[3][2];
    System.arraycopy(a, 1, c, 0, 2);
    return c[0][0] * a[0][0] + c[0][1] * c[0][1] * c[1][0];
  }
  static double beside(double[][] a) {
    double[][] c = a.clone(), own = {new double[1]};
    own[0][0] += c[1][0] * a[0][0] + c[1][1] * c[1][1] * c[2][0];
    return own[0][0];
  }

  static double perhaps(double[] a) { double[] c = a[0] > 0 ? a : a.clone(); c[0] *= c[1]; return c[0] * c[1]; }
  static double perhapsRows(double[][] a) { double[][] c = a[0][0] > 0 ? a.clone() : a; c[0] = c[1]; return c[0][0] * a[0][0]; }
  static double sharedRow(double[][] a) { double[][] c = a.clone(); c[0][0] *= a[1][0]; return c[0][0] * a[0][0]; }
  static double turnedRow(double[][] a) { double[][] c = turned(a); c[0][0] *= a[1][0]; return c[0][0] * a[0][0]; }
  static double walkedRow(double[][] a) { for (double[] r : a.clone()) r[0] *= r[1]; return a[0][0] * a[0][1]; }
  static double keptRow(double[][] a) {
    double[][] own = new double[2][2], c = a.clone();
    own[0] = c[0];
    own[0][0] *= a[1][0];
    return own[0][0] * a[0][0];
  }
  static double keptCopy(double[][] a) {
    double[][][] own = new double[1][][];
    own[0] = a.clone();
    own[0][0][0] *= a[1][0];
    return own[0][0][0] * a[0][0];
  }
  static void change(double[][] rows) { rows[0][0] *= 2; }
  static double given(double[][] a) { double[][] c = a.clone(); change(c); return a[0][0] * a[0][0]; }
  static double deep(double[][][] a) { double[][][] c = a.clone(); c[0][0] = c[1][0]; return c[0][0][0] * a[0][0][0]; }
  static final double[][] ROWS = {{1}};
  static double[][] held() { return ROWS.clone(); }
  static double heldRow(double[] a) { double[][] c = held(); c[0][0] += a[0]; return c[0][0] * a[0]; }
}
",
);

const CHECK_COPIES: (&str, &str) = (
    "CheckCopies.java",
    "import java.util.Arrays;
public class CheckCopies {
  interface Hess<A> { double at(A a, double[] gradient, double[][] hessian); }
  interface Hvp<A> { double at(A a, A v, double[] product); }
  interface Grad<A> { double at(A a, double[] gradient); }
  static <A> void check(A a, A v, int n, double[] direction, double[] wanted, double[][] second,
      Hess<A> hess, Hvp<A> hvp, Grad<A> grad) {
    String before = Arrays.deepToString(new Object[] {a});
    double[] gradient = new double[n], product = new double[n];
    double[][] hessian = new double[n][n];
    for (int run = 0; run < 2; run++) {
      hess.at(a, gradient, hessian);
      same(gradient, wanted);
      for (int i = 0; i < n; i++) same(hessian[i], second[i]);
      hvp.at(a, v, product);
      for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += second[i][j] * direction[j];
        if (Math.abs(product[i] - sum) > 1e-13) throw new AssertionError(product[i] + \" is not \" + sum);
      }
      grad.at(a, gradient);
      same(gradient, wanted);
    }
    if (!before.equals(Arrays.deepToString(new Object[] {a}))) throw new AssertionError(before);
  }
  static void same(double[] found, double[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      if (!(Math.abs(found[i] - wanted[i]) < 1e-13)) throw new AssertionError(Arrays.toString(found) + Arrays.toString(wanted));
    }
  }
  public static void main(String[] args) {
    double[] a = {2, 3, 5}, v = {1, -2, 4}, first = {15, 10, 6};
    double[][] second = {{0, 5, 3}, {5, 0, 2}, {3, 2, 0}};
    check(a, v, 3, v, first, second, Copies::cloned_hess, Copies::cloned_hvp, Copies::cloned_grad);
    check(a, v, 3, v, first, second, Copies::copied_hess, Copies::copied_hvp, Copies::copied_grad);
    // a b + d d e of {{a, -}, {b, d}, {e, -}}
    double[][] m = {{2, 3}, {5, 7}, {11, 13}}, w = {{1, 2}, {-3, 4}, {5, -6}};
    double[] direction = {1, 2, -3, 4, 5, -6};
    double[] slope = {5, 0, 2, 2 * 7 * 11, 49, 0};
    double[][] h = new double[6][6];
    h[0][2] = h[2][0] = 1;
    h[3][3] = 22;
    h[3][4] = h[4][3] = 14;
    check(m, w, 6, direction, slope, h, Copies::rows_hess, Copies::rows_hvp, Copies::rows_grad);
    check(m, w, 6, direction, slope, h, Copies::joined_hess, Copies::joined_hvp, Copies::joined_grad);
    check(m, w, 6, direction, slope, h, Copies::beside_hess, Copies::beside_hvp, Copies::beside_grad);
    System.out.println(\"ok\");
  }
}
",
);

#[test]
fn copies_may_change() {
    let place = Workplace::new();
    place.javac(&[COPIES], "in", "");
    let methods: Vec<&str> =
        ["cloned", "copied", "rows", "joined", "beside"].iter().flat_map(|name| ["-m", name]).collect();
    let diff =
        |rest: &[&str]| place.run(&[&["diff", "in", "--wrt", "a"][..], rest, &methods].concat()).code(0);
    diff(&["--form", "grad,hess,hvp", "--lanes", "2", "-d", "out"]);
    place.javac(&[CHECK_COPIES], "check", "out");
    place.java("check:out:in", "CheckCopies");
}

#[test]
fn what_copies_have_of_others_may_not() {
    let place = Workplace::new();
    place.javac(&[COPIES], "in", "");
    for method in [
        "perhaps",
        "perhapsRows",
        "sharedRow",
        "turnedRow",
        "walkedRow",
        "keptRow",
        "keptCopy",
        "given",
        "deep",
        "heldRow",
    ] {
        for form in [&["--form", "hess"][..], &["--form", "hvp"], &["--form", "grad", "--lanes", "1"]] {
            let args = [&["check", "in", "--wrt", "a", "-m", method][..], form].concat();
            let ran = place.run(&args).code(1);
            assert!(ran.err.contains("error[NB0110]"), "{method} {form:?}: {}", ran.err);
        }
    }
}

#[test]
fn what_two_fields_hold_is_one_refusal() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    for method in ["shared", "run"] {
        let ran = place.run(&["diff", "in", "--form", "hess", "-m", method, "-d", "none"]).code(1);
        let told = format!("error[NB0112]: the second derivative of `{method}` goes through");
        assert!(ran.err.contains(&told) && ran.err.matches("error[").count() == 1, "{}", ran.err);
        assert!(!ran.err.contains("nabla$"), "{}", ran.err);
    }
}

const KEPT: (&str, &str) = (
    "Kept.java",
    "public class Kept {
  double x = 1, x_dot = 5;
  double[] w = {1, 2};
  final double[] u = w;
  final Inner inner = new Inner();
  static class Inner { double sum; void add(double t) { sum += t; } }
  public double f(double t) { x = t * t; x_dot += 1; w[0] = x; inner.add(x); return x * t + x_dot + u[0] + inner.sum; }
  public static void main(String[] none) throws Exception {
    Object slope = Kept.class.getMethod(\"f_dt\", double.class).invoke(new Kept(), 2.0);
    // 3t^2 + 2t + 2t
    if (!slope.equals(20.0)) throw new AssertionError(slope);
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn refreshing_leaves_one_tangent_for_each_field() {
    let place = Workplace::new();
    place.javac(&[KEPT], "in", "");
    let args = ["diff", "in", "-q", "-m", "Kept.f", "--in-place", "--refresh"];
    place.run(&args).code(0);
    place.java("in", "Kept");
    let once = place.snapshot();
    place.run(&args).code(0);
    assert!(place.snapshot() == once);
    place.java("in", "Kept");
}
