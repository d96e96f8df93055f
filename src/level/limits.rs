//! How large a level may be, and what a part may replace.

use std::collections::BTreeSet;

/// Minimum number of sides.
pub const MIN_SIDES: usize = 2;
/// Maximum number of sides.
pub const MAX_SIDES: usize = 4;
/// Maximum number of units, across all sides.
pub const MAX_UNITS: usize = 200;
/// Maximum number of things.
pub const MAX_THINGS: usize = 4_000;
/// Maximum number of props.
pub const MAX_PROPS: usize = 32;
/// Maximum number of things that give light.
pub const MAX_LIGHTS: usize = 200;
/// Maximum number of cells with decks, counted once for each deck.
pub const MAX_DECKS: usize = 24_000;
/// Maximum number of walls and doors, counted per edge.
pub const MAX_EDGES: usize = 24_000;
/// Maximum number of regions.
pub const MAX_REGIONS: usize = 64;
/// Maximum number of cells, across all regions.
pub const MAX_REGION_CELLS: usize = 131_072;
/// Maximum number of overridden values per unit, across all rulesets.
pub const MAX_OVERRIDES: usize = 64;
/// Maximum number of starting conditions per unit, and of changed items, across all rulesets.
pub const MAX_CONDITIONS: usize = 32;
/// Maximum number of cells of a patrol.
pub const MAX_STOPS: usize = 32;
/// Maximum number of events.
pub const MAX_EVENTS: usize = 32;
/// Maximum length of the message of an event, in characters.
pub const MAX_TELL: usize = 240;
/// The last round that an event can wait for.
pub const MAX_ROUND: u32 = rules::start::MAX_ROUND;
/// Maximum number of causes of an event.
pub const MAX_CAUSES: usize = 8;
/// Maximum number of labels.
pub const MAX_LABELS: usize = 200;
/// Maximum number of characters of a label.
pub const MAX_LABEL: usize = 40;
/// Maximum number of characters of a label's note.
pub const MAX_LABEL_NOTE: usize = 400;
/// Maximum number of goals.
pub const MAX_GOALS: usize = 16;
/// Names of the layers that a part may replace.
pub const PART_LAYERS: [&str; 7] =
    ["terrain", "heights", "things", "decks", "walls", "zones", "units"];
/// The layers of a part, by their names in [`PART_LAYERS`].
pub type PartLayers = BTreeSet<&'static str>;
