//! Harmful Terrain: uneven, slippery and damaging ground (EV-108 to EV-113).

use grid::{Body, Ground, Rough, SupportKind};
use rules::ruleset::Ctx;
use rules::state::Unit;

/// The highest number of Harmful Terrain (EV-109).
const MOST: i32 = 3;

/// The number of uneven or slippery ground; 0 for firm ground (EV-73, EV-109).
pub fn uneven(ground: &Ground) -> i32 {
    i32::from(ground.rough == Rough::Light).max(i32::from(ground.slippery)).min(MOST)
}

/// The number of all Harmful Terrain, 0 if there is none (EV-109).
pub fn number(ground: &Ground) -> i32 {
    uneven(ground).max(i32::from(ground.harm)).min(MOST)
}

/// The number of the uneven or slippery ground that a unit stands on (EV-111).
pub fn under(ctx: Ctx<'_>, unit: &Unit) -> i32 {
    let stands = matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing);
    let room = ctx.field.body(unit.id()).and_then(Body::room).filter(|_| stands);
    let ground = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
    ground.map_or(0, |ground| uneven(&ground))
}
