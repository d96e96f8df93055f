//! Rulings as data: what a referee may order. [`referee`](super::referee) checks and executes them.

use serde::{Deserialize, Serialize};

use grid::{Atmosphere, Dir, Hm, Place, SideId, UnitId};

use super::Key;
use super::state::{Awareness, Carrier, Condition, LayerState, Observer, Posture, Status};

/// Largest value of a condition, and longest duration in turns or rounds.
pub const MOST: u16 = 99;

/// Maximum height above the ground at which a combatant may be placed.
pub const MAX_ALTITUDE: Hm = Hm::metres(200);

/// Maximum length of a reason, in characters.
pub const MAX_REASON: usize = 200;

/// A ruling of the referee.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ruling {
    /// Sets a track, from its maximum down to minus its maximum.
    Track {
        /// The combatant.
        unit: UnitId,
        /// The track.
        id: Key,
        /// The new value.
        to: i32,
    },
    /// Sets a pool, from 0 to its maximum.
    Pool {
        /// The combatant.
        unit: UnitId,
        /// The pool.
        id: Key,
        /// The new value.
        to: i32,
    },
    /// Sets a meter of an item or layer, from 0 to its maximum.
    Wear {
        /// The owner.
        unit: UnitId,
        /// The item or layer.
        on: Carrier,
        /// The meter.
        id: Key,
        /// The new value.
        to: i32,
    },
    /// Sets the state of a layer.
    Layer {
        /// The owner.
        unit: UnitId,
        /// The layer.
        id: Key,
        /// The new state.
        to: LayerState,
    },
    /// Sets the progress of an uncompleted act, below its total; 0 abandons it.
    Progress {
        /// The combatant.
        unit: UnitId,
        /// The act.
        act: Key,
        /// The new progress.
        done: i32,
    },
    /// Sets the awareness of a combatant or side regarding a combatant of another side.
    Awareness {
        /// The observer.
        by: Observer,
        /// The observed combatant.
        of: UnitId,
        /// The new awareness.
        to: Awareness,
    },
    /// Adds a condition, replacing one with the same name on the same body part.
    Afflict {
        /// The combatant.
        unit: UnitId,
        /// The complete condition; its value is at most [`MOST`].
        condition: Condition,
    },
    /// Ends every condition with a name.
    Relieve {
        /// The combatant.
        unit: UnitId,
        /// The condition.
        condition: Key,
        /// Restricts it to this body part.
        #[serde(default)]
        part: Option<Key>,
    },
    /// Changes the status of a combatant: it wakes up, surrenders, leaves, dies.
    Status {
        /// The combatant.
        unit: UnitId,
        /// The new status.
        to: Status,
    },
    /// Moves a combatant to another place with enough room.
    Place {
        /// The combatant.
        unit: UnitId,
        /// The place; for larger footprints the north-west cell.
        at: Place,
        /// Height above the support there, 0 to stand on it; at most [`MAX_ALTITUDE`].
        altitude: Hm,
    },
    /// Sets the posture of a combatant.
    Posture {
        /// The combatant.
        unit: UnitId,
        /// The new posture.
        to: Posture,
    },
    /// Sets the facing of a combatant.
    Facing {
        /// The combatant.
        unit: UnitId,
        /// The new facing.
        to: Dir,
    },
    /// Rules on a fact about two combatants, regardless of the board.
    Judge {
        /// The fact, one of the ruleset's.
        fact: Key,
        /// The first combatant.
        from: UnitId,
        /// The second combatant.
        to: UnitId,
        /// The ruling, one of the ruleset's answers for that fact.
        says: Key,
        /// How long it lasts.
        lasts: Lasts,
    },
    /// Withdraws a ruling about two combatants.
    Revoke {
        /// The fact.
        fact: Key,
        /// The first combatant.
        from: UnitId,
        /// The second combatant.
        to: UnitId,
    },
    /// Undoes the last act. Rulings about pairs made since then stay in force; values set since
    /// then return to those before the act. Its dice are not rolled again: later rolls use the next
    /// ones.
    Cancel,
    /// Changes one roll of the last act and replays it from the moment before. Other dice and
    /// answers stay the same where they still come up.
    Force {
        /// Index of the roll.
        roll: u16,
        /// The faces its dice show.
        faces: Vec<u16>,
    },
    /// Ends the battle.
    End {
        /// The winner; `None` for a draw.
        winner: Option<SideId>,
        /// The reason, at most [`MAX_REASON`] characters.
        why: String,
    },
    /// Continues the battle, even if it was over: for this number of rounds after the current one,
    /// neither goals nor the last side in the fight end it; 0 means until the referee ends it.
    Extend {
        /// Number of rounds, at most [`MOST`].
        rounds: u16,
    },
    /// Rules that an act of a combatant is decided by this check, or is impossible, regardless of
    /// the rules.
    Permit {
        /// The combatant.
        unit: UnitId,
        /// The act, one of the ruleset's feats.
        act: Key,
        /// The skill and its target number, 1 to [`MOST`]; `None` to forbid the act.
        check: Option<(Key, i32)>,
        /// How long it lasts.
        lasts: Lasts,
    },
    /// Changes the weather or atmosphere of the whole board.
    Atmosphere {
        /// The atmosphere; its miasma at most [`grid::MAX_MIASMA`].
        to: Atmosphere,
    },
    /// Switches a fact about a side on or off.
    Side {
        /// The side.
        side: SideId,
        /// The fact, one of the ruleset's.
        fact: Key,
        /// True to switch it on.
        on: bool,
    },
}

/// How long a judgement lasts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Until the current turn ends.
    #[default]
    Turn,
    /// Until the round ends.
    Round,
    /// Until the battle ends.
    Battle,
}

impl Ruling {
    /// True for rulings about pairs and acts, which stay in force when the last act is undone.
    pub(super) const fn is_about_a_pair(&self) -> bool {
        matches!(self, Self::Judge { .. } | Self::Revoke { .. } | Self::Permit { .. })
    }
}
