//! What an instruction does to the operand stack and the locals, as its opcode and its operand tell.

use nabla_classfile::{Code, ConstIndex, Constant, ConstantPool, Insn, Opcode};
use std::borrow::Cow;

use crate::descriptor::{FieldType, Kind, MethodType, Reference};
use crate::error::{FlowError, Result};

/// What an instruction pops, and what it does then. An analysis that visits an instruction often finds
/// this once: names and descriptors have to be read for it.
#[derive(Debug, Clone)]
pub struct Operation {
    /// What it pops, deepest first, by letters of which `J` and `D` are wide.
    pub(crate) pops: Cow<'static, [u8]>,
    pub(crate) effect: Effect,
}

/// What is done with the operands.
#[derive(Debug, Clone)]
pub(crate) enum Effect {
    /// Nothing is.
    Nothing,
    /// A value of this kind is computed.
    Result(Kind),
    /// They are taken, and nothing is given.
    Consume,
    /// The same, where the deepest is an object whose constructor is called.
    Construct,
    /// The only one stays, and may be a value of another type.
    Check,
    /// A local is pushed.
    Load { slot: usize, wide: bool },
    /// The only one goes to a local.
    Store { slot: usize },
    /// A constant is added to a local.
    Increment { slot: usize },
    /// The stack alone tells what this pops.
    Shuffle(Opcode),
}

impl Operation {
    /// How many values it takes off the stack; none where it moves what is there.
    pub fn operands(&self) -> usize {
        self.pops.len()
    }

    /// The operations of a method's instructions; `None` where [`of`](Self::of) gives an error.
    pub fn all(pool: &ConstantPool<'_>, code: &Code<'_>) -> Vec<Option<Operation>> {
        code.insns.iter().enumerate().map(|(at, insn)| Operation::of(pool, at, insn).ok()).collect()
    }

    /// The operation of the instruction at index `at`. Errors mean that the code would not verify, or
    /// `jsr`/`ret`.
    pub fn of(pool: &ConstantPool<'_>, at: usize, insn: &Insn) -> Result<Operation> {
        let pool_error = |e: nabla_classfile::Error| FlowError::malformed(at, e);
        Ok(match insn {
            Insn::Op(op) => match (op.pops(), op.pushes()) {
                (Some(pops), Some(pushes)) => fixed(insn, pops, pushes),
                _ => operation(&[], Effect::Shuffle(*op)),
            },
            Insn::Push(..) => operation(&[], Effect::Result(Kind::Int)),
            Insn::Ldc(index) => operation(&[], Effect::Result(constant_kind(pool, at, *index)?)),
            Insn::Local(op, slot) => local(at, *op, usize::from(*slot))?,
            Insn::Iinc(slot, _) => operation(&[], Effect::Increment { slot: usize::from(*slot) }),
            Insn::Branch(Opcode::Jsr | Opcode::JsrW, _) => return Err(FlowError::Subroutine { insn: at }),
            Insn::Branch(op, _) => match (op.pops(), op.pushes()) {
                (Some(pops), Some("")) => fixed(insn, pops, ""),
                _ => return Err(unexpected(at, *op, "a jump")),
            },
            Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } => operation(b"I", Effect::Consume),
            Insn::Field(op, index) => {
                let descriptor = pool.member_descriptor(*index).map_err(pool_error)?;
                let field = FieldType::parse(&descriptor).map_err(|e| FlowError::malformed(at, e))?;
                match op {
                    Opcode::Getstatic => operation(&[], Effect::Result(field.kind())),
                    Opcode::Getfield => operation(b"A", Effect::Result(field.kind())),
                    Opcode::Putstatic if field.is_wide() => operation(b"J", Effect::Consume),
                    Opcode::Putstatic => operation(b"I", Effect::Consume),
                    Opcode::Putfield if field.is_wide() => operation(b"AJ", Effect::Consume),
                    Opcode::Putfield => operation(b"AI", Effect::Consume),
                    _ => return Err(unexpected(at, *op, "a field instruction")),
                }
            }
            Insn::Invoke(op, index) => {
                let descriptor = pool.member_descriptor(*index).map_err(pool_error)?;
                let receiver: &[u8] = match op {
                    Opcode::Invokestatic => b"",
                    Opcode::Invokevirtual | Opcode::Invokespecial | Opcode::Invokeinterface => b"A",
                    _ => return Err(unexpected(at, *op, "a call")),
                };
                let mut call = call(at, receiver, &descriptor)?;
                if *op == Opcode::Invokespecial
                    && pool.member_ref(*index).map_err(pool_error)?.name == "<init>"
                {
                    call.effect = Effect::Construct;
                }
                call
            }
            Insn::InvokeDynamic(index) => {
                let (_, descriptor) = pool.name_and_type(*index).map_err(pool_error)?;
                call(at, b"", &descriptor)?
            }
            Insn::Type(op, index) => {
                let name = pool.class_name(*index).map_err(pool_error)?;
                match op {
                    Opcode::New => {
                        let new = Kind::Reference(Reference::New(name.as_ref().into()));
                        operation(&[], Effect::Result(new))
                    }
                    Opcode::Anewarray => operation(b"I", Effect::Result(Kind::class(&array_of(&name)))),
                    Opcode::Instanceof => operation(b"A", Effect::Result(Kind::Int)),
                    Opcode::Checkcast => operation(b"A", Effect::Check),
                    _ => return Err(unexpected(at, *op, "an instruction with a class")),
                }
            }
            Insn::NewArray(code) => {
                let name = match code {
                    4 => "[Z",
                    5 => "[C",
                    6 => "[F",
                    7 => "[D",
                    8 => "[B",
                    9 => "[S",
                    10 => "[I",
                    11 => "[J",
                    _ => {
                        let message = format!("newarray of type {code}, expected 4 to 11");
                        return Err(FlowError::malformed(at, message));
                    }
                };
                operation(b"I", Effect::Result(Kind::class(name)))
            }
            Insn::MultiNewArray(index, dimensions) => {
                let name = pool.class_name(*index).map_err(pool_error)?;
                let pops = Cow::Owned(vec![b'I'; usize::from(*dimensions)]);
                Operation { pops, effect: Effect::Result(Kind::class(&name)) }
            }
        })
    }
}

