//! What is differentiated of the program, and what that says of its classes.

use super::classes::{ABSTRACT, ClassId, Classes, MethodId, STATIC};
use super::initialisers::of_selected;
use super::languages::is_of_language;
use super::related::{Graph, Related};
use super::remembering::answers;
use crate::receiver::ASSIGNING;
use nabla_classfile::{ClassFile, ConstIndex, Member};
use std::cell::Ref;
use std::collections::BTreeSet;

/// The map that may do so.
pub(super) const LINKED_MAP: &str = "java/util/LinkedHashMap";

/// How many selected classes may name others.
const MOST_NAMING: usize = 32;

/// The methods by which objects make text of themselves.
const SAYING: &[&str] = &["formatTo", "getLocalizedMessage", "getMessage", "toString"];

impl Classes<'_> {
    /// Whether this is a method that assigns fields of the receiver which are independents, and calls the one that is asked
    /// for.
    pub fn assigns(&self, method: MethodId) -> bool {
        let class = self.get(method.class);
        let name = class.pool.utf8_bytes(class.methods[method.index as usize].name);
        name.is_ok_and(|name| name.starts_with(ASSIGNING.as_bytes()))
    }

    /// From here on something of these classes is differentiated. Whether what was concluded from what was before
    /// holds: it is forgotten otherwise.
    pub(super) fn select(&mut self, selected: BTreeSet<ClassId>) -> bool {
        let names = selected.into_iter().map(|id| self.name(id)).collect();
        self.selected.replace(names);
        self.named.take();
        let related = self.related.take();
        let begun = self.remembering.begins_as(|| of_selected(self));
        let holds = related.is_some_and(|related| related == *self.related() && begun);
        if !holds {
            (self.callbacks, self.remembering) = Default::default();
        }
        holds
    }

    /// Whether a selected class names this class or one that extends it. Of many that are selected together that
    /// says little, and none counts as named.
    pub fn is_named(&self, id: ClassId) -> bool {
        let named = self.named.get_or_init(|| {
            let mut named = BTreeSet::new();
            let few = self.selected.borrow();
            let few = Some(few).filter(|selected| selected.len() <= MOST_NAMING);
            for selected in few.iter().flat_map(|few| few.iter()).filter_map(|name| self.find(name)) {
                let pool = &self.get(selected).pool;
                let classes = (1..pool.len()).filter_map(|index| pool.class_name(ConstIndex(index)).ok());
                named.extend(classes.flat_map(|name| self.above(self.find(&name))));
            }
            named
        });
        named.contains(&id)
    }

    /// Whether classes that may have to do with those have text of their objects made in a way of their own.
    pub fn say_themselves(&self) -> bool {
        let says = |name: &str, class: &ClassFile| {
            let is_record = class.super_class.is_some_and(|above| {
                class.pool.class_name(above).is_ok_and(|above| above == "java/lang/Record")
            });
            let is_one = |method: &Member| {
                method.access & (STATIC | ABSTRACT) == 0
                    && SAYING.iter().any(|saying| class.pool.is_text(method.name, saying))
            };
            !is_of_language(name)
                && self.related().may_be_met(name)
                && (is_record || class.methods.iter().any(is_one))
        };
        *self.callbacks.saying.get_or_init(|| {
            let mut found = false;
            self.scan(|name, class| found = found || says(name, class));
            found
        })
    }

    /// Whether a class makes maps that put last what they were asked for last.
    pub fn order_by_access(&self) -> bool {
        *self.callbacks.ordering.get_or_init(|| {
            let mut found = false;
            self.scan(|_, class| {
                found = found || class.pool.methods("<init>", "(IFZ)V").any(|(_, map)| map == LINKED_MAP);
            });
            found
        })
    }

    /// The names of the classes that methods are selected of.
    pub(super) fn selected(&self) -> Ref<'_, BTreeSet<String>> {
        self.selected.borrow()
    }

    /// The classes that may have to do with those, with their methods that answer when the JDK asks what an
    /// object is.
    pub(super) fn related(&self) -> &Related {
        let references = || self.references.get_or_init(|| Graph::of(self, answers));
        self.related.get_or_init(|| Related::new(references(), &self.selected.borrow()))
    }
}
