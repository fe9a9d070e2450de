//! `nabla-rs explain --sparsity`: which numbers of the result depend on which inputs, as far as a JVM
//! meets it at sampled points.

use std::fmt::Write;

use crate::cli::Explain;
use crate::diagnostics;
use crate::engine::Form;
use crate::failure::{Failure, Status};
use crate::inputs::Inputs;
use crate::java;
use crate::pipeline::{Keep, Plan};
use crate::sources::Sources;
use crate::subjects::Laid;
use crate::ui::{self, Ui};

use super::explain;

/// At so many points the pattern is met; they are the first of those that `verify` tries.
const POINTS: &str = "8";

/// Differentiates along directions, runs the JVM, tells.
pub fn run(ui: &Ui, args: &Explain) -> anyhow::Result<Status> {
    let plan = Plan::new(&args.selection, false)?.with_form(Form::Jvp);
    let inputs = Inputs::open(&args.selection.inputs, Some("nabla-out".as_ref()))?;
    let run = plan.run(ui, inputs, Keep::Classes)?;
    // What the analysis knows without a run is among them: that the result does not depend on an input.
    diagnostics::print(ui, &run, &Sources::new(&args.selection.source_path));
    let laid = Laid::out(&run, &args.selection)?;
    if run.status() == Status::Refused {
        let methods = run.classes.iter().flat_map(|class| &class.report.methods);
        explain::refused(ui, methods.clone().filter(|m| m.refused()).count(), methods.count());
    }
    if laid.subjects.is_empty() {
        return Ok(run.status());
    }
    let java = java::command(args.java.as_deref())?;
    let told = laid.launch(&java, laid.subjects.iter(), &[POINTS.to_owned(), "sparsity".to_owned()])?;
    let mut patterns: Vec<Pattern> = laid.subjects.iter().map(|_| Pattern::default()).collect();
    for line in told.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let pattern = fields.first().and_then(|n| patterns.get_mut(n.parse::<usize>().ok()?));
        let (Some(pattern), Some(what)) = (pattern, fields.get(1)) else {
            return Err(Failure::bug(format!("the driver said `{line}`")).into());
        };
        pattern.read(what, &fields[2..]);
    }
    for (subject, pattern) in laid.subjects.iter().zip(&patterns) {
        ui::out(&format!("{}\n{}\n", subject.shown, pattern.page()));
    }
    Ok(run.status())
}

/// What a JVM told of one method.
#[derive(Default)]
struct Pattern {
    /// The independents, and how many numbers each has.
    inputs: Vec<(String, usize)>,
    /// For each number of the result, on which inputs it depends.
    rows: Vec<Vec<bool>>,
    points: usize,
    /// Why there is nothing to tell.
    failed: Option<String>,
}

impl Pattern {
    fn read(&mut self, what: &str, fields: &[&str]) {
        match what {
            "inputs" => {
                let input = |field: &&str| {
                    let (name, count) = field.rsplit_once(':')?;
                    Some((name.to_owned(), count.parse().ok()?))
                };
                self.inputs = fields.iter().filter_map(input).collect();
            }
            "row" => self.rows.push(fields.iter().flat_map(|f| f.chars()).map(|c| c == '1').collect()),
            "points" => self.points = fields.first().and_then(|n| n.parse().ok()).unwrap_or_default(),
            _ => self.failed = Some(fields.concat()),
        }
    }

    fn page(&self) -> String {
        if let Some(why) = &self.failed {
            return format!("  not run: {why}\n");
        }
        if self.points == 0 {
            return "  not run: it throws at every point tried\n".to_owned();
        }
        let width = |(name, count): &(String, usize)| name.chars().count().max(*count);
        let mut text = String::from("      ");
        for input in &self.inputs {
            let _ = write!(text, " {:<w$}", input.0, w = width(input));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        for (i, row) in self.rows.iter().enumerate() {
            let mut line = format!("  {i:>4}");
            let mut rest = &row[..];
            for input in &self.inputs {
                let (own, others) = rest.split_at(input.1.min(rest.len()));
                rest = others;
                let marks: String = own.iter().map(|&depends| if depends { '#' } else { '.' }).collect();
                let _ = write!(line, " {marks:<w$}", w = width(input));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let columns: usize = self.inputs.iter().map(|(_, count)| count).sum();
        let (entries, kept) = (self.entries(), self.blocks());
        let full = (100 * entries).checked_div(8 * kept).unwrap_or(100);
        let _ = writeln!(
            text,
            "  {entries} of {} entries are not zero, at {} points",
            columns * self.rows.len(),
            self.points
        );
        let all = columns.div_ceil(8) * self.rows.len();
        let _ = writeln!(text, "  as lanes: {kept} of {all} blocks of eight are kept, {full} % of them full");
        text
    }

    fn entries(&self) -> usize {
        self.rows.iter().flatten().filter(|&&depends| depends).count()
    }

    /// Blocks of eight lanes with an entry.
    fn blocks(&self) -> usize {
        self.rows.iter().flat_map(|row| row.chunks(8)).filter(|block| block.contains(&true)).count()
    }
}
