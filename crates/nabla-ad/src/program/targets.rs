//! Which bodies a call can reach.

use super::classes::MethodId;

/// The bodies a call can reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Targets {
    /// In the order of their ids.
    pub bodies: Vec<MethodId>,
    /// Those of functions of the libraries of languages, by the name of the class that has them: there if an
    /// object of it may be ([`languages`](super::languages)).
    pub of_languages: Vec<(String, MethodId)>,
    /// The method that the call names; one of the bodies, or above them. `None` where it belongs to
    /// an interface to which nothing can be added.
    pub resolved: Option<MethodId>,
    /// Whether the receiver's class decides among them.
    pub dispatched: bool,
    /// The interface whose lambdas the call reaches too: more of them come while calls are followed.
    pub open: Option<String>,
}

impl Targets {
    /// Those of a call that reaches one body, whatever the receiver.
    pub fn one(body: MethodId) -> Targets {
        let (bodies, of_languages) = (vec![body], Vec::new());
        Targets { bodies, of_languages, resolved: Some(body), dispatched: false, open: None }
    }

    /// All of them, with those of which there may be no object.
    pub fn all(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.bodies.iter().copied().chain(self.of_languages.iter().map(|(_, body)| *body))
    }
}
