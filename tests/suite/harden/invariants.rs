//! Invariants of a battle between any two commands.

use std::collections::BTreeMap;

use highground::grid::{Cell, UnitId};
use highground::rules::engine;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::{Posture, State, Status, Unit};

/// Checks that pools and tracks are in range and that units are on the board, in free space, one
/// per place.
pub fn hold(rules: &dyn Ruleset, state: &State) -> Result<(), String> {
    let mut cells: BTreeMap<Cell, UnitId> = BTreeMap::new();
    for unit in &state.units {
        let name = &unit.identity.name;
        for pool in unit.pools.0.iter() {
            if !(0..=pool.max).contains(&pool.value) {
                return Err(format!("{name}: pool {} is {} of {}", pool.id, pool.value, pool.max));
            }
        }
        for track in unit.tracks.0.iter() {
            if track.value > track.max {
                return Err(format!("{name}: track {} is over its maximum", track.id));
            }
        }
        if unit.status == Status::Down && unit.placement.posture != Posture::Prone {
            return Err(format!("{name} is down and stands"));
        }
        if !unit.status.is_present() {
            continue;
        }
        let body = rules.body(unit);
        let Some(anchor) = body.anchor() else { return Err(format!("{name} is nowhere")) };
        let room = body.room().ok_or_else(|| format!("{name} has no room"))?;
        if !state.scene.board.contains(room.cell) || !state.scene.board.contains(room.far()) {
            return Err(format!("{name} left the board at {anchor}"));
        }
        let ground = engine::with_ctx(rules, state, |ctx| ctx.field.ground(room, unit.id()));
        if let Err(obstacle) = ground {
            return Err(format!("{name} is inside matter at {anchor}: {obstacle}"));
        }
        // In the middle of a step a unit may be passing through the square of an ally.
        if body.blocking && unit.status == Status::Active && state.queue.is_empty() {
            for cell in body.cells() {
                if let Some(other) = cells.insert(cell, unit.id()) {
                    let apart = state.unit(other).is_some_and(|o| {
                        let other = rules.body(o);
                        let passes = other.feet >= body.top() || body.feet >= other.top();
                        passes || other.can_share_space_with(&body) || woke_below(rules, unit, o)
                    });
                    if !apart {
                        return Err(format!("{name} and {other} share {cell}"));
                    }
                }
            }
        }
    }
    // A unit that goes down in the middle of a step ends its turn once the step is over.
    for id in state.scene.clock.active.iter().filter(|_| state.queue.is_empty()) {
        if state.unit(*id).is_none_or(|u| u.status != Status::Active) {
            return Err(format!("{id} may act and cannot"));
        }
    }
    Ok(())
}

/// Where fallen units are no obstacle, a unit may wake under another. Both then share the place
/// until one of them leaves.
fn woke_below(rules: &dyn Ruleset, a: &Unit, b: &Unit) -> bool {
    [a, b].into_iter().any(|unit| {
        let fallen = Unit { status: Status::Down, ..unit.clone() };
        unit.placement.posture == Posture::Prone && !rules.body(&fallen).blocking
    })
}
