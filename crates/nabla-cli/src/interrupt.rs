//! Ending by a signal: what a run would leave half done is undone first.
//!
//! Whoever makes something temporary says how it is undone, for as long as it is there. On SIGINT,
//! SIGTERM or SIGHUP a thread of its own undoes it all and lets the signal end the process, as a
//! shell expects. SIGKILL cannot be caught; what it leaves, [`crate::output`] removes later.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Undo = Box<dyn FnMut() + Send>;

/// What is to be undone, by number. A number is never used twice.
struct Register {
    undos: BTreeMap<u64, Undo>,
    next: u64,
}

static REGISTER: Mutex<Register> = Mutex::new(Register { undos: BTreeMap::new(), next: 0 });

/// Keeps an undoing registered until it is dropped.
#[must_use]
pub struct Registered(u64);

/// Registers what to do if a signal ends the process.
pub fn register(undo: impl FnMut() + Send + 'static) -> Registered {
    watch();
    let mut register = lock(&REGISTER);
    let number = register.next;
    register.next += 1;
    register.undos.insert(number, Box::new(undo));
    Registered(number)
}

impl Drop for Registered {
    fn drop(&mut self) {
        let undo = lock(&REGISTER).undos.remove(&self.0);
        // What an undoing holds may register or lock in its turn.
        drop(undo);
    }
}

/// Locks, also after a panic: undoing what is left is right then, too.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread that waits for signals, once. Before there is anything to undo the system's
/// own way to end a process is right.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::Once;

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let ignored = ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|s| ignored >> (s - 1) & 1 == 0);
        // Without the thread a signal ends the process as before.
        let Ok(mut signals) = Signals::new(wanted) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // Kept locked, so that nothing new is registered any more; the last made goes first.
                let mut register = lock(&REGISTER);
                register.undos.values_mut().rev().for_each(|undo| undo());
                let _ = emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn watch() {}

/// The signals that the process was started to ignore, as under `nohup`: bit 0 is signal 1. Known
/// where `/proc` tells.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
