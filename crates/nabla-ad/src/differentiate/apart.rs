//! Methods that are refused among the others but not alone are differentiated apart from them, in groups:
//! fields belong to all methods that are selected together, and what one does to them may be why another
//! is refused. Each group is analysed as if nothing else had been selected, and its tangent methods and
//! fields have names of their own.

use super::emission::emit;
use super::finish::Draft;
use super::settle;
use crate::AdError;
use crate::codes::{self, CodeText};
use crate::program::classes::ClassId;
use crate::program::instance::World;
use crate::program::solve::Program;
use crate::report::Severity;
use crate::root::{Root, select};
use std::collections::BTreeSet;

/// A root, with the input that asks for it.
type Placed<'a> = (usize, Root<'a>);

/// What refuses a method whatever it is selected with.
const ALWAYS: [&str; 4] =
    [codes::TOO_LARGE.code, codes::NAME_TAKEN.code, codes::NO_FORM.code, codes::STRUCTURE.code];

/// After so many analyses no further group is tried: a refused method of a large program reaches most of it.
const MOST_ANALYSES: usize = 100_000;

/// Differentiates those of the roots apart that are refused among the others, and not alone.
pub(super) fn differentiate_apart<'a>(
    mut program: Program<'a>,
    roots: &mut [Placed<'a>],
    draft: &mut Draft<'a>,
) -> Result<Program<'a>, AdError> {
    let among = roots.len() > 1;
    let first = (0..roots.len()).filter(|&i| {
        let root = &roots[i].1;
        among && may_be_had(root) || is_refused(root, codes::EARLIER)
    });
    let mut waiting: Vec<Vec<usize>> = vec![first.collect()];
    let mut analyses = program.analyses();
    while let Some(group) = waiting.pop() {
        if group.is_empty() || analyses > MOST_ANALYSES {
            continue;
        }
        let number = program.group() + 1;
        program = program.of_group(number, classes(roots, &group));
        let mut settled = settled(&program, roots, &group)?;
        if settled.iter().any(|(_, root)| !root.is_refused()) {
            emit(&program, &mut settled, draft)?;
        }
        analyses += program.analyses();
        let mut rest = Vec::new();
        for (i, root) in group.iter().copied().zip(settled) {
            match root.1.is_refused() {
                true if group.len() == 1 && !is_refused(&root.1, codes::EARLIER) => roots[i] = root,
                true => rest.push(i),
                false => roots[i] = root,
            }
        }
        if rest.len() == group.len() {
            let half = rest.split_off(rest.len() / 2);
            waiting.push(half);
        }
        waiting.push(rest);
    }
    Ok(program)
}

/// These roots, analysed as the only ones that are selected.
fn settled<'a>(
    program: &Program<'a>,
    roots: &[Placed<'a>],
    chosen: &[usize],
) -> Result<Vec<Placed<'a>>, AdError> {
    let mut group = Vec::new();
    for &i in chosen {
        let (place, root) = &roots[i];
        if let Some(class) = root.class() {
            group.push((*place, select(program, class, &root.request)?));
        }
    }
    // What is not had in a group is tried in smaller ones: only one alone is told why.
    settle(program, &mut group, chosen.len() == 1)?;
    Ok(group)
}

fn classes(roots: &[Placed], chosen: &[usize]) -> BTreeSet<ClassId> {
    chosen.iter().filter_map(|&i| roots[i].1.class()).collect()
}

fn is_refused(root: &Root, text: &CodeText) -> bool {
    root.report.diagnostics.iter().any(|d| d.severity == Severity::Error && d.code == text.code)
}

/// Whether a refused method may be differentiated apart from the others.
fn may_be_had(root: &Root) -> bool {
    let mut refusals = root.report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    root.class().is_some() && root.report.refused() && refusals.all(|d| !ALWAYS.contains(&d.code))
}
