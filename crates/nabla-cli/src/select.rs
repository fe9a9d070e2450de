//! Which methods are meant: patterns and `@Differentiable`.

use nabla_classfile::{ClassFile, Member};

use crate::engine::{self, Candidate};
use crate::failure::Failure;
use crate::near::{Nearest, SHOWN, Seen, suggest};
use crate::parameters;

/// Synthetic methods are the compiler's; a user who names `apply` does not mean its bridge.
const SYNTHETIC: u16 = 0x1000;

/// `NAME`, `CLASS.NAME`, either with a descriptor; `*` matches any run of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// As given, for messages.
    pub text: String,
    pub(crate) class: Option<String>,
    pub(crate) name: String,
    descriptor: Option<String>,
}

impl Pattern {
    /// Parses a pattern.
    pub fn parse(text: &str) -> Result<Pattern, Failure> {
        let invalid = |why: &str| {
            Failure::usage(format!("invalid method pattern `{text}`: {why}")).help(
                "write NAME, CLASS.NAME or either with a descriptor: `value`, `demo.Foo.value`, `value(DD)D`",
            )
        };
        let (path, descriptor) = match text.find('(') {
            Some(open) => (&text[..open], Some(&text[open..])),
            None => (text, None),
        };
        if descriptor.is_some_and(|d| parameters::split(d).is_none()) {
            return Err(invalid("its descriptor is not one of the JVM")
                .note("D is double, F float, I int, J long, Z boolean, [D double[], Lpkg/Name; a class"));
        }
        let (class, name) = match path.rsplit_once('.') {
            Some((class, name)) => (Some(class.replace('/', ".")), name),
            None => (None, path),
        };
        if name.is_empty() || class.as_ref().is_some_and(String::is_empty) {
            return Err(invalid("a name is missing"));
        }
        Ok(Pattern {
            text: text.to_owned(),
            class,
            name: name.to_owned(),
            descriptor: descriptor.map(str::to_owned),
        })
    }

    /// Whether what cannot have a derivative is left out silently.
    fn is_wild(&self) -> bool {
        self.name.contains('*') || self.class.as_ref().is_some_and(|c| c.contains('*'))
    }

    fn matches(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let descriptor_fits = self.descriptor.as_deref().is_none_or(|wanted| {
            descriptor == wanted || (wanted.ends_with(')') && descriptor.starts_with(wanted))
        });
        descriptor_fits
            && wildcard(&self.name, name)
            && self.class.as_deref().is_none_or(|wanted| wildcard(wanted, class))
    }
}

/// Whether `text` is `pattern` with every `*` replaced by some run of characters.
fn wildcard(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // The last star seen and where its run ends at present; a mismatch makes the run longer.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if p < pattern.len() && pattern[p] == b'*' {
            star = Some((p, t));
            p += 1;
        } else if p < pattern.len() && pattern[p] == text[t] {
            (p, t) = (p + 1, t + 1);
        } else if let Some((at, end)) = star {
            star = Some((at, end + 1));
            (p, t) = (at + 1, end + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&b| b == b'*')
}

/// What the user selected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    /// The patterns; empty: the annotated methods.
    patterns: Vec<Pattern>,
}

/// What a selector finds in one class.
#[derive(Debug, Default)]
pub struct Found {
    /// Name and descriptor of the selected methods, in the order of the class.
    pub methods: Vec<(String, String)>,
    /// For each pattern, whether it matched.
    pub hits: Vec<bool>,
}

impl Selector {
    /// Parses the patterns.
    pub fn new(patterns: &[String]) -> Result<Selector, Failure> {
        let patterns = patterns.iter().map(|p| Pattern::parse(p)).collect::<Result<_, _>>()?;
        Ok(Selector { patterns })
    }

    /// Selects everything that can be differentiated.
    pub fn everything() -> Selector {
        Selector {
            patterns: vec![Pattern { text: "*".into(), class: None, name: "*".into(), descriptor: None }],
        }
    }

