//! The track of a pushed body: where it goes, what stops it, and where it would fall.

use super::board::Board;
use super::body::{Body, SupportKind, UnitId};
use super::cell::Cell;
use super::field::Field;
use super::ground::Obstacle;
use super::matter::Passage;
use super::room::Room;
use super::step::{Move, StepFacts};
use super::things::Footing;
use super::units::Hm;

/// Which neighbour a track takes where its ray runs exactly between two cells. Chosen by the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lean {
    /// Clockwise of the ray, seen from above.
    #[default]
    Clockwise,
    /// Counterclockwise of the ray.
    Counterclockwise,
}

/// Parameters of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// Distance in metres.
    pub metres: u16,
    /// The highest rise that does not stop it (PR-108: half a metre).
    pub step_up: Hm,
    /// The deepest drop that does not count as an edge.
    pub step_down: Hm,
    /// The body keeps its height where nothing supports it (PR-281).
    pub flies: bool,
    /// A diagonal passes one blocked corner, as steps may (MO-288).
    pub past_corner: bool,
    /// How ties are resolved.
    pub lean: Lean,
}

/// Why a track ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushEnd {
    /// The full distance was covered.
    Done,
    /// The middles coincide, so there is no direction.
    NoDirection,
    /// A wall, closed leaf, low wall or solid cell; also a blocked corner of a diagonal.
    Wall(Cell),
    /// The edge of the board.
    Border(Cell),
    /// Another blocking body.
    Body(UnitId),
    /// A thing that blocks, or that is too high to be pushed onto.
    Thing(Cell),
    /// The ground rises too high.
    Rise(Cell),
    /// A ceiling too low for the body.
    Ceiling(Cell),
    /// The last room of the track is beyond an edge, with this much air below the body.
    Drop(Hm),
}

/// The result of a push on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushTrack {
    /// The rooms entered in order, without the start. Beyond an
    /// edge, the feet keep the height from which the fall starts.
    pub rooms: Vec<Room>,
    /// Why it ends.
    pub end: PushEnd,
    /// The cell of the next room if something stops it in front of that room: a corner of the
    /// footprint, as in [`Room::cell`].
    pub blocked: Option<Cell>,
    /// Metres not covered.
    pub left: u16,
}

/// `part / whole` of a ray's shorter side, rounded to the
/// nearest integer. `whole` > 0; `up` decides exact halves.
fn nearest(short: i32, part: i32, whole: i32, up: bool) -> i32 {
    let double = 2 * short * part + whole;
    let rounded = double.div_euclid(2 * whole);
    if double.rem_euclid(2 * whole) == 0 && !up { rounded - 1 } else { rounded }
}

/// Offset of the north-west cell after `n` metres along the ray (`dx`, `dy`), as columns and rows.
fn on_ray(dx: i32, dy: i32, n: i32, lean: Lean) -> (i32, i32) {
    let clockwise = lean == Lean::Clockwise;
    // Clockwise of east is south, where y increases; clockwise of south is west, where x decreases.
    if dx.abs() >= dy.abs() {
        (dx.signum() * n, nearest(dy, n, dx.abs(), (dx > 0) == clockwise))
    } else {
        (nearest(dx, n, dy.abs(), (dy < 0) == clockwise), dy.signum() * n)
    }
}

