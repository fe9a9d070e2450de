//! `nabla-rs explain`: per source line what is active and why, or the long text of a code.

use std::fmt::Write;
use std::path::PathBuf;

use annotate_snippets::Level;
use nabla_classfile::ClassFile;

use crate::classpath::ClassPath;
use crate::cli::{Drawing, Explain};
use crate::diagnostics;
use crate::engine::{self, Explanation, UserRule};
use crate::failure::{Failure, Status};
use crate::inputs::{Inputs, Unit};
use crate::page::{fate, sizes};
use crate::parameters;
use crate::pipeline::{self, Plan};
use crate::sources::{self, Sources};
use crate::stubs;
use crate::ui::{self, Ui};

use super::{explain_page, explain_sparsity};

/// Explains a code, or the selected methods.
pub fn run(ui: &Ui, args: &Explain) -> anyhow::Result<Status> {
    let code = |input: &PathBuf| input.to_str().filter(|t| is_code(t) && !input.exists()).map(str::to_owned);
    let codes: Vec<String> = args.selection.inputs.iter().filter_map(code).collect();
    if !codes.is_empty() {
        return explain_codes(args, &codes);
    }
    if let Some(file) = &args.html {
        return explain_page::run(ui, args, file);
    }
    if args.sparsity {
        return explain_sparsity::run(ui, args);
    }
    let plan = Plan::new(&args.selection, false)?;
    let inputs = Inputs::open(&args.selection.inputs, Some("nabla-out".as_ref()))?;
    let sources = Sources::new(&args.selection.source_path);
    let mut class_path = plan.class_path(&inputs)?;
    class_path.know_annotated(own_rules(&inputs)?);
    let mut hits = Vec::new();
    let mut any = false;
    let (mut refused, mut methods) = (0, 0);
    for unit in &inputs.units {
        let Explained { hits: matched, text, refused: of_these, methods: these } =
            engine::guarded(|| explain_unit(&plan, &class_path, &inputs, unit, args.dot, &sources))?;
        hits.resize(matched.len().max(hits.len()), false);
        hits.iter_mut().zip(matched).for_each(|(all, one)| *all |= one);
        any |= !text.is_empty();
        refused += of_these;
        methods += these;
        ui::out(&text);
    }
    let all = || inputs.units.iter().flat_map(|unit| pipeline::seen(&inputs, unit));
    if let Some(failure) = plan.selector.unmatched(&hits, any, all) {
        return Err(failure.into());
    }
    let status = diagnostics::class_path(ui, &class_path);
    if refused == 0 {
        return Ok(status);
    }
    self::refused(ui, refused, methods);
    Ok(status.max(Status::Refused))
}

/// Says that what was explained is refused in part: the last line of a run that ends with 1 for it.
pub fn refused(ui: &Ui, refused: usize, methods: usize) {
    let all = format!("{methods} method{}", if methods == 1 { "" } else { "s" });
    ui.closing(Level::ERROR, &format!("{refused} of {all} refused, as `diff` would refuse"));
}

/// What there is to say of the selected methods of a class.
struct Explained {
    /// Which patterns match here.
    hits: Vec<bool>,
    text: String,
    /// How many methods are refused, of how many.
    refused: usize,
    methods: usize,
}

/// The rules that the inputs have for functions whose code is not followed.
pub fn own_rules(inputs: &Inputs) -> Result<Vec<UserRule>, Failure> {
    let mut rules = Vec::new();
    for (number, unit) in inputs.units.iter().enumerate() {
        let bytes = inputs.read(unit)?;
        let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(&unit.shown, &e))?;
        rules.extend(stubs::rules::find(&class, number).into_iter().map(|own| own.rule));
    }
    Ok(rules)
}

fn is_code(text: &str) -> bool {
    text.len() == 6 && text[..2].eq_ignore_ascii_case("NB") && text[2..].bytes().all(|b| b.is_ascii_digit())
}

