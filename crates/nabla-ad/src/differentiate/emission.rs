//! Emission: the derivatives of all roots, and the tangent methods they call.

use super::finish::Draft;
use crate::AdError;
use crate::codes::{self, CodeText};
use crate::diagnose::diagnostic;
use crate::emit::calls::{TangentCalls, internal_descriptor, internal_name};
use crate::emit::dispatch::{may_have_body, missing_body, unknown};
use crate::emit::fields::{Accessed, add_tangent_fields};
use crate::emit::functions::Applied;
use crate::emit::outline::MOST_COMPILED;
use crate::emit::registry::{add_registry, home};
use crate::emit::ways::add_reader;
use crate::emit::width::Width;
use crate::output::{Outputs, add_abstract, add_method, has_method};
use crate::program::classes::{ABSTRACT, ClassId};
use crate::program::fields::FieldId;
use crate::program::instance::Key;
use crate::program::solve::Program;
use crate::program::state::Settled;
use crate::report::Severity;
use crate::root::Root;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Emits the derivatives of all roots that are not refused into what other groups have made. A method that
/// turns out too long refuses the roots that need it, and emission starts again without them.
pub(super) fn emit<'a>(
    program: &Program<'a>,
    roots: &mut [(usize, Root<'a>)],
    draft: &mut Draft<'a>,
) -> Result<(), AdError> {
    let second = roots.iter().any(|(_, root)| root.request.second_order().next().is_some());
    let mut refused: HashMap<Wanted, &CodeText> = HashMap::new();
    let methods = roots.iter().filter_map(|(_, root)| Some(root.primal.as_ref()?.method));
    program.find_lasting(methods, second)?;
    loop {
        let mut emission = Emission {
            program,
            second,
            outputs: draft.outputs.clone(),
            unchanged: Settled::default(),
            lengths: BTreeMap::new(),
            accessed: RefCell::default(),
            lambdas: RefCell::default(),
            constants: RefCell::default(),
            applied: BTreeMap::new(),
            unreached: BTreeSet::new(),
        };
        let mut needs: BTreeMap<Wanted, Vec<Wanted>> = BTreeMap::new();
        let mut again = false;
        let mut reached = Vec::new();
        for (_, root) in roots.iter_mut() {
            root.report.derivatives.clear();
            let mut direct = BTreeSet::new();
            if !root.is_refused() {
                again |= !emission.root(root, &mut direct)?;
            }
            reached.push(direct);
        }
        let mut waiting: Vec<Wanted> = reached.iter().flatten().cloned().collect();
        while let Some(key) = waiting.pop() {
            if needs.contains_key(&key) {
                continue;
            }
            let direct = emission.internal(&key)?.unwrap_or_else(|text| {
                refused.insert(key.clone(), text);
                again = true;
                Vec::new()
            });
            waiting.extend(direct.iter().cloned());
            needs.insert(key, direct);
        }
        let long = |key: &Wanted| emission.lengths.get(key).is_some_and(|length| *length > MOST_COMPILED);
        let text = |key: &Wanted| match refused.get(key) {
            Some(text) => Some((Severity::Error, *text)),
            None => (!again && long(key)).then_some((Severity::Warning, codes::NEVER_COMPILED)),
        };
        // Most often nothing is to be said of any.
        let told: BTreeSet<&Wanted> = needs.keys().filter(|key| text(key).is_some()).collect();
        for ((_, root), direct) in roots.iter_mut().zip(reached).filter(|_| !told.is_empty()) {
            for key in closure(&direct, &needs).intersection(&told) {
                let Some((severity, text)) = text(key) else { continue };
                let subject = emission.label(&key.0);
                let told = diagnostic(severity, text, &subject, root.primal.as_deref(), None);
                root.report.diagnostics.push(told);
            }
        }
        if !again {
            let Accessed { classes, passed, looked_at, mut homes } = emission.accessed.take();
            homes.extend(classes.iter().filter_map(|(id, _)| home(program, *id)));
            for (id, width) in classes {
                let class = &mut emission.outputs.of(program, id).class;
                add_tangent_fields(class, program, id, width, &passed)?;
            }
            for (id, index) in looked_at {
                add_reader(&mut emission.outputs.of(program, id).class, index)?;
            }
            for id in homes {
                add_registry(&mut emission.outputs.of(program, id).class)?;
            }
            return emission.close(draft);
        }
    }
}

/// All instances that these need.
fn closure<'w>(
    direct: &'w BTreeSet<Wanted>,
    needs: &'w BTreeMap<Wanted, Vec<Wanted>>,
) -> BTreeSet<&'w Wanted> {
    let mut waiting: Vec<&Wanted> = direct.iter().collect();
    let mut all = BTreeSet::new();
    while let Some(key) = waiting.pop() {
        if all.insert(key) {
            waiting.extend(needs.get(key).into_iter().flatten());
        }
    }
    all
}

