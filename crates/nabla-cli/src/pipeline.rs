//! What `diff`, `check` and `verify` have in common: read, select, differentiate, over all inputs.

use std::collections::HashMap;

use nabla_classfile::ClassFile;
use rayon::prelude::*;

use crate::companions::{Companion, Companions};
use crate::engine::{self, ClassReport, RecordedCall, UserRule};
use crate::failure::{Failure, Status};
use crate::inputs::{Inputs, Unit};
use crate::near::Seen;
use crate::parameters;
use crate::payload;
pub use crate::payload::{Keep, Payload};
pub use crate::plan::Plan;
use crate::progress::Progress;
use crate::refresh::{self, Called, Search};
use crate::select::Found;
use crate::spots::Spots;
use crate::stubs::rules::OwnRule;
use crate::stubs::{self, Stub};
use crate::ui::Ui;
use crate::worlds::{self, Selected, Worlds};

/// A class in which something was selected, or that changes because such a class calls it.
#[derive(Debug)]
pub struct Analysed {
    /// The class file.
    pub unit: Unit,
    /// What came of it; its `output` has moved to `payload`.
    pub report: ClassReport,
    /// The parameter names of each method of the report.
    pub parameters: Vec<Vec<Option<String>>>,
    /// The release for which its jar gets a version of it.
    pub version: Option<u16>,
    /// Whether there are new bytes: of derivatives, or of methods that those of other classes call.
    pub changed: bool,
    /// Whether no input has the class.
    pub added: bool,
    /// The new bytes, if they are kept.
    pub payload: Option<Payload>,
    /// The companion that the payload is, with `--detached`.
    pub companion: Option<Companion>,
    /// The stubs that were filled in: name and descriptor.
    pub stubs: Vec<(String, String)>,
}

/// What is selected in all classes.
#[derive(Default)]
struct Choice {
    /// The internal names of all units that can be read.
    names: Vec<Option<String>>,
    selected: Vec<Selected>,
    stubs: Vec<Stub>,
    /// The user's own rules.
    rules: Vec<OwnRule>,
}

impl Choice {
    fn any(&self) -> bool {
        !self.selected.is_empty() || !self.stubs.is_empty()
    }
}

/// What is selected in one class.
struct One {
    name: String,
    /// Which patterns matched in it.
    hits: Vec<bool>,
    selected: Option<Selected>,
    stubs: Vec<Stub>,
    rules: Vec<OwnRule>,
}

/// The outcome over all inputs.
pub struct Run {
    /// The inputs, for those who write.
    pub inputs: Inputs,
    /// By class name, then input.
    pub classes: Vec<Analysed>,
    /// Classes that could not be worked on.
    pub failures: Vec<Failure>,
    /// What is worth a warning about the inputs and the class path as a whole.
    pub warnings: Vec<String>,
    /// The methods that diagnostics speak of.
    pub spots: Spots,
    /// The calls that instrumented classes record, the innermost first.
    pub calls: Vec<RecordedCall>,
    /// The rules that users have written.
    pub rules: Vec<UserRule>,
}

