//! An `invokedynamic` for which code of another language says what it calls: any method of any object, by its name.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  double k;
  public double text(double x) { k = x * x; return Double.parseDouble(\"\" + this + \"\"); }
  public double other(double x) { k = x * x; String text = \"\" + this; return k; }
}",
);

#[test]
fn what_others_call_may_read_and_assign_any_field() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let mut bytes = std::fs::read(place.path("in/Model.class")).unwrap();
    // Neither the JDK's, nor of a name that says what it does.
    for (from, to) in [("java/lang/invoke/StringConcatFactory", "lang"), ("makeConcatWithConstants", "call")]
    {
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    place.write("in/Model.class", bytes);
    place.run(&["diff", "in", "-m", "text", "-m", "other", "-d", "out"]).code(1).says(&[
        "error[NB0201]: the result depends on an independent through a call of `callConcatWithConstants`",
        "in `Model.text(double x)`",
        "in `Model.other(double x)`",
        "2 of 2 methods refused",
    ]);
}
