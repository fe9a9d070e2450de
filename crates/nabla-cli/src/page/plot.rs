//! A method and its derivative over a range: what the driver has sampled, drawn.

use std::fmt::Write;

use super::Text;
use crate::failure::Failure;

/// What `--plot` asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The number that moves, and its range.
    pub variable: String,
    from: f64,
    to: f64,
    /// The values of other parameters, as the user has written them.
    pub fixed: Vec<(String, String)>,
}

impl Setting {
    /// Reads `x=0..5`, and values of other parameters: `y=2`, `a=1:2:3`.
    pub fn parse(parts: &[String]) -> Result<Setting, Failure> {
        let wrong = |part: &str, why: &str| {
            Failure::usage(format!("invalid `--plot {part}`: {why}"))
                .help("write a range and, where wanted, values of other parameters: `--plot x=0..5,y=2`")
        };
        let mut range = None;
        let mut fixed = Vec::new();
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| wrong(part, "there is no `=`"))?;
            let number = |text: &str| {
                let number = text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
                number.ok_or_else(|| wrong(part, &format!("`{text}` is no number")))
            };
            match value.split_once("..") {
                Some((from, to)) if range.is_none() => {
                    let (from, to) = (number(from)?, number(to)?);
                    if from >= to {
                        return Err(wrong(part, "the range is empty"));
                    }
                    range = Some((name.trim().to_owned(), from, to));
                }
                Some(_) => return Err(wrong(part, "there is more than one range")),
                None => {
                    if !matches!(value, "true" | "false") {
                        value.split(':').try_for_each(|one| number(one).map(|_| ()))?;
                    }
                    fixed.push((name.trim().to_owned(), value.trim().to_owned()));
                }
            }
        }
        let (variable, from, to) = range.ok_or_else(|| wrong(&parts.join(","), "there is no range"))?;
        Ok(Setting { variable, from, to, fixed })
    }

    /// As the driver reads it.
    pub fn line(&self) -> String {
        let fixed = self.fixed.iter().map(|(name, value)| format!(";{name}={value}"));
        format!("{}={:?}..{:?}{}", self.variable, self.from, self.to, fixed.collect::<String>())
    }
}

/// A place at which something is the matter.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    kind: &'static str,
    at: f64,
    words: String,
}

/// What was sampled.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    setting: Setting,
    method: String,
    /// Place, value, derivative.
    samples: Vec<[f64; 3]>,
    marks: Vec<Mark>,
    failure: Option<String>,
}

