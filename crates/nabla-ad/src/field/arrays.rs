//! Arrays of elements in place of arrays of `double`: made, read, written, copied and filled.

use super::body::Body;
use super::stack::Held;
use super::version::element_type;
use crate::AdError;
use crate::activity::calls::ArrayCall;
use crate::activity::fact::Fact;
use crate::codes;
use nabla_classfile::{Insn, Opcode};

impl Body<'_, '_> {
    /// An instruction that may have to do with arrays of elements.
    pub(super) fn array(&mut self, at: usize) -> Result<(), AdError> {
        let insn = self.primal.code.insns[at].clone();
        let (operands, _) = self.operands(at);
        let held = self.held(at);
        let result = self.result(at).filter(|fact| self.is_elements(fact));
        let of_elements = operands.first().is_some_and(|array| self.is_elements(array));
        match insn {
            Insn::Op(Opcode::Daload) if of_elements => {
                self.out.op(Opcode::Aaload);
                self.settle(at, Held::Element)
            }
            Insn::Op(Opcode::Dastore) if of_elements => {
                self.out.convert(&held, &[Held::Reference, Held::Int, Held::Element])?;
                self.out.op(Opcode::Aastore);
                Ok(())
            }
            Insn::NewArray(_) if result.is_some() => {
                self.out.local(Opcode::Aload, self.out.witness);
                self.out.support("array", "(IE)[E")
            }
            Insn::Type(Opcode::Anewarray, _) if result.is_some() => {
                if self.rank(&result) != 2 {
                    self.refuse(at, codes::FIELD_ARRAY, "");
                    return Ok(());
                }
                self.out.op(Opcode::IconstM1);
                self.out.local(Opcode::Aload, self.out.witness);
                self.out.support("rectangle", "(IIE)[[E")
            }
            Insn::MultiNewArray(_, dimensions) if result.is_some() => {
                if self.rank(&result) != 2 || dimensions != 2 {
                    self.refuse(at, codes::FIELD_ARRAY, "");
                    return Ok(());
                }
                self.out.local(Opcode::Aload, self.out.witness);
                self.out.support("rectangle", "(IIE)[[E")
            }
            Insn::Type(Opcode::Checkcast, _) if result.is_some() => {
                let Some((_, kind)) = result.and_then(|fact| fact.array) else { return Ok(()) };
                let name = element_type(self.out.algebra, &kind.descriptor());
                let index = self.out.class.pool.add_class(&name)?;
                self.out.insns.push(Insn::Type(Opcode::Checkcast, index));
                Ok(())
            }
            Insn::Type(Opcode::Instanceof, _) if of_elements => {
                self.refuse(at, codes::FIELD_ARRAY, "");
                Ok(())
            }
            _ => self.with_numbers(at),
        }
    }

    fn rank(&self, fact: &Option<Fact>) -> u8 {
        fact.and_then(|fact| fact.array).map_or(0, |(_, kind)| kind.rank)
    }

    /// A copy or filling of arrays of elements.
    pub(super) fn array_call(&mut self, at: usize, call: ArrayCall) -> Result<(), AdError> {
        let (operands, _) = self.operands(at);
        let mut held = self.held(at);
        let result = self.result(at).filter(|fact| self.is_elements(fact));
        let elements: Vec<bool> = operands.iter().map(|fact| self.is_elements(fact)).collect();
        let deep = operands.iter().chain(&result).any(|f| f.array.is_some_and(|(_, kind)| kind.rank > 1));
        match call {
            ArrayCall::Clone => {
                self.out.insns.push(self.primal.code.insns[at].clone());
                let (from, to) = (elements[0], result.is_some());
                if from == to {
                    if let Some(Insn::Invoke(op, _)) = self.out.insns.pop() {
                        let kind = operands[0].array.map(|(_, kind)| kind.descriptor()).unwrap_or_default();
                        let owner = if from { element_type(self.out.algebra, &kind) } else { kind };
                        let clone =
                            self.out.class.pool.add_method(&owner, "clone", "()Ljava/lang/Object;")?;
                        self.out.insns.push(Insn::Invoke(op, clone));
                    }
                    return Ok(());
                }
                if deep {
                    self.refuse(at, codes::FIELD_ARRAY, "");
                    return Ok(());
                }
                let numbers = self.out.class.pool.add_class("[D")?;
                self.out.insns.push(Insn::Type(Opcode::Checkcast, numbers));
                self.out.lift_array()
            }
            ArrayCall::CopyOf if result.is_some() => {
                if !elements[0] {
                    self.out.insns.push(self.primal.code.insns[at].clone());
                    return self.out.lift_array();
                }
                self.out.local(Opcode::Aload, self.out.witness);
                match operands.len() == 3 {
                    true => self.out.support("range", "([EIIE)[E"),
                    false => self.out.support("copy", "([EIE)[E"),
                }
            }
            ArrayCall::Copy if elements[2] && !elements[0] => {
                let wanted = held.clone();
                held[0] = Held::Numbers;
                self.out.convert(&held, &wanted)?;
                self.out.insns.push(self.primal.code.insns[at].clone());
                Ok(())
            }
            ArrayCall::Fill if elements[0] => {
                let mut wanted = held.clone();
                if let Some(value) = wanted.last_mut() {
                    *value = Held::Element;
                }
                self.out.convert(&held, &wanted)?;
                let descriptor = match operands.len() {
                    4 => "([Ljava/lang/Object;IILjava/lang/Object;)V",
                    _ => "([Ljava/lang/Object;Ljava/lang/Object;)V",
                };
                let fill = self.out.class.pool.add_method("java/util/Arrays", "fill", descriptor)?;
                self.out.insns.push(Insn::Invoke(Opcode::Invokestatic, fill));
                Ok(())
            }
            _ => self.with_numbers(at),
        }
    }
}
