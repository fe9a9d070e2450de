//! Random whole programs, differentiated, run, and compared with their references on dual numbers.
//!
//! `NABLA_WHOLE_PROGRAMS` says how many, `NABLA_WHOLE_SEED` which is the first: a program depends on
//! its seed alone. `scripts/random-programs` runs many.

use std::collections::BTreeMap;
use std::path::Path;

use nabla_filetest::jdk;
use nabla_filetest::whole::ast::Program;
use nabla_filetest::whole::batch::{Outcome, Session};
use nabla_filetest::whole::shrink::shrink;
use nabla_filetest::whole::{generate, java};

/// So many are compiled, differentiated and run at once.
const BATCH: u64 = 250;
/// How often a failing program is made smaller before it is shown.
const ROUNDS: usize = 40;

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// How the programs went.
#[derive(Debug, Default)]
struct Tally {
    agree: usize,
    /// Steps in which tangents were compared, and steps that only had values to compare.
    compared: usize,
    idle: usize,
    /// By the codes they are refused with.
    refused: BTreeMap<String, usize>,
}

#[test]
fn whole_programs() {
    let Some(jdk) = jdk::find().into_iter().next() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let count = from_environment("NABLA_WHOLE_PROGRAMS", 1000);
    let first = from_environment("NABLA_WHOLE_SEED", 1);
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("whole{first}"));
    let mut session = Session::start(&jdk, &scratch).unwrap_or_else(|problem| panic!("{problem}"));
    let mut tally = Tally::default();
    let mut failures: Vec<(Program, String)> = Vec::new();
    for start in (first..first + count).step_by(BATCH as usize) {
        let programs: Vec<Program> = (start..(start + BATCH).min(first + count)).map(generate).collect();
        let outcomes = session.run(&programs).unwrap_or_else(|problem| panic!("{problem}"));
        for (program, outcome) in programs.into_iter().zip(outcomes) {
            match outcome {
                Outcome::Agrees(compared, idle) => {
                    tally.agree += 1;
                    tally.compared += compared;
                    tally.idle += idle;
                }
                Outcome::Refused(codes) => *tally.refused.entry(codes.join(" ")).or_default() += 1,
                Outcome::Wrong(text) | Outcome::NoJava(text) => {
                    println!("seed {}: {text}", program.seed);
                    failures.push((program, text));
                }
            }
        }
    }
    println!("{count} programs from seed {first} on: {tally:?}, {} wrong", failures.len());
    if let Some((program, text)) = failures.first() {
        let mut fails = |programs: &[Program]| -> Vec<bool> {
            let outcomes = session.run(programs).unwrap_or_default();
            outcomes.iter().map(|o| matches!(o, Outcome::Wrong(other) if kind(other) == kind(text))).collect()
        };
        let small = shrink(program, ROUNDS, &mut fails);
        panic!(
            "{} of {count} are wrong; seed {}, {text}\n{}{:#?}",
            failures.len(),
            program.seed,
            java::java(&small, false),
            small.steps
        );
    }
    assert!(10 * tally.agree > 9 * count as usize, "too many are refused: {tally:?}");
    assert!(tally.compared > tally.agree, "too few derivatives were compared: {tally:?}");
}

/// What went wrong, without places and numbers.
fn kind(text: &str) -> Vec<&str> {
    let words = text.split(' ').filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
    words.skip(1).take(4).collect()
}
