//! Derivatives of one object that run at the same time, where nothing stores into it.

mod common;

use common::Workplace;

const SHARED: (&str, &str) = (
    "Shared.java",
    "class Shared {
  double k = 2;
  double[] z = {1, 2, 3};
  Shared(double k, double[] z) { this.k = k; this.z = z; }
  double of(double x) {
    double sum = 0;
    for (double v : z) sum = sum * x + v;
    return sum * k;
  }
  // Objects of its own have tangents, the one that is passed has none.
  static double beside(Shared given, double x) {
    double[] own = {x, 2 * x};
    Shared made = new Shared(x, own);
    made.z[1] = made.z[0] * x;
    return given.of(x) + made.of(x) + made.k * given.z[1] * given.k;
  }
}",
);

/// By its fields.
const HELD: (&str, &str) = (
    "Held.java",
    "class Held {
  double k = 2;
  double[] z = {1, 2, 3};
  double of(double x) {
    double sum = 0;
    for (double v : z) sum = sum * x + v;
    return sum * k;
  }
}",
);

const RUN: (&str, &str) = (
    "Run.java",
    "import java.util.function.IntPredicate;
import java.util.stream.IntStream;
class Run {
  static void all(String what, IntPredicate right) {
    long wrong = IntStream.range(0, 100_000).parallel().filter(i -> !right.test(i)).count();
    if (wrong > 0) throw new AssertionError(wrong + \" times wrong: \" + what);
  }
  static boolean is(double found, double expected) { return Math.abs(found - expected) <= 1e-12 * Math.abs(expected); }
  public static void main(String[] none) {
    Shared one = new Shared(2, new double[] {1, 2, 3});
    Held held = new Held();
    for (int round = 0; round < 2; round++) {
      // given.of: 2 (x^2 + 2 x + 3); made.of: (x * x + x * x) * x; 4 x
      all(\"beside\", i -> {
        double x = 1 + i % 100 * 0.01;
        return is(Shared.beside_dx(one, x), 2 * (2 * x + 2) + 6 * x * x + 4);
      });
      all(\"gradient\", i -> {
        double x = 1 + i % 100 * 0.01;
        double[] g = new double[1];
        Shared.beside_grad(one, x, g);
        return is(g[0], 2 * (2 * x + 2) + 6 * x * x + 4);
      });
      all(\"by a field\", i -> {
        double x = 1 + i % 100 * 0.01;
        return is(held.of_dk(x), x * x + 2 * x + 3) && is(held.of_dx(x), 2 * (2 * x + 2));
      });
      all(\"gradient by fields\", i -> {
        double x = 1 + i % 100 * 0.01;
        double[] g = new double[5];
        held.of_grad(x, g);
        return is(g[0], 2 * (2 * x + 2)) && is(g[1], x * x + 2 * x + 3) && is(g[2], 2 * x * x) && is(g[4], 2);
      });
    }
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn what_nothing_stores_into_may_be_shared() {
    let place = Workplace::new();
    place.javac(&[SHARED, HELD], "in", "");
    place.run(&["diff", "in/Shared.class", "-m", "beside", "--form", "partial,grad", "-d", "out"]).code(0);
    let fields = ["-m", "of", "--wrt", "x,this.k,this.z", "--form", "partial,grad", "-d", "out"];
    place.run(&[&["diff", "in/Held.class"], &fields[..]].concat()).code(0);
    place.javac(&[RUN], "run", "out");
    place.java("run:out", "Run");
}
