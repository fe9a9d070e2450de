//! Functions of interfaces to which no tangent method can be added, as the JDK's: the tangent
//! method is that of an interface of its own, which the classes that have it implement too.
//!
//! `nabla/java/util/function/DoubleUnaryOperator$applyAsDouble$1` has the one method
//! `nabla$applyAsDouble$1`. It is the same whoever makes it, so that the functions of one jar can be
//! given to the methods of another.

use super::arrays::{reference, with_frames};
use super::calls::{TangentCall, internal_descriptor, internal_name};
use super::dispatch::missing;
use super::frames::local_type;
use super::width::Width;
use crate::AdError;
use crate::output::{add_abstract, add_method, add_static, has_method};
use crate::program::classes::{INTERFACE, MethodId};
use crate::program::fields::{Field, FieldId};
use crate::program::solve::Program;
use crate::program::synthesize::MAKE;
use crate::signature::{give, load, slots_of, split_descriptor};
use nabla_classfile::{ClassFile, ConstIndex, Frame, Insn, Label, Opcode, VerificationType};

/// Why a function has no derivative.
const STRANGE: &str = " is no function that a derivative made or knows (code that is not followed made it, or it captured an array): it has no derivative of ";

/// The first part of the names of such interfaces.
pub const PACKAGE: &str = "nabla/";

/// A tangent method of a function.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Applied {
    /// The interface that has it.
    pub interface: String,
    /// Its name.
    name: String,
    /// Its descriptor.
    descriptor: String,
    /// The primal, in messages.
    primal: String,
}

impl Applied {
    /// What a call calls, if that is a function to whose interface nothing can be added.
    pub fn of(call: &TangentCall, width: Width) -> Option<Applied> {
        let callee = &call.callee;
        let (Some(interface), None) = (&callee.targets.open, callee.targets.resolved) else { return None };
        let primal = format!("({}){}", callee.parameters.concat(), callee.result);
        let lanes = if width == Width::Lanes { "$lanes" } else { "" };
        Some(Applied {
            interface: format!("{PACKAGE}{interface}${}${}{lanes}", callee.name, call.pattern.text()),
            name: internal_name(&callee.name, &call.pattern),
            descriptor: internal_descriptor(&callee.name, &primal, &call.pattern, width),
            primal: format!("{}.{}", interface.replace('/', "."), callee.name),
        })
    }

