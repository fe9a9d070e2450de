//! `--refresh`: takes out of a class what an earlier run put in, so that it can be put in anew.

use std::collections::{HashMap, HashSet};

use nabla_classfile::{ClassFile, ConstIndex, Insn, Member, Opcode};

use crate::engine::{LAMBDA, Request, is_derivative_of, unlink};
use crate::failure::Failure;
use crate::parameters;

/// Internal methods of derivatives have a `$` in their names and are synthetic.
const SYNTHETIC: u16 = 0x1000;

/// What is in the names of methods made for derivatives.
const MADE: &str = "nabla$";

/// How the descriptors of tangent constructors end, which have no name of their own.
const MARKED: &str = "Ljava/lang/Void;)V";

/// Whether a method is a derivative of one of these.
fn is_derivative(class: &ClassFile<'_>, method: &Member, of: &[Request]) -> bool {
    of.iter().any(|request| is_derivative_of(class, method, &request.method, &request.descriptor))
}

/// Which of the selected methods are derivatives of another selected one: `*` selects them along.
pub fn generated(class: &ClassFile<'_>, requests: &[Request]) -> Vec<bool> {
    let one = |request: &Request| {
        let (name, descriptor) = (&*request.method, &*request.descriptor);
        let method = parameters::find(class, name, descriptor);
        method.is_some_and(|method| is_derivative(class, method, requests))
    };
    requests.iter().map(one).collect()
}

/// The flags of the fields that derivatives add: transient synthetic.
const MADE_FIELD: u16 = 0x0080 | SYNTHETIC;

/// A method as calls name it, whatever class they name: the receiver's class decides.
pub type Named = (String, String);

/// What a method of a class is to a run that makes derivatives anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The user's, or a derivative that stays.
    Stays,
    /// A derivative that is made anew.
    Derivative,
    /// Made for derivatives.
    Internal,
}

/// The methods made for derivatives that those which stay call, in any of the inputs.
#[derive(Debug, Default)]
pub struct Called(HashSet<Named>);

/// Finds them; what derivatives of `primals` call is given up with them.
#[derive(Debug, Default)]
pub struct Search {
    /// What the methods call that stay.
    waiting: Vec<Named>,
    /// What methods of this name call, that were made for derivatives.
    internal: HashMap<Named, Vec<Named>>,
}

impl Search {
    /// Looks at a class of the inputs.
    pub fn add(&mut self, shown: &str, bytes: &[u8], primals: &[Request]) -> Result<(), Failure> {
        // Few inputs have derivatives.
        if !bytes.windows(MADE.len()).any(|text| text == MADE.as_bytes()) {
            return Ok(());
        }
        let malformed = |e| Failure::malformed(shown, &e);
        let class = ClassFile::read(bytes).map_err(malformed)?;
        if class.name().map_err(malformed)?.contains(LAMBDA) {
            // It is needed where a method makes an object of it, and then all of it is.
            let all = calls_made(&class).map_err(malformed)?;
            for (named, _) in parts(&class, &[]).map_err(malformed)? {
                self.internal.entry(named).or_default().extend(all.iter().map(|call| call.named.clone()));
            }
            return Ok(());
        }
        for (number, (named, part)) in parts(&class, primals).map_err(malformed)?.into_iter().enumerate() {
            let called = called(&class, number).map_err(malformed)?.into_iter().map(|call| call.named);
            match part {
                Part::Stays => self.waiting.extend(called),
                Part::Derivative => {}
                Part::Internal => self.internal.entry(named).or_default().extend(called),
            }
        }
        Ok(())
    }

    /// All that is called, directly or by others.
    pub fn finish(mut self) -> Called {
        let mut all = HashSet::new();
        while let Some(named) = self.waiting.pop() {
            if let Some(called) = self.internal.get(&named)
                && all.insert(named)
            {
                self.waiting.extend(called.iter().cloned());
            }
        }
        Called(all)
    }
}

/// What each method of a class is.
fn parts(class: &ClassFile<'_>, primals: &[Request]) -> nabla_classfile::Result<Vec<(Named, Part)>> {
    let part = |method: &Member| {
        let name = class.pool.utf8(method.name)?;
        let descriptor = class.pool.utf8(method.descriptor)?;
        let constructor = name == "<init>" && descriptor.ends_with(MARKED);
        let made = method.access & SYNTHETIC != 0 && (name.contains(MADE) || constructor);
        let part = match made {
            true => Part::Internal,
            false if is_derivative(class, method, primals) => Part::Derivative,
            false => Part::Stays,
        };
        Ok(((name.into_owned(), descriptor.into_owned()), part))
    };
    class.methods.iter().map(part).collect()
}

