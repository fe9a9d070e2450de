//! The form `field`: its overloads, what is refused, and that a user's own overloads are left alone.

mod common;

use common::Workplace;
use nabla_classfile::ClassFile;

const SHAPES: &str = "public class Shapes {
    double kept;
    public static double value(double x, double a, int n) { return x * a + n; }
    public static double value(double x, double a, int n, int m) { return x * a + n * m; }
    public static double bits(double x) { return Math.nextUp(x); }
    public static float single(float x) { return x * x; }
    public double keep(double x) { kept = x; return kept * kept; }
    public static double applied(double x) {
        java.util.function.DoubleUnaryOperator f = v -> v * v;
        return f.applyAsDouble(x);
    }
    public static double cube(double x) { double[][][] a = new double[2][2][2]; a[0][0][0] = x; return a[0][0][0]; }
    public static double boxed(double x) { Double b = x; return b * 2; }
    public static double calls(double x) {
        return 2 * bits(x);
    }
    public static double[] row(double[] x, double a) { return new double[] {x[0] * a, a}; }
    enum Power implements java.util.function.DoubleUnaryOperator {
        TWO;
        public double applyAsDouble(double x) { return x * x; }
    }
    public static double power(double x) {
        java.util.function.DoubleUnaryOperator f = Power.TWO;
        return f.applyAsDouble(x);
    }
}
";

const ELEMENT: &str = "Lorg/hipparchus/CalculusFieldElement;";

fn shapes() -> Workplace {
    let place = Workplace::new();
    place.compile("Shapes.java", SHAPES);
    place
}

/// The names and descriptors of the methods of a class.
fn methods(place: &Workplace, file: &str) -> Vec<(String, String)> {
    let bytes = place.read(file);
    let class = ClassFile::read(&bytes).unwrap();
    let text = |index| class.pool.utf8(index).unwrap().into_owned();
    class.methods.iter().map(|m| (text(m.name), text(m.descriptor))).collect()
}

fn differentiate(place: &Workplace, method: &str, more: &[&str]) -> common::Ran {
    let arguments = ["diff", "classes/Shapes.class", "-cp", "classes", "-m", method, "--form", "field"];
    place.run(&[&arguments[..], more].concat())
}

#[test]
fn an_overload_has_elements_where_numbers_were_active() {
    let place = shapes();
    differentiate(&place, "Shapes.value(DDI)", &["--wrt", "x"]).code(0);
    let value = ("value".to_owned(), format!("({ELEMENT}DI){ELEMENT}"));
    assert!(methods(&place, "nabla-out/Shapes.class").contains(&value));
    differentiate(&place, "Shapes.row", &[]).code(0);
    let row = ("row".to_owned(), format!("([{ELEMENT}{ELEMENT})[{ELEMENT}"));
    assert!(methods(&place, "nabla-out/Shapes.class").contains(&row));
}

#[test]
fn what_has_no_counterpart_is_refused_where_it_stands() {
    let place = shapes();
    let lines = [
        ("bits", "NB0701", 5),
        ("single", "NB0702", 6),
        ("keep", "NB0703", 7),
        ("applied", "NB0704", 10),
        ("power", "NB0704", 24),
        ("cube", "NB0705", 12),
        ("boxed", "NB0707", 13),
        ("calls", "NB0701", 5),
    ];
    for (method, code, line) in lines {
        let refused = differentiate(&place, &format!("Shapes.{method}"), &[]).code(1);
        refused.says(&[&format!("error[{code}]"), &format!("Shapes.java:{line}")]);
    }
}

#[test]
fn refreshing_takes_out_the_overload_and_no_other() {
    let place = shapes();
    let method = "Shapes.value(DDI)";
    differentiate(&place, method, &["--in-place"]).code(0);
    let once = methods(&place, "classes/Shapes.class");
    assert_ne!(differentiate(&place, method, &["--in-place"]).code, 0, "the overload is there already");
    differentiate(&place, method, &["--in-place", "--refresh"]).code(0);
    assert_eq!(methods(&place, "classes/Shapes.class"), once);
}
