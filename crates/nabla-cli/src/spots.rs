//! The method that a diagnostic speaks of: a selected one, or one that it calls.

use std::collections::BTreeMap;

use crate::classpath::{ClassPath, Release};
use crate::engine::{CalleePlace, ClassSource, Diagnostic, MethodReport};
use crate::inputs::{Inputs, Unit};
use crate::pipeline::Analysed;
use crate::sources;
use crate::worlds::Made;

/// The method that a diagnostic speaks of.
pub struct Spot<'r> {
    /// The binary name of its class.
    pub class: &'r str,
    /// Its name.
    pub method: &'r str,
    /// Its descriptor.
    pub descriptor: &'r str,
    /// The source file's name, where the class file tells it.
    pub source: Option<&'r str>,
    /// Where the class is, if it is found.
    pub unit: Option<&'r Unit>,
    /// The calls that lead to it from a selected method, outermost first.
    pub calls: Vec<Call<'r>>,
}

/// A call on the way to a [`Spot`].
pub struct Call<'r> {
    /// The binary name of the caller's class.
    pub class: &'r str,
    /// The caller's name.
    pub method: &'r str,
    /// The line of the call.
    pub line: Option<u16>,
    /// The caller's source file.
    pub source: Option<&'r str>,
    /// Where the caller's class is, if it is found.
    pub unit: Option<&'r Unit>,
}

/// The classes of callees, by binary name.
#[derive(Default)]
pub struct Spots(BTreeMap<String, Class>);

struct Class {
    unit: Option<Unit>,
    source: Option<String>,
}

impl Spots {
    /// Finds the classes that the diagnostics of a run lead to.
    pub fn new(inputs: &Inputs, class_path: &ClassPath<'_>, made: &[Made]) -> Spots {
        let mut spots = Spots::default();
        for made in made {
            let release = made.version.or(class_path.release(&made.unit));
            for diagnostic in made.report.methods.iter().flat_map(|method| &method.diagnostics) {
                if let Some(callee) = &diagnostic.callee {
                    spots.enter(inputs, class_path, release, callee);
                }
            }
        }
        spots
    }

    fn enter(&mut self, inputs: &Inputs, class_path: &ClassPath<'_>, release: Release, callee: &CalleePlace) {
        for class in callee.chain.iter().map(|(class, ..)| class).chain([&callee.class]) {
            if self.0.contains_key(class) {
                continue;
            }
            let name = class.replace('.', "/");
            let given = class_path.given(&name, release).map(|unit| inputs.units[unit].clone());
            let unit = given.or_else(|| class_path.place(&name, release));
            let source = class_path.at(release).class(&name).and_then(|bytes| sources::name(&bytes));
            self.0.insert(class.clone(), Class { unit, source });
        }
    }

    /// The method that a diagnostic of a report speaks of.
    pub fn find<'r>(
        &'r self,
        class: &'r Analysed,
        method: &'r MethodReport,
        diagnostic: &'r Diagnostic,
    ) -> Spot<'r> {
        let report = &class.report;
        match &diagnostic.callee {
            Some(callee) => Spot {
                class: &callee.class,
                method: &callee.method,
                descriptor: &callee.descriptor,
                source: callee.source.as_deref(),
                unit: self.0.get(&callee.class).and_then(|known| known.unit.as_ref()),
                calls: callee
                    .chain
                    .iter()
                    .map(|(class, method, line)| self.call(class, method, *line))
                    .collect(),
            },
            None => Spot {
                class: &report.class,
                method: &method.method,
                descriptor: &method.descriptor,
                source: report.source.as_deref(),
                unit: Some(&class.unit),
                calls: Vec::new(),
            },
        }
    }

    fn call<'r>(&'r self, class: &'r str, method: &'r str, line: Option<u16>) -> Call<'r> {
        let known = self.0.get(class);
        let source = known.and_then(|k| k.source.as_deref());
        Call { class, method, line, source, unit: known.and_then(|k| k.unit.as_ref()) }
    }
}