impl Plan {
    /// Reads, selects and differentiates every class of the inputs. `keep` says what of
    /// the results is needed afterwards.
    pub fn run(&self, ui: &Ui, inputs: Inputs, keep: Keep) -> Result<Run, Failure> {
        let mut failures = Vec::new();
        let mut class_path = self.class_path(&inputs)?;
        let companions = self.detached.then(|| Companions::find(&inputs));
        let Choice { names, mut selected, stubs, rules } =
            self.select_all(ui, &inputs, companions.as_ref(), &mut failures)?;
        let mut called = if self.refresh { self.strip(&inputs, &mut selected)? } else { Called::default() };
        class_path.know(names);
        if self.detached && !stubs.is_empty() {
            return Err(stubs::not_detached(&stubs[0]));
        }
        class_path.know_annotated(rules.iter().map(|own| own.rule.clone()).collect());
        let mut wanted = stubs::want(self, &inputs, &class_path, stubs, &mut called, &mut selected)?;
        wanted.extend(stubs::rules::refused(&inputs, &class_path, &rules));
        let stripped = self.refresh.then_some(&called);
        let worlds = Worlds::new(&inputs, &class_path, stripped, self.detached, self.probes);
        let worlds::Outcome { mut made, failures: failed, mut warnings, calls } =
            worlds.differentiate(&selected);
        failures.extend(failed);
        stubs::fill(self, &inputs, &class_path, &selected, wanted, &mut made)?;
        selected.iter_mut().for_each(|s| s.bytes = Vec::new());
        let spots = Spots::new(&inputs, &class_path, &made);
        let finished = in_parallel(self.jobs, made, |made| {
            engine::guarded(|| {
                payload::pack(&inputs, companions.as_ref(), self.refresh, made, &selected, keep)
            })
        })?;
        let mut classes = Vec::new();
        for outcome in finished {
            outcome.map_or_else(|failure| failures.push(failure), |class| classes.push(class));
        }
        let place = |c: &Analysed| (c.report.class.clone(), c.unit.shown.clone(), c.version);
        classes.sort_by_cached_key(place);
        failures.extend(class_path.failures());
        warnings.extend(class_path.warnings());
        let rules = class_path.rules().to_vec();
        drop(class_path);
        Ok(Run { inputs, classes, failures, warnings, spots, calls, rules })
    }

    /// Selects in all classes.
    fn select_all(
        &self,
        ui: &Ui,
        inputs: &Inputs,
        companions: Option<&Companions>,
        failures: &mut Vec<Failure>,
    ) -> Result<Choice, Failure> {
        let progress = Progress::new(ui, inputs.units.len());
        let outcomes = in_parallel(self.jobs, 0..inputs.units.len(), |unit| {
            let outcome = engine::guarded(|| self.select(inputs, companions, unit));
            progress.tick();
            outcome
        })?;
        drop(progress);
        let mut choice = Choice::default();
        let mut hits = Vec::new();
        for outcome in outcomes {
            match outcome {
                Ok(One { name, hits: matched, selected, stubs, rules }) => {
                    hits.resize(matched.len().max(hits.len()), false);
                    hits.iter_mut().zip(matched).for_each(|(all, one)| *all |= one);
                    choice.names.push(Some(name));
                    choice.selected.extend(selected);
                    choice.stubs.extend(stubs);
                    choice.rules.extend(rules);
                }
                Err(failure) => {
                    choice.names.push(None);
                    failures.push(failure);
                }
            }
        }
        // A class that cannot be read may be the one that was meant: then that is the error.
        if failures.is_empty() {
            let all = || inputs.units.iter().flat_map(|unit| seen(inputs, unit));
            if let Some(failure) = self.selector.unmatched(&hits, choice.any(), all) {
                return Err(failure);
            }
        }
        Ok(choice)
    }

    /// What is selected in one class.
    fn select(
        &self,
        inputs: &Inputs,
        companions: Option<&Companions>,
        number: usize,
    ) -> Result<One, Failure> {
        let unit = &inputs.units[number];
        let bytes = inputs.read(unit)?;
        let (name, hits, stubs, rules, requests, parameters) = {
            let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(&unit.shown, &e))?;
            let name = class_name(&class, &unit.shown)?;
            // A companion is made anew from its class.
            let stale = self.refresh && companions.is_some_and(|c| c.contains(unit));
            let found = if stale { Found::default() } else { self.selector.select(&class, &name)? };
            let name = name.replace('.', "/");
            let stubs = stubs::find(&class, number, &name);
            let rules = stubs::rules::find(&class, number);
            if found.methods.is_empty() {
                return Ok(One { name, hits: found.hits, selected: None, stubs, rules });
            }
            let requests = self.requests(&class, &found.methods)?;
            let names = found.methods.iter().map(|(method, descriptor)| {
                parameters::find(&class, method, descriptor)
                    .map(|m| parameters::names(&class, m))
                    .unwrap_or_default()
            });
            let names: Vec<_> = names.collect();
            (name, found.hits, stubs, rules, requests, names)
        };
        let selected = Some(Selected { unit: number, name: name.clone(), bytes, requests, parameters });
        Ok(One { name, hits, selected, stubs, rules })
    }
}

