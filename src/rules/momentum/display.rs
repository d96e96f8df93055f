//! Descriptors of this ruleset: what the answers to its questions mean.

use rules::Ctx;
use rules::display::{Presentation, labels};
use rules::prompt::Prompt;

use super::cinematic::{SAVE, SAVE_ANY};
use super::data::Content;
use super::held::HELD;

impl Presentation for Content {
    fn answers(&self, _: Ctx<'_>, prompt: &Prompt) -> Option<[String; 2]> {
        match prompt.about.as_str() {
            HELD => labels("Try to hit", "Miss on purpose"),
            SAVE | SAVE_ANY => labels("Undo it", "Let it happen"),
            _ => None,
        }
    }
}
