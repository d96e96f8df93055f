//! The board of a scenario: rows of characters with a legend.

use std::collections::BTreeMap;

use files::Problem;
use grid::{
    Atmosphere, Board, Cell, Climb, Edge, EdgeAt, EdgeKind, Hazard, Hm, MAX_MIASMA, Sketch,
    SketchError, Thing, Tile, Weather,
};

use level::DeckItem;

use super::model::{EdgeDraft, ScenarioFile, TileDraft};
use super::places::Places;

/// A board and the cells of the letters in its rows.
pub struct Drawn {
    /// The board.
    pub board: Board,
    /// The cell of each letter.
    pub marks: BTreeMap<char, Cell>,
}

/// Draws the rows of a scenario.
///
/// # Errors
/// What is wrong with rows, legend or edges.
pub fn draw(file: &str, draft: &ScenarioFile, places: &Places) -> Result<Drawn, Vec<Problem>> {
    let problem = |field: &str, text: String| {
        let problem = Problem::new(file, text);
        match places.field(field) {
            Some(at) => problem.at(at.line, at.column),
            None => problem,
        }
    };
    let mut replaced: Vec<(Cell, &TileDraft)> = Vec::new();
    let mut plain = String::new();
    // Rows too long for cell coordinates are too large for any board, which the sketch reports.
    for (row, y) in draft.rows.iter().zip(0..=i16::MAX) {
        for (c, x) in row.trim().chars().zip(0..=i16::MAX) {
            match draft.legend.get(&c) {
                Some(tile) => {
                    replaced.push((Cell::new(x, y), tile));
                    // Letters mark combatants; the legend only changes the ground under them.
                    plain.push(if c.is_ascii_uppercase() { c } else { '.' });
                }
                None => plain.push(c),
            }
        }
        plain.push('\n');
    }
    let sketch = Sketch::new(&plain).map_err(|e| vec![problem("rows", in_rows(&e))])?;
    let (mut board, marks) = (sketch.board, sketch.marks);
    for (cell, tile) in replaced {
        if let Some(slot) = board.tile_mut(cell) {
            *slot = tile_of(tile);
        }
        if let Some(top) = tile.deck {
            board.add_deck(cell, DeckItem::USUAL.deck(top.0));
        }
        if let Some(kind) = tile.thing {
            let height = tile.thing_height.map_or(kind.spec().height, |h| h.0);
            board.add_thing(Thing { height, ..Thing::new(kind, cell) });
        }
    }
    board.set_ambient(draft.light);
    let weather = draft.weather.map_or(Weather::CLEAR, |(kind, rank)| Weather::new(kind, rank));
    let (airless, miasma) = (draft.airless, draft.miasma);
    board.set_atmosphere(Atmosphere { weather, airless, miasma });
    let mut problems = Vec::new();
    if miasma > MAX_MIASMA {
        let text = format!("`miasma` is {miasma}; allowed: 0 to {MAX_MIASMA}");
        problems.push(problem("miasma", text));
    }
    for edge in &draft.edges {
        let matter = Edge { open: edge.open, locked: edge.locked, ..Edge::new(edge.kind) };
        let floor = edge.floor.map(|floor| floor.0);
        let at = EdgeAt { cell: edge.at, side: edge.side, floor };
        if !board.contains(edge.at) || !board.set_edge_at(at, Some(matter)) {
            problems.push(problem("edges", no_place(edge)));
        }
    }
    if problems.is_empty() { Ok(Drawn { board, marks }) } else { Err(problems) }
}

/// Why something cannot be where the file has it: a hatch belongs to a deck, all else to a side.
fn no_place(edge: &EdgeDraft) -> String {
    let (kind, at, side) = (edge.kind.spec().name, edge.at, edge.side);
    match (edge.kind, edge.floor) {
        (EdgeKind::Hatch, _) if !side.is_diagonal() => {
            "a hatch lies in its cell and has no `side`".to_owned()
        }
        (EdgeKind::Hatch, None) => format!("the hatch at {at} needs the `floor` of its deck"),
        (EdgeKind::Hatch, Some(top)) => {
            format!("there is no deck with its top at {} over {at} for a hatch", top.0)
        }
        _ if side.is_diagonal() => format!("a {kind} needs a `side`; allowed: N, E, S or W"),
        _ => format!("there is no edge on the {side:?} side of {at}"),
    }
}

fn tile_of(draft: &TileDraft) -> Tile {
    let mut tile = draft.terrain.tile();
    tile.elevation = draft.elevation.0;
    tile.depth = draft.depth.map_or(tile.depth, |d| d.0.max(Hm::ZERO));
    tile.rough = draft.rough.unwrap_or(tile.rough);
    tile.slippery = draft.slippery.unwrap_or(tile.slippery);
    tile.climb = draft.climb.unwrap_or(if draft.climbable { Climb::Ordinary } else { tile.climb });
    tile.haze = draft.haze;
    tile.rough_water = draft.rough_water;
    tile.airless = draft.airless;
    tile.exit = draft.exit;
    tile.light = draft.light.unwrap_or(tile.light);
    tile.ceiling = draft.ceiling.map(|c| c.0);
    if let Some((amount, height)) = draft.damaging {
        tile.damaging = Some(Hazard { amount, height: Some(height.0) });
    }
    tile
}

/// The error message, with rows counted from 1 as in the file.
fn in_rows(error: &SketchError) -> String {
    match error {
        SketchError::Empty => "the board has no rows".to_owned(),
        other => other.to_string().replace("line ", "row "),
    }
}
