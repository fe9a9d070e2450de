//! Derivatives of an earlier run, and another run over classes that they call: what they call stays, or the run is
//! refused.

mod common;

use common::Workplace;

const CLASSES: [(&str, &str); 4] = [
    ("demo/Base.java", "package demo; public class Base { double g(double a, double b) { return a * b; } }"),
    (
        "demo/Sub.java",
        "package demo; public class Sub extends Base { @Override double g(double a, double b) { return a * a * a + b; } }",
    ),
    (
        "demo/First.java",
        "package demo; public class First { public static double f(double x, Base b) { return b.g(x, 2) * x; } }",
    ),
    (
        "demo/Second.java",
        "package demo; public class Second { public static double f(double x) { return new Sub().g(3, x) * x; } }",
    ),
];

const MAIN: (&str, &str) = (
    "demo/Main.java",
    r#"
package demo;

class Main {
    public static void main(String[] arguments) {
        double[] tangent = new double[1];
        // x (x³ + 2) and x (27 + x)
        boolean first = First.f_jvp(2, new Sub(), 1, tangent) == 20 && tangent[0] == 34;
        boolean base = First.f_dx(2, new Base()) == 8;
        System.out.println(first && base && Second.f_dx(2) == 31 ? "ok" : "wrong");
    }
}
"#,
);

#[test]
fn what_other_derivatives_call_stays_when_some_are_made_anew() {
    let workplace = Workplace::new();
    workplace.javac(&CLASSES, "classes", "");
    workplace.run(&["diff", "classes", "-m", "demo.First.f", "--in-place"]).code(0);
    workplace.run(&["diff", "classes", "-m", "demo.Second.f", "--in-place", "--refresh"]).code(0);
    workplace.javac(&[MAIN], "classes", "classes");
    workplace.java("classes", "demo.Main");
    // The other one, and the same once more. A name that no receiver is asked for any more goes with the second run.
    for _ in 0..2 {
        workplace.run(&["diff", "classes", "-m", "demo.First.f", "--in-place", "--refresh"]).code(0);
    }
    let before = workplace.snapshot();
    workplace.run(&["diff", "classes", "-m", "demo.First.f", "--in-place", "--refresh"]).code(0);
    assert_eq!(before, workplace.snapshot());
    workplace.java("classes", "demo.Main");
}

#[test]
fn a_run_that_would_break_what_another_one_wrote_is_refused() {
    let workplace = Workplace::new();
    workplace.javac(&CLASSES, "classes", "");
    let diff = |class: &str, method: &str| workplace.run(&["diff", class, "-cp", "classes", "-m", method]);
    diff("classes/demo/First.class", "f").code(0);
    let before = workplace.snapshot();
    diff("classes/demo/Second.class", "f").code(2).says(&["First.class", "nabla$g$10", "in one run"]);
    assert_eq!(before, workplace.snapshot());
    // What is needed by nothing else may go.
    diff("classes/demo/First.class", "f").code(0);
    let both = ["classes/demo/First.class", "classes/demo/Second.class"];
    workplace.run(&["diff", both[0], both[1], "-cp", "classes", "-m", "*"]).code(0);
    workplace.javac(&[MAIN], "classes", "nabla-out:classes");
    workplace.java("nabla-out:classes", "demo.Main");
}

/// Two directories on one class path: of the class that both have, the one that was made for the other derivative
/// would inherit a body that is not its own.
#[test]
fn a_class_of_another_run_is_an_exception() {
    const MAIN: (&str, &str) = (
        "demo/Main.java",
        r#"
package demo;

class Main {
    public static void main(String[] arguments) {
        try {
            System.out.println(First.f_jvp(2, new Sub(), 1, new double[1]));
        } catch (UnsupportedOperationException e) {
            boolean known = First.f_dx(2, new Base()) == 8 && Second.f_dx(2) == 31;
            System.out.println(known && e.getMessage().contains("demo.Sub") ? "ok" : e.getMessage());
        }
    }
}
"#,
    );
    let workplace = Workplace::new();
    workplace.javac(&CLASSES, "classes", "");
    for (class, into) in [("First", "one"), ("Second", "two")] {
        let file = format!("classes/demo/{class}.class");
        workplace.run(&["diff", &file, "-cp", "classes", "-m", "f", "-d", into]).code(0);
    }
    workplace.javac(&[MAIN], "classes", "two:one:classes");
    workplace.java("two:one:classes", "demo.Main");
}

/// A module that builds on the output of another one: a class between has the tangent methods of both runs, and one
/// below it only those of its own.
#[test]
fn a_class_below_one_of_two_runs_is_an_exception_for_the_first() {
    const LIB: (&str, &str) = (
        "lib/Lib.java",
        r#"
package lib;

public class Lib {
    public static abstract class Base {
        public double k = 2;

        public abstract double f(double t);
    }

    public static class Between extends Base {
        public double f(double t) {
            return t * k;
        }
    }

    public static double changed(Base b, double x) {
        b.k = x;
        return b.f(x);
    }

    public static double plain(Base b, double x) {
        return b.f(x);
    }
}
"#,
    );
    const APP: (&str, &str) = (
        "app/App.java",
        r#"
package app;

public class App {
    public static class Sub extends lib.Lib.Between {
        @Override
        public double f(double t) {
            return super.f(t) * t;
        }
    }

    public static double cube(double x) {
        return lib.Lib.changed(new Sub(), x);
    }
}
"#,
    );
    const MAIN: (&str, &str) = (
        "Main.java",
        r#"
class Main {
    public static void main(String[] arguments) {
        double[] tangent = new double[1];
        boolean right = app.App.cube_jvp(3, 1, tangent) == 27 && tangent[0] == 27;
        try {
            System.out.println(lib.Lib.plain_jvp(new app.App.Sub(), 3, 1, tangent) + " " + tangent[0]);
        } catch (UnsupportedOperationException e) {
            System.out.println(right && e.getMessage().startsWith("app.App$Sub") ? "ok" : e.getMessage());
        }
    }
}
"#,
    );
    let workplace = Workplace::new();
    workplace.javac(&[LIB], "lib", "");
    workplace.javac(&[APP], "app", "lib");
    workplace.run(&["diff", "lib", "-m", "lib.Lib.plain", "--form", "jvp", "-d", "one"]).code(0);
    let below = ["diff", "app", "-cp", "one:lib", "-m", "app.App.cube", "--form", "jvp", "-d", "two"];
    workplace.run(&below).code(0);
    workplace.javac(&[MAIN], "main", "two:one:app:lib");
    workplace.java("main:two:one:app:lib", "Main");
}
