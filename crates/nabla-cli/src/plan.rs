//! What a command line asks for: which methods, their independents, forms and names.

use std::ffi::OsString;
use std::path::PathBuf;

use nabla_classfile::ClassFile;

use crate::classpath::ClassPath;
use crate::cli::Selection;
use crate::engine::{self, ClassSource, Differentiable, Form, Lanes, Probes, Request, Wrt};
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::parameters;
use crate::rules_file;
use crate::select::Selector;

/// What is asked for, checked.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Which methods.
    pub selector: Selector,
    /// The independents; `None` leaves the choice to the annotation.
    wrt: Option<Wrt>,
    /// The forms; empty leaves the choice to the annotation.
    forms: Vec<Form>,
    names: Vec<(Form, String)>,
    /// How the directions of gradients and Jacobians are computed.
    pub lanes: Lanes,
    /// Whether derivatives an input already carries are replaced.
    pub refresh: bool,
    /// Worker threads.
    pub jobs: Option<u16>,
    /// Whether derivatives go into a companion.
    pub detached: bool,
    /// What the classes are to tell as they run.
    pub probes: Probes,
    class_path: Option<OsString>,
    system: Option<PathBuf>,
    rules: Vec<PathBuf>,
    math: Vec<String>,
}

impl Plan {
    /// Checks the options.
    pub fn new(selection: &Selection, refresh: bool) -> Result<Plan, Failure> {
        let wrt = selection.wrt.as_deref().map(independents).transpose()?;
        let forms = selection.forms.iter().map(|f| form(f)).collect::<Result<Vec<_>, _>>()?;
        let names = selection.names.iter().map(|n| template(n)).collect::<Result<Vec<_>, _>>()?;
        let lanes = selection.lanes.as_deref().map_or(Ok(Lanes::Chosen), lanes)?;
        let selector = Selector::new(&selection.methods)?;
        let Selection { class_path, system, jobs, rules, .. } = selection;
        let (class_path, system, rules) = (class_path.clone(), system.clone(), rules.clone());
        let math = selection.math.iter().map(|class| class.replace('.', "/")).collect();
        let (detached, probes) = (false, Probes::default());
        Ok(Plan {
            selector,
            wrt,
            forms,
            names,
            lanes,
            refresh,
            jobs: *jobs,
            detached,
            probes,
            class_path,
            system,
            rules,
            math,
        })
    }

    /// The same plan with derivatives in companions, or in the classes themselves.
    pub fn detached(self, detached: bool) -> Plan {
        Plan { detached, ..self }
    }

    /// The same with a form whose values can be compared with differences, if forms were asked for that are not:
    /// these, which are not compared.
    pub fn comparing(mut self) -> (Plan, Vec<Form>) {
        let compared = |form: &Form| matches!(form, Form::Partial | Form::Jvp);
        let others = self.forms.iter().filter(|form| !compared(form)).copied().collect();
        if !self.forms.is_empty() && !self.forms.iter().any(compared) {
            self.forms.push(Form::Jvp);
        }
        (self, others)
    }

    /// The same plan for one form, whatever was asked for.
    pub fn with_form(self, form: Form) -> Plan {
        Plan { forms: vec![form], ..self }
    }

    /// The same plan with instrumented classes.
    pub fn probed(self, probes: Probes) -> Plan {
        Plan { probes, ..self }
    }

    /// The same plan for these methods alone.
    pub fn only(self, methods: &[String]) -> Result<Plan, Failure> {
        Ok(Plan { selector: Selector::new(methods)?, ..self })
    }

    /// The requests for the selected methods of a class.
    pub fn requests(
        &self,
        class: &ClassFile<'_>,
        methods: &[(String, String)],
    ) -> Result<Vec<Request>, Failure> {
        let request = |(method, descriptor): &(String, String)| {
            let annotated = parameters::find(class, method, descriptor)
                .and_then(|m| engine::differentiable(class, m))
                .unwrap_or_default();
            let Differentiable { wrt, forms } = annotated;
            let listed = if wrt.is_empty() { Wrt::All } else { Wrt::Listed(wrt) };
            let forms = match self.forms.is_empty() {
                true => forms.iter().map(|f| form(&f.to_ascii_lowercase())).collect::<Result<_, _>>()?,
                false => self.forms.clone(),
            };
            Ok(Request {
                method: method.clone(),
                descriptor: descriptor.clone(),
                wrt: self.wrt.clone().unwrap_or(listed),
                forms,
                names: self.names.clone(),
                lanes: self.lanes,
            })
        };
        methods.iter().map(request).collect()
    }

