//! The page of `explain --html`: what stands in it, and what a browser makes of it.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::Workplace;

const MODEL: &str = include_str!("../../../scripts/page-model/Foo.java");

fn page(args: &[&str]) -> (Workplace, String) {
    let place = Workplace::new();
    place.compile("demo/Foo.java", MODEL);
    let all = [&["explain", "classes", "--source-path", "src", "--html", "page.html"], args].concat();
    let ran = place.run(&all).code(0);
    assert_eq!(ran.out, "page.html\n");
    let html = String::from_utf8(place.read("page.html")).unwrap();
    (place, html)
}

#[track_caller]
fn has(html: &str, parts: &[&str]) {
    for part in parts {
        assert!(html.contains(part), "no `{part}` in:\n{html}");
    }
}

#[test]
fn the_page_stands_alone() {
    let (_place, html) = page(&["-m", "value"]);
    for foreign in ["http:", "https:", "<script", "<link", "@import", "src="] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    has(&html, &["<td class=\"source\"><code>    int whole = (int) <b>t</b>;</code>"]);
    has(&html, &["<tr id=\"line-10\" class=\"active\">", "<tr id=\"line-11\" class=\"unread\">"]);
    // Why, over the boundary of a call.
    has(&html, &["← demo.Foo.square (Foo.java:18): dreturn gives what depends on x"]);
    has(&html, &["<span class=\"p\"", "<span class=\"t\"", "invokestatic Foo.nabla$square$1"]);
    has(&html, &["always inlined (35)", "inlined when hot (325)", "compiled (8000)"]);
    assert!(!html.contains("<svg"), "nothing is drawn unless it is asked for");
}

#[test]
fn the_curves_have_what_was_met_marked() {
    let (_place, html) = page(&["-m", "value", "--plot", "t=0..5"]);
    has(&html, &["<svg class=\"value\"", "<svg class=\"slope\"", "∂value/∂t"]);
    has(&html, &["<li class=\"singular\">t = 3 ", "<li class=\"kink\">t = ", "<li class=\"jump\">t = 4 "]);
    has(&html, &["(Foo.java:12): tie of max comes within", "(Foo.java:14): zero of abs is met"]);
    has(&html, &["(Foo.java:14): infinite partial of sqrt is met", "(Foo.java:11): step of a cast is met"]);
    assert_eq!(html.matches("<line class=\"mark ").count(), 2 * html.matches("<li class=\"").count());
}

#[test]
fn the_points_that_were_compared_are_listed() {
    let (_place, html) = page(&["-m", "square", "--verify"]);
    has(
        &html,
        &["agrees at 24 points, differences cannot decide at 0", "<tr class=\"agrees\">", ">square_dx<"],
    );
    assert_eq!(html.matches("<tr class=\"agrees\">").count(), 48);
}

#[test]
fn a_zero_that_branches_explain_is_not_called_wrong() {
    let place = Workplace::new();
    let source = "class Root {
  static double bisect(double c) {
    double low = 0, high = 10;
    for (int i = 0; i < 60; i++) {
      double middle = 0.5 * (low + high);
      if (middle * middle < c) low = middle; else high = middle;
    }
    return 0.5 * (low + high);
  }
}";
    place.compile("Root.java", source);
    place.run(&["explain", "classes", "-m", "bisect", "--html", "root.html", "--verify"]).code(0);
    let html = String::from_utf8(place.read("root.html")).unwrap();
    has(&html, &["differences cannot decide at", "<tr class=\"undecided\">", "NB0302"]);
    assert!(!html.contains("<tr class=\"wrong\">"), "{html}");
}

#[test]
fn what_is_refused_and_what_has_no_source_have_pages() {
    let place = Workplace::with_foo();
    let args = ["explain", "classes", "-m", "lost", "--html", "lost.html", "--source-path", "src"];
    place.run(&args).code(1).says(&["error: 1 of 1 method refused"]);
    let html = String::from_utf8(place.read("lost.html")).unwrap();
    has(&html, &["it is refused", "NB0204", "class=\"lost\""]);
    place.run(&["explain", "classes", "-m", "value", "--html", "bare.html"]).code(0);
    let html = String::from_utf8(place.read("bare.html")).unwrap();
    has(&html, &["<th>bytecode</th>", "<tr id=\"at-0\""]);
}

