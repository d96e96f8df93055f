//! Layers of a level: which are shown, and which are locked.

/// A kind of content that can be hidden and locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Terrain with all its attributes except elevation.
    Terrain,
    /// Elevations of floors.
    Heights,
    /// Things in cells.
    Things,
    /// Decks.
    Decks,
    /// Walls and doors.
    Edges,
    /// Zones and their uses.
    Zones,
    /// Units.
    Units,
    /// The picture under the board.
    Picture,
}

impl Layer {
    /// What a part can hold, and what is pasted; in the order of [`level::PART_LAYERS`].
    pub const CONTENT: [Self; 7] = [
        Self::Terrain,
        Self::Heights,
        Self::Things,
        Self::Decks,
        Self::Edges,
        Self::Zones,
        Self::Units,
    ];

    /// All layers, from bottom to top.
    pub const ALL: [Self; 8] = [
        Self::Picture,
        Self::Heights,
        Self::Terrain,
        Self::Edges,
        Self::Things,
        Self::Decks,
        Self::Zones,
        Self::Units,
    ];

    /// The name in lists and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Heights => "heights",
            Self::Things => "things",
            Self::Decks => "decks",
            Self::Edges => "walls and doors",
            Self::Zones => "zones",
            Self::Units => "units",
            Self::Picture => "picture",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerSet(u8);

impl LayerSet {
    /// No layer.
    pub const NONE: Self = Self(0);

    /// All layers.
    pub const ALL: Self = Self(0xff);

    /// A set of these layers.
    pub fn of(layers: impl IntoIterator<Item = Layer>) -> Self {
        Self(layers.into_iter().fold(0, |set, layer| set | layer.bit()))
    }

    /// True if the layer is in the set.
    pub const fn has(self, layer: Layer) -> bool {
        self.0 & layer.bit() != 0
    }

    /// Adds or removes a layer.
    pub const fn set(&mut self, layer: Layer, on: bool) {
        if on { self.0 |= layer.bit() } else { self.0 &= !layer.bit() }
    }

    /// The layers in the set, from bottom to top.
    pub fn iter(self) -> impl Iterator<Item = Layer> {
        Layer::ALL.into_iter().filter(move |layer| self.has(*layer))
    }
}

/// Hidden and locked layers. Hidden layers can be changed unless they are also locked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// Layers that are not drawn.
    pub hidden: LayerSet,
    /// Layers that edits may not change. Undo and redo ignore locks.
    pub locked: LayerSet,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_contain_what_was_added() {
        let mut set = LayerSet::of([Layer::Things, Layer::Picture]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Layer::Picture, Layer::Things]);
        set.set(Layer::Things, false);
        assert!(!set.has(Layer::Things) && set.has(Layer::Picture));
        assert_eq!(LayerSet::of(Layer::ALL), LayerSet::ALL);
    }
}
