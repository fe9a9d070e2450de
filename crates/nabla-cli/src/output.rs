//! Writing: everything or nothing.
//!
//! Files are first written under temporary names beside their destinations, then renamed one after
//! the other. Until the last rename has succeeded every replaced file has a second name, so that a
//! failure half-way restores what was there and removes what was not. A signal does the same, but
//! while files are being renamed, which takes a moment, it waits: then everything is there.
//!
//! What cannot be caught (SIGKILL, a power cut) leaves files of the names `.nabla-*.tmp`. The next
//! run that writes into the directory removes those that are too old to be of a run still going on.
//! If it came between two renames, `.nabla-*.old` are the replaced files; they are left alone.
//!
//! A destination that is no file, such as `/dev/null`, `/dev/stdout` or a named pipe, stays what it
//! is and is written to. That cannot be undone and may wait for a reader, so it comes first.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tempfile::TempPath;

use crate::failure::Failure;
use crate::interrupt::{self, Registered};

/// How old a temporary file is that no run is writing any more.
const STALE: Duration = Duration::from_secs(3600);

/// Outputs on their way to the disk. Dropping it without [`Transaction::publish`] leaves nothing.
pub struct Transaction {
    state: Arc<Mutex<State>>,
    _registered: Registered,
}

/// What there is to undo.
#[derive(Default)]
struct State {
    /// Being written or written, not yet renamed; by destination, so that a clash is seen.
    staged: BTreeMap<PathBuf, TempPath>,
    /// Directories made for the outputs, outermost first.
    directories: Vec<PathBuf>,
    /// Directories written to, where stale files were looked for.
    swept: BTreeSet<PathBuf>,
}

impl Default for Transaction {
    fn default() -> Transaction {
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        let registered = interrupt::register(move || {
            let mut state = interrupt::lock(&shared);
            state.undo();
            // Kept locked: nothing may be made any more in the moment that is left.
            std::mem::forget(state);
        });
        Transaction { state, _registered: registered }
    }
}

impl Transaction {
    fn state(&self) -> MutexGuard<'_, State> {
        interrupt::lock(&self.state)
    }

    /// Writes a file that will appear as `destination`. `like` is the file it replaces, whose
    /// permissions it takes.
    pub fn stage(
        &mut self,
        destination: &Path,
        like: Option<&Path>,
        write: impl FnOnce(&mut fs::File) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let failed = |e: io::Error| Failure::io("write", destination, &e);
        if self.state().staged.contains_key(destination) {
            return Err(two_outputs(destination));
        }
        let mut file = self.state().create(destination).map_err(failed)?;
        write(&mut file).and_then(|()| file.flush()).map_err(failed)?;
        if let Some(like) = like {
            let permissions = fs::metadata(like).map_err(failed)?.permissions();
            file.set_permissions(permissions).map_err(failed)?;
        }
        Ok(())
    }

    /// Gives every staged file its name. On failure the disk is as before.
    pub fn publish(self) -> Result<(), Failure> {
        self.write_streams()?;
        // Locked to the end, so that a signal comes before or after.
        let mut state = self.state();
        let staged = std::mem::take(&mut state.staged);
        let mut published: Vec<(PathBuf, Option<TempPath>)> = Vec::with_capacity(staged.len());
        for (destination, temporary) in staged {
            let step = backup(&destination).and_then(|kept| {
                temporary.persist(&destination).map_err(|e| e.error)?;
                Ok(kept)
            });
            match step {
                Ok(kept) => published.push((destination, kept)),
                Err(error) => {
                    roll_back(published);
                    return Err(Failure::io("write", &destination, &error));
                }
            }
        }
        state.directories.clear();
        Ok(())
    }

    /// Copies what is staged for destinations that are no files.
    fn write_streams(&self) -> Result<(), Failure> {
        let streams: Vec<PathBuf> = self.state().staged.keys().filter(|d| is_stream(d)).cloned().collect();
        for destination in streams {
            let failed = |e: io::Error| Failure::io("write", &destination, &e);
            let staged = fs::File::open(&self.state().staged[&destination]);
            // Not locked, so that a signal ends the wait for a reader.
            staged
                .and_then(|mut from| {
                    let mut to = fs::File::options().append(true).open(&destination)?;
                    io::copy(&mut from, &mut to)
                })
                .map_err(failed)?;
            self.state().staged.remove(&destination);
        }
        Ok(())
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        self.state().undo();
    }
}

impl State {
    /// Makes the temporary file of a destination, and the directories above it.
    fn create(&mut self, destination: &Path) -> io::Result<fs::File> {
        let elsewhere = std::env::temp_dir();
        let parent = if is_stream(destination) { &elsewhere } else { parent(destination) };
        self.make_directory(parent)?;
        if self.swept.insert(parent.to_owned()) {
            remove_stale(parent);
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".nabla-").suffix(".tmp");
        // An ordinary file's mode, less the umask, instead of a private temporary's.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, temporary) = builder.tempfile_in(parent)?.into_parts();
        self.staged.insert(destination.to_owned(), temporary);
        Ok(file)
    }

    /// Makes a directory and those above it, and remembers which are new.
    fn make_directory(&mut self, directory: &Path) -> io::Result<()> {
        if directory.is_dir() {
            return Ok(());
        }
        if let Some(parent) = directory.parent()
            && !parent.as_os_str().is_empty()
        {
            self.make_directory(parent)?;
        }
        fs::create_dir(directory)?;
        self.directories.push(directory.to_owned());
        Ok(())
    }

