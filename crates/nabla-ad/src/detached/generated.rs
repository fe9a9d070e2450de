//! What differentiation added to a class, and what code refers to.

use super::{ABSTRACT, Home, PRIVATE, STATIC, SYNTHETIC};
use crate::AdError;
use crate::emit::calls::{internal_descriptor, internal_name};
use crate::emit::dispatch::SELF;
use crate::emit::inherited::INHERITS;
use crate::emit::width::Width;
pub use crate::output::INTERNAL;
use crate::program::instance::Pattern;
use crate::program::loops::is_loop;
use crate::program::synthesize::MAKE;
use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Member, Opcode, Result};
use std::collections::{HashMap, HashSet};

const FINAL: u16 = 0x0010;

/// A class and its augmented copy; the methods that a companion would hold, by their index in it.
pub struct Generated<'g, 'a> {
    /// The class as it was.
    pub original: &'g ClassFile<'a>,
    /// The augmented class.
    pub class: &'g ClassFile<'a>,
    /// Its internal name.
    pub own: String,
    /// Whether it stands for a lambda: it has methods of its own, and no companion.
    pub made: bool,
    methods: HashMap<(String, String), usize>,
    /// Fields that the original lacks.
    added: HashSet<(String, String)>,
}

/// A reference of code to a field or method.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The instruction.
    pub at: usize,
    /// The Fieldref, Methodref or InterfaceMethodref.
    pub member: ConstIndex,
    /// How it is invoked; `None` for fields and what a method handle refers to.
    pub opcode: Option<Opcode>,
    /// Whether it goes by way of `super`.
    pub special: bool,
}

impl<'g, 'a> Generated<'g, 'a> {
    /// A class that stands for a lambda.
    pub fn made(class: &'g ClassFile<'a>) -> Result<Generated<'g, 'a>> {
        let mut methods = HashMap::new();
        for (index, method) in class.methods.iter().enumerate() {
            let key = key(class, method)?;
            if key.0 == MAKE || key.0.starts_with(INTERNAL) {
                methods.insert(key, index);
            }
        }
        let own = class.name()?.into_owned();
        Ok(Generated { original: class, class, own, made: true, methods, added: HashSet::new() })
    }

    /// Compares the augmented class with the original.
    pub fn new(
        home: Home,
        original: &'g ClassFile<'a>,
        class: &'g ClassFile<'a>,
    ) -> Result<Generated<'g, 'a>> {
        let mut before = HashSet::new();
        for member in original.fields.iter().chain(&original.methods) {
            before.insert(key(original, member)?);
        }
        let (mut methods, mut added) = (HashMap::new(), HashSet::new());
        for (index, method) in class.methods.iter().enumerate() {
            let key = key(class, method)?;
            // Nobody else can call what compilers made of lambdas: companions have it themselves.
            let lambda = method.access & PRIVATE != 0 && method.access & SYNTHETIC != 0;
            let copied = home == Home::Package && lambda && class.code(method)?.is_some();
            if !before.contains(&key) || key.0.starts_with(INTERNAL) || copied {
                methods.insert(key, index);
            }
        }
        for field in &class.fields {
            let key = key(class, field)?;
            if !before.contains(&key) {
                added.insert(key);
            }
        }
        Ok(Generated { original, class, own: class.name()?.into_owned(), made: false, methods, added })
    }

    /// The generated method with this name and descriptor.
    pub fn index(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods.get(&(name.to_owned(), descriptor.to_owned())).copied()
    }

    /// Whether it says that it was known.
    pub fn answers(&self) -> bool {
        self.methods.keys().any(|(name, _)| name.starts_with(SELF))
    }

    /// The name of a method.
    pub fn name(&self, index: usize) -> Result<String> {
        Ok(self.class.pool.utf8(self.class.methods[index].name)?.into_owned())
    }

    /// The descriptor of a method in the companion: with the receiver in front.
    pub fn detached_descriptor(&self, index: usize) -> Result<String> {
        let method = &self.class.methods[index];
        let descriptor = self.class.pool.utf8(method.descriptor)?;
        Ok(match method.access & STATIC {
            0 if self.made => descriptor.into_owned(),
            0 => format!("(L{};{}", self.own, descriptor.trim_start_matches('(')),
            _ => descriptor.into_owned(),
        })
    }

    /// Whether the receiver's class decides which method is meant.
    pub fn is_overridable(&self, index: usize) -> bool {
        let access = self.class.methods[index].access;
        access & (PRIVATE | STATIC | FINAL) == 0 && self.class.access & FINAL == 0
    }

    /// The methods with code, by index.
    pub fn with_code(&self) -> impl Iterator<Item = usize> {
        (0..self.class.methods.len())
            .filter(|&index| self.class.code(&self.class.methods[index]).is_ok_and(|c| c.is_some()))
    }

    /// Whether a method is abstract.
    pub fn lacks_code(&self, index: usize) -> Result<bool> {
        Ok(self.class.code(&self.class.methods[index])?.is_none())
    }

