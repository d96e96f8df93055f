//! The ground of a level: rows of characters, their palette, and raised cells.

use std::collections::{BTreeMap, BTreeSet};

use grid::{Cell, Hm, MAX_SIDE, Terrain, Tile};

/// Shortest side of a level in cells.
pub const MIN_SIDE: u16 = 4;

/// Lowest and highest floor of a level.
pub const ELEVATIONS: (Hm, Hm) = (Hm::metres(-50), Hm::metres(100));

/// Deepest water of a level.
pub const MAX_WATER: Hm = Hm::metres(50);

/// Highest ceiling above a floor.
pub const MAX_CEILING: Hm = Hm::metres(100);

/// Maximum height of harmful ground above the floor.
pub const MAX_HAZARD: Hm = Hm::metres(20);

/// Maximum raise of a cell above the elevation of its palette entry, in half metres.
pub(super) const MAX_RAISE: u8 = 35;

/// Maximum number of palette entries.
pub const MAX_PALETTE: usize = 200;

/// If the palette has an entry for the same ground at another elevation, new entries start at
/// multiples of this many half metres, so that each covers many elevations.
const STRIDE: i32 = 16;

/// Meaning of a level's characters.
pub type Palette = BTreeMap<char, Tile>;

/// A cell as written in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundCell {
    /// Its palette character.
    pub symbol: char,
    /// Half metres above the elevation of that entry, 0 to 35.
    pub raise: u8,
}

/// The ground as written in files: a palette character for each cell, and its height above that
/// entry's elevation in half metres. Kept in this form so that a level that is loaded, changed and
/// saved still looks the way its author wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    width: u16,
    height: u16,
    palette: Palette,
    cells: Vec<char>,
    raise: Vec<u8>,
}

impl Ground {
    /// Flat ground of one terrain. Sides are clamped to [`MIN_SIDE`]..=[`MAX_SIDE`].
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

    /// The ground of a file. The lists hold the cells row by row; `None` if they do not match the
    /// size or use characters that the palette lacks.
    pub(super) fn from_rows(
        (width, height): (u16, u16),
        palette: Palette,
        cells: Vec<char>,
        raise: Vec<u8>,
    ) -> Option<Self> {
        let count = usize::from(width) * usize::from(height);
        let fits = cells.len() == count && raise.len() == count;
        let known = cells.iter().all(|c| palette.contains_key(c));
        (fits && known).then_some(Self { width, height, palette, cells, raise })
    }

    /// Number of columns.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Number of rows.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Meaning of the characters. Elevations are those of cells without a raise.
    pub const fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Whether a cell is part of the level.
    pub fn contains(&self, c: Cell) -> bool {
        self.index(c).is_some()
    }

