//! The method without its parts.

use super::search::Region;
use nabla_classfile::{Code, CodeAttribute, Insn, Label};
use std::collections::BTreeSet;

/// Puts calls in place of regions, which are disjoint and in the order of the code.
pub fn without(code: &mut Code, regions: Vec<(Region, Vec<Insn>)>) {
    let count = code.insns.len();
    let lines: Vec<(usize, Option<u16>)> =
        regions.iter().map(|(region, _)| (region.end, code.line_at(region.end))).collect();
    // Where what stood before each instruction is now, and whether it is gone.
    let (mut starts, mut gone) = (vec![0; count + 1], vec![false; count + 1]);
    let mut insns = Vec::new();
    let mut at = 0;
    for (region, call) in regions {
        for (old, start) in starts.iter_mut().enumerate().take(region.start).skip(at) {
            *start = insns.len() as u32;
            insns.push(code.insns[old].clone());
        }
        starts[region.start..region.end].fill(insns.len() as u32);
        gone[region.start + 1..region.end].fill(true);
        insns.extend(call);
        at = region.end;
    }
    for (old, start) in starts.iter_mut().enumerate().skip(at) {
        *start = insns.len() as u32;
        insns.extend(code.insns.get(old).cloned());
    }
    let was: Vec<usize> = code.labels.iter().map(|&at| at as usize).collect();
    let is_gone = |label: Label| gone[was[label.0 as usize]];
    code.handlers.retain(|handler| !is_gone(handler.target));
    code.labels = was.iter().map(|&at| starts[at]).collect();
    let mut attributes = std::mem::take(&mut code.attributes);
    for attribute in &mut attributes {
        match attribute {
            CodeAttribute::Frames { rows, .. } => rows.retain(|(label, _)| !is_gone(*label)),
            CodeAttribute::LineNumbers { rows, .. } => {
                rows.retain(|(label, _)| !is_gone(*label));
                let told: BTreeSet<usize> = rows.iter().map(|(label, _)| was[label.0 as usize]).collect();
                for &(at, line) in lines.iter().filter(|(at, _)| *at < count && !told.contains(at)) {
                    rows.extend(line.map(|line| (code.add_label(starts[at] as usize), line)));
                }
            }
            CodeAttribute::LocalVariables { rows, .. } => {
                let mut seen = BTreeSet::new();
                rows.retain(|row| {
                    let place = |label: Label| code.labels[label.0 as usize];
                    let (start, end) = (place(row.start), place(row.end));
                    let of = (row.name, row.descriptor, row.slot);
                    start < end && seen.insert((start, end, of.0.0, of.1.0, of.2))
                });
            }
            CodeAttribute::TypeAnnotations { .. } | CodeAttribute::Raw(_) => {}
        }
    }
    code.attributes = attributes;
    code.offsets = vec![0; insns.len()];
    code.insns = insns;
}
