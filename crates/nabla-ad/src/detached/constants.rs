//! Constants, instructions and tables of a method, moved from the augmented class to its companion.

use super::companion::{Companion, RECEIVER};
use super::dispatch::Dispatch;
use super::links::Link;
use super::program::At;
use super::{COMPANION, Home};
use nabla_classfile::{
    BootstrapMethod, Code, CodeAttribute, ConstIndex, Constant, Error, Frame, Insn, Opcode, Result,
    VerificationType,
};

/// Method handle kinds: JVMS table 5.4.3.5-A.
const INVOKE_VIRTUAL: u8 = 5;
const INVOKE_STATIC: u8 = 6;
const INVOKE_SPECIAL: u8 = 7;
const INVOKE_INTERFACE: u8 = 9;

impl<'a> Companion<'_, '_, 'a> {
    /// The constant in the companion's pool.
    pub(super) fn constant(&mut self, index: ConstIndex) -> Result<ConstIndex> {
        if let Some(&moved) = self.constants.get(&index) {
            return Ok(moved);
        }
        let from = self.generated.class;
        let moved = match from.pool.get(index)? {
            Constant::Method { .. } | Constant::InterfaceMethod { .. } => {
                match self.program.target(self.number, index)? {
                    Some(target) => self.callee(target)?,
                    None => self.class.pool.add_from(&from.pool, index)?,
                }
            }
            Constant::MethodHandle { kind, reference } => {
                from.pool.member_ref(reference)?;
                let own = self.program.target(self.number, reference)?.is_some();
                let virtual_kind = self.called_from_nest(kind == INVOKE_SPECIAL, reference)?.map(|opcode| {
                    if opcode == Opcode::Invokeinterface { INVOKE_INTERFACE } else { INVOKE_VIRTUAL }
                });
                let reference = self.constant(reference)?;
                let kind = if own { INVOKE_STATIC } else { virtual_kind.unwrap_or(kind) };
                self.class.pool.add_method_handle(kind, reference)?
            }
            Constant::Dynamic { bootstrap, .. } => {
                let bootstrap = self.bootstrap(bootstrap)?;
                let (name, descriptor) = from.pool.name_and_type(index)?;
                self.class.pool.add_dynamic(bootstrap, &name, &descriptor)?
            }
            Constant::InvokeDynamic { bootstrap, .. } => {
                let bootstrap = self.bootstrap(bootstrap)?;
                let (name, descriptor) = from.pool.name_and_type(index)?;
                self.class.pool.add_invoke_dynamic(bootstrap, &name, &descriptor)?
            }
            _ => self.class.pool.add_from(&from.pool, index)?,
        };
        self.constants.insert(index, moved);
        Ok(moved)
    }

    /// The constant of a generated method, as the companion calls it.
    pub(super) fn callee(&mut self, at: At) -> Result<ConstIndex> {
        let class = &self.program.classes[at.0];
        let name = class.name(at.1)?;
        let descriptor = class.detached_descriptor(at.1)?;
        if let Some(Link { class, method, descriptor }) = self.program.applied(at)? {
            return self.link(&class, method, descriptor);
        }
        if at.0 != self.number && self.program.home == Home::Nest {
            return self.link(&class.own, name, descriptor);
        }
        self.class.pool.add_method(&format!("{}{COMPANION}", class.own), &name, &descriptor)
    }

    /// The number of a bootstrap method in the companion.
    fn bootstrap(&mut self, number: u16) -> Result<u16> {
        if let Some(&moved) = self.bootstraps.get(&number) {
            return Ok(moved);
        }
        let rows = self.generated.class.bootstrap_methods()?;
        let row = rows
            .get(usize::from(number))
            .filter(|_| !self.open.contains(&number))
            .ok_or_else(|| Error::malformed(format!("expected a bootstrap method with number {number}")))?;
        self.open.push(number);
        let method = self.constant(row.method)?;
        let arguments = row.arguments.iter().map(|&a| self.constant(a)).collect::<Result<_>>()?;
        let moved = self.class.add_bootstrap_method(&BootstrapMethod { method, arguments })?;
        self.open.pop();
        self.bootstraps.insert(number, moved);
        Ok(moved)
    }

    /// A table of indices behind its count.
    pub(super) fn indices(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        let (count, rows) = bytes.split_at_checked(2).unwrap_or_default();
        Ok([count, &self.indices_of(rows)?].concat())
    }