    /// Every cell, row by row from the north-west.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (w, h) = (self.width as i16, self.height as i16);
        (0..h).flat_map(move |y| (0..w).map(move |x| Cell::new(x, y)))
    }

    /// The tile of a cell with its full elevation; `None` outside the level.
    pub fn tile(&self, c: Cell) -> Option<Tile> {
        let i = self.index(c)?;
        let mut tile = *self.palette.get(self.cells.get(i)?)?;
        tile.elevation += Hm(i32::from(*self.raise.get(i)?));
        Some(tile)
    }

    /// Sets a cell's tile, including elevation. Uses a matching palette entry, or adds one. Exits
    /// are ignored because regions define them. Returns false, without a change, outside the level,
    /// for values out of range, and when the palette has no free character left.
    pub fn paint(&mut self, c: Cell, tile: Tile) -> bool {
        let tile = Tile { exit: false, ..tile };
        if !self.contains(c) || !in_range(&tile) {
            return false;
        }
        let found = self.fitting(c, &tile).or_else(|| self.add_entry(&tile));
        found.is_some_and(|found| self.put(c, found))
    }

    /// The character and raise that represent a tile with the current palette. Keeps the cell's
    /// character where possible, so that few characters change. `None` if no entry matches.
    pub fn fitting(&self, c: Cell, tile: &Tile) -> Option<GroundCell> {
        let current = self.cell(c)?;
        let kept = self.palette.get(&current.symbol).and_then(|base| raise_over(base, tile));
        match kept {
            Some(raise) => Some(GroundCell { raise, ..current }),
            None => self.find(tile),
        }
    }

    /// The palette entry that represents a tile with the smallest raise.
    fn find(&self, tile: &Tile) -> Option<GroundCell> {
        let fitting =
            self.palette.iter().filter_map(|(s, base)| Some((raise_over(base, tile)?, *s)));
        fitting.min().map(|(raise, symbol)| GroundCell { symbol, raise })
    }

    /// The palette entry to add for a tile: a free character
    /// and its meaning. `None` if no character is left.
    pub fn new_entry(&self, tile: &Tile) -> Option<(char, Tile)> {
        let symbol = self.free_symbol(tile.terrain)?;
        let mut base = *tile;
        if self.palette.values().any(|t| Tile { elevation: tile.elevation, ..*t } == *tile) {
            let steps = tile.elevation.0.div_euclid(STRIDE) * STRIDE;
            base.elevation = Hm(steps).max(ELEVATIONS.0);
        }
        Some((symbol, base))
    }

    fn add_entry(&mut self, tile: &Tile) -> Option<GroundCell> {
        let (symbol, base) = self.new_entry(tile)?;
        let raise = raise_over(&base, tile)?;
        self.palette.insert(symbol, base);
        Some(GroundCell { symbol, raise })
    }

    /// A cell as written in the file; `None` outside the level.
    pub fn cell(&self, c: Cell) -> Option<GroundCell> {
        let i = self.index(c)?;
        Some(GroundCell { symbol: *self.cells.get(i)?, raise: *self.raise.get(i)? })
    }

    /// Sets a cell's character and raise. Returns false, without a change, outside the level, for a
    /// character not in the palette, and if the floor would be too high.
    pub fn put(&mut self, c: Cell, new: GroundCell) -> bool {
        let known = self.palette.get(&new.symbol).is_some_and(|base| {
            new.raise <= MAX_RAISE && base.elevation + Hm(i32::from(new.raise)) <= ELEVATIONS.1
        });
        let Some(i) = self.index(c).filter(|_| known) else { return false };
        if let (Some(cell), Some(raise)) = (self.cells.get_mut(i), self.raise.get_mut(i)) {
            (*cell, *raise) = (new.symbol, new.raise);
        }
        true
    }

    /// Adds a palette entry, or replaces the entry with this character. Returns false, without a
    /// change, for values or characters out of range.
    pub fn define(&mut self, symbol: char, tile: Tile) -> bool {
        let room = self.palette.contains_key(&symbol) || self.palette.len() < MAX_PALETTE;
        let valid = room && is_symbol(symbol) && in_range(&tile);
        if valid {
            self.palette.insert(symbol, Tile { exit: false, ..tile });
        }
        valid
    }

    /// Removes a palette entry unless a cell uses it.
    pub fn forget(&mut self, symbol: char) {
        if !self.cells.contains(&symbol) {
            self.palette.remove(&symbol);
        }
    }

    /// Removes and returns the palette entries that no cell uses.
    pub fn tidy(&mut self) -> Palette {
        let used: BTreeSet<char> = self.cells.iter().copied().collect();
        let (kept, dropped) =
            std::mem::take(&mut self.palette).into_iter().partition(|(s, _)| used.contains(s));
        self.palette = kept;
        dropped
    }

    /// The same ground resized and rearranged: `from` gives the source cell for each new cell.
    /// Cells without a source get `fill`. Sides are clamped as in [`Self::flat`]. `None` if `fill`
    /// is needed but out of range, or the palette has no character left for it.
    pub fn rearranged(
        &self,
        (width, height): (u16, u16),
        fill: Tile,
        from: impl Fn(Cell) -> Cell,
    ) -> Option<Self> {
        let (width, height) = (width.clamp(MIN_SIDE, MAX_SIDE), height.clamp(MIN_SIDE, MAX_SIDE));
        let mut new = Self {
            width,
            height,
            palette: self.palette.clone(),
            cells: Vec::new(),
            raise: Vec::new(),
        };
        let fill = Tile { exit: false, ..fill };
        let mut filler = None;
        for cell in new.cells() {
            let old = match self.cell(from(cell)) {
                Some(old) => old,
                None => {
                    if filler.is_none() && in_range(&fill) {
                        filler = new.find(&fill).or_else(|| new.add_entry(&fill));
                    }
                    filler?
                }
            };
            new.cells.push(old.symbol);
            new.raise.push(old.raise);
        }
        Some(new)
    }

    /// Rows of characters, from north to south.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[char]> {
        self.cells.chunks(usize::from(self.width.max(1)))
    }

    /// Rows of raises in half metres, from north to south.
    pub(super) fn raised_rows(&self) -> impl Iterator<Item = &[u8]> {
        self.raise.chunks(usize::from(self.width.max(1)))
    }

    fn index(&self, c: Cell) -> Option<usize> {
        let x = usize::try_from(c.x).ok().filter(|x| *x < usize::from(self.width))?;
        let y = usize::try_from(c.y).ok().filter(|y| *y < usize::from(self.height))?;
        Some(y * usize::from(self.width) + x)
    }

    fn free_symbol(&self, terrain: Terrain) -> Option<char> {
        // Letters found on every keyboard first, then signs and letters of other scripts.
        std::iter::once(usual_symbol(terrain))
            .chain('0'..='9')
            .chain('A'..='Z')
            .chain('a'..='z')
            .chain('!'..='~')
            .chain('α'..='ω')
            .chain('а'..='я')
            .chain('À'..='ÿ')
            .filter(|s| self.palette.len() < MAX_PALETTE && is_symbol(*s))
            .find(|s| !self.palette.contains_key(s))
    }
}

