//! Instructions: the facts of what each gives, and what it stores.

use super::text::is_text;
use super::{Named, Place, Step, VariedAnalysis};
use crate::activity::calls::{ArrayCall, Call};
use crate::activity::fact::{ArrayKind, Fact, Level, Shape, is_of_any_object, unboxed};
use crate::activity::nodes::Node;
use crate::activity::origins::Origins;
use crate::program::classes::is_platform;
use crate::program::fields::FieldId;
use crate::program::holders::{Functions, Holder};
use nabla_classfile::{ConstIndex, ConstantPool, Insn, Opcode};
use nabla_flow::{Interpreter, Kind};

impl Step<'_, '_> {
    /// Where the array came from that an instruction gives is not known, nor who else holds it.
    fn come_from_elsewhere(&mut self, at: usize) {
        self.analysis.world.meet_elsewhere();
        let origins = self.origins(at);
        self.analysis.nodes.borrow_mut().expose(Node::site(at), origins);
    }

    /// The level of a number in a field that has its tangent beside it.
    fn beside(&self, at: usize, field: FieldId) -> Level {
        match self.analysis.world.is_active(field) {
            (false, _) => Level::Inactive,
            (true, false) => Level::Varied,
            (true, true) => Level::Lost(self.origins(at)),
        }
    }
}

impl Interpreter for Step<'_, '_> {
    type V = Fact;

