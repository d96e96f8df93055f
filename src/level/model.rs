//! A level, and its parts other than its ground: sides, units, goals, light.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grid::{
    Atmosphere, Cell, Climb, Deck, Dir, Edge, EdgeAt, Finish, Footing, Hm, Material, Prop, SideId,
    Terrain, Thing, ThingKind,
};
use rules::Key;
use rules::start::Start;

use super::colours::{SideColour, SideColours};
use super::conduct::{Conduct, GearChanges, StartConditions};
use super::daylight::Daylight;
use super::events::LevelEvent;
use super::goals::{Goal, GoalKind};
use super::ground::Ground;
use super::role::Role;

/// A battle map with sides and goals.
///
/// Plain data that an editor may bring into any state. [`Level::validate`] reports problems; a
/// level without errors is unchanged by writing and reading it. Saves and records store a level as
/// its text, so the same migration keeps old ones readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its title.
    pub name: String,
    /// Its author; may be empty.
    pub author: String,
    /// Shown to players before they choose it; may be empty.
    pub description: String,
    /// The author's notes, shown only in the editor.
    pub notes: String,
    /// The time of day.
    pub light: Daylight,
    /// Weather and other board-wide atmosphere.
    pub atmosphere: Atmosphere,
    /// A picture under the board.
    pub underlay: Option<Underlay>,
    /// Whether each side sees only what its own units can see.
    pub hidden_information: bool,
    /// Terrain and heights.
    pub ground: Ground,
    /// Things in cells, at most one each.
    pub things: BTreeMap<Cell, Item>,
    /// Floors above the ground.
    pub decks: Decks,
    /// Walls and doors on the edges between cells.
    pub edges: Edges,
    /// Named sets of cells for starts, goals and exits.
    pub regions: BTreeMap<String, BTreeSet<Cell>>,
    /// Names of the regions from which combatants may leave the battle.
    pub exits: Vec<String>,
    /// Words and pins on the board, at most one for each cell. Rules never use them.
    pub labels: BTreeMap<Cell, Label>,
    /// The sides, in the order of their numbers.
    pub sides: Vec<Side>,
    /// The goals; reaching any of them ends the battle.
    pub goals: Vec<Goal>,
    /// What happens during the battle, once each.
    pub events: Vec<LevelEvent>,
}

impl Level {
    /// The props that its things use, by name.
    pub fn props(&self) -> BTreeMap<&str, &Arc<Prop>> {
        let used = self.things.values().filter_map(|item| item.prop.as_ref());
        used.map(|prop| (prop.name.as_str(), prop)).collect()
    }

    /// The colours of the sides.
    pub fn side_colours(&self) -> SideColours {
        SideColours::new(self.sides.iter().map(|side| side.colour))
    }

    /// The names of the units that arrive with an event.
    pub fn recruits(&self) -> BTreeSet<&str> {
        self.events.iter().flat_map(|event| &event.arrive).map(String::as_str).collect()
    }

    /// A new level: flat ground of one terrain, two sides without units, last side standing.
    /// Width and height are clamped to the allowed range.
    pub fn blank(name: &str, width: u16, height: u16, terrain: Terrain) -> Self {
        let side = |name: &str, colour| Side {
            name: name.to_owned(),
            colour,
            ambush: false,
            start: None,
            hidden: None,
            units: Vec::new(),
        };
        Self {
            name: name.to_owned(),
            author: String::new(),
            description: String::new(),
            notes: String::new(),
            light: Daylight::Day,
            atmosphere: Atmosphere::default(),
            underlay: None,
            hidden_information: false,
            ground: Ground::flat(width, height, terrain),
            things: BTreeMap::new(),
            decks: Decks::new(),
            edges: Edges::new(),
            regions: BTreeMap::new(),
            exits: Vec::new(),
            labels: BTreeMap::new(),
            sides: vec![side("Blue", SideColour::Blue), side("Red", SideColour::Red)],
            goals: vec![Goal { side: None, kind: GoalKind::LastSideStanding }],
            events: Vec::new(),
        }
    }
}

