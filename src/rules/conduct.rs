//! Changes in the conduct of units: a patrol reaches a stop, or a unit is called to the fight.
//! Decided between commands, from what the unit's side knows.

use grid::{Body, Diagonals, Place, SideId, UnitId};

use super::ctx::Ctx;
use super::event::{Event, EventKind};
use super::ruleset::Ruleset;
use super::state::{Conduct, Unit};

/// Distance at which an enemy calls a unit that holds its place to the fight, in squares.
const NEAR: u32 = 8;

/// Distance at which a patrol's side notices an enemy in a battle without hidden information, in
/// squares.
const NOTICED: u32 = 12;

/// The conduct changes that are due now. Empty if there are none.
pub(super) fn due(rules: &dyn Ruleset, ctx: Ctx<'_>) -> Vec<Event> {
    let conducts = &ctx.state.scene.conducts;
    if conducts.is_empty() {
        return Vec::new();
    }
    let all = conducts.iter().filter_map(|(id, conduct)| {
        let unit = ctx.unit(id).filter(|unit| unit.is_active())?;
        let next = changed(rules, ctx, unit, conduct)?;
        let what = EventKind::Conduct { unit: id, next };
        // No side is told; the change shows in the unit's behaviour.
        Some(Event { seen_by: Some(Vec::new()), ..Event::new(what, &["HG-13"]) })
    });
    all.collect()
}

/// The next stop of a patrol, `Some(None)` for a unit that is called to the fight, or `None` if
/// nothing changes.
fn changed(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: &Unit,
    conduct: &Conduct,
) -> Option<Option<u32>> {
    match conduct {
        Conduct::Guard { .. } => None,
        Conduct::Hold { life } => {
            let called = is_hurt(rules, unit, *life) || sees_foe(rules, ctx, unit, NEAR);
            called.then_some(None)
        }
        Conduct::Patrol { stops, next, life } => {
            if is_hurt(rules, unit, *life) || is_alarmed(rules, ctx, unit.side()) {
                return Some(None);
            }
            let count = u32::try_from(stops.len()).unwrap_or(u32::MAX);
            let is_at = |n: u32| {
                let stop = usize::try_from(n).ok().and_then(|n| stops.get(n));
                stop.is_none_or(|stop| has_reached(ctx, unit, *stop))
            };
            if !is_at(*next) {
                return None;
            }
            // The first following stop that it is not at; none if it is at all of them.
            let mut following = (1..count).map(|step| (next.saturating_add(step)) % count);
            following.find(|n| !is_at(*n)).map(Some)
        }
    }
}

/// True if a unit stands on a stop, or next to it while another unit occupies it.
fn has_reached(ctx: Ctx<'_>, unit: &Unit, stop: Place) -> bool {
    let Some(cell) = stop.cell() else { return true };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return false };
    let taken = || ctx.field.bodies_in(cell).any(|body| body.id != unit.id());
    room.cells().any(|own| own == cell || own.chebyshev(cell) <= 1 && taken())
}

/// True if a side has noticed an enemy.
fn is_alarmed(rules: &dyn Ruleset, ctx: Ctx<'_>, side: SideId) -> bool {
    if ctx.state.scene.fog.on {
        let mut foes = ctx.state.units.iter().filter(|foe| foe.is_active() && foe.side() != side);
        return foes.any(|foe| rules.is_known(ctx, side, foe.id()));
    }
    ctx.state.of_side(side).any(|own| own.is_active() && sees_foe(rules, ctx, own, NOTICED))
}

/// True if a unit has less life than this.
fn is_hurt(rules: &dyn Ruleset, unit: &Unit, life: i32) -> bool {
    rules.life(unit).left < life
}

/// True if a unit perceives an enemy that its side knows, at most this many squares away.
fn sees_foe(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: &Unit, within: u32) -> bool {
    let near = |foe: UnitId| {
        ctx.field.distance(unit.id(), foe, Diagonals::One).is_some_and(|away| away <= within)
    };
    let foes = ctx.state.units.iter().filter(|foe| foe.is_active() && foe.side() != unit.side());
    let mut foes = foes.map(Unit::id);
    foes.any(|foe| {
        near(foe) && rules.is_known(ctx, unit.side(), foe) && rules.perceives(ctx, unit.id(), foe)
    })
}
