//! Boards and bodies for tests, and the eight symmetries of the board.

use crate::{
    Board, Body, Cell, Dir, Edge, EdgeAt, EdgeKind, Haze, Hm, SideId, Thing, ThingId, ThingKind,
    UnitId, Volume, VolumeId,
};

/// A standing body, 2 m tall, with its feet on the ground at height 0.
pub(super) fn man(id: u32, x: i16, y: i16) -> Body {
    Body {
        id: UnitId(id),
        side: SideId(0),
        at: Cell::new(x, y).into(),
        size: 1,
        feet: Hm::ZERO,
        height: Hm(4),
        facing: Dir::N,
        blocking: true,
        prone: false,
        armed: true,
        threatens: true,
        sinks: false,
        sharing: None,
    }
}

/// The body lying down.
pub(super) fn prone(body: Body) -> Body {
    Body { prone: true, height: Hm(2), ..body }
}

/// Sets the floor of a cell.
pub(super) fn raise(board: &mut Board, x: i16, y: i16, to: i32) {
    board.tile_mut(Cell::new(x, y)).expect("on the board").elevation = Hm(to);
}

/// Puts an edge on one side of a cell.
pub(super) fn wall(board: &mut Board, x: i16, y: i16, side: Dir, kind: EdgeKind) {
    assert!(board.set_edge(Cell::new(x, y), side, Some(Edge::new(kind))));
}

/// Puts an edge with an open leaf on one side of a cell.
pub(super) fn open(board: &mut Board, x: i16, y: i16, side: Dir, kind: EdgeKind) {
    assert!(board.set_edge(Cell::new(x, y), side, Some(Edge { open: true, ..Edge::new(kind) })));
}

/// Places a thing with its kind's default height.
pub(super) fn put(board: &mut Board, x: i16, y: i16, kind: ThingKind) -> ThingId {
    put_high(board, x, y, kind, kind.spec().height.0)
}

/// Places a thing with another height.
pub(super) fn put_high(board: &mut Board, x: i16, y: i16, kind: ThingKind, height: i32) -> ThingId {
    let cell = Cell::new(x, y);
    let thing = Thing { height: Hm(height), ..Thing::new(kind, cell) };
    board.add_thing(thing).expect("a free cell")
}

/// A volume of a given height that has no effect yet.
pub(super) fn air(id: u32, cells: &[(i16, i16)], height: i32) -> Volume {
    Volume {
        id: VolumeId(id),
        name: "air".to_owned(),
        cells: cells.iter().map(|c| Cell::from(*c)).collect(),
        height: Hm(height),
        blocks_sight: false,
        hides: false,
        haze: Haze::None,
        blocks_sound: false,
        damaging: None,
        rough: Default::default(),
        floor: None,
    }
}

/// One of the eight symmetries of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// Quarter turns clockwise.
    pub quarters: u8,
    /// Mirrored east to west before turning.
    pub mirrored: bool,
}

impl Turn {
    /// All eight.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|n| Self { quarters: n % 4, mirrored: n >= 4 })
    }

    fn dir(self, dir: Dir) -> Dir {
        let dir = if self.mirrored { Dir::ALL[(8 - dir as usize) % 8] } else { dir };
        dir.turned(2 * self.quarters)
    }

    /// The new north-west cell of a footprint of `n` cells on a board of `w` x `h`.
    fn anchor(self, cell: Cell, n: i16, (w, h): (i16, i16)) -> Cell {
        let (mut x, mut y, mut w, mut h) = (cell.x, cell.y, w, h);
        if self.mirrored {
            x = w - n - x;
        }
        for _ in 0..self.quarters {
            (x, y) = (h - n - y, x);
            (w, h) = (h, w);
        }
        Cell::new(x, y)
    }

    /// The board, turned.
    pub fn board(self, old: &Board) -> Board {
        let size = (old.width() as i16, old.height() as i16);
        let (w, h) = if self.quarters.is_multiple_of(2) {
            (old.width(), old.height())
        } else {
            (old.height(), old.width())
        };
        let mut new = Board::new(w, h);
        new.set_ambient(old.ambient());
        new.set_atmosphere(old.atmosphere());
        for cell in old.cells() {
            let to = self.anchor(cell, 1, size);
            *new.tile_mut(to).expect("on the board") = *old.tile(cell).expect("on the board");
            for side in Dir::SIDES {
                assert!(new.set_edge(to, self.dir(side), old.edge(cell, side)));
            }
        }
        for (cell, deck) in old.decks() {
            assert!(new.add_deck(self.anchor(cell, 1, size), deck));
        }
        for (at, edge) in old.edges().filter(|(at, _)| at.floor.is_some()) {
            let cell = self.anchor(at.cell, 1, size);
            assert!(new.set_edge_at(EdgeAt { cell, side: self.dir(at.side), ..at }, Some(edge)));
        }
        for (_, thing) in old.things() {
            let cell = self.anchor(thing.cell, 1, size);
            new.add_thing(Thing { cell, ..thing.clone() }).expect("a free cell");
        }
        for volume in old.volumes() {
            let cells = volume.cells.iter().map(|c| self.anchor(*c, 1, size)).collect();
            new.add_volume(Volume { cells, ..volume.clone() });
        }
        new
    }

    /// The body on the turned board.
    pub fn body(self, old: &Board, body: &Body) -> Body {
        let size = (old.width() as i16, old.height() as i16);
        let cell = self.anchor(body.anchor().expect("a cell"), i16::from(body.size), size);
        Body { facing: self.dir(body.facing), ..body.moved(cell, body.feet) }
    }
}