    fn result(&mut self, at: usize, insn: &Insn, operands: &[Fact], kind: &Kind) -> Fact {
        let shape = Shape::from(kind);
        let stepped = self.stepped(at, insn, operands);
        let joined = || operands.iter().fold(Level::Inactive, |l, f| l.join(f.level));
        let array_kind = match kind {
            Kind::Reference(nabla_flow::Reference::Class(name)) => ArrayKind::of(name),
            _ => None,
        };
        // Asked before the call does anything to the heap: the pattern is that of the call.
        let mut known = match &self.analysis.calls[at] {
            Some(call) if shape == Shape::Reference => self.returned(at, call, operands),
            _ => shape,
        };
        let level = match insn {
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                let level = self.call(at, operands);
                if let Some(Call::Array(ArrayCall::Clone)) = &self.analysis.calls[at]
                    && let Some((_, kind)) = operands[0].array
                {
                    return self.array(Node::site(at), kind);
                }
                let node = Node::site(at);
                let given = self.analysis.nodes.borrow().kind(node);
                if let Some(kind) = array_kind.or(given) {
                    let call = self.analysis.calls[at].as_ref();
                    let followed = call.is_some_and(|c| c.callee(operands).is_some());
                    if !followed && !matches!(call, Some(Call::Array(_))) {
                        self.come_from_elsewhere(at);
                    }
                    let array = self.array(node, kind);
                    let level = if matches!(level, Level::Lost(_)) { level } else { array.level };
                    return Fact { level, ..array };
                }
                level
            }
            Insn::Field(..) => {
                let Named { place, field, descriptor } = self.named(at);
                let field = *field;
                if let Some(kind) = ArrayKind::of(descriptor) {
                    return self.held(at, field, kind);
                }
                match field {
                    Some(field) if self.analysis.world.is_inactive(field) => Level::Inactive,
                    // What a lambda captured stays, wherever active values are lost, and cannot be changed.
                    Some(field) if is_fixed(descriptor) && self.analysis.world.is_captured(field) => {
                        match self.analysis.world.is_active(field) {
                            (false, _) => Level::Inactive,
                            (true, _) => Level::Lost(self.origins(at)),
                        }
                    }
                    Some(field)
                        if matches!(shape, Shape::Double | Shape::Float) || shape.content().is_some() =>
                    {
                        // Code that got hold of an active value may have called back. What a lambda
                        // captured stays, and one that was made there has no tangent method.
                        let anywhere = self.heap.get(&Place::Anywhere);
                        let anywhere = anywhere.filter(|_| !self.analysis.world.is_captured(field));
                        anywhere.map_or(Level::Inactive, |&o| Level::Lost(o)).join(self.beside(at, field))
                    }
                    // It may hold a box, whose tangent is beside the field.
                    Some(field) if is_of_any_object(descriptor) => {
                        let lost = self.get(place).join(joined().lose(at, self.analysis.sites));
                        let level = lost.join(self.beside(at, field));
                        if level == Level::Varied {
                            known = Shape::MaybeDouble;
                        }
                        level
                    }
                    _ if is_text(descriptor) => {
                        self.get(&Place::Text).join(joined().lose(at, self.analysis.sites))
                    }
                    // A number that was read: `StreamTokenizer.nval`.
                    _ if field.is_none() && descriptor == "D" && !operands.is_empty() => {
                        let read = self.get(place).join(self.get(&Place::Text));
                        read.join(joined().lose(at, self.analysis.sites))
                    }
                    // Beside a field of a class that is not at hand there is no tangent, even if what
                    // holds it has one: the content of a box that is read by no method of it.
                    _ => self.get(place).join(joined().lose(at, self.analysis.sites)),
                }
            }
            Insn::NewArray(_) | Insn::MultiNewArray(..) | Insn::Type(Opcode::Anewarray, _) => {
                match array_kind {
                    Some(kind) => return self.array(Node::site(at), kind),
                    None => Level::Inactive,
                }
            }
            Insn::Op(op) => match op {
                Opcode::Daload | Opcode::Faload => match operands[0].array {
                    Some((node, _)) => self.element(node).join(operands[0].level),
                    None => Level::Inactive,
                },
                Opcode::Aaload => {
                    if let Some((node, kind)) = operands[0].array
                        && let Some(row) = kind.row()
                    {
                        let row = self.array(node, row);
                        return Fact { level: row.level.join(operands[0].level), ..row };
                    }
                    self.get(&elements(*op)).join(operands[0].level)
                }
                Opcode::Iaload | Opcode::Laload | Opcode::Baload | Opcode::Caload | Opcode::Saload => {
                    // An index chooses an element; it does not vary with it.
                    let array = match operands[0].array {
                        // No JVM takes integers out of an array of `double`.
                        Some(_) if operands[0].level == Level::Varied => {
                            Level::Varied.lose(at, self.analysis.sites)
                        }
                        _ => operands[0].level,
                    };
                    self.get(&elements(*op)).join(array)
                }
                Opcode::Dcmpl
                | Opcode::Dcmpg
                | Opcode::Fcmpl
                | Opcode::Fcmpg
                | Opcode::Lcmp
                | Opcode::D2i
                | Opcode::D2l
                | Opcode::F2i
                | Opcode::F2l
                | Opcode::Arraylength => Level::Inactive,
                _ => joined(),
            },
            Insn::Type(Opcode::Instanceof, _) => Level::Inactive,
            // A constant that code computes once may be what anyone holds.
            Insn::Ldc(_) => match array_kind {
                Some(kind) => {
                    self.come_from_elsewhere(at);
                    return self.array(Node::site(at), kind);
                }
                None => Level::Inactive,
            },
            // Nothing says which number it is given.
            Insn::Type(Opcode::New, index) if is_box(self.analysis.pool, *index) => match self.analysis.boxed
            {
                Some(filled) => Level::Varied.lose(filled, self.analysis.sites),
                None => Level::Inactive,
            },
            Insn::Iinc(..) => joined(),
            _ => Level::Inactive,
        };
        let functions = match known {
            Shape::Reference | Shape::MaybeDouble => self.functions(at, insn, operands),
            _ => Functions::NONE,
        };
        Fact { level, stepped, functions, ..Fact::inactive(known) }
    }

    fn consume(&mut self, at: usize, insn: &Insn, operands: &[Fact]) {
        match insn {
            Insn::Field(..) => {
                let Named { place, field, descriptor } = self.named(at);
                let (place, field) = (place.clone(), *field);
                let Some(value) = operands.last() else { return };
                let holder = field.map_or(Holder::Elsewhere, Holder::Field);
                self.analysis.world.hold(holder, value.functions);
                // An array stays what it is, wherever it is held.
                let inactive = field.is_some_and(|field| self.analysis.world.is_inactive(field));
                if inactive && value.array.is_none() {
                    return;
                }
                let keeps_tangent = Shape::in_field(descriptor).keeps_tangent();
                if let (Some(field), true) = (field, self.analysis.callback && keeps_tangent) {
                    // The tangents of a new object are zero.
                    let new = self.analysis.constructor && operands.len() == 2 && operands[0].this;
                    if !new || value.level != Level::Inactive || value.array.is_some() {
                        self.analysis.world.expose(field);
                    }
                }
                match (field, value.array) {
                    // A field of another type may hold anything.
                    (_, Some(_)) if ArrayKind::of(descriptor).is_none() => {
                        self.expose(value, at);
                        self.put(place, value.level, at);
                    }
                    (Some(field), Some((node, _))) => {
                        let (active, opaque) = self.analysis.world.is_active(field);
                        let mut nodes = self.analysis.nodes.borrow_mut();
                        nodes.link(node, field);
                        nodes.put(node, at);
                        if self.analysis.world.is_stored(field) {
                            nodes.store(node);
                        }
                        if active {
                            nodes.activate(node);
                        }
                        if opaque {
                            nodes.expose(node, Origins::of(at, self.analysis.sites));
                        }
                    }
                    (None, Some(_)) => self.expose(value, at),
                    (Some(field), None)
                        if value.level != Level::Inactive
                            && (matches!(value.shape, Shape::Double | Shape::Float)
                                || unboxed(descriptor).is_some()
                                || is_of_any_object(descriptor) && value.shape.content() == Some("D")) =>
                    {
                        self.analysis.world.activate(field);
                        if value.is_lost() {
                            self.analysis.world.expose(field);
                        }
                    }
                    (Some(field), None)
                        if value.level != Level::Inactive
                            && is_fixed(descriptor)
                            && self.analysis.world.is_captured(field) =>
                    {
                        self.analysis.world.activate(field);
                        self.analysis.world.expose(field);
                    }
                    _ if is_text(descriptor) => self.put(Place::Text, value.level, at),
                    _ => self.put(place, value.level, at),
                }
            }
            Insn::Op(Opcode::Dastore | Opcode::Fastore) => self.store(&operands[0], operands[2].level),
            Insn::Op(Opcode::Aastore) => {
                // What may be a function may be another object too.
                if operands[2].functions != Functions::NONE {
                    self.analysis.world.hold(Holder::Elements, operands[2].functions);
                }
                match (operands[0].array, operands[2].array) {
                    (Some((array, kind)), Some((row, of))) if kind.row() == Some(of) => {
                        self.analysis.nodes.borrow_mut().unify(array, row);
                        self.analysis.nodes.borrow_mut().share(array);
                    }
                    (None, Some(_)) | (Some(_), Some(_)) => self.expose(&operands[2], at),
                    // A row that is no array of numbers here is one that was an object among others.
                    (Some((_, kind)), None) if kind.rank > 1 && operands[2].shape != Shape::Null => {
                        self.analysis.world.meet_elsewhere();
                        self.expose(&operands[0], at);
                        self.put(Place::Anywhere, operands[2].level, at);
                    }
                    // A text is all that is made of it.
                    _ if self.analysis.printed.contains(&at) => self.put(Place::Text, operands[2].level, at),
                    _ => self.put(elements(Opcode::Aastore), operands[2].level, at),
                }
            }
            Insn::Op(
                op
                @ (Opcode::Iastore | Opcode::Lastore | Opcode::Bastore | Opcode::Castore | Opcode::Sastore),
            ) => self.put(elements(*op), operands[2].level, at),
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                self.call(at, operands);
            }
            _ => {}
        }
    }

    fn copy(&mut self, at: usize, insn: &Insn, value: &Fact) -> Fact {
        let Insn::Type(Opcode::Checkcast, index) = insn else { return *value };
        let name = self.analysis.pool.class_name(*index).unwrap_or_default();
        let kind = ArrayKind::of(&name);
        let value = &cast(value, &name);
        match (kind, value.shape) {
            _ if !may_be(value, &name) => Fact::inactive(Shape::Null),
            (Some(kind), Shape::Reference) => {
                // It comes from where arrays are not followed.
                self.analysis.world.meet_elsewhere();
                let node = Node::site(at);
                let origins = self.origins(at);
                self.analysis.nodes.borrow_mut().expose(node, origins);
                let lost = self.get(&Place::Anywhere).join(value.level);
                let array = self.array(node, kind);
                Fact { level: if lost == Level::Inactive { array.level } else { lost }, ..array }
            }
            _ if value.shape == Shape::Reference && Shape::of(&format!("L{name};")).content().is_some() => {
                // It comes from where boxes are not followed.
                let level = match value.level {
                    Level::Varied => Level::Varied.lose(at, self.analysis.sites),
                    level => level,
                };
                Fact { shape: Shape::of(&format!("L{name};")), level, ..*value }
            }
            _ if value.functions != Functions::NONE => {
                let descriptor = if name.starts_with('[') { name.into_owned() } else { format!("L{name};") };
                let functions = self.analysis.world.cast(value.functions, &descriptor);
                Fact { functions, ..*value }
            }
            _ => *value,
        }
    }
}

