//! The points at which derivatives were compared with extrapolated differences.

use std::fmt::Write;

use super::Text;
use crate::verdicts::Verdict;

pub fn section(html: &mut String, verdict: &Verdict<'_>) {
    html.push_str("<section>\n<h2>Compared with extrapolated differences</h2>\n");
    let Verdict { kind, decided, undecided, detail, .. } = verdict;
    let words = match &**kind {
        "undecided" => "differences cannot decide at any point".to_owned(),
        "ok" => format!("agrees at {decided} points, differences cannot decide at {undecided}"),
        kind => format!("{kind}: {detail}"),
    };
    let _ = writeln!(html, "<p class=\"compared {}\">{}</p>", Text(kind), Text(words));
    html.push_str(
        "<div class=\"points\"><table>\n<thead><tr><th>at</th><th>derivative</th><th>its value</th>",
    );
    html.push_str(
        "<th>difference</th><th>± error</th><th>off by, relative</th><th></th></tr></thead>\n<tbody>\n",
    );
    for point in &verdict.points {
        for (i, check) in point.checks.iter().enumerate() {
            let off = (check.derivative - check.difference).abs() / check.difference.abs();
            let _ = writeln!(
                html,
                "<tr class=\"{}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1e}</td><td>{off:.1e}</td><td>{}</td></tr>",
                Text(&check.verdict),
                Text(if i == 0 { &*point.arguments } else { "" }),
                Text(&check.what),
                Text(check.derivative),
                Text(check.difference),
                check.error,
                Text(&check.verdict)
            );
        }
        if point.checks.is_empty() {
            let _ = writeln!(
                html,
                "<tr class=\"undecided\"><td>{}</td><td colspan=\"6\">nothing to compare: the method throws, or gives no number</td></tr>",
                Text(&point.arguments)
            );
        }
    }
    html.push_str("</tbody>\n</table></div>\n</section>\n");
}