impl Field<'_> {
    /// The track of a body pushed straight away from another room: cell by cell along the ray from
    /// that room's middle through the body's own (PR-116, TU-140).
    ///
    /// It stops in front of walls of any height, closed leaves, solid cells, blocked corners,
    /// blocking bodies, things and rises, and one room beyond the first edge. `None` for bodies
    /// that are not on a square board.
    pub fn push_track(&self, body: &Body, away_from: Room, push: Push) -> Option<PushTrack> {
        let start = body.room()?;
        let ((ax, ay), (bx, by)) = (away_from.middle2(), start.middle2());
        let (dx, dy) = (bx - ax, by - ay);
        let (end, left) = (PushEnd::Done, push.metres);
        let mut track = PushTrack { rooms: Vec::new(), end, blocked: None, left };
        if (dx, dy) == (0, 0) {
            track.end = PushEnd::NoDirection;
            return Some(track);
        }
        let mut room = start;
        for n in 1..=i32::from(push.metres) {
            let (x, y) = on_ray(dx, dy, n, push.lean);
            let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y)) else { break };
            let cell = start.cell.offset(x, y);
            let in_air = push.flies && self.support(room, body.id) == SupportKind::Nothing;
            let step = if in_air {
                Move::Fly { to: cell, feet: room.feet }
            } else {
                Move::Walk { to: cell }
            };
            match self.pushed(body.id, room, step, push) {
                Ok(next) => room = next,
                Err(end) => {
                    track.end = end;
                    track.blocked = Some(cell);
                    return Some(track);
                }
            }
            track.rooms.push(room);
            track.left -= 1;
            let drop = self.drop_under(room, body.id).unwrap_or_default();
            if !push.flies && drop > Hm::ZERO {
                track.end = PushEnd::Drop(drop);
                return Some(track);
            }
        }
        Some(track)
    }

    /// The room after one metre of a push, or what stops it.
    fn pushed(&self, mover: UnitId, from: Room, step: Move, push: Push) -> Result<Room, PushEnd> {
        let facts = self.step_from(mover, from, step).map_err(|o| end_of(self.board(), o, from))?;
        let cell = facts.to.cell;
        if (facts.corners > 0 && !push.past_corner) || facts.passage != Passage::Free {
            return Err(PushEnd::Wall(cell));
        }
        if facts.rise() > push.step_up {
            let on_thing = facts.entered.support == SupportKind::Thing;
            return Err(if on_thing { PushEnd::Thing(cell) } else { PushEnd::Rise(cell) });
        }
        let mut room = facts.to;
        if facts.rise() < -push.step_down {
            // Beyond the edge: the fall starts from the old height.
            room.feet = from.feet;
        }
        match self.in_the_way(&facts, room) {
            Some(id) => Err(PushEnd::Body(id)),
            None => Ok(room),
        }
    }

    fn in_the_way(&self, facts: &StepFacts<'_, '_>, room: Room) -> Option<UnitId> {
        let own = self.body(facts.mover());
        let keeps_out =
            |b: &&Body| b.blocking && !own.is_some_and(|own| own.can_share_space_with(b));
        self.bodies_overlapping(room, facts.mover()).find(keeps_out).map(|b| b.id)
    }
}