/// What is known of an object that may be a `Double` once it is of a class.
fn cast(value: &Fact, class: &str) -> Fact {
    let shape = match class {
        _ if value.shape != Shape::MaybeDouble => return *value,
        "java/lang/Double" => return Fact { shape: Shape::BoxedDouble, ..*value },
        "java/lang/Float" => Shape::BoxedFloat,
        _ if DOUBLE_IS.contains(&class) => return *value,
        _ => Shape::Reference,
    };
    // It is another object.
    let level = if value.is_lost() { value.level } else { Level::Inactive };
    Fact { shape, level, ..*value }
}

/// What a `Double` is besides.
const DOUBLE_IS: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Number",
    "java/lang/Comparable",
    "java/io/Serializable",
    "java/lang/constant/Constable",
    "java/lang/constant/ConstantDesc",
];

/// Whether a value that is no `null` may be of a class: a function of objects may be made for numbers in boxes, and
/// called with arrays elsewhere.
fn may_be(value: &Fact, class: &str) -> bool {
    let kind = ArrayKind::of(class);
    let content = Shape::of(&format!("L{class};")).content();
    match (value.array, value.shape.content()) {
        (Some((_, array)), _) => {
            kind.is_none_or(|kind| kind == array)
                && content.is_none()
                && (class.starts_with('[') || is_platform(class))
        }
        (None, Some(_)) if content.is_some() => content == value.shape.content(),
        // A number in a box is no other number, and no text.
        (None, Some(_)) => DOUBLE_IS.contains(&class),
        _ => true,
    }
}

