//! The page `docs/rules.md`.

use super::doc::{RowText, row_text};
use super::libraries::{LEFT, math_classes, title};
use super::{Pin, Rule, all};

/// The page `docs/rules.md`.
pub fn markdown() -> String {
    let (libraries, own): (Vec<&Rule>, Vec<&Rule>) = all().partition(|rule| title(rule.owner).is_some());
    let (libraries, own) = (groups(&libraries), groups(&own));
    let mut page = String::from(HEAD);
    page += &table("Functions with a derivative", &own, true);
    page += &table("The rest", &own, false);
    page += LOOPS;
    page += LIKE_MATH;
    for class in math_classes() {
        page += &format!("* {}: `{}`\n", title(class).unwrap_or_default(), class.replace('/', "."));
    }
    page += SPECIAL;
    page += &table("Functions of libraries with a derivative", &libraries, true);
    page += &table("The rest of the libraries", &libraries, false);
    page += "\n## Left to their own code\n\n| function | in | why |\n|---|---|---|\n";
    for (owner, name, descriptor, why) in LEFT {
        page += &format!("| `{name}` `{descriptor}` | {} | {why} |\n", label(owner));
    }
    page += "\n## Formulas in full\n";
    let mut written = Vec::new();
    for group in own.iter().chain(&libraries).filter(|group| group.is_long()) {
        for (i, partial) in group.row.partials.iter().enumerate().filter(|(_, p)| p.contains('?')) {
            let what =
                if group.row.kind == "select" { "Tangent".into() } else { format!("Operand {}", i + 1) };
            let text = format!("\n{what} of `{}`:\n\n```java\n{}\n```\n", group.called(), cases(partial));
            // A twin with a tolerance has the same.
            if !written.contains(&text) {
                page += &text;
                written.push(text);
            }
        }
    }
    page += "\n## Pinned points\n\nThe partials at singular points, one per operand.\n\n| point | partials |\n|---|---|\n";
    for group in own.iter().chain(&libraries) {
        for pin in group.pins {
            let partials = group.list_partials(pin);
            page += &format!("| `{}({})` | {partials} |\n", group.called(), list(pin.operands));
        }
    }
    page
}

/// A row under all its owners and descriptors; overloads on integers share one too.
struct Group {
    row: RowText,
    owners: Vec<&'static str>,
    descriptors: Vec<&'static str>,
    pins: &'static [Pin],
}

fn groups(rules: &[&'static Rule]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for rule in rules {
        let row = row_text(rule);
        let like = groups.iter_mut().find(|group| {
            let first = &group.row;
            (first.name, first.kind, first.note, &first.partials)
                == (row.name, row.kind, row.note, &row.partials)
        });
        match like {
            Some(group) => {
                if !group.owners.contains(&row.owner) {
                    group.owners.push(row.owner);
                }
                if !group.descriptors.contains(&row.descriptor) {
                    group.descriptors.push(row.descriptor);
                }
            }
            None => groups.push(Group {
                owners: vec![row.owner],
                descriptors: vec![row.descriptor],
                row,
                pins: rule.pins,
            }),
        }
    }
    groups
}

impl Group {
    /// Whether the formulas would burst the table's line.
    fn is_long(&self) -> bool {
        let breaks = self.row.kind == "guarded" || self.is_of_library();
        breaks && self.row.partials.iter().any(|p| p.len() > SHORT)
    }

    fn is_of_library(&self) -> bool {
        title(self.row.owner).is_some()
    }

    /// The function's name, with its class where that is a library's.
    fn called(&self) -> String {
        let class = simple(self.row.owner);
        if self.is_of_library() { format!("{class}.{}", self.row.name) } else { self.row.name.to_owned() }
    }

    /// One line of the page.
    fn line(&self) -> String {
        let row = &self.row;
        let owners: Vec<String> = self.owners.iter().map(|owner| label(owner)).collect();
        let partials = row.partials.join(", ");
        let tangent = match row.kind {
            "guarded" if self.is_long() => "guarded, [in full below](#formulas-in-full)".to_owned(),
            _ if self.is_long() => "[in full below](#formulas-in-full)".to_owned(),
            "partials" => format!("`[{partials}]`"),
            "guarded" => format!("guarded `[{partials}]`"),
            "select" | "same" => format!("`{partials}`"),
            "zero" => "inactive".to_owned(),
            "text" => "inactive text".to_owned(),
            _ => "lost: refused if the result reaches a dependent".to_owned(),
        };
        // A bar ends a cell even within code.
        let (tangent, note) = (tangent.replace('|', "\\|"), row.note.replace('|', "\\|"));
        let (name, descriptors) = (row.name, self.descriptors.join("` `"));
        format!("| `{name}` `{descriptors}` | {} | {tangent} | {note} |\n", owners.join(", "))
    }

