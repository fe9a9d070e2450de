//! Every public method of `Math`, `StrictMath`, `Double` and `Float` has a row, by reflection.

#[path = "rules/java.rs"]
mod java;

use nabla_ad::rules;

#[test]
fn every_method_has_a_row() {
    let mut run = Vec::new();
    for command in java::javas() {
        let Some(text) = java::run(&command, "", &java::beside("Methods.java"), &[]) else {
            continue;
        };
        let lines: Vec<&str> = text.lines().collect();
        let (version, lines) = lines.split_first().expect("a version");
        let missing: Vec<&&str> = lines
            .iter()
            .filter(|line| {
                let fields: Vec<&str> = line.split(' ').collect();
                rules::lookup(fields[0], fields[1], fields[2]).is_none()
            })
            .collect();
        assert!(missing.is_empty(), "Java {version} has methods without a row: {missing:#?}");
        assert!(lines.len() > 200, "Java {version} shows only {} methods", lines.len());
        run.push(version.to_string());
    }
    println!("checked: {run:?}");
    if run.is_empty() {
        java::not_run("JDK", "NABLA_ALLOW_NO_JDK");
    }
}
