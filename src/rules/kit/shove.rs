//! Places that a body can be pushed to: straight in each direction, as far as the board allows.

use crate::ruleset::Ctx;
use grid::{Body, Dir, Hm, Lean, Push, Room};

/// The rooms that a body can be pushed into by up to this number of metres in these directions:
/// safe ones first, then by distance, then row by row. `step` is the height it can move up or down
/// per cell; a body that `flies` keeps its altitude.
pub fn rooms(
    ctx: Ctx<'_>,
    body: &Body,
    (metres, step, flies): (u16, Hm, bool),
    directions: impl Iterator<Item = Dir>,
) -> Vec<Room> {
    let Some(stood) = body.room() else { return Vec::new() };
    let lean = Lean::Clockwise;
    let (step_up, step_down) = (step, step);
    let push = Push { metres, step_up, step_down, flies, past_corner: false, lean };
    let mut found: Vec<(bool, usize, Room)> = Vec::new();
    for dir in directions {
        let (dx, dy) = dir.delta();
        let behind = stood.at(stood.cell.offset(-dx, -dy), stood.feet);
        let track = ctx.field.push_track(body, behind, push);
        for (n, room) in track.into_iter().flat_map(|track| track.rooms).enumerate() {
            let ground = ctx.field.ground(room, body.id).ok();
            let drop = ctx.field.drop_under(room, body.id).unwrap_or_default();
            let drop = if flies { Hm::ZERO } else { drop };
            let safe = ground.is_some_and(|g| g.harm == 0) && drop == Hm::ZERO;
            found.push((!safe, n, room));
        }
    }
    found.sort_by_key(|(harms, n, room)| (*harms, *n, room.cell.y, room.cell.x));
    found.into_iter().map(|(.., room)| room).collect()
}
