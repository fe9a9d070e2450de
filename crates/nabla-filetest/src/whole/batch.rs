//! Compiles many programs at once, differentiates them, and runs them beside their references in
//! one JVM.
//!
//! Commands, fields separated by tabs:
//!
//! ```text
//! batch    DIRECTORY
//! compile  SEED RELEASE
//! compiled
//! program  SEED PARAMETERS INSTANCE FLOATS INDEPENDENT
//! step     ACTION FIELD FIELD NUMBERS SEEDS INT
//! run
//! ```
//!
//! `compiled` and `run` are answered by lines `SEED VERDICT …` and `done`: `nojava LINE TEXT`; `ok
//! COMPARED IDLE`, `declined COMPARED IDLE` or `wrong STEP TEXT`. In an idle step only values were compared: it threw, its
//! tangents are zero, or it met numbers that are not finite or tangents beyond comparison.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use nabla_ad::{ClassSource, Form, Input, NoClasses, ProgramReport, Request, Wrt};

use super::ast::{Action, Program, Type};
use super::java::{java, main_class};
use crate::inventory;
use crate::jdk::Jdk;

const SERVER: [(&str, &str); 4] = [
    ("Dual.java", include_str!("Dual.java")),
    ("Server.java", include_str!("Server.java")),
    ("Twin.java", include_str!("Twin.java")),
    ("World.java", include_str!("World.java")),
];

/// What came of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It agrees with its reference: tangents in so many steps, values alone in so many.
    Agrees(usize, usize),
    /// It agrees up to a step in which the derivative says that it does not follow this.
    Declines(usize, usize),
    /// It was refused, with these codes.
    Refused(Vec<&'static str>),
    /// Something is wrong.
    Wrong(String),
    /// It is no Java: the compiler says why.
    NoJava(String),
}

/// A program's own classes.
struct Own<'c> {
    classes: &'c BTreeMap<String, Arc<[u8]>>,
    most_analyses: Option<usize>,
}

impl ClassSource for Own<'_> {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        self.classes.get(name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.classes.keys().cloned().collect()
    }

    fn most_analyses(&self) -> usize {
        self.most_analyses.unwrap_or_else(|| NoClasses.most_analyses())
    }
}

/// A virtual machine that compiles and runs.
pub struct Session {
    jvm: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    scratch: PathBuf,
    /// How many analyses a program may take, if not as many as users' programs.
    pub most_analyses: Option<usize>,
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.jvm.kill();
        let _ = self.jvm.wait();
    }
}

type Outcomes = BTreeMap<u64, Outcome>;

