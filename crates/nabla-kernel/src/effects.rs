//! What the methods behind a kernel do with memory. A function that a kernel meets while it runs is
//! differentiated by itself, so that a value which depends on the argument must not travel between the
//! two but through arguments and results.

use crate::answer::split;
use crate::exchange::Known;
use crate::functions;
use crate::request::Request;
use nabla_ad::{COMPANION, ClassReport, lambda, may_store, rules};
use nabla_classfile::{ClassFile, Code, Insn, Member, MemberRef, Opcode, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Kotlin's checks of arguments.
const CHECKS: &str = "kotlin/jvm/internal/Intrinsics";

/// What is done with elements of arrays and with fields that could hold such values.
#[derive(Debug, Clone, Copy, Default)]
pub struct Effects {
    /// Something is stored.
    pub stores: bool,
    /// Something is read.
    pub reads: bool,
    /// Something is put into an object of the JDK's.
    pub keeps: bool,
    /// Something is got out of one.
    pub finds: bool,
    /// Code is called that is not looked at, and may do both.
    pub unknown: bool,
    /// A function is called of a type that the run time does not follow.
    pub calls: bool,
}

impl Effects {
    /// As a number in a message.
    pub fn bits(self) -> usize {
        let all = [self.stores, self.reads, self.keeps, self.finds].into_iter().enumerate();
        all.map(|(place, effect)| usize::from(effect || self.unknown) << place).sum()
    }

    /// Whether values may be left in memory.
    pub fn leaves(self) -> bool {
        self.stores || self.keeps || self.unknown
    }
}

/// Those of the methods whose derivatives stand in these classes. `root` is the first of them as it was.
pub fn of<'r>(
    request: &Request,
    root: &[u8],
    classes: impl Iterator<Item = &'r ClassReport>,
    known: &Known<'_>,
) -> Result<Effects> {
    let mut followed = Followed::new();
    for report in classes {
        let Some(bytes) = &report.output else { continue };
        let companion = ClassFile::read(bytes)?;
        let name = companion.name()?;
        let primals = companion.methods.iter().filter_map(|m| primal(&companion, m));
        let own = name.strip_suffix(COMPANION).unwrap_or(&name);
        followed.insert(own.to_owned(), primals.collect());
    }
    let own = ClassFile::read(root)?.name()?.into_owned();
    followed.entry(own.clone()).or_default().push(request.method.clone());
    let (mut effects, mut run) = (Effects::default(), Vec::new());
    for (name, methods) in &followed {
        let kept;
        let bytes = match *name == own {
            true => root,
            false => {
                kept = known.source.class(name);
                kept.as_deref().unwrap_or_default()
            }
        };
        let class = ClassFile::read(bytes)?;
        for method in &class.methods {
            let called = class.pool.utf8(method.name)?;
            if methods.iter().any(|name| *name == called) {
                let is_root = *name == own
                    && called == request.method
                    && class.pool.utf8(method.descriptor)? == request.descriptor;
                let arguments = if is_root { request.kind.open.len() } else { 0 };
                add(&class, method, arguments, &followed, known, &mut effects, &mut run)?;
            }
        }
    }
    // What is run as it is.
    let mut seen = BTreeSet::new();
    while let Some(next) = run.pop() {
        if !seen.insert(next.clone()) {
            continue;
        }
        let Some(bytes) = known.source.class(&next.owner).filter(|_| seen.len() <= MOST_RUN) else {
            effects.unknown = true;
            break;
        };
        let class = ClassFile::read(&bytes)?;
        if let Some(method) = next.find(&class)? {
            effects.unknown |= calls_function(&class, method, known)?;
            add(&class, method, 0, &followed, known, &mut effects, &mut run)?;
        }
    }
    Ok(effects)
}

/// Whether a method calls a function, which nobody looks at where the method is run as it is.
fn calls_function(class: &ClassFile, method: &Member, known: &Known<'_>) -> Result<bool> {
    let Some(code) = class.code(method)? else { return Ok(false) };
    let mut found = false;
    for insn in &code.insns {
        if let Insn::Invoke(Opcode::Invokeinterface, called) = insn {
            found |= functions::may_be_functions(&class.pool.member_ref(*called)?.owner, known);
        }
    }
    Ok(found)
}

const PRIVATE: u16 = 0x0002;
const STATIC: u16 = 0x0008;
const FINAL: u16 = 0x0010;

/// After so many methods that are run as they are, more may do anything.
const MOST_RUN: usize = 100;

