//! Boards drawn in characters, for tests and examples.

use std::collections::BTreeMap;

use super::board::{Board, MAX_SIDE};
use super::cell::{Cell, Dir};
use super::matter::{Edge, EdgeKind};
use super::terrain::{Terrain, Tile};
use super::things::{Thing, ThingKind};
use super::units::Hm;

/// A board drawn with one character per cell, and later additions.
///
/// | character | cell |
/// |---|---|
/// | `.` | grass |
/// | `#` | solid |
/// | `~` `-` | deep water, shallows |
/// | `,` `;` | sand (light rough), mire (heavy rough) |
/// | `_` `*` | ice, embers |
/// | `0` to `9` | grass at that many metres |
/// | `b` `t` `d` `c` `r` `o` `p` `s` `k` `m` `l` | grass with a bush, tree, dead tree, crate, barrel, boulder, pillar, statue, barricade, table, lamp |
/// | `=` | a bridge 1 m over shallows |
/// | `A` to `Z`, `@` | grass, and a mark for a body that the caller places |
///
/// Each line is a row; surrounding blanks and empty lines at
/// both ends are ignored. All rows must have the same length.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The board so far.
    pub board: Board,
    /// Positions of the marks. Each may be used once.
    pub marks: BTreeMap<char, Cell>,
}

/// Why a drawing is not a valid board. Lines and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SketchError {
    /// No rows at all.
    #[error("the drawing has no rows")]
    Empty,
    /// More than [`MAX_SIDE`] rows or columns.
    #[error("line {line}, column {column}: boards have at most {MAX_SIDE} rows and columns")]
    TooLarge {
        /// Line of the drawing.
        line: usize,
        /// Column in it.
        column: usize,
    },
    /// A row that is shorter or longer than the first.
    #[error("line {line}: the row has {found} cells, the first has {expected}")]
    Ragged {
        /// Line of the drawing.
        line: usize,
        /// Cells in this row.
        found: usize,
        /// Cells in the first row.
        expected: usize,
    },
    /// An unknown character.
    #[error("line {line}, column {column}: {found:?} is not a known character")]
    Unknown {
        /// Line of the drawing.
        line: usize,
        /// Column in it.
        column: usize,
        /// The character.
        found: char,
    },
    /// A mark that was already used.
    #[error("line {line}, column {column}: the mark {found:?} was already used")]
    Repeated {
        /// Line of the drawing.
        line: usize,
        /// Column in it.
        column: usize,
        /// The mark.
        found: char,
    },
    /// An edge that is off the board or diagonal.
    #[error("there is no edge on the {side:?} side of {cell}")]
    NoEdge {
        /// The cell named.
        cell: Cell,
        /// The side named.
        side: Dir,
    },
}

fn thing_of(c: char) -> Option<ThingKind> {
    let kind = match c {
        'b' => ThingKind::Bush,
        't' => ThingKind::Tree,
        'd' => ThingKind::DeadTree,
        'c' => ThingKind::Crate,
        'r' => ThingKind::Barrel,
        'o' => ThingKind::Boulder,
        'p' => ThingKind::Pillar,
        's' => ThingKind::Statue,
        'k' => ThingKind::Barricade,
        'm' => ThingKind::Table,
        'l' => ThingKind::Lamp,
        '=' => ThingKind::Bridge,
        _ => return None,
    };
    Some(kind)
}

fn tile_of(c: char) -> Option<Tile> {
    let terrain = match c {
        '#' => Terrain::Solid,
        '~' => Terrain::Water,
        '-' | '=' => Terrain::Shallows,
        ',' => Terrain::Sand,
        ';' => Terrain::Mire,
        '_' => Terrain::Ice,
        '*' => Terrain::Embers,
        '.' | '@' | 'A'..='Z' => Terrain::Grass,
        _ if thing_of(c).is_some() => Terrain::Grass,
        _ => {
            let metres = i32::try_from(c.to_digit(10)?).ok()?;
            return Some(Tile { elevation: Hm::metres(metres), ..Terrain::Grass.tile() });
        }
    };
    Some(terrain.tile())
}

