//! State that outlives a call is constant at entry: whatever was called and changed before on an
//! object, in whatever form and direction, a derivative gives what it gives on a new object. And two
//! places that hold one array are found out where the analysis held them apart.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use nabla_ad::{ClassSource, Form, Input, ProgramReport, Request, Wrt};
use nabla_filetest::classes::Directory;
use nabla_filetest::jdk::{self, Jdk};

/// The classes, and how many sequences are drawn for each.
const CLASSES: [&str; 5] = ["Numbers", "Buffers", "Chain", "Mesh", "Scratch"];
const SEQUENCES: usize = 3000;
#[test]
fn sequences_give_what_new_objects_give() {
    let sources = [
        ("Sequences.java", include_str!("stateful/Sequences.java")),
        ("Numbers.java", include_str!("stateful/Numbers.java")),
        ("Buffers.java", include_str!("stateful/Buffers.java")),
        ("Chain.java", include_str!("stateful/Chain.java")),
        ("Mesh.java", include_str!("stateful/Mesh.java")),
        ("Scratch.java", include_str!("stateful/Scratch.java")),
    ];
    check("stateful", &sources, &CLASSES);
}

/// Alone, so that no other class's objects are a reason to think that its own may outlive a call.
#[test]
fn objects_that_calls_make_give_what_new_ones_give() {
    let sources = [
        ("Sequences.java", include_str!("stateful/Sequences.java")),
        ("Fleeting.java", include_str!("stateful/Fleeting.java")),
    ];
    check("fleeting", &sources, &["Fleeting"]);
}

fn check(name: &str, sources: &[(&str, &str)], classes: &[&str]) {
    let count = SEQUENCES.to_string();
    let requests = || vec![request("f", "(DD)D", Wrt::All), request("g", "([DD)D", Wrt::All)];
    let all: Vec<_> = classes.iter().map(|class| (*class, requests())).collect();
    let Some(printed) = run(name, sources, &all, &["Sequences", "1", &count, &classes.join(",")]) else {
        return;
    };
    println!("{printed}");
    for line in printed.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, sequences, compared, moving] = fields[..] else { panic!("{line}") };
        let count = |text: &str| text.parse::<usize>().unwrap();
        assert_eq!(count(sequences), SEQUENCES);
        assert!(count(compared) > SEQUENCES, "{line}");
        assert!(2 * count(moving) > count(compared), "most derivatives are zero: {line}");
    }
    assert_eq!(printed.lines().count(), classes.len());
}

#[test]
fn one_array_in_two_places_is_found_out() {
    let sources = [
        ("Apart.java", include_str!("stateful/Apart.java")),
        ("TellApart.java", include_str!("stateful/TellApart.java")),
    ];
    let requests = vec![
        request("inFields", "(D)D", Wrt::All),
        request("inClassAndObject", "(D)D", Wrt::All),
        request("inParameter", "([DD)D", Wrt::All),
        request("passedAgain", "([D)D", Wrt::All),
        request("inField", "([DD)D", Wrt::Listed(vec!["x".to_string()])),
    ];
    let Some(printed) = run("apart", &sources, &[("Apart", requests)], &["TellApart"]) else { return };
    let throws = |name: &str, written: &str, read: &str| {
        format!(
            "{name} throws java.lang.IllegalStateException: Apart: `{written}` and `{read}` are one array, \
             and the derivative through `{read}` is not followed (nabla-rs)\n"
        )
    };
    let expected = throws("inFields", "written", "read")
        + &throws("inClassAndObject", "common", "own")
        + &throws("inParameter", "a", "read")
        + &throws("inField", "written", "a")
        + &"passedAgain gives 13.0\n6.5\n".repeat(2);
    assert_eq!(printed, expected);
}

