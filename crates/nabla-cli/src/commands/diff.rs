//! `nabla-rs diff INPUT...`: writes derivative classes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use annotate_snippets::Level;
use zip::write::PreparedZipFile;

use crate::cli::{Diff, Format, Instrument, Reporting};
use crate::companions;
use crate::diagnostics;
use crate::engine::Probes;
use crate::failure::{Failure, Status};
use crate::inputs::{Inputs, Place, Unit};
use crate::jars::Fixed;
use crate::leftovers;
use crate::modules;
use crate::output::{self, Transaction};
use crate::payload::Slot;
use crate::pipeline::{Analysed, Keep, Payload, Plan, Run};
use crate::report::{self, Outputs, Summary};
use crate::sarif;
use crate::sources::Sources;
use crate::ui::{self, Ui};

/// Reads, selects, differentiates, writes, tells.
pub fn run(ui: &Ui, args: &Diff) -> anyhow::Result<Status> {
    let probes = Probes { kinks: args.instrument == Some(Instrument::Kinks), calls: false };
    let plan = Plan::new(&args.selection, args.refresh)?.detached(args.detached).probed(probes);
    let inputs = Inputs::open(&args.selection.inputs, (!args.in_place).then_some(args.directory.as_path()))?;
    let mut run = plan.run(ui, inputs, Keep::ForWriting)?;
    let status = status(&mut run, &args.reporting);
    let mut outputs: Outputs = vec![None; run.classes.len()];
    if status == Status::Done || args.reporting.keep_going {
        let target = if args.in_place { Target::InPlace } else { Target::Directory(&args.directory) };
        outputs = write(&mut run, target)?;
    }
    tell(ui, &run, &outputs, &args.reporting, &Sources::new(&args.selection.source_path), true)?;
    closing(ui, &run, &args.reporting, status, Some(&outputs));
    Ok(status)
}

/// The status of a run before writing, `-Werror` included. Jars whose classes
/// cannot be changed count here, so that `check` foretells them.
pub fn status(run: &mut Run, reporting: &Reporting) -> Status {
    let changed = run.classes.iter().filter(|c| c.changed);
    let fixed: BTreeSet<(&Path, Fixed)> = changed.filter_map(|c| fixed(&run.inputs, &c.unit)).collect();
    run.failures.extend(fixed.into_iter().map(|(path, fixed)| fixed.refusal(path)));
    let status = run.status();
    if reporting.warnings.is_some() && warnings(run) > 0 { status.max(Status::Refused) } else { status }
}

/// The jar whose class cannot be changed, and why.
fn fixed<'r>(inputs: &'r Inputs, unit: &'r Unit) -> Option<(&'r Path, Fixed)> {
    match &unit.place {
        Place::Entry { jar, .. } => {
            let jar = Some(&inputs.jars[*jar]).filter(|jar| jar.signed())?;
            Some((jar.path.as_path(), Fixed::Signed))
        }
        Place::ClassPath { path, fixed } => Some((path, (*fixed)?)),
        _ => None,
    }
}

fn warnings(run: &Run) -> usize {
    Summary::of(run).warnings + run.warnings.len()
}

/// Where outputs go.
#[derive(Clone, Copy)]
enum Target<'a> {
    Directory(&'a Path),
    InPlace,
}

/// Everything that will become one file.
enum Content {
    Bytes(Vec<u8>),
    Jar(usize, Entries),
}

/// The entries of a jar that are written, each with the number of the one it replaces or follows.
#[derive(Default)]
struct Entries {
    changed: Vec<(usize, PreparedZipFile)>,
    added: Vec<(usize, PreparedZipFile)>,
    /// The names of those that are added.
    names: Vec<String>,
}