/// A picture under the board: a map to trace, or painted ground. Lengths are in whole millimetres
/// on the board, so that a level survives writing and reading unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Underlay {
    /// A PNG or JPEG file: a relative path with `/` that stays inside the level's folder.
    pub file: String,
    /// Offset of its north-western corner east and south of the board's: -1,000 m to 1,000 m.
    pub at: (i32, i32),
    /// Size on the board from west to east and from north to south after turning: 1 mm to 2,000 m.
    pub size: (i32, i32),
    /// Quarter turns clockwise, 0 to 3.
    pub turn: u8,
    /// Mirrored left to right before it is turned.
    pub mirrored: bool,
    /// Shown in battles as well as in the editor.
    pub in_play: bool,
}

/// Values that a level overrides on one unit's sheet: ruleset, then name of the value. The level
/// format does not interpret them; the ruleset rejects unknown ones.
pub type Overrides = BTreeMap<Key, BTreeMap<Key, i64>>;

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name, unique among sides.
    pub name: String,
    /// Its colour, unique among sides.
    pub colour: SideColour,
    /// Whether it opens the battle with an ambush, if the ruleset has ambushes.
    pub ambush: bool,
    /// The region in which its units may be rearranged before the battle, if that is allowed.
    pub start: Option<String>,
    /// The region from which its units may enter unseen, if the ruleset has hidden entry.
    pub hidden: Option<String>,
    /// Its combatants.
    pub units: Vec<Unit>,
}

/// One combatant as a level places it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its role.
    pub role: Role,
    /// The north-west cell of its footprint.
    pub at: Cell,
    /// The direction it faces.
    pub facing: Dir,
    /// Altitude above the ground at the start; 0 for units on the ground.
    pub altitude: Hm,
    /// Its own name, if any; unique among units.
    pub name: Option<String>,
    /// Values overridden on its sheet.
    pub overrides: Overrides,
    /// Its initial state, for rulesets that use it.
    pub start: Start,
    /// How it behaves while the computer plays it.
    pub conduct: Conduct,
    /// Its conditions at the start.
    pub conditions: StartConditions,
    /// Items instead of those of its role.
    pub gear: GearChanges,
}

impl Unit {
    /// The same unit with all its cells moved: its place and the stops of its patrol.
    #[must_use]
    pub fn moved(&self, to: impl Fn(Cell) -> Cell) -> Self {
        Self { at: to(self.at), conduct: self.conduct.moved(&to), ..self.clone() }
    }
}

/// A unit ready to be spawned, with a unique name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Its side, by index in the level.
    pub side: SideId,
    /// Its role.
    pub role: Role,
    /// The north-west cell of its footprint.
    pub cell: Cell,
    /// The direction it faces.
    pub facing: Dir,
    /// Altitude above the ground at the start; 0 for units on the ground.
    pub altitude: Hm,
    /// Its own name, or that of its role, numbered if several would share it.
    pub name: String,
    /// Values overridden on its sheet.
    pub overrides: Overrides,
    /// Its initial state, for rulesets that use it.
    pub start: Start,
    /// How it behaves while the computer plays it.
    pub conduct: Conduct,
    /// Its conditions at the start.
    pub conditions: StartConditions,
    /// Items instead of those of its role.
    pub gear: GearChanges,
}

/// A text on the board. The cell is its key in the level.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Shown on hover; may be empty.
    pub note: String,
    /// Drawn with a pin.
    pub pin: bool,
    /// For the author: shown in the editor only.
    pub private: bool,
}