impl Session {
    /// Starts one; what is in `scratch` is replaced.
    ///
    /// # Errors
    ///
    /// What keeps it from running.
    pub fn start(jdk: &Jdk, scratch: &Path) -> Result<Session, String> {
        let _ = fs::remove_dir_all(scratch);
        let server = scratch.join("server");
        let mut sources = Vec::new();
        fs::create_dir_all(&server).map_err(|e| e.to_string())?;
        for (name, text) in SERVER {
            sources.push(server.join(name));
            fs::write(server.join(name), text).map_err(|e| e.to_string())?;
        }
        jdk.compile(17, &sources, &server)?;
        let mut jvm = Command::new(jdk.home.join("bin/java"))
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1500m", "-Xss8m", "-cp"])
            .args([&server, Path::new("Server")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let to = jvm.stdin.take().ok_or("no way to the virtual machine")?;
        let from = BufReader::new(jvm.stdout.take().ok_or("no way from the virtual machine")?);
        Ok(Session { jvm, to, from, scratch: scratch.to_path_buf(), most_analyses: None })
    }

    /// Compiles, differentiates and runs the programs; the outcomes are in their order.
    ///
    /// # Errors
    ///
    /// What keeps all of them from being run.
    pub fn run(&mut self, programs: &[Program]) -> Result<Vec<Outcome>, String> {
        let directory = self.scratch.join("batch");
        let _ = fs::remove_dir_all(&directory);
        let (classes, augmented) = (directory.join("classes"), directory.join("augmented"));
        for made in [&classes, &augmented] {
            fs::create_dir_all(made).map_err(|e| e.to_string())?;
        }
        let mut commands = format!("batch\t{}\n", directory.display());
        for program in programs {
            for twin in [false, true] {
                let file = directory.join(main_class(program, twin) + ".java");
                fs::write(file, java(program, twin)).map_err(|e| e.to_string())?;
            }
            let _ = writeln!(commands, "compile\t{}\t{}", program.seed, program.release);
        }
        let mut outcomes = Outcomes::new();
        self.ask(commands + "compiled\n", &mut outcomes)?;
        let compiled: Vec<&Program> = programs.iter().filter(|p| !outcomes.contains_key(&p.seed)).collect();
        let own = read(&classes);
        let mut commands = String::new();
        for (program, derived) in compiled.iter().zip(differentiate(&compiled, &own, self.most_analyses)) {
            match derived {
                Ok(files) => {
                    for (name, bytes) in files {
                        fs::write(augmented.join(name + ".class"), bytes).map_err(|e| e.to_string())?;
                    }
                    command(program, &mut commands);
                }
                Err(outcome) => drop(outcomes.insert(program.seed, outcome)),
            }
        }
        self.ask(commands + "run\n", &mut outcomes)?;
        let missing = || Outcome::Wrong("no result".to_string());
        Ok(programs.iter().map(|p| outcomes.get(&p.seed).cloned().unwrap_or_else(missing)).collect())
    }

    /// Gives the virtual machine commands and takes what it answers.
    fn ask(&mut self, commands: String, outcomes: &mut Outcomes) -> Result<(), String> {
        self.to.write_all(commands.as_bytes()).map_err(|e| e.to_string())?;
        self.to.flush().map_err(|e| e.to_string())?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.from.read_line(&mut line).map_err(|e| e.to_string())? == 0 {
                return Err("the virtual machine has ended".to_string());
            }
            let fields: Vec<&str> = line.trim_end().split('\t').collect();
            let [seed, verdict, a, b] = fields[..] else { return Ok(()) };
            let count = |text: &str| text.parse().unwrap_or(0);
            let outcome = match verdict {
                "ok" => Outcome::Agrees(count(a), count(b)),
                "declined" => Outcome::Declines(count(a), count(b)),
                "nojava" => Outcome::NoJava(format!("line {a}: {b}")),
                _ => Outcome::Wrong(format!("step {a}: {b}")),
            };
            outcomes.insert(seed.parse().map_err(|_| line.clone())?, outcome);
        }
    }
}

/// The classes of every program, by the name of its first.
fn read(classes: &Path) -> BTreeMap<String, BTreeMap<String, Arc<[u8]>>> {
    let mut found: BTreeMap<String, BTreeMap<String, Arc<[u8]>>> = BTreeMap::new();
    for file in inventory::files(classes, "class") {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let main = name.split('$').next().unwrap_or_default().to_string();
        if main.starts_with('P')
            && let Ok(bytes) = fs::read(&file)
        {
            found.entry(main).or_default().insert(name, bytes.into());
        }
    }
    found
}

type Files = BTreeMap<String, Vec<u8>>;

/// Differentiates all programs on the machine's processors.
fn differentiate(
    programs: &[&Program],
    own: &BTreeMap<String, BTreeMap<String, Arc<[u8]>>>,
    most_analyses: Option<usize>,
) -> Vec<Result<Files, Outcome>> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let share = programs.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let work =
            |part: &'_ [&Program]| -> Vec<_> { part.iter().map(|p| one(p, own, most_analyses)).collect() };
        let handles: Vec<_> = programs.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
        handles.into_iter().flat_map(|h| h.join().expect("panics are caught")).collect()
    })
}