impl Plan {
    /// Takes out of the selected classes what an earlier run put in, but for what derivatives call that stay.
    pub fn strip(&self, inputs: &Inputs, selected: &mut [Selected]) -> Result<Called, Failure> {
        let mut search = Search::default();
        let numbers: HashMap<usize, usize> = selected.iter().enumerate().map(|(i, s)| (s.unit, i)).collect();
        for (number, unit) in inputs.units.iter().enumerate() {
            match numbers.get(&number).map(|&i| &selected[i]) {
                Some(one) => search.add(&unit.shown, &one.bytes, &one.requests)?,
                // One that cannot be read is told where it is selected in.
                None => _ = inputs.read(unit).and_then(|bytes| search.add(&unit.shown, &bytes, &[])),
            }
        }
        let called = search.finish();
        for one in selected {
            let shown = &inputs.units[one.unit].shown;
            let class = ClassFile::read(&one.bytes).map_err(|e| Failure::malformed(shown, &e))?;
            let generated = refresh::generated(&class, &one.requests);
            one.bytes = refresh::strip(shown, one.bytes.clone(), &one.requests, &called)?;
            retain(&mut one.requests, &generated);
            retain(&mut one.parameters, &generated);
        }
        Ok(called)
    }
}

impl Run {
    /// How the analysis went, before anything is written.
    pub fn status(&self) -> Status {
        let failed = self.failures.iter().map(|f| f.status).max().unwrap_or(Status::Done);
        let refused = self.classes.iter().any(|c| c.report.methods.iter().any(|m| m.refused()));
        failed.max(if refused { Status::Refused } else { Status::Done })
    }
}

/// Keeps the items that are not marked.
fn retain<T>(items: &mut Vec<T>, marked: &[bool]) {
    let mut marked = marked.iter();
    items.retain(|_| marked.next() != Some(&true));
}

/// The binary name of a class, with dots.
pub fn class_name(class: &ClassFile<'_>, shown: &str) -> Result<String, Failure> {
    Ok(class.name().map_err(|e| Failure::malformed(shown, &e))?.replace('/', "."))
}

/// Applies `work` to all items and keeps their order. One item needs no threads, and most runs
/// have one: starting a pool would cost as much as the run.
pub fn in_parallel<T: Send, R: Send>(
    jobs: Option<u16>,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync + Send,
) -> Result<Vec<R>, Failure> {
    let items: Vec<T> = items.into_iter().collect();
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.map_or_else(available, usize::from).min(items.len());
    if jobs <= 1 {
        return Ok(items.into_iter().map(work).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(16 << 20)
        .build()
        .map_err(|e| Failure::input(format!("cannot start {jobs} threads: {e}")))?;
    Ok(pool.install(|| items.into_par_iter().map(work).collect()))
}

/// The methods of a class that a pattern might have meant.
pub fn seen(inputs: &Inputs, unit: &Unit) -> Vec<Seen> {
    let collect = || {
        let bytes = inputs.read(unit)?;
        let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(&unit.shown, &e))?;
        let name = class_name(&class, &unit.shown)?;
        let candidates = engine::candidates(&class)?.into_iter();
        Ok(candidates
            .map(|c| Seen {
                class: name.clone(),
                method: c.method,
                descriptor: c.descriptor,
                eligible: c.eligible,
            })
            .collect())
    };
    collect().unwrap_or_else(|_: Failure| Vec::new())
}
