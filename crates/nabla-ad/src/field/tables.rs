//! The tables of a field version: frames, lines, the names of parameters.
//!
//! Frames are the primal's, with elements where numbers were. A local that is read no more is left
//! out of them: nothing says what it holds.

use super::body::Body;
use super::version::element_type;
use crate::AdError;
use crate::activity::fact::Fact;
use nabla_classfile::{Code, CodeAttribute, Frame, Handler, Label, LocalVariable, VerificationType};

impl<'a> Body<'_, 'a> {
    /// The finished code.
    pub fn finish(mut self) -> Result<Code<'a>, AdError> {
        let primal = self.primal;
        let mut code = Code {
            max_stack: primal.code.max_stack.saturating_add(6),
            max_locals: self.out.max_locals,
            offsets: vec![0; self.out.insns.len()],
            insns: std::mem::take(&mut self.out.insns),
            labels: primal.code.labels.iter().map(|&at| self.starts[at as usize]).collect(),
            handlers: Vec::new(),
            attributes: Vec::new(),
        };
        let place = |label: Label| code.labels[label.0 as usize];
        let covers = |handler: &&Handler| place(handler.start) < place(handler.end);
        code.handlers = primal.code.handlers.iter().filter(covers).copied().collect();
        for attribute in &primal.code.attributes {
            match attribute {
                CodeAttribute::LineNumbers { name, rows } => {
                    // Code to which control never comes has gone.
                    let mut rows = rows.clone();
                    rows.dedup_by_key(|(label, _)| code.labels[label.0 as usize]);
                    rows.retain(|(label, _)| (code.labels[label.0 as usize] as usize) < code.insns.len());
                    code.attributes.push(CodeAttribute::LineNumbers { name: *name, rows });
                }
                CodeAttribute::LocalVariables { name, .. }
                    if self.version.selected && self.out.class.pool.utf8(*name)? == "LocalVariableTable" =>
                {
                    let rows = self.parameters(&mut code)?;
                    code.attributes.push(CodeAttribute::LocalVariables { name: *name, rows });
                }
                CodeAttribute::Frames { name, rows } => {
                    let mut mapped = Vec::new();
                    for (label, frame) in rows {
                        let at = primal.code.labels[label.0 as usize] as usize;
                        if let Some(state) = self.state(at) {
                            let locals: Vec<_> = state.locals.iter().copied().collect();
                            let stack = state.stack.clone();
                            mapped.push((*label, self.frame(at, frame, &locals, &stack)?));
                        }
                    }
                    code.attributes.push(CodeAttribute::Frames { name: *name, rows: mapped });
                }
                _ => {}
            }
        }
        Ok(code)
    }

    fn frame(
        &mut self,
        at: usize,
        frame: &Frame,
        locals: &[Option<Fact>],
        stack: &[Fact],
    ) -> Result<Frame, AdError> {
        let mut slots: Vec<Option<VerificationType>> = Vec::new();
        let mut put = |slot: u16, kind: VerificationType| {
            let wide = matches!(kind, VerificationType::Double | VerificationType::Long);
            let end = slot as usize + if wide { 2 } else { 1 };
            if slots.len() < end {
                slots.resize(end, Some(VerificationType::Top));
            }
            slots[slot as usize] = Some(kind);
            if wide {
                slots[slot as usize + 1] = None;
            }
        };
        let element = VerificationType::Object(self.out.class.pool.add_class(self.out.algebra.interface)?);
        let mut slot = 0usize;
        for kind in &frame.locals {
            let live = slot == 0 && !self.primal.signature.is_static
                || self.primal.live.before(at).is_some_and(|live| live[slot]);
            if live && *kind != VerificationType::Top {
                let kind = match (kind, self.webs.local(at, slot)) {
                    (VerificationType::Double, true) => element,
                    (kind, _) => self.array_type(*kind, locals.get(slot).copied().flatten())?,
                };
                put(self.homes.of(slot as u16), kind);
            }
            slot += if matches!(kind, VerificationType::Double | VerificationType::Long) { 2 } else { 1 };
        }
        put(self.out.witness, element);
        let mut entries = Vec::new();
        for (depth, kind) in frame.stack.iter().enumerate() {
            entries.push(match (kind, self.webs.entry(at, depth)) {
                (VerificationType::Double, true) => element,
                (kind, _) => self.array_type(*kind, stack.get(depth).copied())?,
            });
        }
        let mut locals: Vec<VerificationType> = slots.into_iter().flatten().collect();
        while locals.last() == Some(&VerificationType::Top) {
            locals.pop();
        }
        Ok(Frame { locals, stack: entries })
    }

    /// The type of an array of elements where the primal has one of numbers.
    fn array_type(
        &mut self,
        kind: VerificationType,
        fact: Option<Fact>,
    ) -> Result<VerificationType, AdError> {
        let array = fact.filter(|fact| self.is_elements(fact)).and_then(|fact| fact.array);
        let (VerificationType::Object(_), Some((_, array))) = (kind, array) else { return Ok(kind) };
        let name = element_type(self.out.algebra, &array.descriptor());
        Ok(VerificationType::Object(self.out.class.pool.add_class(&name)?))
    }

    /// The names of the parameters, over the whole method.
    fn parameters(&mut self, code: &mut Code) -> Result<Vec<LocalVariable>, AdError> {
        let start = code.add_label(0);
        let end = code.add_label(code.insns.len());
        let signature = &self.primal.signature;
        let mut rows = Vec::new();
        let descriptors: Vec<String> = signature.parameters.iter().map(|p| p.descriptor.clone()).collect();
        let types = self.version.parameters(self.out.algebra, &descriptors);
        let mut slot = u16::from(!signature.is_static);
        if !signature.is_static {
            let this = self.out.class.name()?.into_owned();
            let pool = &mut self.out.class.pool;
            let (name, descriptor) = (pool.add_utf8("this")?, pool.add_utf8(&format!("L{this};"))?);
            rows.push(LocalVariable { start, end, name, descriptor, slot: 0 });
        }
        for (parameter, descriptor) in signature.parameters.iter().zip(&types) {
            if let Some(name) = &parameter.name {
                let pool = &mut self.out.class.pool;
                let (name, descriptor) = (pool.add_utf8(name)?, pool.add_utf8(descriptor)?);
                rows.push(LocalVariable { start, end, name, descriptor, slot });
            }
            slot += crate::signature::slots_of(descriptor);
        }
        Ok(rows)
    }
}
