//! The generated methods: which of their instructions are the method's own, and which compute
//! tangents.

use std::fmt::Write;

use nabla_classfile::{ClassFile, Code, ConstIndex, Insn, Opcode};

use super::Text;
use crate::engine::Derivative;
use crate::listing;
use crate::parameters;

/// An instruction of a generated method.
pub struct Instruction {
    line: Option<u16>,
    offset: u32,
    full: String,
    short: String,
    /// The number of the instruction of the method itself that it is.
    own: Option<usize>,
}

/// A generated method.
pub struct Generated {
    /// Its name.
    pub method: String,
    /// Its form.
    form: &'static str,
    /// Its code.
    pub insns: Vec<Instruction>,
}

/// The code of derivatives of a method in the class that has both.
pub fn generated(
    class: &ClassFile<'_>,
    method: &str,
    descriptor: &str,
    derivatives: &[Derivative],
) -> nabla_classfile::Result<Vec<Generated>> {
    let code = |name: &str, descriptor: &str| match parameters::find(class, name, descriptor) {
        Some(member) => class.code(member),
        None => Ok(None),
    };
    let Some(primal) = code(method, descriptor)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for d in derivatives {
        let Some(code) = code(&d.method, &d.descriptor)? else { continue };
        let own = own(class, &primal, &code, [slots(descriptor), slots(&d.descriptor)]);
        let insns = code.insns.iter().zip(own).enumerate();
        let insns = insns.map(|(at, (insn, own))| {
            let full = listing::instruction(class, &code, insn);
            let offset = code.offsets.get(at).copied().unwrap_or_default();
            Instruction { line: code.line_at(at), offset, short: short(&full, insn), full, own }
        });
        found.push(Generated { method: d.method.clone(), form: d.form.name(), insns: insns.collect() });
    }
    Ok(found)
}

/// The slots that the parameters take.
fn slots(descriptor: &str) -> u16 {
    let (types, _) = parameters::split(descriptor).unwrap_or_default();
    types.iter().map(|t| if matches!(*t, "D" | "J") { 2 } else { 1 }).sum()
}

/// The primal's instructions are all there, in their order, and those of the tangent between them:
/// which is which.
fn own(class: &ClassFile<'_>, primal: &Code<'_>, code: &Code<'_>, slots: [u16; 2]) -> Vec<Option<usize>> {
    // Locals of the primal stand behind the parameters, of which there are more now.
    let moved = |slot: u16| if slot < slots[0] { slot } else { slot + slots[1] - slots[0] };
    let same = |a: &Insn, b: &Insn| match (a, b) {
        (Insn::Local(op, slot), Insn::Local(other, there)) => {
            op == other && (*slot == *there || moved(*slot) == *there)
        }
        (Insn::Iinc(..), Insn::Iinc(..)) => true,
        (Insn::Branch(op, _), Insn::Branch(other, _)) => op == other,
        (Insn::TableSwitch { .. } | Insn::LookupSwitch { .. }, _) => a.opcode() == b.opcode(),
        (Insn::Invoke(_, called), Insn::Invoke(_, there)) => a == b || stands_for(class, *there, *called),
        // The object of a lambda with tangent methods.
        (Insn::InvokeDynamic(_), Insn::Invoke(Opcode::Invokestatic, _)) => true,
        _ => a == b,
    };
    let mut next = 0;
    let mut own = Vec::new();
    for insn in &code.insns {
        let matches = primal.insns.get(next).is_some_and(|wanted| same(wanted, insn));
        own.push(matches.then_some(next));
        next += usize::from(matches);
    }
    own
}

/// Whether a tangent method is called in place of the method itself.
fn stands_for(class: &ClassFile<'_>, tangent: ConstIndex, method: ConstIndex) -> bool {
    let (Ok(tangent), Ok(method)) = (class.pool.member_ref(tangent), class.pool.member_ref(method)) else {
        return false;
    };
    let named = tangent.name.strip_prefix("nabla$").and_then(|rest| rest.strip_prefix(&*method.name));
    let constructor = method.name == "<init>" && tangent.name == "<init>" && tangent.owner == method.owner;
    constructor || named.is_some_and(|rest| rest.starts_with('$'))
}

/// An instruction without packages and descriptors.
fn short(full: &str, insn: &Insn) -> String {
    match insn {
        Insn::Invoke(..) | Insn::Field(..) => {
            let (mnemonic, operand) = full.split_once(' ').unwrap_or((full, ""));
            let operand = operand.split(['(', ' ']).next().unwrap_or_default();
            let name: Vec<&str> = operand.rsplitn(3, '.').take(2).collect();
            let name: Vec<&str> = name.into_iter().rev().collect();
            format!("{mnemonic} {}", name.join("."))
        }
        _ => full.to_owned(),
    }
}

impl Instruction {
    fn html(&self, html: &mut String) {
        let kind = if self.own.is_some() { "p" } else { "t" };
        let _ = write!(
            html,
            "<span class=\"{kind}\" title=\"{}: {}\">{}</span> ",
            self.offset,
            Text(&self.full),
            Text(&self.short)
        );
    }
}

impl Generated {
    /// The instructions of a source line.
    pub fn line(&self, html: &mut String, line: Option<u16>) {
        self.insns.iter().filter(|insn| insn.line == line).for_each(|insn| insn.html(html));
    }

    /// One of the method's own instructions, and what stands behind the one before it.
    pub fn own(&self, html: &mut String, wanted: usize) {
        let Some(at) = self.insns.iter().position(|insn| insn.own == Some(wanted)) else { return };
        let before = self.insns[..at].iter().rposition(|insn| insn.own.is_some());
        let last = self.insns[at + 1..].iter().all(|insn| insn.own.is_none());
        let end = if last { self.insns.len() } else { at + 1 };
        self.insns[before.map_or(0, |b| b + 1)..end].iter().for_each(|insn| insn.html(html));
    }
}

/// Whole listings, closed until they are wanted.
pub fn listings(html: &mut String, all: &[Generated]) {
    if all.is_empty() {
        return;
    }
    html.push_str("<section>\n<h2>Listings</h2>\n");
    for one in all {
        let _ = write!(
            html,
            "<details><summary><code>{}</code> ({})</summary><pre>",
            Text(&one.method),
            one.form
        );
        for insn in &one.insns {
            let kind = if insn.own.is_some() { "p" } else { "t" };
            let line = insn.line.map(|l| l.to_string()).unwrap_or_default();
            let _ = writeln!(
                html,
                "{line:>5} {:>5}: <span class=\"{kind}\">{}</span>",
                insn.offset,
                Text(&insn.full)
            );
        }
        html.push_str("</pre></details>\n");
    }
    html.push_str("</section>\n");
}
