//! Derivatives that are wrong, or that a JVM does not take: told on standard error, whichever command
//! has found them.

use annotate_snippets::{Group, Level};

use crate::failure::{Failure, Status};
use crate::ui::Ui;
use crate::verdicts::Verdict;

/// Tells what is wrong with a derivative, and at which call; gives the status that it means.
pub fn tell(ui: &Ui, verdict: &Verdict<'_>, located: &str) -> Status {
    let Verdict { subject, kind, detail, .. } = verdict;
    match &**kind {
        "wrong" => {
            let title = format!("the derivative of `{}` is wrong", subject.shown);
            let help = "please report it: a wrong derivative is the worst bug there is";
            let mut group = Group::with_title(Level::ERROR.primary_title(title.as_str()))
                .element(Level::NOTE.message(detail.as_str()));
            if !located.is_empty() {
                group = group.element(Level::NOTE.message(located));
            }
            ui.diagnostic(&[group.element(Level::HELP.message(help))]);
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
