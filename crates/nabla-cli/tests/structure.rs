//! The form `structure`: what is refused, and the class that it makes.

mod common;

use common::Workplace;
use nabla_classfile::ClassFile;

const FUNCTION: &str = "package org.hipparchus.analysis;
public interface UnivariateFunction { double value(double x); }
";

const WAVE: &str = "public class Wave implements org.hipparchus.analysis.UnivariateFunction {
    double factor = 2;
    public double value(double t) { return factor * Math.sin(t); }
    public double other(double t) { return t * t; }
    public double value(double t, int n) { return n * t; }
}
";

const PLAIN: &str = "public class Plain {
    public double value(double t) { return t * t; }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    place.compile("org/hipparchus/analysis/UnivariateFunction.java", FUNCTION);
    place.compile("Wave.java", WAVE);
    place.compile("Plain.java", PLAIN);
    place
}

#[test]
fn the_class_implements_the_interface_and_adds_nothing_else_that_users_see() {
    let place = place();
    place.run(&["diff", "classes/Wave.class", "-m", "value(D)", "--form", "structure"]).code(0);
    let bytes = place.read("nabla-out/Wave.class");
    let class = ClassFile::read(&bytes).unwrap();
    let names: Vec<_> = class.interfaces.iter().map(|i| class.pool.class_name(*i).unwrap()).collect();
    let differentiable = "org/hipparchus/analysis/differentiation/UnivariateDifferentiableFunction";
    assert_eq!(names, ["org/hipparchus/analysis/UnivariateFunction", differentiable]);
    let visible: Vec<String> = class
        .methods
        .iter()
        .filter(|m| m.access & 0x1000 == 0)
        .map(|m| format!("{}{}", class.pool.utf8(m.name).unwrap(), class.pool.utf8(m.descriptor).unwrap()))
        .collect();
    let derivative = "Lorg/hipparchus/analysis/differentiation/Derivative;";
    let value = format!("value({derivative}){derivative}");
    assert_eq!(visible, ["<init>()V", "value(D)D", "other(D)D", "value(DI)D", &value]);
}

#[test]
fn other_methods_and_classes_are_refused() {
    let place = place();
    for (class, method) in [("Wave", "other"), ("Wave", "value(DI)"), ("Plain", "value")] {
        let input = format!("classes/{class}.class");
        let run = place.run(&["diff", &input, "-m", method, "--form", "structure"]);
        run.code(1).says(&["error[NB0706]"]);
    }
}

#[test]
fn it_is_made_once_or_anew() {
    let place = place();
    let arguments =
        ["diff", "classes/Wave.class", "-m", "value(D)", "--form", "structure", "--in-place", "--refresh"];
    place.run(&arguments).code(0);
    let once = place.read("classes/Wave.class");
    assert_ne!(place.run(&arguments[..arguments.len() - 1]).code, 0);
    place.run(&arguments).code(0);
    let (once, again) = (ClassFile::read(&once).unwrap().methods.len(), place.read("classes/Wave.class"));
    let again = ClassFile::read(&again).unwrap();
    assert_eq!((again.methods.len(), again.interfaces.len()), (once, 2));
}

#[test]
fn a_method_of_the_user_s_is_not_taken_for_an_earlier_run_s() {
    let place = place();
    let derivative = "org.hipparchus.analysis.differentiation.Derivative";
    place.compile(
        "org/hipparchus/analysis/differentiation/Derivative.java",
        "package org.hipparchus.analysis.differentiation; public interface Derivative<T> {}",
    );
    let own = format!(
        "public class Own implements org.hipparchus.analysis.UnivariateFunction {{
            public double value(double t) {{ return t * t; }}
            public <T extends {derivative}<T>> T value(T t) {{ return t; }}
        }}"
    );
    place.compile("Own.java", &own);
    let before = place.read("classes/Own.class");
    let arguments = ["diff", "classes/Own.class", "-m", "value(D)D", "--form", "structure", "--in-place"];
    for refresh in [&["--refresh"][..], &[]] {
        place.run(&[&arguments[..], refresh].concat()).code(1).says(&["error[NB0105]"]);
        assert!(place.read("classes/Own.class") == before);
    }
}

#[test]
fn functions_of_arrays_have_their_interfaces() {
    let place = place();
    for (name, value) in [("MultivariateFunction", "double"), ("MultivariateVectorFunction", "double[]")] {
        let text = format!(
            "package org.apache.commons.math3.analysis;
            public interface {name} {{ {value} value(double[] p); }}"
        );
        place.compile(&format!("org/apache/commons/math3/analysis/{name}.java"), &text);
    }
    let class = |name: &str, of: &str, value: &str, result: &str| {
        let text = format!(
            "public class {name} implements org.apache.commons.math3.analysis.{of} {{
                public {value} value(double[] p) {{ return {result}; }}
            }}"
        );
        place.compile(&format!("{name}.java"), &text);
    };
    class("Sum", "MultivariateFunction", "double", "p[0] * p[1]");
    class("Both", "MultivariateVectorFunction", "double[]", "new double[] {p[0] * p[1], p[0]}");
    let structure = "org/apache/commons/math3/analysis/differentiation/DerivativeStructure";
    let differentiable = "org/apache/commons/math3/analysis/differentiation/MultivariateDifferentiable";
    for (name, interface, result) in [("Sum", "Function", ""), ("Both", "VectorFunction", "[")] {
        let input = format!("classes/{name}.class");
        let arguments = ["diff", &input, "-m", "value", "--form", "structure", "--in-place", "--refresh"];
        place.run(&arguments).code(0);
        let once = ClassFile::read(&place.read(&input)).unwrap().methods.len();
        place.run(&arguments).code(0);
        let bytes = place.read(&input);
        let class = ClassFile::read(&bytes).unwrap();
        assert_eq!(class.methods.len(), once);
        let added = class.pool.class_name(class.interfaces[1]).unwrap();
        assert_eq!(added, format!("{differentiable}{interface}"));
        let descriptor = format!("([L{structure};){result}L{structure};");
        assert!(class.methods.iter().any(|m| class.pool.utf8(m.descriptor).unwrap() == descriptor));
    }
}