impl Sketch {
    /// Parses a drawing.
    pub fn new(drawing: &str) -> Result<Self, SketchError> {
        let rows = drawing.lines().enumerate().map(|(i, row)| (i + 1, row));
        let mut rows: Vec<(usize, &str)> = rows.collect();
        let blank = |row: &(usize, &str)| row.1.trim().is_empty();
        while rows.last().is_some_and(blank) {
            rows.pop();
        }
        let rows: Vec<(usize, &str)> = rows.into_iter().skip_while(blank).collect();
        let (_, first) = rows.first().ok_or(SketchError::Empty)?;
        let width = first.trim().chars().count();
        let most = usize::from(MAX_SIDE);
        if let Some((line, _)) = rows.get(most) {
            return Err(SketchError::TooLarge { line: *line, column: 1 });
        }
        if width > most {
            let line = rows.first().map_or(1, |r| r.0);
            return Err(SketchError::TooLarge { line, column: most + 1 });
        }
        let mut sketch =
            Self { board: Board::new(width as u16, rows.len() as u16), marks: BTreeMap::new() };
        for (y, (line, row)) in rows.into_iter().enumerate() {
            let indent = row.chars().take_while(|c| c.is_whitespace()).count();
            let cells = row.trim();
            let found = cells.chars().count();
            if found != width {
                return Err(SketchError::Ragged { line, found, expected: width });
            }
            for (x, c) in cells.chars().enumerate() {
                let column = indent + x + 1;
                let cell = Cell::new(x as i16, y as i16);
                sketch.put(cell, c).map_err(|repeated| match repeated {
                    true => SketchError::Repeated { line, column, found: c },
                    false => SketchError::Unknown { line, column, found: c },
                })?;
            }
        }
        Ok(sketch)
    }

    /// Draws one cell. Fails with true for a repeated mark, false for an unknown character.
    fn put(&mut self, cell: Cell, c: char) -> Result<(), bool> {
        let new = tile_of(c).ok_or(false)?;
        if let Some(tile) = self.board.tile_mut(cell) {
            *tile = new;
        }
        if let Some(kind) = thing_of(c) {
            let height = kind.spec().height;
            self.board.add_thing(Thing { height, ..Thing::new(kind, cell) });
        }
        if (c == '@' || c.is_ascii_uppercase()) && self.marks.insert(c, cell).is_some() {
            return Err(true);
        }
        Ok(())
    }

    /// The cell of a mark.
    pub fn mark(&self, c: char) -> Option<Cell> {
        self.marks.get(&c).copied()
    }

    /// Sets an edge, with its leaf closed, on one side of a cell.
    pub fn wall(self, cell: Cell, side: Dir, kind: EdgeKind) -> Result<Self, SketchError> {
        self.edge(cell, side, Edge::new(kind))
    }

    /// Sets any edge on one side of a cell.
    pub fn edge(mut self, cell: Cell, side: Dir, edge: Edge) -> Result<Self, SketchError> {
        match self.board.contains(cell) && self.board.set_edge(cell, side, Some(edge)) {
            true => Ok(self),
            false => Err(SketchError::NoEdge { cell, side }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_parsed() -> Result<(), SketchError> {
        let sketch = Sketch::new(
            "
            A.#
            3b~
            ",
        )?
        .wall(Cell::new(0, 0), Dir::E, EdgeKind::Wall)?;
        let board = &sketch.board;
        assert_eq!((board.width(), board.height()), (3, 2));
        assert_eq!(sketch.mark('A'), Some(Cell::new(0, 0)));
        assert_eq!(sketch.mark('B'), None);
        assert!(board.is_solid(Cell::new(2, 0)));
        assert_eq!(board.tile(Cell::new(0, 1)).map(|t| t.elevation), Some(Hm::metres(3)));
        assert_eq!(board.thing_in(Cell::new(1, 1)).map(|t| t.1.kind), Some(ThingKind::Bush));
        assert_eq!(board.tile(Cell::new(2, 1)).map(|t| t.terrain), Some(Terrain::Water));
        let edge = board.edge(Cell::new(1, 0), Dir::W);
        assert_eq!(edge, Some(Edge::new(EdgeKind::Wall)));
        Ok(())
    }

    #[test]
    fn errors_report_their_position() {
        let error = |drawing: &str| Sketch::new(drawing).err();
        assert_eq!(error("  \n "), Some(SketchError::Empty));
        assert_eq!(
            error("\n  ..\n  .?"),
            Some(SketchError::Unknown { line: 3, column: 4, found: '?' })
        );
        assert_eq!(error("..\n..."), Some(SketchError::Ragged { line: 2, found: 3, expected: 2 }));
        assert_eq!(error("AA"), Some(SketchError::Repeated { line: 1, column: 2, found: 'A' }));
        assert_eq!(error(&".".repeat(300)), Some(SketchError::TooLarge { line: 1, column: 257 }));
        let tall = ".\n".repeat(300);
        assert_eq!(error(&tall), Some(SketchError::TooLarge { line: 257, column: 1 }));
        let (cell, side) = (Cell::new(5, 5), Dir::N);
        let off = Sketch::new(".").and_then(|s| s.wall(cell, side, EdgeKind::Wall)).err();
        assert_eq!(off, Some(SketchError::NoEdge { cell, side }));
    }
}
