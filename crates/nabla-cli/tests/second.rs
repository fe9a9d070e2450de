//! A derivative is an ordinary method: the command's own output is differentiated again.

use std::path::Path;
use std::process::Command;

const MODEL: &str = r#"
public class Model {
    public static double wave(double x) { return x * x * Math.sin(x); }
    public static double root(double x) { return Math.sqrt(x); }
    public static double power(double x) { return Math.pow(x, 2.5); }
    public static double angle(double y, double x) { return Math.atan2(y, x); }
    public static double length(double x, double y) { return Math.hypot(x, y); }
    public static double loop(double x) { double r = 1; for (int i = 0; i < 3; i++) r *= x; return r; }
    public static double larger(double x) { return Math.max(x * x, x); }
    public static double signed(double x) { return Math.abs(x) * x; }
}
"#;

const CHECK: &str = r#"
public class Check {
    static void near(String what, double found, double expected) {
        if (!(Math.abs(found - expected) <= 1e-13 * Math.max(1, Math.abs(expected)))) {
            throw new AssertionError(what + " is " + found + ", not " + expected);
        }
    }
    public static void main(String[] a) {
        double x = 1.3, y = 0.7;
        near("wave", Model.wave_dx_dx(x), 2 * Math.sin(x) + 4 * x * Math.cos(x) - x * x * Math.sin(x));
        near("root", Model.root_dx_dx(x), -0.25 * Math.pow(x, -1.5));
        near("power", Model.power_dx_dx(x), 2.5 * 1.5 * Math.sqrt(x));
        near("power at 0", Model.power_dx_dx(0), 0);
        double s = x * x + y * y;
        near("angle yx", Model.angle_dy_dx(y, x), (y * y - x * x) / (s * s));
        near("angle yy", Model.angle_dy_dy(y, x), -2 * x * y / (s * s));
        near("length xx", Model.length_dx_dx(x, y), y * y / Math.pow(s, 1.5));
        near("length xy", Model.length_dx_dy(x, y), -x * y / Math.pow(s, 1.5));
        near("loop", Model.loop_dx_dx(x), 6 * x);
        near("loop at 0", Model.loop_dx_dx(0), 0);
        near("larger", Model.larger_dx_dx(x), 2);
        near("signed", Model.signed_dx_dx(-x), -2);
        near("third", Model.wave_dx_dx_dx(x), 6 * Math.cos(x) - 6 * x * Math.sin(x) - x * x * Math.cos(x));
        near("third root", Model.root_dx_dx_dx(x), 0.375 * Math.pow(x, -2.5));
    }
}
"#;

#[test]
fn output_is_differentiated_again() {
    let work = tempfile::tempdir().unwrap();
    let path = |name: &str| work.path().join(name);
    std::fs::write(path("Model.java"), MODEL).unwrap();
    std::fs::write(path("Check.java"), CHECK).unwrap();
    run(work.path(), "javac", &["-g", "-d", "0", "Model.java"]);
    for round in 0..3 {
        let input = format!("{round}/Model.class");
        let output = (round + 1).to_string();
        let methods: &[&str] = match round {
            0 => &["-m", "*"],
            1 => &["-m", "*_dx", "-m", "*_dy"],
            _ => &["-m", "wave_dx_dx", "-m", "root_dx_dx"],
        };
        let mut args = vec!["diff", &input, "--form", "partial", "-d", &output];
        args.extend(methods);
        run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &args);
    }
    run(work.path(), "javac", &["-cp", "3", "-d", "check", "Check.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "3:check", "Check"]);
}

fn run(dir: &Path, program: &str, args: &[&str]) {
    let output = Command::new(program).args(args).current_dir(dir).output().unwrap();
    assert!(
        output.status.success(),
        "{program} {args:?}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}
