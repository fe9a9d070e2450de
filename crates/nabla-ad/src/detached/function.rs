//! The classes that stand for lambdas, in a nest: each is defined as a hidden class itself, beside the
//! companion of the class that has the lambda.
//!
//! Nobody can name it. What makes its objects is a link to others, and so is what it calls in companions; its
//! tangent methods are found by name when a function is called.

use super::companion::{Companion, version};
use super::links::Link;
use super::program::Program;
use super::{AdError, Home};
use crate::emit::functions::PACKAGE;
use nabla_classfile::{ClassFile, ConstIndex, Insn, Opcode};

/// The bytes of such a class, and what it calls in companions.
pub fn moved(program: &Program, number: usize, bytes: &[u8]) -> Result<(Vec<u8>, Vec<Link>), AdError> {
    let generated = &program.classes[number];
    let mut function = Companion::new(bytes, program, number)?;
    function.class.major = version(Home::Nest, function.class.major);
    for index in generated.with_code() {
        let mut code = generated.code(index)?;
        for insn in &mut code.insns {
            let Insn::Invoke(opcode, member) = insn else { continue };
            if let Some(called) = function.elsewhere(*opcode, *member)? {
                (*opcode, *member) = (Opcode::Invokestatic, called);
            } else if let Some(called) = function.unnamed(*member)? {
                *member = called;
            }
        }
        let method = &generated.class.methods[index];
        if let Some(descriptor) = without(&generated.own, &generated.class.pool.utf8(method.descriptor)?) {
            function.class.methods[index].descriptor = function.class.pool.add_utf8(&descriptor)?;
            let own = Insn::Type(Opcode::Checkcast, function.class.this_class);
            let cast = [Insn::Local(Opcode::Aload, 0), own, Insn::Local(Opcode::Astore, 0)];
            code.labels.iter_mut().for_each(|label| *label += cast.len() as u32);
            code.offsets.splice(0..0, [0; 3]);
            code.insns.splice(0..0, cast);
        }
        function.class.set_code(index, &code)?;
    }
    let class = ClassFile::read(bytes)?;
    let named = class
        .interfaces
        .iter()
        .map(|name| class.pool.class_name(*name).map(|name| !name.starts_with(PACKAGE)));
    let mut named = named.collect::<Result<Vec<_>, _>>()?.into_iter();
    // The interfaces of tangent methods are not there.
    function.class.interfaces.retain(|_| named.next() == Some(true));
    let links = function.links()?;
    Ok((function.class.write()?, links))
}

/// The descriptor with `Object` for a class that it names, which is that of its first parameter.
fn without(own: &str, descriptor: &str) -> Option<String> {
    let rest = descriptor.strip_prefix(&format!("(L{own};"))?;
    Some(format!("(Ljava/lang/Object;{rest}"))
}

impl Companion<'_, '_, '_> {
    /// The constant of a method of the class itself whose descriptor names it: to the JVM a hidden class is not
    /// of that name.
    fn unnamed(&mut self, member: ConstIndex) -> Result<Option<ConstIndex>, AdError> {
        let called = self.generated.class.pool.member_ref(member)?;
        let own = self.generated.own.as_str();
        match without(own, &called.descriptor).filter(|_| called.owner == own) {
            Some(descriptor) => Ok(Some(self.class.pool.add_method(own, &called.name, &descriptor)?)),
            None => Ok(None),
        }
    }
}
