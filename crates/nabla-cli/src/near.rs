//! The methods that a pattern might have meant, when it matches none.

use std::collections::BTreeSet;

use crate::failure::Failure;
use crate::select::Pattern;

/// So many are looked for; where there are as many, the last stands for more.
pub const SHOWN: usize = 5;

/// A method that a pattern might have meant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    /// The class's binary name.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it could have a derivative.
    pub eligible: bool,
}

/// Adds to a failure what may have been meant, if there is anything.
pub fn suggest(failure: Failure, lead: &str, seen: &[Seen]) -> Failure {
    if seen.is_empty() {
        return failure;
    }
    let more = if seen.len() == SHOWN { ", …" } else { "" };
    let name = |s: &Seen| format!("`{}.{}{}`", s.class, s.method, s.descriptor);
    let names: Vec<String> = seen.iter().take(SHOWN - 1).map(name).collect();
    let end = if lead.ends_with("mean ") { "?" } else { "" };
    failure.help(format!("{lead}{}{more}{end}", names.join(", ")))
}

/// The methods whose names are closest to a pattern.
pub struct Nearest<'p> {
    pattern: &'p Pattern,
    found: BTreeSet<(usize, Seen)>,
}

impl<'p> Nearest<'p> {
    /// None yet.
    pub fn new(pattern: &'p Pattern) -> Nearest<'p> {
        Nearest { pattern, found: BTreeSet::new() }
    }

    /// Looks at a further method.
    pub fn see(&mut self, seen: &Seen) {
        let Pattern { name: wanted, class, .. } = self.pattern;
        let name = distance(wanted, &seen.method);
        let of_class = class.as_ref().map_or(0, |wanted| {
            // Leaving the package out is the commonest slip.
            if seen.class.ends_with(&format!(".{wanted}")) { 1 } else { distance(wanted, &seen.class) }
        });
        let limit = |text: &str| (text.chars().count() / 3).max(2);
        let near = name <= limit(wanted)
            && (name == 0 || class.as_ref().is_none_or(|wanted| of_class <= limit(wanted)));
        if near {
            let rating = name * 2 + of_class.min(8) + usize::from(!seen.eligible);
            self.found.insert((rating, seen.clone()));
        }
        if self.found.len() > SHOWN {
            self.found.pop_last();
        }
    }

    /// The closest, closest first.
    pub fn found(self) -> Vec<Seen> {
        self.found.into_iter().map(|(_, seen)| seen).collect()
    }
}

/// The edit distance; upper and lower case are the same letter here.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_sorted() {
        let seen = |class: &str, method: &str| Seen {
            class: class.into(),
            method: method.into(),
            descriptor: "(D)D".into(),
            eligible: true,
        };
        let all = [seen("demo.Foo", "value"), seen("demo.Foo", "other"), seen("demo.Bar", "valua")];
        let nearest = |text: &str| {
            let pattern = Pattern::parse(text).unwrap();
            let mut nearest = Nearest::new(&pattern);
            all.iter().for_each(|seen| nearest.see(seen));
            nearest.found()
        };
        let near = nearest("valu");
        assert_eq!(near.iter().map(|s| s.method.as_str()).collect::<Vec<_>>(), ["valua", "value"]);
        let near = nearest("Foo.value");
        assert_eq!((near[0].class.as_str(), near[0].method.as_str()), ("demo.Foo", "value"));
    }
}
