//! Damaged class files, tried one after the other: none may make what reads them panic or hang.
//!
//! `NABLA_MUTANTS` says how many are tried, 20,000 if unset, and `NABLA_FIRST_MUTANT` which is the first,
//! 0 if unset. A mutant's number is its seed, so it is the same in every run and on every machine with
//! the same originals.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// No mutant takes a second; what takes this long does not end.
const PATIENCE: Duration = Duration::from_secs(60);

/// After so many failures the rest is not tried.
const ENOUGH: usize = 20;

/// splitmix64.
pub struct Random(u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// A class file, and the parts of it that half of the changes are made in, if there are any.
pub struct Original<'a> {
    pub bytes: &'a [u8],
    pub focus: &'a [Range<usize>],
}

/// What a thread works on, and since when.
struct Attempt {
    number: usize,
    mutant: Vec<u8>,
    since: Instant,
}

/// Damages classes chosen by `pick` and calls `exercise` with each, on all cores.
pub fn try_all<'a>(pick: impl Fn(&mut Random) -> Original<'a> + Sync, exercise: impl Fn(&[u8]) + Sync) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count: usize = number("NABLA_MUTANTS").unwrap_or(20_000);
    let first: usize = number("NABLA_FIRST_MUTANT").unwrap_or(0);
    let next = AtomicUsize::new(first);
    let failures: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let at_work: Vec<Mutex<Option<Attempt>>> = (0..threads).map(|_| Mutex::new(None)).collect();
    let work = |thread: usize| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= first + count || failures.lock().expect("no panic while held").len() >= ENOUGH {
                break;
            }
            let mut random = Random(number as u64);
            let original = pick(&mut random);
            let mutant = mutate(&mut random, &original);
            let attempt = Attempt { number, mutant: mutant.clone(), since: Instant::now() };
            *at_work[thread].lock().expect("no panic while held") = Some(attempt);
            let result = catch_unwind(AssertUnwindSafe(|| exercise(&mutant)));
            *at_work[thread].lock().expect("no panic while held") = None;
            if let Err(panic) = result {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
                let failure =
                    format!("mutant {number} panics, see {}: {text}", save(number, &mutant).display());
                failures.lock().expect("no panic while held").push(failure);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        while !workers.iter().all(|worker| worker.is_finished()) {
            std::thread::sleep(Duration::from_millis(20));
            for place in &at_work {
                let place = place.lock().expect("no panic while held");
                if let Some(Attempt { number, mutant, since }) = place.as_ref()
                    && since.elapsed() > PATIENCE
                {
                    // The thread cannot be stopped, so the process is.
                    eprintln!("mutant {number} hangs: see {}", save(*number, mutant).display());
                    std::process::exit(101);
                }
            }
        }
    });
    let failures = failures.into_inner().expect("no panic while held");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{count} mutants from {first} on");
}

fn save(number: usize, mutant: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("nabla-mutant-{number}.class"));
    std::fs::write(&path, mutant).expect("it can be written");
    path
}

/// One to four changes: a byte, a pair of bytes to a telling value, a cut, a hole, a repetition.
fn mutate(random: &mut Random, original: &Original<'_>) -> Vec<u8> {
    let mut bytes = original.bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = match original.focus.len() {
            n if n > 0 && random.below(2) == 0 => {
                let range = &original.focus[random.below(n)];
                (range.start + random.below(range.len())).min(bytes.len().saturating_sub(1))
            }
            _ => random.below(bytes.len()),
        };
        match random.below(10) {
            0..4 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next() as u8;
                }
            }
            4..6 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            6..8 => {
                const TELLING: [u16; 8] = [0, 1, 0x7fff, 0x8000, 0xffff, 0xfffe, 0xff, 0x100];
                let value = TELLING[random.below(TELLING.len())].to_be_bytes();
                for (byte, new) in bytes.iter_mut().skip(at).zip(value) {
                    *byte = new;
                }
            }
            8 => {
                let end = (at + random.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ if random.below(2) == 0 => bytes.truncate(at),
            _ => {
                let end = (at + random.below(64)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
    bytes
}
