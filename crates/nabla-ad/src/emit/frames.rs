//! The tables of a derivative method that speak of places and locals: lines, local variables,
//! frames.

use super::homes::{Homes, Position};
use super::width::Width;
use crate::AdError;
use crate::activity::Activity;
use crate::activity::fact::{ArrayKind, Fact, Shape};
use crate::program::primal::Primal;
use nabla_classfile::{
    ClassFile, Code, CodeAttribute, ConstIndex, Frame, Label, LocalVariable, VerificationType,
};
use nabla_flow::State;
use std::collections::{BTreeMap, BTreeSet};

/// A local that the primal does not have and that holds a value all the time: a parameter that
/// was added, or one without a name.
pub struct Added {
    /// Its name; empty if it is no parameter.
    pub name: String,
    /// Its slot.
    pub slot: u16,
    /// Its type.
    pub descriptor: String,
}

/// Maps the primal's tables.
pub struct Mapper<'m, 'a> {
    /// The primal.
    pub primal: &'m Primal<'a>,
    /// Its activity.
    pub activity: &'m Activity,
    /// The locals of the derivative method.
    pub homes: &'m Homes,
    /// Those that the primal does not have.
    pub added: &'m [Added],
    /// Where each instruction of the primal is now.
    pub exact: &'m [u32],
    /// The derivative method.
    pub result: &'m mut Code<'a>,
    /// The types of its arrays of numbers.
    pub arrays: &'m BTreeMap<ArrayKind, ConstIndex>,
}

