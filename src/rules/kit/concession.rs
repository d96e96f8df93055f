//! When a side cannot win any more.

use grid::SideId;

use crate::Key;
use crate::ruleset::Concession;
use crate::state::{State, Status, Unit};

/// How many times stronger its known foes are when a side is glad to end the fight.
const OUTMATCHED: i64 = 3;
/// How many times stronger they are when it gives up.
const HOPELESS: i64 = 9;

/// What a side may still hope for, as far as it knows: how many times stronger its foes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prospect {
    /// There is hope.
    Open,
    /// At least three times as strong.
    Outmatched,
    /// At least nine times as strong.
    Hopeless,
}

impl Prospect {
    /// The prospect of a side. `strength` is what a unit in the fight counts.
    pub fn of(state: &State, side: SideId, strength: impl Fn(&Unit) -> i32) -> Self {
        let (mut own, mut foes) = (0, 0);
        for unit in state.units.iter().filter(|unit| unit.status == Status::Active) {
            let strength = i64::from(strength(unit).max(0));
            if unit.side() == side {
                own += strength;
            } else if state.sees(side, unit) {
                foes += strength;
            }
        }
        match own {
            ..=0 => Self::Open,
            _ if foes >= HOPELESS * own => Self::Hopeless,
            _ if foes >= OUTMATCHED * own => Self::Outmatched,
            _ => Self::Open,
        }
    }

    /// What a unit of the side does then: it makes for the exits, and uses the first of these acts
    /// that is possible. `None` while there is hope.
    pub fn concession(self, acts: impl FnOnce(Self) -> Vec<Key>) -> Option<Concession> {
        (self > Self::Open).then(|| Concession::Ending(acts(self)))
    }
}
