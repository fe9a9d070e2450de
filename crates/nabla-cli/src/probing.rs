//! The second look of a comparison: methods of which there is more to know run again, in classes
//! that tell which kinks they meet and which calls they make.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::Selection;
use crate::engine::Probes;
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::pipeline::{Keep, Plan};
use crate::subjects::Laid;
use crate::ui::Ui;
use crate::verdicts::{self, Verdict};

/// What a second look needs.
pub struct Probing<'p> {
    pub selection: &'p Selection,
    pub plan: Plan,
    pub java: &'p Path,
    /// How many points were tried.
    pub points: String,
    /// Whether the call whose derivative is wrong is looked for.
    pub locate: bool,
}

/// What instrumented classes say of a method.
#[derive(Default)]
pub struct Probed {
    /// The kinks at a point at which differences cannot decide.
    pub kinks: String,
    /// The call whose derivative is wrong.
    pub located: String,
}

impl Probing<'_> {
    /// Runs the methods that are wanted again. What the branches taken say of a 0 that was called
    /// wrong becomes its verdict.
    pub fn run(
        self,
        ui: &Ui,
        verdicts: &mut [Verdict<'_>],
        wanted: &[bool],
    ) -> Result<BTreeMap<usize, Probed>, Failure> {
        let mut probed: BTreeMap<usize, Probed> = BTreeMap::new();
        if !wanted.contains(&true) {
            return Ok(probed);
        }
        let patterns: Vec<String> =
            verdicts.iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(v, _)| v.pattern()).collect();
        let plan = self.plan.only(&patterns)?.probed(Probes { kinks: true, calls: self.locate });
        let inputs = Inputs::open(&self.selection.inputs, Some(Path::new("nabla-out")))?;
        let run = plan.run(ui, inputs, Keep::Classes)?;
        let laid = Laid::out(&run, self.selection)?;
        // A method is known by its line.
        let place = |line: &str| verdicts.iter().position(|v| v.subject.line == line);
        let chosen: Vec<usize> = laid.subjects.iter().filter_map(|s| place(&s.line)).collect();
        if chosen.len() != laid.subjects.len() {
            return Err(Failure::bug("instrumented classes have other methods"));
        }
        let work = [self.points, "probe".to_owned(), laid.calls(&run.calls)?];
        let told = laid.launch(self.java, laid.subjects.iter(), &work)?;
        for line in told.lines() {
            let mut fields = line.splitn(3, '\t');
            let number = fields.next().and_then(|n| n.parse::<usize>().ok());
            let Some(&subject) = number.and_then(|n| chosen.get(n)) else { continue };
            let entry = probed.entry(subject).or_default();
            match (fields.next(), fields.next()) {
                (Some("kinks"), Some(text)) => entry.kinks = text.to_owned(),
                (Some("located"), Some(text)) if self.locate => entry.located = text.to_owned(),
                _ => {}
            }
        }
        for (&subject, again) in chosen.iter().zip(verdicts::read(&laid.subjects, &told)?) {
            if verdicts[subject].still {
                verdicts[subject].settle(again);
            }
        }
        Ok(probed)
    }
}