impl<'a> Mapper<'_, 'a> {
    /// The tables that speak of places and locals; others, annotations of types among them, speak
    /// of the primal alone and are left out.
    pub fn attributes(&mut self, class: &mut ClassFile<'a>) -> Result<(), AdError> {
        let mut types = Vec::new();
        for added in self.added {
            types.push(local_type(class, &added.descriptor)?);
        }
        for attribute in &self.primal.code.attributes {
            match attribute {
                CodeAttribute::LineNumbers { name, rows } => {
                    let rows = rows.clone();
                    self.result.attributes.push(CodeAttribute::LineNumbers { name: *name, rows });
                }
                CodeAttribute::LocalVariables { name, rows } => {
                    let own = class.pool.utf8(*name)? == "LocalVariableTable";
                    let rows = self.local_variables(class, rows, own)?;
                    self.result.attributes.push(CodeAttribute::LocalVariables { name: *name, rows });
                }
                CodeAttribute::Frames { name, rows } => {
                    // Compilers also write frames where no way leads to but the one before, after
                    // which temporaries are still needed.
                    let labels = &self.primal.code.labels;
                    let starts = |at: usize| self.primal.cfg.block(self.primal.cfg.block_of(at)).range.start;
                    let needed = |label: &Label| {
                        let at = labels[label.0 as usize] as usize;
                        at < self.exact.len() && starts(at) == at
                    };
                    let mut mapped = Vec::new();
                    for (label, frame) in rows {
                        if needed(label) {
                            mapped.push((*label, self.frame(class, *label, rows, frame, &types)?));
                        }
                    }
                    self.result.attributes.push(CodeAttribute::Frames { name: *name, rows: mapped });
                }
                CodeAttribute::TypeAnnotations { .. } | CodeAttribute::Raw(_) => {}
            }
        }
        Ok(())
    }

    fn label(&mut self, at: u32) -> Label {
        self.result.labels.push(at);
        Label(self.result.labels.len() as u32 - 1)
    }

    fn local_variables(
        &mut self,
        class: &mut ClassFile<'a>,
        rows: &[LocalVariable],
        own: bool,
    ) -> Result<Vec<LocalVariable>, AdError> {
        // Parameters have their values from the very start, before the prologue.
        let start = self.label(0);
        let end = self.label(self.result.insns.len() as u32);
        let mut mapped = Vec::new();
        // A row of a local that the code does not have says nothing.
        for row in rows.iter().filter(|row| row.slot < self.primal.code.max_locals) {
            let mut row = *row;
            if self.primal.code.labels[row.start.0 as usize] == 0 {
                row.start = start;
            }
            row.slot = self.homes.primal(row.slot as usize);
            mapped.push(row);
        }
        if own {
            // What has no name is no parameter.
            for added in self.added.iter().filter(|added| !added.name.is_empty()) {
                let name = class.pool.add_utf8(&added.name)?;
                let descriptor = class.pool.add_utf8(&added.descriptor)?;
                mapped.push(LocalVariable { start, end, name, descriptor, slot: added.slot });
            }
        }
        Ok(mapped)
    }

    /// The primal's frame, its locals moved, with the parameters added and the tangents that are
    /// read from here on.
    fn frame(
        &mut self,
        class: &mut ClassFile<'a>,
        label: Label,
        rows: &[(Label, Frame)],
        frame: &Frame,
        types: &[VerificationType],
    ) -> Result<Frame, AdError> {
        let at = self.primal.code.labels[label.0 as usize] as usize;
        let mut slots: Vec<Option<VerificationType>> = Vec::new();
        let mut put = |slot: u16, kind: VerificationType| {
            let wide = matches!(kind, VerificationType::Double | VerificationType::Long);
            let end = slot as usize + if wide { 2 } else { 1 };
            if slots.len() < end {
                slots.resize(end, Some(VerificationType::Top));
            }
            slots[slot as usize] = Some(kind);
            if wide {
                // The second slot of a wide value has no entry.
                slots[slot as usize + 1] = None;
            }
        };
        let mut slot = 0usize;
        for kind in &frame.locals {
            let kind = Self::exact(self.result, &self.primal.code, self.exact, *kind);
            if kind != VerificationType::Top {
                put(self.homes.primal(slot), kind);
            }
            slot += width(kind);
        }
        for (added, kind) in self.added.iter().zip(types) {
            put(added.slot, *kind);
        }
        let tangents = match self.is_reached(at) {
            true => self.tangents(at, frame),
            false => self.wanted_after(at, rows),
        };
        for (home, kind) in tangents {
            let kind = tangent(class, self.homes.width, kind)?;
            for copy in 0..self.homes.width.copies() {
                put(home + 2 * copy, kind);
            }
        }
        let mut locals: Vec<VerificationType> = slots.into_iter().flatten().collect();
        while locals.last() == Some(&VerificationType::Top) {
            locals.pop();
        }
        let stack = frame.stack.iter();
        let stack = stack.map(|k| Self::exact(self.result, &self.primal.code, self.exact, *k)).collect();
        Ok(Frame { locals, stack })
    }

    fn is_reached(&self, at: usize) -> bool {
        self.activity.flow.varied.before(at).is_some_and(|v| v.state.is_some())
    }

    /// The tangents that are read from a frame on, and the types of what they belong to.
    fn tangents(&self, at: usize, frame: &Frame) -> Vec<(u16, VerificationType)> {
        let useful = self.activity.useful.before(at);
        let state = self.activity.flow.varied.before(at).and_then(|v| v.state.as_ref());
        let mut slot = 0usize;
        let mut tangents = Vec::new();
        for kind in &frame.locals {
            let home = self.homes.whole(Position::Local(slot));
            if let Some(home) = home
                && matches!(
                    kind,
                    VerificationType::Double
                        | VerificationType::Float
                        | VerificationType::Object(_)
                        | VerificationType::Null
                )
                && useful.is_some_and(|u| u.local(slot))
                && !self.homes.seeds.contains_key(&slot)
            {
                let fact = state.and_then(|s| s.locals.get(slot).copied().flatten());
                let fact = self.known(at, fact, |state| *state.locals.get(slot)?);
                tangents.push((home, tangent_type(self.arrays, fact, *kind)));
            }
            slot += width(*kind);
        }
        for (depth, kind) in frame.stack.iter().enumerate() {
            if let Some(home) = self.homes.whole(Position::Stack(depth))
                && useful.is_some_and(|u| u.entry(depth))
            {
                let fact = state.and_then(|s| s.stack.get(depth).copied());
                let fact = self.known(at, fact, |state| state.stack.get(depth).copied());
                tangents.push((home, tangent_type(self.arrays, fact, *kind)));
            }
        }
        tangents
    }

    /// Code that nothing reaches, as compilers leave it behind, has no tangents; the code that it leads
    /// to has, and the verifier looks at both. Such a frame says that there is what is wanted there.
    fn wanted_after(&self, at: usize, rows: &[(Label, Frame)]) -> Vec<(u16, VerificationType)> {
        let cfg = &self.primal.cfg;
        let mut waiting = vec![cfg.block_of(at)];
        let mut seen = BTreeSet::new();
        let mut wanted = BTreeMap::new();
        while let Some(block) = waiting.pop() {
            if !seen.insert(block) {
                continue;
            }
            let first = cfg.block(block).range.start;
            if !self.is_reached(first) {
                waiting.extend(cfg.successors(block).map(|(next, _)| next));
                continue;
            }
            let place = |label: Label| self.primal.code.labels[label.0 as usize] as usize;
            for (_, frame) in rows.iter().filter(|(label, _)| place(*label) == first) {
                for (home, kind) in self.tangents(first, frame) {
                    wanted.entry(home).or_insert(kind);
                }
            }
        }
        wanted.into_iter().collect()
    }

    /// What is known of a place: where it holds `null`, or another object, the boxes it may hold later.
    fn known(
        &self,
        at: usize,
        fact: Option<Fact>,
        place: impl Fn(&State<Fact>) -> Option<Fact>,
    ) -> Option<Fact> {
        let fact = fact?;
        let cfg = &self.primal.cfg;
        if !self.activity.may_become_box(cfg, fact.shape) {
            return Some(fact);
        }
        let shape = Some(self.activity.box_of(cfg, at, place)).filter(|shape| *shape != Shape::Null);
        Some(Fact { shape: shape.unwrap_or(fact.shape), ..fact })
    }

    /// The type of an object before its constructor ran names the `new` itself, not the tangent
    /// code before it.
    fn exact(result: &mut Code, code: &Code, exact: &[u32], kind: VerificationType) -> VerificationType {
        let VerificationType::Uninitialized(label) = kind else { return kind };
        let at = code.labels[label.0 as usize] as usize;
        result.labels.push(exact[at]);
        VerificationType::Uninitialized(Label(result.labels.len() as u32 - 1))
    }
}