/// The classes that differ, or why there are none.
fn one(
    program: &Program,
    own: &BTreeMap<String, BTreeMap<String, Arc<[u8]>>>,
    most_analyses: Option<usize>,
) -> Result<Files, Outcome> {
    let main = main_class(program, false);
    let classes = own.get(&main).ok_or(Outcome::NoJava("no class".to_string()))?;
    let source = Own { classes, most_analyses };
    let first = derive(program, &source, &main)?;
    // The order of a hash map is another one each time.
    if program.seed.is_multiple_of(8) && derive(program, &source, &main)? != first {
        return Err(Outcome::Wrong("other bytes the second time".to_string()));
    }
    Ok(first)
}

fn derive(program: &Program, source: &Own, main: &str) -> Result<Files, Outcome> {
    let requests = vec![request(program)];
    let inputs = [Input { bytes: &source.classes[main], requests }];
    let outcome = std::panic::catch_unwind(|| nabla_ad::differentiate_program(&inputs, source));
    let report: ProgramReport = match outcome {
        Ok(Ok(report)) => report,
        Ok(Err(problem)) => return Err(Outcome::Wrong(problem.to_string())),
        Err(_) => return Err(Outcome::Wrong("panic".to_string())),
    };
    let mut files = Files::new();
    for class in report.classes {
        let class = class.map_err(|e| Outcome::Wrong(e.to_string()))?;
        if let Some(method) = class.methods.iter().find(|m| m.refused()) {
            let errors = method.diagnostics.iter().filter(|d| d.severity == nabla_ad::Severity::Error);
            let codes: std::collections::BTreeSet<&str> = errors.map(|d| d.code).collect();
            return Err(Outcome::Refused(codes.into_iter().collect()));
        }
        files.extend(class.output.map(|bytes| (class.class.clone(), bytes)));
    }
    for class in report.callees {
        files.extend(class.output.map(|bytes| (class.class.clone(), bytes)));
    }
    Ok(files)
}

fn request(program: &Program) -> Request {
    let of = |ty: &Type| match ty {
        Type::Int => "I",
        Type::Row => "[D",
        Type::Void => "V",
        _ => "D",
    };
    let parameters: String = program.root.parameters.iter().map(of).collect();
    Request {
        method: "f".to_string(),
        descriptor: format!("({parameters}){}", of(&program.root.result)),
        wrt: Wrt::All,
        forms: vec![Form::Partial, Form::Jvp],
        names: Vec::new(),
        lanes: Default::default(),
    }
}

fn command(program: &Program, text: &mut String) {
    let letter = |ty: &Type| match ty {
        Type::Int => 'I',
        Type::Row => 'A',
        _ => 'D',
    };
    let parameters: String = program.root.parameters.iter().map(letter).collect();
    let flag = |yes: bool| u8::from(yes);
    let root = &program.root;
    let independent = flag(root.instance && !program.statics);
    let _ = writeln!(
        text,
        "program\t{}\t{parameters}\t{}\t{}\t{independent}",
        program.seed,
        flag(root.instance),
        flag(program.floats)
    );
    for step in &program.steps {
        let (action, field, other) = match &step.action {
            Action::Primal => ("primal".to_string(), "", ""),
            Action::Jvp => ("jvp".to_string(), "", ""),
            Action::Partial(i) => (format!("partial{i}"), "", ""),
            Action::Put(field) => ("put".to_string(), &**field, ""),
            Action::Share(field, other) => ("share".to_string(), &**field, &**other),
        };
        let list = |numbers: &[f64]| {
            let texts: Vec<String> = numbers.iter().map(|x| format!("{x:?}")).collect();
            texts.join(",")
        };
        let (at, seeds) = (list(&step.at), list(&step.seeds));
        let _ = writeln!(text, "step\t{action}\t{field}\t{other}\t{at}\t{seeds}\t{}", step.n);
    }
}
