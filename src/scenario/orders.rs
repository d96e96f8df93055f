//! Checks of prepared acts, prompts and standing orders.

use serde::Deserialize;

use rules::Key;
use rules::policy::Policy;
use rules::prompt::Prompt;
use rules::standing_orders;

use super::errors::CheckError;
use super::lines::snake;
use super::names::Names;
use super::value::Value;
use super::view::{View, same};

/// The open prompt. Omitted values may be anything.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its kind.
    pub kind: Option<String>,
    /// The side that is asked.
    pub side: Option<String>,
    /// The combatant it is about.
    pub of: Option<String>,
    /// The subject of standing orders about it; an empty text for none.
    pub about: Option<String>,
    /// Its choices by name, in order.
    pub choices: Option<Vec<String>>,
    /// The default choice.
    pub default: Option<String>,
    /// Words that its text or a choice must contain.
    #[serde(default)]
    pub says: Vec<String>,
    /// Words that neither its text nor a choice may contain.
    #[serde(default)]
    pub hides: Vec<String>,
}

impl Question {
    /// The differences from the open prompt.
    pub fn compare(&self, open: Option<&Prompt>, names: &Names) -> Vec<String> {
        let Some(open) = open else { return vec!["question: no side is asked".to_owned()] };
        let mut wrong = Vec::new();
        let mut compare = |what: &str, expected: &Option<String>, found: String| {
            let differs = expected.clone().and_then(|e| same(what, e, found).err());
            wrong.extend(differs.map(|error| format!("question: {error}")));
        };
        let list = |names: &[String]| Value::List(names.to_vec()).to_string();
        let choices: Vec<String> = open.choices.iter().map(|c| c.id.to_string()).collect();
        let default = choices.get(usize::from(open.default)).cloned().unwrap_or_default();
        compare("kind", &self.kind, open.kind.to_string());
        compare("side", &self.side, names.side(open.side));
        compare("of", &self.of, open.unit.map_or_else(String::new, |u| names.unit(u)));
        compare("about", &self.about, open.about.to_string());
        compare("default", &self.default, default);
        compare("choices", &self.choices.as_deref().map(list), list(&choices));
        let labels = open.choices.iter().map(|c| c.label.as_str());
        let told = std::iter::once(open.text.as_str()).chain(labels).collect::<Vec<_>>().join(" ");
        let missing = self.says.iter().filter(|words| !told.contains(words.as_str()));
        wrong.extend(missing.map(|w| format!("question: it does not say {w:?}: {told}")));
        let leaked = self.hides.iter().filter(|words| told.contains(words.as_str()));
        wrong.extend(leaked.map(|w| format!("question: it must not say {w:?}: {told}")));
        wrong
    }
}

/// Checks that a combatant has prepared exactly these acts.
pub(super) fn pending(view: View<'_>, who: &str, acts: &[String]) -> Result<(), CheckError> {
    let id = view.id(who)?;
    let all = view.state.scene.armed.iter().filter(|a| a.owner == id);
    let found = Value::List(all.map(|a| a.act.to_string()).collect()).to_string();
    same(&format!("prepared by {who}"), Value::List(acts.to_vec()).to_string(), found)
}

/// Checks the standing order of a side.
pub(super) fn policy(
    view: View<'_>,
    side: &str,
    about: &str,
    expected: Policy,
) -> Result<(), CheckError> {
    let id = view.side(side)?;
    let given = view.state.scene.policies.given(id, about);
    let found = given.unwrap_or_else(|| view.rules.usual_policy(&Key::new(about)));
    same(&format!("order of {side} about {about}"), snake(&expected), snake(&found))
}

/// Checks that a side can give standing orders on exactly these subjects.
pub(super) fn askable(view: View<'_>, side: &str, expected: &[String]) -> Result<(), CheckError> {
    let id = view.side(side)?;
    let all = standing_orders::askable(view.rules, view.state, id);
    let found = Value::List(all.iter().map(|a| a.about.to_string()).collect()).to_string();
    same(&format!("askable of {side}"), Value::List(expected.to_vec()).to_string(), found)
}
