//! What the JDK calls of the program: the methods that its own types declare, and no others.

mod common;

use common::Workplace;

const SOURCE: &str = "import java.util.*;
public class Order implements Comparator<Order.Item> {
  static final class Item { final double weight; Item(double weight) { this.weight = weight; } }
  public double rank(Item item) { return item.weight; }
  public int compare(Item a, Item b) { return Double.compare(a.weight, b.weight); }
  public static double least(double x) {
    List<Item> items = new ArrayList<>();
    items.add(new Item(3 * x));
    items.add(new Item(x * x));
    Collections.sort(items, new Order());
    return items.get(0).weight;
  }
}
";

/// The same, and the order keeps what it compares.
const KEEPING: &str = "import java.util.*;
public class Keeping implements Comparator<Keeping.Item> {
  static final class Item { final double weight; Item(double weight) { this.weight = weight; } }
  double last;
  public int compare(Item a, Item b) { last = a.weight; return Double.compare(a.weight, b.weight); }
  public static double least(double x) {
    List<Item> items = new ArrayList<>();
    items.add(new Item(3 * x));
    items.add(new Item(x * x));
    Keeping order = new Keeping();
    Collections.sort(items, order);
    return order.last;
  }
}
";

#[test]
fn a_method_that_no_type_of_the_jdk_declares_is_not_called_by_it() {
    let place = Workplace::new();
    place.javac(&[("Order.java", SOURCE)], "in", "");
    place.run(&["check", "in/Order.class", "-m", "least", "--class-path", "in"]).code(0);
}

#[test]
fn what_a_method_keeps_that_the_jdk_calls_is_refused() {
    let place = Workplace::new();
    place.javac(&[("Keeping.java", KEEPING)], "in", "");
    let run = place.run(&["check", "in/Keeping.class", "-m", "least", "--class-path", "in"]);
    run.code(1).says(&["NB0203", "`last`"]);
}

/// Two orders, of which one stores into a field that a function reads which sorts by the other.
const TWO: &str = "import java.util.*;
public class Two {
  static double level;
  static final class Quiet implements Comparator<Integer> {
    public int compare(Integer a, Integer b) { return a - b; }
  }
  static final class Loud implements Comparator<Integer> {
    public int compare(Integer a, Integer b) { level = 1; return a - b; }
  }
  public static double quiet(double x) {
    level = x;
    List<Integer> keys = new ArrayList<>(Arrays.asList(3, 1));
    Comparator<Integer> order = new Quiet();
    Collections.sort(keys, order);
    return level * keys.get(0);
  }
  public static double either(double x, boolean loud) {
    level = x;
    List<Integer> keys = new ArrayList<>(Arrays.asList(3, 1));
    Comparator<Integer> order = loud ? new Loud() : new Quiet();
    Collections.sort(keys, order);
    return level * keys.get(0);
  }
}
";

#[test]
fn only_the_class_that_is_passed_is_called() {
    let place = Workplace::new();
    place.javac(&[("Two.java", TWO)], "in", "");
    place.run(&["check", "in/Two.class", "-m", "quiet", "--class-path", "in"]).code(0);
    let run = place.run(&["check", "in/Two.class", "-m", "either", "--class-path", "in"]);
    run.code(1).says(&["NB0203", "`level`"]);
}

/// Text that one method fills and another parses; a method that only prints, beside one that holds.
const TEXT: &str = "public class Text {
  static double parsed(StringBuilder text) { return Double.parseDouble(text.toString()); }
  public static double said(double x) {
    StringBuilder text = new StringBuilder();
    text.append(x);
    return parsed(text);
  }
}
";

#[test]
fn text_is_not_lost_on_its_way_to_a_callee() {
    let place = Workplace::new();
    place.javac(&[("Text.java", TEXT)], "in", "");
    let run = place.run(&["check", "in/Text.class", "-m", "said"]);
    run.code(1).says(&["NB0204", "`java.lang.StringBuilder.toString`"]);
}

/// A function that was made of two before; what the second gives reads a field.
const COMPOSED: &str = "import java.util.function.Function;
class Composed {
  private double v;
  private final Function<Integer, Double> after = increment().andThen(i -> v * i);
  private static Function<Integer, Integer> increment() { return i -> i + 1; }
  double given(double x) {
    v = x * x;
    return after.apply(2) + x;
  }
}
";

#[test]
fn what_composed_functions_compute_from_fields_is_not_lost() {
    let place = Workplace::new();
    place.javac(&[("Composed.java", COMPOSED)], "in", "");
    let run = place.run(&["check", "in/Composed.class", "-m", "given"]);
    run.code(1).says(&["NB0201", "`java.util.function.Function.apply`"]);
}

