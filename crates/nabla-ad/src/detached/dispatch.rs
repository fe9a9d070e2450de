//! Calls that the receiver's class decides, among hidden companions: a static method asks for one class
//! after another, subclasses first. What comes last is the method that the call names, which throws for
//! a receiver whose class was not known.

use super::companion::Companion;
use super::links::opcodes;
use super::program::At;
use super::{PRIVATE, STATIC, SYNTHETIC};
use nabla_classfile::{
    Code, CodeAttribute, ConstIndex, Error, Frame, Insn, Label, Member, Opcode, Result, VerificationType,
};
use nabla_flow::{FieldType, Kind, MethodType};

/// One call: the method it names, and what the known classes have in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispatch {
    /// The method that the call names.
    pub target: At,
    /// Classes by internal name, subclasses first, and their methods.
    pub bodies: Vec<(String, At)>,
}

impl<'a> Companion<'_, '_, 'a> {
    /// The constant of the method that dispatches so.
    pub(super) fn dispatcher(&mut self, dispatch: Dispatch) -> Result<ConstIndex> {
        let known = self.dispatched.iter().position(|other| *other == dispatch);
        let descriptor = self.descriptor_of(dispatch.target)?;
        let number = match known {
            Some(number) => number,
            None => {
                self.dispatched.push(dispatch.clone());
                let number = self.dispatched.len() - 1;
                let code = self.asking(&dispatch, &descriptor)?;
                self.add_static(&name(number), &descriptor, &code)?;
                number
            }
        };
        let own = self.class.name()?.into_owned();
        self.class.pool.add_method(&own, &name(number), &descriptor)
    }

    fn descriptor_of(&self, at: At) -> Result<String> {
        self.program.classes[at.0].detached_descriptor(at.1)
    }

    /// Adds a private method.
    pub(super) fn add_static(&mut self, name: &str, descriptor: &str, code: &Code<'a>) -> Result<()> {
        let mut member = Member {
            access: PRIVATE | STATIC | SYNTHETIC,
            name: self.class.pool.add_utf8(name)?,
            descriptor: self.class.pool.add_utf8(descriptor)?,
            attributes: Vec::new(),
        };
        let bytes = self.class.encode_code(&member, code)?;
        member.attributes.push(self.attribute("Code", bytes)?);
        self.class.methods.push(member);
        Ok(())
    }

    /// `if (receiver instanceof A) return A's(…); … return target's(…);`
    fn asking(&mut self, dispatch: &Dispatch, descriptor: &str) -> Result<Code<'a>> {
        let malformed = |_| Error::malformed(format!("expected a method's descriptor, found {descriptor}"));
        let parsed = MethodType::parse(descriptor).map_err(malformed)?;
        let mut arguments = Vec::new();
        let mut slot = 0;
        for parameter in &parsed.params {
            let (load, slots, _) = opcodes(*parameter);
            arguments.push(Insn::Local(load, slot));
            slot += slots;
        }
        let end = Insn::Op(parsed.result.map_or(Opcode::Return, |result| opcodes(result).2));
        let (mut insns, mut labels) = (Vec::new(), Vec::new());
        for (class, body) in &dispatch.bodies {
            let class = self.class.pool.add_class(class)?;
            let body = self.callee(*body)?;
            let next = Label(labels.len() as u32);
            insns.extend([
                Insn::Local(Opcode::Aload, 0),
                Insn::Type(Opcode::Instanceof, class),
                Insn::Branch(Opcode::Ifeq, next),
                Insn::Local(Opcode::Aload, 0),
                Insn::Type(Opcode::Checkcast, class),
            ]);
            insns.extend(arguments.iter().skip(1).cloned());
            insns.extend([Insn::Invoke(Opcode::Invokestatic, body), end.clone()]);
            labels.push(insns.len() as u32);
        }
        let target = self.callee(dispatch.target)?;
        insns.extend(arguments);
        insns.extend([Insn::Invoke(Opcode::Invokestatic, target), end]);
        let locals: Vec<VerificationType> =
            parsed.params.iter().map(|p| self.verification_type(*p)).collect::<Result<_>>()?;
        let frame = Frame { locals, stack: Vec::new() };
        let rows = (0..labels.len()).map(|label| (Label(label as u32), frame.clone())).collect();
        let frames = CodeAttribute::Frames { name: self.class.pool.add_utf8("StackMapTable")?, rows };
        Ok(Code {
            max_stack: 2 + slot,
            max_locals: slot,
            offsets: vec![0; insns.len()],
            insns,
            labels,
            handlers: Vec::new(),
            attributes: vec![frames],
        })
    }

    fn verification_type(&mut self, value: FieldType) -> Result<VerificationType> {
        Ok(match value.kind() {
            Kind::Int => VerificationType::Integer,
            Kind::Long => VerificationType::Long,
            Kind::Float => VerificationType::Float,
            Kind::Double => VerificationType::Double,
            Kind::Reference(_) => {
                let text = value.text();
                let class = text.strip_prefix('L').map_or(text, |class| class.trim_end_matches(';'));
                VerificationType::Object(self.class.pool.add_class(class)?)
            }
        })
    }
}

fn name(number: usize) -> String {
    format!("nabla$dispatch${number}")
}