/// How many slots a local of this type takes.
pub fn width(kind: VerificationType) -> usize {
    if matches!(kind, VerificationType::Double | VerificationType::Long) { 2 } else { 1 }
}

/// The type of the tangent of a value of this type.
fn tangent(class: &mut ClassFile, width: Width, kind: VerificationType) -> Result<VerificationType, AdError> {
    let primal = match (width, kind) {
        (Width::One | Width::Unrolled(_), _) => return Ok(kind),
        (Width::Lanes, VerificationType::Double | VerificationType::Float) => "D".to_owned(),
        (Width::Lanes, VerificationType::Object(name)) => class.pool.class_name(name)?.into_owned(),
        (Width::Lanes, other) => return Ok(other),
    };
    Ok(VerificationType::Object(class.pool.add_class(&width.tangent(&primal))?))
}

/// The type of a tangent: that of the primal, or that of the array which the primal is held as an
/// object of another type, or that of the number in a box.
fn tangent_type(
    arrays: &BTreeMap<ArrayKind, ConstIndex>,
    fact: Option<Fact>,
    kind: VerificationType,
) -> VerificationType {
    match fact.and_then(|fact| fact.shape.content()) {
        Some("F") => return VerificationType::Float,
        Some(_) => return VerificationType::Double,
        None => {}
    }
    let array = fact.and_then(|fact| fact.array);
    array.and_then(|(_, array)| arrays.get(&array)).map_or(kind, |class| VerificationType::Object(*class))
}

/// What the verifier calls a local with a value of this type.
pub fn local_type(class: &mut ClassFile, descriptor: &str) -> Result<VerificationType, AdError> {
    Ok(match descriptor {
        "D" => VerificationType::Double,
        "F" => VerificationType::Float,
        "J" => VerificationType::Long,
        "Z" | "B" | "C" | "S" | "I" => VerificationType::Integer,
        _ => VerificationType::Object(class.pool.add_class(class_of(descriptor))?),
    })
}

/// The name in a class constant for a reference of this type.
pub fn class_of(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(descriptor)
}
