//! Adjacency of combatants, and the distance between two bodies (VG-137 to VG-146).

use grid::{Body, Diagonals, Edge, Hm, distance, sees};
use rules::ruleset::Ctx;

use super::data::Weapon;
use super::numbers::Numbers;
use super::rulings;

/// Minimum height difference at which bodies are no longer adjacent: 6 feet (VG-143).
const TOO_HIGH: Hm = Hm::metres(2);

/// Whether an edge keeps two bodies from being adjacent: walls, closed leaves, and anything at
/// least half a metre high (VG-141).
pub fn stops_adjacency(edge: Edge) -> bool {
    let leaf_is_open = edge.open && edge.kind.spec().opens && edge.bands()[0].is_none();
    !leaf_is_open && edge.kind.spec().height > Hm::ZERO
}

/// Whether two bodies are adjacent: beside each other with a clear path, at heights that differ by
/// less than 6 feet (VG-139, VG-141, VG-143), or as the referee rules.
pub fn adjacent(ctx: Ctx<'_>, a: &Body, b: &Body) -> bool {
    rulings::adjacent(ctx.state, a.id, b.id)
        .unwrap_or_else(|| ctx.field.adjacent_unless(a, b, TOO_HIGH, stops_adjacency))
}

/// Distance between two bodies, in squares.
pub fn squares_between(a: &Body, b: &Body) -> i32 {
    distance(a, b, Diagonals::One).and_then(|m| i32::try_from(m).ok()).unwrap_or(i32::MAX)
}

/// Whether a strike with a weapon can hit another body: it is adjacent, or within a longer reach
/// with a clear line (VG-137, VG-142, VG-144).
pub fn in_reach(
    ctx: Ctx<'_>,
    numbers: &Numbers<'_>,
    weapon: &Weapon,
    bodies: (&Body, &Body),
) -> bool {
    let (me, them) = bodies;
    let reach = numbers.reach(weapon);
    let further = || squares_between(me, them) <= reach && sees(ctx.field.board(), me, them);
    reach > 0 && (adjacent(ctx, me, them) || reach > 1 && further())
}