/// An instance whose internal tangent method is wanted, and what its tangents are.
pub(super) type Wanted = (Key, Width);

pub(super) struct Emission<'p, 'a> {
    pub(super) program: &'p Program<'a>,
    pub(super) outputs: Outputs<'a>,
    /// Whether derivatives are differentiated again.
    pub(super) second: bool,
    /// The tangent methods that stand where a primal is resolved whose body no call reached so far.
    pub(super) unreached: BTreeSet<(ClassId, String, String)>,
    /// What methods were found to change.
    pub(super) unchanged: Settled,
    /// The bytecode length of every internal method.
    pub(super) lengths: BTreeMap<Wanted, u32>,
    /// The tangent fields that are read and written.
    pub(super) accessed: RefCell<Accessed>,
    /// The classes of lambdas of which objects are made.
    pub(super) lambdas: RefCell<BTreeSet<ClassId>>,
    /// The fields whose constant functions are read.
    pub(super) constants: RefCell<BTreeSet<FieldId>>,
    /// The tangent methods of functions, with a class that calls each.
    pub(super) applied: BTreeMap<Applied, ClassId>,
}

impl Emission<'_, '_> {
    /// The instances that calls need. A dispatched call also needs a tangent method where the
    /// primal is resolved.
    pub(super) fn needed(
        &mut self,
        caller: ClassId,
        calls: &TangentCalls,
        width: Width,
    ) -> Result<Vec<Wanted>, AdError> {
        for call in calls.values() {
            if let Some(applied) = Applied::of(call, width) {
                for body in &call.bodies {
                    applied.implement(&mut self.outputs.of(self.program, body.class).class)?;
                }
                self.applied.entry(applied).or_insert(caller);
            }
            let Some(resolved) = call.callee.targets.resolved else { continue };
            if call.bodies.contains(&resolved) {
                continue;
            }
            let output = self.outputs.of(self.program, resolved.class);
            let class = &mut output.class;
            let method = &class.methods[resolved.index as usize];
            let (access, primal) = (method.access, class.pool.utf8(method.name)?.into_owned());
            let name = internal_name(&primal, &call.pattern);
            let descriptor =
                internal_descriptor(&primal, &class.pool.utf8(method.descriptor)?, &call.pattern, width);
            if has_method(class, &name, &descriptor) {
                continue;
            }
            if !may_have_body(class) {
                // The JVM's own exception names the receiver's class.
                add_abstract(class, access | 0x1000, &name, &descriptor)?;
            } else {
                let code = missing_body(class, &primal, &descriptor, unknown(self.program))?;
                add_method(class, access & !ABSTRACT | 0x1000, &name, &descriptor, &code)?;
                self.unreached.insert((resolved.class, name, descriptor));
            }
        }
        let keys = calls.values().flat_map(|call| call.keys().collect::<Vec<_>>());
        Ok(keys.map(|key| (key, width)).collect())
    }

    /// The callee in a message: `demo.Foo.bar`.
    pub(super) fn label(&self, key: &Key) -> String {
        let class = self.program.classes.get(key.method.class);
        let method = &class.methods[key.method.index as usize];
        let name = class.pool.utf8(method.name).map(|n| n.into_owned()).unwrap_or_default();
        format!("{}.{name}", self.program.classes.name(key.method.class).replace('/', "."))
    }
}