#[test]
fn a_page_is_about_one_method_and_one_range() {
    let place = Workplace::with_foo();
    let run = |args: &[&str]| place.run(&[&["explain", "classes", "--html", "x.html"], args].concat());
    run(&["-m", "value", "-m", "area"]).code(2).says(&["2 methods are selected", "demo.Foo.area(DD)D"]);
    run(&["-m", "area", "--plot", "c=0..1"]).code(2).says(&["has no parameter `c`"]);
    run(&["-m", "area", "--plot", "a=1"]).code(2).says(&["there is no range"]);
    assert!(!place.path("x.html").exists());
    place.run(&["explain", "classes", "-m", "value", "--plot", "t=0..1"]).code(2);
}

#[test]
fn values_of_other_parameters_can_be_given() {
    let place = Workplace::new();
    let source = "class Dot {
  static double dot(double[] a, double y, int n) { return n * (a[0] * a[0] + a[1]) * y; }
}";
    place.compile("Dot.java", source);
    let plot = ["--plot", "a[0]=-1..1,y=2,n=3,a=0:5"];
    place.run(&[&["explain", "classes", "-m", "dot", "--html", "dot.html"], &plot[..]].concat()).code(0);
    let html = String::from_utf8(place.read("dot.html")).unwrap();
    has(
        &html,
        &["Over a[0] = -1 … 1, y = 2, n = 3, a = 0:5", "no kink, jump, pole or singular point was met"],
    );
    // 3 · (1 + 5) · 2 and 3 · 2 · 1 · 2 are the largest value and derivative.
    has(&html, &[">36</text>", ">10</text>"]);
}

/// Asks the browser what it shows; the answers are written into the document by a script that is
/// put behind a copy of the page.
const QUESTIONS: &str = "<script>
const shown = e => getComputedStyle(e).display !== 'none';
const colour = id => getComputedStyle(document.querySelector('#line-' + id + ' td.source')).backgroundColor;
addEventListener('load', () => document.title = JSON.stringify({
  colours: [9, 11, 15].map(colour),
  pinned: [...document.querySelectorAll('.why')].filter(shown).length,
  wide: document.documentElement.scrollWidth <= innerWidth,
  curves: [...document.querySelectorAll('svg path')].map(p => p.getTotalLength() > 300),
  errors: document.querySelectorAll('parsererror').length,
}));
</script>";

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| places.iter().map(move |place| place.join(name)))
        .find(|file| file.is_file())
}

fn dom(browser: &Path, file: &Path, profile: &Path) -> String {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1240,1200", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", profile.display()));
    let output = command.arg(format!("file://{}#line-12", file.display())).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_browser_shows_it() {
    let Some(browser) = browser() else {
        // Said aloud, for a test that did not look must not pass for one that did.
        eprintln!("not run: no Chromium; on Debian: apt-get install chromium");
        return;
    };
    let (place, html) = page(&["-m", "value", "--plot", "t=0..5"]);
    place.write("asked.html", html.replace("</body>", &format!("{QUESTIONS}</body>")));
    let dom = dom(&browser, &place.path("asked.html"), &place.path("profile"));
    let answers = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    let answers: serde_json::Value = serde_json::from_str(answers.unwrap_or_default()).expect(&dom);
    let colours = ["rgb(255, 241, 204)", "rgb(230, 239, 250)", "rgba(0, 0, 0, 0)"];
    assert_eq!(answers["colours"], serde_json::json!(colours));
    assert_eq!(answers["pinned"], 1, "the reasons of the line that the address names");
    assert_eq!(answers["wide"], true);
    assert_eq!(answers["curves"], serde_json::json!([true, true]));
}
