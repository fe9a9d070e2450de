//! How a hidden companion calls the methods of another one, which it cannot name: through method
//! handles that the one who defines it puts into its class data.
//!
//! Each call goes to a static method of the companion that loads the handle as a dynamic constant and
//! invokes it; the JIT sees through both.

use super::companion::Companion;
use nabla_classfile::{BootstrapMethod, Code, ConstIndex, Error, Insn, Opcode, Result};
use nabla_flow::{FieldType, Kind, MethodType};

/// A method of another companion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The internal name of the class whose companion has it.
    pub class: String,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// The method handle kind of `invokestatic`.
const INVOKE_STATIC: u8 = 6;

/// The first version with dynamic constants.
const JAVA_11: u16 = 55;

impl<'a> Companion<'_, '_, 'a> {
    /// The constant of the method that calls this one.
    pub(super) fn link(&mut self, class: &str, method: String, descriptor: String) -> Result<ConstIndex> {
        let link = Link { class: class.to_owned(), method, descriptor };
        let known = self.linked.iter().position(|other| *other == link);
        let number = known.unwrap_or_else(|| {
            self.linked.push(link.clone());
            self.linked.len() - 1
        });
        let own = self.class.name()?.into_owned();
        self.class.pool.add_method(&own, &name(number), &link.descriptor)
    }

    /// Adds the methods that call other companions, and gives what they call.
    pub fn links(&mut self) -> Result<Vec<Link>> {
        if !self.linked.is_empty() && self.class.major < JAVA_11 {
            return Err(Error::limit("a class without frames calls methods of another class"));
        }
        let links = std::mem::take(&mut self.linked);
        for (number, link) in links.iter().enumerate() {
            let code = self.calling(number, &link.descriptor)?;
            self.add_static(&name(number), &link.descriptor, &code)?;
        }
        Ok(links)
    }

    /// Loads the handle and the arguments, and invokes it.
    fn calling(&mut self, number: usize, descriptor: &str) -> Result<Code<'a>> {
        let malformed = |_| Error::malformed(format!("expected a method's descriptor, found {descriptor}"));
        let parsed = MethodType::parse(descriptor).map_err(malformed)?;
        let handle = self.handle(number)?;
        let invoke =
            self.class.pool.add_method("java/lang/invoke/MethodHandle", "invokeExact", descriptor)?;
        let mut insns = vec![Insn::Ldc(handle)];
        let mut slot = 0;
        for parameter in &parsed.params {
            let (load, slots, _) = opcodes(*parameter);
            insns.push(Insn::Local(load, slot));
            slot += slots;
        }
        insns.push(Insn::Invoke(Opcode::Invokevirtual, invoke));
        insns.push(Insn::Op(parsed.result.map_or(Opcode::Return, |result| opcodes(result).2)));
        let offsets = vec![0; insns.len()];
        Ok(Code {
            max_stack: 2 + slot,
            max_locals: slot,
            insns,
            offsets,
            labels: Vec::new(),
            handlers: Vec::new(),
            attributes: Vec::new(),
        })
    }

    /// The method handle with this number in the class data, as a dynamic constant.
    fn handle(&mut self, number: usize) -> Result<ConstIndex> {
        const DESCRIPTOR: &str =
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;";
        let pool = &mut self.class.pool;
        let method = pool.add_method("java/lang/invoke/MethodHandles", "classDataAt", DESCRIPTOR)?;
        let method = pool.add_method_handle(INVOKE_STATIC, method)?;
        let number = i32::try_from(number).map_err(|_| Error::limit("expected fewer calls"))?;
        let arguments = vec![pool.add_integer(number)?];
        let bootstrap = self.class.add_bootstrap_method(&BootstrapMethod { method, arguments })?;
        self.class.pool.add_dynamic(bootstrap, "_", "Ljava/lang/invoke/MethodHandle;")
    }
}

fn name(number: usize) -> String {
    format!("nabla$link${number}")
}

/// How a value of this type is loaded, its slots, and how it is returned.
pub(super) fn opcodes(value: FieldType) -> (Opcode, u16, Opcode) {
    match value.kind() {
        Kind::Int => (Opcode::Iload, 1, Opcode::Ireturn),
        Kind::Long => (Opcode::Lload, 2, Opcode::Lreturn),
        Kind::Float => (Opcode::Fload, 1, Opcode::Freturn),
        Kind::Double => (Opcode::Dload, 2, Opcode::Dreturn),
        Kind::Reference(_) => (Opcode::Aload, 1, Opcode::Areturn),
    }
}
