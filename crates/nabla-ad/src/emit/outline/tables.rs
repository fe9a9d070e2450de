//! The frames and lines of a part.

use super::facts::frames;
use super::homes::PartHomes;
use super::search::Region;
use nabla_classfile::{Code, CodeAttribute, Frame, Label, VerificationType};
use nabla_flow::targets;
use std::collections::BTreeMap;

/// The frames of a region, of the locals that the part has.
pub fn part_frames(
    code: &Code,
    region: &Region,
    homes: &PartHomes,
    first_array: u16,
    arrays: &[VerificationType],
) -> Vec<(usize, Frame)> {
    let inner = &code.insns[region.start..region.end];
    let to = |label: Label| code.labels[label.0 as usize] as usize;
    let again = inner.iter().flat_map(|insn| targets(insn).jumps).any(|label| to(label) == region.start);
    let mut rows = Vec::new();
    for (at, frame) in frames(code) {
        let needed = at > region.start && (at < region.end || at == region.end && !region.returns);
        if !(needed || at == region.start && again) {
            continue;
        }
        let mut placed: BTreeMap<u16, VerificationType> =
            arrays.iter().enumerate().map(|(k, array)| (first_array + k as u16, *array)).collect();
        let mut slot = 0;
        for kind in &frame.locals {
            if let Some(home) = homes.of_value(slot).filter(|_| *kind != VerificationType::Top) {
                placed.insert(home, *kind);
            }
            slot += if wide(kind) { 2 } else { 1 };
        }
        let mut locals = Vec::new();
        let mut next = 0;
        for (home, kind) in placed {
            locals.extend((next..home).map(|_| VerificationType::Top));
            next = home + if wide(&kind) { 2 } else { 1 };
            locals.push(kind);
        }
        let stack = frame.stack.get(usize::from(region.base)..).unwrap_or_default().to_vec();
        rows.push((at, Frame { locals, stack }));
    }
    rows
}

fn wide(kind: &VerificationType) -> bool {
    matches!(kind, VerificationType::Double | VerificationType::Long)
}

/// The frames and lines of a part, under the names that they have in the method.
pub fn add_tables(code: &Code, region: &Region, rows: Vec<(usize, Frame)>, part: &mut Code) {
    let inside = |label: Label| {
        let at = code.labels[label.0 as usize] as usize;
        at >= region.start && at < region.end
    };
    for attribute in &code.attributes {
        match attribute {
            CodeAttribute::LineNumbers { name, rows } => {
                let mut lines: Vec<_> = rows.iter().filter(|row| inside(row.0)).copied().collect();
                if let Some(line) = code.line_at(region.start) {
                    lines.insert(0, (part.add_label(0), line));
                }
                part.attributes.push(CodeAttribute::LineNumbers { name: *name, rows: lines });
            }
            CodeAttribute::Frames { name, rows: own } if !rows.is_empty() => {
                let label = |at: usize| {
                    let is_here = |(label, _): &&(Label, Frame)| code.labels[label.0 as usize] as usize == at;
                    own.iter().find(is_here).map(|(label, _)| *label)
                };
                let rows = rows.iter().filter_map(|(at, frame)| Some((label(*at)?, frame.clone()))).collect();
                part.attributes.push(CodeAttribute::Frames { name: *name, rows });
            }
            _ => {}
        }
    }
}
