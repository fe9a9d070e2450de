//! The report as SARIF 2.1.0, for code-scanning services. Only what they read is modelled.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::engine::{self, Severity};
use crate::pipeline::Run;
use crate::sources::{self, Sources};

/// The name that relative URIs refer to.
const BASE: &str = "SRCROOT";

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'r> {
    tool: Tool,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    original_uri_base_ids: BTreeMap<&'static str, ArtifactLocation>,
    column_kind: &'static str,
    results: Vec<Finding<'r>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_description: Option<Text>,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'r> {
    rule_id: &'r str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    /// The calls that lead there from the selected method, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    logical_locations: [LogicalLocation; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u16,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
    kind: &'static str,
}

/// The document. URIs are relative to `root`, by default the working directory.
pub fn document(run: &Run, found: &Sources, root: Option<&Path>) -> anyhow::Result<String> {
    let diagnostics = || {
        run.classes.iter().flat_map(|c| {
            c.report.methods.iter().flat_map(move |m| m.diagnostics.iter().map(move |d| (c, m, d)))
        })
    };
    let mut codes: Vec<&'static str> = diagnostics().map(|(_, _, d)| d.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let base = fs::canonicalize(root.unwrap_or(Path::new(".")))?;
    let results = diagnostics().map(|(class, method, d)| {
        let spot = run.spots.find(class, method, d);
        let location = |unit, class: &str, source, line: Option<u16>, name, message| {
            let file = found.find(&run.inputs, unit, class, source);
            let uri = file.and_then(|s| relative(&base, &s.path));
            let uri = uri.unwrap_or_else(|| sources::relative_path(class, source));
            Location {
                physical_location: PhysicalLocation {
                    artifact_location: ArtifactLocation { uri: encode(&uri), uri_base_id: Some(BASE) },
                    region: line.filter(|&l| l > 0).map(|start_line| Region { start_line }),
                },
                logical_locations: [LogicalLocation { fully_qualified_name: name, kind: "function" }],
                message,
            }
        };
        let name = format!("{}.{}{}", spot.class, spot.method, spot.descriptor);
        let calls = spot.calls.iter().map(|c| {
            let text = Text { text: format!("called from {}.{}", c.class, c.method) };
            location(c.unit, c.class, c.source, c.line, format!("{}.{}", c.class, c.method), Some(text))
        });
        let message =
            if d.help.is_empty() { d.message.clone() } else { format!("{}\n{}", d.message, d.help) };
        Finding {
            rule_id: d.code,
            rule_index: codes.binary_search(&d.code).unwrap_or(0),
            level: match d.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: Text { text: message },
            related_locations: calls.collect(),
            locations: [location(spot.unit, spot.class, spot.source, d.line, name, None)],
        }
    });
    let rules = codes.iter().map(|&id| Rule {
        id,
        full_description: engine::code_text(id).map(|text| Text { text: text.to_owned() }),
    });
    // The absolute place of the root is told only when the user named one: without it, the same
    // input gives the same document on every machine.
    let mut bases = BTreeMap::new();
    if root.is_some() {
        let uri = format!("file://{}/", encode(&base.display().to_string()));
        bases.insert(BASE, ArtifactLocation { uri, uri_base_id: None });
    }
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [SarifRun {
            tool: Tool {
                driver: Driver {
                    name: "nabla-rs",
                    version: env!("CARGO_PKG_VERSION"),
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules: rules.collect(),
                },
            },
            original_uri_base_ids: bases,
            column_kind: "utf16CodeUnits",
            results: results.collect(),
        }],
    };
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

/// A path below the root, with slashes.
fn relative(base: &Path, path: &Path) -> Option<String> {
    let real: PathBuf = fs::canonicalize(path).ok()?;
    let below = real.strip_prefix(base).ok()?;
    let parts: Option<Vec<&str>> = below.iter().map(|p| p.to_str()).collect();
    Some(parts?.join("/"))
}

/// Percent-encodes what a URI's path does not allow.
fn encode(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'$' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
