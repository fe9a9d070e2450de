//! Loops over collections of the JDK's: iterators of the program have no say in them, if no class of the program is such
//! a collection.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "import java.util.*;
public class Model {
  static class Item { double v; Item(double v) { this.v = v; } void add(double x) { v += x; } }
  // An iterator of the program's that keeps active values.
  static class Counting implements Iterator<String> {
    final double k;
    double sum;
    int i;
    Counting(double k) { this.k = k; }
    public boolean hasNext() { return i < 3; }
    public String next() { sum += k * k; i++; return \"\"; }
  }
  public static double counted(double x) { Counting c = new Counting(x); while (c.hasNext()) c.next(); return c.sum; }
  public static double list(double x) {
    List<Item> all = new ArrayList<>();
    all.add(new Item(x));
    for (Item i : all) i.add(x * x);
    return all.get(0).v;
  }
  public static double steps(double x) {
    List<Item> all = new LinkedList<>();
    all.add(new Item(x));
    for (ListIterator<Item> i = all.listIterator(); i.hasNext();) i.next().add(x * x);
    return all.get(0).v;
  }
  public static double part(double x) {
    List<Item> all = new ArrayList<>();
    all.add(new Item(x));
    for (Item i : all.subList(0, 1)) i.add(x * x);
    return all.get(0).v;
  }
  public static double values(double x) {
    Map<String, Item> all = new HashMap<>();
    all.put(\"a\", new Item(x));
    for (Item i : all.values()) i.add(x * x);
    return all.get(\"a\").v;
  }
  public static double entries(double x) {
    Map<String, Item> all = new TreeMap<>();
    all.put(\"a\", new Item(x));
    for (Map.Entry<String, Item> i : all.entrySet()) i.getValue().add(x * x);
    return all.get(\"a\").v;
  }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  public static void main(String[] none) throws Exception {
    for (String name : \"list steps part values entries\".split(\" \")) {
      Object slope = Model.class.getMethod(name + \"_dx\", double.class).invoke(null, 3.0);
      if (!slope.equals(7.0)) throw new AssertionError(name + ' ' + slope);
    }
    if (Model.counted_dx(3) != 18) throw new AssertionError();
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn iterators_of_the_program_have_no_say_in_loops_over_the_jdks_collections() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Model.*", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}

const LISTS: (&str, &str) = (
    "Lists.java",
    "import java.util.*;
public class Lists {
  static class Own extends AbstractList<String> {
    final double k;
    double sum;
    Own(double k) { this.k = k; }
    public String get(int i) { sum += k * k; return \"\"; }
    public int size() { return 3; }
  }
  static double listed(double x) {
    Own own = new Own(x);
    List<String> all = own;
    int n = 0;
    for (String s : all) n += s.length();
    return own.sum + n;
  }
  static double wrapped(double x) {
    Own own = new Own(x);
    int n = 0;
    for (String s : Collections.unmodifiableList(own)) n += s.length();
    return own.sum + n;
  }
  static class Table extends AbstractMap<String, Double> {
    final double k;
    double sum;
    Table(double k) { this.k = k; }
    public Set<Map.Entry<String, Double>> entrySet() { sum += k * k; return new HashSet<>(); }
  }
  static double mapped(double x) {
    Table own = new Table(x);
    int n = 0;
    for (String s : own.keySet()) n += s.length();
    return own.sum + n;
  }
}",
);

#[test]
fn collections_of_the_program_are_not_taken_for_the_jdks() {
    let place = Workplace::new();
    place.javac(&[LISTS], "in", "");
    for method in ["listed", "wrapped", "mapped"] {
        let name = format!("Lists.{method}");
        place
            .run(&["diff", "in", "-q", "-m", &name, "--form", "partial", "-d", "out"])
            .code(1)
            .says(&["NB020"]);
    }
}
