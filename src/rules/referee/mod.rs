//! Rulings: what a referee may change in a battle that was set up with one.
//!
//! A ruling is a command like any other: checked, recorded, logged and replayed. Values are
//! changed by the same events that the rules use; facts about pairs of combatants are kept in the
//! state ([`crate::rules::state::Referee`]), where the rules look before they look at the board;
//! the last act is taken back or played again from the moment before it.

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

/// The rule behind rulings and what bounds them, whatever the ruleset.
pub const RULE: &str = "HG-9";

/// The largest number that a condition may be given, and the longest time in turns or rounds.
pub const MOST: u16 = 99;

/// The highest that a combatant may be put over the ground.
pub const MAX_ALTITUDE: Hm = Hm::metres(200);

/// The longest reason, in characters.
pub const MAX_REASON: usize = 200;

/// What a referee rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ruling {
    /// A track stands elsewhere: between its maximum and as much below 0.
    Track {
        /// Whose.
        unit: UnitId,
        /// Which.
        id: Key,
        /// Where it stands.
        to: i32,
    },
    /// A pool stands elsewhere: between 0 and its maximum.
    Pool {
        /// Whose.
        unit: UnitId,
        /// Which.
        id: Key,
        /// Where it stands.
        to: i32,
    },
    /// A meter of an item or a layer stands elsewhere: between 0 and its maximum.
    Wear {
        /// Whose.
        unit: UnitId,
        /// Of what.
        on: Carrier,
        /// Which.
        id: Key,
        /// Where it stands.
        to: i32,
    },
    /// A layer over somebody breaks, is put aside or stands again.
    Layer {
        /// Whose.
        unit: UnitId,
        /// Which.
        id: Key,
        /// How it is.
        to: LayerState,
    },
    /// Somebody is elsewhere with what it has begun: at less than all of it; 0 to give it up.
    Progress {
        /// Who.
        unit: UnitId,
        /// The act.
        act: Key,
        /// How much is done.
        done: i32,
    },
    /// Somebody, or a side, is aware of a combatant of another side that far.
    Awareness {
        /// Who is.
        by: Observer,
        /// Of whom.
        of: UnitId,
        /// How far.
        to: Awareness,
    },
    /// A condition befalls somebody, in place of one of the same name on the same part.
    Afflict {
        /// Whom.
        unit: UnitId,
        /// The condition exactly as it will be; its number at most [`MOST`].
        condition: Condition,
    },
    /// Every condition of a name ends.
    Relieve {
        /// Whose.
        unit: UnitId,
        /// Which.
        condition: Key,
        /// Only those of this part of the body; all if there is none.
        #[serde(default)]
        part: Option<Key>,
    },
    /// Somebody takes part differently: wakes, surrenders, leaves, dies.
    Status {
        /// Who.
        unit: UnitId,
        /// How.
        to: Status,
    },
    /// Somebody is elsewhere, where there is room.
    Place {
        /// Who.
        unit: UnitId,
        /// Where; for larger footprints the north-west cell.
        at: Place,
        /// Height over what carries a body there, 0 to stand; at most [`MAX_ALTITUDE`].
        altitude: Hm,
    },
    /// Somebody stands or lies.
    Posture {
        /// Who.
        unit: UnitId,
        /// Which.
        to: Posture,
    },
    /// Somebody faces elsewhere.
    Facing {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Dir,
    },
    /// A fact about two combatants is as the referee says, whatever the board says.
    Judge {
        /// Which fact, one of the ruleset's.
        fact: Key,
        /// From whom.
        from: UnitId,
        /// To whom.
        to: UnitId,
        /// What is the case, one of the ruleset's answers to it.
        says: Key,
        /// How long.
        lasts: Lasts,
    },
    /// What was ruled about a fact of two combatants holds no longer.
    Revoke {
        /// Which fact.
        fact: Key,
        /// From whom.
        from: UnitId,
        /// To whom.
        to: UnitId,
    },
    /// The last act did not happen. What was ruled about pairs since then still holds; values set
    /// since then are as before the act. Its dice are not thrown again: the next ones come.
    Cancel,
    /// One throw of the last act showed something else: the act is carried out again from the
    /// moment before it. The other dice stay as they fell and questions get the same answers, as
    /// far as both still come up.
    Force {
        /// Which of its throws, counted from 0.
        roll: u16,
        /// What its dice show.
        faces: Vec<u16>,
    },
    /// The battle is over.
    End {
        /// Who wins; none for a draw.
        winner: Option<SideId>,
        /// Why, at most [`MAX_REASON`] characters.
        why: String,
    },
    /// The battle goes on, even if it was over: neither goals nor the last side in the fight end it
    /// for so many rounds after the present one; 0 until the referee ends it.
    Extend {
        /// Rounds, at most [`MOST`].
        rounds: u16,
    },
    /// An act of a combatant is decided by this check, or is not possible, whatever the rules say
    /// about it by themselves.
    Permit {
        /// Whose act.
        unit: UnitId,
        /// Which, one of the ruleset's feats.
        act: Key,
        /// The skill and the number it has to reach, 1 to [`MOST`]; none to refuse the act.
        check: Option<(Key, i32)>,
        /// How long.
        lasts: Lasts,
    },
    /// Something else fills the air over the whole board.
    Atmosphere {
        /// What; its miasma at most [`crate::grid::MAX_MIASMA`].
        to: Atmosphere,
    },
    /// A fact about a side is the case, or is not.
    Side {
        /// Whose.
        side: SideId,
        /// Which, one of the ruleset's.
        fact: Key,
        /// Whether it is the case.
        on: bool,
    },
}