/// A thing in a cell. The cell is its key in the level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// Its kind.
    pub kind: ThingKind,
    /// Height above the cell's floor; that of its kind unless the level overrides it.
    pub height: Hm,
    /// Quarter turns clockwise, 0 to 3; visual only.
    pub turn: u8,
    /// How it differs from others of its kind; [`Finish::USUAL`] if it does not.
    pub finish: Finish,
    /// The prop, if its kind is [`ThingKind::Custom`]. Things whose props have the same name share
    /// the prop.
    pub prop: Option<Arc<Prop>>,
}

impl Item {
    /// A usual thing of this kind.
    pub const fn new(kind: ThingKind) -> Self {
        Self { kind, height: kind.spec().height, turn: 0, finish: Finish::USUAL, prop: None }
    }

    /// A usual thing made from this prop.
    pub fn custom(prop: Arc<Prop>) -> Self {
        Self { height: prop.height, prop: Some(prop), ..Self::new(ThingKind::Custom) }
    }

    /// The height of its kind or prop.
    pub fn usual_height(&self) -> Hm {
        self.prop.as_ref().map_or(self.kind.spec().height, |prop| prop.height)
    }

    /// Its display name: "stone table", or the name of its prop.
    pub fn title(&self) -> String {
        self.thing(Cell::new(0, 0)).title()
    }

    /// What is wrong with it, as the text of a problem.
    pub fn fault(&self) -> Option<String> {
        self.thing(Cell::new(0, 0)).fault()
    }

    /// How bodies interact with it.
    pub fn footing(&self) -> Footing {
        self.thing(Cell::new(0, 0)).footing()
    }

    /// The thing in this cell of a board.
    pub fn thing(&self, cell: Cell) -> Thing {
        let Self { kind, height, turn, finish, prop } = self.clone();
        Thing { kind, cell, height, turn, gone: false, finish, prop }
    }

    /// True if it gives light.
    pub fn is_lit(&self) -> bool {
        self.finish.lamp_of(self.kind).is_some()
    }
}

/// A deck over a cell. The cell and the height of its top are its key in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeckItem {
    /// Its material.
    pub material: Material,
    /// How its sides are climbed from the floor below.
    pub climb: Climb,
}

impl DeckItem {
    /// The materials of decks.
    pub const MATERIALS: [Material; 3] = [Material::Wood, Material::Stone, Material::Metal];

    /// A deck of planks without a ladder.
    pub const USUAL: Self = Self { material: Material::Wood, climb: Climb::Unmarked };

    /// The deck with its top at this height.
    pub const fn deck(self, top: Hm) -> Deck {
        Deck { top, material: self.material, climb: self.climb }
    }
}

/// Decks, keyed by cell and absolute height of the top.
pub type Decks = BTreeMap<(Cell, Hm), DeckItem>;

/// The decks over a cell with the heights of their tops, from the bottom up.
pub fn decks_over(decks: &Decks, cell: Cell) -> impl Iterator<Item = (Hm, DeckItem)> + '_ {
    let all = (cell, Hm(i32::MIN))..=(cell, Hm(i32::MAX));
    decks.range(all).map(|((_, top), item)| (*top, *item))
}

/// Matter on edges, keyed by its place with [`Dir::N`] or [`Dir::W`] as in [`grid::Board::edges`].
/// The southern and eastern borders belong to the cells just off the board.
pub type Edges = BTreeMap<EdgeAt, Edge>;

/// The matter on one side of a cell, first on the ground, then on the floors above it.
pub fn edges_on(edges: &Edges, cell: Cell, side: Dir) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
    let ground = EdgeAt::ground(cell, side).canonical();
    let highest = EdgeAt { floor: Some(Hm(i32::MAX)), ..ground };
    edges.range(ground..=highest).map(|(at, edge)| (*at, *edge))
}

/// The hatches in the decks over a cell, from the bottom up.
pub fn hatches_over(edges: &Edges, cell: Cell) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
    let all = EdgeAt::hatch(cell, Hm(i32::MIN))..=EdgeAt::hatch(cell, Hm(i32::MAX));
    edges.range(all).map(|(at, edge)| (*at, *edge))
}
