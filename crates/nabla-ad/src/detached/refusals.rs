//! Why a companion cannot hold the derivatives of a method.

use super::generated::{INTERNAL, Reference, find, references};
use super::program::{At, Closure, Program};
use super::reach::{Access, Reach};
use super::{Home, PRIVATE};
use crate::codes::{self, CodeText};
use crate::diagnose::source_file;
use crate::emit::inherited::INHERITS;
use crate::program::instance::GROUP;
use crate::program::loops::is_loop;
use crate::report::{CalleePlace, Diagnostic, MethodReport, Severity};
use crate::{AdError, ClassSource, MadeClass};
use nabla_classfile::ConstIndex;
use std::collections::{BTreeMap, BTreeSet};

const SYNCHRONIZED: u16 = 0x0020;

/// What the classes of a program forbid their companions.
pub struct Refusals<'p, 'g, 'a> {
    program: &'p Program<'g, 'a>,
    reach: Vec<Reach<'g, 'a>>,
    /// The classes that stand for lambdas, and the interfaces of tangent methods of functions.
    made: BTreeSet<String>,
}

/// A refusal of this kind.
pub fn refusal(text: &CodeText, subject: &str, line: Option<u16>, offset: Option<u32>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code: text.code,
        line,
        offset,
        message: text.message.replacen("{}", subject, 1),
        help: text.help.to_owned(),
        callee: None,
    }
}

/// Tangents that functions have of their own.
const OF_FUNCTION: &str = "the tangents of a function";

/// How the tangent of a field is named.
const OF_FIELD: &str = "the tangent of the field";

/// Tangents in fields that are no tangent of one of the user's.
const OF_CLASS: &str = "tangents that the class would have to hold for what other methods do";

fn of_field(name: &str) -> String {
    format!("{OF_FIELD} `{name}`")
}

/// What the class would have to hold in a field of this name.
fn held(name: &str) -> String {
    if name.starts_with(INTERNAL) { OF_CLASS.to_owned() } else { of_field(name) }
}

/// Whether this is a reason that may not be there without other methods: what they do to fields decides which
/// have tangents.
pub fn may_be_of_others(found: &Diagnostic) -> bool {
    found.code == codes::UNREACHABLE.code && [OF_FIELD, OF_CLASS].iter().any(|of| found.message.contains(of))
}

