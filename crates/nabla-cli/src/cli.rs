//! The command line's grammar: `cli.md` as clap types, nothing else.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Gives compiled JVM classes exact derivative methods.
#[derive(Debug, Parser)]
#[command(
    name = "nabla-rs",
    version,
    about = "Gives compiled JVM classes exact derivative methods",
    after_help = "Exit codes: 0 done, 1 something was refused (or `verify` found a difference), \
                  2 usage, 3 an input is missing or malformed, 4 a bug of nabla-rs.",
    disable_help_subcommand = true,
    propagate_version = true
)]
pub struct Cli {
    /// Options of every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes.
#[derive(Debug, Args)]
pub struct Global {
    /// Colour diagnostics
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, global = true)]
    pub color: When,
    /// Print errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print more: every derivative on a line of its own, with its size
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Never.
    Never,
    /// Always.
    Always,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write derivative classes
    Diff(Diff),
    /// Select and analyse as `diff` does, write nothing
    Check(Check),
    /// Show per source line what is active and why, or the long text of a code
    Explain(Explain),
    /// Compare derivatives with extrapolated differences in a JVM
    Verify(Verify),
    /// List the rules known: function, partials, singular points
    Rules(Rules),
    /// Print the listing of a class
    Print(Print),
    /// Read and write back every class
    Copy(Copy),
    /// Answer requests of nabla-runtime where a JVM does not allow native code
    Serve(Serve),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

/// Inputs, selection and request: shared by everything that differentiates.
#[derive(Debug, Args)]
pub struct Selection {
    /// Class files, directories, jars, or @FILE with one argument a line
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<PathBuf>,
    /// Select methods: NAME, CLASS.NAME, either with a descriptor NAME(DD)D; `*` matches any run
    /// of characters [default: the methods annotated @Differentiable]
    #[arg(short, long = "method", value_name = "PATTERN")]
    pub methods: Vec<String>,
    /// The independents: parameter names or zero-based indices, and `this.k` for a field of the object
    /// [default: every double and float]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub wrt: Option<Vec<String>>,
    /// The forms to generate: partial, jvp, grad, jac, csr, hess, hvp, field, structure [default: chosen by the signature]
    #[arg(long = "form", value_name = "LIST", value_delimiter = ',')]
    pub forms: Vec<String>,
    /// The name of a form's methods, e.g. 'partial=d_%f_d%p'
    #[arg(long = "name", value_name = "FORM=TEMPLATE")]
    pub names: Vec<String>,
    /// How the directions of gradients and Jacobians are computed: `unrolled`, `blocks` (of lanes, all in
    /// one run), or N at once in as many runs as it takes [default: unrolled up to 8 numbers, else blocks]
    #[arg(long, value_name = "N|unrolled|blocks")]
    pub lanes: Option<String>,
    /// Where callees, super classes and interfaces are found (also -cp); of jars, the classes that the inputs reach
    #[arg(long, value_name = "PATH")]
    pub class_path: Option<OsString>,
    /// Rules for functions of other classes, one a line: `demo.Gamma.logGamma(D)D = my.Rules.logGamma_jvp`
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
    /// A class whose static methods mean what those of `Math` with their name and types mean
    #[arg(long, value_name = "CLASS")]
    pub math: Vec<String>,
    /// The JDK whose classes are meant [default: JAVA_HOME, else that of `java` on the path]
    #[arg(long, value_name = "JDK_HOME")]
    pub system: Option<PathBuf>,
    /// Where sources are found, for diagnostics [default: beside the class]
    #[arg(long, value_name = "PATH")]
    pub source_path: Vec<OsString>,
    /// Worker threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

/// How the outcome is told: shared by `diff` and `check`.
#[derive(Debug, Args)]
pub struct Reporting {
    /// The form of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub format: Format,
    /// What the URIs of a SARIF report are relative to
    #[arg(long, value_name = "DIR")]
    pub source_root: Option<PathBuf>,
    /// Treat warnings as errors: -Werror
    #[arg(short = 'W', value_name = "error", value_parser = ["error"])]
    pub warnings: Option<String>,
    /// Go on after a refusal: write what can be written, and still exit with 1
    #[arg(short, long)]
    pub keep_going: bool,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    Human,
    /// One JSON document.
    Json,
    /// One SARIF 2.1.0 document.
    Sarif,
}

/// `diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// What to differentiate.
    #[command(flatten)]
    pub selection: Selection,
    /// How to report.
    #[command(flatten)]
    pub reporting: Reporting,
    /// Where changed classes and jars are written
    #[arg(short, long = "directory", value_name = "DIR", default_value = "nabla-out")]
    pub directory: PathBuf,
    /// Replace each input atomically instead
    #[arg(long, conflicts_with = "directory")]
    pub in_place: bool,
    /// Write a companion class Foo$Nabla and leave Foo alone
    #[arg(long, conflicts_with = "in_place")]
    pub detached: bool,
    /// Replace the derivatives that an input already carries
    #[arg(long)]
    pub refresh: bool,
    /// Have the classes tell nabla.Kinks, as they run, where they meet kinks and singular points
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "detached")]
    pub instrument: Option<Instrument>,
}

