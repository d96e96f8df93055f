//! Foes that a side has lost sight of, as playouts assume them.
//!
//! Without them a plan would be judged as if they had left the battle.

use grid::{Cell, Hm, Room, SideId, UnitId};
use rules::engine;
use rules::ruleset::{Ctx, Ruleset};
use rules::state::{Posture, Sighting, State, Status, Unit};

use super::search::around;

/// Farthest from where it was last seen that a foe is assumed to be, in cells.
const FARTHEST: i16 = 6;

/// Puts the foes that a side has lost sight of back into the battle as that side knows it: where they
/// were seen last or, if the side sees that place, at the nearest one out of its sight. Nothing is
/// known of their state, so they are assumed to be fresh.
pub fn restore_unseen(rules: &dyn Ruleset, known: &mut State, side: SideId) {
    let lost = known.scene.fog.of_side(side).filter(|sighting| !sighting.now);
    let lost: Vec<Sighting> = lost.cloned().collect();
    for sighting in lost {
        let Some(unit) = known.unit(sighting.unit).filter(|u| u.status == Status::Gone) else {
            continue;
        };
        let place = engine::with_ctx(rules, known, |ctx| hidden_place(rules, ctx, unit, &sighting));
        let Some((cell, feet)) = place else { continue };
        let mut fresh = unit.clone();
        for part in rules.fitness(unit).parts {
            let value = if part.meaning.grows() { 0 } else { part.max };
            for meters in [&mut fresh.tracks.0, &mut fresh.pools.0] {
                if let Some(meter) = meters.get_mut(part.id.as_str()) {
                    meter.value = value;
                }
            }
        }
        fresh.status = Status::Active;
        fresh.placement.at = cell.into();
        fresh.placement.feet = feet;
        fresh.placement.posture = Posture::Standing;
        fresh.conditions = Default::default();
        fresh.undertakings = Default::default();
        if let Some(unit) = known.unit_mut(sighting.unit) {
            *unit = fresh;
        }
    }
}

/// The place nearest to where a foe was seen last in which it can stand and the observing side sees
/// nothing, with the height of its feet.
fn hidden_place(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: &Unit,
    sighting: &Sighting,
) -> Option<(Cell, Hm)> {
    let last = sighting.at.cell()?;
    let eyes = ctx.state.of_side(sighting.side).filter(|eye| eye.is_active());
    let eyes: Vec<UnitId> = eyes.map(Unit::id).collect();
    let is_seen = |cell| eyes.iter().any(|eye| rules.sees_cell(ctx, *eye, cell));
    let (size, height) = (unit.form.size, unit.upright());
    let stands = |cell| {
        let room = Room { cell, size, feet: sighting.feet, height };
        let site = ctx.field.fits_standing_near(room, unit.id()).ok()?;
        (!is_seen(cell)).then_some((cell, site.feet))
    };
    around(last, FARTHEST).find_map(stands)
}
