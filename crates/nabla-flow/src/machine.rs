//! The abstract JVM machine: what an instruction does to the operand stack and the locals, apart
//! from what a value is.
//!
//! [`execute`] knows every opcode: how many values it pops, of which width, how `dup2_x1` shuffles
//! them, which slots a `long` takes. What the values are, an [`Interpreter`] decides: types,
//! activity, symbolic expressions. (The split is that of ASM's `Frame` and `Interpreter`.)

use nabla_classfile::{ConstIndex, Constant, ConstantPool, Insn, Opcode};

use crate::descriptor::{FieldType, Kind, MethodType, Reference};
use crate::error::{FlowError, Result};
use crate::shuffle::shuffle;
use crate::state::{State, Value, pop, read_local, write_local};

/// Says what the values are that [`execute`] moves.
pub trait Interpreter {
    /// A value.
    type V: Value;

    /// The value `insn` computes from its operands (deepest first; for a call the receiver, then
    /// the arguments; for `iinc` the local). Not called for loads, stores and shuffles.
    fn result(&mut self, at: usize, insn: &Insn, operands: &[Self::V], kind: Kind) -> Self::V;

    /// An instruction that pops its operands and gives nothing: stores to fields and arrays, jumps,
    /// switches, returns, calls of `void` methods.
    fn consume(&mut self, _at: usize, _insn: &Insn, _operands: &[Self::V]) {}

    /// A value that is moved unchanged: loads, stores, the `dup` family (called for both copies,
    /// not for the values jumped over; `swap` and `pop` not at all) and `checkcast`.
    fn copy(&mut self, _at: usize, _insn: &Insn, value: &Self::V) -> Self::V {
        value.clone()
    }

    /// A constructor was called on `receiver` (after [`consume`](Interpreter::consume)); an
    /// interpreter that tells initialised objects from others replaces it in the state.
    fn constructed(&mut self, _at: usize, _insn: &Insn, _receiver: &Self::V, _state: &mut State<Self::V>) {}
}

/// Applies the instruction at index `at` to `state`.
///
/// Control is not followed: a jump pops its operands, a return too. Errors mean that the code
/// would not verify (too few values, a wide one where a narrow one is needed, a local without
/// value), or `jsr`/`ret`.
pub fn execute<I: Interpreter>(
    pool: &ConstantPool<'_>,
    at: usize,
    insn: &Insn,
    state: &mut State<I::V>,
    interp: &mut I,
) -> Result<()> {
    let pool_error = |e: nabla_classfile::Error| FlowError::malformed(at, e);
    match insn {
        Insn::Op(op) => match (op.pops(), op.pushes()) {
            (Some(pops), Some(pushes)) => fixed(at, insn, pops, pushes, state, interp),
            _ => shuffle(at, insn, *op, &mut state.stack, interp),
        },
        Insn::Push(..) => fixed(at, insn, "", "I", state, interp),
        Insn::Ldc(index) => {
            let kind = constant_kind(pool, at, *index)?;
            give(at, insn, &[], Some(kind), state, interp);
            Ok(())
        }
        Insn::Local(op, slot) => local(at, insn, *op, usize::from(*slot), state, interp),
        Insn::Iinc(slot, _) => {
            let slot = usize::from(*slot);
            let old = read_local(at, slot, false, state)?.clone();
            let new = interp.result(at, insn, &[old], Kind::Int);
            write_local(at, slot, new, state)
        }
        Insn::Branch(Opcode::Jsr | Opcode::JsrW, _) => Err(FlowError::Subroutine { insn: at }),
        Insn::Branch(op, _) => match (op.pops(), op.pushes()) {
            (Some(pops), Some("")) => fixed(at, insn, pops, "", state, interp),
            _ => Err(unexpected(at, *op, "a jump")),
        },
        Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } => fixed(at, insn, "I", "", state, interp),
        Insn::Field(op, index) => {
            let member = pool.member_ref(*index).map_err(pool_error)?;
            let field = FieldType::parse(&member.descriptor).map_err(|e| FlowError::malformed(at, e))?;
            let (pops, result): (&[bool], _) = match op {
                Opcode::Getstatic => (&[], Some(field.kind())),
                Opcode::Getfield => (&[false], Some(field.kind())),
                Opcode::Putstatic => (&[field.is_wide()], None),
                Opcode::Putfield => (&[false, field.is_wide()], None),
                _ => return Err(unexpected(at, *op, "a field instruction")),
            };
            let operands = pop(at, pops.iter().copied(), state)?;
            give(at, insn, &operands, result, state, interp);
            Ok(())
        }
        Insn::Invoke(op, index) => {
            let member = pool.member_ref(*index).map_err(pool_error)?;
            let receiver = match op {
                Opcode::Invokestatic => None,
                Opcode::Invokevirtual | Opcode::Invokespecial | Opcode::Invokeinterface => Some(false),
                _ => return Err(unexpected(at, *op, "a call")),
            };
            let operands = call(at, insn, receiver, &member.descriptor, state, interp)?;
            if *op == Opcode::Invokespecial && member.name == "<init>" {
                interp.constructed(at, insn, &operands[0], state);
            }
            Ok(())
        }
        Insn::InvokeDynamic(index) => {
            let (_, descriptor) = pool.name_and_type(*index).map_err(pool_error)?;
            call(at, insn, None, &descriptor, state, interp).map(drop)
        }
        Insn::Type(op, index) => {
            let name = pool.class_name(*index).map_err(pool_error)?;
            let (pops, kind): (&[bool], _) = match op {
                Opcode::New => (&[], Kind::Reference(Reference::New(name.as_ref().into()))),
                Opcode::Anewarray => (&[false], Kind::class(&array_of(&name))),
                Opcode::Instanceof => (&[false], Kind::Int),
                Opcode::Checkcast => {
                    let value = pop(at, [false], state)?;
                    let value = interp.copy(at, insn, &value[0]);
                    state.stack.push(value);
                    return Ok(());
                }
                _ => return Err(unexpected(at, *op, "an instruction with a class")),
            };
            let operands = pop(at, pops.iter().copied(), state)?;
            give(at, insn, &operands, Some(kind), state, interp);
            Ok(())
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
                    return Err(FlowError::malformed(
                        at,
                        format!("newarray of type {code}, expected 4 to 11"),
                    ));
                }
            };
            let operands = pop(at, [false], state)?;
            give(at, insn, &operands, Some(Kind::class(name)), state, interp);
            Ok(())
        }
        Insn::MultiNewArray(index, dimensions) => {
            let name = pool.class_name(*index).map_err(pool_error)?;
            let operands = pop(at, std::iter::repeat_n(false, usize::from(*dimensions)), state)?;
            give(at, insn, &operands, Some(Kind::class(&name)), state, interp);
            Ok(())
        }
    }
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

