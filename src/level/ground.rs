//! The ground of a level: rows of characters, the palette that says what they mean, and raised
//! cells.

use std::collections::BTreeMap;

use crate::grid::{Cell, Hm, MAX_SIDE, Terrain, Tile};

/// The shortest side of a level in cells.
pub const MIN_SIDE: u16 = 4;

/// The lowest and highest floor of a level.
pub const ELEVATIONS: (Hm, Hm) = (Hm::metres(-50), Hm::metres(100));

/// The deepest water of a level.
pub const MAX_WATER: Hm = Hm::metres(50);

/// The highest ceiling over a floor.
pub const MAX_CEILING: Hm = Hm::metres(100);

/// How far over the floor harmful ground may reach.
pub const MAX_HAZARD: Hm = Hm::metres(20);

/// How far a cell may be raised over the elevation that its palette entry has.
pub(super) const MAX_RAISE: u8 = 35;

/// The ground as files write it: for each cell a character of the palette, and how many half
/// metres the cell lies over the elevation of that entry. Kept this way, so that a level that was
/// read, changed and saved still looks like the one its author wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    width: u16,
    height: u16,
    palette: BTreeMap<char, Tile>,
    cells: Vec<char>,
    raise: Vec<u8>,
}

impl Ground {
    /// Level ground of one terrain. Sides are clamped to [`MIN_SIDE`]..=[`MAX_SIDE`].
    pub fn flat(width: u16, height: u16, terrain: Terrain) -> Self {
        let (width, height) = (width.clamp(MIN_SIDE, MAX_SIDE), height.clamp(MIN_SIDE, MAX_SIDE));
        let count = usize::from(width) * usize::from(height);
        let symbol = usual_symbol(terrain);
        Self {
            width,
            height,
            palette: BTreeMap::from([(symbol, terrain.tile())]),
            cells: vec![symbol; count],
            raise: vec![0; count],
        }
    }

    /// The ground of a file. The lists hold the cells row by row; `None` if they do not fit the
    /// size or name characters that the palette lacks.
    pub(super) fn from_rows(
        (width, height): (u16, u16),
        palette: BTreeMap<char, Tile>,
        cells: Vec<char>,
        raise: Vec<u8>,
    ) -> Option<Self> {
        let count = usize::from(width) * usize::from(height);
        let fits = cells.len() == count && raise.len() == count;
        let known = cells.iter().all(|c| palette.contains_key(c));
        (fits && known).then_some(Self { width, height, palette, cells, raise })
    }

    /// Columns.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// What the characters mean. Elevations are those of cells that are not raised.
    pub const fn palette(&self) -> &BTreeMap<char, Tile> {
        &self.palette
    }

    /// True for cells of the level.
    pub fn contains(&self, c: Cell) -> bool {
        self.index(c).is_some()
    }

    /// Every cell, row by row from the north-west.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (w, h) = (self.width as i16, self.height as i16);
        (0..h).flat_map(move |y| (0..w).map(move |x| Cell::new(x, y)))
    }

    /// The tile of a cell with its full elevation, `None` outside the level.
    pub fn tile(&self, c: Cell) -> Option<Tile> {
        let i = self.index(c)?;
        let mut tile = *self.palette.get(self.cells.get(i)?)?;
        tile.elevation += Hm(i32::from(*self.raise.get(i)?));
        Some(tile)
    }

    /// Gives a cell a tile, elevation included. An entry of the palette is used if one fits,
    /// otherwise one is added. Exits are left out of account: regions make them. False, without a
    /// change, outside the level, for measures that no level may have, and when the palette has no
    /// character left.
    pub fn paint(&mut self, c: Cell, tile: Tile) -> bool {
        let tile = Tile { exit: false, ..tile };
        let Some(i) = self.index(c).filter(|_| in_range(&tile)) else { return false };
        let raise_over = |base: &Tile| {
            let same = Tile { elevation: tile.elevation, ..*base } == tile;
            let raise = tile.elevation.0 - base.elevation.0;
            u8::try_from(raise).ok().filter(|r| same && *r <= MAX_RAISE)
        };
        // The character that stands there is kept where it serves, so that few characters change.
        let current = self.cells.get(i).and_then(|s| Some((*s, self.palette.get(s)?)));
        let fitting = current
            .and_then(|(s, base)| Some((raise_over(base)?, s)))
            .or_else(|| self.palette.iter().filter_map(|(s, t)| Some((raise_over(t)?, *s))).min());
        let (raise, symbol) = match fitting {
            Some(found) => found,
            None => match self.free_symbol(tile.terrain) {
                Some(symbol) => {
                    self.palette.insert(symbol, tile);
                    (0, symbol)
                }
                None => return false,
            },
        };
        if let (Some(cell), Some(height)) = (self.cells.get_mut(i), self.raise.get_mut(i)) {
            *cell = symbol;
            *height = raise;
        }
        true
    }

    /// The rows of characters, from north to south.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[char]> {
        self.cells.chunks(usize::from(self.width.max(1)))
    }

    /// The rows of half metres by which cells are raised, from north to south.
    pub(super) fn raised_rows(&self) -> impl Iterator<Item = &[u8]> {
        self.raise.chunks(usize::from(self.width.max(1)))
    }

    fn index(&self, c: Cell) -> Option<usize> {
        let x = usize::try_from(c.x).ok().filter(|x| *x < usize::from(self.width))?;
        let y = usize::try_from(c.y).ok().filter(|y| *y < usize::from(self.height))?;
        Some(y * usize::from(self.width) + x)
    }

    fn free_symbol(&self, terrain: Terrain) -> Option<char> {
        std::iter::once(usual_symbol(terrain))
            .chain('0'..='9')
            .chain('A'..='Z')
            .chain('a'..='z')
            .find(|s| !self.palette.contains_key(s))
    }
}

