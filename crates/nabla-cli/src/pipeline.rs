//! What `diff`, `check` and `verify` have in common: read, select, differentiate, over all inputs.

use std::ffi::OsString;
use std::path::PathBuf;

use annotate_snippets::Level;
use nabla_classfile::ClassFile;
use rayon::prelude::*;
use zip::write::PreparedZipFile;

use crate::annotation::{self, Differentiable};
use crate::classpath::ClassPath;
use crate::cli::Selection;
use crate::companions::Companions;
use crate::engine::{self, ClassReport, Form, Request, Wrt};
use crate::failure::{Failure, Status};
use crate::inputs::{Inputs, Place, Unit};
use crate::parameters;
use crate::progress::Progress;
use crate::refresh;
use crate::select::{Seen, Selector};
use crate::ui::Ui;

/// What is asked for, checked.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Which methods.
    pub selector: Selector,
    /// The independents; `None` leaves the choice to the annotation.
    wrt: Option<Wrt>,
    /// The forms; empty leaves the choice to the annotation.
    forms: Vec<Form>,
    names: Vec<(Form, String)>,
    /// Whether derivatives an input already carries are replaced.
    pub refresh: bool,
    /// Whether derivatives go into a companion.
    detached: bool,
    class_path: Option<OsString>,
    system: Option<PathBuf>,
    jobs: Option<u16>,
}

/// The new bytes of a class, in the shape in which they wait to be written.
#[derive(Debug)]
pub enum Payload {
    /// For a file of its own.
    Bytes(Vec<u8>),
    /// For a jar: compressed already, so that a large jar does not fill the memory.
    Entry(PreparedZipFile),
}

/// What of the results is kept until the end of a run; a large jar's would fill the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Only the reports.
    Nothing,
    /// The bytes of the classes.
    Classes,
    /// What is written: bytes for files, compressed entries for jars.
    ForWriting,
}

/// A class in which something was selected.
#[derive(Debug)]
pub struct Analysed {
    /// The class file.
    pub unit: Unit,
    /// What came of it; its `output` has moved to `payload`.
    pub report: ClassReport,
    /// The parameter names of each method of the report.
    pub parameters: Vec<Vec<Option<String>>>,
    /// The new bytes, if something was generated.
    pub payload: Option<Payload>,
    /// The companion that the payload is, with `--detached`.
    pub companion: Option<Companion>,
}

/// The class that holds detached derivatives.
#[derive(Debug)]
pub struct Companion {
    /// Its binary name, with dots.
    pub name: String,
    /// The one that it replaces.
    pub replaces: Option<Place>,
}

/// What the work on one class may look at beside it.
struct Surroundings<'i> {
    inputs: &'i Inputs,
    class_path: ClassPath<'i>,
    companions: Companions,
}

/// The outcome over all inputs.
pub struct Run {
    /// The inputs, for those who write.
    pub inputs: Inputs,
    /// By class name, then input.
    pub classes: Vec<Analysed>,
    /// Classes that could not be worked on.
    pub failures: Vec<Failure>,
}

impl Plan {
    /// Checks the options.
    pub fn new(selection: &Selection, refresh: bool) -> Result<Plan, Failure> {
        let wrt = selection.wrt.as_ref().map(|list| {
            let list = list.iter().map(|p| p.trim().to_owned()).filter(|p| !p.is_empty());
            Wrt::Listed(list.collect())
        });
        if wrt == Some(Wrt::Listed(Vec::new())) {
            return Err(Failure::usage("`--wrt` names no parameter"));
        }
        let forms = selection.forms.iter().map(|f| form(f)).collect::<Result<Vec<_>, _>>()?;
        let names = selection.names.iter().map(|n| template(n)).collect::<Result<Vec<_>, _>>()?;
        let selector = Selector::new(&selection.methods)?;
        Ok(Plan {
            selector,
            wrt,
            forms,
            names,
            refresh,
            detached: false,
            class_path: selection.class_path.clone(),
            system: selection.system.clone(),
            jobs: selection.jobs,
        })
    }

    /// The same plan with derivatives in companions, or in the classes themselves.
    pub fn detached(self, detached: bool) -> Plan {
        Plan { detached, ..self }
    }