/// What `diff --instrument` looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Instrument {
    /// Ties, zeros, steps, infinite partials, and how close branches are to another answer.
    Kinks,
}

/// `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// What to analyse.
    #[command(flatten)]
    pub selection: Selection,
    /// How to report.
    #[command(flatten)]
    pub reporting: Reporting,
    /// Analyse as if the derivatives went into a companion class
    #[arg(long)]
    pub detached: bool,
    /// Analyse as if the derivatives an input already carries were replaced
    #[arg(long)]
    pub refresh: bool,
}

/// `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// What to explain: inputs, or a code such as NB0203.
    #[command(flatten)]
    pub selection: Selection,
    /// Print a drawing for Graphviz instead
    #[arg(long, value_enum, value_name = "DRAWING")]
    pub dot: Option<Drawing>,
    /// Write a page about one method: source, activity, generated code, sizes, plots
    #[arg(long, value_name = "FILE", conflicts_with = "dot")]
    pub html: Option<PathBuf>,
    /// On the page, draw the method and its derivative over a range: x=0..5, and values of other
    /// parameters: x=0..5,y=2
    #[arg(long, value_name = "X=A..B", value_delimiter = ',', requires = "html")]
    pub plot: Vec<String>,
    /// On the page, tell at which points the derivatives were compared with differences, and the errors
    #[arg(long, requires = "html")]
    pub verify: bool,
    /// Print which numbers of the result depend on which inputs, as a JVM meets it at some points
    #[arg(long, conflicts_with_all = ["dot", "html"])]
    pub sparsity: bool,
    /// The JVM for --plot, --verify and --sparsity: a `java` command or a JDK home [default: JAVA_HOME,
    /// else `java` on the path]
    #[arg(long, value_name = "PATH")]
    pub java: Option<PathBuf>,
}

impl Explain {
    /// Whether an option is given that says which methods are meant, or what is to be told of them.
    pub fn asks_for_methods(&self) -> bool {
        let Selection { inputs: _, methods, wrt, forms, names, lanes, .. } = &self.selection;
        let Selection { class_path, rules, math, system, source_path, jobs, .. } = &self.selection;
        let about = wrt.is_some() || lanes.is_some() || class_path.is_some() || system.is_some();
        let lists = [methods, forms, names, math, &self.plot].into_iter().any(|list| !list.is_empty());
        let paths = !rules.is_empty() || !source_path.is_empty() || jobs.is_some();
        let told = self.dot.is_some() || self.html.is_some() || self.verify || self.sparsity;
        about || lists || paths || told || self.java.is_some()
    }
}

/// What `explain --dot` draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Drawing {
    /// The control flow.
    Cfg,
    /// The activity.
    Activity,
    /// The calls.
    Calls,
}

/// `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// What to verify.
    #[command(flatten)]
    pub selection: Selection,
    /// The JVM: a `java` command or a JDK home [default: JAVA_HOME, else `java` on the path]
    #[arg(long, value_name = "PATH")]
    pub java: Option<PathBuf>,
    /// Points to sample per method
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..))]
    pub points: u32,
    /// Write the points tried, the derivatives, the differences and their errors as JSON
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Where a derivative is wrong, tell the innermost call at which it is
    #[arg(long)]
    pub locate: bool,
    /// Leave refused methods out instead of failing
    #[arg(short, long)]
    pub keep_going: bool,
}

/// `rules`.
#[derive(Debug, Args)]
pub struct Rules {
    /// The form of the list
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = RulesFormat::Text)]
    pub format: RulesFormat,
}

/// The forms of the list of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    /// Aligned columns.
    Text,
    /// A JSON array.
    Json,
    /// Markdown tables.
    Markdown,
}

/// `print`.
#[derive(Debug, Args)]
pub struct Print {
    /// What to print; with --derivative, what to differentiate first.
    #[command(flatten)]
    pub selection: Selection,
    /// Print the code of the methods
    #[arg(short, long)]
    pub code: bool,
    /// Print the generated methods beside their primal
    #[arg(long)]
    pub derivative: bool,
}

/// `copy`.
#[derive(Debug, Args)]
pub struct Copy {
    /// Class files, directories, jars, a JDK's lib/modules, or @FILE with one argument a line
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<PathBuf>,
    /// Where the copies are written
    #[arg(short, long = "directory", value_name = "DIR", default_value = "nabla-out")]
    pub directory: PathBuf,
    /// Decode every Code attribute and encode it again
    #[arg(long)]
    pub recode: bool,
    /// Put a nop before every instruction, so that every offset moves
    #[arg(long)]
    pub relocate: bool,
    /// Worker threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Go on after a malformed class: write what can be written
    #[arg(short, long)]
    pub keep_going: bool,
}

/// `serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// Talk by standard input and output
    #[arg(long, required = true)]
    pub stdio: bool,
}

/// `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}
