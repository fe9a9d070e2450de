//! The methods that are too long, as steps that are written out or run in a loop.

use std::fmt::Write;

/// How many times fewer steps those methods have that are differentiated twice.
pub const FEWER: usize = 4;

/// What a method's steps are, as text of Java: `{k}` is the number of the step.
pub struct Steps {
    /// What it is called.
    pub name: &'static str,
    before: &'static str,
    step: &'static str,
    after: &'static str,
    count: usize,
}

/// The method that cannot be taken apart.
pub const KEPT_WHOLE: &str = "keptWhole";

/// Those with numbers for parameters.
pub const METHODS: [Steps; 7] = [
    Steps {
        name: "line",
        before: "double s = x, t = y;",
        step: "s = 0.5 * s + 0.25 * Math.sin(t * y + {k} % 7); t = 0.5 * t + x / (2 + s * s);",
        after: "return s + t;",
        count: 600,
    },
    Steps {
        name: "inLoop",
        before: "double s = x, t = y; for (int i = 0; i < 3; i++) { if (s < 10 + i) {",
        step: "s = 0.5 * s + 0.25 * Math.sin(t * y + {k} % 7); t = 0.5 * t + x / (2 + s * s);",
        after: "} else { s = s - 1; } } return s + t;",
        count: 250,
    },
    // Locals of all types, an object, an array, a switch, a handler, calls of methods of the object.
    Steps {
        name: "mixed",
        before: "double s = x, t = y; float f = 1; long n = 1; int k = 0; String text = null;
                 double[] kept = new double[4];",
        step: "switch ((int) (n % 4)) {
                 case 0: s = 0.5 * s + 0.25 * Math.sin(t * y + {k} % 7); break;
                 case 1: t = 0.5 * t + x / (2 + s * s); break;
                 case 2: s += own(t) * 0.125; break;
                 default: if (s > t) { t = 0.75 * t + 0.1 * s * x; k++; } else { s = 0.8 * s - 0.1 * t * y; k--; }
               }
               n = n * 31 + {k};
               try {
                 kept[k] += 0.125 * s;
                 t = 0.9 * t + 0.1 * kept[({k} + 1) % 4];
               } catch (ArrayIndexOutOfBoundsException e) {
                 k = 0;
                 text = text == null ? e.getMessage() : null;
                 f = 0.5f * f + (float) t * 0.25f;
               }",
        after: "return s + t * f + kept[0] + (text == null ? 1 : 2) * own(s);",
        count: 120,
    },
    // Values that live long, and expressions that no statement interrupts.
    Steps {
        name: "wide",
        before: "double a = x, b = y, c = x * y, d = x - y, e = x + 1, f = y + 1, g = 0.5, h = 0.25;",
        step: "a = 0.5 * b + 0.25 * Math.cos(h + {k} % 3) * (x + (c + (d * (e - (f + g * h)))) * 0.125);
               h = g; g = f; f = e; e = d; d = c; c = b; b = a;",
        after: "return a + b * c - d / (1 + e * e) + f + g + h;",
        count: 150,
    },
    // In the range of handlers, and while a lock is held.
    Steps {
        name: "guarded",
        before: "double s = x, t = y; int k = 0; try { synchronized (this) {",
        step: "s = 0.5 * s + 0.25 * Math.sin(t * y + {k} % 7); t = 0.5 * t + x / (2 + s * s);
               if (s > 100) { throw new IllegalStateException(); } k += {k} % 3;",
        after: "} } catch (IllegalStateException e) { return x * y; } finally { calls++; } return s + t * k;",
        count: 150,
    },
    // What is written in the range of a handler, the handler reads: it would not see what a part did.
    Steps {
        name: KEPT_WHOLE,
        before: "double s = x, t = y; try {",
        step: "s = 0.5 * s + 0.25 * Math.sin(t * y + {k} % 7); t = 0.5 * t + x / (2 + s * s);
               if (s > 100 || {k} == 99) { throw new IllegalStateException(); }",
        after: "} catch (IllegalStateException e) { return s * t; } return s;",
        count: 100,
    },
    // The ways of the method end in it.
    Steps {
        name: "returning",
        before: "double s = x, t = y;",
        step: "if (s > 2 + {k}) { return s * t + {k}; }
               s = 0.5 * s + 0.25 * Math.sin(t * y + {k} % 7); t = 0.5 * t + x / (2 + s * s);",
        after: "return s + t;",
        count: 200,
    },
];

/// One of an array.
pub const SYSTEM: Steps = Steps {
    name: "system",
    before: "double[] r = new double[4]; double s = x[0], t = x[1];",
    step: "r[{k} % 4] = 0.5 * r[({k} + 1) % 4] + s * x[{k} % 3];
           s = 0.5 * s + 0.25 * Math.sin(t * x[2] + {k} % 7); t = 0.5 * t + s / (2 + r[1] * r[1]);",
    after: "return r;",
    count: 150,
};

impl Steps {
    /// The method, its steps written out or in a loop.
    pub fn java(&self, in_loop: bool, fewer: usize) -> String {
        let parameters = if self.name == SYSTEM.name { "double[] x" } else { "double x, double y" };
        let result = if self.name == SYSTEM.name { "double[]" } else { "double" };
        let mut text = format!("{result} {}({parameters}) {{\n{}\n", self.name, self.before);
        if in_loop {
            let step = self.step.replace("{k}", "step");
            let count = self.count / fewer;
            let _ = writeln!(text, "for (int step = 0; step < {count}; step++) {{\n{step}\n}}");
        } else {
            for k in 0..self.count / fewer {
                let _ = writeln!(text, "{}", self.step.replace("{k}", &k.to_string()));
            }
        }
        text + self.after + "\n}\n"
    }
}