/// True for tiles that a file can describe.
fn in_range(tile: &Tile) -> bool {
    let ceiling = tile.ceiling.is_none_or(|c| (Hm(1)..=MAX_CEILING).contains(&c));
    let hazard = tile.damaging.is_none_or(|h| {
        let height = h.height.is_none_or(|height| (Hm(1)..=MAX_HAZARD).contains(&height));
        (1..=99).contains(&h.amount) && height
    });
    (ELEVATIONS.0..=ELEVATIONS.1).contains(&tile.elevation)
        && (Hm::ZERO..=MAX_WATER).contains(&tile.depth)
        && tile.slippery <= 99
        && ceiling
        && hazard
}

/// True for characters that a palette may give a meaning: all that show as one sign and need no
/// escape.
pub(super) fn is_symbol(c: char) -> bool {
    !(c.is_control() || c.is_whitespace() || c == '"' || c == '\\')
}

/// The character that new palette entries of a terrain get if it is free.
const fn usual_symbol(terrain: Terrain) -> char {
    match terrain {
        Terrain::Grass => '.',
        Terrain::Earth => ',',
        Terrain::Path => ':',
        Terrain::Sand => ';',
        Terrain::Gravel => '%',
        Terrain::Rock => '^',
        Terrain::Stone => '_',
        Terrain::Wood => '=',
        Terrain::Mud => '-',
        Terrain::Mire => '&',
        Terrain::Reeds => '|',
        Terrain::Snow => '*',
        Terrain::Ice => '/',
        Terrain::Shallows => '`',
        Terrain::Water => '~',
        Terrain::Embers => '!',
        Terrain::Rubble => '$',
        Terrain::Solid => '#',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raised(terrain: Terrain, elevation: i32) -> Tile {
        Tile { elevation: Hm(elevation), ..terrain.tile() }
    }

    #[test]
    fn painting_uses_the_palette_and_adds_to_it() {
        let mut ground = Ground::flat(6, 5, Terrain::Grass);
        assert!(ground.paint(Cell::new(1, 1), raised(Terrain::Grass, 7)));
        assert_eq!(ground.palette().len(), 1);
        assert_eq!(ground.tile(Cell::new(1, 1)), Some(raised(Terrain::Grass, 7)));
        assert!(ground.paint(Cell::new(2, 1), raised(Terrain::Water, -6)));
        assert!(ground.paint(Cell::new(3, 1), raised(Terrain::Grass, -1)));
        assert_eq!(ground.palette().len(), 3);
        assert_eq!(ground.tile(Cell::new(3, 1)), Some(raised(Terrain::Grass, -1)));
        assert_eq!(ground.tile(Cell::new(0, 0)), Some(Terrain::Grass.tile()));
    }

    #[test]
    fn painting_off_the_level_or_out_of_range_changes_nothing() {
        let mut ground = Ground::flat(6, 5, Terrain::Grass);
        let before = ground.clone();
        assert!(!ground.paint(Cell::new(6, 0), Terrain::Rock.tile()));
        assert!(!ground.paint(Cell::new(0, 0), raised(Terrain::Rock, 201)));
        assert_eq!(ground, before);
    }

    #[test]
    fn a_full_palette_refuses_further_entries() {
        let mut ground = Ground::flat(16, 16, Terrain::Grass);
        let painted = ground
            .cells()
            .take(100)
            .zip(0u8..)
            .filter(|(c, n)| ground.paint(*c, Tile { slippery: *n, ..Terrain::Rock.tile() }))
            .count();
        // The terrain's own character and 62 digits and letters.
        assert_eq!(painted, 63);
    }
}