/// An instruction whose effect the opcode alone tells.
fn fixed<I: Interpreter>(
    at: usize,
    insn: &Insn,
    pops: &str,
    pushes: &str,
    state: &mut State<I::V>,
    interp: &mut I,
) -> Result<()> {
    let operands = pop(at, pops.bytes().map(|letter| matches!(letter, b'J' | b'D')), state)?;
    let result = match pushes.as_bytes() {
        [] => None,
        [b'I', ..] => Some(Kind::Int),
        [b'J', ..] => Some(Kind::Long),
        [b'F', ..] => Some(Kind::Float),
        [b'D', ..] => Some(Kind::Double),
        // The only two instructions of this shape that give a reference.
        _ if matches!(insn, Insn::Op(Opcode::AconstNull)) => Some(Kind::Reference(Reference::Null)),
        _ => Some(Kind::Reference(Reference::Element)),
    };
    if !matches!(insn, Insn::Op(Opcode::Nop)) {
        give(at, insn, &operands, result, state, interp);
    }
    Ok(())
}

/// A call: pops receiver and arguments, which it returns, and pushes the result.
fn call<I: Interpreter>(
    at: usize,
    insn: &Insn,
    receiver: Option<bool>,
    descriptor: &str,
    state: &mut State<I::V>,
    interp: &mut I,
) -> Result<Vec<I::V>> {
    let method = MethodType::parse(descriptor).map_err(|e| FlowError::malformed(at, e))?;
    let widths = method.params.iter().map(|p| p.is_wide());
    let operands = pop(at, receiver.into_iter().chain(widths).collect::<Vec<_>>(), state)?;
    give(at, insn, &operands, method.result.map(FieldType::kind), state, interp);
    Ok(operands)
}

/// Loads and stores.
fn local<I: Interpreter>(
    at: usize,
    insn: &Insn,
    op: Opcode,
    slot: usize,
    state: &mut State<I::V>,
    interp: &mut I,
) -> Result<()> {
    match op {
        Opcode::Iload | Opcode::Lload | Opcode::Fload | Opcode::Dload | Opcode::Aload => {
            let wide = matches!(op, Opcode::Lload | Opcode::Dload);
            let value = interp.copy(at, insn, read_local(at, slot, wide, state)?);
            state.stack.push(value);
            Ok(())
        }
        Opcode::Istore | Opcode::Lstore | Opcode::Fstore | Opcode::Dstore | Opcode::Astore => {
            let wide = matches!(op, Opcode::Lstore | Opcode::Dstore);
            let value = pop(at, [wide], state)?;
            write_local(at, slot, interp.copy(at, insn, &value[0]), state)
        }
        Opcode::Ret => Err(FlowError::Subroutine { insn: at }),
        _ => Err(unexpected(at, op, "a load or store")),
    }
}

/// Hands the operands to the interpreter and pushes the result, if there is one.
fn give<I: Interpreter>(
    at: usize,
    insn: &Insn,
    operands: &[I::V],
    result: Option<Kind>,
    state: &mut State<I::V>,
    interp: &mut I,
) {
    match result {
        Some(kind) => {
            let value = interp.result(at, insn, operands, kind);
            state.stack.push(value);
        }
        None => interp.consume(at, insn, operands),
    }
}

fn unexpected(at: usize, op: Opcode, wanted: &str) -> FlowError {
    FlowError::malformed(at, format!("{} where {wanted} was expected", op.mnemonic()))
}