    pub(super) fn indices_of(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        let mut moved = Vec::with_capacity(bytes.len());
        for pair in bytes.chunks_exact(2) {
            moved.extend(self.constant(ConstIndex(u16::from_be_bytes([pair[0], pair[1]])))?.0.to_be_bytes());
        }
        Ok(moved)
    }

    /// The code with its constants moved. Attributes that are not understood may name constants and
    /// are left out.
    pub(super) fn code(&mut self, mut code: Code<'a>, has_receiver: bool) -> Result<Code<'a>> {
        for insn in &mut code.insns {
            self.insn(insn)?;
        }
        for handler in &mut code.handlers {
            handler.catch_type = handler.catch_type.map(|class| self.constant(class)).transpose()?;
        }
        let mut attributes = Vec::with_capacity(code.attributes.len());
        for attribute in code.attributes {
            attributes.push(match attribute {
                CodeAttribute::LineNumbers { name, rows } => {
                    CodeAttribute::LineNumbers { name: self.constant(name)?, rows }
                }
                CodeAttribute::LocalVariables { name, mut rows } => {
                    for row in &mut rows {
                        let is_receiver = has_receiver
                            && row.slot == 0
                            && self.generated.class.pool.utf8_bytes(row.name)? == b"this";
                        row.name = match is_receiver {
                            true => self.class.pool.add_utf8(RECEIVER)?,
                            false => self.constant(row.name)?,
                        };
                        row.descriptor = self.constant(row.descriptor)?;
                    }
                    CodeAttribute::LocalVariables { name: self.constant(name)?, rows }
                }
                CodeAttribute::Frames { name, mut rows } => {
                    for (_, Frame { locals, stack }) in &mut rows {
                        for value in locals.iter_mut().chain(stack) {
                            if let VerificationType::Object(class) = value {
                                *class = self.constant(*class)?;
                            }
                        }
                    }
                    CodeAttribute::Frames { name: self.constant(name)?, rows }
                }
                CodeAttribute::TypeAnnotations { .. } | CodeAttribute::Raw(_) => continue,
            });
        }
        code.attributes = attributes;
        Ok(code)
    }

    /// How a nestmate calls a private method that its class calls by `invokespecial`, which only the
    /// class itself may do.
    fn called_from_nest(&self, special: bool, member: ConstIndex) -> Result<Option<Opcode>> {
        let pool = &self.generated.class.pool;
        if !special || self.program.home != Home::Nest || pool.member_ref(member)?.name == "<init>" {
            return Ok(None);
        }
        let interface = matches!(pool.get(member)?, Constant::InterfaceMethod { .. });
        Ok(Some(if interface { Opcode::Invokeinterface } else { Opcode::Invokevirtual }))
    }

    /// The static method by which the companion calls a generated one.
    fn generated(&mut self, opcode: Opcode, member: ConstIndex) -> Result<Option<ConstIndex>> {
        let Some(target) = self.program.target(self.number, member)? else { return Ok(None) };
        let bodies = self.program.bodies(self.number, member, Some(opcode), target)?;
        Ok(Some(match bodies.is_empty() {
            true => self.callee(target)?,
            false => self.dispatcher(Dispatch { target, bodies })?,
        }))
    }

    /// The same for a class that stands for a lambda, whose own methods it calls as they are.
    pub(super) fn elsewhere(&mut self, opcode: Opcode, member: ConstIndex) -> Result<Option<ConstIndex>> {
        match self.program.target(self.number, member)? {
            Some(target) if target.0 == self.number && self.program.applied(target)?.is_none() => Ok(None),
            _ => self.generated(opcode, member),
        }
    }

    fn insn(&mut self, insn: &mut Insn) -> Result<()> {
        match insn {
            Insn::Invoke(opcode, index) => {
                if let Some(called) = self.generated(*opcode, *index)? {
                    (*opcode, *index) = (Opcode::Invokestatic, called);
                    return Ok(());
                }
                if let Some(called) = self.called_from_nest(*opcode == Opcode::Invokespecial, *index)? {
                    *opcode = called;
                }
                *index = self.constant(*index)?;
            }
            Insn::Ldc(index)
            | Insn::Field(_, index)
            | Insn::InvokeDynamic(index)
            | Insn::Type(_, index)
            | Insn::MultiNewArray(index, _) => *index = self.constant(*index)?,
            Insn::Op(_)
            | Insn::Push(..)
            | Insn::Local(..)
            | Insn::Iinc(..)
            | Insn::Branch(..)
            | Insn::TableSwitch { .. }
            | Insn::LookupSwitch { .. }
            | Insn::NewArray(_) => {}
        }
        Ok(())
    }
}
