//! Picking: finds the first cell, thing or body that a ray hits. Uses the drawn heights.

use std::collections::BTreeSet;

use bevy::math::{Vec2, Vec3};

use super::finish::{plan_scale, reach};
use super::relief::{Relief, cell_at, metres};
use super::walls::{CUT_HEIGHT, WallCut};
use grid::{Board, Cell, Dir, EdgeKind, Hm, ThingKind};

/// A pickable body: an upright cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PickBody {
    /// Number chosen by the caller.
    pub id: u32,
    /// Centre of its foot, in metres.
    pub foot: Vec3,
    /// Radius in metres.
    pub radius: f32,
    /// Height in metres.
    pub height: f32,
}

/// What a ray hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pick {
    /// The cell: of the ground or thing, on the near side of a wall, or under a body.
    pub cell: Cell,
    /// The point hit.
    pub point: Vec3,
    /// Absolute height of the floor above the ground that it hit.
    pub floor: Option<Hm>,
    /// The body, if it hit one.
    pub body: Option<u32>,
}

/// What a ray can hit besides bodies, and how it is drawn.
#[derive(Clone, Copy)]
pub struct Scenery<'a> {
    /// The board.
    pub board: &'a Board,
    /// Its heights as drawn.
    pub relief: &'a Relief,
    /// How walls are drawn.
    pub cut: WallCut,
    /// Decks drawn as panes: cells, and the absolute heights of the decks. Bodies below them can be
    /// hit, and so can those behind walls that stand on them.
    pub open: &'a BTreeSet<(Cell, Hm)>,
}