    /// The code of a method.
    pub fn code(&self, index: usize) -> std::result::Result<Code<'a>, AdError> {
        let code = self.class.code(&self.class.methods[index])?;
        code.ok_or_else(|| AdError::Bug("a generated method without code".into()))
    }

    /// The name of what a reference refers to, if that is a field that the original lacks.
    pub fn added_field(&self, reference: &Reference) -> Result<Option<String>> {
        let member = self.class.pool.member_ref(reference.member)?;
        let key = (member.name.into_owned(), member.descriptor.into_owned());
        // Companions have no need of what methods remember that ask what a receiver inherits.
        let tangent = member.owner == *self.own && self.added.contains(&key) && !key.0.starts_with(INHERITS);
        Ok(tangent.then_some(key.0))
    }

    /// The method whose code a generated one does: a tangent method its primal's, one of the user's and a
    /// loop their own. A helper does nobody's.
    pub fn code_of(&self, index: usize) -> Result<Option<(String, String)>> {
        if let Some(primal) = self.primal(index)? {
            return Ok(Some(primal));
        }
        let key = key(self.class, &self.class.methods[index])?;
        let own = find(self.original, &key.0, &key.1).is_some() && !key.0.starts_with(INTERNAL);
        Ok((own || is_loop(&key.0)).then_some(key))
    }

    /// Of an internal tangent method without a body to differentiate: the name of its primal, and the pattern.
    pub fn asked(&self, index: usize) -> Result<Option<(String, String)>> {
        let name = self.name(index)?;
        let Some(((primal, descriptor), (_, pattern))) = self.primal(index)?.zip(name.rsplit_once('$'))
        else {
            return Ok(None);
        };
        let primal_of = find(self.original, &primal, &descriptor);
        let is_abstract = primal_of.is_some_and(|method| method.access & ABSTRACT != 0);
        Ok(is_abstract.then(|| (primal, pattern.to_owned())))
    }

    /// The primal of an internal tangent method: its name and descriptor.
    pub fn primal(&self, index: usize) -> Result<Option<(String, String)>> {
        let (name, descriptor) = key(self.class, &self.class.methods[index])?;
        let Some((_, digits)) = name.rsplit_once('$') else { return Ok(None) };
        let Some(pattern) = Pattern::parse(digits) else { return Ok(None) };
        for method in &self.original.methods {
            let primal = key(self.original, method)?;
            if internal_name(&primal.0, &pattern) == name
                && primal.1.starts_with('(')
                && nabla_flow::MethodType::parse(&primal.1)
                    .is_ok_and(|t| t.params.len() == pattern.parameters.len())
                && Width::all()
                    .any(|width| internal_descriptor(&primal.0, &primal.1, &pattern, width) == descriptor)
            {
                return Ok(Some(primal));
            }
        }
        Ok(None)
    }
}

/// The method with this name and descriptor.
pub fn find<'c, 'a>(class: &'c ClassFile<'a>, name: &str, descriptor: &str) -> Option<&'c Member<'a>> {
    class.methods.iter().find(|m| key(class, m).is_ok_and(|(n, d)| n == name && d == descriptor))
}

fn key(class: &ClassFile, member: &Member) -> Result<(String, String)> {
    let text = |index| class.pool.utf8(index).map(|t| t.into_owned());
    Ok((text(member.name)?, text(member.descriptor)?))
}

/// Every field and method that code refers to, by instructions, method handles, and the bootstrap
/// methods and arguments of dynamic constants and calls.
pub fn references(class: &ClassFile, code: &Code) -> Result<Vec<Reference>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for (at, insn) in code.insns.iter().enumerate() {
        match insn {
            Insn::Field(_, member) => {
                found.push(Reference { at, member: *member, opcode: None, special: false });
            }
            Insn::Invoke(opcode, member) => {
                let (name, _) = class.pool.name_and_type(*member)?;
                let special = *opcode == Opcode::Invokespecial && name != "<init>";
                found.push(Reference { at, member: *member, opcode: Some(*opcode), special });
            }
            Insn::Ldc(index) | Insn::InvokeDynamic(index) => {
                in_constant(class, at, *index, &mut seen, &mut found)?;
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The method handle kind of `invokespecial`, JVMS table 5.4.3.5-A.
const INVOKE_SPECIAL: u8 = 7;

fn in_constant(
    class: &ClassFile,
    at: usize,
    index: ConstIndex,
    seen: &mut HashSet<ConstIndex>,
    found: &mut Vec<Reference>,
) -> Result<()> {
    match class.pool.get(index)? {
        Constant::MethodHandle { kind, reference } => {
            found.push(Reference { at, member: reference, opcode: None, special: kind == INVOKE_SPECIAL });
        }
        // A dynamic constant may be an argument of its own bootstrap method in a damaged class.
        Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. }
            if seen.insert(index) =>
        {
            if let Some(row) = class.bootstrap_methods()?.get(usize::from(bootstrap)) {
                for argument in std::iter::once(&row.method).chain(&row.arguments) {
                    in_constant(class, at, *argument, seen, found)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}
