//! The sizes of methods against HotSpot's limits.

use std::fmt::Write;

use super::Text;
use crate::engine::MethodReport;

/// HotSpot's limits on bytecode: what is always inlined, what is inlined when hot, what is compiled.
pub const LIMITS: [(u32, &str); 3] =
    [(35, "always inlined (35)"), (325, "inlined when hot (325)"), (8000, "compiled (8000)")];

/// What HotSpot does with so many bytes.
pub fn fate(bytes: u32) -> &'static str {
    LIMITS.iter().find(|(limit, _)| bytes <= *limit).map_or("interpreted only: over 8000", |(_, words)| words)
}

/// The methods of a report with their sizes: the method itself comes first.
pub fn sizes(report: &MethodReport) -> Vec<(String, u32)> {
    let own = (report.method.clone(), report.code_bytes);
    let made = report.derivatives.iter();
    let made = made.map(|d| (format!("{} ({})", d.method, d.form.name()), d.code_bytes));
    std::iter::once(own).chain(made).collect()
}

/// How far to the right a size stands, in percent: the limits are far apart.
fn place(bytes: u32) -> f64 {
    let (low, high) = (4f64.ln(), 16_000f64.ln());
    ((f64::from(bytes.max(1)).ln() - low) / (high - low) * 100.0).clamp(0.5, 100.0)
}

pub fn section(html: &mut String, report: &MethodReport) {
    html.push_str("<section>\n<h2>Size, and what HotSpot does with it</h2>\n<div class=\"sizes\">\n");
    html.push_str("<div class=\"limits\">");
    for (limit, words) in LIMITS {
        let _ = write!(html, "<span style=\"left:{:.2}%\">{words}</span>", place(limit));
    }
    html.push_str("</div>\n");
    for (name, bytes) in sizes(report) {
        let _ = write!(
            html,
            "<div class=\"size\" title=\"{}\"><code>{}</code><div class=\"bar\">",
            Text(fate(bytes)),
            Text(name)
        );
        for (limit, _) in LIMITS {
            let _ = write!(html, "<i style=\"left:{:.2}%\"></i>", place(limit));
        }
        let over = if bytes > LIMITS[2].0 { " class=\"over\"" } else { "" };
        let _ = writeln!(
            html,
            "<b{over} style=\"width:{:.2}%\"></b></div><span>{bytes} bytes</span></div>",
            place(bytes)
        );
    }
    html.push_str("</div>\n</section>\n");
}
