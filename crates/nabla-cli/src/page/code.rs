//! The method line by line: source or listing, coloured by activity, with the reasons, and beside it
//! what was generated for the line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Generated, Page, Text};
use nabla_ad::ExplainedLine;

/// How a row is coloured, from the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Lost,
    Active,
    Unread,
    Plain,
    None,
}

impl Look {
    fn of(insns: &[&ExplainedLine]) -> Look {
        let look = |line: &&ExplainedLine| match (line.active, &*line.why) {
            (true, _) => Look::Active,
            (_, why) if why.contains("is not followed") => Look::Lost,
            (_, why) if why.contains("does not reach") => Look::Unread,
            _ => Look::Plain,
        };
        insns.iter().map(look).min().unwrap_or(Look::None)
    }

    fn class(self) -> &'static str {
        match self {
            Look::Lost => "lost",
            Look::Active => "active",
            Look::Unread => "unread",
            Look::Plain => "plain",
            Look::None => "none",
        }
    }
}

pub fn section(html: &mut String, page: &Page<'_>) {
    let explained = &page.explanation.lines;
    // The shortest form tells most of what is added.
    let shown = page.generated.iter().min_by_key(|g| g.insns.len());
    html.push_str("<section>\n<h2>Activity, line by line</h2>\n<p class=\"legend\">");
    for (look, words) in [
        (Look::Active, "active: depends on an independent and reaches the result"),
        (Look::Unread, "depends on one, but does not reach the result"),
        (Look::Lost, "depends on one in a way that is not followed"),
        (Look::Plain, "does not depend on one"),
    ] {
        let _ =
            write!(html, "<span class=\"item\"><span class=\"key {}\"></span>{words}</span> ", look.class());
    }
    html.push_str("</p>\n<table class=\"code\">\n<thead><tr><th></th><th>");
    let source = page.source.filter(|_| explained.iter().any(|l| l.line.is_some()));
    html.push_str(if source.is_some() { "source" } else { "bytecode" });
    html.push_str("</th><th>");
    if let Some(shown) = shown {
        let _ = write!(
            html,
            "generated <code>{}</code>: the method’s own instructions and <span class=\"t\">its tangent’s</span>",
            Text(&shown.method)
        );
    }
    html.push_str("</th></tr></thead>\n<tbody>\n");
    match source {
        Some(source) => by_line(html, page, explained, source, shown),
        None => by_instruction(html, explained, shown),
    }
    html.push_str("</tbody>\n</table>\n</section>\n");
}

fn by_line(
    html: &mut String,
    page: &Page<'_>,
    explained: &[ExplainedLine],
    source: &crate::sources::Source,
    shown: Option<&Generated>,
) {
    let mut lines: BTreeMap<u16, Vec<&ExplainedLine>> = BTreeMap::new();
    for line in explained {
        if let Some(number) = line.line {
            lines.entry(number).or_default().push(line);
        }
    }
    let (Some(first), Some(last)) = (lines.keys().next().copied(), lines.keys().last().copied()) else {
        return;
    };
    // The declaration stands before the first line that has code, the brace behind the last.
    let before = first.saturating_sub(1).max(1);
    let start = if source.line(before).is_some_and(|l| !l.trim().is_empty()) { before } else { first };
    let brace = |l: u16| source.line(l).is_some_and(|l| l.trim() == "}");
    let end = (last..last.saturating_add(4)).rev().find(|&l| brace(l)).unwrap_or(last);
    let range: Vec<u16> = (start..=end).collect();
    let indent = |l: &str| l.len() - l.trim_start().len();
    let texts = range.iter().filter_map(|&n| source.line(n)).filter(|l| !l.trim().is_empty());
    let margin = texts.map(indent).min().unwrap_or(0);
    for number in range {
        let text = source.line(number).unwrap_or_default();
        let text = text.get(margin..).unwrap_or(text.trim_start());
        let empty = Vec::new();
        let insns = lines.get(&number).unwrap_or(&empty);
        let no_locals = BTreeMap::new();
        let locals = page.explanation.locals.get(&number).unwrap_or(&no_locals);
        let active: BTreeSet<&str> = locals.iter().filter(|(_, a)| **a).map(|(n, _)| &**n).collect();
        let _ = write!(
            html,
            "<tr id=\"line-{number}\" class=\"{}\"><td class=\"n\"><a href=\"#line-{number}\">{number}</a></td>\
             <td class=\"source\"><code>{}</code>",
            Look::of(insns).class(),
            words(text, &active)
        );
        why(html, insns);
        html.push_str("</td><td class=\"generated\">");
        if let Some(shown) = shown.filter(|_| !insns.is_empty()) {
            shown.line(html, Some(number));
        }
        html.push_str("</td></tr>\n");
    }
}

/// A line of source, the active variables marked.
fn words(line: &str, active: &BTreeSet<&str>) -> String {
    let mut html = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let identifier = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let same = rest.find(|d| identifier(d) != identifier(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(same);
        let _ = match active.contains(word) {
            true => write!(html, "<b>{}</b>", Text(word)),
            false => write!(html, "{}", Text(word)),
        };
        rest = behind;
    }
    html
}

/// The reasons, shown while the pointer is on the line or the line is the target of the address.
fn why(html: &mut String, insns: &[&ExplainedLine]) {
    if insns.is_empty() {
        return;
    }
    html.push_str("<div class=\"why\"><table>");
    for line in insns {
        let active = if line.active { " class=\"active\"" } else { "" };
        let _ = write!(
            html,
            "<tr{active}><td>{}</td><td><code>{}</code></td><td>{}",
            line.offset,
            Text(&line.insn),
            Text(&line.why)
        );
        for place in &line.chain {
            let _ = write!(html, "<div>← {}</div>", Text(place));
        }
        html.push_str("</td></tr>");
    }
    html.push_str("</table></div>");
}

fn by_instruction(html: &mut String, explained: &[ExplainedLine], shown: Option<&Generated>) {
    for (i, line) in explained.iter().enumerate() {
        let _ = write!(
            html,
            "<tr id=\"at-{0}\" class=\"{1}\"><td class=\"n\"><a href=\"#at-{0}\">{0}</a></td>\
             <td class=\"source\"><code>{2}</code>",
            line.offset,
            Look::of(&[line]).class(),
            Text(&line.insn)
        );
        why(html, &[line]);
        html.push_str("</td><td class=\"generated\">");
        if let Some(shown) = shown {
            shown.own(html, i);
        }
        html.push_str("</td></tr>\n");
    }
}
