//! Descriptors of this ruleset: the meaning of the answers to its questions.

use rules::Ctx;
use rules::display::{Presentation, labels};
use rules::prompt::Prompt;

use super::data::Content;
use super::prepared::OWN_SIDE;
use super::react::REACT;
use super::repertoire;
use super::resolve::WILLING;

impl Presentation for Content {
    fn answers(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Option<[String; 2]> {
        match prompt.kind.as_str() {
            WILLING => labels("Let it happen", "Resist"),
            "leave" => labels("Leave the battle", "Stay"),
            "truce" => labels("Accept the truce", "Fight on"),
            REACT if prompt.about == *OWN_SIDE => labels("Strike a friend", "Hold back"),
            REACT => {
                let unit = ctx.unit(prompt.unit?)?;
                let ability = repertoire::find(self, unit, prompt.about.as_str())?;
                Some([ability.name.clone(), "Hold back".to_owned()])
            }
            _ => None,
        }
    }
}
