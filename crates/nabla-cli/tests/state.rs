//! Methods that second derivatives would run more than once: what they change of what was there before is a refusal,
//! also where a method of the program does it behind a type of the JDK's; what they made themselves they may change.

mod common;

use common::Workplace;

const MODEL: &str = "import java.util.*;
public class Model {
  static class Counter { int n; }
  enum Kind { A; int n; }
  static class Tick implements Iterator<Counter>, Comparable<Counter>, CharSequence {
    final Counter c;
    Tick(Counter c) { this.c = c; }
    public boolean hasNext() { return true; }
    public Counter next() { c.n++; return c; }
    public int compareTo(Counter o) { return ++o.n; }
    public int length() { return ++c.n; }
    public char charAt(int i) { return 'a'; }
    public CharSequence subSequence(int from, int to) { return this; }
  }
  static class Ticks implements Iterable<Counter> {
    final Counter c;
    Ticks(Counter c) { this.c = c; }
    public Iterator<Counter> iterator() { return new Tick(c); }
  }
  static class Counting extends AbstractList<Counter> {
    final Counter c;
    Counting(Counter c) { this.c = c; }
    public Counter get(int i) { c.n++; return c; }
    public int size() { return 1; }
  }
  static class Range implements Iterator<Integer>, Iterable<Integer> {
    int at;
    final int to;
    Range(int to) { this.to = to; }
    public boolean hasNext() { return at < to; }
    public Integer next() { return at++; }
    public Iterator<Integer> iterator() { return this; }
  }

  static double noSet(double x, List<Integer> l) { ListIterator<Integer> i = l.listIterator(); i.set(i.next() + 1); return x * l.get(0); }
  static double noRemove(double x, List<Integer> l) { Iterator<Integer> i = l.iterator(); i.next(); i.remove(); return x * l.size(); }
  static double noEntry(double x, Map<String, Integer> m) { Iterator<?> i = m.entrySet().iterator(); i.next(); i.remove(); return x * m.size(); }
  static double noIterator(double x, Counter c) { Iterator<Counter> i = new Tick(c); i.next(); return x * c.n; }
  static double noIterable(double x, Counter c) { for (Counter o : new Ticks(c)) if (o.n > 3) break; return x * c.n; }
  static double noComparable(double x, Counter c) { Comparable<Counter> i = new Tick(c); i.compareTo(c); return x * c.n; }
  static double noText(double x, Counter c) { CharSequence i = new Tick(c); i.length(); return x * c.n; }
  static double noList(double x, Counter c) { List<Counter> l = new Counting(c); l.get(0); return x * c.n; }
  static double noNamed(double x) { Kind.valueOf(\"A\").n++; return x * Kind.A.n; }
  static double noConstants(double x) { Kind.class.getEnumConstants()[0].n++; return x * Kind.A.n; }
  static double noSetOf(double x) { for (Kind k : EnumSet.allOf(Kind.class)) k.n++; return x * Kind.A.n; }
  static double noElement(double x, Counter c) { Counter[] q = {c}; ((Counter) java.lang.reflect.Array.get(q, 0)).n++; return x * c.n; }
  static double noView(double x, Counter c) { Counter[] q = {c}; Arrays.asList(q).get(0).n++; return x * c.n; }
  static double noFormatter(double x, StringBuffer s) { new Formatter(s).format(\"a\"); return x * s.length(); }
  static double noProperty(double x) { System.setProperty(\"a\", \"b\"); return x * x; }

  static double removing(double x) {
    List<Double> l = new ArrayList<>();
    l.add(1.0);
    double s = 0;
    for (Iterator<Double> i = l.iterator(); i.hasNext(); i.remove()) s += i.next() * x * x;
    return s;
  }
  static double over(double x, List<Integer> l) { double s = 0; for (int v : l) s += v * x * x; return s; }
  static double entries(double x, Map<String, Integer> m) { double s = 0; for (Map.Entry<String, Integer> e : m.entrySet()) s += e.getValue() * x * x; return s; }
  static double counters(double x) { List<Counter> l = new ArrayList<>(); l.add(new Counter()); for (Counter c : l) c.n++; return x * x * l.get(0).n; }
  static double range(double x, int n) { double s = 0; for (int i : new Range(n)) s += i * x * x; return s; }
  static double text(double x, int n) { StringBuilder b = new StringBuilder(); b.append(n); return x * x * b.length(); }
}
";

const CHECK: (&str, &str) = (
    "Check.java",
    "import java.util.*;
public class Check {
  static final double[] g = new double[1];
  static final double[][] h = new double[1][1];
  static void is(double times, double value) {
    if (value != 9 * times || g[0] != 6 * times || h[0][0] != 2 * times) throw new AssertionError(value + \" \" + g[0] + \" \" + h[0][0]);
  }
  public static void main(String[] none) {
    is(1, Model.removing_hess(3, g, h));
    is(5, Model.over_hess(3, List.of(2, 3), g, h));
    is(5, Model.entries_hess(3, Map.of(\"a\", 2, \"b\", 3), g, h));
    is(1, Model.counters_hess(3, g, h));
    is(3, Model.range_hess(3, 3, g, h));
    is(2, Model.text_hess(3, 10, g, h));
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn what_outlives_a_call_must_not_change() {
    let place = Workplace::new();
    place.javac(&[("Model.java", MODEL)], "in", "");
    for forms in [&["--form", "hess"][..], &["--form", "hvp"], &["--form", "grad", "--lanes", "1"]] {
        let all = ["diff", "in", "-k", "-m", "Model.*", "-d", "out", "--format", "json"];
        let report = place.run(&[&all[..], forms].concat()).code(1).json();
        let methods = report["classes"][0]["methods"].as_array().expect("methods");
        assert_eq!(methods.len(), 21);
        for method in methods {
            let name = method["method"].as_str().expect("a name");
            let refused =
                method["diagnostics"].as_array().is_some_and(|all| all.iter().any(|d| d["code"] == "NB0110"));
            assert_eq!(refused, name.starts_with("no"), "{name} {forms:?}");
        }
    }
    let kept =
        ["removing", "over", "entries", "counters", "range", "text"].map(|name| format!("Model.{name}"));
    let methods: Vec<&str> = kept.iter().flat_map(|method| ["-m", method]).collect();
    place.run(&[&["diff", "in", "-q", "--form", "hess", "-d", "hess"], &methods[..]].concat()).code(0);
    place.javac(&[CHECK], "check", "hess:in");
    place.java("check:hess:in", "Check");
}
