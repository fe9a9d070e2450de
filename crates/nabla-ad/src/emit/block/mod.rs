//! One basic block on symbols: what its tangents are, as linear forms in the tangents that enter.
//!
//! With a primal statement z = φ(x, y) goes ż = φ_x·ẋ + φ_y·ẏ, and ẋ, ẏ are forms already: the
//! coefficients of what entered the block are gathered first and multiplied once. A form is bound
//! to a temporary where gathering would cost more products than it saves.
//!
//! `steps` is what comes out; `border` is where tangents enter and leave the block; `execute` runs
//! the instructions between, `arithmetic` and `rules` say what the tangent of a result is,
//! `components` what it is lane by lane, and `effects` what is done beside calls, arrays and fields.

mod arithmetic;
mod border;
mod boxes;
mod components;
mod effects;
mod execute;
mod kinds;
mod rules;
mod steps;

use super::calls::TangentCalls;
use super::coef::{Coef, CoefId, Coefs, Real, ValueId};
use super::form::{Form, TangentId};
use super::helpers::Helpers;
use super::homes::Homes;
use crate::AdError;
use crate::activity::Activity;
use crate::activity::calls::Call;
use crate::activity::effects::Effects;
use crate::activity::fact::Shape;
use crate::activity::useful::Useful;
use crate::program::fields::FieldId;
use components::Integers;
use nabla_classfile::{Code, ConstantPool, Insn, Opcode};
use nabla_flow::{Cfg, FlowError, Solution, State, Value};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
pub use steps::{Action, Argument, Operand, Plan, Step, TangentDef, ValueDef};

/// What is known of the method.
pub struct Context<'a> {
    /// The pool the instructions refer to.
    pub pool: &'a ConstantPool<'a>,
    /// The primal.
    pub code: &'a Code<'a>,
    /// Its graph.
    pub cfg: &'a Cfg,
    /// Its calls.
    pub calls: &'a [Option<Call>],
    /// Those that go to the tangent method of their callee.
    pub tangent_calls: &'a TangentCalls,
    /// What is varied, and what has an effect.
    pub effects: Effects<'a>,
    /// The fields of the class that a constructor's own object has; empty for other methods.
    pub own_fields: &'a [FieldId],
    /// Whether the block may run again and again.
    pub in_loop: bool,
    /// The method's activity.
    pub activity: &'a Activity,
    /// The shape of the boxes with tangents that it returns.
    pub boxed_result: Option<Shape>,
    /// Where tangents are read.
    pub useful: &'a Solution<Useful>,
    /// The locals of the derivative method.
    pub homes: &'a Homes,
}

impl Value for ValueId {
    fn is_wide(&self) -> bool {
        // Only used as a container; the machine never runs on it.
        false
    }
}

/// A value and its tangent; no form: the tangent is not kept here.
#[derive(Debug, Clone)]
struct Symbol {
    shape: Shape,
    value: ValueId,
    number: Option<f64>,
    tangent: Option<Form>,
}

impl Value for Symbol {
    fn is_wide(&self) -> bool {
        matches!(self.shape, Shape::Long | Shape::Double)
    }
}

/// The type of tangents of values of this shape.
pub fn real(shape: Shape) -> Option<Real> {
    match shape {
        Shape::Double => Some(Real::Double),
        Shape::Float => Some(Real::Float),
        Shape::BoxedDouble | Shape::MaybeDouble => Some(Real::Double),
        Shape::BoxedFloat => Some(Real::Float),
        Shape::Array | Shape::Null => Some(Real::Array),
        _ => None,
    }
}

/// Whether the instruction assigns a local.
pub fn is_store(op: Opcode) -> bool {
    matches!(op, Opcode::Istore | Opcode::Lstore | Opcode::Fstore | Opcode::Dstore | Opcode::Astore)
}

/// Whether the call is one of a function of the JDK, which does nothing else.
fn is_function(call: &Option<Call>) -> bool {
    matches!(call, Some(Call::Rule(rule, _)) if rule.owner.starts_with("java/lang/"))
}

