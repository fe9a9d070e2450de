//! Functions that were put into collections before the call: where they may touch what it makes active, they are
//! never run without their tangents, though nothing active goes in.

mod common;

use common::Workplace;

const REGISTRY: (&str, &str) = (
    "Registry.java",
    "import java.util.*;
import java.util.function.*;
public class Registry {
  interface Term { double at(double t); }
  static class One implements Term { public double at(double t) { return 1; } }
  interface Listener { void on(Registry changed); }
  static abstract class Shape { abstract double area(); }
  static class Square extends Shape { double side = 2; double area() { return side * side; } }
  static class Unit extends Shape { double area() { return 1; } }
  static class Box { double width; }
  static abstract class Size {
    abstract double of(Box box);
    static class A extends Size { double of(Box box) { return 1; } }
    static class B extends Size { double of(Box box) { return 2; } }
    static class C extends Size { double of(Box box) { return 3; } }
    static class D extends Size { double of(Box box) { return 4; } }
    static class E extends Size { double of(Box box) { return inner(box); } }
    double inner(Box box) { return box.width * 5; }
  }
  record Pair(String name, DoubleUnaryOperator operator) { }
  static class Ended extends RuntimeException { final double at; Ended(double at) { this.at = at; } }

  double k = 2;
  final double[] array = {2};
  final Map<String, DoubleUnaryOperator> operators = new HashMap<>();
  final List<Runnable> tasks = new ArrayList<>();
  final List<Term> terms = new ArrayList<>();
  final List<Listener> listeners = new ArrayList<>();
  final List<DoubleSupplier> suppliers = new ArrayList<>();
  final List<Runnable> ending = new ArrayList<>();
  final Square square = new Square();
  final Map<String, ToDoubleFunction<Square>> measures = new HashMap<>();
  final Box box = new Box();
  final Pair pair = new Pair(\"scaled\", t -> t * k);
  final Comparator<String> lengths = (a, b) -> Double.compare(a.length() * k, b.length() * k);

  public Registry() {
    operators.put(\"scaled\", t -> k * t);
    tasks.add(() -> k *= k);
    terms.add(t -> k * t);
    terms.add(new One());
    listeners.add(changed -> changed.k *= changed.k);
    double[] captured = array;
    suppliers.add(() -> captured[0] * captured[0]);
    suppliers.add(this::scaled);
    Shape shape = square;
    suppliers.add(shape::area);
    Size size = new Size.E();
    suppliers.add(() -> size.of(box));
    measures.put(\"area\", Square::area);
    ending.add(() -> { throw new Ended(k * k); });
  }

  double scaled() { return k * 3; }

  public double operator(double x) { k = x; return operators.get(\"scaled\").applyAsDouble(3); }
  public double task(double x) { k = x; for (Runnable task : tasks) task.run(); return k; }
  public double term(double x) { k = x; double sum = 0; for (Term term : terms) sum += term.at(0.5); return sum; }
  public double listener(double x) { k = x; for (Listener listener : listeners) listener.on(this); return k; }
  public double array(double x) { array[0] = x; return suppliers.get(0).getAsDouble(); }
  public double reference(double x) { k = x; return suppliers.get(1).getAsDouble(); }
  public double received(double x) { square.side = x; return suppliers.get(2).getAsDouble(); }
  public double sized(double x) { box.width = x; return suppliers.get(3).getAsDouble(); }
  public double measured(double x) { square.side = x; return measures.get(\"area\").applyAsDouble(square); }
  public double component(double x) { k = x; return pair.operator().applyAsDouble(3); }
  public double ended(double x) { k = x; try { ending.get(0).run(); return 0; } catch (Ended e) { return e.at; } }
  public double ordered(double x) { k = x; String[] names = {\"bb\", \"a\"}; Arrays.sort(names, lengths); return names[0].length() * k; }
  public double own(double x) { k = x; DoubleUnaryOperator square = t -> t * t; return square.applyAsDouble(3) * k; }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  interface Call { double get(); }
  static void same(double a, double b) { if (Math.abs(a - b) > 1e-12) throw new AssertionError(a + \" and \" + b); }
  static void no(Call call) {
    try {
      System.out.println(\"no exception: \" + call.get());
    } catch (UnsupportedOperationException e) {
      if (!e.getMessage().startsWith(\"Registry$$Lambda\")) throw e;
    }
  }
  public static void main(String[] none) {
    Registry registry = new Registry();
    // Which functions a constructor put into a collection is known, if they captured no array.
    same(registry.task_dx(2), 4);
    same(registry.term_dx(2), 0.5);
    same(registry.listener_dx(2), 4);
    no(() -> registry.array_dx(2));
    same(registry.reference_dx(2), 3);
    same(registry.received_dx(2), 4);
    same(registry.sized_dx(2), 5);
    same(registry.measured_dx(2), 4);
    same(registry.component_dx(2), 3);
    same(registry.ended_dx(2), 4);
    if (registry.own_dx(2) != 9) throw new AssertionError(registry.own_dx(2));
    if (registry.ordered_dx(2) != 1) throw new AssertionError(registry.ordered_dx(2));
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn functions_that_were_made_before_are_no_zero() {
    let place = Workplace::new();
    place.javac(&[REGISTRY], "classes", "");
    place
        .run(&["diff", "classes", "-k", "-m", "Registry.*"])
        .code(1)
        .says(&["1 of 13 methods refused", "Registry.operator"]);
    place.javac(&[CHECK], "check", "nabla-out:classes");
    place.java("check:nabla-out:classes", "Check");
}
