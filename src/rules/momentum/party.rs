//! Which units take part in a battle, and whether there is a battle at all (MO-22 to MO-27).

use std::collections::BTreeSet;

use grid::{SideId, UnitId};
use rules::Refusal;
use rules::ruleset::Ctx;
use rules::state::{State, Unit, Verdict};

use super::data::Trait;
use super::sheet::Creature;

fn is(unit: &Unit, which: Trait) -> bool {
    unit.form.sheet.get::<Creature>().is_some_and(|c| c.is(which))
}

/// True for units that count as a party to a battle: neither objects nor civilians (MO-22, MO-23).
pub fn fights(unit: &Unit) -> bool {
    !is(unit, Trait::Civilian) && !is(unit, Trait::Object)
}

/// True for combatants of different sides. Civilians do not fight and are no one's enemies (MO-23,
/// MO-27).
pub fn are_enemies(state: &State, a: UnitId, b: UnitId) -> bool {
    let civilian = |id: UnitId| state.unit(id).is_some_and(|u| is(u, Trait::Civilian));
    state.are_foes(a, b) && !civilian(a) && !civilian(b)
}

/// The verdict on the battle; civilians and objects do not keep a side in it (MO-25).
pub fn verdict(state: &State, round_ends: bool) -> Option<Verdict> {
    rules::goals::verdict_among(state, round_ends, &fights)
}

/// Checks that two opposing parties are willing and able to fight (MO-22 to MO-24).
///
/// # Errors
/// What is missing for a battle.
pub fn check(ctx: Ctx<'_>) -> Result<(), Refusal> {
    let able = ctx.state.units.iter().filter(|u| u.is_active());
    let (fighters, others): (Vec<&Unit>, Vec<&Unit>) = able.partition(|u| fights(u));
    let sides: BTreeSet<SideId> = fighters.iter().map(|u| u.side()).collect();
    if sides.len() > 1 {
        return Ok(());
    }
    let civilian = |u: &&Unit| is(u, Trait::Civilian) && !sides.contains(&u.side());
    Err(if others.iter().any(civilian) {
        let text = "the civilians have no defenders";
        Refusal::new("nobody_defends", text, "MO-23")
    } else if fighters.len() > 1 {
        let text = "all fighters are on the same side";
        Refusal::new("one_side", text, "MO-24")
    } else {
        Refusal::new("no_opposing_party", "there is no opposing party", "MO-22")
    })
}