    /// The bytes of the interface.
    pub fn bytes(&self) -> Result<Vec<u8>, AdError> {
        // Java 8; the pool is empty, and the indices of the names are set when they have been added.
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 1];
        // `public interface abstract synthetic`
        bytes.extend([0x16, 0x01]);
        bytes.extend([0; 12]);
        let mut class = ClassFile::read(&bytes)?;
        class.this_class = class.pool.add_class(&self.interface)?;
        class.super_class = Some(class.pool.add_class("java/lang/Object")?);
        // `public abstract synthetic`
        add_abstract(&mut class, 0x1401, &self.name, &self.descriptor)?;
        Ok(class.write()?)
    }

    /// Makes a class that has the tangent method implement the interface.
    pub fn implement(&self, class: &mut ClassFile) -> Result<(), AdError> {
        let interface = class.pool.add_class(&self.interface)?;
        if !class.interfaces.contains(&interface) {
            class.interfaces.push(interface);
        }
        Ok(())
    }

    /// The static method of the class that calls the tangent method of a function, or throws where
    /// the function has none.
    pub fn call(&self, class: &mut ClassFile) -> Result<ConstIndex, AdError> {
        let simple = self.interface.rsplit('/').next().unwrap_or_default();
        let name = format!("nabla${simple}");
        let descriptor = format!("(Ljava/lang/Object;{}", self.descriptor.trim_start_matches('('));
        if !has_method(class, &name, &descriptor) {
            self.add_caller(class, &name, &descriptor)?;
        }
        reference(class, &name, &descriptor)
    }

    fn add_caller(&self, class: &mut ClassFile, name: &str, descriptor: &str) -> Result<(), AdError> {
        let missing = missing(class)?;
        let interface = class.pool.add_class(&self.interface)?;
        let method = class.pool.add_interface_method(&self.interface, &self.name, &self.descriptor)?;
        let mut insns = vec![
            Insn::Local(Opcode::Aload, 0),
            Insn::Type(Opcode::Instanceof, interface),
            Insn::Branch(Opcode::Ifeq, Label(0)),
            Insn::Local(Opcode::Aload, 0),
            Insn::Type(Opcode::Checkcast, interface),
        ];
        let mut locals = vec![VerificationType::Object(class.pool.add_class("java/lang/Object")?)];
        let (parameters, result) = split_descriptor(&self.descriptor).unwrap_or_default();
        let mut slot = 1;
        for parameter in &parameters {
            insns.push(Insn::Local(load(parameter), slot));
            locals.push(local_type(class, parameter)?);
            slot += slots_of(parameter);
        }
        insns.push(Insn::Invoke(Opcode::Invokeinterface, method));
        insns.push(Insn::Op(give(&result)));
        let other = insns.len() as u32;
        let text = class.pool.add_string(&format!("{STRANGE}{}", self.primal))?;
        insns.extend([
            Insn::Local(Opcode::Aload, 0),
            Insn::Ldc(text),
            Insn::Invoke(Opcode::Invokestatic, missing),
            Insn::Op(Opcode::Athrow),
        ]);
        let mut code =
            with_frames(class, insns, vec![other], vec![Frame { locals, stack: Vec::new() }], slot)?;
        code.max_stack = slot + 2;
        add_static(class, name, descriptor, &code)
    }
}

/// The method of a field's class that gives the constant function in the field as an object that has
/// tangent methods.
pub fn constant_reader(
    program: &Program,
    class: &mut ClassFile,
    field: FieldId,
) -> Result<ConstIndex, AdError> {
    let info = program.field_info(field);
    let owner = program.classes.get(info.class);
    let (name, descriptor) = reader(&info);
    Ok(match owner.access & INTERFACE {
        0 => class.pool.add_method(&owner.name()?, &name, &descriptor)?,
        _ => class.pool.add_interface_method(&owner.name()?, &name, &descriptor)?,
    })
}

fn reader(field: &Field) -> (String, String) {
    (format!("nabla$function${}", field.name), format!("(){}", field.descriptor))
}

/// Adds that method to the class: `return field == null ? null : make();`
pub fn add_constant_reader(
    program: &Program,
    class: &mut ClassFile,
    field: FieldId,
    make: MethodId,
) -> Result<(), AdError> {
    let info = program.field_info(field);
    let (name, descriptor) = reader(&info);
    if has_method(class, &name, &descriptor) {
        return Ok(());
    }
    let owner = class.name()?.into_owned();
    let get = class.pool.add_field(&owner, &info.name, &info.descriptor)?;
    let lambda = program.classes.get(make.class);
    let made = lambda.pool.utf8(lambda.methods[make.index as usize].descriptor)?;
    let make = class.pool.add_method(&lambda.name()?, MAKE, &made)?;
    let insns = vec![
        Insn::Field(Opcode::Getstatic, get),
        Insn::Branch(Opcode::Ifnull, Label(0)),
        Insn::Invoke(Opcode::Invokestatic, make),
        Insn::Op(Opcode::Areturn),
        Insn::Op(Opcode::AconstNull),
        Insn::Op(Opcode::Areturn),
    ];
    let code = with_frames(class, insns, vec![4], vec![Frame { locals: Vec::new(), stack: Vec::new() }], 0)?;
    // static synthetic, and as visible as the field
    let access = program.classes.get(info.class).fields[info.index].access & 0x0007;
    add_method(class, access | 0x1008, &name, &descriptor, &code)
}