    /// Removes what was made and not published.
    fn undo(&mut self) {
        // The files go first, for only empty directories are removed.
        self.staged.clear();
        for directory in self.directories.drain(..).rev() {
            let _ = fs::remove_dir(directory);
        }
    }
}

fn parent(file: &Path) -> &Path {
    file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a destination is a device, a pipe or a socket.
fn is_stream(destination: &Path) -> bool {
    let is_link = || fs::symlink_metadata(destination).is_ok_and(|m| m.is_symlink());
    // `/dev/stdout` may stand for a file.
    fs::metadata(destination).is_ok_and(|m| !m.is_file() && !m.is_dir())
        || destination.starts_with("/dev") && is_link()
}

/// Removes what killed runs have left in a directory. What cannot be removed does no harm.
fn remove_stale(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let stale = || entry.metadata().ok()?.modified().ok()?.elapsed().ok().map(|age| age > STALE);
        if name.starts_with(".nabla-") && name.ends_with(".tmp") && stale() == Some(true) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Gives an existing file a second, temporary name. A link keeps the file in place, so that a
/// reader finds the old or the new one at any moment.
fn backup(destination: &Path) -> io::Result<Option<TempPath>> {
    let Ok(metadata) = fs::symlink_metadata(destination) else {
        return Ok(None);
    };
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".nabla-").suffix(".old");
    let placeholder = builder.tempfile_in(parent(destination))?.into_temp_path();
    fs::remove_file(&placeholder)?;
    if fs::hard_link(destination, &placeholder).is_err() {
        fs::copy(destination, &placeholder)?;
    }
    Ok(Some(placeholder))
}

fn roll_back(published: Vec<(PathBuf, Option<TempPath>)>) {
    for (destination, kept) in published.into_iter().rev() {
        let _ = match kept {
            Some(kept) => fs::rename(&kept, &destination),
            None => fs::remove_file(&destination),
        };
    }
}

/// Two inputs that would be written to one file.
pub fn two_outputs(destination: &Path) -> Failure {
    Failure::usage(format!("two inputs would be written to `{}`", destination.display()))
        .help("run them one by one, each with its own `-d DIR`, or use `--in-place`")
}

/// Refuses to write over an input: only `--in-place` says that this is meant.
pub fn refuse_overwriting<'a>(
    destinations: impl IntoIterator<Item = &'a Path>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let inputs: std::collections::BTreeSet<PathBuf> =
        inputs.into_iter().filter_map(|i| fs::canonicalize(i).ok()).collect();
    for destination in destinations {
        if fs::canonicalize(destination).is_ok_and(|real| inputs.contains(&real)) {
            return Err(Failure::usage(format!(
                "`{}` is an input and would be overwritten",
                destination.display()
            ))
            .help("choose another directory with `-d DIR`, or say `--in-place`"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(dir: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_failure_half_way_restores_everything() {
        let dir = tempfile::tempdir().unwrap();
        let (old, new, blocked) = (dir.path().join("a"), dir.path().join("b"), dir.path().join("c"));
        fs::write(&old, "old").unwrap();
        fs::create_dir(&blocked).unwrap();
        let mut transaction = Transaction::default();
        for path in [&old, &new, &blocked] {
            transaction.stage(path, None, |f| f.write_all(b"new")).unwrap();
        }
        assert!(transaction.publish().is_err());
        assert_eq!(fs::read_to_string(&old).unwrap(), "old");
        assert_eq!(listing(dir.path()), ["a", "c"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        let dir = tempfile::tempdir().unwrap();
        let (pipe, file) = (dir.path().join("pipe"), dir.path().join("file"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        let mut transaction = Transaction::default();
        for path in [&pipe, &file] {
            transaction.stage(path, None, |f| f.write_all(b"new")).unwrap();
        }
        transaction.publish().unwrap();
        assert_eq!(reader.join().unwrap(), "new");
        assert!(is_stream(&pipe));
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(listing(dir.path()), ["file", "pipe"]);
    }

    #[test]
    fn an_abandoned_transaction_leaves_no_directory() {
        let dir = tempfile::tempdir().unwrap();
        let mut transaction = Transaction::default();
        transaction.stage(&dir.path().join("x/y/z"), None, |f| f.write_all(b"new")).unwrap();
        drop(transaction);
        assert!(listing(dir.path()).is_empty());
    }
    #[test]
    fn what_a_killed_run_left_is_removed_when_it_is_old() {
        let dir = tempfile::tempdir().unwrap();
        let [old, new, kept] = [".nabla-a.tmp", ".nabla-b.tmp", ".nabla-c.old"].map(|n| dir.path().join(n));
        let long_ago = std::time::SystemTime::now() - 2 * STALE;
        for path in [&old, &new, &kept] {
            fs::write(path, "left").unwrap();
        }
        for path in [&old, &kept] {
            fs::File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
        }
        let mut transaction = Transaction::default();
        transaction.stage(&dir.path().join("x"), None, |f| f.write_all(b"new")).unwrap();
        transaction.publish().unwrap();
        assert_eq!(listing(dir.path()), [".nabla-b.tmp", ".nabla-c.old", "x"]);
    }
}
