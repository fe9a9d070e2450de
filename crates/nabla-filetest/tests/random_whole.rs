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
    /// Those whose derivative says as it runs that it does not follow this.
    declined: usize,
    /// Steps in which tangents were compared, and steps that only had values to compare.
    compared: usize,
    idle: usize,
    /// By the codes they are refused with.
    refused: BTreeMap<String, usize>,
}

impl Tally {
    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Agrees(compared, idle) | Outcome::Declines(compared, idle) => {
                let count = match outcome {
                    Outcome::Agrees(..) => &mut self.agree,
                    _ => &mut self.declined,
                };
                *count += 1;
                self.compared += compared;
                self.idle += idle;
            }
            Outcome::Refused(codes) => *self.refused.entry(codes.join(" ")).or_default() += 1,
            Outcome::Wrong(_) | Outcome::NoJava(_) => {}
        }
    }
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
    // Those with arrays in several places before the first step, and the others.
    let (mut shared, mut other) = (Tally::default(), Tally::default());
    let mut counts = [0, 0];
    let mut failures: Vec<(Program, String)> = Vec::new();
    for start in (first..first + count).step_by(BATCH as usize) {
        let programs: Vec<Program> = (start..(start + BATCH).min(first + count)).map(generate).collect();
        let outcomes = session.run(&programs).unwrap_or_else(|problem| panic!("{problem}"));
        for (program, outcome) in programs.into_iter().zip(outcomes) {
            let tally = if program.shared { &mut shared } else { &mut other };
            tally.count(&outcome);
            counts[usize::from(program.shared)] += 1;
            if let Outcome::Wrong(text) | Outcome::NoJava(text) = outcome {
                println!("seed {}: {text}", program.seed);
                failures.push((program, text));
            }
        }
    }
    println!("{count} programs from seed {first} on, {} wrong", failures.len());
    println!("{} that share arrays from the start: {shared:?}", counts[1]);
    println!("{} others: {other:?}", counts[0]);
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
    for (tally, count) in [(shared, counts[1]), (other, counts[0])].into_iter().filter(|(_, n)| *n > 0) {
        let Tally { agree, declined, compared, .. } = tally;
        assert!(10 * (agree + declined) > 9 * count, "too many are refused: {tally:?}");
        assert!(20 * declined <= count, "too many derivatives decline: {tally:?}");
        assert!(compared > agree, "too few derivatives were compared: {tally:?}");
    }
}

/// So few analyses a program may take that many are followed in part only.
const FEW: usize = 12;

#[test]
fn whole_programs_that_lead_to_too_much() {
    let Some(jdk) = jdk::find().into_iter().next() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounded");
    let mut session = Session::start(&jdk, &scratch).unwrap_or_else(|problem| panic!("{problem}"));
    session.most_analyses = Some(FEW);
    let programs: Vec<Program> = (1..=BATCH).map(generate).collect();
    let outcomes = session.run(&programs).unwrap_or_else(|problem| panic!("{problem}"));
    let mut tally = Tally::default();
    for (program, outcome) in programs.iter().zip(outcomes) {
        tally.count(&outcome);
        if let Outcome::Wrong(text) | Outcome::NoJava(text) = outcome {
            panic!("seed {}: {text}", program.seed);
        }
    }
    let codes = tally.refused.iter();
    let bounded: usize = codes.filter(|(codes, _)| codes.contains("NB0206")).map(|(_, count)| count).sum();
    assert!(bounded > 20, "few lead to too much: {tally:?}");
    assert!(tally.agree > 20, "few agree: {tally:?}");
}

/// What went wrong, without places and numbers.
fn kind(text: &str) -> Vec<&str> {
    let words = text.split(' ').filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
    words.skip(1).take(4).collect()
}
