//! `explain --sparsity`: which numbers of the result depend on which inputs.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  public static double[] banded(double[] x, double s) {
    double[] f = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      f[i] = s * x[i];
      if (i > 0) f[i] -= x[i - 1];
      if (i == 5) f[i] = 1;
    }
    return f;
  }
  public static double one(double a, double b, double[] c) { return a * c[2]; }
  public double[] strange(Thread t, double[] x) { return x; }
  public static double throwing(double x) { if (x < 1e300) throw new IllegalStateException(); return x; }
}
",
);

fn explain(method: &str) -> common::Ran {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["explain", "in", "-m", method, "--sparsity"])
}

#[test]
fn a_band_is_a_band() {
    let ran = explain("banded").code(0);
    let rows = "Model.banded(double[] x, double s)
       x        s
     0 #....... #
     1 ##...... #
     2 .##..... #
     3 ..##.... #
     4 ...##... #
     5 ........ .
     6 .....##. #
     7 ......## #
  20 of 72 entries are not zero, at 8 points
  as lanes: 14 of 16 blocks of eight are kept, 17 % of them full
";
    assert!(ran.out.starts_with(rows), "{}", ran.out);
}

#[test]
fn inputs_that_have_no_part_are_empty_columns() {
    let ran = explain("one").code(0).says(&["warning[NB0301]: the result does not depend on `b`"]);
    assert!(ran.out.contains("       a b c\n     0 # . ..#.....\n  2 of 10 entries"), "{}", ran.out);
}

#[test]
fn what_cannot_be_run_says_why() {
    let out = explain("strange").code(0).out;
    assert!(out.contains("  not run: no values are known for a parameter of type java.lang.Thread"), "{out}");
    let out = explain("throwing").code(0).out;
    assert!(out.contains("  not run: it throws at every point tried"), "{out}");
}
