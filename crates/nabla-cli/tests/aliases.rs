//! An array that is passed and that a field holds too, as it is or as a row: what is stored through the
//! one name is seen through the other, or the derivative throws.

mod common;

use common::Workplace;

const ROWS: (&str, &str) = (
    "Rows.java",
    "class Rows {
  double[] own = {1, 2};
  double[][] rows = {own};
  double element(double[] y, double x) { own[0] = x; return y[0] * x; }
  double row(double[] y, double x) { rows[0][0] = x; return y[0] * x; }
  double back(double[] y, double x) { y[0] = x; return rows[0][0] * x; }
}",
);

/// Nobody calls `view`, but who does could read the fields' arrays.
const SEEN: (&str, &str) = (
    "Seen.java",
    "class Seen {
  double[] own = {1, 2};
  static double[] common = {1, 2};
  double element(double[] y, double x) { own[0] = x; return y[0] * x; }
  static double ofClass(double[] y, double x) { common[0] = x; return y[0] * x; }
  Object[] view() { return new Object[] {own, common}; }
}",
);

/// All are the function x * x.
const TELL: (&str, &str) = (
    "Tell.java",
    "import java.nio.file.*;
import java.util.*;
class Tell {
  interface Call { void into(double[] gradient); }
  static final List<String> told = new ArrayList<>();
  static void tell(String name, Call call) {
    double[] gradient = new double[3];
    try {
      call.into(gradient);
      told.add(name + ' ' + Arrays.toString(gradient));
    } catch (IllegalStateException e) {
      told.add(name + ' ' + e.getMessage());
    }
  }
  public static void main(String[] none) throws java.io.IOException {
    Rows rows = new Rows();
    Seen seen = new Seen();
    tell(\"element\", g -> rows.element_grad(rows.own, 3, g));
    tell(\"row\", g -> rows.row_grad(rows.rows[0], 3, g));
    tell(\"back\", g -> rows.back_grad(rows.rows[0], 3, g));
    double[] t = {0};
    rows.row_jvp(rows.rows[0], 3, new double[2], 1, t);
    told.add(\"jvp \" + t[0]);
    tell(\"seen\", g -> seen.element_grad(seen.own, 3, g));
    tell(\"ofClass\", g -> Seen.ofClass_grad(Seen.common, 3, g));
    tell(\"another\", g -> seen.element_grad(new double[] {5, 6}, 3, g));
    boolean same = told.equals(Files.readAllLines(Path.of(\"expected\")));
    System.out.println(same ? \"ok\" : String.join(System.lineSeparator(), told));
  }
}",
);

#[test]
fn what_is_stored_through_a_field_is_seen_in_a_parameter_or_told() {
    let place = Workplace::new();
    place.javac(&[ROWS, SEEN], "in", "");
    place.run(&["diff", "in", "-m", "Rows.*", "-m", "Seen.*", "--form", "jvp,grad", "-d", "out"]).code(0);
    place.javac(&[TELL], "tell", "out:in");
    let not_followed = |class: &str, what: &str, read: &str| {
        format!("{class}: {what}, and the derivative through `{read}` is not followed (nabla-rs)")
    };
    let expected = [
        "element [0.0, 0.0, 6.0]".to_owned(),
        "row [0.0, 0.0, 6.0]".to_owned(),
        "back [0.0, 0.0, 6.0]".to_owned(),
        "jvp 6.0".to_owned(),
        format!("seen {}", not_followed("Seen", "`own` and `y` are one array", "y")),
        format!("ofClass {}", not_followed("Seen", "`common` and `y` are one array", "y")),
        "another [3.0, 0.0, 5.0]".to_owned(),
    ];
    place.write("expected", expected.join("\n"));
    place.java("tell:out:in", "Tell");
}