/// Writes all results in one transaction. Says for each class where it is now; signed jars, which
/// [`status`] has reported, are left out.
fn write(run: &mut Run, target: Target<'_>) -> Result<Outputs, Failure> {
    let mut files: BTreeMap<PathBuf, (Content, Option<PathBuf>)> = BTreeMap::new();
    let mut outputs = Vec::with_capacity(run.classes.len());
    if let Target::InPlace = target {
        refuse_class_path(run)?;
    }
    for class in &mut run.classes {
        let payload = class.payload.take().filter(|_| fixed(&run.inputs, &class.unit).is_none());
        let Some(payload) = payload else {
            outputs.push(None);
            continue;
        };
        let source = match &class.unit.place {
            Place::File { path, .. } => path.clone(),
            Place::Entry { jar, .. } => run.inputs.jars[*jar].path.clone(),
            Place::ClassPath { path, .. } => path.clone(),
            Place::Module { .. } => {
                return Err(Failure::usage(format!(
                    "`{}` is part of a JDK and cannot be written",
                    class.unit.shown
                ))
                .help("extract the class first: `nabla-rs copy JDK/lib/modules -d DIR`"));
            }
        };
        let (shown, destination) = match (target, &class.unit.place) {
            // A link stays a link: what it points to is replaced.
            (Target::InPlace, Place::File { .. }) if class.added => (source.clone(), source),
            (Target::InPlace, _) => {
                (source.clone(), fs::canonicalize(&source).map_err(|e| Failure::io("read", &source, &e))?)
            }
            (Target::Directory(directory), Place::File { .. } | Place::ClassPath { .. }) => {
                let name = class.companion.as_ref().map_or(&class.report.class, |c| &c.name);
                let path = directory.join(class_path(name)?);
                if class.companion.is_some() {
                    companions::refuse_overwriting(&path)?;
                }
                (path.clone(), path)
            }
            (Target::Directory(directory), _) => {
                let path = directory.join(source.file_name().unwrap_or_default());
                (path.clone(), path)
            }
        };
        let like = matches!(target, Target::InPlace) && destination.exists();
        let like = like.then(|| destination.clone());
        match (payload, &class.unit.place) {
            (Payload::Entry(slot, prepared), Place::Entry { jar, .. }) => {
                let file = files
                    .entry(destination.clone())
                    .or_insert_with(|| (Content::Jar(*jar, Entries::default()), like));
                let entries = match &mut file.0 {
                    Content::Jar(other, entries) if other == jar => entries,
                    _ => return Err(output::two_outputs(&destination)),
                };
                let name = match slot {
                    Slot::Replaces(entry) => {
                        entries.changed.push((entry, prepared));
                        run.inputs.jars[*jar].entry_name(entry).to_owned()
                    }
                    Slot::Follows(entry, name) => {
                        entries.added.push((entry, prepared));
                        entries.names.push(name.clone());
                        name
                    }
                };
                outputs.push(Some(format!("{}!/{name}", shown.display())));
            }
            (Payload::Bytes(bytes), _) => {
                if files.insert(destination.clone(), (Content::Bytes(bytes), like)).is_some() {
                    return Err(output::two_outputs(&destination));
                }
                outputs.push(Some(shown.display().to_string()));
            }
            (Payload::Entry(..), _) => return Err(Failure::bug("an entry without a jar")),
        }
    }
    if let Target::Directory(directory) = target {
        let replaced: BTreeSet<&Place> =
            run.classes.iter().filter_map(|c| c.companion.as_ref()?.replaces.as_ref()).collect();
        let units = run.inputs.units.iter().chain(run.classes.iter().map(|class| &class.unit));
        let inputs = units.filter_map(|unit| match &unit.place {
            place if replaced.contains(place) => None,
            Place::File { path, .. } | Place::ClassPath { path, .. } => Some(path.as_path()),
            _ => None,
        });
        let inputs = inputs.chain(run.inputs.jars.iter().map(|jar| jar.path.as_path()));
        output::refuse_overwriting(files.keys().map(PathBuf::as_path), inputs)?;
        let classes = files.iter().filter_map(|(path, (content, _))| match content {
            Content::Bytes(bytes) => Some((path.as_path(), bytes.as_slice())),
            Content::Jar(..) => None,
        });
        leftovers::refuse(directory, classes)?;
    }
    for (content, _) in files.values_mut() {
        if let Content::Jar(jar, entries) = content {
            entries.changed.extend(modules::describe(&run.inputs.jars[*jar], &entries.names)?);
        }
    }
    let mut transaction = Transaction::default();
    for (destination, (content, like)) in files {
        transaction.stage(&destination, like.as_deref(), |file| match content {
            Content::Bytes(bytes) => file.write_all(&bytes),
            Content::Jar(jar, mut entries) => {
                entries.changed.sort_by_key(|(entry, _)| *entry);
                entries.added.sort_by_key(|(entry, _)| *entry);
                let mut buffered = std::io::BufWriter::new(file);
                run.inputs.jars[jar].write_with(entries.changed, entries.added, &mut buffered)?;
                buffered.flush()
            }
        })?;
    }
    transaction.publish()?;
    Ok(outputs)
}

