//! The table as text: rows as data, and the page `docs/rules.md`.

use std::fmt::{self, Display};

use super::{Expr, Names, Row, Rule, all, write_expr};

/// A row as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowText {
    /// The class in internal form, or `operator`.
    pub owner: &'static str,
    /// The method or operator.
    pub name: &'static str,
    /// The descriptor.
    pub descriptor: &'static str,
    /// One formula per operand; a single one with tangents (`x'`) where the row is not a sum of
    /// partials; none for an inactive or lost result.
    pub partials: Vec<String>,
    /// What kind of row it is: `partials`, `guarded`, `select`, `same`, `zero`, `text` or `lost`.
    pub kind: &'static str,
    /// Singular points and restrictions.
    pub note: &'static str,
}

/// Every row as plain data, in the order of the table.
pub fn rows() -> impl Iterator<Item = RowText> {
    all().map(row_text)
}

fn row_text(rule: &Rule) -> RowText {
    let names = Names::of(rule.operands);
    let text = |e: &Expr| {
        let mut s = String::new();
        // Writing to a string cannot fail.
        let _ = write_expr(&mut s, e, &names);
        s
    };
    let (kind, partials) = match &rule.row {
        Row::Partials(p) | Row::Helper(p) => ("partials", p.iter().map(text).collect()),
        Row::Guarded(p) => ("guarded", p.iter().map(text).collect()),
        Row::Select(t) => ("select", vec![text(t)]),
        Row::Same => {
            let others = rule.operands.iter().skip(1).map(|o| format!(", {o}")).collect::<String>();
            let operand = rule.operands.first().copied().unwrap_or("x");
            ("same", vec![format!("{}({operand}'{others})", rule.name)])
        }
        Row::Zero => ("zero", vec![]),
        Row::Text => ("text", vec![]),
        Row::Lost => ("lost", vec![]),
    };
    RowText {
        owner: rule.owner,
        name: rule.name,
        descriptor: rule.descriptor,
        partials,
        kind,
        note: rule.note,
    }
}

impl Display for RowText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{} ", self.owner, self.name, self.descriptor)?;
        match self.kind {
            "select" | "same" => write!(f, "r' = {}", self.partials[0]),
            "zero" => f.write_str("inactive"),
            "text" => f.write_str("inactive text"),
            "lost" => f.write_str("derivative lost"),
            _ => write!(f, "[{}]", self.partials.join(", ")),
        }
    }
}

/// The page `docs/rules.md`.
pub fn markdown() -> String {
    let mut page = String::from(HEAD);
    let mut groups: Vec<(RowText, Vec<&'static str>, Vec<&'static str>)> = Vec::new();
    // One line for a row under all its owners and descriptors; overloads on integers share one too.
    for row in rows() {
        let like = groups.iter_mut().find(|(first, _, _)| {
            (first.name, first.kind, first.note, &first.partials)
                == (row.name, row.kind, row.note, &row.partials)
        });
        match like {
            Some((_, owners, descriptors)) => {
                if !owners.contains(&row.owner) {
                    owners.push(row.owner);
                }
                if !descriptors.contains(&row.descriptor) {
                    descriptors.push(row.descriptor);
                }
            }
            None => groups.push((row.clone(), vec![row.owner], vec![row.descriptor])),
        }
    }
    for (title, with_formula) in [("Functions with a derivative", true), ("The rest", false)] {
        page += &format!("\n## {title}\n\n| function | in | tangent `r'` | note |\n|---|---|---|---|\n");
        for (row, owners, descriptors) in &groups {
            if FORMULAS.contains(&row.kind) == with_formula {
                page += &line(row, owners, descriptors);
            }
        }
    }
    page += "\n## Formulas in full\n";
    for (row, _, _) in groups.iter().filter(|(row, _, _)| is_long(row)) {
        for (i, partial) in row.partials.iter().enumerate() {
            let cases = cases(partial);
            page += &format!("\nOperand {} of `{}`:\n\n```java\n{cases}\n```\n", i + 1, row.name);
        }
    }
    page += "\n## Pinned points\n\nThe partials at singular points, one per operand.\n\n| point | partials |\n|---|---|\n";
    let mut seen: Vec<&str> = Vec::new();
    for rule in all() {
        // The pins of an owner's row are those of all.
        if !seen.contains(&rule.name) {
            seen.push(rule.name);
            for pin in rule.pins {
                page += &format!("| `{}({})` | {} |\n", rule.name, list(pin.operands), list(pin.partials));
            }
        }
    }
    page
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

/// Numbers as a reader writes them.
fn list(numbers: &[f64]) -> String {
    let text = |x: &f64| match *x {
        x if x.is_infinite() => (if x > 0.0 { "∞" } else { "−∞" }).to_owned(),
        x if x != 0.0 && !(1e-3..1e6).contains(&x.abs()) => format!("{x:e}"),
        x => x.to_string(),
    };
    numbers.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Whether the formulas would burst the table's line.
fn is_long(row: &RowText) -> bool {
    row.partials.iter().any(|p| p.len() > 100) && row.kind == "guarded"
}

const FORMULAS: &[&str] = &["partials", "guarded", "select", "same"];

const HEAD: &str = "\
<!-- Written from the table in crates/nabla-ad/src/rules; NABLA_BLESS=1 writes it anew. -->
# Rules

The tangent of every operator and of every method of `Math`, `StrictMath`, `Double` and `Float`.
The value is always the primal's own. `r` is the result, `x'` the tangent of the operand `x`; calls
are those of `java.lang.Math`.

`[p, q]` means `r' = p * x' + q * y'`; terms of operands without a tangent are left out. *Guarded*
means that a zero tangent contributes zero also where its partial is infinite or NaN. Where the
value is NaN, the formula is followed as written.

A constant exponent of `pow` has shorter partials: `2 * x`, `3 * (x * x)`, `1 / (2 * r)` for 0.5,
`-(r * r)` for −1, `y * r / x` for the other negative integers down to −100.

The first partials are within 4 ulp of the exact ones at the given operands, except where they are
subnormal, and for `pow` with a subnormal result and a negative exponent, where `y - 1` is rounded.
";

/// One line of the page.
fn line(row: &RowText, owners: &[&str], descriptors: &[&str]) -> String {
    let owners: Vec<&str> = owners.iter().map(|o| o.rsplit('/').next().unwrap_or(o)).collect();
    let tangent = match row.kind {
        "partials" => format!("`[{}]`", row.partials.join(", ")),
        _ if is_long(row) => "guarded, [in full below](#formulas-in-full)".to_owned(),
        "guarded" => format!("guarded `[{}]`", row.partials.join(", ")),
        "select" | "same" => format!("`{}`", row.partials.join(", ")),
        "zero" => "inactive".to_owned(),
        "text" => "inactive text".to_owned(),
        _ => "lost: refused if the result reaches a dependent".to_owned(),
    };
    // A bar ends a cell even within code.
    let tangent = tangent.replace('|', "\\|");
    format!(
        "| `{}` `{}` | {} | {tangent} | {} |\n",
        row.name,
        descriptors.join("` `"),
        owners.join(", "),
        row.note
    )
}
