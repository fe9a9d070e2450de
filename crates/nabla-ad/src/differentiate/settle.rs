//! The analysis of all selected methods: which are refused, and why.

use crate::AdError;
use crate::codes;
use crate::diagnose::diagnostic;
use crate::program::fields::FieldId;
use crate::program::solve::Program;
use crate::report::Severity;
use crate::root::Root;
use std::collections::BTreeMap;

/// Analyses all roots. What one finds out about a field or an array another may have to know, so
/// nothing is said of any before all are settled; only one that is refused already is told why and
/// taken back at once.
///
/// Those that spoil fields come after all others, and are refused where one of these needs the
/// fields.
pub(super) fn settle<'a>(program: &Program<'a>, roots: &mut [(usize, Root<'a>)]) -> Result<(), AdError> {
    let mut accepted = Vec::new();
    let mut spoiling: BTreeMap<Vec<FieldId>, Vec<usize>> = BTreeMap::new();
    for (at, (_, root)) in roots.iter_mut().enumerate() {
        program.begin();
        while root.settle(program)? {}
        let spoilt = program.spoilt();
        if root.is_lost(program)? {
            root.diagnose(program)?;
            root.refuse();
            program.roll_back();
        } else if spoilt.is_empty() {
            accepted.push(at);
        } else {
            program.roll_back();
            spoiling.entry(spoilt).or_default().push(at);
        }
    }
    settle_all(program, roots, &accepted)?;
    for (fields, spoiling) in spoiling {
        let before = lost(program, roots, &accepted)?;
        program.begin();
        let all: Vec<usize> = accepted.iter().chain(&spoiling).copied().collect();
        settle_all(program, roots, &all)?;
        if lost(program, roots, &accepted)? == before {
            accepted = all;
            continue;
        }
        let field = fields.first().map(|field| program.field_info(*field).name).unwrap_or_default();
        for at in spoiling {
            let root = &mut roots[at].1;
            let refusal = diagnostic(Severity::Error, codes::SPOILS, &field, root.primal.as_deref(), None);
            root.report.diagnostics.push(refusal);
            root.refuse();
        }
        program.roll_back();
        settle_all(program, roots, &accepted)?;
    }
    for at in accepted {
        let root = &mut roots[at].1;
        root.diagnose(program)?;
        root.check_forms(program)?;
    }
    Ok(())
}

/// Analyses these until none changes what another has to know.
fn settle_all<'a>(
    program: &Program<'a>,
    roots: &mut [(usize, Root<'a>)],
    chosen: &[usize],
) -> Result<(), AdError> {
    loop {
        let mut grown = false;
        for at in chosen {
            grown |= roots[*at].1.settle(program)?;
        }
        if !grown {
            return Ok(());
        }
    }
}

/// How many of these are lost.
fn lost<'a>(program: &Program<'a>, roots: &[(usize, Root<'a>)], chosen: &[usize]) -> Result<usize, AdError> {
    let mut count = 0;
    for at in chosen {
        count += usize::from(roots[*at].1.is_lost(program)?);
    }
    Ok(count)
}
