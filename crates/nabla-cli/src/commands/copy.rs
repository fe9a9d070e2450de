//! `nabla-rs copy INPUT... -d DIR`: reads and writes back every class.
//!
//! It proves on any corpus what the rest relies on: that what is not changed is not changed.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use nabla_classfile::ClassFile;
use zip::write::PreparedZipFile;

use crate::cli::Copy;
use crate::engine;
use crate::failure::{Failure, Status};
use crate::inputs::{Inputs, Place, Unit};
use crate::jars::Fixed;
use crate::output::{self, Transaction};
use crate::pipeline;
use crate::progress::Progress;
use crate::ui::{self, Ui};

use super::diff::class_path;

/// Classes worked on before their results are put on the disk; bounds the memory.
const BATCH: usize = 512;

/// A class written back.
struct Copied {
    identical: bool,
    content: Content,
}

enum Content {
    File(PathBuf, Vec<u8>),
    Entry(usize, usize, Option<PreparedZipFile>),
}

/// Copies everything in one transaction; the summary line says what differs.
pub fn run(ui: &Ui, args: &Copy) -> anyhow::Result<Status> {
    let inputs = Inputs::open(&args.inputs, Some(&args.directory))?;
    let mut transaction = Transaction::default();
    let mut jars: BTreeMap<usize, Vec<(usize, PreparedZipFile)>> =
        (0..inputs.jars.len()).map(|jar| (jar, Vec::new())).collect();
    let mut failures = Vec::new();
    let (mut copied, mut identical) = (0, 0);
    let mut differing = Vec::new();
    let progress = Progress::new(ui, inputs.units.len());
    let sources: Vec<&Path> = sources(&inputs).collect();
    for batch in inputs.units.chunks(BATCH) {
        let results = pipeline::in_parallel(args.jobs, batch, |unit| {
            let result = engine::guarded(|| one(&inputs, unit, args));
            progress.tick();
            result
        })?;
        for (unit, result) in batch.iter().zip(results) {
            match result {
                Ok(one) => {
                    copied += 1;
                    identical += usize::from(one.identical);
                    if !one.identical {
                        differing.push(unit.shown.as_str());
                    }
                    match one.content {
                        Content::File(destination, bytes) => {
                            output::refuse_overwriting([destination.as_path()], sources.iter().copied())?;
                            transaction.stage(&destination, None, |file| file.write_all(&bytes))?;
                        }
                        Content::Entry(jar, entry, prepared) => {
                            jars.entry(jar).or_default().extend(prepared.map(|p| (entry, p)));
                        }
                    }
                }
                Err(failure) => failures.push(failure),
            }
        }
    }
    drop(progress);
    for (jar, entries) in jars {
        let jar = &inputs.jars[jar];
        let destination = args.directory.join(jar.path.file_name().unwrap_or_default());
        output::refuse_overwriting([destination.as_path()], sources.iter().copied())?;
        if !entries.is_empty() && jar.signed() {
            return Err(Fixed::Signed.refusal(&jar.path).into());
        }
        transaction.stage(&destination, None, |file| {
            let mut buffered = std::io::BufWriter::new(file);
            jar.write(entries, &mut buffered)?;
            buffered.flush()
        })?;
    }
    failures.iter().for_each(|failure| ui.failure(failure));
    let status = failures.iter().map(|f| f.status).max().unwrap_or(Status::Done);
    let written = status == Status::Done || args.keep_going;
    if written {
        transaction.publish()?;
    }
    if !ui.quiet {
        if ui.verbose {
            differing.iter().for_each(|shown| ui::out(&format!("differs: {shown}\n")));
        }
        let how = match (args.relocate, args.recode) {
            (true, _) => "relocated",
            (false, true) => "recoded",
            _ => "copied",
        };
        let failed = failures.len();
        let end = if written { "" } else { "; nothing was written" };
        ui::out(&format!(
            "{how} {copied} classes: {identical} identical, {} different, {failed} failed{end}\n",
            copied - identical
        ));
    }
    Ok(status)
}

fn sources(inputs: &Inputs) -> impl Iterator<Item = &Path> {
    let files = inputs.units.iter().filter_map(|unit| match &unit.place {
        Place::File { path, .. } => Some(path.as_path()),
        _ => None,
    });
    files.chain(inputs.jars.iter().map(|jar| jar.path.as_path()))
}

fn one(inputs: &Inputs, unit: &Unit, args: &Copy) -> Result<Copied, Failure> {
    let bytes = inputs.read(unit)?;
    let malformed = |e| Failure::malformed(&unit.shown, &e);
    let class = ClassFile::read(&bytes).map_err(malformed)?;
    let name = class.name().map_err(malformed)?.replace('/', ".");
    let written = if args.relocate {
        nabla_classfile::relocate_class(&bytes)
    } else if args.recode {
        nabla_classfile::recode(&bytes)
    } else {
        class.write()
    };
    let written = written.map_err(malformed)?;
    let identical = written == bytes;
    let content = match &unit.place {
        Place::File { relative: Some(relative), .. } => Content::File(args.directory.join(relative), written),
        // A file alone says by its class's name where it belongs.
        Place::File { relative: None, .. } | Place::ClassPath { .. } => {
            Content::File(args.directory.join(class_path(&name)?), written)
        }
        Place::Module { module, path, .. } => Content::File(args.directory.join(module).join(path), written),
        Place::Entry { jar, entry } => {
            let prepared = (!identical).then(|| inputs.jars[*jar].prepare(*entry, &written)).transpose()?;
            Content::Entry(*jar, *entry, prepared)
        }
    };
    Ok(Copied { identical, content })
}
