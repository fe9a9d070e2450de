//! Methods too long for HotSpot to compile are taken apart: parts of them become methods of their
//! own, cut where few values live.
//!
//! A part takes what its instructions read as parameters, returns one value that is read behind it,
//! and leaves others in arrays that its caller makes. Nothing is computed otherwise than before, and
//! nothing in another order. What a part is called with is a call in what is left of the method, and
//! may go into another part with what is around it.

mod facts;
mod homes;
mod live;
mod part;
mod passed;
mod search;
mod slots;
mod tables;
mod trial;
mod values;
mod whole;
mod written;

use super::far;
use crate::AdError;
use crate::output::{INTERNAL, has_method};
use facts::Facts;
use live::Live;
use nabla_classfile::{Attribute, ClassFile, Code, ErrorKind, Frame, Insn, Member};
use nabla_flow::{Cfg, Types};
use passed::Known;
use search::{Region, Search};
use std::borrow::Cow;
pub use trial::{can_be_compiled, length_apart};
pub use written::take_apart;

/// The longest method that HotSpot compiles, in bytes.
pub const MOST_COMPILED: u32 = 8000;

/// How far methods are taken apart.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most bytes of a method and of a part.
    pub longest: u32,
    /// A part that saves fewer bytes is not worth a call.
    pub least: u32,
}

/// What is compiled, in parts of some length.
const COMPILED: Limits = Limits { longest: MOST_COMPILED, least: 200 };

/// The bytes of a method's `Code`; if it is to be taken apart, or could not be written otherwise, its
/// parts are added to the class.
///
/// # Errors
///
/// `Limit` if what is left of it is longer than a method can be.
pub fn encode<'a>(
    class: &mut ClassFile<'a>,
    member: &Member<'a>,
    code: &Code<'a>,
    apart: bool,
) -> Result<Vec<u8>, AdError> {
    if !apart {
        match far::encode(class, member, code) {
            Err(error) if error.kind == ErrorKind::Limit => {}
            done => return Ok(done?),
        }
    }
    let outlined = outline(class, member, code, COMPILED)?;
    let Some(Outlined { code, parts }) = outlined else { return Ok(far::encode(class, member, code)?) };
    let bytes = far::encode(class, member, &code)?;
    class.methods.extend(parts);
    Ok(bytes)
}

/// Whether the class has parts of this method.
pub fn has_parts(class: &ClassFile, name: &str, descriptor: &str) -> bool {
    let first = part_name(0, name, descriptor);
    class.methods.iter().any(|m| class.pool.is_text(m.name, &first))
}

/// A method and its parts.
pub struct Outlined<'a> {
    /// What is left of the method.
    pub code: Code<'a>,
    /// The parts, in the order in which they were cut.
    pub parts: Vec<Member<'a>>,
}

/// Takes a method apart, until no part of it is too long or nothing more can be cut; none if it is
/// not too long, or cannot be.
///
/// # Errors
///
/// A class that has no room for more constants.
pub fn outline<'a>(
    class: &mut ClassFile<'a>,
    member: &Member<'a>,
    code: &Code<'a>,
    limits: Limits,
) -> Result<Option<Outlined<'a>>, AdError> {
    let name = class.pool.utf8(member.name)?.into_owned();
    let longest = limits.longest;
    if name.starts_with('<') || length(class, member, code, longest)? <= longest {
        return Ok(None);
    }
    let mut outlined = Outlined { code: code.clone(), parts: Vec::new() };
    // The most bytes of a part before its instructions are laid out.
    let mut room = longest - longest / 80;
    while room >= longest / 4 {
        let long = length(class, member, &outlined.code, longest)?;
        if long <= longest {
            break;
        }
        let excess = i64::from(long) - i64::from(longest);
        if !pass(class, member, &mut outlined, limits, room, excess)? {
            room -= room / 4;
        }
    }
    Ok((!outlined.parts.is_empty()).then_some(outlined))
}

