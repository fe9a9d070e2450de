//! Functions in fields that were put there before: by class initialisers and constructors, which no
//! derivative runs.

use super::classes::{ClassId, FINAL, MethodId};
use super::fields::{Field, FieldId};
use super::instance::{Key, Pattern, World};
use super::lambdas::lambda;
use super::solve::Program;
use crate::activity::calls::Call;
use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Opcode};
use std::collections::BTreeSet;

/// How the names of the JDK's collections end.
const COLLECTIONS: &[&str] = &["Collection", "Deque", "List", "Map", "Queue", "Set", "Stack", "Vector"];

/// The type of what an instruction makes that may be a function, or takes from a static field or method.
fn function_at(class: &ClassFile, insn: &Insn) -> Option<String> {
    let member = |index: ConstIndex| class.pool.member_ref(index).ok();
    match insn {
        Insn::InvokeDynamic(index) => lambda(class, *index).map(|made| format!("L{};", made.interface)),
        Insn::Field(Opcode::Getstatic, index) => member(*index).map(|field| field.descriptor.into_owned()),
        Insn::Invoke(Opcode::Invokestatic, index) => {
            let called = member(*index)?.descriptor;
            called.rsplit_once(')').map(|(_, result)| result.to_owned())
        }
        _ => None,
    }
}

impl Program<'_> {
    /// The methods of a field's class that assign it are part of the program once a function is read
    /// from it: what those make is what is called. So are initialisers and constructors where the field has a
    /// collection of the JDK's and they make functions that the reader's class calls, or that of the field.
    pub(super) fn watch(&self, id: FieldId, reader: Option<ClassId>) -> Vec<Key> {
        let field = self.field_info(id);
        let wanted = field.descriptor.trim_start_matches('[');
        let holds = wanted.strip_prefix("Ljava/util/").is_some_and(|name| {
            let name = name.trim_end_matches(';');
            COLLECTIONS.iter().any(|kind| name.ends_with(kind))
        });
        let called = match holds {
            true => [field.class].into_iter().chain(reader).flat_map(|id| self.called(id)).collect(),
            false if self.is_function(wanted) => BTreeSet::from([wanted.to_owned()]),
            false => BTreeSet::new(),
        };
        if called.is_empty() {
            return Vec::new();
        }
        let makes = |class: &ClassFile, code: &Code| {
            let mut given = code.insns.iter().filter_map(|insn| function_at(class, insn));
            given.any(|function| called.contains(&function))
        };
        // A constructor may be given what the class's initialiser makes or has from elsewhere, as those of constants of
        // an enumeration, and what another constructor does, of this class or of one below.
        let below = self.classes.family(&self.classes.name(field.class)).into_iter();
        let below = below.filter_map(|name| self.classes.find(&name)).filter(|id| *id != field.class);
        let all = [field.class].into_iter().chain(below).flat_map(|id| {
            let methods = 0..self.classes.get(id).methods.len();
            methods.map(move |index| MethodId { class: id, index: index as u32 })
        });
        let assigning = all.filter_map(|id| {
            let class = self.classes.get(id.class);
            let method = &class.methods[id.index as usize];
            let begins = matches!(class.pool.utf8_bytes(method.name), Ok(b"<clinit>" | b"<init>"));
            if !begins && id.class != field.class {
                return None;
            }
            let code = class.code(method).ok()??;
            let assigns = !holds && assignments(class, &code, &field).next().is_some();
            if !(assigns || begins && makes(class, &code)) {
                return None;
            }
            let parameters = self.primal(id).ok()??.signature.parameters.len();
            Some(Key { method: id, pattern: Pattern::of(&[], parameters).in_group(self.group()) })
        });
        assigning.collect()
    }

    /// The types of functions that a class calls.
    fn called(&self, id: ClassId) -> BTreeSet<String> {
        let pool = &self.classes.get(id).pool;
        let interface = |index: ConstIndex| match pool.get(index) {
            Ok(Constant::InterfaceMethod { class, .. }) => pool.class_name(class).ok(),
            _ => None,
        };
        let all = (1..pool.len()).map(ConstIndex).filter_map(interface);
        all.map(|name| format!("L{name};")).filter(|descriptor| self.is_function(descriptor)).collect()
    }

    /// The method that makes the lambda which a `static final` field has from its class initialiser
    /// on, if it is one that captures nothing. While the program runs, the function in the field is met as it is.
    pub fn constant_lambda(&self, id: FieldId) -> Option<MethodId> {
        if self.classes.meets_functions() {
            return None;
        }
        let field = self.field_info(id);
        let class = self.classes.get(field.class);
        if !field.is_static || class.fields[field.index].access & FINAL == 0 {
            return None;
        }
        let initialiser = self.classes.declared(field.class, "<clinit>", "()V")?;
        let primal = self.primal(initialiser).ok()??;
        let mut assignments = assignments(class, &primal.code, &field);
        let (Some(at), None) = (assignments.next(), assignments.next()) else { return None };
        // Nothing else may come there.
        let before = at.checked_sub(1).filter(|_| !primal.code.labels.contains(&(at as u32)))?;
        let (Insn::InvokeDynamic(_), Some(Call::Method(callee))) =
            (&primal.code.insns[before], &primal.calls[before])
        else {
            return None;
        };
        callee.targets.bodies.first().copied().filter(|_| callee.parameters.is_empty())
    }
}

/// The instructions that assign the field.
fn assignments<'c>(
    class: &'c ClassFile,
    code: &'c Code,
    field: &'c Field,
) -> impl Iterator<Item = usize> + 'c {
    let own = class.name().map(|name| name.into_owned()).unwrap_or_default();
    (0..code.insns.len()).filter(move |at| match &code.insns[*at] {
        Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => class
            .pool
            .member_ref(*index)
            .is_ok_and(|m| m.owner == own && m.name == field.name && m.descriptor == field.descriptor),
        _ => false,
    })
}
