//! A local of two slots that begins in the last slot of the parameters, as tools that number locals anew may have it.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  public static double f(double x, int n) { double r = n; r = r * x; return r * r; }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  static void near(double found, double wanted) { if (found != wanted) throw new AssertionError(found); }
  public static void main(String[] none) {
    double[] tangent = new double[1], gradient = new double[1];
    near(Model.f_jvp(1.5, 3, 1, tangent), 20.25);
    near(tangent[0], 27);
    near(Model.f_grad(1.5, 3, gradient), 20.25);
    near(gradient[0], 27);
    System.out.println(\"ok\");
  }
}
",
);

#[test]
fn a_local_across_the_end_of_the_parameters_keeps_its_value() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let mut bytes = std::fs::read(place.path("in/Model.class")).unwrap();
    // iload_2; i2d; dstore_3; dload_3; dload_0; dmul; dstore_3; dload_3; dload_3; dmul
    let code = [0x1c, 0x87, 0x4a, 0x29, 0x26, 0x6b, 0x4a, 0x29, 0x29, 0x6b];
    let at = bytes.windows(code.len()).position(|window| window == code).unwrap();
    for byte in &mut bytes[at..at + code.len()] {
        *byte = match *byte {
            0x4a => 0x49,
            0x29 => 0x28,
            other => other,
        };
    }
    place.write("in/Model.class", bytes);
    place.run(&["diff", "in", "-q", "-m", "f", "--form", "jvp,grad", "-d", "out"]).code(0);
    place.javac(&[CHECK], "check", "out");
    place.java("check:out", "Check");
}
