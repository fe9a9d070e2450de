//! Instructions that move numbers and compute with them.

use super::body::Body;
use super::operands::gives_double;
use super::stack::{Held, shuffle, shuffled};
use crate::AdError;
use crate::activity::fact::Shape;
use nabla_classfile::Opcode;

impl Body<'_, '_> {
    pub(super) fn load(&mut self, at: usize, slot: u16) -> Result<(), AdError> {
        let home = self.homes.of(slot);
        match (self.webs.local(at, slot as usize), self.leaves_element(at)) {
            (true, true) => self.out.local(Opcode::Aload, home),
            (true, false) => {
                self.out.local(Opcode::Aload, home);
                self.out.real()?;
            }
            (false, true) => {
                self.out.local(Opcode::Aload, self.out.witness);
                self.out.local(Opcode::Dload, home);
                self.out.lifted()?;
            }
            (false, false) => self.out.local(Opcode::Dload, home),
        }
        Ok(())
    }

    pub(super) fn store(&mut self, at: usize, slot: u16) -> Result<(), AdError> {
        let held = self.held(at);
        let live = self.primal.live.before(at + 1).is_some_and(|live| live[slot as usize]);
        if !live {
            // A slot that nothing reads may be too narrow for a number.
            self.out.op(if held == [Held::Element] { Opcode::Pop } else { Opcode::Pop2 });
            return Ok(());
        }
        let element = self.webs.local(at + 1, slot as usize);
        let wanted = if element { Held::Element } else { Held::Double };
        self.out.convert(&held, &[wanted])?;
        self.out.local(if element { Opcode::Astore } else { Opcode::Dstore }, self.homes.of(slot));
        Ok(())
    }

    pub(super) fn shuffle(&mut self, at: usize, op: Opcode) -> Result<(), AdError> {
        let (Some(state), Some((top, below))) = (self.state(at), shuffled(op)) else { return Ok(()) };
        let mut entries = state.stack.iter().enumerate().rev();
        let mut group = |slots: u16| {
            let (mut filled, mut held) = (0, Vec::new());
            while filled < slots {
                let Some((depth, fact)) = entries.next() else { break };
                filled += if matches!(fact.shape, Shape::Double | Shape::Long) { 2 } else { 1 };
                held.push(Held::of(fact.shape, self.webs.entry(at, depth)));
            }
            held
        };
        let (taken, over) = (group(top), group(below));
        let Some(op) = shuffle(op, &taken, &over) else {
            return Err(AdError::Bug("a stack that cannot be shuffled".into()));
        };
        self.out.op(op);
        Ok(())
    }

    pub(super) fn arithmetic(&mut self, at: usize, op: Opcode) -> Result<(), AdError> {
        let held = self.held(at);
        let out = &mut self.out;
        let name = match op {
            Opcode::Dadd => "add",
            Opcode::Dsub => "subtract",
            Opcode::Dmul => "multiply",
            Opcode::Ddiv => "divide",
            Opcode::Dneg => "negate",
            _ => "",
        };
        match (op, &held[..]) {
            (Opcode::Dneg, _) => {
                out.convert(&held, &[Held::Element])?;
                out.operate(name, "")?;
            }
            (Opcode::Drem, _) => {
                out.convert(&held, &[Held::Element; 2])?;
                out.support("modulo", "(EE)E")?;
            }
            (_, [Held::Element, Held::Double]) => out.operate(name, "D")?,
            (Opcode::Dadd | Opcode::Dmul, [Held::Double, Held::Element]) => {
                out.bring_element_below();
                out.operate(name, "D")?;
            }
            (Opcode::Dsub, [Held::Double, Held::Element]) => {
                out.operate("negate", "")?;
                out.bring_element_below();
                out.operate("add", "D")?;
            }
            _ => {
                out.convert(&held, &[Held::Element; 2])?;
                out.operate(name, "E")?;
            }
        }
        self.settle(at, Held::Element)
    }

    /// The instruction itself, on the real parts of its operands.
    pub(super) fn with_numbers(&mut self, at: usize) -> Result<(), AdError> {
        let insn = self.primal.code.insns[at].clone();
        let held = self.held(at);
        let lifted = self.leaves_element(at) && gives_double(self.program, self.primal, &insn);
        if held.is_empty() && lifted {
            self.out.local(Opcode::Aload, self.out.witness);
            self.out.insns.push(insn);
            return self.out.lifted();
        }
        let numbers: Vec<Held> =
            held.iter().map(|h| if *h == Held::Element { Held::Double } else { *h }).collect();
        self.out.convert(&held, &numbers)?;
        self.out.insns.push(insn);
        if lifted { self.out.lift() } else { Ok(()) }
    }
}