/// How long a judgement is meant to hold.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Until the turn under way ends.
    #[default]
    Turn,
    /// Until the round ends.
    Round,
    /// Until the battle ends.
    Battle,
}

impl Ruling {
    /// True for rulings about pairs and acts, which stay when the last act is taken back.
    const fn is_about_a_pair(&self) -> bool {
        matches!(self, Self::Judge { .. } | Self::Revoke { .. } | Self::Permit { .. })
    }
}

fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    Refusal::new(code, text, RULE)
}

/// Whether a ruling is possible at the moment.
///
/// # Errors
/// Why it is not: there is no referee, a value is out of its range, a name is unknown.
pub fn check(rules: &dyn Ruleset, ctx: Ctx<'_>, ruling: &Ruling) -> Result<Plan, Refusal> {
    if !ctx.state.scene.referee.on {
        return Err(refuse("no_referee", "this battle was set up without a referee"));
    }
    match ruling {
        Ruling::Cancel => again::last_act(ctx.state).map(|_| ())?,
        Ruling::Force { roll, faces } => {
            // Only trying it tells whether the throw comes up and can show that.
            let mut trial = ctx.state.clone();
            match again::force(rules, &mut trial, *roll, faces, &mut Play) {
                Err(CommandError::Refused(refusal)) => return Err(refusal),
                // Left to the one who carries it out.
                Ok(_) | Err(CommandError::Fault(_)) => {}
            }
        }
        other => values::events(rules, ctx, other).map(|_| ())?,
    }
    Ok(Plan { steps: Vec::new(), warnings: Vec::new() })
}

/// Carries a ruling out and goes on from there.
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

/// What a command is called in the log.
fn name_of(rules: &dyn Ruleset, state: &State, command: &Command) -> String {
    let who = command.unit().and_then(|id| state.unit(id)).map_or("", |u| &u.identity.name);
    match command {
        Command::Move { .. } => format!("the move of {who}"),
        Command::Act { act, .. } => {
            let known = rules.describe().acts.iter().find(|a| a.id == *act);
            let name = known.map_or_else(|| act.to_string(), |a| a.name.clone());
            format!("{name} of {who}")
        }
        Command::Hold { .. } => format!("the waiting of {who}"),
        Command::EndTurn { .. } => format!("the end of the turn of {who}"),
        Command::Face { .. } | Command::Answer(_) | Command::Policy { .. } | Command::Ruling(_) => {
            "the last act".to_owned()
        }
    }
}

/// The ID of [`RULE`].
fn rule() -> RuleId {
    RuleId::of(RULE)
}