    /// The requests for the selected methods of a class.
    pub fn requests(
        &self,
        class: &ClassFile<'_>,
        methods: &[(String, String)],
    ) -> Result<Vec<Request>, Failure> {
        let request = |(method, descriptor): &(String, String)| {
            let annotated = parameters::find(class, method, descriptor)
                .and_then(|m| annotation::differentiable(class, m))
                .unwrap_or_default();
            let Differentiable { wrt, forms } = annotated;
            let listed = if wrt.is_empty() { Wrt::All } else { Wrt::Listed(wrt) };
            let forms = match self.forms.is_empty() {
                true => forms.iter().map(|f| form(&f.to_ascii_lowercase())).collect::<Result<_, _>>()?,
                false => self.forms.clone(),
            };
            Ok(Request {
                method: method.clone(),
                descriptor: descriptor.clone(),
                wrt: self.wrt.clone().unwrap_or(listed),
                forms,
                names: self.names.clone(),
            })
        };
        methods.iter().map(request).collect()
    }

    /// Reads, selects and differentiates every class of the inputs. `keep` says what of
    /// the results is needed afterwards.
    pub fn run(&self, ui: &Ui, inputs: Inputs, keep: Keep) -> Result<Run, Failure> {
        let class_path = ClassPath::new(&inputs, self.class_path.as_deref(), self.system.as_deref())?;
        let companions = if self.detached { Companions::find(&inputs) } else { Companions::default() };
        let around = Surroundings { inputs: &inputs, class_path, companions };
        let progress = Progress::new(ui, inputs.units.len());
        let outcomes = in_parallel(self.jobs, &inputs.units, |unit| {
            let outcome = engine::guarded(|| self.work(&around, unit, keep));
            progress.tick();
            outcome
        })?;
        drop(progress);
        for warning in around.class_path.warnings().iter().filter(|_| !ui.quiet) {
            ui.closing(Level::WARNING, warning);
        }
        let mut classes = Vec::new();
        let mut failures = around.class_path.failures();
        let mut hits = Vec::new();
        for outcome in outcomes {
            match outcome {
                Ok((matched, analysed)) => {
                    hits.resize(matched.len().max(hits.len()), false);
                    hits.iter_mut().zip(matched).for_each(|(all, one)| *all |= one);
                    classes.extend(analysed);
                }
                Err(failure) => failures.push(failure),
            }
        }
        // A class that cannot be read may be the one that was meant: then that is the error.
        if failures.is_empty() {
            let near = || inputs.units.iter().flat_map(|unit| seen(&inputs, unit)).collect();
            if let Some(failure) = self.selector.unmatched(&hits, !classes.is_empty(), near) {
                return Err(failure);
            }
        }
        classes.sort_by(|a, b| (&a.report.class, &a.unit.shown).cmp(&(&b.report.class, &b.unit.shown)));
        Ok(Run { inputs, classes, failures })
    }

