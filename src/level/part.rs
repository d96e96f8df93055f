//! Parts: pieces of a level, in files of their own, that the editor pastes into any level.
//!
//! A part is written like a level, on a board of its own, without anything that concerns a battle.
//! Its `cells` define how much of that board belongs to it, its `layers` what it replaces.

use std::collections::BTreeSet;

use super::limits::PartLayers as Layers;
use super::migrate::decode_part;
use super::validate::{Finding, Severity};
use super::{Level, read_tree};
use files::{FileKind, Problem};
use grid::Cell;

/// A part of a level in a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its content on a board of its own. The level's name is that of the part.
    pub level: Level,
    /// The cells of the board that belong to it.
    pub cells: BTreeSet<Cell>,
    /// What it replaces where it is pasted.
    pub layers: Layers,
}

impl Part {
    /// Parses a part. `file` is the name used in messages.
    ///
    /// # Errors
    /// Returns all errors in file order, each with line and column.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Problem>> {
        Self::read(file, text, Level::validate)
    }

    /// Like [`Self::parse`], but accepts parts with mistakes that matter only in play, such as a
    /// unit in solid ground.
    ///
    /// # Errors
    /// As in [`Self::parse`].
    pub fn open(file: &str, text: &str) -> Result<Self, Vec<Problem>> {
        Self::read(file, text, |_| Vec::new())
    }

    fn read(
        file: &str,
        text: &str,
        look: impl Fn(&Level) -> Vec<Finding>,
    ) -> Result<Self, Vec<Problem>> {
        let (report, extent) = read_tree(file, text, FileKind::Part, decode_part, look);
        let errors = report.problems.into_iter().filter(|(s, _)| *s == Severity::Error);
        let errors: Vec<Problem> = errors.map(|(_, problem)| problem).collect();
        match report.level.zip(extent).filter(|_| errors.is_empty()) {
            Some((level, (cells, layers))) => Ok(Self { level, cells, layers }),
            None => Err(errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::PART_LAYERS as LAYERS;

    const HUT: &str = r#"Part(
    format: 1,
    name: "Hut",
    layers: [terrain, things, walls],
    cells: [rect((0, 0), (2, 1)), (1, 2)],
    palette: { '.': (terrain: grass), 'w': (terrain: wood, ceiling: 3.0) },
    rows: ["www.", "www.", "....", "...."],
    things: [(kind: crate, at: (2, 0), turn: 1)],
    walls: [(kind: wall, line: [(0, 0), (3, 0), (3, 2), (0, 2), (0, 0)])],
    doors: [(kind: door, at: (1, 1), side: S)],
)"#;

    #[test]
    fn a_part_is_read_back_as_written() {
        let part = Part::parse("hut.ron", HUT).unwrap();
        assert_eq!(part.level.name, "Hut");
        assert_eq!(part.cells.len(), 7);
        assert_eq!(part.layers, Layers::from(["terrain", "things", "walls"]));
        let text = part.to_text();
        assert!(text.starts_with("Part(\n    format: 1,\n    name: \"Hut\",\n"), "{text}");
        assert_eq!(Part::parse("hut.ron", &text), Ok(part));
    }

    #[test]
    fn without_cells_and_layers_it_is_all_of_its_board() {
        let text = HUT.replace("    layers: [terrain, things, walls],\n", "");
        let text = text.replace("    cells: [rect((0, 0), (2, 1)), (1, 2)],\n", "");
        let part = Part::parse("hut.ron", &text).unwrap();
        assert_eq!((part.cells.len(), part.layers.len()), (16, LAYERS.len()));
        let written = part.to_text();
        assert!(!written.contains("cells:") && !written.contains("layers:"), "{written}");
        assert_eq!(Part::parse("hut.ron", &written), Ok(part));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let told = |from: &str, to: &str| {
            assert_eq!(HUT.matches(from).count(), 1, "{from}");
            let problems = Part::parse("hut.ron", &HUT.replace(from, to)).unwrap_err();
            problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        for (from, to, wanted) in [
            ("Part(", "Level(", "hut.ron: this is a level; needed: a part"),
            ("format: 1", "format: 2", "hut.ron:2:13: the part has format 2"),
            ("walls]", "roofs]", "hut.ron:4:31: unknown layer `roofs`"),
            ("(1, 2)]", "(1, 9)]", "hut.ron:5:35: "),
            (
                "[rect((0, 0), (2, 1)), (1, 2)]",
                "[]",
                "hut.ron:5:12: a part needs at least one cell",
            ),
            (
                "[\"www.\", \"www.\", \"....\", \"....\"]",
                "[]",
                "hut.ron:7:11: the level has 0 rows; allowed: 4 to 256",
            ),
            ("kind: crate", "kind: crat", "hut.ron:8:21: unknown thing `crat`"),
            ("name: \"Hut\"", "light: day", "hut.ron:3:5: the part has no `light`"),
        ] {
            let found = told(from, to);
            assert!(found.contains(wanted), "{wanted}\n{found}");
        }
    }
}
