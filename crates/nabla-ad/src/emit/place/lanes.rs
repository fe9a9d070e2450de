//! Forms, and the instructions beside the primal's, where tangents are lanes.

use super::Emitter;
use crate::AdError;
use crate::emit::block::Argument;
use crate::emit::coef::{CoefId, HelperId, Real};
use crate::emit::form::{Form, Leaf};
use crate::emit::lanes::{lifted_function, lifted_helper, support};
use crate::emit::width::Width;
use nabla_classfile::{Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

impl Emitter<'_, '_> {
    /// Σ c·t: the first two terms make new lanes, the others are added to those.
    pub(super) fn lanes(&mut self, form: &Form) -> Result<()> {
        if let Some(Leaf::Tangent(t)) = form.as_leaf(&self.plan.coefs) {
            self.leaf(t);
            // What a position holds may be added to in place; what is kept elsewhere is not.
            if !self.tangent_temps.contains_key(&t) {
                self.support("settled", "([D)[D", 0)?;
            }
            return Ok(());
        }
        match &form.terms[..] {
            [] => self.sink.push(Insn::Op(Opcode::AconstNull), 1),
            [(leaf, c)] => {
                self.lane_term(*leaf, *c)?;
                self.support("scaled", "(D[D)[D", -2)?;
            }
            [(a, c), (b, d), rest @ ..] => {
                self.lane_term(*a, *c)?;
                self.lane_term(*b, *d)?;
                self.support("sum", "(D[DD[D)[D", -5)?;
                for (leaf, c) in rest {
                    self.lane_term(*leaf, *c)?;
                    self.support("plus", "([DD[D)[D", -3)?;
                }
            }
        }
        Ok(())
    }

    /// The terms that a store adds to what its home holds: s = s + Σ c·t, where nothing reads the
    /// old s any more. A loop that sums so adds in place, at the cost of the lanes that it adds.
    pub(super) fn added(&self, home: u16, form: &Form, real: Real) -> Option<Vec<(Leaf, CoefId)>> {
        if self.homes.width.held(real) == real {
            return None;
        }
        let old = *self.held.get(&home)?;
        let is_old = |&(leaf, c): &(Leaf, CoefId)| {
            leaf == Leaf::Tangent(old) && self.plan.coefs.as_number(c) == Some(1.0)
        };
        let later = self.uses.tangents.get(&old).is_some_and(|last| *last > self.step);
        let rest: Vec<_> = form.terms.iter().filter(|term| !is_old(term)).copied().collect();
        (!later && !rest.is_empty() && rest.len() < form.terms.len()).then_some(rest)
    }

    /// Adds the terms to what the home holds.
    pub(super) fn add_in_place(&mut self, home: u16, terms: &[(Leaf, CoefId)]) -> Result<()> {
        self.sink.push(Insn::Local(Opcode::Aload, home), 1);
        for (leaf, c) in terms {
            self.lane_term(*leaf, *c)?;
            self.support("gather", "([DD[D)[D", -3)?;
        }
        Ok(())
    }

    /// Pushes the coefficient and the lanes.
    fn lane_term(&mut self, leaf: Leaf, c: CoefId) -> Result<()> {
        let Leaf::Tangent(t) = leaf else {
            return Err(AdError::Bug("a seed of one where tangents are lanes".into()));
        };
        self.coef(c)?;
        if self.plan.coefs.get(c).1 == Real::Float {
            self.sink.push(Insn::Op(Opcode::F2d), 1);
        }
        self.leaf(t);
        Ok(())
    }

    /// A form over a coefficient: its lanes are new, unless it is one tangent alone.
    pub(super) fn lane_quotient(&mut self, form: &Form, d: CoefId) -> Result<()> {
        if form.as_leaf(&self.plan.coefs).is_some() {
            self.sink.push(Insn::Op(Opcode::Dconst1), 2);
            self.lanes(form)?;
            self.support("scaled", "(D[D)[D", -2)?;
        } else {
            self.lanes(form)?;
        }
        self.coef(d)?;
        if self.plan.coefs.get(d).1 == Real::Float {
            self.sink.push(Insn::Op(Opcode::F2d), 1);
        }
        self.support("over", "([DD)[D", -2)
    }

    /// A helper, applied to every lane.
    pub(super) fn lane_helper(&mut self, helper: HelperId, args: &[Argument]) -> Result<()> {
        let depth = self.sink.depth;
        let mut tangents = Vec::new();
        for arg in args {
            tangents.push(matches!(arg, Argument::Tangent(_)));
            match arg {
                Argument::Tangent(form) if form.is_zero() => {
                    self.sink.push(Insn::Op(Opcode::AconstNull), 1);
                }
                Argument::Tangent(form) => self.lanes(form)?,
                Argument::Primal(c) => self.coef(*c)?,
            }
        }
        let helper = self.helpers.get(helper);
        let lifted = match &*helper.name {
            // The condition is that of all lanes, so that what is left are loops without one.
            "nabla$quotient$t" => support(self.class, "quotient", "(D[D[DD)[D")?,
            "nabla$reciprocal$t" => support(self.class, "reciprocal", "(D[DD)[D")?,
            _ => lifted_helper(self.class, helper, &tangents)?,
        };
        self.sink.push(Insn::Invoke(Opcode::Invokestatic, lifted), 0);
        self.sink.depth = depth + 1;
        Ok(())
    }

    /// Writes the lanes of the result into the array that users pass, or those of its elements into
    /// the rows.
    pub(super) fn give_out(&mut self, form: &Form, real: Real, result: u16) -> Result<()> {
        let depth = self.sink.depth;
        let lanes = Insn::Local(Opcode::Iload, self.homes.lanes);
        if real != Real::Array {
            self.form(form, real)?;
            self.sink.push(Insn::Local(Opcode::Aload, result), 1);
            self.sink.push(lanes, 1);
            self.support("row", "([D[DI)V", -3)?;
        } else {
            let array = self.result.clone();
            let tangent = Width::Lanes.tangent(&array);
            self.sink.push(Insn::Op(Opcode::Dup), 1);
            self.form(form, real)?;
            self.sink.push(Insn::Local(Opcode::Aload, result), 1);
            self.sink.push(lanes, 1);
            self.sink.push(Insn::Op(Opcode::Iconst0), 1);
            self.support("rows", &format!("({array}{tangent}[[DII)I"), -4)?;
            self.sink.push(Insn::Op(Opcode::Pop), -1);
        }
        self.sink.depth = depth;
        Ok(())
    }

    /// The instruction of the primal, for lanes: calls of functions that are linear in their first
    /// parameter, what makes, reads, writes, copies and fills arrays.
    pub(super) fn beside(&mut self, insn: &Insn) -> Result<Insn> {
        if self.homes.width == Width::One {
            return Ok(insn.clone());
        }
        Ok(match insn {
            Insn::Op(Opcode::Daload | Opcode::Faload) => Insn::Op(Opcode::Aaload),
            Insn::Op(Opcode::Dastore | Opcode::Fastore) => Insn::Op(Opcode::Aastore),
            Insn::NewArray(_) => Insn::Type(Opcode::Anewarray, self.class.pool.add_class("[D")?),
            Insn::Type(op, class) => Insn::Type(*op, self.tangent_class(*class)?),
            Insn::MultiNewArray(class, dimensions) => {
                Insn::MultiNewArray(self.tangent_class(*class)?, *dimensions)
            }
            Insn::Invoke(op, index) => {
                let member = self.class.pool.member_ref(*index)?;
                let (owner, name) = (member.owner.into_owned(), member.name.into_owned());
                let descriptor = member.descriptor.into_owned();
                let pool = &mut self.class.pool;
                let index = match (&*owner, &*name) {
                    ("java/util/Arrays", _) => {
                        pool.add_method(&owner, &name, of_objects(&name, &descriptor))?
                    }
                    (array, "clone") if array.starts_with('[') => {
                        pool.add_method(&Width::Lanes.tangent(array), "clone", &descriptor)?
                    }
                    _ => lifted_function(self.class, &owner, &name, &descriptor)?,
                };
                Insn::Invoke(*op, index)
            }
            other => other.clone(),
        })
    }

    fn tangent_class(&mut self, class: nabla_classfile::ConstIndex) -> Result<nabla_classfile::ConstIndex> {
        let name = self.class.pool.class_name(class)?.into_owned();
        Ok(self.class.pool.add_class(&Width::Lanes.tangent(&name))?)
    }

    pub(super) fn support(&mut self, name: &str, descriptor: &str, slots: i32) -> Result<()> {
        let index = support(self.class, name, descriptor)?;
        self.sink.push(Insn::Invoke(Opcode::Invokestatic, index), slots);
        Ok(())
    }
}

/// The method of `Arrays` for objects, in place of the one for numbers.
fn of_objects(name: &str, descriptor: &str) -> &'static str {
    match (name, descriptor.matches('I').count()) {
        ("fill", 0) => "([Ljava/lang/Object;Ljava/lang/Object;)V",
        ("fill", _) => "([Ljava/lang/Object;IILjava/lang/Object;)V",
        (_, 1) => "([Ljava/lang/Object;I)[Ljava/lang/Object;",
        _ => "([Ljava/lang/Object;II)[Ljava/lang/Object;",
    }
}
