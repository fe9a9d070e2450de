//! The table as text: rows as data.

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
    /// One formula per operand, `unknown` where there is none; a single one with tangents (`x'`)
    /// where the row is not a sum of partials; none for an inactive or lost result.
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

pub(super) fn row_text(rule: &Rule) -> RowText {
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
