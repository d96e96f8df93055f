//! Parts of levels in files: the clipboard kept between sessions, and named parts to paste.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::clipboard::Clipboard;
use super::draft::Draft;
use super::edit::Edit;
use super::layers::{Layer, LayerSet};
use files::{MAX_TEXT, Problem};
use grid::{Cell, EdgeAt, Hm, Terrain, Tile};
use level::{Level, MIN_SIDE, PART_LAYERS, Part, Side, SideColour};

/// Maximum number of files to list in a folder of parts.
const MAX_LISTED: usize = 500;

/// Maximum number of characters in the name of a part.
pub const MAX_PART_NAME: usize = 60;

/// How pasted content fits the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laying {
    /// The layers to paste, of those that the clipboard has.
    pub layers: LayerSet,
    /// Floors keep their height above the surrounding ground; otherwise they keep the height at
    /// which they were copied.
    pub relative: bool,
}

impl Default for Laying {
    fn default() -> Self {
        Self { layers: LayerSet::ALL, relative: true }
    }
}

/// A part in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its file.
    pub file: PathBuf,
    /// Its name; the file's name if it cannot be read.
    pub name: String,
    /// One of the game's own.
    pub shipped: bool,
    /// Its content, or why it cannot be read.
    pub part: Result<Clipboard, Vec<Problem>>,
}

impl Clipboard {
    /// The content of a part.
    pub fn of_part(part: &Part) -> Option<Self> {
        let known = PART_LAYERS.iter().zip(Layer::CONTENT);
        let layers = known.filter(|(name, _)| part.layers.contains(*name)).map(|(_, layer)| layer);
        Self::copy(&part.level, &part.cells, LayerSet::of(layers))
    }

    /// The content as a part with a name.
    ///
    /// # Errors
    /// If it has more than a level can hold.
    pub fn to_part(&self, name: &str) -> Result<Part, super::EditError> {
        let side = |cells: i16| u16::try_from(cells).unwrap_or_default().max(MIN_SIDE);
        let (width, height) = (side(self.size.0), side(self.size.1));
        let mut level = Level::blank(name, width, height, Terrain::Grass);
        let most = self.units.iter().map(|(side, _)| side + 1).max().unwrap_or_default();
        let colours = SideColour::ALL.into_iter().enumerate().take(most);
        for (n, colour) in colours.skip(level.sides.len()) {
            let blank = level.sides.first().cloned();
            level.sides.extend(blank.map(|side| Side {
                name: format!("Side {}", n + 1),
                colour,
                ..side
            }));
        }
        let mut draft = Draft::new(level);
        let all = LayerSet::ALL;
        draft.apply(Edit::Paste {
            clip: Self { layers: all, ..self.clone() },
            at: Cell::new(0, 0),
        })?;
        draft.apply(Edit::TidyPalette)?;
        let layers =
            PART_LAYERS.iter().zip(Layer::CONTENT).filter(|(_, layer)| self.layers.has(*layer));
        Ok(Part {
            level: draft.level().clone(),
            cells: self.ground.keys().copied().collect(),
            layers: layers.map(|(name, _)| *name).collect(),
        })
    }

    /// The content as pasted with its corner in a cell: only the wanted layers, and at the height
    /// of the ground there if it is relative.
    #[must_use]
    pub fn fitted(&self, level: &Level, at: Cell, laying: Laying) -> Self {
        let mut clip = self.clone();
        let wanted = self.layers.iter().filter(|layer| laying.layers.has(*layer));
        clip.layers = LayerSet::of(wanted);
        let has_floors = self.edges.keys().any(|at| at.floor.is_some());
        let has_heights = clip.layers.has(Layer::Heights)
            || clip.layers.has(Layer::Decks)
            || has_floors && clip.layers.has(Layer::Edges);
        if laying.relative && has_heights {
            let rise = self.rise(level, at);
            let raised = |height: Hm| Hm(height.0.saturating_add(rise));
            for tile in clip.ground.values_mut() {
                tile.elevation = raised(tile.elevation);
            }
            let decks = self.decks.iter();
            clip.decks = decks.map(|((cell, top), deck)| ((*cell, raised(*top)), *deck)).collect();
            let lifted = |at: &EdgeAt| EdgeAt { floor: at.floor.map(raised), ..*at };
            clip.edges = self.edges.iter().map(|(at, edge)| (lifted(at), *edge)).collect();
        }
        clip
    }

