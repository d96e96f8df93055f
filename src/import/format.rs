//! The formats of maps, and what a map becomes.

use level::Level;

use super::picture::Picture;

/// The formats that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Universal VTT: Dungeondraft, Dungeon Alchemist, DungeonFog, Arkenforge.
    UniversalVtt,
    /// A scene exported from Foundry VTT.
    Foundry,
    /// A map of Tiled, in XML or JSON.
    Tiled,
}

impl Format {
    /// What a file of this format is: "a Universal VTT map".
    pub const fn words(self) -> &'static str {
        match self {
            Self::UniversalVtt => "a Universal VTT map",
            Self::Foundry => "a scene of Foundry VTT",
            Self::Tiled => "a map of Tiled",
        }
    }
}

/// A map as a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The format of the map.
    pub format: Format,
    /// The level. It has no errors. `save` gives the file of its picture a name.
    pub level: Level,
    /// The picture of the map.
    pub picture: Option<Picture>,
    /// What was changed or left out, and what the author should know: one sentence each.
    pub notes: Vec<String>,
}