fn end_of(board: &Board, obstacle: Obstacle, from: Room) -> PushEnd {
    match obstacle {
        Obstacle::OffBoard(c) => PushEnd::Border(c),
        Obstacle::Thing(c, _) => PushEnd::Thing(c),
        Obstacle::Ceiling(c) => PushEnd::Ceiling(c),
        Obstacle::Floor(c) => {
            let stands = board.thing_in(c).map(|(_, t)| t.footing());
            let thing = matches!(stands, Some(Footing::Platform))
                && board.tile(c).is_some_and(|t| t.elevation <= from.feet);
            if thing { PushEnd::Thing(c) } else { PushEnd::Rise(c) }
        }
        Obstacle::Occupied(_, id) => PushEnd::Body(id),
        Obstacle::Solid(c) | Obstacle::Wall(c, _) | Obstacle::Corners(c, _) => PushEnd::Wall(c),
        Obstacle::TooFar(c) | Obstacle::NoGrip(c) | Obstacle::NoFloor(c) => PushEnd::Wall(c),
        Obstacle::NotOnBoard => PushEnd::NoDirection,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::{arb_board, man};
    use super::super::symmetry::{Symmetry, arb_symmetry};
    use super::*;
    use crate::{Dir, Edge, EdgeKind, Thing, ThingKind};

    fn push(metres: u16) -> Push {
        let lean = Lean::Clockwise;
        Push { metres, step_up: Hm(1), step_down: Hm(1), flies: false, past_corner: false, lean }
    }

    fn track(board: &Board, bodies: Vec<Body>, push: Push) -> (Vec<(i16, i16)>, PushEnd, u16) {
        let field = Field::new(board, bodies);
        let (Some(from), Some(target)) = (field.body(UnitId(1)), field.body(UnitId(2))) else {
            return (Vec::new(), PushEnd::NoDirection, 0);
        };
        let Some(t) = from.room().and_then(|r| field.push_track(target, r, push)) else {
            return (Vec::new(), PushEnd::NoDirection, 0);
        };
        (t.rooms.iter().map(|r| (r.cell.x, r.cell.y)).collect(), t.end, t.left)
    }

    fn row() -> Vec<Body> {
        vec![man(1, 1, 1), man(2, 2, 1)]
    }

    #[test]
    fn a_wall_after_one_metre_pr_116_pr_117() {
        let mut board = Board::new(9, 3);
        board.set_edge(Cell::new(3, 1), Dir::E, Some(Edge::new(EdgeKind::Wall)));
        let expected = (vec![(3, 1)], PushEnd::Wall(Cell::new(3, 1)), 2);
        assert_eq!(track(&board, row(), push(3)), expected);
        let open = (vec![(3, 1), (4, 1), (5, 1)], PushEnd::Done, 0);
        assert_eq!(track(&Board::new(9, 3), row(), push(3)), open);
    }

    #[test]
    fn bodies_things_and_the_border_stop_a_push() {
        let mut bodies = row();
        bodies.push(man(3, 4, 1));
        let board = Board::new(9, 3);
        assert_eq!(track(&board, bodies, push(4)), (vec![(3, 1)], PushEnd::Body(UnitId(3)), 3));
        let mut board = Board::new(5, 3);
        let end = PushEnd::Border(Cell::new(5, 1));
        assert_eq!(track(&board, row(), push(4)), (vec![(3, 1), (4, 1)], end, 2));
        let (kind, cell) = (ThingKind::Crate, Cell::new(3, 1));
        board.add_thing(Thing { height: Hm(2), ..Thing::new(kind, cell) });
        assert_eq!(track(&board, row(), push(2)), (vec![], PushEnd::Thing(cell), 2));
    }

    #[test]
    fn a_push_climbs_half_a_metre_but_not_a_metre_tu_140() {
        let mut board = Board::new(9, 3);
        for (x, height) in [(3, 1), (4, 3)] {
            if let Some(tile) = board.tile_mut(Cell::new(x, 1)) {
                tile.elevation = Hm(height);
            }
        }
        let expected = (vec![(3, 1)], PushEnd::Rise(Cell::new(4, 1)), 2);
        assert_eq!(track(&board, row(), push(3)), expected);
    }

    #[test]
    fn a_pushed_body_falls_over_an_edge_unless_it_flies_pr_281() {
        let mut board = Board::new(9, 3);
        for cell in board.cells() {
            if let Some(tile) = board.tile_mut(cell).filter(|_| cell.x <= 3) {
                tile.elevation = Hm::metres(4);
            }
        }
        let high: Vec<Body> =
            row().into_iter().map(|b| Body { feet: Hm::metres(4), ..b }).collect();
        let falls = (vec![(3, 1), (4, 1)], PushEnd::Drop(Hm::metres(4)), 1);
        assert_eq!(track(&board, high.clone(), push(3)), falls);
        let flyer = Push { flies: true, ..push(3) };
        let stays = (vec![(3, 1), (4, 1), (5, 1)], PushEnd::Done, 0);
        assert_eq!(track(&board, high, flyer), stays);
    }

    #[test]
    fn the_track_follows_the_cells_nearest_to_the_ray() {
        let board = Board::new(12, 12);
        // From (4,4) through (6,5): half a row per column.
        let bodies = vec![man(1, 4, 4), man(2, 6, 5)];
        let clockwise = track(&board, bodies.clone(), push(4)).0;
        assert_eq!(clockwise, [(7, 6), (8, 6), (9, 7), (10, 7)]);
        let other = Push { lean: Lean::Counterclockwise, ..push(4) };
        assert_eq!(track(&board, bodies, other).0, [(7, 5), (8, 6), (9, 6), (10, 7)]);
        let same = vec![man(1, 4, 4), man(2, 4, 4)];
        assert_eq!(track(&board, same, push(2)), (vec![], PushEnd::NoDirection, 2));
    }

    proptest! {
        #[test]
        fn tracks_turn_with_the_board(
            board in arb_board(), s in arb_symmetry(),
            from in (0i16..8, 0i16..8), to in (0i16..8, 0i16..8), size in 1u8..3,
        ) {
            let key = s;
            let s = Symmetry::of(&board, s);
            let turned = s.board(&board);
            let target = Body { size, ..man(2, to.0, to.1) };
            let bodies = vec![man(1, from.0, from.1), target.clone()];
            let field = Field::new(&board, bodies.clone());
            let other = Field::new(&turned, s.bodies(&bodies));
            let Some(away) = man(1, from.0, from.1).room() else { return Ok(()) };
            let here = field.push_track(&target, away, push(5));
            // Mirroring swaps clockwise and counterclockwise.
            let lean = if key.0 { Lean::Counterclockwise } else { Lean::Clockwise };
            let there =
                other.push_track(&s.body(&target), s.room(away), Push { lean, ..push(5) });
            let rooms = |t: Option<PushTrack>| t.map(|t| (t.rooms, t.left));
            let here = here.map(|t| PushTrack {
                rooms: t.rooms.iter().map(|r| s.room(*r)).collect(), ..t
            });
            prop_assert_eq!(rooms(here), rooms(there));
        }
    }
}