    /// The name templates that replace the default ones.
    pub fn names(&self) -> &[(Form, String)] {
        &self.names
    }

    /// Where the classes that inputs call are found.
    pub fn class_path<'i>(&self, inputs: &'i Inputs) -> Result<ClassPath<'i>, Failure> {
        let mut class_path = ClassPath::new(inputs, self.class_path.as_deref(), self.system.as_deref())?;
        let rules = rules_file::read(&self.rules, &class_path)?;
        class_path.know_rules(rules);
        for class in &self.math {
            if class_path.at(None).class(class).is_none() {
                let message = format!("`--math`: the class `{}` was not found", class.replace('/', "."));
                return Err(
                    Failure::usage(message).help("name it as an input, or give it with `--class-path`")
                );
            }
        }
        class_path.know_math(self.math.clone());
        Ok(class_path)
    }
}

/// The form of this name.
pub fn form(name: &str) -> Result<Form, Failure> {
    let name = name.trim();
    Form::ALL.iter().copied().find(|f| f.name() == name).ok_or_else(|| {
        let known: Vec<_> = Form::ALL.iter().map(|f| format!("`{}`", f.name())).collect();
        let known = format!("the forms of this version are {}", known.join(", "));
        Failure::usage(format!("unknown form `{name}`")).help(known)
    })
}

/// The entries of `--wrt`. Whether a name and an index are the same parameter depends on the method.
fn independents(list: &[String]) -> Result<Wrt, Failure> {
    let list: Vec<String> = list.iter().map(|entry| entry.trim().to_owned()).collect();
    if list.iter().all(String::is_empty) {
        return Err(Failure::usage("`--wrt` names no parameter"));
    }
    let shown = list.join(",");
    if list.iter().any(String::is_empty) {
        let message = format!("an entry of `--wrt {shown}` is empty");
        return Err(Failure::usage(message).help("write one comma between two entries, and none at the ends"));
    }
    if let Some((_, twice)) = list.iter().enumerate().find(|(at, entry)| list[..*at].contains(entry)) {
        let message = format!("`--wrt {shown}` names `{twice}` twice");
        return Err(Failure::usage(message).help("name each independent once"));
    }
    Ok(Wrt::Listed(list))
}

/// Parses the argument of `--lanes`.
fn lanes(text: &str) -> Result<Lanes, Failure> {
    match text {
        "unrolled" => Ok(Lanes::Unrolled),
        "blocks" => Ok(Lanes::Blocks),
        number => match number.parse() {
            Ok(count @ 1..) => Ok(Lanes::AtOnce(count)),
            _ => Err(Failure::usage(format!("invalid lanes `{text}`"))
                .help("write `unrolled`, `blocks` or how many at once, from 1 to 65535")),
        },
    }
}

/// Parses `FORM=TEMPLATE`.
fn template(text: &str) -> Result<(Form, String), Failure> {
    let invalid = |why: &str| {
        Failure::usage(format!("invalid name `{text}`: {why}"))
            .help("write FORM=TEMPLATE with %f for the method and %p for the parameter, e.g. `--name 'partial=d_%f_d%p'`")
    };
    let (name, template) = text.split_once('=').ok_or_else(|| invalid("there is no `=`"))?;
    let form = form(name)?;
    if !template.contains("%f") {
        return Err(invalid("without %f all methods would get the same name"));
    }
    if form == Form::Partial && !template.contains("%p") {
        return Err(invalid("without %p all partials would get the same name"));
    }
    let filled = template.replace("%f", "f").replace("%p", "p");
    if filled.contains(['.', ';', '[', '/', '<', '>', '%']) {
        return Err(invalid(
            "the JVM allows no `.`, `;`, `[`, `/`, `<` or `>` in a method's name, and only %f and %p are replaced",
        ));
    }
    Ok((form, template.to_owned()))
}
