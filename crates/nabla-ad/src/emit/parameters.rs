//! The parameters of a derivative method, the locals that it has all along, and where the tangent
//! of its result goes.

use super::block::is_store;
use super::coef::Real;
use super::frames::Added;
use super::homes::{Homes, store};
use super::kind::Kind;
use super::lanes::independents::{FirstLane, fixed};
use super::place::Outcome;
use super::subject::Subject;
use crate::activity::fact::ArrayKind;
use crate::signature::{Parameter, slots_of};
use nabla_classfile::{Code, Insn, Opcode};

/// Says of which independents a read is a lane, and where their first lanes are found.
pub fn first_lanes(homes: &mut Homes, added: &mut Vec<Added>, subject: &Subject) {
    let fixed = fixed(subject);
    // What the first lane of a part is, it is told.
    let mut before = (!subject.kind.is_part()).then_some(0);
    for &i in subject.independents {
        let parameter = &subject.primal.signature.parameters[i];
        if fixed.contains(&i) {
            let first = match before {
                Some(lanes) => FirstLane::Number(lanes),
                None => FirstLane::Local(local(homes, added, "I")),
            };
            homes.fixed.insert(parameter.slot as usize, first);
        }
        // How many lanes an array takes is known at run time.
        before = before.filter(|_| parameter.number().is_some()).map(|lanes| lanes + 1);
    }
}

/// A local that holds a value of this type all the time.
pub fn local(homes: &mut Homes, added: &mut Vec<Added>, descriptor: &str) -> u16 {
    let slot = homes.first_temporary;
    homes.first_temporary += slots_of(descriptor);
    added.push(Added { name: String::new(), slot, descriptor: descriptor.to_owned() });
    slot
}

/// Lays out the parameters that are added, and says where the result's tangent goes.
pub fn parameters(homes: &mut Homes, added: &mut Vec<Added>, subject: &Subject) -> Outcome {
    let Subject { program, primal, activity, kind, .. } = *subject;
    let (signature, width) = (&primal.signature, kind.width());
    if let Some(index) = kind.by_one() {
        let slot = signature.parameters[index].slot as usize;
        if !is_assigned(&primal.code, slot) {
            homes.ones.push(slot);
        }
        return Outcome::Returned;
    }
    let mut next = signature.parameter_slots;
    let mut add = |name: String, descriptor: &str, slots: u16| {
        added.push(Added { name, slot: next, descriptor: descriptor.to_owned() });
        next += slots;
        next - slots
    };
    // Lanes are made where the method begins.
    let given = (!kind.has_lanes()).then(|| kind.given(&activity.pattern, subject.independents));
    for i in given.into_iter().flatten() {
        let parameter = &signature.parameters[i];
        let name = parameter.name.clone().unwrap_or_else(|| format!("arg{i}"));
        let tangent = activity.pattern.tangent(i, &parameter.descriptor, width);
        let slot = add(format!("{name}_dot"), &tangent, slots_of(&tangent));
        for direction in 1..width.copies() {
            add(format!("{name}_dot{direction}"), &tangent, slots_of(&tangent));
        }
        homes.given.insert(parameter.slot as usize, slot);
        if keeps_type(&primal.code, parameter) {
            homes.seeds.insert(parameter.slot as usize, slot);
            // The tangents that a function met at run time is given are those of its caller's values.
            let chosen = matches!(kind, Kind::Jvp | Kind::Slope) && !program.classes.meets_functions();
            if chosen && !is_assigned(&primal.code, parameter.slot as usize) {
                homes.directions.push(slot);
            }
        }
    }
    let real = match &*signature.result {
        "D" | "F" => Some(Real::Double),
        result => match ArrayKind::of(result).or(activity.pattern.array_result) {
            Some(_) => Some(Real::Array),
            None => activity.boxed_result(primal).map(|_| Real::Double),
        },
    };
    let outcome = if kind.is_part() {
        let result = if kind == Kind::GradPart { "[D" } else { "[[D" };
        let result = add("part".into(), result, 1);
        add("from".into(), "I", 1);
        add("lanes".into(), "I", 1);
        Outcome::Part(result)
    } else if kind == Kind::Grad {
        Outcome::Lanes(add("gradient".into(), "[D", 1))
    } else if kind == Kind::Jac {
        Outcome::Lanes(add("jacobian".into(), "[[D", 1))
    } else if kind == Kind::Csr {
        let entries = add("rowStart".into(), "[I", 1);
        add("column".into(), "[I", 1);
        add("value".into(), "[D", 1);
        Outcome::Entries(entries)
    } else if kind == Kind::Slope {
        Outcome::Returned
    } else if kind.is_internal() {
        homes.call = add("call".into(), width.call(), 1);
        match real {
            Some(Real::Array) => match activity.pattern.array_result {
                Some(kind) => {
                    let descriptor = format!("[{}", width.array(kind).descriptor());
                    Outcome::Stored(add("tangent".into(), &descriptor, 1), Real::Array)
                }
                None => Outcome::Nothing,
            },
            None => Outcome::Nothing,
            Some(_) if width.copies() > 1 => Outcome::Directions(homes.call),
            Some(real) => Outcome::Stored(homes.call, width.held(real)),
        }
    } else {
        match kind.result_array(signature) {
            Some(descriptor) => {
                Outcome::Stored(add("tangent".into(), &descriptor, 1), real.unwrap_or(Real::Double))
            }
            None => Outcome::Nothing,
        }
    };
    if kind.is_internal() {
        let class = subject.program.classes.get(primal.method.class);
        let name = &class.methods[primal.method.index as usize].name;
        let name = class.pool.utf8(*name).map(|n| n.into_owned()).unwrap_or_default();
        for marker in super::calls::markers(&name, &activity.pattern) {
            add(String::new(), &marker, 1);
        }
    }
    homes.added_slots = next - signature.parameter_slots;
    outcome
}

/// Whether the method assigns the local, so that its tangent may change.
pub fn is_assigned(code: &Code, slot: usize) -> bool {
    code.insns.iter().any(|i| match i {
        Insn::Local(Opcode::Dstore | Opcode::Lstore, s) => (*s as usize).abs_diff(slot) <= 1,
        Insn::Local(op, s) if is_store(*op) => (slot..=slot + 1).contains(&(*s as usize)),
        _ => false,
    })
}

/// Whether the parameter's local has values of its type only, so that the tangent that is given
/// can be kept where it is: a frame declares it with that type everywhere.
fn keeps_type(code: &Code, parameter: &Parameter) -> bool {
    match parameter.real() {
        Some(real) => !code.insns.iter().any(|i| match i {
            Insn::Local(op, s) if is_store(*op) && *op != store(real) => *s == parameter.slot,
            _ => false,
        }),
        None => !is_assigned(code, parameter.slot as usize),
    }
}