/// A method that is called, where nothing else decides which one runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    owner: String,
    name: String,
    descriptor: String,
}

impl Run {
    /// The method of a call that reaches it alone, and that has code.
    fn of(opcode: Opcode, called: &MemberRef, known: &Known<'_>) -> Result<Option<Run>> {
        const FIXED: u16 = PRIVATE | STATIC | FINAL;
        let run = Run {
            owner: called.owner.to_string(),
            name: called.name.to_string(),
            descriptor: called.descriptor.to_string(),
        };
        let Some(bytes) = known.source.class(&run.owner) else { return Ok(None) };
        let class = ClassFile::read(&bytes)?;
        let fixed = opcode == Opcode::Invokespecial || class.access & FIXED != 0;
        let Some(method) = run.find(&class)? else { return Ok(None) };
        let is_known = (fixed || method.access & FIXED != 0) && class.code(method)?.is_some();
        Ok(is_known.then_some(run))
    }

    fn find<'c, 'a>(&self, class: &'c ClassFile<'a>) -> Result<Option<&'c Member<'a>>> {
        for method in &class.methods {
            if class.pool.utf8(method.name)? == self.name
                && class.pool.utf8(method.descriptor)? == self.descriptor
            {
                return Ok(Some(method));
            }
        }
        Ok(None)
    }
}

/// The name of the method whose tangent method this is: `nabla$NAME$PATTERN`.
fn primal(companion: &ClassFile, method: &Member) -> Option<String> {
    let name = companion.pool.utf8(method.name).ok()?;
    Some(name.strip_prefix("nabla$")?.rsplit_once('$')?.0.to_owned())
}

/// Whether the method may get hold of an array from elsewhere that is none of its parameters.
fn gets(class: &ClassFile, code: &Code) -> Result<bool> {
    let mut found = false;
    for insn in &code.insns {
        found |= match insn {
            Insn::Field(Opcode::Getfield | Opcode::Getstatic, field) => {
                class.pool.member_ref(*field)?.descriptor.starts_with(['L', '['])
            }
            Insn::Invoke(_, called) => {
                let called = class.pool.member_ref(*called)?;
                let copies = called.name == "clone" || called.owner == "java/util/Arrays";
                !copies && split(&called.descriptor).is_none_or(|(_, result)| result.starts_with(['L', '[']))
            }
            Insn::Type(Opcode::Checkcast, ty) => class.pool.class_name(*ty)?.starts_with('['),
            _ => false,
        };
    }
    Ok(found)
}

/// Whether the method may get hold of an object of the JDK's from elsewhere that holds what it is given: a
/// collection, a counter.
fn gets_container(class: &ClassFile, code: &Code, parameters: &[&str]) -> Result<bool> {
    let mut found = parameters.iter().any(|parameter| may_contain(parameter));
    for insn in &code.insns {
        found |= match insn {
            Insn::Field(Opcode::Getfield | Opcode::Getstatic, field) => {
                may_contain(&class.pool.member_ref(*field)?.descriptor)
            }
            Insn::Invoke(_, called) => {
                let called = class.pool.member_ref(*called)?;
                let gives = split(&called.descriptor).is_none_or(|(_, result)| may_contain(result));
                gives && !called.owner.starts_with("java/")
            }
            _ => false,
        };
    }
    Ok(found)
}

/// Whether an object of this type may be one of the JDK's that holds what it is given.
fn may_contain(descriptor: &str) -> bool {
    let name = descriptor.strip_prefix("Ljava/lang/").unwrap_or_default();
    let constant =
        matches!(name, "Boolean;" | "Double;" | "Float;" | "Integer;" | "Long;" | "Number;" | "String;");
    descriptor.starts_with("Ljava/") && !constant
}

/// Whether a call of a method of the JDK may put numbers, or objects that have such, into one of its objects.
fn may_keep(called: &MemberRef) -> bool {
    let taken = split(&called.descriptor).map_or_else(Vec::new, |(taken, _)| taken);
    is_of_objects(called)
        && taken.iter().any(|taken| may_hold(taken))
        && may_store(&called.owner, &called.name, &called.descriptor)
}

/// Whether a call of a method of the JDK may get such out of one.
fn may_find(called: &MemberRef) -> bool {
    is_of_objects(called) && split(&called.descriptor).is_some_and(|(_, result)| may_hold(result))
}

fn may_hold(descriptor: &str) -> bool {
    descriptor.starts_with(['D', 'F', 'L', '['])
}