/// Whether a field of objects may have another one behind the instruction, by it or by code that it runs.
pub fn may_assign_field(pool: &ConstantPool, insn: &Insn, call: &Option<Call>) -> bool {
    match insn {
        Insn::Invoke(..) if is_function(call) => false,
        Insn::Invoke(..) | Insn::InvokeDynamic(_) => true,
        // The class may be initialised.
        Insn::Field(Opcode::Getstatic | Opcode::Putstatic, _) | Insn::Type(Opcode::New, _) => true,
        Insn::Field(Opcode::Putfield, index) => {
            pool.member_ref(*index).is_ok_and(|field| field.descriptor.len() > 1)
        }
        Insn::Op(op) => matches!(op, Opcode::Monitorenter | Opcode::Monitorexit),
        _ => false,
    }
}

/// Executes the block `range` on symbols.
pub fn plan(context: &Context, helpers: &mut Helpers, range: Range<usize>) -> Result<Plan, AdError> {
    let plan = Plan {
        range: range.clone(),
        coefs: Coefs::default(),
        values: Vec::new(),
        tangents: Vec::new(),
        steps: Vec::new(),
        entry: State::new(0),
        calls: HashMap::new(),
        names: HashMap::new(),
        entering: BTreeSet::new(),
        indices: HashMap::new(),
        lacks_room: false,
    };
    let integers = Integers::default();
    let mut planner = Planner {
        context,
        helpers,
        plan,
        integers,
        arrays: HashMap::new(),
        ahead: HashMap::new(),
        error: None,
    };
    let mut state = planner.enter(range.start)?;
    for at in range.clone() {
        planner.before(at, &state);
        let insn = &context.code.insns[at];
        if let Some(message) = kinds::mismatch(insn, &state) {
            return Err(AdError::flow(&FlowError::Malformed { insn: at, message }, context.code));
        }
        if may_assign_field(context.pool, insn, &context.calls[at]) {
            planner.arrays.clear();
        }
        let result = nabla_flow::execute(context.pool, at, insn, &mut state, &mut planner);
        result.map_err(|e| AdError::flow(&e, context.code))?;
        planner.after(at, &state, &range);
        if let Some(error) = planner.error.take() {
            return Err(error);
        }
    }
    Ok(planner.plan)
}

struct Planner<'a, 'b> {
    context: &'b Context<'a>,
    helpers: &'b mut Helpers,
    plan: Plan,
    integers: Integers,
    /// The tangents of arrays that were read from fields since a field may have been assigned.
    arrays: HashMap<(FieldId, Option<ValueId>), Form>,
    /// Those that were read at the start of the method, as far as the block reads them.
    ahead: HashMap<FieldId, Form>,
    error: Option<AdError>,
}

impl Planner<'_, '_> {
    /// Ends the work: this cannot be, whatever the class file.
    fn bug(&mut self, text: &str) {
        self.error = Some(AdError::Bug(text.to_owned()));
    }

    fn value(&mut self, def: ValueDef, shape: Shape) -> ValueId {
        self.plan.values.push((def, shape));
        ValueId(self.plan.values.len() as u32 - 1)
    }

    fn tangent(&mut self, def: TangentDef, real: Real) -> TangentId {
        self.plan.tangents.push((def, real));
        TangentId(self.plan.tangents.len() as u32 - 1)
    }

    fn step(&mut self, at: usize, after: bool, action: Action) {
        self.plan.steps.push(Step { at, after, action });
    }

    /// The tangent of a symbol that is about to be read.
    fn read(&mut self, symbol: &Symbol) -> Form {
        match &symbol.tangent {
            Some(form) => form.clone(),
            None => {
                self.bug("a tangent is read that was not kept");
                Form::default()
            }
        }
    }

    /// What the value is, for an instruction that is given it again.
    fn operand(&self, symbol: &Symbol) -> Operand {
        match symbol.number {
            Some(x) if symbol.shape == Shape::Int => Operand::Int(x as i32),
            _ => Operand::Value(symbol.value, symbol.shape),
        }
    }

    fn coef(&mut self, symbol: &Symbol) -> CoefId {
        let real = real(symbol.shape).unwrap_or(Real::Double);
        match symbol.number {
            Some(x) => self.plan.coefs.number(x, real),
            None => self.plan.coefs.intern(Coef::Value(symbol.value), real),
        }
    }
}
