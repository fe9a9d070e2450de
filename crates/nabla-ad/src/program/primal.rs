//! A method of the program, read once and analysed as often as needed.

use super::classes::{FINAL, MethodId, PRIVATE, STATIC};
use super::instance::{Callees, Pattern};
use super::solve::Program;
use crate::activity::calls::Call;
use crate::activity::useful::{Useful, UsefulAnalysis};
use crate::activity::varied::{Fact, Level, Shape, Varied, VariedAnalysis};
use crate::signature::Signature;
use nabla_classfile::{ClassFile, Code};
use nabla_flow::{Cfg, Solution, State, solve};

/// A method, read once and analysed as often as needed.
pub struct Primal<'a> {
    /// Which method it is.
    pub method: MethodId,
    /// Its parameters and result.
    pub signature: Signature,
    /// Its code.
    pub code: Code<'a>,
    /// Its graph.
    pub cfg: Cfg,
    /// Its calls.
    pub calls: Vec<Option<Call>>,
    /// Its instructions that can lose a dependence.
    pub sites: Vec<usize>,
}

impl<'a> Primal<'a> {
    /// What is varied when these parameters are.
    pub fn varied(&self, program: &Program<'a>, pattern: &Pattern) -> Solution<Varied> {
        let mut entry: State<Fact> =
            State { locals: vec![None; self.code.max_locals as usize], stack: vec![] };
        if !self.signature.is_static {
            entry.locals[0] = Some(Fact::inactive(Shape::Reference));
        }
        for (i, parameter) in self.signature.parameters.iter().enumerate() {
            let mut fact = Fact::inactive(Shape::of(&parameter.descriptor));
            if pattern.0[i] {
                fact.level = Level::Varied;
            }
            entry.locals[parameter.slot as usize] = Some(fact);
        }
        let callees: &dyn Callees = program;
        let analysis = VariedAnalysis {
            pool: &program.classes.get(self.method.class).pool,
            code: &self.code,
            calls: &self.calls,
            sites: &self.sites,
            callees,
            entry,
        };
        solve(&self.cfg, &self.code, &analysis)
    }

    /// Whether a subclass may have another body.
    pub fn is_overridable(&self, class: &ClassFile) -> bool {
        const FIXED: u16 = PRIVATE | STATIC | FINAL;
        class.access & FINAL == 0 && class.methods[self.method.index as usize].access & FIXED == 0
    }

    /// Where tangents are read.
    pub fn useful(&self, program: &Program<'a>, varied: &Solution<Varied>) -> Solution<Useful> {
        let pool = &program.classes.get(self.method.class).pool;
        let analysis = UsefulAnalysis { pool, code: &self.code, calls: &self.calls, varied };
        solve(&self.cfg, &self.code, &analysis)
    }
}
