//! Descriptors of this ruleset: the meaning of the answers to its questions.

use rules::Ctx;
use rules::display::{Presentation, labels};
use rules::prompt::Prompt;

use super::cinematic::{self, SAVE, SAVE_ANY};
use super::data::Content;
use super::defense::{WILLING, YIELD};
use super::forced;
use super::held::HELD;
use super::react::REACT;
use super::swap::SWAP;
use super::variant_spec::CHOOSE;

impl Presentation for Content {
    fn answers(&self, _: Ctx<'_>, prompt: &Prompt) -> Option<[String; 2]> {
        match (prompt.about.as_str(), prompt.kind.as_str()) {
            (HELD, _) => labels("Try to hit", "Miss on purpose"),
            (SAVE | SAVE_ANY, _) => labels("Undo it", "Let it happen"),
            (WILLING, _) => labels("Let it happen", "Resist"),
            (YIELD, _) => labels("Fail on purpose", "Roll"),
            (SWAP, _) => labels("Trade places", "Stay"),
            (forced::RESIST, _) => labels("Hold your ground", "Give way"),
            (forced::JOIN, _) => labels("Add the damage", "Keep it apart"),
            (cinematic::JOIN, _) => labels("Join", "Stay out of it"),
            (_, CHOOSE) => labels("Apply the hit", "Spare the target"),
            (reaction, REACT) => {
                let name = self.features.get(reaction)?.name.clone();
                Some([name, "Hold back".to_owned()])
            }
            _ => None,
        }
    }
}