impl<'a> Step<'a, '_> {
    /// The field that an instruction names.
    pub(super) fn named(&self, at: usize) -> &'a Named {
        let VariedAnalysis { pool, world, fields, .. } = *self.analysis;
        fields[at].get_or_init(|| {
            let member = match &self.analysis.code.insns[at] {
                Insn::Field(_, index) => pool.member_ref(*index).ok(),
                _ => None,
            };
            match member {
                Some(m) => Named {
                    field: world.field(&m.owner, &m.name, &m.descriptor),
                    place: Place::Field((&*m.name).into()),
                    descriptor: m.descriptor.into_owned(),
                },
                None => Named { place: Place::Anywhere, field: None, descriptor: String::new() },
            }
        })
    }

    /// Whether the result is a cast of an active value, computed from one or looked up by one. What a comparison
    /// decides is control, not computation.
    pub(super) fn stepped(&self, at: usize, insn: &Insn, operands: &[Fact]) -> bool {
        let active = operands.iter().any(|f| f.level != Level::Inactive);
        let passed = operands.iter().any(|f| f.stepped);
        match (insn, &self.analysis.calls[at]) {
            (_, Some(Call::Rule(rule, _))) => (rule.lossy && active) || passed,
            (_, Some(call @ Call::Method(_))) => {
                let callee = call.callee(operands);
                passed || callee.is_some_and(|callee| self.summary(at, callee, operands).stepped)
            }
            (Insn::Op(Opcode::D2i | Opcode::D2l | Opcode::F2i | Opcode::F2l), _) => active || passed,
            (Insn::Op(op), _) => passed && !op.mnemonic().contains("cmp"),
            _ => passed,
        }
    }
}

/// Loads and stores of one element type share a place.
fn elements(op: Opcode) -> Place {
    Place::Elements(match op {
        Opcode::Aaload | Opcode::Aastore => b'A',
        Opcode::Laload | Opcode::Lastore => b'J',
        _ => b'I',
    })
}

/// Whether what a field of this type has never changes: an integer, or a text.
fn is_fixed(descriptor: &str) -> bool {
    matches!(descriptor, "I" | "J" | "S" | "B" | "C" | "Z" | "Ljava/lang/String;")
}

/// Whether a class is that of a box.
fn is_box(pool: &ConstantPool, class: ConstIndex) -> bool {
    pool.class_name(class).is_ok_and(|name| Shape::of(&format!("L{name};")).content().is_some())
}