#[test]
fn an_array_that_is_passed_is_found_in_objects_from_outside() {
    let sources = [
        ("Elsewhere.java", include_str!("stateful/Elsewhere.java")),
        ("TellElsewhere.java", include_str!("stateful/TellElsewhere.java")),
    ];
    let wanted = [
        ("read", "[DLElsewhere$Reader;"),
        ("below", "[DLElsewhere$Source;"),
        ("behind", "[DLElsewhere$Model;"),
        ("row", "[DLElsewhere$Matrix;"),
        ("rowPassed", "[D[[D"),
        ("rowWritten", "[[DLElsewhere$Reader;"),
        ("common", "[D"),
        ("written", "[DLElsewhere$Writer;"),
        ("both", "[DLElsewhere$Writer;"),
        ("ofOwnClass", "LElsewhere;[D"),
        ("ofOwnField", "[D"),
        ("constant", "[DLElsewhere$Reader;"),
        ("writerAndReader", "LElsewhere$Writer;LElsewhere$Reader;"),
        ("ofTheirOwn", "LElsewhere$Stepper;LElsewhere$Stepper;"),
        ("inOneObject", "LElsewhere$Both;"),
        ("writerAndRows", "LElsewhere$Writer;LElsewhere$Matrix;"),
        ("commonReader", "LElsewhere$Writer;"),
        ("writerAndCommon", "LElsewhere$Writer;"),
        ("twoReaders", "LElsewhere$Reader;LElsewhere$Reader;"),
    ];
    let of_x = |(name, first): (&str, &str)| {
        request(name, &format!("({first}D)D"), Wrt::Listed(vec!["x".to_string()]))
    };
    let requests = wanted.map(of_x).to_vec();
    let Some(printed) = run("elsewhere", &sources, &[("Elsewhere", requests)], &["TellElsewhere"]) else {
        return;
    };
    let throws = |name: &str, what: &str, read: &str| {
        format!(
            "{name} throws java.lang.IllegalStateException: Elsewhere: {what}, and the derivative through \
             `{read}` is not followed (nabla-rs)\n"
        )
    };
    let one = |name: &str, written: &str, read: &str| {
        throws(name, &format!("`{written}` and `{read}` are one array"), read)
    };
    let row = |name: &str, row: &str, rows: &str, read: &str| {
        throws(name, &format!("`{row}` is a row of `{rows}`"), read)
    };
    let null = "behind throws java.lang.NullPointerException: Cannot invoke \"Elsewhere$Source.first()\" because \
                \"this.source\" is null\n";
    let expected = "one array\n".to_owned()
        + &one("read", "a", "reader.held").repeat(2)
        + &one("below", "a", "source.held")
        + "below gives 1.0\n"
        + &one("behind", "a", "model.source.held")
        + null
        + &row("row", "a", "matrix.rows", "matrix.rows")
        + &row("rowPassed", "a", "rows", "rows")
        + &row("rowWritten", "reader.held", "rows", "reader.held")
        + &one("common", "a", "Common.all")
        + &one("written", "writer.target", "a")
        + &one("both", "a", "writer.target")
        + &one("ofOwnClass", "a", "object.own")
        + "ofOwnField gives 7.0\n"
        + "constant gives 1.0\n"
        + &one("writerAndReader", "writer.target", "reader.held")
        + &one("ofTheirOwn", "a.state", "b.state")
        + "ofTheirOwn gives 7.0\n"
        + &one("inOneObject", "both.target", "both.held")
        + &row("writerAndRows", "writer.target", "matrix.rows", "matrix.rows")
        + &one("commonReader", "writer.target", "Elsewhere.common.held")
        + &one("writerAndCommon", "writer.target", "Common.all")
        + "twoReaders gives 1.0\n"
        + "two arrays\n"
        + &"read gives 1.0\n".repeat(2)
        + &"below gives 1.0\n".repeat(2)
        + "behind gives 1.0\n"
        + null
        + "row gives 1.0\nrowPassed gives 1.0\nrowWritten gives 1.0\ncommon gives 1.0\nwritten gives 1.0\n"
        + "both gives 1.0\nofOwnClass gives 1.0\nofOwnField gives 0.0\nconstant gives 1.0\n"
        + "writerAndReader gives 1.0\nofTheirOwn gives 1.0\nofTheirOwn gives 7.0\ninOneObject gives 1.0\n"
        + "writerAndRows gives 1.0\ncommonReader gives 1.0\nwriterAndCommon gives 1.0\ntwoReaders gives 1.0\n";
    assert_eq!(printed, expected);
}