fn operation(pops: &'static [u8], effect: Effect) -> Operation {
    Operation { pops: Cow::Borrowed(pops), effect }
}

/// An instruction whose effect the opcode alone tells.
fn fixed(insn: &Insn, pops: &'static str, pushes: &str) -> Operation {
    let effect = match pushes.as_bytes() {
        _ if matches!(insn, Insn::Op(Opcode::Nop)) => Effect::Nothing,
        [] => Effect::Consume,
        [b'I', ..] => Effect::Result(Kind::Int),
        [b'J', ..] => Effect::Result(Kind::Long),
        [b'F', ..] => Effect::Result(Kind::Float),
        [b'D', ..] => Effect::Result(Kind::Double),
        // The only two instructions of this shape that give a reference.
        _ if matches!(insn, Insn::Op(Opcode::AconstNull)) => Effect::Result(Kind::Reference(Reference::Null)),
        _ => Effect::Result(Kind::Reference(Reference::Element)),
    };
    operation(pops.as_bytes(), effect)
}

/// A call: pops receiver and arguments, and pushes the result.
fn call(at: usize, receiver: &[u8], descriptor: &str) -> Result<Operation> {
    let method = MethodType::parse(descriptor).map_err(|e| FlowError::malformed(at, e))?;
    let letters = method.params.iter().map(|parameter| parameter.text().as_bytes()[0]);
    let pops: Vec<u8> = receiver.iter().copied().chain(letters).collect();
    let effect = match method.result {
        Some(result) => Effect::Result(result.kind()),
        None => Effect::Consume,
    };
    Ok(Operation { pops: Cow::Owned(pops), effect })
}

/// Loads and stores.
fn local(at: usize, op: Opcode, slot: usize) -> Result<Operation> {
    Ok(match op {
        Opcode::Iload | Opcode::Fload | Opcode::Aload => operation(&[], Effect::Load { slot, wide: false }),
        Opcode::Lload | Opcode::Dload => operation(&[], Effect::Load { slot, wide: true }),
        Opcode::Istore | Opcode::Fstore | Opcode::Astore => operation(b"I", Effect::Store { slot }),
        Opcode::Lstore | Opcode::Dstore => operation(b"J", Effect::Store { slot }),
        Opcode::Ret => return Err(FlowError::Subroutine { insn: at }),
        _ => return Err(unexpected(at, op, "a load or store")),
    })
}

/// The descriptor of an array whose elements have this class name or array descriptor.
fn array_of(name: &str) -> String {
    if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") }
}

/// The kind of value `ldc` loads.
fn constant_kind(pool: &ConstantPool<'_>, at: usize, index: ConstIndex) -> Result<Kind> {
    Ok(match pool.get(index).map_err(|e| FlowError::malformed(at, e))? {
        Constant::Integer(_) => Kind::Int,
        Constant::Float(_) => Kind::Float,
        Constant::Long(_) => Kind::Long,
        Constant::Double(_) => Kind::Double,
        Constant::String(_) => Kind::class("java/lang/String"),
        Constant::Class(_) => Kind::class("java/lang/Class"),
        Constant::MethodHandle { .. } => Kind::class("java/lang/invoke/MethodHandle"),
        Constant::MethodType(_) => Kind::class("java/lang/invoke/MethodType"),
        Constant::Dynamic { .. } => {
            let (_, descriptor) = pool.name_and_type(index).map_err(|e| FlowError::malformed(at, e))?;
            FieldType::parse(&descriptor).map_err(|e| FlowError::malformed(at, e))?.kind()
        }
        _ => {
            return Err(FlowError::malformed(
                at,
                format!("ldc of entry {}, which is no loadable constant", index.0),
            ));
        }
    })
}

fn unexpected(at: usize, op: Opcode, wanted: &str) -> FlowError {
    FlowError::malformed(at, format!("{} where {wanted} was expected", op.mnemonic()))
}
