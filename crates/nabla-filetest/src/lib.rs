//! Runs Java fixtures against the expectations in their comments.
//!
//! A fixture is a Java file below `java-fixtures/`, in the package of its directory. Its comments
//! say what should happen, on the line they speak of; [`expect`] has the grammar. All fixtures are
//! compiled at once for several class-file versions ([`jdk`]), located ([`inventory`]),
//! differentiated, and evaluated in one JVM per JDK ([`driver`]), which also yields what no
//! comment asks for: verification, bit-identical values, agreement of the forms with each other
//! and with numerical differences ([`check`]).
#![forbid(unsafe_code)]

pub mod check;
pub mod driver;
pub mod expect;
pub mod inventory;
pub mod jdk;
pub mod program;