/// Compiles the sources, differentiates what is asked of the classes, and runs a program; `None`
/// without a JDK.
fn run(
    name: &str,
    sources: &[(&str, &str)],
    classes: &[(&str, Vec<Request>)],
    command: &[&str],
) -> Option<String> {
    let Some(jdk) = jdk::find().into_iter().next() else {
        eprintln!("NOT RUN: no JDK");
        return None;
    };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let printed = run_on(&jdk, &scratch, sources, classes, command);
    Some(printed.unwrap_or_else(|problem| panic!("{problem}")))
}

fn run_on(
    jdk: &Jdk,
    scratch: &Path,
    sources: &[(&str, &str)],
    classes: &[(&str, Vec<Request>)],
    command: &[&str],
) -> Result<String, String> {
    let _ = fs::remove_dir_all(scratch);
    let (primal, augmented) = (scratch.join("primal"), scratch.join("augmented"));
    fs::create_dir_all(&augmented).map_err(|e| e.to_string())?;
    let mut files = Vec::new();
    for (name, text) in sources {
        files.push(scratch.join(name));
        fs::write(scratch.join(name), text).map_err(|e| e.to_string())?;
    }
    jdk.compile(17, &files, &primal)?;
    for (class, requests) in classes {
        let bytes = fs::read(primal.join(format!("{class}.class"))).map_err(|e| e.to_string())?;
        let inputs = [Input { bytes: &bytes, requests: requests.clone() }];
        let classes = Others { all: Directory(primal.clone()), runs: command[0] };
        let report = nabla_ad::differentiate_program(&inputs, &classes);
        write(report.map_err(|e| format!("{class}: {e}"))?, &augmented)?;
    }
    let path = std::env::join_paths([&augmented, &primal]).map_err(|e| e.to_string())?;
    let mut arguments: Vec<&OsStr> = ["-XX:+UseSerialGC", "-Xverify:all", "-cp"].map(OsStr::new).to_vec();
    arguments.push(&path);
    arguments.extend(command.iter().map(OsStr::new));
    jdk.tool("java", &arguments)
}

/// All classes but those of the program that runs them, which the user's own code stands for: not seen.
struct Others<'s> {
    all: Directory,
    runs: &'s str,
}

impl ClassSource for Others<'_> {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        self.all.class(name).filter(|_| name.split('$').next() != Some(self.runs))
    }

    fn names(&self) -> Vec<String> {
        let mut names = self.all.names();
        names.retain(|name| name.split('$').next() != Some(self.runs));
        names
    }
}

/// Writes the classes that changed; an error if a method was refused.
fn write(report: ProgramReport, into: &Path) -> Result<(), String> {
    let mut written = report.callees;
    for report in report.classes {
        written.push(report.map_err(|e| e.to_string())?);
    }
    for report in written {
        if let Some(method) = report.methods.iter().find(|m| m.refused()) {
            return Err(format!("{}.{}: {:?}", report.class, method.method, method.diagnostics));
        }
        if let Some(bytes) = report.output {
            let file = into.join(format!("{}.class", report.class));
            fs::write(file, bytes).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

fn request(method: &str, descriptor: &str, wrt: Wrt) -> Request {
    Request {
        method: method.to_string(),
        descriptor: descriptor.to_string(),
        wrt,
        forms: vec![Form::Partial, Form::Jvp],
        names: Vec::new(),
        lanes: Default::default(),
    }
}