/// Removes the derivatives of the given methods, and the internal methods and fields made for them; what the
/// derivatives of other methods call stays.
pub fn strip(shown: &str, bytes: Vec<u8>, primals: &[Request], called: &Called) -> Result<Vec<u8>, Failure> {
    let malformed = |e| Failure::malformed(shown, &e);
    let mut class = ClassFile::read(&bytes).map_err(malformed)?;
    let parts = parts(&class, primals).map_err(malformed)?;
    if parts.iter().all(|(_, part)| *part == Part::Stays) {
        return Ok(bytes);
    }
    let is_internal = |(_, part): &&(Named, Part)| *part == Part::Internal;
    let some_stay = parts.iter().filter(is_internal).any(|(named, _)| called.0.contains(named));
    // Derivatives stay that may call lambdas, whose classes call methods here.
    let all_stay = some_stay && names_lambda(&class);
    if !some_stay {
        unlink(&mut class).map_err(malformed)?;
    }
    let mut kept = parts.iter().map(|(named, part)| match part {
        Part::Stays => true,
        Part::Derivative => false,
        Part::Internal => all_stay || called.0.contains(named),
    });
    class.methods.retain(|_| kept.next().unwrap_or(true));
    let used = fields_used(&class).map_err(malformed)?;
    let pool = &class.pool;
    class.fields.retain(|field| {
        let (Ok(name), Ok(descriptor)) = (pool.utf8(field.name), pool.utf8(field.descriptor)) else {
            return true;
        };
        field.access & MADE_FIELD != MADE_FIELD
            || used.contains(&(name.into_owned(), descriptor.into_owned()))
    });
    class.write().map_err(malformed)
}

/// Whether something of a class that stands for a lambda is called by what stays: then all of it is needed.
pub fn is_called(lambda: &[u8], called: &Called) -> bool {
    let made = ClassFile::read(lambda).and_then(|class| made(&class));
    made.is_ok_and(|made| made.iter().any(|named| called.0.contains(named)))
}

/// The methods of a class that were made for derivatives.
pub fn made(class: &ClassFile<'_>) -> nabla_classfile::Result<Vec<Named>> {
    let internal = parts(class, &[])?.into_iter().filter(|(_, part)| *part == Part::Internal);
    Ok(internal.map(|(named, _)| named).collect())
}

/// A call of a method that may have been made for derivatives.
#[derive(Debug)]
pub struct Call {
    /// The method.
    pub named: Named,
    /// The class that it names.
    pub owner: String,
    /// Whether the receiver's class decides.
    pub dispatched: bool,
}

/// All such calls of a class.
pub fn calls_made(class: &ClassFile<'_>) -> nabla_classfile::Result<Vec<Call>> {
    let mut all = Vec::new();
    for number in 0..class.methods.len() {
        all.extend(called(class, number)?);
    }
    Ok(all)
}

/// Whether the class knows one that stands for a lambda.
fn names_lambda(class: &ClassFile<'_>) -> bool {
    let names = (1..class.pool.len()).filter_map(|index| class.pool.class_name(ConstIndex(index)).ok());
    names.into_iter().any(|name| name.contains(LAMBDA))
}

/// The fields of the class that its methods read and write: name and descriptor.
fn fields_used(class: &ClassFile<'_>) -> nabla_classfile::Result<HashSet<(String, String)>> {
    let own = class.name()?;
    let mut used = HashSet::new();
    for method in &class.methods {
        let Some(code) = class.code(method)? else { continue };
        for insn in &code.insns {
            let Insn::Field(_, index) = insn else { continue };
            let member = class.pool.member_ref(*index)?;
            if member.owner == own {
                used.insert((member.name.into_owned(), member.descriptor.into_owned()));
            }
        }
    }
    Ok(used)
}

/// The calls of a method that may be of methods made for derivatives.
fn called(class: &ClassFile<'_>, number: usize) -> nabla_classfile::Result<Vec<Call>> {
    let Some(code) = class.code(&class.methods[number])? else { return Ok(Vec::new()) };
    let mut called = Vec::new();
    for insn in &code.insns {
        let Insn::Invoke(opcode, index) = insn else { continue };
        let member = class.pool.member_ref(*index)?;
        let lambda = member.owner.contains(LAMBDA);
        if lambda || member.name.contains(MADE) || member.descriptor.ends_with(MARKED) {
            called.push(Call {
                named: (member.name.into_owned(), member.descriptor.into_owned()),
                owner: member.owner.into_owned(),
                dispatched: matches!(opcode, Opcode::Invokevirtual | Opcode::Invokeinterface),
            });
        }
    }
    Ok(called)
}
