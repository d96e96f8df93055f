//! Battles that drag on: how many rounds one is behind schedule, and how much that devalues acts
//! that do not end it.

use rules::goals;
use rules::ruleset::Ruleset;
use rules::state::{Goal, State, Status};

use grid::SideId;

/// Rounds before the first harm is expected.
const APPROACH: u32 = 3;
/// Rounds in which a side is expected to be beaten.
const PACE: i64 = 14;
/// From this many rounds behind schedule, waiting and helping lose value.
const WEARY: u32 = 2;
/// From here on they are worthless, and no unit keeps away from the foes.
pub const OVERDUE: u32 = 6;
/// From here on no unit is brought back into the fight.
pub const HOPELESS: u32 = 8;

/// How many rounds a battle is behind schedule for a side: the rounds that have passed, minus those
/// accounted for by the losses of the side that has lost most. 0 for a side that wins by waiting.
pub fn rounds_behind(rules: &dyn Ruleset, state: &State, side: SideId) -> u32 {
    let passed = state.scene.clock.round.saturating_sub(APPROACH);
    if passed < WEARY || wins_by_waiting(state, side) {
        return 0;
    }
    let sides = (0..).map(SideId).take(state.scene.sides.len());
    let lost = |side: SideId| -> Option<i64> {
        let (mut all, mut lost) = (0_i64, 0_i64);
        // A unit out of view is not counted, as the side does not know its state.
        for unit in state.of_side(side).filter(|u| u.status != Status::Gone) {
            all += 1;
            let left = if unit.is_active() { i64::from(rules.life(unit).whole()) } else { 0 };
            lost += 1000 - left;
        }
        lost.checked_div(all)
    };
    let most = sides.filter_map(lost).max().unwrap_or(0);
    let spent = u32::try_from(most * PACE / 1000).unwrap_or(0);
    passed.saturating_sub(spent)
}

/// True for a side that only has to survive, or stands alone in the zone that it has to hold.
pub fn wins_by_waiting(state: &State, side: SideId) -> bool {
    state.scene.goals.iter().any(|goal| match goal {
        Goal::Survive { side: whose, .. } => *whose == side,
        Goal::Hold { side: whose, places, .. } if *whose == side => {
            goals::holds(state, side, places)
        }
        _ => false,
    })
}

/// A value that shrinks by a fifth for each round behind schedule.
pub fn wearing_off(value: i64, behind: u32) -> i64 {
    let left = i64::from(OVERDUE.saturating_sub(behind.max(WEARY - 1)));
    value.max(0) * left / i64::from(OVERDUE - WEARY + 1) + value.min(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_waiting_falls_to_nothing() {
        let left: Vec<i64> = (0..8).map(|behind| wearing_off(100, behind)).collect();
        assert_eq!(left, [100, 100, 80, 60, 40, 20, 0, 0]);
        assert_eq!(wearing_off(-100, 8), -100);
    }
}
