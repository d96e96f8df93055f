//! The parts that belong to the battle as a whole: the board, the sides, the clock, readied acts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Key;
use crate::parameter::Values;
use crate::policy::Policies;
use crate::target::Target;
use grid::{Board, Cell, FloorAt, Hm, Place, SideId, UnitId, VolumeId};

use super::clock::{Clock, Expiry};
use super::conduct::Conducts;
use super::fog::Fog;
use super::goal::Goal;
use super::knowledge::Knowledge;
use super::meters::Meters;
use super::object_conditions::ObjectConditions;
use super::referee::Referee;
use super::secrets::Secrets;
use super::story::Story;
use super::unit::{Flags, Unit};

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Side {
    /// Its display name.
    pub name: String,
    /// True if it started the battle in ambush.
    pub ambush: bool,
    /// The ruleset's flags.
    pub flags: Flags,
}

/// A readied act: a prepared action, a held attack, a watched area.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Armed {
    /// Its ID in this battle.
    pub id: u32,
    /// The combatant that readied it.
    pub owner: UnitId,
    /// The act.
    pub act: Key,
    /// Its trigger, named by the ruleset. Secret until it fires.
    pub trigger: Key,
    /// The watched places, if they are chosen when it is readied.
    pub area: Vec<Place>,
    /// The height of the floor that is watched, on boards with decks. In cells without a floor at
    /// that height it is the nearest one. `None` watches every floor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<Hm>,
    /// The watched combatant.
    pub target: Option<UnitId>,
    /// Remaining number of uses.
    pub uses: u16,
    /// When it expires.
    pub expiry: Expiry,
    /// The targets of the act, if they are chosen when it is readied (VG-78, TU-173).
    #[serde(default)]
    pub targets: Vec<Target>,
    /// The variant of the act, as in commands; empty for the plain act.
    #[serde(default)]
    pub choice: Key,
    /// The parameter values of the act, as in commands.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub with: Values,
    /// The ruleset's flags for it: what was paid, what is still due (TU-177).
    #[serde(default)]
    pub data: Flags,
}

impl Armed {
    /// The watched floors, in the order of the watched cells; the ground of a cell where every floor
    /// of it is watched.
    pub fn floors(&self, board: &Board) -> Vec<FloorAt> {
        let floor = |cell: Cell| {
            let nearest = self.floor.and_then(|watched| {
                let all = board.storeys(cell);
                let all = all.filter_map(|at| Some((at, at.point(board)?.feet)));
                all.min_by_key(|(_, feet)| (*feet - watched).abs())
            });
            FloorAt { cell, floor: nearest.and_then(|(at, _)| at.deck(board)) }
        };
        self.area.iter().filter_map(|place| place.cell()).map(floor).collect()
    }

    /// The plain variant of an act, readied for one use.
    pub fn new(id: u32, owner: UnitId, act: Key, trigger: Key, expiry: Expiry) -> Self {
        Self {
            id,
            owner,
            act,
            trigger,
            area: Vec::new(),
            floor: None,
            target: None,
            uses: 1,
            expiry,
            targets: Vec::new(),
            choice: Key::default(),
            with: Values::none(),
            data: Flags::default(),
        }
    }
}

/// A temporary effect on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    /// Its volume.
    pub volume: VolumeId,
    /// The combatant that created it.
    pub owner: Option<UnitId>,
    /// The act it came from, for rulesets that give it further effects.
    pub act: Key,
    /// When it ends.
    pub expiry: Expiry,
}

/// An item on a floor that can be picked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// Its item ID in the ruleset.
    pub item: Key,
    /// Its cell.
    pub cell: Cell,
    /// Absolute height of the floor above the ground on which it lies; `None` for the ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<Hm>,
    /// Its meters: wear stays with the item when it changes hands.
    #[serde(default)]
    pub meters: Meters,
}

impl Lying {
    /// An item without meters on a floor, or dropped at this height above one.
    pub fn new(item: Key, at: impl Into<FloorAt>) -> Self {
        let FloorAt { cell, floor } = at.into();
        Self { item, cell, floor, meters: Meters::default() }
    }

    /// Where it lies.
    pub const fn at(&self) -> FloorAt {
        FloorAt { cell: self.cell, floor: self.floor }
    }

    /// This item as a target of acts.
    pub fn target(&self) -> Target {
        self.at().into()
    }

    /// Lets it drop onto the floor below it.
    pub fn settle(&mut self, board: &Board) {
        self.floor = self.floor.and_then(|height| board.floor_below(self.cell, height).floor);
    }
}

impl Hash for Lying {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // For items on the ground, the hash is the same as before items could lie on other floors.
        self.item.hash(state);
        self.at().hash(state);
        self.meters.hash(state);
    }
}

/// A combatant that joins later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The round in which it joins.
    pub round: u32,
    /// The combatant as it will be placed.
    pub unit: Unit,
}

/// The result of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// The winner; `None` for a draw.
    pub winner: Option<SideId>,
    /// The reason, as shown to players.
    pub why: String,
}

/// The parts that belong to the battle as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The current board. Shared until it changes.
    pub board: Arc<Board>,
    /// The sides, by number.
    pub sides: Vec<Side>,
    /// The timeline.
    pub clock: Clock,
    /// Readied acts, sorted by ID.
    pub armed: Vec<Armed>,
    /// Temporary effects on the board.
    pub lasting: Vec<Lasting>,
    /// Items on the ground, in the order in which they were put down.
    pub lying: Vec<Lying>,
    /// The conditions of objects and edges of the board.
    #[serde(default)]
    pub object_conditions: ObjectConditions,
    /// The goals of the level.
    pub goals: Vec<Goal>,
    /// The standing orders of the sides.
    pub policies: Policies,
    /// The ruleset's flags.
    pub flags: Flags,
    /// The result, once the battle is over.
    pub verdict: Option<Verdict>,
    /// True once the aftermath has begun.
    #[serde(default)]
    pub aftermath: bool,
    /// The referee's rulings.
    pub referee: Referee,
    /// What the sides see of each other.
    pub fog: Fog,
    /// What combatants and sides know about others, where it differs from the default.
    #[serde(default)]
    pub knowledge: Knowledge,
    /// Units that join later, in level order.
    #[serde(default)]
    pub arrivals: Vec<Arrival>,
    /// The next ID for a new unit, readied act or volume.
    pub next_number: u32,
    /// The level events.
    #[serde(default, skip_serializing_if = "Story::is_empty")]
    pub story: Story,
    /// The conduct of AI units.
    #[serde(default, skip_serializing_if = "Conducts::is_empty")]
    pub conducts: Conducts,
    /// The secret doors that have not been found yet.
    #[serde(default, skip_serializing_if = "Secrets::is_empty")]
    pub secrets: Secrets,
}

impl Scene {
    /// A scene before its first round.
    pub fn new(board: Board, sides: Vec<Side>, goals: Vec<Goal>) -> Self {
        Self {
            board: Arc::new(board),
            sides,
            clock: Clock::default(),
            armed: Vec::new(),
            lasting: Vec::new(),
            lying: Vec::new(),
            object_conditions: ObjectConditions::default(),
            goals,
            policies: Policies::default(),
            flags: Flags::default(),
            verdict: None,
            aftermath: false,
            referee: Referee::default(),
            fog: Fog::default(),
            knowledge: Knowledge::default(),
            arrivals: Vec::new(),
            next_number: 0,
            story: Story::default(),
            conducts: Conducts::default(),
            secrets: Secrets::default(),
        }
    }
}