/// Whether the method is one of the JDK's that may have to do with what its objects hold. Numbers and functions are made
/// of others, and what is printed is not read.
fn is_of_objects(called: &MemberRef) -> bool {
    const OTHERS: [&str; 6] = [
        "java/io/PrintStream",
        "java/lang/Math",
        "java/lang/StrictMath",
        "java/lang/System$Logger",
        "java/math/BigDecimal",
        "java/util/logging/Logger",
    ];
    let owner = &*called.owner;
    owner.starts_with("java/") && !functions::is_functional(owner) && !OTHERS.contains(&owner)
}

/// Whether it calls a function of the program for what that does, for it gives nothing.
fn is_action(called: &MemberRef) -> bool {
    functions::is_functional(&called.owner) && called.descriptor.ends_with(")V")
}

/// Whether it calls a function of an interface of the program that is met when it runs, or what is followed.
fn is_followed_function(called: &MemberRef, followed: &Followed, known: &Known<'_>) -> bool {
    called.interface
        && functions::is_followed_call(called)
        && functions::may_be_functions(&called.owner, known)
        && known
            .implementers(&called.owner)
            .all(|lineage| lineage.iter().any(|class| is_here(followed, class, &called.name)))
}

/// The methods that are followed, by the internal name of their class.
type Followed = BTreeMap<String, Vec<String>>;

/// Whether a method of the class is followed.
fn is_here(followed: &Followed, class: &str, method: &str) -> bool {
    followed.get(class).is_some_and(|all| all.iter().any(|name| name == method))
}

fn add(
    class: &ClassFile,
    method: &Member,
    arguments: usize,
    followed: &Followed,
    known: &Known<'_>,
    effects: &mut Effects,
    run: &mut Vec<Run>,
) -> Result<()> {
    let Some(code) = class.code(method)? else { return Ok(()) };
    let descriptor = class.pool.utf8(method.descriptor)?;
    let (parameters, _) = split(&descriptor).unwrap_or_default();
    let arrays = |count: usize| parameters.iter().take(count).any(|p| p.starts_with('['));
    let gets = gets(class, &code)?;
    let container = gets_container(class, &code, &parameters)?;
    // What the last ones hold depends on the argument anyway.
    let handed = gets || arrays(parameters.len());
    let foreign = gets || arrays(parameters.len().saturating_sub(arguments));
    for insn in &code.insns {
        match insn {
            Insn::Op(Opcode::Dastore | Opcode::Fastore | Opcode::Aastore) => effects.stores |= handed,
            Insn::Op(Opcode::Daload | Opcode::Faload | Opcode::Aaload) => effects.reads |= foreign,
            Insn::Field(opcode, field) => {
                let field = class.pool.member_ref(*field)?;
                if field.descriptor.starts_with(['D', 'F', 'L', '[']) {
                    let stores = matches!(opcode, Opcode::Putfield | Opcode::Putstatic);
                    *(if stores { &mut effects.stores } else { &mut effects.reads }) = true;
                }
            }
            Insn::Invoke(opcode, called) => {
                let called = class.pool.member_ref(*called)?;
                let (owner, name) = (&*called.owner, &*called.name);
                if is_here(followed, owner, name) || is_followed_function(&called, followed, known) {
                    continue;
                }
                let is_program = !owner.starts_with("java/");
                let checks = owner == CHECKS && name.starts_with("check");
                if is_program && (checks || rules::lookup(owner, name, &called.descriptor).is_some()) {
                    continue;
                }
                if let Some(called) =
                    is_program.then(|| Run::of(*opcode, &called, known)).transpose()?.flatten()
                {
                    run.push(called);
                    continue;
                }
                if owner == "java/util/Arrays" || (owner, name) == ("java/lang/System", "arraycopy") {
                    effects.stores |= handed && !name.starts_with("copyOf");
                    effects.reads |= foreign;
                } else if !owner.starts_with("java/") || owner.starts_with("java/nio/") || is_action(&called)
                {
                    effects.unknown = true;
                } else {
                    effects.keeps |= container && may_keep(&called);
                    effects.finds |= container && may_find(&called);
                }
                effects.calls |= functions::is_other(&called, known);
            }
            // What a lambda does that is followed is looked at there.
            Insn::InvokeDynamic(index) => {
                let made = lambda(class, *index);
                effects.unknown |= !made.is_some_and(|made| is_here(followed, &made.owner, &made.name));
            }
            _ => {}
        }
    }
    Ok(())
}