    /// How much higher the surrounding ground at the destination is than the ground along the
    /// content's rim, in half metres. Dry ground counts where both have some, otherwise also the
    /// ground under water.
    fn rise(&self, level: &Level, at: Cell) -> i32 {
        let inside =
            |c: &Cell| grid::Dir::SIDES.iter().all(|d| self.ground.contains_key(&c.step(*d)));
        let rim = || self.ground.iter().filter(|(cell, _)| !inside(cell));
        let there = || rim().filter_map(|(cell, _)| level.ground.tile(cell.offset(at.x, at.y)));
        let rise = |counts: fn(&Tile) -> bool| {
            let own = usual(rim().map(|(_, tile)| tile).filter(|t| counts(t)).map(|t| t.elevation));
            let there = usual(there().filter(&counts).map(|t| t.elevation));
            own.zip(there).map(|(own, there)| there.0.saturating_sub(own.0))
        };
        rise(|tile| tile.depth <= Hm::ZERO).or_else(|| rise(|_| true)).unwrap_or_default()
    }
}

/// The most frequent height; ties go to the lowest.
fn usual(heights: impl Iterator<Item = Hm>) -> Option<Hm> {
    let mut counts: BTreeMap<Hm, usize> = BTreeMap::new();
    heights.for_each(|height| *counts.entry(height).or_default() += 1);
    let most = counts.values().copied().max()?;
    counts.into_iter().find(|(_, n)| *n == most).map(|(height, _)| height)
}

/// Reads a part's file.
///
/// # Errors
/// All its mistakes, each with its place.
pub fn read_part(file: &Path) -> Result<(String, Clipboard), Vec<Problem>> {
    let text = files::read_text(file).map_err(|problem| vec![problem])?;
    let name = file.display().to_string();
    let part = Part::open(&name, &text)?;
    let clip = Clipboard::of_part(&part);
    let clip = clip.ok_or_else(|| vec![Problem::new(name, "the part has no cell on its board")])?;
    Ok((part.level.name, clip))
}

/// Writes content as a part's file.
///
/// # Errors
/// If it holds more than a file may, or the file cannot be written.
pub fn write_part(file: &Path, name: &str, clip: &Clipboard) -> Result<(), Problem> {
    let path = file.display().to_string();
    let part = clip.to_part(name).map_err(|error| Problem::new(&path, error.to_string()))?;
    let text = part.to_text();
    if text.len() as u64 > MAX_TEXT {
        return Err(Problem::new(path, "the part is too large: files may have at most 4 MiB"));
    }
    if let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|e| Problem::new(&path, e.to_string()))?;
    }
    files::write_safely(file, text.as_bytes())
}

/// The file for a part of this name in a folder; `None` if the name has no letter or digit, or is
/// too long.
pub fn part_file(folder: &Path, name: &str) -> Option<PathBuf> {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let stem: String = name.trim().chars().map(letter).flat_map(char::to_lowercase).collect();
    let fits = name.chars().count() <= MAX_PART_NAME && name.chars().all(|c| !c.is_control());
    let named = stem.chars().any(char::is_alphanumeric);
    (fits && named).then(|| folder.join(format!("{stem}.ron")))
}