impl<'p, 'g, 'a> Refusals<'p, 'g, 'a> {
    /// Of this program.
    pub fn new(
        program: &'p Program<'g, 'a>,
        classes: &'g dyn ClassSource,
        made: &[MadeClass],
    ) -> Result<Refusals<'p, 'g, 'a>, AdError> {
        let reach = program.classes.iter().map(|c| Reach::new(c.original, classes));
        let made = made.iter().map(|made| made.class.replace('.', "/")).collect();
        Ok(Refusals { program, reach: reach.collect::<Result<_, _>>()?, made })
    }

    /// Everything that stands against the derivatives of a method, which lead to these methods.
    pub fn of(
        &self,
        class: usize,
        report: &MethodReport,
        closure: &Closure,
    ) -> Result<Vec<Diagnostic>, AdError> {
        let root = (report.method.clone(), report.descriptor.clone());
        let mut found = Vec::new();
        for &at in closure.methods.keys() {
            let inside = &self.program.classes[at.0];
            // Where an interface has it, each of the classes has its own.
            if inside.lacks_code(at.1)? {
                found.push(refusal(codes::SECOND_OF_CALL, &report.method, report.line, None));
                continue;
            }
            // A method that is neither the root's derivative nor a tangent method has no primal: it is
            // a helper, and where it touches a tangent, that is said of its caller.
            let primal = match closure.methods[&at] {
                None => Some(root.clone()),
                Some(_) => inside.code_of(at.1)?,
            };
            let Some(primal) = primal else { continue };
            let is_root = at.0 == class && primal == root;
            let (user, shown) = self.user(&root, closure, at, &primal)?;
            let place = match user.0 == class && shown == root {
                true => None,
                false => Some(self.place(&root, closure, user, &shown)?),
            };
            let mut refusals = self.in_method(at, &primal, is_root)?;
            refusals.iter_mut().for_each(|r| r.callee = place.clone());
            found.extend(refusals);
        }
        found.sort_by(|a, b| order(a).cmp(&order(b)));
        // A callee in two patterns has the same to say twice.
        found.dedup_by(|a, b| order(a) == order(b));
        Ok(found)
    }

    /// The method of the user's that a loop stands in, and its primal; any other is its own.
    fn user(
        &self,
        root: &(String, String),
        closure: &Closure,
        mut at: At,
        primal: &(String, String),
    ) -> Result<(At, (String, String)), AdError> {
        let mut shown = primal.clone();
        while is_loop(&shown.0)
            && let Some((caller, _)) = closure.methods[&at]
        {
            shown = match closure.methods[&caller] {
                None => root.clone(),
                Some(_) => self.program.classes[caller.0].code_of(caller.1)?.unwrap_or(shown),
            };
            at = caller;
        }
        Ok((at, shown))
    }

    /// The refusals in one generated method.
    fn in_method(
        &self,
        at: At,
        primal: &(String, String),
        is_root: bool,
    ) -> Result<Vec<Diagnostic>, AdError> {
        let class = &self.program.classes[at.0];
        let mut found: BTreeMap<ConstIndex, (&CodeText, String, Option<u16>)> = BTreeMap::new();
        let code = class.code(at.1)?;
        for reference in references(class.class, &code)? {
            if !found.contains_key(&reference.member)
                && let Some((text, subject)) = self.forbidden(at.0, &reference)?
            {
                found.insert(reference.member, (text, subject, code.line_at(reference.at)));
            }
        }
        // The augmented class has the constants of the original at the same places.
        let mut places: BTreeMap<ConstIndex, (u32, Option<u16>)> = BTreeMap::new();
        let mut all = Vec::new();
        if let Some(member) = find(class.original, &primal.0, &primal.1) {
            let code = class.original.code(member)?;
            let line = code.as_ref().and_then(|code| code.line_at(0));
            let rows = [
                (is_root && !self.in_nest() && member.access & PRIVATE != 0, "private method"),
                (member.access & SYNCHRONIZED != 0, "lock of the synchronized method"),
            ];
            for (_, what) in rows.into_iter().filter(|(forbidden, _)| *forbidden) {
                all.push(refusal(codes::UNREACHABLE, &format!("the {what} `{}`", primal.0), line, None));
            }
            if let Some(code) = code {
                for Reference { at, member, .. } in references(class.original, &code)? {
                    places.entry(member).or_insert((code.offsets[at], code.line_at(at)));
                }
            }
        }
        all.extend(found.into_iter().map(|(member, (text, subject, line))| match places.get(&member) {
            Some(&(offset, line)) => refusal(text, &subject, line, Some(offset)),
            None => refusal(text, &subject, line, None),
        }));
        Ok(all)
    }

    /// Why a companion cannot refer to a member as the class does, if so.
    fn forbidden(
        &self,
        class: usize,
        reference: &Reference,
    ) -> Result<Option<(&'static CodeText, String)>, AdError> {
        let inside = &self.program.classes[class];
        let unreachable = |subject: String| Ok(Some((codes::UNREACHABLE, subject)));
        let member = inside.class.pool.member_ref(reference.member)?;
        let owner = member.owner.replace('/', ".");
        if inside.made && member.owner == *inside.own {
            return Ok(None);
        }
        let target = self.program.target(class, reference.member)?;
        if target.is_some_and(|target| self.program.classes[target.0].made) {
            return Ok(None);
        }
        if self.made.contains(&*member.owner) {
            return unreachable(OF_FUNCTION.into());
        }
        if let Some(target) = target {
            if member.name.starts_with('<') {
                return unreachable(format!("the tangents that a constructor of `{owner}` sets"));
            }
            if let Some(held) = self.tangent_behind(target, &mut BTreeSet::new())? {
                return unreachable(held);
            }
            let other = match self.program.home {
                Home::Package => self
                    .program
                    .overriding(class, reference.member, reference.opcode, target)?
                    .map(str::to_owned),
                Home::Nest => {
                    let bodies =
                        self.program.bodies(class, reference.member, reference.opcode, target)?.into_iter();
                    let hidden = |body: &(String, At)| !self.program.can_name(class, body.1.0);
                    bodies
                        .map(|body| (hidden(&body), body.0))
                        .find(|(hidden, _)| *hidden)
                        .map(|(_, name)| name)
                }
            };
            let Some(other) = other else { return Ok(None) };
            let primal = self.program.classes[target.0].primal(target.1)?;
            let name = primal.map_or_else(|| member.name.to_string(), |(name, _)| name);
            let other = other.replace('/', ".");
            return unreachable(format!("`{owner}.{name}` by the receiver's class, such as `{other}`"));
        }
        if let Some(name) = inside.added_field(reference)? {
            return unreachable(held(&name));
        }
        if member.name.starts_with(INHERITS) {
            return Ok(None);
        }
        let kind = if member.descriptor.starts_with('(') { "method" } else { "field" };
        let shown = format!("`{owner}.{}`", member.name);
        match self.reach[class].access(&member)? {
            Access::Private if self.in_nest() => Ok(None),
            // Before nests, private methods were called as those of the super class are.
            Access::Private => unreachable(format!("the private {kind} {shown}")),
            _ if reference.special => unreachable(format!("the method `super.{}`", member.name)),
            Access::Allowed => Ok(None),
            Access::Protected => unreachable(format!("the protected {kind} {shown}")),
            Access::Unknown(missing) => {
                let missing = missing.replace('/', ".");
                Ok(Some((codes::UNKNOWN_ACCESS, format!("{shown}: class `{missing}` was not found"))))
            }
        }
    }

    fn in_nest(&self) -> bool {
        self.program.home == Home::Nest
    }

    /// The tangent that an accessor reads or writes: only the class itself can hold it.
    fn tangent_behind(&self, at: At, seen: &mut BTreeSet<At>) -> Result<Option<String>, AdError> {
        let class = &self.program.classes[at.0];
        // What has a primal is looked at by itself.
        if !seen.insert(at) || class.lacks_code(at.1)? || class.primal(at.1)?.is_some() {
            return Ok(None);
        }
        for reference in references(class.class, &class.code(at.1)?)? {
            // The class of a function: only a nest has it.
            let member = class.class.pool.member_ref(reference.member)?;
            if !self.in_nest() && self.made.contains(&*member.owner) {
                return Ok(Some(OF_CLASS.to_owned()));
            }
            let inner = match self.program.target(at.0, reference.member)? {
                Some(target) => self.tangent_behind(target, seen)?,
                None => class.added_field(&reference)?.map(|name| held(&name)),
            };
            if let Some(inner) = inner {
                let name = class.name(at.1)?;
                let accessor = ["nabla$get$", "nabla$set$"].iter().find_map(|p| name.strip_prefix(p));
                let field = accessor.map(|field| field.split(GROUP).next().unwrap_or(field));
                return Ok(Some(field.map_or(inner, of_field)));
            }
        }
        Ok(None)
    }

    /// Where a tangent method's primal is, and the calls that lead to it.
    fn place(
        &self,
        root: &(String, String),
        closure: &Closure,
        at: At,
        primal: &(String, String),
    ) -> Result<CalleePlace, AdError> {
        let shown = |class: usize| self.program.classes[class].own.replace('/', ".");
        let mut chain = Vec::new();
        let mut next = closure.methods.get(&at).copied().flatten();
        while let Some((caller, insn)) = next {
            let class = &self.program.classes[caller.0];
            next = closure.methods.get(&caller).copied().flatten();
            let name =
                if next.is_none() { Some(root.0.clone()) } else { class.primal(caller.1)?.map(|p| p.0) };
            if let Some(name) = name {
                chain.push((shown(caller.0), name, class.code(caller.1)?.line_at(insn)));
            }
        }
        chain.reverse();
        let source = source_file(self.program.classes[at.0].original);
        let (method, descriptor) = primal.clone();
        Ok(CalleePlace { class: shown(at.0), method, descriptor, source, chain })
    }
}

/// The order of diagnostics: those of the method itself, then those of each callee, by offset.
fn order(d: &Diagnostic) -> impl Ord + '_ {
    let callee = d.callee.as_ref().map(|c| (&*c.class, &*c.method, &*c.descriptor));
    (callee, d.offset, d.code, &d.message)
}
