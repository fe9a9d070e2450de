//! The classes that derivative methods are added to.

use crate::AdError;
use crate::annotation::inactive_attribute;
use crate::emit::helpers::{Helpers, compile};
use crate::emit::kind::Kind;
use crate::emit::outline::{self, code_length};
use crate::marker::mark;
use crate::program::classes::ClassId;
use crate::program::instance::Pattern;
use crate::program::loops::prune;
use crate::program::solve::Program;
use crate::serial::keep_version;
use crate::signature::{Signature, split_descriptor};
use nabla_classfile::{Attribute, ClassFile, Code, Member};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A copy of a class, and what was added to it.
#[derive(Clone)]
pub struct Output<'a> {
    /// The copy.
    pub class: ClassFile<'a>,
    /// The helpers its derivatives call.
    pub helpers: Helpers,
    /// Whether it is to answer that it was known.
    pub answers: bool,
}

/// The classes that change.
#[derive(Default, Clone)]
pub struct Outputs<'a> {
    classes: BTreeMap<ClassId, Output<'a>>,
}

impl<'a> Outputs<'a> {
    /// The copy of a class.
    pub fn of(&mut self, program: &Program<'a>, id: ClassId) -> &mut Output<'a> {
        let copy =
            || Output { class: program.classes.get(id).clone(), helpers: Helpers::default(), answers: false };
        self.classes.entry(id).or_insert_with(copy)
    }

    /// All copies there are.
    pub fn each(&mut self) -> impl Iterator<Item = (ClassId, &mut Output<'a>)> {
        self.classes.iter_mut().map(|(id, output)| (*id, output))
    }

    /// The classes of lambdas that have changed.
    pub fn lambdas(&self, program: &Program<'a>) -> BTreeSet<ClassId> {
        let ids = self.classes.keys().copied();
        ids.filter(|id| program.classes.is_lambda(*id)).collect()
    }

    /// Adds the helpers and writes every class that has changed, and those of lambdas of which
    /// objects are made.
    pub fn finish(self, program: &Program<'a>) -> Result<BTreeMap<ClassId, Vec<u8>>, AdError> {
        let mut written = BTreeMap::new();
        for (id, mut output) in self.classes {
            let read = program.classes.get(id);
            let access = |class: &ClassFile| class.methods.iter().map(|m| m.access).collect::<Vec<_>>();
            if output.class.fields.len() == read.fields.len()
                && access(&output.class) == access(read)
                && output.class.bootstrap_methods()? == read.bootstrap_methods()?
                && !program.classes.is_lambda(id)
            {
                continue;
            }
            add_helpers(&mut output.class, &output.helpers)?;
            prune(&mut output.class, program.classes.loops_of(id))?;
            keep_version(&mut output.class, read, &program.classes)?;
            written.insert(id, output.class.write()?);
        }
        Ok(written)
    }
}

/// Adds a field, unless an earlier run has left it there.
pub fn add_field(
    class: &mut ClassFile,
    access: u16,
    name: &str,
    descriptor: &str,
) -> nabla_classfile::Result<()> {
    let (name, descriptor) = (class.pool.add_utf8(name)?, class.pool.add_utf8(descriptor)?);
    let left = |field: &Member| (field.access, field.name, field.descriptor) == (access, name, descriptor);
    if !class.fields.iter().any(left) {
        class.fields.push(Member { access, name, descriptor, attributes: Vec::new() });
    }
    Ok(())
}

/// Whether the class has a method of this name and descriptor.
pub fn has_method(class: &ClassFile, name: &str, descriptor: &str) -> bool {
    class
        .methods
        .iter()
        .any(|m| class.pool.is_text(m.name, name) && class.pool.is_text(m.descriptor, descriptor))
}

/// Takes a method out of the class.
pub fn remove_method(class: &mut ClassFile, name: &str, descriptor: &str) {
    let ClassFile { methods, pool, .. } = class;
    methods.retain(|m| !pool.is_text(m.name, name) || !pool.is_text(m.descriptor, descriptor));
}

/// How the names of methods begin that users do not call.
pub const INTERNAL: &str = "nabla$";

/// Flags a derivative does not take over: synthetic, bridge, varargs.
pub(crate) const OWN_FLAGS: u16 = SYNTHETIC | 0x0040 | VARARGS;
const SYNTHETIC: u16 = 0x1000;
pub(crate) const VARARGS: u16 = 0x0080;

/// Adds a derivative method to the class and gives the length of its bytecode. If it is to be taken
/// apart where it is too long to be compiled, its parts are added before it.
#[allow(clippy::too_many_arguments, reason = "what a method is made of")]
pub fn append<'a>(
    class: &mut ClassFile<'a>,
    primal: usize,
    name: &str,
    kind: Kind,
    signature: &Signature,
    pattern: &Pattern,
    independents: &[usize],
    code: &Code<'a>,
    apart: bool,
) -> Result<u32, AdError> {
    let mut access = class.methods[primal].access & !OWN_FLAGS;
    match kind {
        // What only another form needs is none that users call.
        _ if name.starts_with(INTERNAL) => access |= SYNTHETIC,
        Kind::Partial(_) => access |= class.methods[primal].access & VARARGS,
        Kind::Internal(_) => access |= SYNTHETIC,
        _ => {}
    }
    let exceptions = class.attribute(&class.methods[primal].attributes, "Exceptions").cloned();
    let mut member = Member {
        access,
        name: class.pool.add_utf8(name)?,
        descriptor: class.pool.add_utf8(&kind.descriptor(name, signature, pattern, independents))?,
        attributes: Vec::new(),
    };
    let bytes = outline::encode(class, &member, code, apart)?;
    let length = code_length(&bytes);
    let code_name = class.pool.add_utf8("Code")?;
    member.attributes.push(Attribute { name: code_name, bytes: Cow::Owned(bytes) });
    member.attributes.extend(exceptions);
    let named = class.attribute(&class.methods[primal].attributes, "MethodParameters").is_some();
    if named && !kind.is_internal() {
        member.attributes.push(method_parameters(class, kind, signature, pattern, independents)?);
    }
    // So that a derivative of it takes them for constant as well.
    let mut inactive: Vec<bool> = signature.parameters.iter().map(|parameter| parameter.inactive).collect();
    let all = split_descriptor(&class.pool.utf8(member.descriptor)?).map_or(0, |(all, _)| all.len());
    inactive.resize(all, false);
    member.attributes.extend(inactive_attribute(class, &inactive)?);
    if !name.starts_with(INTERNAL) && !kind.is_internal() {
        let by = match &kind {
            Kind::Partial(i) => std::slice::from_ref(i),
            _ => independents,
        };
        let of = &class.methods[primal];
        let of = (class.pool.utf8(of.name)?.into_owned(), class.pool.utf8(of.descriptor)?.into_owned());
        member.attributes.push(mark(class, (&of.0, &of.1), by)?);
    }
    class.methods.push(member);
    Ok(length)
}