    /// The work on one class file.
    fn work(
        &self,
        around: &Surroundings<'_>,
        unit: &Unit,
        keep: Keep,
    ) -> Result<(Vec<bool>, Option<Analysed>), Failure> {
        let inputs = around.inputs;
        // A companion is made anew from its class.
        if self.refresh && around.companions.contains(unit) {
            return Ok((Vec::new(), None));
        }
        let mut bytes = inputs.read(unit)?;
        let (hits, mut requests, mut parameters) = {
            let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(&unit.shown, &e))?;
            let name = class_name(&class, &unit.shown)?;
            let found = self.selector.select(&class, &name)?;
            if found.methods.is_empty() {
                return Ok((found.hits, None));
            }
            let requests = self.requests(&class, &found.methods)?;
            let names = found.methods.iter().map(|(method, descriptor)| {
                parameters::find(&class, method, descriptor)
                    .map(|m| parameters::names(&class, m))
                    .unwrap_or_default()
            });
            let names: Vec<_> = names.collect();
            (found.hits, requests, names)
        };
        if self.refresh {
            let primals: Vec<_> = requests
                .iter()
                .zip(&parameters)
                .map(|(request, names)| refresh::Primal { request, parameters: names })
                .collect();
            let generated = refresh::generated(&primals);
            bytes = refresh::strip(&unit.shown, bytes, &primals)?;
            retain(&mut requests, &generated);
            retain(&mut parameters, &generated);
        }
        let mut report = match self.detached {
            false => engine::differentiate(&unit.shown, &bytes, &requests)?,
            true => {
                let classes = around.class_path.seen_from(unit);
                engine::detached(&unit.shown, &bytes, &requests, &classes)?
            }
        };
        drop(bytes);
        let companion = match self.detached && report.output.is_some() {
            true => Some(self.companion(around, unit, &report.class)?),
            false => None,
        };
        let payload = match (report.output.take(), &unit.place) {
            (Some(output), Place::Entry { jar, entry }) if keep == Keep::ForWriting => {
                let jar = &inputs.jars[*jar];
                Some(Payload::Entry(match &companion {
                    None => jar.prepare(*entry, &output)?,
                    Some(Companion { replaces: Some(Place::Entry { entry, .. }), .. }) => {
                        jar.prepare(*entry, &output)?
                    }
                    Some(_) => {
                        jar.prepare_beside(*entry, &companion_entry(jar.entry_name(*entry)), &output)?
                    }
                }))
            }
            _ if keep == Keep::Nothing => None,
            (output, _) => output.map(Payload::Bytes),
        };
        Ok((hits, Some(Analysed { unit: unit.clone(), report, parameters, payload, companion })))
    }

    /// The companion of a class, if nothing that is to stay has its name.
    fn companion(&self, around: &Surroundings<'_>, unit: &Unit, class: &str) -> Result<Companion, Failure> {
        let name = format!("{class}{}", engine::COMPANION);
        let Some(existing) = around.companions.beside(around.inputs, unit, &name) else {
            return Ok(Companion { name, replaces: None });
        };
        let taken = Failure::refused(format!("`{}` has a class `{name}` beside it already", unit.shown));
        match (existing.ours, self.refresh) {
            (true, true) => Ok(Companion { name, replaces: Some(existing.place.clone()) }),
            (true, false) => Err(taken.help("an earlier run wrote it: `--refresh` replaces it")),
            (false, _) => Err(taken.help("drop `--detached`, for a companion needs that name")),
        }
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

/// The entry of a class's companion in a jar.
pub fn companion_entry(entry: &str) -> String {
    format!("{}{}.class", entry.trim_end_matches(".class"), engine::COMPANION)
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
pub fn in_parallel<T: Sync, R: Send>(
    jobs: Option<u16>,
    items: &[T],
    work: impl Fn(&T) -> R + Sync + Send,
) -> Result<Vec<R>, Failure> {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.map_or_else(available, usize::from).min(items.len());
    if jobs <= 1 {
        return Ok(items.iter().map(work).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(16 << 20)
        .build()
        .map_err(|e| Failure::input(format!("cannot start {jobs} threads: {e}")))?;
    Ok(pool.install(|| items.par_iter().map(work).collect()))
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

fn form(name: &str) -> Result<Form, Failure> {
    let name = name.trim();
    Form::ALL.iter().copied().find(|f| f.name() == name).ok_or_else(|| {
        let known: Vec<_> = Form::ALL.iter().map(|f| format!("`{}`", f.name())).collect();
        let known = format!("the forms of this version are {}", known.join(", "));
        match name {
            "grad" | "jac" | "hess" | "field" | "structure" => {
                Failure::usage(format!("the form `{name}` is not available yet")).help(known)
            }
            _ => Failure::usage(format!("unknown form `{name}`")).help(known),
        }
    })
}

/// Parses `FORM=TEMPLATE`.
fn template(text: &str) -> Result<(Form, String), Failure> {
    let invalid = |why: &str| {
        Failure::usage(format!("invalid name `{text}`: {why}"))
            .help("write FORM=TEMPLATE with %f for the method and %p for the parameter, e.g. `--name 'partial=d_%f_d%p'`")
    };
    let (name, template) = text.split_once('=').ok_or_else(|| invalid("there is no `=`"))?;
    let form = form(name)?;
    if !template.contains("%f") {
        return Err(invalid("without %f all methods would get the same name"));
    }
    if form == Form::Partial && !template.contains("%p") {
        return Err(invalid("without %p all partials would get the same name"));
    }
    let filled = template.replace("%f", "f").replace("%p", "p");
    if filled.contains(['.', ';', '[', '/', '<', '>', '%']) {
        return Err(invalid(
            "the JVM allows no `.`, `;`, `[`, `/`, `<` or `>` in a method's name, and only %f and %p are replaced",
        ));
    }
    Ok((form, template.to_owned()))
}