/// Follows a ray from `origin` along `direction` to the first ground, water, thing, wall or body.
/// `None` if it hits nothing on the board.
pub fn pick(
    scenery: Scenery<'_>,
    bodies: &[PickBody],
    origin: Vec3,
    direction: Vec3,
) -> Option<Pick> {
    let dir = direction.try_normalize()?;
    let closed = BTreeSet::new();
    let ground = march(Scenery { open: &closed, ..scenery }, origin, dir);
    // Only what is not drawn as a pane hides a body.
    let hides = match scenery.open.is_empty() {
        true => ground,
        false => march(scenery, origin, dir),
    };
    let body = bodies
        .iter()
        .filter_map(|b| {
            let t = cylinder(origin, dir, b.foot, b.radius, b.height)?;
            Some((t, b))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((s, b)) = body.filter(|(s, _)| hides.is_none_or(|(t, _)| *s <= t)) {
        return Some(of_body(origin + dir * s, b));
    }
    let (t, (cell, floor)) = ground?;
    Some(Pick { cell, point: origin + dir * t, floor, body: None })
}

fn of_body(point: Vec3, b: &PickBody) -> Pick {
    Pick { cell: cell_at(b.foot.x, b.foot.z), point, floor: None, body: Some(b.id) }
}

/// Walks the ray from cell to cell. Returns the distance of the first hit, its cell, and the height
/// of the deck if it hit one from above.
fn march(
    Scenery { board, relief, cut, open }: Scenery<'_>,
    origin: Vec3,
    dir: Vec3,
) -> Option<(f32, (Cell, Option<Hm>))> {
    let size = Vec2::new(relief.width() as f32, relief.height() as f32);
    let (enter, leave) = span_over(origin, dir, size)?;
    let mut t = enter;
    let start = origin + dir * (t + 1e-4);
    let mut cell = Cell::new(
        (start.x.floor() as i32).clamp(0, relief.width() - 1) as i16,
        (start.z.floor() as i32).clamp(0, relief.height() - 1) as i16,
    );
    // A straight walk crosses each column and row once.
    for _ in 0..=relief.width() + relief.height() + 2 {
        let next_x = crossing(origin.x, dir.x, cell.x);
        let next_z = crossing(origin.z, dir.z, cell.y);
        let out = next_x.min(next_z).min(leave).max(t);
        let level = relief.surface(cell);
        let (high, low) = (origin.y + dir.y * t, origin.y + dir.y * out);
        if high <= level {
            return Some((t, (cell, None)));
        }
        let mut hit = thing_hit(board, relief, cell, origin, dir, (t, out));
        if low <= level && dir.y < 0.0 {
            let top = (level - origin.y) / dir.y;
            hit = Some(hit.map_or(top, |h| h.min(top)));
        }
        let decks = if cut == WallCut::Full { board.decks_in(cell) } else { &[] };
        let mut tops = decks.iter().rev().map(|deck| deck.top);
        let closed = |top: &Hm| open.is_empty() || !open.contains(&(cell, *top));
        let deck = tops.find(|top| (low..high).contains(&metres(*top)) && closed(top));
        let deck = deck.map(|top| ((metres(top) - origin.y) / dir.y, top));
        match (hit, deck) {
            (hit, Some((over, top))) if hit.is_none_or(|h| over <= h) => {
                return Some((over, (cell, Some(top))));
            }
            (Some(h), _) => return Some((h, (cell, None))),
            (None, _) => {}
        }
        if out >= leave {
            return None;
        }
        let side = match (next_x <= next_z, dir.x > 0.0, dir.z > 0.0) {
            (true, true, _) => Dir::E,
            (true, false, _) => Dir::W,
            (false, _, true) => Dir::S,
            (false, _, false) => Dir::N,
        };
        if let Some(edge) = board.edge(cell, side)
            && !matches!(edge.kind, EdgeKind::Gate)
            && !(edge.open && matches!(edge.kind, EdgeKind::Door))
        {
            let tall = metres(edge.kind.spec().height);
            let drawn = if cut == WallCut::Cut { tall.min(CUT_HEIGHT) } else { tall };
            if low <= metres(board.edge_base(cell, side)) + drawn {
                return Some((out, (cell, None)));
            }
        }
        if cut == WallCut::Full && meets_upper(board, (cell, side), low, open) {
            return Some((out, (cell, None)));
        }
        cell = cell.step(side);
        t = out;
        if !board.contains(cell) {
            return None;
        }
    }
    None
}

/// Whether a ray that crosses an edge at a height meets matter of an upper storey there.
fn meets_upper(
    board: &Board,
    (cell, side): (Cell, Dir),
    height: f32,
    opened: &BTreeSet<(Cell, Hm)>,
) -> bool {
    board.has_upper_edges()
        && board.edges_on(cell, side).any(|(at, edge)| {
            let passes = matches!(edge.kind, EdgeKind::Gate)
                || edge.open && matches!(edge.kind, EdgeKind::Door);
            let (low, high) = (board.edge_foot(at), board.edge_top(at, edge.kind));
            let only_foot = |floor: Hm| at.cells().iter().any(|c| opened.contains(&(*c, floor)));
            let drawn = at.floor.is_some_and(|floor| opened.is_empty() || !only_foot(floor));
            drawn && !passes && (metres(low)..metres(high)).contains(&height)
        })
}

/// Distances at which a ray enters and leaves the vertical prism over the board.
fn span_over(origin: Vec3, dir: Vec3, size: Vec2) -> Option<(f32, f32)> {
    let (mut enter, mut leave) = (0.0f32, f32::MAX);
    for (o, d, s) in [(origin.x, dir.x, size.x), (origin.z, dir.z, size.y)] {
        if d.abs() < 1e-7 {
            if o < 0.0 || o > s {
                return None;
            }
            continue;
        }
        let (a, b) = ((0.0 - o) / d, (s - o) / d);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    (enter < leave).then_some((enter, leave))
}

/// Distance at which a ray leaves a column or row of cells.
fn crossing(origin: f32, dir: f32, cell: i16) -> f32 {
    if dir.abs() < 1e-7 {
        return f32::MAX;
    }
    let border = f32::from(cell) + if dir > 0.0 { 1.0 } else { 0.0 };
    (border - origin) / dir
}

/// Distance at which a ray hits the thing in a cell, within a range of distances.
fn thing_hit(
    board: &Board,
    relief: &Relief,
    cell: Cell,
    origin: Vec3,
    dir: Vec3,
    stretch: (f32, f32),
) -> Option<f32> {
    let (_, thing) = board.thing_in(cell)?;
    let (tall, wide) = (metres(thing.height), plan_scale(thing));
    let foot = Vec3::new(f32::from(cell.x) + 0.5, relief.floor(cell), f32::from(cell.y) + 0.5);
    let own = thing.prop.as_ref().map(|prop| [(reach(prop), 0.0, 1.0)]);
    // Radius, lower and upper end of the cylinders that approximate the model.
    let hulls: &[(f32, f32, f32)] = match thing.kind {
        ThingKind::Custom => own.as_ref().map_or(&[], |own| own),
        ThingKind::Tree => &[(0.12, 0.0, 0.4), (0.5, 0.3, 0.75), (0.3, 0.75, 1.0)],
        ThingKind::DeadTree => &[(0.14, 0.0, 1.0)],
        ThingKind::Lamp => &[(0.06, 0.0, 0.8), (0.13, 0.8, 1.0)],
        ThingKind::Bridge => &[(0.71, 0.85, 1.0)],
        ThingKind::Statue => &[(0.30, 0.0, 0.3), (0.2, 0.3, 1.0)],
        ThingKind::Lever => &[(0.17, 0.0, 0.3)],
        ThingKind::Campfire => &[(0.3, 0.0, 0.5)],
        ThingKind::Crystal => &[(0.34, 0.0, 0.4), (0.16, 0.4, 1.0)],
        ThingKind::Tent => &[(0.48, 0.0, 0.5), (0.3, 0.5, 1.0)],
        ThingKind::Hedge => &[(0.56, 0.0, 1.0)],
        _ => &[(0.44, 0.0, 1.0)],
    };
    hulls
        .iter()
        .filter_map(|(r, low, high)| {
            let at = foot + Vec3::Y * (low * tall);
            cylinder(origin, dir, at, *r * wide, (high - low) * tall)
        })
        .filter(|t| *t >= stretch.0 - 1e-3 && *t <= stretch.1 + 1e-3)
        .min_by(f32::total_cmp)
}

/// Distance at which a ray enters an upright closed cylinder, `None` if it misses.
fn cylinder(origin: Vec3, dir: Vec3, foot: Vec3, radius: f32, height: f32) -> Option<f32> {
    let o = origin - foot;
    let flat = Vec2::new(dir.x, dir.z);
    let a = flat.length_squared();
    let b = o.x * dir.x + o.z * dir.z;
    let c = o.x * o.x + o.z * o.z - radius * radius;
    let (mut enter, mut leave) = if a < 1e-9 {
        if c > 0.0 {
            return None;
        }
        (f32::MIN, f32::MAX)
    } else {
        let root = b * b - a * c;
        if root < 0.0 {
            return None;
        }
        let root = root.sqrt();
        ((-b - root) / a, (-b + root) / a)
    };
    if dir.y.abs() < 1e-9 {
        if o.y < 0.0 || o.y > height {
            return None;
        }
    } else {
        let (p, q) = (-o.y / dir.y, (height - o.y) / dir.y);
        enter = enter.max(p.min(q));
        leave = leave.min(p.max(q));
    }
    (enter <= leave && leave >= 0.0).then_some(enter.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Edge, Hm, Terrain, Thing};

    fn pick_in(
        board: &Board,
        relief: &Relief,
        cut: WallCut,
        bodies: &[PickBody],
        origin: Vec3,
        direction: Vec3,
    ) -> Option<Pick> {
        let open = &BTreeSet::new();
        pick(Scenery { board, relief, cut, open }, bodies, origin, direction)
    }

    fn hilly() -> Board {
        let mut b = Board::new(9, 7);
        for c in b.cells() {
            b.tile_mut(c).unwrap().elevation = Hm(i32::from((c.x * 5 + c.y * 3) % 7));
        }
        *b.tile_mut(Cell::new(4, 4)).unwrap() = Terrain::Water.tile();
        b
    }

    #[test]
    fn straight_down_hits_the_surface_of_every_cell() {
        let b = hilly();
        let r = Relief::new(&b);
        for c in b.cells() {
            let from = Vec3::new(f32::from(c.x) + 0.3, 40.0, f32::from(c.y) + 0.6);
            let p = pick_in(&b, &r, WallCut::Full, &[], from, -Vec3::Y).unwrap();
            assert_eq!((p.cell, p.body), (c, None));
            assert!((p.point.y - r.surface(c)).abs() < 1e-3);
        }
    }

    #[test]
    fn slanting_rays_agree_with_small_steps_along_the_ray() {
        let b = hilly();
        let r = Relief::new(&b);
        let mut hits = 0;
        for i in 0..400 {
            let a = i as f32 * 0.61;
            let from = Vec3::new(4.5 + a.cos() * 12.0, 9.0 + (i % 5) as f32, 3.5 + a.sin() * 12.0);
            let aim = Vec3::new((i % 9) as f32 + 0.37, 0.4, (i % 7) as f32 + 0.41);
            let dir = (aim - from).normalize();
            let walked = (0..60_000).map(|k| from + dir * (k as f32 * 0.0005)).find(|p| {
                let c = cell_at(p.x, p.z);
                b.contains(c) && p.y <= r.surface(c)
            });
            let picked = pick_in(&b, &r, WallCut::Full, &[], from, dir);
            match (walked, picked) {
                (Some(w), Some(p)) => {
                    hits += 1;
                    assert!((w - p.point).length() < 0.01, "{w} {p:?}");
                }
                (None, None) => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(hits > 300);
    }

    #[test]
    fn things_walls_and_bodies_are_hit_before_the_ground_behind_them() {
        let mut b = Board::new(6, 3);
        let r = Relief::new(&b);
        let from = Vec3::new(0.5, 1.0, 1.5);
        let dir = Vec3::new(1.0, -0.2, 0.0);
        let plain = pick_in(&b, &r, WallCut::Full, &[], from, dir).unwrap();
        assert_eq!(plain.cell, Cell::new(5, 1));
        let body = PickBody { id: 7, foot: Vec3::new(3.5, 0.0, 1.5), radius: 0.4, height: 1.8 };
        let p = pick_in(&b, &r, WallCut::Full, &[body], from, dir).unwrap();
        assert_eq!((p.cell, p.body), (Cell::new(3, 1), Some(7)));
        b.set_edge(Cell::new(2, 1), Dir::W, Some(Edge::new(EdgeKind::Wall)));
        let p = pick_in(&b, &r, WallCut::Full, &[body], from, dir).unwrap();
        assert_eq!((p.cell, p.body), (Cell::new(1, 1), None));
        b.set_edge(Cell::new(2, 1), Dir::W, None);
        let kind = ThingKind::Crate;
        b.add_thing(Thing { height: Hm(2), ..Thing::new(kind, Cell::new(2, 1)) });
        let p = pick_in(&b, &r, WallCut::Full, &[body], from, dir).unwrap();
        assert_eq!((p.cell, p.body), (Cell::new(2, 1), None));
    }

    #[test]
    fn rays_pass_over_cut_walls() {
        let mut b = Board::new(6, 3);
        b.set_edge(Cell::new(2, 1), Dir::W, Some(Edge::new(EdgeKind::Wall)));
        let r = Relief::new(&b);
        let (from, dir) = (Vec3::new(0.5, 2.0, 1.5), Vec3::new(1.0, -0.55, 0.0));
        let near = pick_in(&b, &r, WallCut::Full, &[], from, dir).unwrap();
        let far = pick_in(&b, &r, WallCut::Cut, &[], from, dir).unwrap();
        assert_eq!((near.cell, far.cell), (Cell::new(1, 1), Cell::new(4, 1)));
    }

    #[test]
    fn a_deck_that_is_hit_from_above_gives_its_height() {
        let mut b = Board::new(6, 3);
        let (material, climb) = (grid::Material::Wood, grid::Climb::Unmarked);
        for x in [2, 3] {
            b.add_deck(Cell::new(x, 1), grid::Deck { top: Hm(6), material, climb });
        }
        let r = Relief::new(&b);
        let down = |x: f32, cut| {
            let p = pick_in(&b, &r, cut, &[], Vec3::new(x, 9.0, 1.5), -Vec3::Y).unwrap();
            (p.cell.x, p.floor, p.point.y)
        };
        assert_eq!(down(2.5, WallCut::Full), (2, Some(Hm(6)), 3.0));
        assert_eq!(down(4.5, WallCut::Full), (4, None, 0.0));
        // Where roofs are cut away, the ground below is hit.
        assert_eq!(down(2.5, WallCut::Cut), (2, None, 0.0));
        // From below the deck the ray meets the ground only.
        let from = Vec3::new(1.5, 2.0, 1.5);
        let p = pick_in(&b, &r, WallCut::Full, &[], from, Vec3::new(1.0, -1.0, 0.0)).unwrap();
        assert_eq!((p.cell.x, p.floor), (3, None));
    }

    #[test]
    fn bodies_below_open_decks_can_be_hit_and_the_decks_beside_them_too() {
        let mut b = Board::new(6, 3);
        let (material, climb) = (grid::Material::Stone, grid::Climb::Unmarked);
        for x in [2, 3] {
            b.add_deck(Cell::new(x, 1), grid::Deck { top: Hm(6), material, climb });
        }
        // A wall on the deck, between the eye and the body.
        let on_deck =
            grid::EdgeAt { floor: Some(Hm(6)), ..grid::EdgeAt::ground(Cell::new(2, 1), Dir::W) };
        b.set_edge_at(on_deck, Some(Edge::new(EdgeKind::Wall)));
        let r = Relief::new(&b);
        let body = PickBody { id: 7, foot: Vec3::new(2.5, 0.0, 1.5), radius: 0.3, height: 1.8 };
        let above = PickBody { id: 8, foot: Vec3::new(2.5, 3.0, 1.5), ..body };
        let closed = BTreeSet::new();
        let open = BTreeSet::from([2, 3].map(|x| (Cell::new(x, 1), Hm(6))));
        let hit = |open, bodies: &[PickBody], from: Vec3, to: Vec3| {
            let scenery = Scenery { board: &b, relief: &r, cut: WallCut::Full, open };
            let p = pick(scenery, bodies, from, to - from).unwrap();
            (p.body, p.floor)
        };
        let over = Vec3::new(2.5, 9.0, 1.5);
        let down = Vec3::new(2.5, 0.0, 1.5);
        assert_eq!(hit(&closed, &[body], over, down), (None, Some(Hm(6))));
        assert_eq!(hit(&open, &[body], over, down), (Some(7), None));
        // Beside the body the ray hits the deck; anything standing on the deck comes first.
        let aside = Vec3::new(3.5, 0.0, 1.5);
        assert_eq!(hit(&open, &[body], aside + Vec3::Y * 9.0, aside), (None, Some(Hm(6))));
        assert_eq!(hit(&open, &[body, above], over, down), (Some(8), None));
        // Through the wall on the deck, of which only the foot is drawn.
        let (west, chest) = (Vec3::new(1.5, 8.0, 1.5), Vec3::new(2.5, 0.9, 1.5));
        assert_eq!(hit(&closed, &[body], west, chest).0, None);
        assert_eq!(hit(&open, &[body], west, chest), (Some(7), None));
    }

    #[test]
    fn rays_that_miss_the_board_hit_nothing() {
        let b = Board::new(3, 3);
        let r = Relief::new(&b);
        let up = pick_in(&b, &r, WallCut::Full, &[], Vec3::new(1.5, 5.0, 1.5), Vec3::Y);
        let aside = pick_in(&b, &r, WallCut::Full, &[], Vec3::new(9.0, 5.0, 1.5), -Vec3::Y);
        assert_eq!((up, aside), (None, None));
    }
    #[test]
    fn walls_of_upper_storeys_are_hit_at_their_height_only() {
        let mut b = Board::new(6, 3);
        let floor = Some(Hm(4));
        let at = grid::EdgeAt { cell: Cell::new(2, 1), side: Dir::W, floor };
        b.set_edge_at(at, Some(Edge::new(EdgeKind::Wall)));
        let r = Relief::new(&b);
        let from = |height: f32| {
            let origin = Vec3::new(0.5, height, 1.5);
            pick_in(&b, &r, WallCut::Full, &[], origin, Vec3::new(1.0, -0.25, 0.0)).unwrap().cell.x
        };
        // Where the ray is 0.9, 3.1 and 5.2 m high at the wall, which reaches from 2 to 5 m.
        assert_eq!([from(1.3), from(3.475)], [5, 1]);
        let over = Vec3::new(0.5, 5.575, 1.5);
        let picked = pick_in(&b, &r, WallCut::Full, &[], over, Vec3::new(1.0, -0.25, 0.0));
        assert_eq!(picked, None);
    }
}
