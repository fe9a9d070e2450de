//! Puts probes before and behind the instructions of a method.
//!
//! An instruction's operands are put into locals of their own and loaded again, so that nothing but
//! a call of the recorder is added: no jump, and so no frame.

use super::recorder::RECORDER;
use super::sites::{Probe, Site, Sites};
use crate::AdError;
use crate::emit::arrays::reference;
use crate::emit::far;
use crate::emit::helpers::{compile, push_int};
use crate::output::{add_static, has_method};
use crate::program::primal::Primal;
use crate::program::solve::Program;
use crate::rules::Expr;
use crate::signature::{give, load, slots_of};
use nabla_classfile::{ClassFile, Code, ErrorKind, Insn, Opcode};
use std::borrow::Cow;

/// What the calls of the recorder need of the stack beyond the method's own.
const DEPTH: u16 = 12;

/// Adds the probes. A method that would become too long stays as it is.
pub fn method(
    class: &mut ClassFile,
    program: &Program,
    primal: &Primal,
    sites: Sites,
) -> Result<(), AdError> {
    let original = program.classes.get(primal.method.class);
    let own = &original.methods[primal.method.index as usize];
    let (name, descriptor) = (original.pool.utf8(own.name)?, original.pool.utf8(own.descriptor)?);
    let is_own = |m: &nabla_classfile::Member| {
        class.pool.is_text(m.name, &name) && class.pool.is_text(m.descriptor, &descriptor)
    };
    let Some(index) = class.methods.iter().position(is_own) else { return Ok(()) };
    let Some(code) = class.code(&class.methods[index])? else { return Ok(()) };
    let mut code = code.into_owned();
    let same = |at: &usize| code.insns.get(*at).map(Insn::opcode) == Some(primal.code.insns[*at].opcode());
    // A method that is read as a call of itself: its rule is what is differentiated.
    let itself = code.insns.len() != primal.code.insns.len() || !sites.at.keys().all(same);
    let sites = if itself { returns(&code, sites) } else { sites };
    let base = code.max_locals;
    let mut insns = Vec::new();
    let mut offsets = Vec::new();
    let mut starts = Vec::new();
    for (at, insn) in std::mem::take(&mut code.insns).into_iter().enumerate() {
        starts.push(insns.len() as u32);
        let site = sites.at.get(&at).filter(|site| !site.probes.is_empty());
        if let Some(site) = site {
            let mut writer = Writer { class, insns: &mut insns, base };
            match itself {
                true => writer.behind(site)?,
                false => writer.before(site)?,
            }
            code.max_locals = code.max_locals.max(writer.end(site));
        }
        insns.push(insn);
        if let Some(site) = site.filter(|_| !itself) {
            Writer { class, insns: &mut insns, base }.behind(site)?;
        }
        offsets.resize(insns.len(), code.offsets.get(at).copied().unwrap_or_default());
    }
    starts.push(insns.len() as u32);
    for label in &mut code.labels {
        *label = starts[*label as usize];
    }
    code.insns = insns;
    code.offsets = offsets;
    code.max_stack += DEPTH;
    let member = class.methods[index].clone();
    match far::encode(class, &member, &code) {
        Ok(bytes) => {
            let code_name = class.pool.add_utf8("Code")?;
            for attribute in &mut class.methods[index].attributes {
                if attribute.name == code_name {
                    attribute.bytes = Cow::Owned(bytes);
                    return Ok(());
                }
            }
            Ok(())
        }
        Err(error) if error.kind == ErrorKind::Limit => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The steps of a method that is read as a call of itself are told where it returns: what is behind
/// its call is before each return.
fn returns(code: &Code, sites: Sites) -> Sites {
    let steps = |site: Site| Site {
        operands: Vec::new(),
        probes: site.probes.into_iter().filter(|(_, probe)| *probe == Probe::Step).collect(),
        ..site
    };
    let Some(site) = sites.at.into_values().map(steps).find(|site| !site.probes.is_empty()) else {
        return Sites::default();
    };
    let gives = |at: &usize| matches!(code.insns[*at], Insn::Op(Opcode::Dreturn | Opcode::Freturn));
    Sites { at: (0..code.insns.len()).filter(gives).map(|at| (at, site.clone())).collect() }
}

struct Writer<'w, 'a> {
    class: &'w mut ClassFile<'a>,
    insns: &'w mut Vec<Insn>,
    /// The first local of our own.
    base: u16,
}

impl Writer<'_, '_> {
    fn slot(&self, site: &Site, operand: usize) -> u16 {
        self.base + site.operands[..operand].iter().map(|t| slots_of(t)).sum::<u16>()
    }

    /// The slot of the result.
    fn result(&self, site: &Site) -> u16 {
        self.slot(site, site.operands.len())
    }

    fn end(&self, site: &Site) -> u16 {
        self.result(site) + 2
    }

    fn op(&mut self, op: Opcode) {
        self.insns.push(Insn::Op(op));
    }

    fn call(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<(), AdError> {
        let index = self.class.pool.add_method(owner, name, descriptor)?;
        self.insns.push(Insn::Invoke(Opcode::Invokestatic, index));
        Ok(())
    }

    fn label(&mut self, label: &str) -> Result<(), AdError> {
        let index = self.class.pool.add_string(label)?;
        self.insns.push(Insn::Ldc(index));
        Ok(())
    }

    /// An operand as a `double`.
    fn number(&mut self, site: &Site, operand: usize) {
        let kind = &site.operands[operand];
        self.insns.push(Insn::Local(load(kind), self.slot(site, operand)));
        self.widen(kind);
    }

    fn widen(&mut self, kind: &str) {
        match kind {
            "D" => {}
            "F" => self.op(Opcode::F2d),
            "J" => self.op(Opcode::L2d),
            _ => self.op(Opcode::I2d),
        }
    }

    fn met(&mut self, label: &str) -> Result<(), AdError> {
        self.label(label)?;
        self.call(RECORDER, "met", "(DDLjava/lang/String;)V")
    }

    fn singular(&mut self, label: &str) -> Result<(), AdError> {
        self.label(label)?;
        self.call(RECORDER, "singular", "(DLjava/lang/String;)V")
    }

    fn before(&mut self, site: &Site) -> Result<(), AdError> {
        let count = site.operands.len();
        for i in (0..count).rev() {
            self.insns.push(Insn::Local(store(&site.operands[i]), self.slot(site, i)));
        }
        for i in 0..count {
            self.insns.push(Insn::Local(load(&site.operands[i]), self.slot(site, i)));
        }
        for (label, probe) in &site.probes {
            match probe {
                Probe::Pair => {
                    self.number(site, count - 2);
                    self.number(site, count - 1);
                    self.met(label)?;
                }
                Probe::Zero => {
                    self.number(site, count - 1);
                    self.op(Opcode::Dconst0);
                    self.met(label)?;
                }
                Probe::Whole | Probe::Half => {
                    for round in [false, true] {
                        self.number(site, count - 1);
                        if *probe == Probe::Half {
                            let half = self.class.pool.add_double(0.5)?;
                            self.insns.push(Insn::Ldc(half));
                            self.op(Opcode::Dsub);
                        }
                        if round {
                            self.call("java/lang/Math", "rint", "(D)D")?;
                        }
                    }
                    self.met(label)?;
                }
                Probe::Divisor => {
                    self.op(Opcode::Dconst1);
                    self.number(site, count - 1);
                    self.op(Opcode::Ddiv);
                    self.singular(label)?;
                }
                Probe::Call => self.record(site, label)?,
                Probe::Partial(..) | Probe::Step => {}
            }
        }
        Ok(())
    }

    /// Partials are computed, and steps are known, where the result is.
    fn behind(&mut self, site: &Site) -> Result<(), AdError> {
        let result = site.result.as_deref().unwrap_or("V");
        let mut kept = false;
        for (label, probe) in &site.probes {
            if !matches!(probe, Probe::Partial(..) | Probe::Step) {
                continue;
            }
            if !std::mem::replace(&mut kept, true) {
                self.op(if slots_of(result) == 2 { Opcode::Dup2 } else { Opcode::Dup });
                self.insns.push(Insn::Local(store(result), self.result(site)));
            }
            let Probe::Partial(helper, used) = probe else {
                // How near the next step is, is not known.
                let unknown = self.class.pool.add_double(f64::NAN)?;
                self.insns.push(Insn::Ldc(unknown));
                self.insns.push(Insn::Local(load(result), self.result(site)));
                self.widen(result);
                self.met(label)?;
                continue;
            };
            for leaf in used {
                match leaf {
                    Expr::Arg(i) => self.number(site, usize::from(*i)),
                    _ => {
                        self.insns.push(Insn::Local(load(result), self.result(site)));
                        self.widen(result);
                    }
                }
            }
            let descriptor = helper.descriptor();
            if !has_method(self.class, &helper.name, &descriptor) {
                let code = compile(helper, &mut self.class.pool)?;
                add_static(self.class, &helper.name, &descriptor, &code)?;
            }
            let index = reference(self.class, &helper.name, &descriptor)?;
            self.insns.push(Insn::Invoke(Opcode::Invokestatic, index));
            self.singular(label)?;
        }
        Ok(())
    }

    /// All operands in an array.
    fn record(&mut self, site: &Site, label: &str) -> Result<(), AdError> {
        let count = push_int(&mut self.class.pool, site.operands.len() as i32)?;
        self.insns.push(count);
        let object = self.class.pool.add_class("java/lang/Object")?;
        self.insns.push(Insn::Type(Opcode::Anewarray, object));
        for (i, kind) in site.operands.iter().enumerate() {
            self.op(Opcode::Dup);
            let index = push_int(&mut self.class.pool, i as i32)?;
            self.insns.push(index);
            self.insns.push(Insn::Local(load(kind), self.slot(site, i)));
            if let Some(class) = boxed(kind) {
                self.call(class, "valueOf", &format!("({kind})L{class};"))?;
            }
            self.op(Opcode::Aastore);
        }
        self.label(label)?;
        self.call(RECORDER, "called", "([Ljava/lang/Object;Ljava/lang/String;)V")
    }
}

/// The instruction that stores a value of this type.
fn store(descriptor: &str) -> Opcode {
    match give(descriptor) {
        Opcode::Dreturn => Opcode::Dstore,
        Opcode::Freturn => Opcode::Fstore,
        Opcode::Lreturn => Opcode::Lstore,
        Opcode::Ireturn => Opcode::Istore,
        _ => Opcode::Astore,
    }
}

/// The class of boxes of a type.
fn boxed(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "Z" => "java/lang/Boolean",
        "B" => "java/lang/Byte",
        "S" => "java/lang/Short",
        "C" => "java/lang/Character",
        "I" => "java/lang/Integer",
        "J" => "java/lang/Long",
        "F" => "java/lang/Float",
        "D" => "java/lang/Double",
        _ => return None,
    })
}
