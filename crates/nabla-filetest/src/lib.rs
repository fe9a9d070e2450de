//! Runs Java, Kotlin and Scala fixtures against the expectations in their comments.
//!
//! A fixture is a source file below `java-fixtures/`, `kotlin-fixtures/` or `scala-fixtures/`, in
//! the package of its directory. Its comments say what should happen, on the line they speak of;
//! [`expect`] has the grammar. All fixtures of a language are compiled at once for several
//! class-file versions ([`jdk`], [`compilers`]), located ([`inventory`], [`fixture`]),
//! differentiated ([`suite`]), held against what they expect ([`compare`]), and evaluated in one
//! JVM per JDK ([`driver`]), which also yields what no comment asks for: verification,
//! bit-identical values, agreement of the forms with each other and with numerical differences
//! ([`check`]).
#![forbid(unsafe_code)]

pub mod check;
pub mod classes;
pub mod compare;
pub mod compilers;
pub mod driver;
pub mod expect;
pub mod failures;
pub mod fixture;
pub mod inventory;
pub mod jdk;
pub mod listing;
pub mod program;
pub mod suite;
pub mod whole;
