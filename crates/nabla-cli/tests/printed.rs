//! Values that are printed before something is taken out of a collection: what collections give says nothing of the text,
//! but where they hold it.

mod common;

use common::Workplace;

const PRINTED: (&str, &str) = (
    "Printed.java",
    "import java.util.*;
public class Printed {
  static class Part {
    final double slope;
    Part(double slope) { this.slope = slope; }
  }
  static List<Part> parts(double x) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(x));
    parts.add(new Part(2));
    return parts;
  }
  public static double each(double x) {
    List<Part> parts = parts(x);
    System.err.println(\"x = \" + x);
    double sum = 0;
    for (Part part : parts) sum += part.slope * x;
    return sum;
  }
  public static double sweeps(double x) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
      for (Part part : parts(x)) sum += part.slope * x;
      System.err.println(\"sweep \" + sum);
    }
    return sum;
  }
  public static double stream(double x) {
    List<Part> parts = parts(x);
    System.err.println(x);
    return parts.stream().mapToDouble(part -> part.slope * x).sum();
  }
  public static double weights(double x) {
    System.err.println(x);
    double sum = 0;
    for (double weight : List.of(0.1, 0.2)) sum += weight * x;
    return sum;
  }
  public static double formatted(double x) {
    double sum = 0;
    for (Part part : parts(x)) {
      sum += part.slope * x;
      System.err.printf(\"%s %.3f%n\", sum > 4 ? \"large\" : \"small\", sum);
    }
    String.format(\"%f %f\", x, x * x);
    for (double weight : List.of(0.1, 0.2)) sum += weight * x;
    return sum;
  }
  public static double lookedUp(double x) {
    Map<String, Double> weights = new HashMap<>();
    weights.put(\"a\", 2.0);
    TreeMap<Integer, Double> sorted = new TreeMap<>();
    sorted.put(1, 4.0);
    System.err.println(x);
    return weights.get(\"a\") * x + sorted.floorEntry(2).getValue() * x;
  }
}
",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  static void same(double a, double b) { if (Math.abs(a - b) > 1e-12) throw new AssertionError(a + \" and \" + b); }
  public static void main(String[] none) {
    same(Printed.each_dx(3), 8);
    same(Printed.sweeps_dx(3), 16);
    same(Printed.stream_dx(3), 8);
    same(Printed.weights_dx(3), 0.3);
    same(Printed.formatted_dx(3), 8.3);
    same(Printed.lookedUp_dx(3), 6);
    System.out.println(\"ok\");
  }
}
",
);

const HELD: (&str, &str) = (
    "TextHeld.java",
    "import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public class TextHeld {
  public static double added(double x) {
    List<String> texts = new ArrayList<>();
    texts.add(\"\" + x);
    return Double.parseDouble(texts.get(0));
  }

  public static double appended(double x) {
    List<StringBuilder> texts = new ArrayList<>();
    texts.add(new StringBuilder());
    StringBuilder text = texts.get(0);
    text.append(x);
    return Double.parseDouble(texts.get(0).toString());
  }

  public static double iterated(double x) {
    StringBuilder text = new StringBuilder();
    Deque<CharSequence> texts = new ArrayDeque<>();
    texts.add(text);
    text.append(x);
    double sum = 0.0;
    for (CharSequence each : texts) {
      sum += each.charAt(0) - '0';
    }
    return sum;
  }

  public static double mapped(double x) {
    StringBuilder text = new StringBuilder();
    Map<String, Object> texts = new HashMap<>();
    texts.put(\"a\", text);
    text.append(x);
    return Double.parseDouble(String.valueOf(texts.get(\"a\")));
  }

  public static double optional(double x) {
    StringBuffer text = new StringBuffer();
    Optional<StringBuffer> kept = Optional.of(text);
    text.append(x);
    return Double.valueOf(kept.get().toString());
  }

  public static double whole(double x) {
    StringBuilder text = new StringBuilder();
    List<StringBuilder> texts = new ArrayList<>();
    texts.add(text);
    text.append(x);
    String all = texts.toString();
    return Double.parseDouble(all.substring(1, all.length() - 1));
  }

  // The program's own iterator reads text.
  static final class Numbers implements Iterator<Double> {
    private final StringBuilder text;

    Numbers(StringBuilder text) {
      this.text = text;
    }
    public boolean hasNext() {
      return text.length() > 0;
    }
    public Double next() {
      double read = Double.parseDouble(text.toString());
      text.setLength(0);
      return read;
    }
  }

  public static double own(double x) {
    StringBuilder text = new StringBuilder();
    Iterator<Double> numbers = new Numbers(text);
    text.append(x);
    return numbers.hasNext() ? numbers.next() : 0.0;
  }

  public static double formatted(double x) {
    String text = String.format(\"%s\", x);
    return Double.parseDouble(text);
  }

  public static double shared(double x) {
    Object[] printed = new Object[1];
    List<Object> list = java.util.Arrays.asList(printed);
    printed[0] = x;
    String.format(\"%s\", printed);
    return (Double) list.get(0);
  }

  public static double either(double x) {
    Object[] one = new Object[1], two = new Object[1];
    Object[] printed = x > 1 ? one : two;
    printed[0] = x;
    String.format(\"%s\", printed);
    return (Double) (one[0] == null ? two[0] : one[0]);
  }

  public static double computed(double x) {
    StringBuilder text = new StringBuilder();
    Map<String, Double> numbers = new HashMap<>();
    text.append(x);
    return numbers.computeIfAbsent(\"a\", key -> Double.parseDouble(text.toString()));
  }
}
",
);

#[test]
fn what_is_printed_is_not_what_a_collection_gives() {
    let place = Workplace::new();
    place.javac(&[PRINTED], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Printed.*", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[CHECK], "check", "out:in");
    place.java("check:out:in", "Check");
}

#[test]
fn text_that_a_collection_holds_is_refused() {
    let place = Workplace::new();
    place.javac(&[HELD], "in", "");
    let methods =
        ["added", "appended", "iterated", "mapped", "optional", "whole", "own", "computed", "formatted"];
    for method in methods {
        let method = format!("TextHeld.{method}");
        place.run(&["diff", "in", "-q", "-m", &method]).code(1).says(&["NB0204"]);
    }
    for method in ["TextHeld.shared", "TextHeld.either"] {
        place.run(&["diff", "in", "-q", "-m", method]).code(1).says(&["NB0205"]);
    }
}

const SAID: (&str, &str) = (
    "Said.java",
    "import java.util.*;
public class Said {
  static class Cell { final double v; Cell(double v) { this.v = v; } public String toString() { return \"\" + v * v; } }
  record Point(double x, double y) {}
  static double parsed(Object o) { return Double.parseDouble(o.toString()); }
  public static double passed(double x) { return x + parsed(new Cell(x)); }
  public static double listed(double x) {
    List<Object> all = new ArrayList<>();
    all.add(new Cell(x));
    return x + Double.parseDouble(all.get(0).toString());
  }
  public static double formatted(double x) { return x + Double.parseDouble(String.format(\"%s\", new Cell(x))); }
  public static double whole(double x) {
    String all = List.of(new Cell(x)).toString();
    return x + Double.parseDouble(all.substring(1, all.length() - 1));
  }
  public static double record(double x) {
    Object point = List.of(new Point(x, 1)).get(0);
    return x + Double.parseDouble(Objects.toString(point).substring(8, 10));
  }
  // What is said of the objects is only printed.
  public static double logged(double x) {
    List<Cell> all = new ArrayList<>();
    all.add(new Cell(x));
    double sum = 0;
    for (Object each : all) {
      System.err.println(\"now \" + each);
      sum += ((Cell) each).v * x;
    }
    System.err.printf(\"%s %s%n\", all, sum);
    return sum;
  }
}
",
);

const RAISED: (&str, &str) = (
    "Raised.java",
    "public class Raised {
  static class Cell { final double v; Cell(double v) { this.v = v; } public String toString() { return \"\" + v * v; } }
  public static double said(double x) {
    Cell cell = new Cell(x);
    try { throw new IndexOutOfBoundsException(\"\" + cell); }
    catch (IndexOutOfBoundsException e) { return cell.v + Double.parseDouble(e.getMessage()); }
  }
  public static double given(double x) {
    Cell cell = new Cell(x);
    try { throw new IndexOutOfBoundsException(cell.toString()); }
    catch (IndexOutOfBoundsException e) { return cell.v + Double.parseDouble(e.toString().split(\" \")[1]); }
  }
  public static double byTheJvm(double x) {
    Cell cell = new Cell(x);
    double[] few = {1, 2};
    try { return few[2] * x; }
    catch (ArrayIndexOutOfBoundsException e) { return cell.v * e.getMessage().length(); }
  }
}
",
);

const EXTENDED: (&str, &str) = (
    "Extended.java",
    "public class Extended {
  static class Own extends IndexOutOfBoundsException {
    final double v;
    Own(double v) { this.v = v; }
    @Override public String getMessage() { return \"\" + v * v; }
  }
  static double parsed(IndexOutOfBoundsException e) { return Double.parseDouble(e.getMessage()); }
  public static double own(double x) { return x + parsed(new Own(x)); }
}
",
);

#[test]
fn the_message_of_an_index_out_of_bounds_is_what_it_was_made_with() {
    let place = Workplace::new();
    place.javac(&[RAISED], "in", "");
    for method in ["said", "given"] {
        let method = format!("Raised.{method}");
        place.run(&["diff", "in", "-q", "-m", &method]).code(1).says(&["error[NB02"]);
    }
    place.run(&["diff", "in", "-q", "-m", "Raised.byTheJvm"]).code(0);
    place.javac(&[EXTENDED], "extended", "");
    place.run(&["diff", "extended", "-q", "-m", "Extended.own"]).code(1).says(&["error[NB02"]);
}

#[test]
fn what_objects_say_of_themselves_is_refused_where_it_is_parsed() {
    let place = Workplace::new();
    place.javac(&[SAID], "in", "");
    for method in ["passed", "listed", "formatted", "whole", "record"] {
        let method = format!("Said.{method}");
        place.run(&["diff", "in", "-q", "-m", &method]).code(1).says(&["error[NB02"]);
    }
    place.run(&["diff", "in", "-q", "-m", "Said.logged"]).code(0);
}
