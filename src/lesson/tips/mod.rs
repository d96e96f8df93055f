//! Tips: short advice in ordinary battles. A tip is data: a sentence or two, and the moment at
//! which it helps. `docs/lessons.md` describes the format.

mod when;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use files::{Problem, parse_ron, read_text};
use registry::RulesetId;
use rules::ruleset::Description;

pub use when::{Moment, Subject, When};

use super::MAX_SENTENCE;

/// Maximum number of tips in a file.
const MAX_TIPS: usize = 60;

/// A tips file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Tips", deny_unknown_fields)]
struct TipsFile {
    /// The ruleset; applies to all if missing.
    #[serde(default)]
    ruleset: Option<RulesetId>,
    /// The tips, the most important first.
    tips: Vec<Tip>,
}

/// A tip.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tip {
    /// Its name. The settings remember read tips by file and name: `vigor/prone`.
    pub id: String,
    /// When it helps.
    pub when: When,
    /// Its text. A key action in brackets stands for its key: `[log]`.
    pub say: String,
}

impl Tip {
    /// The key actions that it refers to.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.say.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(name, _)| name)
    }

    /// Its text, with each key action replaced.
    pub fn words(&self, key: impl Fn(&str) -> String) -> String {
        let mut words = String::new();
        for (n, part) in self.say.split('[').enumerate() {
            match part.split_once(']').filter(|_| n > 0) {
                Some((name, rest)) => {
                    words.push_str(&key(name));
                    words.push_str(rest);
                }
                None => words.push_str(part),
            }
        }
        words
    }
}

/// The tips of one file.
#[derive(Clone, Debug)]
pub struct TipBook {
    /// The ruleset that they apply to; `None` for all.
    pub ruleset: Option<RulesetId>,
    /// The tips, the most important first. Their names include that of the file.
    pub tips: Vec<Tip>,
}

impl TipBook {
    /// Loads a tips file.
    ///
    /// # Errors
    /// Every problem with its position.
    pub fn load(path: &Path) -> Result<Self, Vec<Problem>> {
        let text = read_text(path).map_err(|problem| vec![problem])?;
        Self::parse(path, &text)
    }

    /// Reads a tips file from text; `path` is the name for messages.
    ///
    /// # Errors
    /// As in [`Self::load`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, Vec<Problem>> {
        let file = path.display().to_string();
        let TipsFile { ruleset, mut tips } =
            parse_ron(&file, text).map_err(|problem| vec![problem])?;
        let rules = ruleset.map(RulesetId::built_in);
        let description = rules.as_ref().map(|rules| rules.describe());
        let problems = problems(&tips, description);
        if !problems.is_empty() {
            let at = |(id, message): (String, String)| {
                let problem = Problem::new(&file, message);
                let named = format!("\"{id}\"");
                let line = text.lines().position(|line| line.contains(&named));
                line.map_or(problem.clone(), |line| problem.at(line + 1, 1))
            };
            return Err(problems.into_iter().map(at).collect());
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for tip in &mut tips {
            tip.id = format!("{stem}/{}", tip.id);
        }
        Ok(Self { ruleset, tips })
    }
}

/// What is wrong with tips: the tip and the message.
fn problems(tips: &[Tip], rules: Option<&Description>) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    if !(1..=MAX_TIPS).contains(&tips.len()) {
        let message = format!("a file has 1 to {MAX_TIPS} tips, not {}", tips.len());
        problems.push((String::new(), message));
    }
    let mut known = BTreeSet::new();
    for Tip { id, when, say } in tips {
        let mut wrong = |message: String| problems.push((id.clone(), message));
        if id.is_empty() || !known.insert(id) {
            wrong(format!("tip `{id}`: every tip has a name of its own"));
        }
        let letters = say.chars().count();
        if !(1..=MAX_SENTENCE).contains(&letters) {
            wrong(format!("tip `{id}`: `say` has {letters} characters; 1 to {MAX_SENTENCE} fit"));
        }
        if let Some((what, name)) = when.content()
            && !rules.is_some_and(|rules| when.is_known(rules))
        {
            wrong(format!("tip `{id}`: the ruleset has no {what} `{name}`"));
        }
    }
    problems
}
