//! Rulings: changes that a referee may make to a battle set up with one.
//!
//! A ruling is a command like any other: checked, recorded, logged and replayed. Values are changed
//! by the same events that the rules use; facts about pairs of combatants are stored in the state
//! ([`crate::rules::state::Referee`]), where the rules look before they look at the board; the last
//! act is undone or replayed from the moment before it.

mod again;
mod beside;
mod conditions;
mod course;
mod values;

use serde::{Deserialize, Serialize};

use crate::grid::{Atmosphere, Dir, Hm, Place, SideId, UnitId};

use super::command::{Command, Refusal};
use super::engine::{self, BattleStatus, CommandError, Until};
use super::event::Event;
use super::oracle::{Play, Source};
use super::ruleset::{Ctx, Plan, Ruleset};
use super::run;
use super::state::{Awareness, Carrier, Condition, LayerState, Observer, Posture, State, Status};
use super::{Key, RuleId};

pub(super) use again::noted;

/// The rule behind rulings and their limits, whatever the ruleset.
pub const RULE: &str = "HG-9";

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
    /// Adds a condition, replacing one of the same name on the same body part.
    Afflict {
        /// The combatant.
        unit: UnitId,
        /// The exact condition; its value is at most [`MOST`].
        condition: Condition,
    },
    /// Ends every condition of a name.
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
    /// Undoes the last act. Rulings about pairs since then stay in force; values set since then
    /// return to those before the act. Its dice are not rolled again: the next ones follow.
    Cancel,
    /// Changes one roll of the last act and replays it from the moment before. The other dice and
    /// the answers stay the same, as far as they still come up.
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
    /// Continues the battle, even if it was over: neither goals nor the last side in the fight end
    /// it for this number of rounds after the current one; 0 means until the referee ends it.
    Extend {
        /// Number of rounds, at most [`MOST`].
        rounds: u16,
    },
    /// Rules that an act of a combatant is decided by this check, or is not possible, regardless of
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
        /// The atmosphere; its miasma at most [`crate::grid::MAX_MIASMA`].
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
    const fn is_about_a_pair(&self) -> bool {
        matches!(self, Self::Judge { .. } | Self::Revoke { .. } | Self::Permit { .. })
    }
}

fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    Refusal::new(code, text, RULE)
}

/// Checks whether a ruling is possible at the moment.
///
/// # Errors
/// Why not: there is no referee, a value is out of range, a name is unknown.
pub fn check(rules: &dyn Ruleset, ctx: Ctx<'_>, ruling: &Ruling) -> Result<Plan, Refusal> {
    if !ctx.state.scene.referee.on {
        return Err(refuse("no_referee", "this battle was set up without a referee"));
    }
    match ruling {
        Ruling::Cancel => again::last_act(ctx.state).map(|_| ())?,
        Ruling::Force { roll, faces } => {
            // Only a trial run tells whether the roll comes up and can show that.
            let mut trial = ctx.state.clone();
            match again::force(rules, &mut trial, *roll, faces, &mut Play) {
                Err(CommandError::Refused(refusal)) => return Err(refusal),
                // Reported when it is executed.
                Ok(_) | Err(CommandError::Fault(_)) => {}
            }
        }
        other => values::events(rules, ctx, other).map(|_| ())?,
    }
    Ok(Plan { steps: Vec::new(), warnings: Vec::new() })
}

/// Executes a ruling and continues from there.
///
/// # Errors
/// [`CommandError::Refused`] leaves the state unchanged.
pub(super) fn carry_out(
    rules: &dyn Ruleset,
    state: &mut State,
    ruling: &Ruling,
    source: &mut dyn Source,
    until: Until,
) -> Result<(Vec<Event>, BattleStatus), CommandError> {
    let mut events = Vec::new();
    match ruling {
        Ruling::Cancel => again::cancel(rules, state, &mut events)?,
        Ruling::Force { roll, faces } => {
            let mut trial = state.clone();
            let done = again::force(rules, &mut trial, *roll, faces, source)?;
            *state = trial;
            return Ok(done);
        }
        other => {
            let fresh = engine::with_ctx(rules, state, |ctx| values::events(rules, ctx, other))?;
            run::put(state, fresh, None, &mut events);
            if let Some(last) = state.last.as_mut().filter(|_| ruling.is_about_a_pair()) {
                last.rulings.push(ruling.clone());
            }
        }
    }
    let rest = engine::advance_until(rules, state, source, &mut events, until)?;
    Ok((events, rest))
}

/// The name of a command in the log.
fn name_of(rules: &dyn Ruleset, state: &State, command: &Command) -> String {
    let who = command.unit().and_then(|id| state.unit(id)).map_or("", |u| &u.identity.name);
    match command {
        Command::Move { .. } => format!("{who}'s move"),
        Command::Act { act, .. } => {
            let known = rules.describe().acts.iter().find(|a| a.id == *act);
            let name = known.map_or_else(|| act.to_string(), |a| a.name.clone());
            format!("{who}'s {name}")
        }
        Command::Hold { .. } => format!("{who}'s delay"),
        Command::EndTurn { .. } => format!("the end of {who}'s turn"),
        Command::Face { .. } | Command::Answer(_) | Command::Policy { .. } | Command::Ruling(_) => {
            "the last act".to_owned()
        }
    }
}

/// The ID of [`RULE`].
fn rule() -> RuleId {
    RuleId::of(RULE)
}
