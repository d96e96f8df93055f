//! What belongs to the battle as a whole: the board, the sides, the clock, prepared acts.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::{Board, Cell, Place, SideId, UnitId, VolumeId};
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::policy::Policies;
use crate::rules::start::Arrival;

use super::clock::{Clock, Expiry};
use super::fog::Fog;
use super::knowledge::Knowledge;
use super::referee::Referee;
use super::unit::{Flags, Meters};

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Side {
    /// What players call it.
    pub name: String,
    /// Lay in wait when the battle began.
    pub ambush: bool,
    /// The ruleset's small numbers.
    pub flags: Flags,
}

/// An act made ready for later: a prepared action, a held attack, a watched area.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Armed {
    /// Its number in this battle.
    pub id: u32,
    /// Who made it ready.
    pub owner: UnitId,
    /// The act.
    pub act: Key,
    /// What sets it off, named by the ruleset. Secret until it fires.
    pub trigger: Key,
    /// The places it watches, where they are chosen when it is made ready.
    pub area: Vec<Place>,
    /// The combatant it watches.
    pub target: Option<UnitId>,
    /// How often it can still fire.
    pub uses: u16,
    /// When it lapses.
    pub expiry: Expiry,
    /// What the act will be aimed at, where that is chosen when it is made ready (VG-78, TU-173).
    #[serde(default)]
    pub targets: Vec<Target>,
    /// The way to do the act, as in commands; empty for the plain one.
    #[serde(default)]
    pub choice: Key,
    /// Small numbers that the ruleset keeps with it: what was paid, what is still due (TU-177).
    #[serde(default)]
    pub data: Flags,
}

impl Armed {
    /// The plain way to do an act, made ready for once.
    pub fn new(id: u32, owner: UnitId, act: Key, trigger: Key, expiry: Expiry) -> Self {
        Self {
            id,
            owner,
            act,
            trigger,
            area: Vec::new(),
            target: None,
            uses: 1,
            expiry,
            targets: Vec::new(),
            choice: Key::default(),
            data: Flags::default(),
        }
    }
}

/// Something on the board that ends by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    /// The volume it put on the board.
    pub volume: VolumeId,
    /// Who made it.
    pub owner: Option<UnitId>,
    /// The act it came from, for rulesets to which it is more than its matter.
    pub act: Key,
    /// When it ends.
    pub expiry: Expiry,
}

/// Something that lies on the ground and can be taken up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lying {
    /// What it is, by the ruleset's name of the gear.
    pub item: Key,
    /// The cell it lies in.
    pub cell: Cell,
    /// Its meters: wear stays with an item, whoever has it.
    #[serde(default)]
    pub meters: Meters,
}

impl Lying {
    /// Something without meters in a cell.
    pub fn new(item: Key, cell: Cell) -> Self {
        Self { item, cell, meters: Meters::default() }
    }
}

/// What must happen for a side to win.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// Every other side has nobody left in the fight.
    LastStanding,
    /// The side alone stands in the zone at the end of so many rounds in a row.
    Hold {
        /// Whose goal it is.
        side: SideId,
        /// The places of the zone.
        places: Vec<Place>,
        /// Rounds in a row.
        rounds: u16,
    },
    /// So many of the side stand in the zone at the end of a round.
    Reach {
        /// Whose goal it is.
        side: SideId,
        /// The places of the zone.
        places: Vec<Place>,
        /// How many combatants.
        count: u16,
    },
    /// The named combatant is down or dead.
    Defeat {
        /// Whose goal it is.
        side: SideId,
        /// The combatant.
        unit: UnitId,
    },
    /// Somebody of the side is still in the fight when the round ends.
    Survive {
        /// Whose goal it is.
        side: SideId,
        /// The round.
        rounds: u16,
    },
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// The winner; none for a draw.
    pub winner: Option<SideId>,
    /// Why it is over, as a player reads it.
    pub why: String,
}

/// What belongs to the battle as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The board as it is now. Shared until it changes.
    pub board: Arc<Board>,
    /// The sides, by number.
    pub sides: Vec<Side>,
    /// The timeline.
    pub clock: Clock,
    /// Acts made ready, in the order of their numbers.
    pub armed: Vec<Armed>,
    /// Things on the board that end by themselves.
    pub lasting: Vec<Lasting>,
    /// Things that lie about, in the order in which they were put down.
    pub lying: Vec<Lying>,
    /// The goals of the level.
    pub goals: Vec<Goal>,
    /// What sides have ordered to be done without asking them.
    pub policies: Policies,
    /// The ruleset's small numbers.
    pub flags: Flags,
    /// How it ended, once it has.
    pub verdict: Option<Verdict>,
    /// Its aftermath has begun: what the ruleset has done once the verdict is in.
    #[serde(default)]
    pub aftermath: bool,
    /// What the referee has ruled.
    pub referee: Referee,
    /// What the sides see of each other.
    pub fog: Fog,
    /// What combatants and sides know of others, where that is more or less than usual.
    #[serde(default)]
    pub knowledge: Knowledge,
    /// Those who join later, in the order of the level.
    #[serde(default)]
    pub arrivals: Vec<Arrival>,
    /// The next number for a new unit, armed act or volume.
    pub next_number: u32,
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
        }
    }
}
