//! The opponent of each level of play.

use std::sync::Arc;

use crate::autoplay::Decider;
use crate::skill::Skill;

use super::SimpleAi;
use super::planner::Planner;
use super::tuning::Tuning;

impl Skill {
    /// An opponent that plays at this level.
    pub fn decider(self) -> Box<dyn Decider + Send> {
        self.tuned(&Tuning::built_in())
    }

    /// An opponent that plays at this level with these weights.
    pub fn tuned(self, tuning: &Arc<Tuning>) -> Box<dyn Decider + Send> {
        let simple = |ai: SimpleAi| Box::new(ai.tuned(Arc::clone(tuning)));
        match self {
            Self::Recruit => simple(SimpleAi::beginning()),
            Self::Soldier => simple(SimpleAi::new()),
            Self::Veteran => Box::new(Planner::new(tuning.veteran, Arc::clone(tuning))),
            Self::Warlord => Box::new(Planner::new(tuning.warlord, Arc::clone(tuning))),
        }
    }
}