    /// Whether the annotation selects.
    pub fn by_annotation(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Selects in one class.
    pub fn select(&self, class: &ClassFile<'_>, class_name: &str) -> Result<Found, Failure> {
        let candidates = engine::candidates(class)?;
        let mut found = Found { methods: Vec::new(), hits: vec![false; self.patterns.len()] };
        for candidate in &candidates {
            let selected = if self.by_annotation() {
                candidate.annotated
            } else {
                let mut any = false;
                for (pattern, hit) in self.patterns.iter().zip(&mut found.hits) {
                    if pattern.matches(class_name, &candidate.method, &candidate.descriptor)
                        && meant(pattern, class, candidate, &candidates)
                    {
                        *hit = true;
                        any = true;
                    }
                }
                any
            };
            if selected {
                found.methods.push((candidate.method.clone(), candidate.descriptor.clone()));
            }
        }
        Ok(found)
    }

    /// The usage error for patterns without a match, or for an empty selection; `None` if there is
    /// neither. `all` is called only when needed, for it looks at all classes again.
    pub fn unmatched<I: Iterator<Item = Seen>>(
        &self,
        hits: &[bool],
        any: bool,
        all: impl FnOnce() -> I,
    ) -> Option<Failure> {
        if self.by_annotation() {
            if any {
                return None;
            }
            let failure = Failure::usage("no method is annotated `@Differentiable`")
                .help("select methods with `--method`, e.g. `-m NAME`, or `-m '*'` for all that can have a derivative");
            let eligible: Vec<Seen> = all().filter(|seen| seen.eligible).take(SHOWN).collect();
            return Some(suggest(failure, "eligible here: ", &eligible));
        }
        let missing: Vec<&Pattern> =
            self.patterns.iter().zip(hits).filter(|(_, hit)| !**hit).map(|(p, _)| p).collect();
        let first = missing.first()?;
        let mut failure = Failure::usage(match missing.as_slice() {
            [one] => format!("no method matches `{}`", one.text),
            many => {
                let texts: Vec<_> = many.iter().map(|p| format!("`{}`", p.text)).collect();
                format!("no method matches {}", texts.join(", "))
            }
        });
        if first.is_wild() {
            let mut matches = false;
            let mut eligible = Vec::new();
            for seen in all() {
                matches |= first.matches(&seen.class, &seen.method, &seen.descriptor);
                if seen.eligible && eligible.len() < SHOWN {
                    eligible.push(seen);
                }
            }
            if matches {
                failure = failure.note(
                    "methods without a double or float parameter, those whose result is not such numbers (for `void`: \
                     that write none into an array), abstract, native and synthetic ones and constructors have \
                     no derivative",
                );
            }
            return Some(suggest(failure, "eligible here: ", &eligible));
        }
        let mut near: Vec<Nearest> = missing.into_iter().map(Nearest::new).collect();
        for seen in all() {
            near.iter_mut().for_each(|nearest| nearest.see(&seen));
        }
        Some(
            near.into_iter()
                .fold(failure, |failure, nearest| suggest(failure, "did you mean ", &nearest.found())),
        )
    }
}

/// Whether a pattern that matches a method's name means it.
fn meant(pattern: &Pattern, class: &ClassFile<'_>, candidate: &Candidate, all: &[Candidate]) -> bool {
    if candidate.eligible {
        return true;
    }
    if pattern.is_wild() {
        return false;
    }
    let synthetic = |c: &Candidate| {
        parameters::find(class, &c.method, &c.descriptor)
            .is_some_and(|m: &Member<'_>| m.access & SYNTHETIC != 0)
    };
    // A compiler's bridge beside the method itself is no overload that anyone wrote.
    pattern.descriptor.is_some()
        || !synthetic(candidate)
        || all.iter().all(|other| other.method != candidate.method || synthetic(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_run() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("demo.*", "demo.a.B", true),
            ("demo.*", "demon", false),
            ("*Func*", "MyFunction", true),
            ("a*b*c", "aXbXbYc", true),
            ("a*b*c", "aXbXbY", false),
            ("abc", "abcd", false),
        ] {
            assert_eq!(wildcard(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn patterns_have_class_name_and_descriptor() {
        let p = Pattern::parse("demo.Outer$Inner.f(DD)").unwrap();
        assert!(p.matches("demo.Outer$Inner", "f", "(DD)D"));
        assert!(!p.matches("demo.Outer$Inner", "f", "(D)D"));
        assert!(!p.matches("Outer$Inner", "f", "(DD)D"));
        assert!(Pattern::parse("f(DD)D").unwrap().matches("a.B", "f", "(DD)D"));
        assert!(!Pattern::parse("f(DD)D").unwrap().matches("a.B", "f", "(DD)F"));
        assert!(Pattern::parse("demo.*.*").unwrap().matches("demo.Foo", "g", "()V"));
        for bad in ["", "demo.", ".f", "f(double)", "f(D"] {
            assert!(Pattern::parse(bad).is_err(), "{bad}");
        }
    }
}