    fn list_partials(&self, pin: &Pin) -> String {
        let known = self.row.partials.iter().map(|p| p != "unknown").chain(std::iter::repeat(true));
        let text = pin.partials.iter().zip(known);
        let text = text.map(|(x, known)| if known { number(*x) } else { "unknown".to_owned() });
        text.collect::<Vec<_>>().join(", ")
    }
}

fn table(heading: &str, groups: &[Group], with_formula: bool) -> String {
    let head = "| function | in | tangent `r'` | note |\n|---|---|---|---|\n";
    let lines = groups.iter().filter(|g| FORMULAS.contains(&g.row.kind) == with_formula).map(Group::line);
    format!("\n## {heading}\n\n{head}{}", lines.collect::<String>())
}

/// A class without its package, as Java writes it.
fn simple(owner: &str) -> String {
    owner.rsplit('/').next().unwrap_or(owner).trim_end_matches('$').replace('$', ".")
}

/// A class as readers know it: with its library.
fn label(owner: &str) -> String {
    title(owner).map_or_else(|| simple(owner), |library| format!("{library} {}", simple(owner)))
}

/// A formula with each case on its line: conditionals associate to the right. Those in parentheses
/// stay together.
fn cases(formula: &str) -> String {
    let mut depth = 0;
    let mut text = String::new();
    for c in formula.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ':' if depth == 0 => text = text.trim_end().to_owned() + "\n    ",
            _ => {}
        }
        text.push(c);
    }
    text
}

/// A number as a reader writes it.
fn number(x: f64) -> String {
    match x {
        x if x.is_infinite() => (if x > 0.0 { "∞" } else { "−∞" }).to_owned(),
        x if x != 0.0 && !(1e-3..1e6).contains(&x.abs()) => format!("{x:e}"),
        x => x.to_string(),
    }
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(|x| number(*x)).collect::<Vec<_>>().join(", ")
}

/// The longest formula in a line of a table.
const SHORT: usize = 100;

const FORMULAS: &[&str] = &["partials", "guarded", "select", "same"];

const HEAD: &str = "\
<!-- Written from the table in crates/nabla-ad/src/rules; NABLA_BLESS=1 writes it anew. -->
# Rules

The tangent of every operator and of every method of `Math`, `StrictMath`, `Double` and `Float`, and
of the [known libraries](#libraries). The value is always the primal's own. `r` is the result, `x'`
the tangent of the operand `x`; calls are those of `java.lang.Math` where no class is named.

`[p, q]` means `r' = p * x' + q * y'`; terms of operands without a tangent are left out. *Guarded*
means that a zero tangent contributes zero also where its partial is infinite or NaN. Where the
value is NaN, the formula is followed as written.

A constant exponent of `pow` has shorter partials: `2 * x`, `3 * (x * x)`, `1 / (2 * r)` for 0.5,
`-(r * r)` for −1, `y * r / x` for the other negative integers down to −100.

The first partials are within 4 ulp of the exact ones at the given operands, except where they are
subnormal, and for `pow` with a subnormal result and a negative exponent, where `y - 1` is rounded.
";

const LOOPS: &str = "
## Loops of the library

Followed into the functions that they are given: `Arrays.setAll` of numbers, `forEach` of collections, and
streams that begin and end in one expression – of arrays, `of`, `IntStream.range` and `rangeClosed`,
and `stream()` of collections – by `map` and its kin, `filter` and `asDoubleStream`, to `sum`, `average`, `max`, `min`,
`reduce`, `toArray` and `forEach`. The largest and smallest are those of `max` and `min` above, taken in order.

`Arrays.sort` of a `double[]` moves each tangent with its number. Equal numbers, by `Double.compare`, keep
their order: at such a tie the derivative is that of the side on which the first of them is the smaller.
";

const LIKE_MATH: &str = "
## Libraries

The methods of these classes mean what `Math`'s of the same name mean, and have its rows. A method on
floats is the twin of the one on doubles. Where a partial is taken from the result, it has the error
of the library's own function, or twice that where the result is squared.

";

const SPECIAL: &str = "
Their own rows, and those of special functions, follow. `psi`, `psi1` and `psi2` are the digamma
function and its derivatives and `bell(x)` is 2/√π·exp(−x²), all computed by `Math` alone: a wrong
sign costs the digamma of Commons Math 3 and Hipparchus 3·10⁻⁹, and the trigamma of all three
libraries 7·10⁻¹⁴. Where another class is named, its function is called; it is there whenever the
primal is. A partial that is `unknown` has no closed form: where the operand is active the library's
code is followed, and a method is refused if that is not at hand. So it is, too, where the tolerance
`epsilon` of a series is not a constant of at most 10⁻¹⁴: a row is the derivative of the limit.

These partials are within 4 ulp too, in units of the largest term where the formula is a sum, unless
the note says otherwise. ψ and sums with it are within 8 ulp of their largest value.
";
