//! The opponent of each level of play.

use crate::autoplay::Decider;
use crate::skill::Skill;

use super::SimpleAi;

impl Skill {
    /// An opponent that plays at this level.
    pub fn decider(self) -> Box<dyn Decider + Send> {
        match self {
            Self::Recruit | Self::Soldier | Self::Veteran | Self::Warlord => {
                Box::new(SimpleAi::new())
            }
        }
    }
}
