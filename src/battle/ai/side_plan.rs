//! Plans for a whole side: which foe to strike first, and whether to advance or let the foes come.
//!
//! A plan modifies what the usual opponent does with each combatant of the side.

use grid::{SideId, UnitId};
use rules::ruleset::Ruleset;
use rules::state::State;
use serde::{Deserialize, Serialize};

use super::drag;

/// Number of foes considered as the first target.
const TARGETS: usize = 3;

/// How much weaker a foe must be to be preferred to one that is a square nearer, in thousandths of
/// a life.
const PER_SQUARE: i64 = 40;

/// What a side has agreed on. By default nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidePlan {
    /// The foe to strike first.
    #[serde(default)]
    pub focus: Option<UnitId>,
    /// No unit advances towards foes that are too far away to strike.
    #[serde(default)]
    pub awaits: bool,
}

impl SidePlan {
    /// True if nothing was agreed on.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// The plans of a side that are worth comparing, the usual way of fighting first.
pub fn plans(rules: &dyn Ruleset, state: &State, side: SideId) -> Vec<SidePlan> {
    let usual = SidePlan::default();
    let foci = first_targets(rules, state, side).into_iter().map(Some);
    let foci: Vec<SidePlan> = foci.map(|focus| SidePlan { focus, ..usual }).collect();
    // With one foe left, or one fighter, there is nothing to agree on.
    let fighters = state.of_side(side).filter(|unit| unit.is_active()).count();
    let foci = if foci.len() > 1 && fighters > 1 { foci } else { Vec::new() };
    let waits = drag::rounds_behind(rules, state, side) == 0;
    let waits = waits.then_some(SidePlan { awaits: true, ..usual });
    std::iter::once(usual).chain(waits).chain(foci).collect()
}

/// The foes to consider as the first target: near and weak ones.
fn first_targets(rules: &dyn Ruleset, state: &State, side: SideId) -> Vec<UnitId> {
    let active = state.units.iter().filter(|unit| unit.is_active());
    let (own, foes): (Vec<_>, Vec<_>) = active.partition(|unit| unit.side() == side);
    let cells: Vec<_> = own.iter().filter_map(|unit| unit.placement.at.cell()).collect();
    let count = i64::try_from(cells.len().max(1)).unwrap_or(1);
    let rated = foes.into_iter().filter_map(|foe| {
        let there = foe.placement.at.cell()?;
        let away: i64 = cells.iter().map(|cell| i64::from(cell.chebyshev(there))).sum();
        Some((i64::from(rules.life(foe).whole()) + PER_SQUARE * away / count, foe.id()))
    });
    let mut rated: Vec<(i64, UnitId)> = rated.collect();
    rated.sort_unstable();
    rated.into_iter().take(TARGETS).map(|(_, foe)| foe).collect()
}