/// The code that stores to a field is named, where code that is not followed calls it.
#[test]
fn who_stores_to_a_field_is_told() {
    const MODEL: (&str, &str) = (
        "Model.java",
        "import java.util.*;
class Model {
  record Point(double x, double y) {}
  static Point scaled(Point p, double by) { return new Point(p.x() * by, p.y()); }
  static double replaced(double x) {
    List<Point> all = new ArrayList<>(List.of(new Point(x, 1)));
    all.replaceAll(
        p -> scaled(p, x));
    return all.get(0).x();
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["check", "in", "-m", "Model.replaced"]).code(1).says(&[
        "error[NB0203]: an active value goes through field `x`",
        "`Model.lambda$replaced$0` (Model.java:8), which code that is not followed calls, stores to it",
    ]);
}

/// A list of the program's that extends a class of the JDK is one of the lists that the JDK's interface names, whether or
/// not that class is at hand.
#[test]
fn lists_that_extend_unknown_classes_are_lists() {
    const MODEL: (&str, &str) = (
        "Lists.java",
        "import java.util.*;
class Lists {
  static class Point {
    final double at;
    Point(double at) { this.at = at; }
  }
  static class Doubling extends AbstractList<Point> {
    Point last;
    @Override public Point get(int index) { return last; }
    @Override public boolean add(Point point) { last = new Point(2 * point.at); return true; }
    @Override public int size() { return 1; }
  }
  static double either(double x, boolean doubling) {
    List<Point> points = doubling ? new Doubling() : new ArrayList<>();
    points.add(new Point(x));
    return points.get(0).at;
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["check", "in", "-m", "Lists.either"]).code(1).says(&["NB0203"]);
    let without = assert_cmd::Command::cargo_bin("nabla-rs")
        .unwrap()
        .current_dir(place.path(""))
        .env_remove("JAVA_HOME")
        .env("PATH", "")
        .args(["check", "in", "-m", "Lists.either"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&without.stderr);
    assert_eq!(without.status.code(), Some(1), "{said}");
    assert!(said.contains("NB0203") && said.contains("no JDK was found"), "{said}");
}

/// A collector puts what it is given into a map of the program's, which no call names.
#[test]
fn maps_that_collectors_fill_are_not_lost() {
    const MODEL: (&str, &str) = (
        "Filled.java",
        "import java.util.*;
import java.util.stream.*;
class Filled {
  static class Point {
    final double at;
    Point(double at) { this.at = at; }
  }
  static class Adding extends AbstractMap<String, Point> {
    double sum;
    @Override public Point put(String key, Point point) { sum += point.at * point.at; return null; }
    @Override public Set<Map.Entry<String, Point>> entrySet() { return new HashSet<>(); }
    @Override public boolean equals(Object other) { return other == this; }
    @Override public int hashCode() { return 1; }
    @Override public String toString() { return \"\"; }
  }
  static double filled(double x, double y) {
    return Stream.of(new Point(x), new Point(y))
        .collect(Collectors.toMap(p -> \"a\", p -> p, (a, b) -> a, Adding::new)).sum;
  }
}
",
    );
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["check", "in", "-m", "Filled.filled"]).code(1).says(&["NB0203", "`sum`"]);
}

/// What keeps what it compares or maps, and what asks it over a view or an iterator.
const ASKED_LATER: &[(&str, &str)] = &[
    (
        "static class By implements Comparator<P> { double last; public int compare(P a, P b) { last = a.v * b.v; return Double.compare(a.v, b.v); } }
        static final By BY = new By();
        static final TreeMap<P, String> MAP = new TreeMap<>(BY);
        static { MAP.put(new P(2), \"a\"); }",
        "MAP.keySet().contains(new P(x)); return BY.last + x;",
    ),
    (
        "static double last;
        static final P A = new P(1), B = new P(2), C = new P(3);
        static final List<P> LIST = new ArrayList<>(List.of(A));
        static final Stream<P> MAPPED = LIST.stream().map(p -> { last = p.v * 3; return p; });",
        "Iterator<P> all = (x > 0 ? MAPPED : LIST.stream()).iterator(); A.v = x * x; all.next(); return last + x;",
    ),
];

#[test]
fn what_views_and_iterators_ask_is_not_lost() {
    for (members, body) in ASKED_LATER {
        let imports = "import java.util.*; import java.util.stream.*;";
        let p = "static class P { double v; P(double v) { this.v = v; } }";
        let source = format!(
            "{imports} public class Model {{ {p} {members} static double f(double x) {{ {body} }} }}"
        );
        let place = Workplace::new();
        place.javac(&[("Model.java", &source)], "in", "");
        let told = place.run(&["diff", "in", "-m", "Model.f", "-d", "out"]);
        assert_eq!(told.code, 1, "{body}: {}", told.err);
    }
}
