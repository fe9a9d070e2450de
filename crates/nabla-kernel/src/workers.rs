//! The threads that the engine works in. Their stack does not depend on the thread that asks, which may be
//! any of the JVM's; and they are kept, for starting one takes longer than most derivatives do.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Enough for the deepest nesting that a method of 64 KB can have.
const STACK: usize = 64 << 20;

/// How many are kept while there is nothing to do.
const KEPT: usize = 4;

type Job = Box<dyn FnOnce() + Send>;

/// Those that have nothing to do.
static IDLE: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

/// A thread that does one job after another, until nobody can give it any.
pub struct Worker {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// One that has nothing to do.
    pub fn take() -> io::Result<Worker> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(Worker::start, Ok)
    }

    fn start() -> io::Result<Worker> {
        let (jobs, given) = channel::<Job>();
        let work = move || given.into_iter().for_each(|job| job());
        Ok(Worker { jobs, thread: Builder::new().stack_size(STACK).spawn(work)? })
    }

    /// Gives it a job; one that never panics.
    pub fn give(&self, job: impl FnOnce() + Send + 'static) {
        // Where the thread is gone the job is dropped, and who waits for what it sends is told.
        let _ = self.jobs.send(Box::new(job));
    }

    /// Its job is done.
    pub fn keep(self) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT && !self.thread.is_finished() {
            return idle.push(self);
        }
        drop(idle);
        self.end();
    }

    fn end(self) {
        drop(self.jobs);
        let _ = self.thread.join();
    }
}

/// Ends the threads that are kept: before the code that they run goes away.
pub fn end() {
    let idle = std::mem::take(&mut *IDLE.lock().unwrap_or_else(PoisonError::into_inner));
    idle.into_iter().for_each(Worker::end);
}