/// The parts in a folder, sorted by file name.
pub fn parts_in(folder: &Path, shipped: bool) -> Vec<Listed> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(MAX_LISTED);
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "ron"));
    files.sort();
    let listed = files.into_iter().map(|file| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().replace('_', " ");
        match read_part(&file) {
            Ok((name, clip)) => Listed { file, name, shipped, part: Ok(clip) },
            Err(problems) => Listed { file, name: stem, shipped, part: Err(problems) },
        }
    });
    listed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Dir, Edge, EdgeKind, ThingKind};
    use level::{Item, Role, Unit};

    fn village() -> Level {
        let mut level = Level::blank("Village", 8, 8, Terrain::Grass);
        let stone = Tile { elevation: Hm(3), ..Terrain::Stone.tile() };
        level.ground.paint(Cell::new(2, 2), stone);
        let crate_ = Item { turn: 3, ..Item::new(ThingKind::Crate) };
        level.things.insert(Cell::new(3, 2), crate_);
        level.edges.insert(EdgeAt::ground(Cell::new(4, 2), Dir::W), Edge::new(EdgeKind::Door));
        level.regions.insert("yard".to_owned(), [Cell::new(2, 3), Cell::new(6, 6)].into());
        let unit = Unit {
            role: Role::Knight,
            at: Cell::new(3, 3),
            facing: Dir::E,
            altitude: Hm::ZERO,
            name: Some("Hild".to_owned()),
            overrides: BTreeMap::new(),
            start: Default::default(),
            conduct: Default::default(),
            conditions: Default::default(),
            gear: Default::default(),
        };
        level.sides[1].units.push(unit);
        level
    }

    fn house() -> Clipboard {
        let cells = (2..4).flat_map(|x| (2..4).map(move |y| Cell::new(x, y))).collect();
        Clipboard::copy(&village(), &cells, LayerSet::of(Layer::CONTENT)).unwrap()
    }

    #[test]
    fn a_part_holds_all_that_was_copied() {
        let folder = std::env::temp_dir().join(format!("highground-parts-{}", std::process::id()));
        let file = part_file(&folder, "The Mill, 2nd").unwrap();
        assert_eq!(file, folder.join("the_mill__2nd.ron"));
        let clip = house();
        assert_eq!((clip.things.len(), clip.units.len(), clip.zones.len()), (1, 1, 1));
        write_part(&file, "The Mill, 2nd", &clip).unwrap();
        assert_eq!(read_part(&file), Ok(("The Mill, 2nd".to_owned(), clip.clone())));
        std::fs::write(folder.join("bad.ron"), "Part(format: 1").unwrap();
        let listed = parts_in(&folder, false);
        let names: Vec<&str> = listed.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["bad", "The Mill, 2nd"]);
        assert!(listed[0].part.is_err() && listed[1].part == Ok(clip));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn layers_that_were_not_copied_are_not_in_the_part() {
        let layers = LayerSet::of([Layer::Terrain, Layer::Edges]);
        let cells = [Cell::new(2, 2), Cell::new(3, 2)].into();
        let clip = Clipboard::copy(&village(), &cells, layers).unwrap();
        let part = clip.to_part("Floor").unwrap();
        assert_eq!(part.layers, ["terrain", "walls"].into());
        assert_eq!(Clipboard::of_part(&part), Some(clip));
    }

    #[test]
    fn heights_are_over_the_ground_or_as_copied() {
        let mut level = Level::blank("Hill", 8, 8, Terrain::Grass);
        for cell in level.ground.cells().collect::<Vec<_>>() {
            level.ground.paint(cell, Tile { elevation: Hm(8), ..Terrain::Grass.tile() });
        }
        let clip = house();
        let at = Cell::new(1, 1);
        let height = |laying: Laying, cell: Cell| {
            clip.fitted(&level, at, laying).ground.get(&cell).map(|tile| tile.elevation)
        };
        let over = Laying::default();
        assert_eq!(height(over, Cell::new(1, 1)), Some(Hm(8)), "level with the ground");
        assert_eq!(height(over, Cell::new(0, 0)), Some(Hm(11)), "as much higher as it was");
        let copied = Laying { relative: false, ..over };
        assert_eq!(height(copied, Cell::new(0, 0)), Some(Hm(3)));
        let none = Laying { layers: LayerSet::of([Layer::Things]), ..over };
        assert_eq!(clip.fitted(&level, at, none).layers, LayerSet::of([Layer::Things]));
    }

    #[test]
    fn names_of_files_need_a_letter_and_stay_in_their_folder() {
        let folder = Path::new("parts");
        assert_eq!(part_file(folder, "../Out"), Some(folder.join("___out.ron")));
        for name in ["", "  ", "?!", "a\nb", &"x".repeat(61)] {
            assert_eq!(part_file(folder, name), None, "{name:?}");
        }
    }
}
