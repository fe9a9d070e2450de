//! What failed, each failure once with all the places where it did.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Failures by source and text; the places are builds and JDKs.
#[derive(Debug, Default)]
pub struct Failures(BTreeMap<(PathBuf, String), BTreeSet<String>>);

impl Failures {
    /// Adds one.
    pub fn add(&mut self, source: &Path, text: String, place: &str) {
        self.0.entry((source.to_path_buf(), text)).or_default().insert(place.to_string());
    }

    /// Fails the test with everything that failed.
    ///
    /// # Panics
    ///
    /// If anything did.
    pub fn assert_none(&self) {
        let mut text = String::new();
        for ((source, problem), places) in &self.0 {
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            text += &format!("{}: {problem} [{}]\n", source.display(), places.join(", "));
        }
        assert!(self.0.is_empty(), "{} failures:\n{text}", self.0.len());
    }
}
