//! `nabla-rs rules`: the rules known.

use serde::Serialize;

use crate::cli::{Rules, RulesFormat};
use crate::engine;
use crate::failure::Status;
use crate::ui;

#[derive(Serialize)]
struct Row<'r> {
    owner: String,
    function: &'r str,
    descriptor: &'r str,
    kind: &'r str,
    partials: &'r [String],
    singular: &'r str,
}

/// Prints the table that the derivatives are made from.
pub fn run(args: &Rules) -> anyhow::Result<Status> {
    let rows = engine::rules();
    let text = match args.format {
        RulesFormat::Json => {
            let rows: Vec<Row<'_>> = rows
                .iter()
                .map(|r| Row {
                    owner: r.owner.replace('/', "."),
                    function: r.name,
                    descriptor: r.descriptor,
                    kind: r.kind,
                    partials: &r.partials,
                    singular: r.note,
                })
                .collect();
            serde_json::to_string_pretty(&rows)? + "\n"
        }
        RulesFormat::Markdown => engine::rules_markdown(),
        RulesFormat::Text => {
            let name = |r: &engine::RowText| format!("{}.{}{}", short(r.owner), r.name, r.descriptor);
            let width = rows.iter().map(|r| name(r).len()).max().unwrap_or(0);
            let lines = rows.iter().map(|r| {
                let formula = match r.kind {
                    "zero" => "0".to_owned(),
                    "text" => "text, ends here".to_owned(),
                    "lost" => "refused: the derivative would be lost".to_owned(),
                    "select" | "same" => format!("r' = {}", r.partials.join(", ")),
                    _ => r.partials.join(" | "),
                };
                let note = if r.note.is_empty() { String::new() } else { format!("   # {}", r.note) };
                format!("{:width$}  {formula}{note}\n", name(r))
            });
            lines.collect()
        }
    };
    ui::out(&text);
    Ok(Status::Done)
}

fn short(owner: &str) -> &str {
    owner.rsplit('/').next().unwrap_or(owner)
}