/// Height of a tile above a palette entry, if they are otherwise equal.
fn raise_over(base: &Tile, tile: &Tile) -> Option<u8> {
    let raise =
        u8::try_from(tile.elevation.0 - base.elevation.0).ok().filter(|r| *r <= MAX_RAISE)?;
    (Tile { elevation: tile.elevation, ..*base } == *tile).then_some(raise)
}

/// Whether a file can represent a tile.
pub fn in_range(tile: &Tile) -> bool {
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

/// Whether a character is allowed in a palette: it must be visible and need no escape.
pub(super) fn is_symbol(c: char) -> bool {
    !(c.is_control() || c.is_whitespace() || c == '"' || c == '\\')
}

/// Preferred character for new palette entries of a terrain.
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
    use grid::Light;

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
        let mut ground = Ground::flat(16, 20, Terrain::Grass);
        let natures = |n: usize| Tile {
            slippery: (n % 99) as u8,
            light: if n < 99 { Light::Bright } else { Light::Dark },
            airless: n >= 198,
            ..Terrain::Rock.tile()
        };
        let painted = ground
            .cells()
            .take(290)
            .enumerate()
            .filter(|(n, c)| ground.paint(*c, natures(*n)))
            .count();
        assert_eq!((painted, ground.palette().len()), (MAX_PALETTE - 1, MAX_PALETTE));
        // Removing unused entries makes room again.
        for c in ground.cells() {
            assert!(ground.paint(c, natures(0)));
        }
        assert_eq!(ground.tidy().len(), MAX_PALETTE - 1);
    }

    #[test]
    fn lowering_step_by_step_uses_few_characters() {
        let mut ground = Ground::flat(4, 4, Terrain::Grass);
        for elevation in (-100..=0).rev().chain(0..=200) {
            assert!(ground.paint(Cell::new(1, 1), raised(Terrain::Grass, elevation)));
            assert_eq!(ground.tile(Cell::new(1, 1)), Some(raised(Terrain::Grass, elevation)));
        }
        assert!(ground.palette().len() <= 14, "{}", ground.palette().len());
    }

    #[test]
    fn ground_is_cropped_and_extended() {
        let mut ground = Ground::flat(6, 5, Terrain::Grass);
        ground.paint(Cell::new(1, 1), raised(Terrain::Rock, 3));
        let shifted = |c: Cell| c.offset(1, 1);
        let new = ground.rearranged((8, 4), Terrain::Sand.tile(), shifted).unwrap();
        assert_eq!((new.width(), new.height()), (8, 4));
        assert_eq!(new.tile(Cell::new(0, 0)), Some(raised(Terrain::Rock, 3)));
        assert_eq!(new.tile(Cell::new(7, 0)), Some(Terrain::Sand.tile()));
        assert!(!new.clone().put(Cell::new(0, 0), GroundCell { symbol: '?', raise: 0 }));
    }
}