/// The long texts of codes. They are about no method, so nothing else can be asked for with them.
fn explain_codes(args: &Explain, codes: &[String]) -> anyhow::Result<Status> {
    if codes.len() < args.selection.inputs.len() {
        let message = format!("`{}` is a code, and other inputs are given with it", codes[0]);
        return Err(Failure::usage(message).help("explain codes and inputs one after the other").into());
    }
    if args.asks_for_methods() {
        let message = format!("`{}` is a code, and its text depends on no option", codes[0]);
        return Err(Failure::usage(message).help("to explain a method, name its class file, too").into());
    }
    let mut texts = Vec::new();
    for code in codes.iter().map(|code| code.to_ascii_uppercase()) {
        let Some(text) = engine::code_text(&code) else {
            return Err(Failure::usage(format!("there is no code `{code}`"))
                .help("the codes are those that `diff` and `check` print in brackets")
                .into());
        };
        let heading = if codes.len() > 1 { format!("{code}\n") } else { String::new() };
        texts.push(format!("{heading}{}\n", text.trim_end()));
    }
    ui::out(&texts.join("\n"));
    Ok(Status::Done)
}

fn explain_unit(
    plan: &Plan,
    class_path: &ClassPath<'_>,
    inputs: &Inputs,
    unit: &Unit,
    dot: Option<Drawing>,
    sources: &Sources,
) -> Result<Explained, Failure> {
    let bytes = inputs.read(unit)?;
    let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(&unit.shown, &e))?;
    let name = pipeline::class_name(&class, &unit.shown)?;
    let found = plan.selector.select(&class, &name)?;
    let mut text = String::new();
    let mut refused = 0;
    let requests = plan.requests(&class, &found.methods)?;
    for request in &requests {
        let source = class_path.at(class_path.release(unit));
        let explanation = engine::explain(&unit.shown, &bytes, request, &source)?;
        match dot {
            Some(Drawing::Cfg) => text.push_str(&explanation.cfg_dot),
            Some(Drawing::Activity) => text.push_str(&explanation.activity_dot),
            Some(Drawing::Calls) => text.push_str(&explanation.calls_dot),
            None => {
                let member = parameters::find(&class, &request.method, &request.descriptor);
                let names = member.map(|m| parameters::names(&class, m)).unwrap_or_default();
                let signature = parameters::signature(&request.method, &request.descriptor, &names);
                let source = sources.find(inputs, Some(unit), &name, sources::name(&bytes).as_deref());
                let line = |n: u16| source.as_ref().and_then(|s| s.line(n)).map(|l| l.trim().to_owned());
                text.push_str(&page(&name, &signature, &explanation, line));
            }
        }
        refused += usize::from(explanation.report.refused());
    }
    Ok(Explained { hits: found.hits, text, refused, methods: requests.len() })
}

/// The page of one method: instructions below their source line, an active one marked, then sizes.
fn page(
    class: &str,
    signature: &str,
    explanation: &Explanation,
    source: impl Fn(u16) -> Option<String>,
) -> String {
    let report = &explanation.report;
    let mut text = format!("{class}.{signature}\n");
    let mut last = None;
    for line in &explanation.lines {
        if let Some(number) = line.line.filter(|&n| last != Some(n)) {
            last = Some(number);
            let code = source(number).map(|s| format!("  {s}")).unwrap_or_default();
            let _ = writeln!(text, "\n  line {number}{code}");
        }
        let mark = if line.active { '*' } else { ' ' };
        let why = if line.why.is_empty() { String::new() } else { format!("  ; {}", line.why) };
        let _ = writeln!(text, "   {mark} {:>5}: {:<32}{why}", line.offset, line.insn);
        for place in &line.chain {
            let _ = writeln!(text, "            <- {place}");
        }
    }
    text.push_str("\n  size in bytes, and what HotSpot does with it\n");
    for (name, bytes) in sizes(report) {
        let _ = writeln!(text, "    {name:<28} {bytes:>6}  {}", fate(bytes));
    }
    for d in &report.diagnostics {
        let place = match (&d.callee, d.line) {
            (Some(callee), line) => {
                let source = callee.source.as_deref().unwrap_or(&callee.class);
                let line = line.map(|l| format!(":{l}")).unwrap_or_default();
                format!(" (in {}.{}, {source}{line})", callee.class, callee.method)
            }
            (None, Some(line)) => format!(" (line {line})"),
            (None, None) => String::new(),
        };
        let _ = writeln!(text, "  {}[{}]: {}{place}", crate::report::severity(d.severity), d.code, d.message);
        if !d.help.is_empty() {
            let _ = writeln!(text, "    help: {}", d.help);
        }
    }
    text.push('\n');
    text
}
