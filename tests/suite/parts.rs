//! The parts in `assets/parts`: each is read without a mistake and makes a level that needs no advice.

use std::path::{Path, PathBuf};

use highground::editor::{Draft, Edit, GridTransform, Laying, read_part};
use highground::grid::{Cell, Dir, Hm, Terrain, Tile};
use highground::level::{Build, Level, Part, Role, Severity, Unit};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/parts");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.collect();
    files.sort();
    files
}

/// A meadow 1 m high with a knight of each side at its ends.
fn meadow() -> Draft {
    let mut level = Level::blank("Meadow", 24, 24, Terrain::Grass);
    for cell in level.ground.cells().collect::<Vec<_>>() {
        level.ground.paint(cell, Tile { elevation: Hm(2), ..Terrain::Grass.tile() });
    }
    for (side, x) in level.sides.iter_mut().zip([0, 23]) {
        side.units.push(Unit {
            role: Role::Knight,
            at: Cell::new(x, 0),
            facing: Dir::S,
            altitude: Hm::ZERO,
            name: None,
            overrides: Default::default(),
            start: Default::default(),
            conduct: Default::default(),
            conditions: Default::default(),
            gear: Default::default(),
        });
    }
    Draft::new(level)
}

#[test]
fn a_dozen_and_more_parts_are_shipped_and_without_mistakes() {
    let files = files();
    assert!(files.len() >= 12, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let part = Part::parse(&file.display().to_string(), &text);
        assert!(part.is_ok(), "{part:?}");
    }
}

/// However it is turned, a part stands on the ground of the level and leaves nothing to mend.
#[test]
fn laid_down_they_leave_nothing_to_mend() {
    let mut told = Vec::new();
    for file in files() {
        let (name, clip) = read_part(&file).unwrap();
        for transform in [GridTransform::NONE, GridTransform::CLOCKWISE, GridTransform::WEST_EAST] {
            let mut draft = meadow();
            let (at, turned) = (Cell::new(5, 5), clip.turned(transform));
            let clip = turned.fitted(draft.level(), at, Laying::default());
            draft.apply(Edit::Paste { clip, at }).unwrap();
            let found = draft.check(Build::usual).into_iter();
            let found = found.filter(|finding| finding.severity != Severity::Note);
            told.extend(found.map(|finding| format!("{name}, {transform:?}: {}", finding.message)));
        }
    }
    assert_eq!(told, Vec::<String>::new());
}
