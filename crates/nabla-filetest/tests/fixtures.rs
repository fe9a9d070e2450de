//! Every fixture, compiled by every compiler of its language for several class-file versions and
//! run on the oldest and the newest JDK found.

use std::path::Path;

use nabla_filetest::compilers::{Compiler, Compilers, Run};
use nabla_filetest::fixture::{JAVA, KOTLIN, Language, SCALA};
use nabla_filetest::jdk;
use nabla_filetest::suite::{Build, Suite};

#[test]
fn java_by_javac() {
    let jdks = jdk::find();
    let Some(newest) = jdks.last() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let mut suite = Suite::new(&JAVA, &jdks, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("javac"));
    let builds = suite.builds("javac", &[8, 11, 17, 25]);
    for build in &builds {
        newest.compile(build.release, &build.sources, &build.primal).unwrap();
    }
    suite.check(&builds, &[]);
}

#[test]
fn java_by_ecj() {
    check(&JAVA, Compiler::Ecj);
}

#[test]
fn kotlin() {
    check(&KOTLIN, Compiler::Kotlin);
}

#[test]
fn scala() {
    check(&SCALA, Compiler::Scala);
}

/// The compiler is not part of any JDK and runs on the oldest one.
fn check(language: &Language, compiler: Compiler) {
    let jdks = jdk::find();
    let Some(oldest) = jdks.first() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(compiler.name());
    let compilers = Compilers::fetch(oldest).unwrap_or_else(|problem| panic!("NOT RUN: {problem}"));
    let mut suite = Suite::new(language, &jdks, &scratch);
    let builds = suite.builds(compiler.name(), &[8, 17]);
    let run = |build: &Build| Run {
        release: build.release,
        sources: build.sources.clone(),
        into: build.primal.clone(),
    };
    let runs: Vec<Run> = builds.iter().map(run).collect();
    compilers.compile(compiler, &runs, &scratch).unwrap();
    suite.check(&builds, &compilers.libraries(compiler));
}