/// What is only on the class path may serve others, and is not replaced unasked.
fn refuse_class_path(run: &Run) -> Result<(), Failure> {
    let on_class_path = |c: &&Analysed| matches!(c.unit.place, Place::ClassPath { .. });
    let classes: Vec<&str> =
        run.classes.iter().filter(on_class_path).map(|c| c.report.class.as_str()).collect();
    let Some(first) = classes.first() else { return Ok(()) };
    let others = match classes.len() - 1 {
        0 => String::new(),
        count => format!(" and {}", plural_es(count, "other class")),
    };
    Err(Failure::usage(format!(
        "`{first}`{others} would have to change, which is on the class path and no input"
    ))
    .help("name its jar or directory as an input, or write to a directory with `-d DIR`"))
}

/// `demo/Foo.class` of `demo.Foo`. A class file can call itself anything; what would lead out of
/// the output directory is not written.
pub fn class_path(class: &str) -> Result<PathBuf, Failure> {
    let sound = |part: &str| !part.is_empty() && !part.contains(['\\', ':', '\0', '/']) && part != "..";
    if !class.split('.').all(sound) {
        return Err(Failure::input(format!("the class name `{class}` cannot be a file's")));
    }
    Ok(PathBuf::from(format!("{}.class", class.replace('.', "/"))))
}

/// Diagnostics on standard error, the report on standard output.
pub fn tell(
    ui: &Ui,
    run: &Run,
    outputs: &Outputs,
    reporting: &Reporting,
    sources: &Sources,
    written: bool,
) -> anyhow::Result<()> {
    match reporting.format {
        Format::Human => {
            diagnostics::print(ui, run, sources);
            if !ui.quiet {
                ui::out(&report::human(run, outputs, ui.verbose, written));
            }
        }
        Format::Json | Format::Sarif => {
            run.failures.iter().for_each(|failure| ui.failure(failure));
            diagnostics::warnings(ui, run);
            ui::out(&match reporting.format {
                Format::Json => report::json(run, outputs)?,
                _ => sarif::document(run, sources, reporting.source_root.as_deref())?,
            });
        }
    }
    Ok(())
}

/// The last line, as of a compiler: how many errors and warnings, and what that meant. `outputs`
/// is `None` where nothing was to be written.
pub fn closing(ui: &Ui, run: &Run, reporting: &Reporting, status: Status, outputs: Option<&Outputs>) {
    if reporting.format != Format::Human {
        return;
    }
    let summary = Summary { warnings: warnings(run), ..Summary::of(run) };
    if status == Status::Done {
        if summary.warnings > 0 && !ui.quiet {
            ui.closing(Level::WARNING, &plural(summary.warnings, "warning"));
        }
        return;
    }
    let mut parts = Vec::new();
    if summary.refused > 0 {
        parts.push(format!("{} of {} refused", summary.refused, plural(summary.methods, "method")));
    }
    if !run.failures.is_empty() {
        parts.push(format!("{} failed", plural(run.failures.len(), "input")));
    }
    if parts.is_empty() {
        parts.push(format!("{}, which -Werror makes errors", plural(summary.warnings, "warning")));
    }
    match outputs {
        None => {}
        Some(outputs) if outputs.iter().any(Option::is_some) => {
            let written = outputs.iter().filter(|o| o.is_some()).count();
            parts.push(format!("{} written all the same", plural_es(written, "class")));
        }
        Some(_) => parts.push("nothing was written".to_owned()),
    }
    ui.closing(Level::ERROR, &parts.join("; "));
}

fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

fn plural_es(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "es" })
}