fn method_parameters<'a>(
    class: &mut ClassFile<'a>,
    kind: Kind,
    signature: &Signature,
    pattern: &Pattern,
    independents: &[usize],
) -> nabla_classfile::Result<Attribute<'a>> {
    let mut names: Vec<Option<String>> = signature.parameters.iter().map(|p| p.name.clone()).collect();
    if kind == Kind::Grad {
        names.push(Some("gradient".into()));
    }
    if kind == Kind::Jac {
        names.push(Some("jacobian".into()));
    }
    if kind.is_part() {
        names.extend(["part", "from", "lanes"].map(|name| Some(name.into())));
    }
    if kind == Kind::Csr {
        names.extend(["rowStart", "column", "value"].map(|name| Some(name.into())));
    }
    if matches!(kind, Kind::Jvp | Kind::Slope) {
        for i in kind.given(pattern, independents) {
            names.push(signature.parameters[i].name.as_ref().map(|n| format!("{n}_dot")));
        }
        if signature.result != "V" && kind == Kind::Jvp {
            names.push(Some("tangent".into()));
        }
    }
    named_parameters(class, &names)
}

/// The attribute that says what the parameters are called, as far as that is known.
pub fn named_parameters<'a>(
    class: &mut ClassFile<'a>,
    names: &[Option<String>],
) -> nabla_classfile::Result<Attribute<'a>> {
    let mut bytes = vec![names.len() as u8];
    for name in names {
        let index = match name {
            Some(name) => class.pool.add_utf8(name)?.0,
            None => 0,
        };
        bytes.extend(index.to_be_bytes());
        bytes.extend([0, 0]);
    }
    Ok(Attribute { name: class.pool.add_utf8("MethodParameters")?, bytes: Cow::Owned(bytes) })
}

/// Adds a static synthetic method that only code of this class calls.
pub fn add_static(class: &mut ClassFile, name: &str, descriptor: &str, code: &Code) -> Result<(), AdError> {
    // In an interface, a private method needs no version later than the static call itself.
    add_method(class, 0x0002 | 0x0008 | SYNTHETIC, name, descriptor, code)
}

/// Adds a method without code.
pub fn add_abstract(
    class: &mut ClassFile,
    access: u16,
    name: &str,
    descriptor: &str,
) -> nabla_classfile::Result<()> {
    let (name, descriptor) = (class.pool.add_utf8(name)?, class.pool.add_utf8(descriptor)?);
    class.methods.push(Member { access, name, descriptor, attributes: Vec::new() });
    Ok(())
}

/// Adds a method with these access flags.
pub fn add_method(
    class: &mut ClassFile,
    access: u16,
    name: &str,
    descriptor: &str,
    code: &Code,
) -> Result<(), AdError> {
    let mut member = Member {
        access,
        name: class.pool.add_utf8(name)?,
        descriptor: class.pool.add_utf8(descriptor)?,
        attributes: Vec::new(),
    };
    let bytes = class.encode_code(&member, code)?;
    let name = class.pool.add_utf8("Code")?;
    member.attributes.push(Attribute { name, bytes: Cow::Owned(bytes) });
    class.methods.push(member);
    Ok(())
}

/// Adds the helpers that the class does not have yet.
fn add_helpers(class: &mut ClassFile, helpers: &Helpers) -> Result<(), AdError> {
    for helper in helpers.all() {
        if !has_method(class, &helper.name, &helper.descriptor()) {
            let code = compile(helper, &mut class.pool)?;
            add_static(class, &helper.name, &helper.descriptor(), &code)?;
        }
    }
    Ok(())
}
