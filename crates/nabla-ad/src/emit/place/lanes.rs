//! Forms, and the instructions beside the primal's, where tangents are lanes.

use super::Emitter;
use crate::AdError;
use crate::emit::block::{Action, Argument, Operand, Step, TangentDef};
use crate::emit::coef::{CoefId, HelperId, Real};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::helpers::push_int;
use crate::emit::lanes::independents::FirstLane;
use crate::emit::lanes::{lifted_function, lifted_helper, lifted_narrowing, support};
use crate::emit::width::Width;
use nabla_classfile::{Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

impl Emitter<'_, '_> {
    /// Σ c·t: the first two terms make new lanes, to which the others are added.
    pub(super) fn lanes(&mut self, form: &Form) -> Result<()> {
        if let Some(Leaf::Tangent(t)) = form.as_leaf(&self.plan.coefs)
            && self.lane_of(t).is_none()
        {
            self.leaf(t);
            // What a position holds may be added to in place; what is kept elsewhere is not.
            if !self.tangent_temps.contains_key(&t) || self.lent.contains(&t) {
                self.support("settled", "([D)[D", 0)?;
            }
            return Ok(());
        }
        if let Some((home, buffer)) = self.spendable(form) {
            self.accumulate(home, buffer, form)?;
            self.held.remove(&home);
            self.sink.push(Insn::Local(Opcode::Aload, buffer), 1);
            return self.support("settled", "([D)[D", 0);
        }
        let is_lane =
            |(leaf, _): &(Leaf, CoefId)| matches!(leaf, Leaf::Tangent(t) if self.lane_of(*t).is_some());
        let (lanes, vectors): (Vec<_>, Vec<_>) = form.terms.iter().copied().partition(is_lane);
        let lacks = |(leaf, _): &(Leaf, CoefId)| matches!(leaf, Leaf::Tangent(t) if self.may_lack(*t));
        if vectors.is_empty() && (lanes.len() > 1 || lanes.iter().any(lacks)) {
            return self.list(&lanes);
        }
        let mut rest = match vectors[..] {
            [] => None,
            [(leaf, c)] => {
                self.lane_term(leaf, c)?;
                self.support("scaled", "(D[D)[D", -2)?;
                Some(&vectors[1..])
            }
            [(a, c), (b, d), ..] => {
                self.lane_term(a, c)?;
                self.lane_term(b, d)?;
                self.support("sum", "(D[DD[D)[D", -5)?;
                Some(&vectors[2..])
            }
        };
        for (leaf, c) in rest.unwrap_or_default().iter().chain(&lanes) {
            let lane = self.lane_term(*leaf, *c)?;
            match (lane, rest.is_some()) {
                (true, false) if self.is_part() => {
                    self.sink.push(Insn::Local(Opcode::Iload, self.homes.lanes), 1);
                    self.support("unitIn", "(DII)[D", -3)?;
                }
                (true, false) => self.support("unit", "(DI)[D", -2)?,
                (true, true) => self.add_lane(*leaf, "plus")?,
                (false, _) => self.support("plus", "([DD[D)[D", -3)?,
            }
            rest = rest.or(Some(&[]));
        }
        if rest.is_none() {
            self.sink.push(Insn::Op(Opcode::AconstNull), 1);
        }
        Ok(())
    }

    /// The lane of a tangent that is a unit vector.
    pub(super) fn lane_of(&self, t: TangentId) -> Option<FirstLane> {
        match &self.plan.tangents[t.0 as usize].0 {
            TangentDef::Seed(slot) => self.homes.fixed.get(slot).copied(),
            TangentDef::Lane(..) => self.lane_temps.get(&t).map(|local| FirstLane::Local(*local)),
            _ => None,
        }
    }

    /// Computes the lane of an element of an independent.
    pub(super) fn lane(&mut self, id: TangentId, slot: usize, index: Operand) -> Result<()> {
        self.element_index(index)?;
        let first = self.homes.fixed.get(&slot).copied().unwrap_or(FirstLane::Number(0));
        if self.may_lack(id) {
            let array = self.parameters.iter().find(|parameter| usize::from(parameter.slot) == slot);
            let descriptor = format!("(I{}I)I", array.map_or("[D", |array| &array.descriptor));
            self.sink.push(Insn::Local(Opcode::Aload, self.homes.primal(slot)), 1);
            self.push_lane(first)?;
            self.support("within", &descriptor, -2)?;
        } else if first != FirstLane::Number(0) {
            self.push_lane(first)?;
            self.sink.push(Insn::Op(Opcode::Iadd), -1);
        }
        let local = self.temporary(1);
        self.sink.push(Insn::Local(Opcode::Istore, local), -1);
        self.lane_temps.insert(id, local);
        Ok(())
    }

    fn push_lane(&mut self, lane: FirstLane) -> Result<()> {
        let insn = match lane {
            FirstLane::Number(x) => push_int(&mut self.class.pool, i32::from(x))?,
            FirstLane::Local(local) => Insn::Local(Opcode::Iload, local),
        };
        self.sink.push(insn, 1);
        Ok(())
    }

    /// Pushes the coefficient, and the lane of a unit vector or else the lanes; says which.
    pub(super) fn lane_term(&mut self, leaf: Leaf, c: CoefId) -> Result<bool> {
        let Leaf::Tangent(t) = leaf else {
            return Err(AdError::Bug("a seed of one where tangents are lanes".into()));
        };
        self.coefficient(c)?;
        match self.lane_of(t) {
            Some(lane) => self.push_lane(lane)?,
            None => self.leaf(t),
        }
        Ok(self.lane_of(t).is_some())
    }

    pub(super) fn coefficient(&mut self, c: CoefId) -> Result<()> {
        self.coef(c)?;
        if self.plan.coefs.get(c).1 == Real::Float {
            self.sink.push(Insn::Op(Opcode::F2d), 1);
        }
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

    /// Whether the tangent of a rule may be what the operand's position holds, or a multiple of it: if
    /// nothing is stored there as long as it is read.
    fn may_lend(&self, id: TangentId, operand: TangentId) -> bool {
        let homes = self.held.iter().filter(|(_, held)| **held == operand);
        let Some(home) = homes.map(|(home, _)| *home).min() else { return false };
        let last = self.uses.tangents.get(&id).copied().unwrap_or(self.step);
        let stores = |step: &Step| matches!(step.action, Action::Store(stored, ..) if stored == home);
        !self.tangent_temps.contains_key(&operand) && !self.plan.steps[self.step..=last].iter().any(stores)
    }

    /// The tangent of a number whose type changes: what becomes a float is rounded, lane by lane.
    pub(super) fn lane_conversion(&mut self, form: &Form, real: Real) -> Result<()> {
        self.form(form, real)?;
        if real == Real::Float {
            let narrowed = lifted_narrowing(self.class)?;
            self.sink.push(Insn::Invoke(Opcode::Invokestatic, narrowed), 0);
        }
        Ok(())
    }

    /// A helper, applied to every lane.
    pub(super) fn lane_helper(&mut self, id: TangentId, helper: HelperId, args: &[Argument]) -> Result<()> {
        let depth = self.sink.depth;
        let operand = args.iter().find_map(|arg| match arg {
            Argument::Tangent(form) => form.as_leaf(&self.plan.coefs),
            Argument::Primal(_) => None,
        });
        let lends = match operand {
            Some(Leaf::Tangent(t)) => self.may_lend(id, t),
            _ => false,
        };
        let factored = lends && self.helpers.get(helper).name.ends_with("$g") && self.is_only_added(id);
        if factored {
            self.factor(id, helper, args)?;
        }
        let mut tangents = Vec::new();
        for arg in args {
            tangents.push(matches!(arg, Argument::Tangent(_)));
            match arg {
                Argument::Tangent(form) if form.is_zero() => {
                    self.sink.push(Insn::Op(Opcode::AconstNull), 1);
                }
                // What is given is read at once, and copied where it is changed.
                Argument::Tangent(form) => match form.as_leaf(&self.plan.coefs) {
                    Some(Leaf::Tangent(t)) if self.lane_of(t).is_none() => self.leaf(t),
                    _ => self.lanes(form)?,
                },
                Argument::Primal(c) => self.coef(*c)?,
            }
        }
        let helper = self.helpers.get(helper);
        let lifted = match &*helper.name {
            // The condition is that of all lanes, so that what is left are loops without one.
            "nabla$bounded$t" if lends => {
                self.lent.insert(id);
                support(self.class, "lent", "(D[DD)[D")?
            }
            "nabla$bounded$t" => support(self.class, "bounded", "(D[DD)[D")?,
            "nabla$quotient$t" => support(self.class, "quotient", "(D[D[DD)[D")?,
            "nabla$reciprocal$t" => support(self.class, "reciprocal", "(D[DD)[D")?,
            "nabla$inverse$t" => support(self.class, "inverse", "([DD)[D")?,
            _ => lifted_helper(self.class, helper, &tangents, factored)?,
        };
        self.sink.push(Insn::Invoke(Opcode::Invokestatic, lifted), 0);
        self.sink.depth = depth + 1;
        Ok(())
    }

    /// The instruction of the primal, for lanes: calls of functions that are linear in their first
    /// parameter, what makes, reads, writes, copies and fills arrays.
    pub(super) fn beside(&mut self, insn: &Insn) -> Result<Insn> {
        if self.homes.width != Width::Lanes {
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
