//! Classes of which nobody can tell when they are initialised. What a derivative looks at on its own account must
//! not be the first use of another class: its initialiser may read what the method is about to change, or throw.

use super::classes::{ClassId, Classes, MethodId, is_platform};
use super::initialisers::bodied;
use super::lambdas::lambda;
use nabla_classfile::{ClassFile, ConstIndex, Insn, MemberRef, Opcode};
use std::collections::BTreeSet;

/// Methods of the JDK that do nothing but to make a value, by class: all, or these. An initialiser may call them.
const MAKING: &[(&str, &[&str])] = &[
    ("java/lang/Boolean", &["valueOf"]),
    ("java/lang/Class", &["desiredAssertionStatus"]),
    ("java/lang/Double", &[]),
    ("java/lang/Enum", &["<init>"]),
    ("java/lang/Float", &[]),
    ("java/lang/Integer", &[]),
    ("java/lang/Long", &[]),
    ("java/lang/Math", &[]),
    ("java/lang/Number", &["<init>"]),
    ("java/lang/Object", &["<init>"]),
    ("java/lang/StrictMath", &[]),
    ("java/util/ArrayDeque", &["<init>"]),
    ("java/util/ArrayList", &["<init>"]),
    ("java/util/Arrays", &["copyOf", "copyOfRange", "fill"]),
    ("java/util/HashMap", &["<init>"]),
    ("java/util/HashSet", &["<init>"]),
    ("java/util/LinkedHashMap", &["<init>"]),
    ("java/util/LinkedList", &["<init>"]),
    ("java/util/TreeMap", &["<init>"]),
    ("java/util/concurrent/ConcurrentHashMap", &["<init>"]),
    ("java/util/concurrent/atomic/AtomicInteger", &["<init>"]),
    ("java/util/concurrent/atomic/AtomicLong", &["<init>"]),
];

impl Classes<'_> {
    /// Whether all that is run when the class is initialised gives fields of its own what it makes itself, from
    /// constants: the class's initialiser, and those of what is above it.
    pub fn is_quiet(&self, id: ClassId) -> bool {
        if let Some(known) = self.quiet.borrow().get(&id) {
            return *known;
        }
        let above: Vec<ClassId> = self.above(Some(id)).collect();
        let is_known = above.last().is_some_and(|top| self.extends_platform(*top));
        let quiet = is_known && above.iter().all(|class| self.begins_quietly(*class));
        self.quiet.borrow_mut().insert(id, quiet);
        quiet
    }

    fn begins_quietly(&self, id: ClassId) -> bool {
        let is_known = |name: &String| is_platform(name) || self.find(name).is_some();
        let mut run = bodied(self, id).into_iter().chain([id]);
        self.interface_names(id).iter().all(is_known)
            && run.all(|id| self.declared(id, "<clinit>", "()V").is_none_or(|begins| self.makes_own(begins)))
    }

    /// Whether a method only makes values, and assigns fields of its class and of what it makes of it.
    fn makes_own(&self, initialiser: MethodId) -> bool {
        let own = initialiser.class;
        let mut waiting = vec![initialiser];
        let mut seen = BTreeSet::from([initialiser]);
        while let Some(method) = waiting.pop() {
            let Some(read) = self.method_code(method) else { return false };
            for insn in &read.code.insns {
                match self.step(own, insn) {
                    Step::Makes => {}
                    Step::Calls(called) => waiting.extend(seen.insert(called).then_some(called)),
                    Step::Other => return false,
                }
            }
        }
        true
    }

    fn step(&self, own: ClassId, insn: &Insn) -> Step {
        let class = self.get(own);
        let made = |makes| if makes { Step::Makes } else { Step::Other };
        let member = |index| class.pool.member_ref(index).ok();
        match insn {
            Insn::Op(Opcode::Athrow | Opcode::Monitorenter | Opcode::Monitorexit) => Step::Other,
            Insn::Field(_, index) => {
                let field = member(*index).and_then(|m| self.field(&m.owner, &m.name, &m.descriptor));
                made(field.is_some_and(|(id, _)| id == own))
            }
            Insn::Invoke(op, index) => match member(*index) {
                Some(member) if is_making(&member) => Step::Makes,
                Some(member) => self.called(own, *op, &member).map_or(Step::Other, Step::Calls),
                None => Step::Other,
            },
            Insn::InvokeDynamic(index) => made(lambda(class, *index).is_some()),
            Insn::Type(Opcode::New, index) => made(self.is_made(class, own, *index)),
            _ => Step::Makes,
        }
    }

    /// The body of the class's own that is called.
    fn called(&self, own: ClassId, op: Opcode, member: &MemberRef) -> Option<MethodId> {
        if !matches!(op, Opcode::Invokestatic | Opcode::Invokespecial) || self.find(&member.owner)? != own {
            return None;
        }
        self.declared(own, &member.name, &member.descriptor)
    }

    /// Whether to make an object of this class begins no other.
    fn is_made(&self, class: &ClassFile, own: ClassId, index: ConstIndex) -> bool {
        class.pool.class_name(index).is_ok_and(|name| is_platform(&name) || self.find(&name) == Some(own))
    }
}

/// What an instruction of an initialiser does.
enum Step {
    /// It makes a value, or assigns one of its own.
    Makes,
    /// It calls a method of the class.
    Calls(MethodId),
    /// Somebody may notice, or it depends on when it is done.
    Other,
}

fn is_making(member: &MemberRef) -> bool {
    let known = MAKING.iter().find(|(class, _)| *class == member.owner);
    known.is_some_and(|(_, names)| names.is_empty() || names.contains(&&*member.name))
}
