//! A request and its answer, with the questions in between.
//!
//! The engine works in a thread of its own ([`crate::workers`]); the asking thread answers the engine's
//! questions in the meantime.

use crate::answer::respond;
use crate::functions;
use crate::wire::{self, Tag};
use crate::workers::Worker;
use nabla_ad::ClassSource;
use nabla_ad::rules::UserRule;
use std::any::Any;
use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Who knows the bytes of classes.
pub trait Classes {
    /// The bytes of the class with this internal name.
    fn class(&mut self, name: &str) -> Option<Vec<u8>>;
}

/// The answer to a request. Whatever goes wrong is an answer, too.
pub fn answer(request: &[u8], classes: &mut dyn Classes) -> Vec<u8> {
    let worker = match Worker::take() {
        Ok(worker) => worker,
        Err(error) => return wire::text(Tag::Fault, &format!("no thread can be started: {error}")),
    };
    let (ask, asked) = channel();
    let (tell, told) = channel();
    let (done, answer) = channel();
    let request = request.to_vec();
    worker.give(move || {
        let source = Source { line: Mutex::new(Line { ask, told, known: HashMap::new() }) };
        let answer = guarded(|| respond(&request, &source));
        drop(source);
        let _ = done.send(answer);
    });
    // Ends when the engine drops its end of the line.
    while let Ok(name) = asked.recv() {
        let _ = tell.send(classes.class(&name));
    }
    match answer.recv() {
        Ok(answer) => {
            worker.keep();
            answer
        }
        Err(_) => wire::text(Tag::Fault, "the engine's thread is gone"),
    }
}

/// A panic is a fault, and goes no further.
fn guarded(work: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| wire::text(Tag::Fault, &message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message").to_owned()
}

/// The classes of the asking thread, as the engine sees them.
pub struct Source {
    line: Mutex<Line>,
}

struct Line {
    ask: Sender<String>,
    told: Receiver<Option<Vec<u8>>>,
    known: HashMap<String, Option<Arc<[u8]>>>,
}

impl Source {
    /// The bytes of a class that came with the request.
    pub fn give(&self, name: &str, bytes: &[u8]) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.known.insert(name.to_owned(), Some(Arc::from(bytes)));
    }

    /// The bytes of a class, asked for once.
    pub fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = line.known.get(name) {
            return known.clone();
        }
        let _ = line.ask.send(name.to_owned());
        let found: Option<Arc<[u8]>> = line.told.recv().ok().flatten().map(Arc::from);
        line.known.insert(name.to_owned(), found.clone());
        found
    }
}

/// The classes, those that receivers of calls are known to have, and the user's rules.
pub struct Known<'s> {
    /// The classes.
    pub source: &'s Source,
    /// Internal names of those that receivers are known to have.
    pub names: &'s [String],
    rules: &'s [UserRule],
    mattered: AtomicBool,
    /// The classes above each of them.
    lineages: OnceLock<Vec<Vec<String>>>,
}

impl<'s> Known<'s> {
    /// The classes, internal names of those, and the rules.
    pub fn new(source: &'s Source, names: &'s [String], rules: &'s [UserRule]) -> Known<'s> {
        Known { source, names, rules, mattered: AtomicBool::new(false), lineages: OnceLock::new() }
    }

    /// Those whose objects are of this interface, each with the classes above it.
    pub fn implementers(&self, interface: &str) -> impl Iterator<Item = &[String]> {
        let all = || self.names.iter().map(|name| functions::lineage(name, self.source)).collect();
        let lineages = self.lineages.get_or_init(all).iter().map(Vec::as_slice);
        lineages.filter(move |lineage| lineage.iter().any(|above| above == interface))
    }

    /// Whether the engine wanted to know which they are.
    pub fn mattered(&self) -> bool {
        self.mattered.load(Ordering::Relaxed)
    }
}

impl ClassSource for Known<'_> {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        self.source.class(name)
    }

    fn names(&self) -> Vec<String> {
        self.mattered.store(true, Ordering::Relaxed);
        self.names.to_vec()
    }

    fn rules(&self) -> Vec<UserRule> {
        self.rules.to_vec()
    }

    fn takes_place(&self) -> bool {
        false
    }

    fn meets_functions(&self) -> bool {
        true
    }

    fn has_lambdas_of(&self, interface: &str) -> bool {
        self.mattered.store(true, Ordering::Relaxed);
        functions::has_lambdas_of(interface, self)
    }

    fn meets_lambdas_of(&self, interface: &str) -> bool {
        self.has_lambdas_of(interface) && functions::is_followed_interface(interface, self)
    }
}

#[cfg(test)]
mod tests {
    use super::guarded;
    use crate::wire::{Tag, text};

    #[test]
    fn a_panic_is_a_fault_with_its_message() {
        assert_eq!(guarded(|| panic!("out of order")), text(Tag::Fault, "out of order"));
        assert_eq!(guarded(|| panic!("{} of order", 1)), text(Tag::Fault, "1 of order"));
        assert_eq!(guarded(|| vec![7]), [7]);
    }
}
