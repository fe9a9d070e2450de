//! Derivatives that are wrong, or that a JVM does not take: told on standard error, whichever command
//! has found them.

use annotate_snippets::{Group, Level};

use crate::engine::UserRule;
use crate::failure::{Failure, Status};
use crate::rules_used;
use crate::ui::Ui;
use crate::verdicts::Verdict;

/// Tells what is wrong with a derivative, and at which call; gives the status that it means.
/// `rules` are those of the user that may take part.
pub fn tell(ui: &Ui, verdict: &Verdict<'_>, located: &str, rules: &[&UserRule]) -> Status {
    let Verdict { subject, kind, detail, .. } = verdict;
    match &**kind {
        "wrong" => {
            let title = format!("the derivative of `{}` is wrong", subject.shown);
            let help = rules_used::advice(rules, located).unwrap_or_else(|| {
                "please report it: a wrong derivative is the worst bug there is".to_owned()
            });
            let mut group = Group::with_title(Level::ERROR.primary_title(title.as_str()))
                .element(Level::NOTE.message(detail.as_str()));
            if !located.is_empty() {
                group = group.element(Level::NOTE.message(located));
            }
            ui.diagnostic(&[group.element(Level::HELP.message(help.as_str()))]);
            Status::Refused
        }
        "broken" => {
            let what = format!("the JVM rejects the derivative of `{}`: {detail}", subject.shown);
            ui.failure(&Failure::bug(what));
            Status::Bug
        }
        "unfollowed" => Status::Refused,
        _ => Status::Done,
    }
}
