//! `--rules`: rules for functions of classes that cannot be annotated.
//!
//! ```text
//! # A function, and the method that is its `jvp`.
//! demo.Gamma.logGamma(D)D = my.Rules.logGamma_jvp
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use nabla_classfile::ClassFile;

use crate::classpath::ClassPath;
use crate::engine::{Access, ClassSource, UserRule};
use crate::failure::Failure;
use crate::parameters::{self, STATIC};

/// The rules of files, at most one for each function.
pub fn read(files: &[PathBuf], class_path: &ClassPath<'_>) -> Result<Vec<UserRule>, Failure> {
    let mut rules: Vec<(String, UserRule)> = Vec::new();
    for file in files {
        for (place, rule) in of_file(file, class_path)? {
            let function =
                |rule: &UserRule| (rule.of.clone(), rule.function.clone(), rule.function_descriptor());
            if let Some((other, _)) = rules.iter().find(|(_, other)| function(other) == function(&rule)) {
                let message = format!("{place}: `{}` has another rule, at {other}", rule.shown());
                return Err(Failure::usage(message).help("leave one of the two out"));
            }
            rules.push((place, rule));
        }
    }
    Ok(rules.into_iter().map(|(_, rule)| rule).collect())
}

/// The rules of a file, each with its place.
fn of_file(path: &Path, class_path: &ClassPath<'_>) -> Result<Vec<(String, UserRule)>, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|e| Failure::input(format!("cannot read the rules {}: {e}", path.display())))?;
    let mut rules = Vec::new();
    // Some editors begin a file with a byte order mark.
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let place = format!("{}:{}", path.display(), number + 1);
        let rule = rule(line, &place, class_path)?;
        rules.push((place, rule));
    }
    Ok(rules)
}

/// The rule of a line.
fn rule(line: &str, place: &str, class_path: &ClassPath<'_>) -> Result<UserRule, Failure> {
    let form = || {
        Failure::usage(format!("{place}: `{line}` is no rule"))
            .help("write FUNCTION = METHOD, e.g. `demo.Gamma.logGamma(D)D = my.Rules.logGamma_jvp`")
    };
    let (function, method) = line.split_once('=').ok_or_else(form)?;
    let (function, method) = (function.trim(), method.trim());
    let at = function.find('(').ok_or_else(form)?;
    let (name, descriptor) = function.split_at(at);
    let (of, name) = name.rsplit_once('.').ok_or_else(form)?;
    let (class, method) = method.rsplit_once('.').ok_or_else(form)?;
    let Some(expected) = expected(descriptor) else {
        let message = format!("{place}: `{function}` is no function of numbers");
        let help = "its parameters are of type `double` (D), `float` (F) or `int` (I), its result is `double` or `float`";
        return Err(Failure::usage(message).help(help));
    };
    let classes = class_path.at(None);
    let (of, own) = (of.replace('.', "/"), class.replace('.', "/"));
    let declaring = classes.class(&of);
    if declaring.is_none() {
        class_path.warn(format!(
            "{place}: the class `{}` was not found, so that the rule says nothing",
            of.replace('/', ".")
        ));
    }
    if let Some(bytes) = declaring
        && let Ok(found) = ClassFile::read(&bytes)
        && parameters::find(&found, name, descriptor).is_none_or(|m| m.access & STATIC == 0)
    {
        let message =
            format!("{place}: `{}` has no static method `{name}{descriptor}`", of.replace('/', "."));
        return Err(Failure::usage(message));
    }
    let Some(bytes) = classes.class(&own) else {
        let message = format!("{place}: the class `{class}` was not found");
        return Err(Failure::usage(message).help("name it as an input, or give it with `--class-path`"));
    };
    let found = ClassFile::read(&bytes).map_err(|e| Failure::malformed(class, &e))?;
    let member = parameters::find(&found, method, &expected).filter(|m| m.access & STATIC != 0);
    let Some(member) = member else {
        let message = format!("{place}: `{class}.{method}` is not the derivative of `{function}`");
        return Err(Failure::usage(message).help(format!("expected `{}`", shown(method, &expected))));
    };
    let rule =
        UserRule::new(&found, member, of, name.to_owned()).map_err(|e| Failure::malformed(class, &e))?;
    if matches!(rule.access, Access::Private(_)) {
        let message = format!("{place}: `{class}.{method}` is private, and derivatives call it");
        return Err(Failure::usage(message).help("make it and its class public"));
    }
    Ok(rule)
}

/// A static method as one declares it.
pub fn shown(method: &str, descriptor: &str) -> String {
    let result = parameters::java_type(descriptor.rsplit(')').next().unwrap_or_default());
    format!("static {result} {}", parameters::signature(method, descriptor, &[]))
}

/// The descriptor of the `jvp` of a function with this descriptor.
pub fn expected(descriptor: &str) -> Option<String> {
    let (parameters, result) = parameters::split(descriptor)?;
    let real = |t: &&str| matches!(*t, "D" | "F");
    let tangents: String = parameters.iter().copied().filter(|t| real(t)).collect();
    let fits = real(&result) && !tangents.is_empty() && parameters.iter().all(|t| real(t) || *t == "I");
    fits.then(|| format!("({}{tangents}[D){result}", parameters.concat()))
}
