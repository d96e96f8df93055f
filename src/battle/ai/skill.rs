//! The opponent of each level of play.

use crate::autoplay::Decider;
use crate::skill::Skill;

use super::SimpleAi;
use super::planner::{Depth, Planner};

/// How thoroughly the higher levels plan.
const VETERAN: Depth = Depth {
    rounds: 1,
    work: 3_000,
    others: 6,
    plans: 9,
    trial: 4,
    samples: 64,
    margin: 40,
    doubt: 3,
};
const WARLORD: Depth = Depth {
    rounds: 2,
    work: 10_000,
    others: 9,
    plans: 13,
    trial: 8,
    samples: 128,
    margin: 40,
    doubt: 3,
};

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
