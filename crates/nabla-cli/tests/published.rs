//! Gradients that others publish.

mod common;

use common::Workplace;

const LSTM: &str = include_str!("../../../java-fixtures/programs/Lstm.java");
const TWIN: &str = include_str!("../../../java-fixtures/programs/Twin.java");

#[test]
fn the_recurrent_network_of_adbench_has_the_gradient_that_it_publishes() {
    let place = Workplace::new();
    place.javac(&[("Lstm.java", LSTM), ("Twin.java", TWIN)], "in", "");
    place
        .run(&[
            "diff",
            "in",
            "-m",
            "programs.Lstm.loss",
            "--wrt",
            "main,extra",
            "--form",
            "grad",
            "-d",
            "out",
        ])
        .code(0);
    place.javac(&[("CheckLstm.java", include_str!("published/CheckLstm.java"))], "check", "out:in");
    place.java("out:check:in", "programs.CheckLstm");
}
