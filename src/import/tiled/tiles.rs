//! What a tile means for the cell it lies in.

use grid::{Hm, Terrain, ThingKind, Tile};
use level::{ELEVATIONS, MAX_WATER};
use roxmltree::Node;

use super::properties::Properties;
use super::terrain::{of_name, words};
use super::xml::children;
use crate::builder::height;

/// What a tile means for its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TileLook {
    /// The terrain that the tile itself names.
    pub(super) own: Option<Terrain>,
    /// The terrain that only its tileset names.
    pub(super) shared: Option<Terrain>,
    /// Height of the floor.
    pub(super) elevation: Option<Hm>,
    /// Depth of water.
    pub(super) depth: Option<Hm>,
    /// A thing in the cell.
    pub(super) thing: Option<ThingKind>,
}

impl TileLook {
    /// What a `tile` element tells.
    pub(super) fn of(node: &Node<'_, '_>) -> Self {
        let properties = Properties::of(node);
        let class = node.attribute("class").or_else(|| node.attribute("type"));
        let image = children(node, "image").next().and_then(|image| image.attribute("source"));
        let named = [properties.text("terrain"), class, image.map(stem)];
        let metres = |name: &str, bounds| Some(height(properties.number(&[name])?, bounds));
        Self {
            own: named.into_iter().flatten().find_map(of_name),
            shared: None,
            elevation: metres("elevation", ELEVATIONS),
            depth: metres("depth", (Hm::ZERO, MAX_WATER)),
            thing: [properties.text("thing"), class].into_iter().flatten().find_map(thing_named),
        }
    }

    /// The cell with another tile over this one, which lies in a layer that may name a terrain.
    pub(super) fn under(self, upper: Self, layer: Option<Terrain>) -> Self {
        Self {
            own: upper.own.or(layer).or(self.own),
            shared: upper.shared.or(self.shared),
            elevation: upper.elevation.or(self.elevation),
            depth: upper.depth.or(self.depth),
            thing: upper.thing.or(self.thing),
        }
    }

    /// The ground of the cell. Water without an elevation is level with the land around it.
    pub(super) fn ground(self, usual: Terrain) -> Tile {
        let tile = self.own.or(self.shared).unwrap_or(usual).tile();
        let depth = self.depth.unwrap_or(tile.depth);
        let elevation = self.elevation.unwrap_or(Hm::ZERO - depth);
        Tile { depth, elevation, ..tile }
    }
}

/// The thing that a word names. Bridges need more than a cell.
pub(super) fn thing_named(text: &str) -> Option<ThingKind> {
    ThingKind::from_name(&words(text).join("_")).filter(|kind| *kind != ThingKind::Bridge)
}

/// The name of a file without folders and ending.
pub(super) fn stem(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