impl Plot {
    /// Reads what the driver tells.
    pub fn read(setting: Setting, method: &str, told: &str) -> Plot {
        let mut plot = Plot {
            setting,
            method: method.to_owned(),
            samples: Vec::new(),
            marks: Vec::new(),
            failure: None,
        };
        for line in told.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).unwrap_or(f64::NAN);
            match fields[0] {
                "sample" => plot.samples.push([number(1), number(2), number(3)]),
                "failed" => plot.failure = fields.get(1).map(|f| (*f).to_owned()),
                kind => {
                    let (kind, words) = match kind {
                        "kink" => (
                            "kink",
                            format!(
                                "kink: the derivative goes from {} to {}",
                                round(number(2)),
                                round(number(3))
                            ),
                        ),
                        "jump" => (
                            "jump",
                            format!("jump: the value goes from {} to {}", round(number(2)), round(number(3))),
                        ),
                        "singular" => ("singular", "singular: the derivative is not finite".to_owned()),
                        "pole" => ("pole", "pole: the value is not finite".to_owned()),
                        "edge" => {
                            ("edge", "edge: value and derivative are finite on one side alone".to_owned())
                        }
                        _ => continue,
                    };
                    let met = fields.get(4).filter(|met| !met.is_empty());
                    let words = words + &met.map(|met| format!("; {met}")).unwrap_or_default();
                    let at = number(1);
                    let width = (plot.setting.to - plot.setting.from) * 1e-9;
                    if !plot.marks.iter().any(|m| m.kind == kind && (m.at - at).abs() <= width) {
                        plot.marks.push(Mark { kind, at, words });
                    }
                }
            }
        }
        plot
    }

    pub fn section(&self, html: &mut String) {
        let Setting { variable, from, to, fixed } = &self.setting;
        let _ = write!(html, "<section>\n<h2>Over {} = {from} … {to}", Text(variable));
        for (name, value) in fixed {
            let _ = write!(html, ", {} = {}", Text(name), Text(value));
        }
        html.push_str("</h2>\n");
        if let Some(failure) = &self.failure {
            let _ = writeln!(
                html,
                "<p class=\"diagnostic warning\">not drawn: {}</p>\n</section>",
                Text(failure)
            );
            return;
        }
        let derivative = format!("∂{}/∂{variable}", self.method);
        html.push_str("<div class=\"plots\">\n");
        self.draw(html, &self.method, 1, "value");
        self.draw(html, &derivative, 2, "slope");
        html.push_str("</div>\n");
        if self.marks.is_empty() {
            html.push_str("<p>no kink, jump, pole or singular point was met</p>\n");
        } else {
            html.push_str("<ul class=\"marks\">\n");
            for mark in &self.marks {
                let _ = writeln!(
                    html,
                    "<li class=\"{}\">{} = {} <span>{}</span></li>",
                    mark.kind,
                    Text(variable),
                    Text(round(mark.at)),
                    Text(&mark.words)
                );
            }
            html.push_str("</ul>\n");
        }
        html.push_str("</section>\n");
    }

    /// One curve: column 1 or 2 of the samples.
    fn draw(&self, html: &mut String, title: &str, column: usize, class: &str) {
        let (width, height, left, below) = (560.0, 240.0, 52.0, 24.0);
        let Setting { from, to, .. } = self.setting;
        let (low, high) = bounds(self.samples.iter().map(|s| s[column]));
        let x = |t: f64| left + (t - from) / (to - from) * (width - left - 8.0);
        let y = |v: f64| 8.0 + (high - v) / (high - low) * (height - below - 8.0);
        let _ = writeln!(
            html,
            "<figure><figcaption>{}</figcaption>\n<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" role=\"img\">",
            Text(title)
        );
        for v in ticks(low, high) {
            let _ = writeln!(
                html,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{0}\" y1=\"{1:.2}\" y2=\"{1:.2}\"/>\
                 <text x=\"{2}\" y=\"{3:.2}\" text-anchor=\"end\">{v}</text>",
                width - 8.0,
                y(v),
                left - 6.0,
                y(v) + 4.0
            );
        }
        for t in ticks(from, to) {
            let _ = writeln!(
                html,
                "<line class=\"grid\" x1=\"{0:.2}\" x2=\"{0:.2}\" y1=\"8\" y2=\"{1}\"/>\
                 <text x=\"{0:.2}\" y=\"{2}\" text-anchor=\"middle\">{t}</text>",
                x(t),
                height - below,
                height - 8.0
            );
        }
        for mark in &self.marks {
            let _ = writeln!(
                html,
                "<line class=\"mark {}\" x1=\"{1:.2}\" x2=\"{1:.2}\" y1=\"8\" y2=\"{2}\"><title>{3} = {4}: {5}</title></line>",
                mark.kind,
                x(mark.at),
                height - below,
                Text(&self.setting.variable),
                Text(round(mark.at)),
                Text(&mark.words)
            );
        }
        // A curve is not drawn across what breaks it; the place that is told is the first behind it.
        let breaks = |m: &Mark| column == 2 || matches!(m.kind, "jump" | "pole" | "edge");
        let apart = |a: f64, b: f64| self.marks.iter().any(|m| breaks(m) && a < m.at && m.at <= b);
        let mut last: Option<f64> = None;
        let mut path = String::new();
        for s in &self.samples {
            let v = s[column];
            if !v.is_finite() {
                last = None;
                continue;
            }
            let command = if last.is_some_and(|t| !apart(t, s[0])) { 'L' } else { 'M' };
            // What is outside is cut off by the picture's edge, not by a number too long to draw.
            let v = v.clamp(low - (high - low), high + (high - low));
            let _ = write!(path, "{command}{:.2} {:.2}", x(s[0]), y(v));
            last = Some(s[0]);
        }
        let _ = writeln!(
            html,
            "<clipPath id=\"{class}\"><rect x=\"{left}\" y=\"8\" width=\"{}\" height=\"{}\"/></clipPath>\
             <path clip-path=\"url(#{class})\" d=\"{path}\"/>\n</svg></figure>",
            width - left - 8.0,
            height - below - 8.0
        );
    }
}

/// As many digits as one reads.
fn round(x: f64) -> f64 {
    format!("{x:.7e}").parse().unwrap_or(x)
}

/// The range of nearly all values: a pole must not make the rest flat.
fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut sorted: Vec<f64> = values.filter(|v| v.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else { return (-1.0, 1.0) };
    let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
    let (inner, outer) = (at(0.97) - at(0.03), most - least);
    // Only what is far outside of nearly all is cut.
    let (low, high) = if outer > 4.0 * inner && inner > 0.0 {
        ((at(0.03) - inner / 2.0).max(least), (at(0.97) + inner / 2.0).min(most))
    } else {
        (least, most)
    };
    let room = if high > low { (high - low) * 0.06 } else { high.abs().max(1.0) * 0.5 };
    (low - room, high + room)
}

/// Round numbers between two.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].iter().map(|m| m * power).find(|s| *s >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let digits = (-step.log10().floor()).max(0.0) as i32 + 1;
    let round = |v: f64| (v * 10f64.powi(digits)).round() / 10f64.powi(digits) + 0.0;
    (first..).map(|k| k as f64 * step).take_while(|v| *v <= high).map(round).take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_checked() {
        let parse = |text: &str| Setting::parse(&text.split(',').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(parse("x=0..5,y=2,a=1:2").unwrap().line(), "x=0.0..5.0;y=2;a=1:2");
        assert_eq!(parse("a[0]=-1e-3..1").unwrap().line(), "a[0]=-0.001..1.0");
        for bad in ["x", "x=1", "x=1..0", "x=0..y", "x=0..1,y=0..1", "x=0..1,y=z", "x=0..inf"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_pole_does_not_make_the_rest_flat() {
        let values = (1..400).map(|k| f64::from(k) / 400.0).chain([1e30, f64::INFINITY]);
        let (low, high) = bounds(values);
        assert!(low > -0.5 && high < 2.0, "{low} {high}");
        assert_eq!(bounds([3.0; 5].into_iter()), (1.5, 4.5));
        assert_eq!(ticks(0.0, 5.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}
