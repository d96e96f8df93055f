//! The combatants that each side gains or loses sight of, in a battle with hidden information.

use grid::{SideId, UnitId};

use super::ctx::Ctx;
use super::event::{Event, EventKind, Sight};
use super::ruleset::Ruleset;
use super::state::{Awareness, Observer, Sighting, Status, Trail, Unit};

/// Distance in cells from which a unit searches the place where another was seen last.
const SEARCHED: i32 = 2;

/// The changes in what sides see.
pub(super) fn sightings(rules: &dyn Ruleset, ctx: Ctx<'_>) -> Vec<Event> {
    let state = ctx.state;
    if !state.scene.fog.on {
        return Vec::new();
    }
    let sides = (0u8..).map(SideId).take(state.scene.sides.len());
    sides.flat_map(|side| of_side(rules, ctx, side)).collect()
}

fn of_side(rules: &dyn Ruleset, ctx: Ctx<'_>, side: SideId) -> Vec<Event> {
    let state = ctx.state;
    let eyes: Vec<UnitId> = state.of_side(side).filter(|u| u.is_active()).map(Unit::id).collect();
    let others = state.units.iter().filter(|u| u.side() != side && u.status.is_present());
    let mut changes: Vec<(Sighting, Sight)> = Vec::new();
    for unit in others {
        let notices =
            |eye: UnitId| state.noticed(Observer::Unit(eye), unit.id()) >= Awareness::Notices;
        let seen = eyes.iter().any(|eye| notices(*eye) && rules.perceives(ctx, *eye, unit.id()));
        let (at, feet) = (unit.placement.at, unit.placement.feet);
        let trail = if unit.status == Status::Dead { Trail::Dead } else { Trail::Warm };
        let fresh = Sighting { side, unit: unit.id(), at, feet, now: true, trail };
        match state.scene.fog.sighting(side, unit.id()) {
            // Keep the last known place.
            Some(s) if s.now && !seen => {
                changes.push((Sighting { now: false, ..s.clone() }, Sight::Vanishes));
            }
            Some(s) if *s == fresh => {}
            Some(s) if s.now => changes.push((fresh, Sight::Moves)),
            _ if seen => changes.push((fresh, Sight::Appears)),
            _ => {}
        }
    }
    // Whether a unit that is not seen is still on the board makes no difference.
    for lost in state.scene.fog.of_side(side).filter(|s| !s.now && s.trail == Trail::Warm) {
        let is_found = changes.iter().any(|(sighting, _)| sighting.unit == lost.unit);
        // A unit that stands there knows it, even in the dark.
        let searched = |cell| {
            let away = |eye: UnitId| Some(ctx.unit(eye)?.placement.at.cell()?.chebyshev(cell));
            eyes.iter().any(|eye| match away(*eye) {
                Some(0) => true,
                Some(away) => away <= SEARCHED && rules.sees_cell(ctx, *eye, cell),
                None => false,
            })
        };
        if !is_found && lost.at.cell().is_some_and(searched) {
            changes.push((Sighting { trail: Trail::Cold, ..lost.clone() }, Sight::Missed));
        }
    }
    let event = |(sighting, change)| {
        let what = EventKind::Sighted { sighting, change };
        Event { seen_by: Some(vec![side]), ..Event::new(what, &["HG-6"]) }
    };
    changes.into_iter().map(event).collect()
}
