//! Reads parts: ground, things, walls, zones and units without a level around them.

use super::{Decoded, Decoder};
use crate::Level;
use crate::limits::{PART_LAYERS as LAYERS, PartLayers as Layers};
use crate::syntax::Node;
use grid::Terrain;

const FIELDS: [&str; 15] = [
    "format", "name", "layers", "cells", "palette", "rows", "heights", "props", "things", "decks",
    "walls", "doors", "regions", "labels", "sides",
];

/// Decodes the tree of a part in format 1.
pub fn decode(root: &Node<'_>) -> Decoded {
    let mut decoder = Decoder::new(root);
    let (mut level, mut extent) = (None, None);
    if let Some((read, layers, cells)) = decoder.part(root) {
        extent = Some((cells.unwrap_or_else(|| read.ground.cells().collect()), layers));
        level = Some(read);
    }
    Decoded { level, faults: decoder.reader.faults, marks: decoder.marks, extent }
}

type Cells = std::collections::BTreeSet<grid::Cell>;

impl Decoder {
    /// The content on a board of its own, the layers, and the cells unless it has all.
    fn part(&mut self, root: &Node<'_>) -> Option<(Level, Layers, Option<Cells>)> {
        let fields = self.reader.fields(root, "the part", &FIELDS)?;
        let ground = self.ground(&fields);
        let layers = match fields.get("layers") {
            Some(node) => {
                let list = self.reader.list(node, "`layers`", LAYERS.len());
                list.filter_map(|node| self.reader.word(node, "layer", &LAYERS, |l| l)).collect()
            }
            None => LAYERS.into_iter().collect(),
        };
        let cells = fields.get("cells").map(|node| {
            let cells = self.reader.cells(node, "the part");
            cells.into_iter().map(|(cell, _)| cell).collect::<Cells>()
        });
        let things = self.things(&fields);
        let decks = self.decks(&fields);
        let edges = self.edges(&fields);
        let regions = self.regions(&fields);
        let labels = self.labels(&fields);
        let sides = fields.get("sides").map(|_| self.sides(&fields));
        self.reader.need(&fields, "name");
        let name = self.text(&fields, "name");
        let ground = ground?;
        if let Some(node) =
            fields.get("cells").filter(|_| cells.as_ref().is_some_and(Cells::is_empty))
        {
            self.reader.wrong(node.at, "a part needs at least one cell");
        }
        let blank = Level::blank(&name, ground.width(), ground.height(), Terrain::Grass);
        let sides = sides.unwrap_or(blank.sides);
        Some((
            Level { ground, things, decks, edges, regions, labels, sides, ..blank },
            layers,
            cells,
        ))
    }
}
