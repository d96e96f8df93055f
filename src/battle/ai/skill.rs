//! The opponent of each level of play.

use crate::autoplay::Decider;
use crate::skill::Skill;

use super::SimpleAi;
use super::planner::{Depth, Planner};

/// How thoroughly the higher levels plan.
const VETERAN: Depth = Depth { rounds: 1, work: 2_500, others: 6, samples: 64, doubt: 2 };
const WARLORD: Depth = Depth { rounds: 2, work: 10_000, others: 9, samples: 128, doubt: 2 };

impl Skill {
    /// An opponent that plays at this level.
    pub fn decider(self) -> Box<dyn Decider + Send> {
        match self {
            Self::Recruit => Box::new(SimpleAi::beginning()),
            Self::Soldier => Box::new(SimpleAi::new()),
            Self::Veteran => Box::new(Planner::new(VETERAN)),
            Self::Warlord => Box::new(Planner::new(WARLORD)),
        }
    }
}