/// Cuts parts that save so many bytes, if there are; whether there was one at all.
fn pass<'a>(
    class: &mut ClassFile<'a>,
    member: &Member<'a>,
    outlined: &mut Outlined<'a>,
    limits: Limits,
    room: u32,
    excess: i64,
) -> Result<bool, AdError> {
    let Ok(cfg) = Cfg::new(&outlined.code) else { return Ok(false) };
    let Some(live) = Live::of(&outlined.code, &cfg) else { return Ok(false) };
    live.prune(&mut outlined.code);
    let code = &outlined.code;
    let Some(facts) = Facts::of(class, member, code) else { return Ok(false) };
    let regions =
        Search { code, facts: &facts, live: &live, room, least: limits.least.into() }.regions(excess);
    if regions.is_empty() {
        return Ok(false);
    }
    let mut known = Known::new();
    let visited = Types::visit(class, member, code, |at, state| {
        if regions.iter().any(|region| region.start == at || region.end == at) {
            known.insert(at, state.clone());
        }
    });
    if visited != Ok(true) || code.max_locals > u16::MAX - 8 {
        return Ok(false);
    }
    let (name, descriptor) = (class.pool.utf8(member.name)?, class.pool.utf8(member.descriptor)?);
    let (name, descriptor) = (name.into_owned(), descriptor.into_owned());
    let access = part::access_of(class, member);
    let mut calls: Vec<(Region, Vec<Insn>)> = Vec::new();
    let (mut scratch, mut stack) = (0, 0);
    for region in regions {
        let of = part_name(outlined.parts.len(), &name, &descriptor);
        let names = (&*descriptor, &*of);
        let Some(part) = part::cut(class, names, code, &region, &live, (&facts.unnamed, &known))? else {
            continue;
        };
        if taken(class, member, &of, &part.descriptor)? {
            continue;
        }
        let made = Member {
            access,
            name: class.pool.add_utf8(&of)?,
            descriptor: class.pool.add_utf8(&part.descriptor)?,
            attributes: Vec::new(),
        };
        let bytes = match class.encode_code(&made, &part.code) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == ErrorKind::Limit => continue,
            Err(error) => return Err(error.into()),
        };
        if code_length(&bytes) > limits.longest {
            continue;
        }
        let attribute = Attribute { name: class.pool.add_utf8("Code")?, bytes: Cow::Owned(bytes) };
        outlined.parts.push(Member { attributes: vec![attribute], ..made });
        scratch = scratch.max(part.scratch);
        stack = stack.max(part.stack);
        calls.push((region, part.call));
    }
    if calls.is_empty() {
        return Ok(false);
    }
    whole::without(&mut outlined.code, calls);
    outlined.code.max_locals += scratch;
    outlined.code.max_stack = outlined.code.max_stack.saturating_add(stack);
    Ok(true)
}

/// The name of a part. Methods of one name have different descriptors, and so do the names of their
/// parts: what another run adds to the class does not change them.
fn part_name(number: usize, name: &str, descriptor: &str) -> String {
    // FNV-1a, of 32 bits.
    let hash = descriptor.bytes().fold(0x811c_9dc5_u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    format!("{INTERNAL}part${number}${name}${hash:08x}")
}

/// Whether the class has a method of this name that is no part of this one by an earlier run.
fn taken(class: &ClassFile, member: &Member, name: &str, descriptor: &str) -> Result<bool, AdError> {
    let whole = (class.pool.utf8(member.name)?, class.pool.utf8(member.descriptor)?);
    Ok(has_method(class, name, descriptor) && !has_method(class, &whole.0, &whole.1))
}

/// The length of a method's bytecode, or of its instructions if that is too long for one; no more than
/// that it is short enough, if it is.
fn length(class: &mut ClassFile, member: &Member, code: &Code, longest: u32) -> Result<u32, AdError> {
    // What does not fit in a method at all is as long as its instructions.
    let bound: u32 = code.insns.iter().map(facts::bytes).sum();
    if bound <= longest {
        return Ok(bound);
    }
    let any = Frame { locals: Vec::new(), stack: Vec::new() };
    match class.encode_code_with(member, code, &|_| Some(any.clone())) {
        Ok(bytes) => Ok(code_length(&bytes)),
        Err(error) if error.kind == ErrorKind::Limit => Ok(bound.max(1 << 16)),
        Err(error) => Err(error.into()),
    }
}

/// The length of the bytecode in the bytes of a `Code`.
pub fn code_length(bytes: &[u8]) -> u32 {
    bytes.get(4..8).map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
}
