//! The combatants that each side gains or loses sight of, in a battle with hidden information.

use grid::{SideId, UnitId};

use super::ctx::Ctx;
use super::event::{Event, EventKind, Sight};
use super::ruleset::Ruleset;
use super::state::{Awareness, Observer, Sighting, Unit};

/// The changes in what sides see.
pub(super) fn sightings(rules: &dyn Ruleset, ctx: Ctx<'_>) -> Vec<Event> {
    let state = ctx.state;
    if !state.scene.fog.on {
        return Vec::new();
    }
    let sides = (0u8..).map(SideId).take(state.scene.sides.len());
    let mut events = Vec::new();
    for side in sides {
        let eyes: Vec<UnitId> =
            state.of_side(side).filter(|u| u.is_active()).map(Unit::id).collect();
        let others = state.units.iter().filter(|u| u.side() != side && u.status.is_present());
        for unit in others {
            let notices =
                |eye: UnitId| state.noticed(Observer::Unit(eye), unit.id()) >= Awareness::Notices;
            let seen =
                eyes.iter().any(|eye| notices(*eye) && rules.perceives(ctx, *eye, unit.id()));
            let known = state.scene.fog.sighting(side, unit.id());
            let (at, feet) = (unit.placement.at, unit.placement.feet);
            let fresh = Sighting { side, unit: unit.id(), at, feet, now: true };
            let (sighting, change) = match known {
                // Keep the last known place.
                Some(s) if s.now && !seen => {
                    (Sighting { now: false, ..s.clone() }, Sight::Vanishes)
                }
                Some(s) if *s == fresh => continue,
                Some(s) if s.now => (fresh, Sight::Moves),
                _ if seen => (fresh, Sight::Appears),
                _ => continue,
            };
            let what = EventKind::Sighted { sighting, change };
            events.push(Event { seen_by: Some(vec![side]), ..Event::new(what, &["HG-6"]) });
        }
    }
    events
}
