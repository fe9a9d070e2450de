//! Which method a name means in a class, as the JVM selects it (JVMS 5.4.3.3, 5.4.6).

use super::classes::{ABSTRACT, ClassId, Classes, MethodId, PRIVATE, STATIC};
use rustc_hash::FxHashSet;

impl Classes<'_> {
    /// The method that an object of a class has by this name: its own, else that of a super class, else the default
    /// method of an interface that no interface below it replaces. `None` where the search leaves the program.
    pub fn resolve(&self, id: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let is_inherited = |method: MethodId| method.class == id || self.access(method) & PRIVATE == 0;
        self.first(id, name, descriptor, is_inherited)
    }

    /// The method that a call means which names this class: one that is private above it, too.
    pub(super) fn named(&self, id: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        self.first(id, name, descriptor, |_| true)
    }

    fn first(
        &self,
        id: ClassId,
        name: &str,
        descriptor: &str,
        is_meant: impl Fn(MethodId) -> bool,
    ) -> Option<MethodId> {
        let above = self.with_super_classes(id);
        let mut declared = above.iter().filter_map(|class| self.declared(*class, name, descriptor));
        declared.find(|method| is_meant(*method)).or_else(|| self.specific(&above, name, descriptor))
    }

    /// The class and its super classes, those nearest first.
    fn with_super_classes(&self, id: ClassId) -> Vec<ClassId> {
        let mut all = vec![id];
        while let Some(above) = all.last().and_then(|class| self.super_class(*class))
            && !all.contains(&above)
        {
            all.push(above);
        }
        all
    }

    /// The most specific one among the interfaces of these classes, with code if one of those has.
    fn specific(&self, classes: &[ClassId], name: &str, descriptor: &str) -> Option<MethodId> {
        let declared = |interface: &ClassId| {
            let found = self.declared(*interface, name, descriptor)?;
            (self.access(found) & (STATIC | PRIVATE) == 0).then_some(found)
        };
        let all = self.interfaces_above(classes.iter().flat_map(|class| self.interfaces(*class)).collect());
        let mut found: Vec<MethodId> = all.iter().filter_map(declared).collect();
        if found.len() > 1 {
            let replaced: FxHashSet<ClassId> =
                found.iter().flat_map(|m| self.interfaces_above(self.interfaces(m.class))).collect();
            found.retain(|method| !replaced.contains(&method.class));
        }
        let has_code = |method: &&MethodId| self.access(**method) & ABSTRACT == 0;
        found.iter().find(has_code).or(found.first()).copied()
    }

    /// These interfaces and all above them.
    fn interfaces_above(&self, mut waiting: Vec<ClassId>) -> Vec<ClassId> {
        let mut seen = FxHashSet::default();
        let mut all = Vec::new();
        while let Some(interface) = waiting.pop() {
            if seen.insert(interface) {
                all.push(interface);
                waiting.extend(self.interfaces(interface));
            }
        }
        all
    }
}
