//! Functions that the JDK gives back, and those that a function gives to the JDK: what they captured is followed, or the
//! derivative is refused.

mod common;

use common::Workplace;

const GIVEN: (&str, &str) = (
    "Given.java",
    "import java.util.*;
import java.util.function.*;
import java.util.stream.*;
class Given {
  static double checked(double x) { DoubleSupplier s = () -> x * x; return x + Objects.requireNonNull(s).getAsDouble(); }
  static double told(double x) { return x + Objects.requireNonNull((DoubleSupplier) () -> x * x, \"none\").getAsDouble(); }
  static double elements(double x) { DoubleSupplier[] a = {() -> x * x}; return x + Objects.requireNonNull(a)[0].getAsDouble(); }
  static double cloned(double x) { DoubleSupplier[] a = {() -> x * x}; return x + a.clone()[0].getAsDouble(); }
  static double rows(double x) { DoubleSupplier[][] a = {{() -> x * x}}; return x + a.clone()[0].clone()[0].getAsDouble(); }
  static double kept(double x) { return new Rate(t -> x * x).at(1) + x; }
  static class Rate {
    private final DoubleUnaryOperator rate;
    Rate(DoubleUnaryOperator rate) { this.rate = Objects.requireNonNull(rate); }
    double at(double t) { return rate.applyAsDouble(t); }
  }
  static double own(double x) { Fn f = () -> x * x; return x + Objects.requireNonNull(f).get(); }
  interface Fn { double get(); }
  static double computed(double x) {
    return x + new HashMap<String, DoubleSupplier>().computeIfAbsent(\"k\", k -> () -> x * x).getAsDouble();
  }
  static double set(double x) {
    DoubleSupplier[] a = new DoubleSupplier[2];
    Arrays.setAll(a, i -> () -> x * x);
    return x + a[1].getAsDouble();
  }
  static double mapped(double x) { return x + Optional.of(1).map(i -> (DoubleSupplier) () -> x * x).get().getAsDouble(); }
  static double collected(double x) {
    return x + IntStream.range(0, 3).mapToObj(i -> (DoubleSupplier) () -> x * x).collect(Collectors.toList()).get(0).getAsDouble();
  }
  static AutoCloseable scope(double k, double[] a) { return () -> a[0] = k * k; }
  static double closed(double x) throws Exception {
    double[] a = {0};
    try (AutoCloseable c = scope(x, a)) { a[0] = 1; }
    return x + a[0];
  }
  static class P {
    final double v;
    P(double v) { this.v = v; }
  }
  static Iterable<P> grid(double h) { return () -> Collections.singletonList(new P(h * h)).iterator(); }
  static double iterated(double x) { double s = x; for (P p : grid(x)) s += p.v; return s; }
  static double sum(Iterable<P> all) { double s = 0; for (P p : all) s += p.v; return s; }
  static double passed(double x) { return x + sum(() -> Collections.singletonList(new P(x * x)).iterator()); }
  static final Comparable<?>[] KEPT = new Comparable<?>[1];
  static double compared(double x) {
    double[] a = {0};
    KEPT[0] = y -> { a[0] = x * x; return 0; };
    KEPT[0].compareTo(null);
    return x + a[0];
  }
  static double bits(double x) {
    List<DoubleUnaryOperator> all = new ArrayList<>();
    long bits = Double.doubleToRawLongBits(x * x);
    all.add(a -> a + Double.longBitsToDouble(bits));
    return all.get(0).applyAsDouble(x);
  }
  static double parsed(double x) {
    List<DoubleUnaryOperator> all = new ArrayList<>();
    String text = \"\" + x * x;
    all.add(a -> a + Double.parseDouble(text));
    return all.get(0).applyAsDouble(x);
  }
  static double otherwise(double x) { return x + Objects.requireNonNullElseGet((Fn) null, () -> () -> x * x).get(); }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "class Check {
  public static void main(String[] none) throws Exception {
    for (String name : \"checked told elements cloned rows kept own set\".split(\" \")) {
      Object slope = Given.class.getDeclaredMethod(name + \"_dx\", double.class).invoke(null, 3.0);
      if (!slope.equals(7.0)) throw new AssertionError(name + ' ' + slope);
    }
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn what_a_function_captured_is_not_lost_where_the_jdk_gives_it() {
    let place = Workplace::new();
    place.javac(&[GIVEN], "in", "");
    let followed = ["checked", "told", "elements", "cloned", "rows", "kept", "own", "set"];
    let mut args = vec!["diff", "in", "-q", "--form", "partial", "-d", "out"];
    args.extend(followed.iter().flat_map(|name| ["-m", name]));
    place.run(&args).code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("out:in:check", "Check");
    // Each by itself, for what one makes active another may read.
    for name in ["computed", "mapped", "collected", "otherwise"] {
        place.run(&["diff", "in", "-q", "-m", name, "-d", "refused"]).code(1).says(&["NB0201"]);
    }
    for name in ["closed", "iterated", "passed", "compared", "bits", "parsed"] {
        place.run(&["diff", "in", "-q", "-m", name, "-d", "refused"]).code(1).says(&["NB020"]);
    }
    for name in followed {
        place.run(&["diff", "in", "-q", "-m", name, "--form", "partial", "-d", name]).code(0);
    }
}

const KEEPERS: (&str, &str) = (
    "Keepers.java",
    "import java.io.Serializable;
import java.util.*;
import java.util.function.*;
class Keepers {
  static class Box<X extends Serializable> {
    final X v;
    Box(X v) { this.v = v; }
    X get() { return v; }
  }
  final double[] a;
  final Box<double[]> box;
  final List<double[]> list;
  Keepers(Consumer<double[]> keep, List<double[]> list) {
    double[] x = new double[2];
    keep.accept(x);
    this.a = x;
    this.list = list;
    this.box = new Box<>(x);
  }
  static Keepers make() {
    List<double[]> list = new ArrayList<>();
    return new Keepers(list::add, list);
  }
  double listed(double t) { a[0] = t * t; return list.get(0)[0]; }
  double boxed(double t) { a[0] = t * t; return box.get()[0]; }
}",
);

#[test]
fn arrays_that_the_jdk_keeps_are_refused() {
    let place = Workplace::new();
    place.javac(&[KEEPERS], "in", "");
    for name in ["Keepers.listed", "Keepers.boxed"] {
        place.run(&["diff", "in", "-q", "-m", name, "-d", "refused"]).code(1).says(&["NB0203"]);
    }
}

/// What was not known may make functions of others in a way of its own.
#[test]
fn a_function_with_an_and_then_of_its_own_is_an_exception() {
    const USED: (&str, &str) = (
        "Used.java",
        "import java.util.function.DoubleUnaryOperator;
public class Used {
  static double scaled(double x, DoubleUnaryOperator f) { return f.andThen(t -> t * 3).applyAsDouble(2) * x; }
}
",
    );
    const OWN: (&str, &str) = (
        "Main.java",
        "import java.util.function.DoubleUnaryOperator;
class Main {
  static class Own implements DoubleUnaryOperator {
    public double applyAsDouble(double t) { return t * 2; }
    public DoubleUnaryOperator andThen(DoubleUnaryOperator g) { return t -> g.applyAsDouble(t) + 100 * t; }
  }
  public static void main(String[] arguments) {
    boolean right = Used.scaled_dx(5, t -> t * 2) == 12;
    try {
      System.out.println(Used.scaled_dx(5, new Own()));
    } catch (UnsupportedOperationException e) {
      System.out.println(right && e.getMessage().startsWith(\"Main$Own has its own `andThen`\") ? \"ok\" : e.getMessage());
    }
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[USED], "in", "");
    place.run(&["diff", "in", "-m", "Used.scaled", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[OWN], "main", "out:in");
    place.java("main:out:in", "Main");
}

/// Code with too many local variables to be followed runs a lambda as it is: what the lambda changes then is not
/// followed either, be it a number that is read or an array that is given back.
#[test]
fn what_a_lambda_changes_that_code_calls_which_is_not_followed_is_refused() {
    let locals: String = (0..8300).map(|i| format!("int a{i} = n;")).collect();
    let source = format!(
        "import java.util.function.IntConsumer;
class Large {{
  static void each(int n, IntConsumer f) {{ {locals} for (int i = 0; i < a1; i++) f.accept(i); }}
  static double number(double x) {{ double[] y = new double[2]; each(2, i -> y[i] = x * x); return y[0]; }}
  static double[] array(double x) {{ double[] y = new double[2]; each(2, i -> y[i] = x * x); return y; }}
  static void filled(double x, double[] y) {{ each(2, i -> y[i] = x * x); }}
}}
"
    );
    let place = Workplace::new();
    place.javac(&[("Large.java", &source)], "in", "");
    let says =
        ["what a lambda captured that code which is not followed may call", "Large.java:4", "Large.java:5"];
    let methods = ["-m", "number", "-m", "array", "-m", "filled"];
    place
        .run(&[&["diff", "in", "-k"], &methods[..]].concat())
        .code(1)
        .says(&[&says[..], &["3 of 3 methods refused"]].concat());
}
