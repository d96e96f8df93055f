//! Rulings of a referee in scenario files.

use serde::Deserialize;

use grid::{Atmosphere, Cell, Dir, Haze, SideId, Weather, WeatherKind};
use rules::Key;
use rules::referee::{Lasts, Ruling};
use rules::ruleset::Ruleset;
use rules::state::{Awareness, Carrier, LayerState, Posture, Status};

use super::conditions::{ConditionDraft, condition_of};
use super::errors::ContentError;
use super::names::Names;
use super::scalar::Metres;

/// A ruling in readable form.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RulingDraft {
    /// Sets a track of a combatant.
    Track(String, String, i32),
    /// Sets a pool of a combatant.
    Pool(String, String, i32),
    /// Sets a meter of the item in a slot of a combatant.
    Item(String, String, String, i32),
    /// Sets a meter of a layer over a combatant.
    LayerMeter(String, String, String, i32),
    /// Sets the state of a layer over a combatant.
    Layer(String, String, LayerState),
    /// Sets how aware a combatant or a side is of a combatant.
    Awareness(String, String, Awareness),
    /// Sets the progress of an act over several turns; 0 to start over.
    Progress(String, String, i32),
    /// Gives a combatant a condition.
    Gain(String, ConditionDraft),
    /// Removes a condition from a combatant.
    Lose(String, String),
    /// Removes a condition from one part of a combatant's body.
    LoseOf(String, String, String),
    /// Sets a combatant's status.
    Status(String, Status),
    /// Places a combatant.
    Place {
        /// The combatant.
        who: String,
        /// Its cell.
        at: Cell,
        /// Height above what is below.
        #[serde(default)]
        altitude: Metres,
    },
    /// Makes a combatant stand or lie down.
    Posture(String, Posture),
    /// Sets a combatant's facing.
    Facing(String, Dir),
    /// Rules on a fact between two combatants.
    Judge {
        /// The fact.
        fact: String,
        /// The first combatant.
        from: String,
        /// The second combatant.
        to: String,
        /// The ruling.
        says: String,
        /// Its duration.
        #[serde(default)]
        lasts: Lasts,
    },
    /// Revokes the ruling on a fact between two combatants; the board decides again.
    Revoke(String, String, String),
    /// Lets this check decide an act of a combatant, or makes the act impossible.
    Permit {
        /// The combatant.
        who: String,
        /// The act.
        act: String,
        /// The skill and the number it has to reach; if omitted the act is impossible.
        #[serde(default)]
        check: Option<(String, i32)>,
        /// Its duration.
        #[serde(default)]
        lasts: Lasts,
    },
    /// Takes back the last act.
    Cancel(),
    /// Repeats the last act with other dice: which throw, and its faces.
    Force(u16, Vec<u16>),
    /// Ends the battle; an empty text for a draw.
    EndBattle(String),
    /// Extends the battle by this many rounds.
    Extend(u16),
    /// Sets the weather and the air over the board.
    Air {
        /// Kind and rank of the weather; clear if omitted.
        #[serde(default)]
        weather: Option<(WeatherKind, Haze)>,
        /// Whether there is no air.
        #[serde(default)]
        airless: bool,
        /// The rate of growth of a miasma.
        #[serde(default)]
        miasma: u8,
    },
    /// Sets a fact about a side.
    Side(String, String, bool),
}

impl RulingDraft {
    /// The combatants that it refers to.
    pub fn units(&self) -> Vec<&String> {
        match self {
            Self::Track(who, ..)
            | Self::Pool(who, ..)
            | Self::Item(who, ..)
            | Self::LayerMeter(who, ..)
            | Self::Layer(who, ..)
            | Self::Progress(who, ..)
            | Self::LoseOf(who, ..)
            | Self::Awareness(_, who, _)
            | Self::Gain(who, _)
            | Self::Lose(who, _)
            | Self::Status(who, _)
            | Self::Place { who, .. }
            | Self::Permit { who, .. }
            | Self::Posture(who, _)
            | Self::Facing(who, _) => vec![who],
            Self::Judge { from, to, .. } | Self::Revoke(_, from, to) => vec![from, to],
            Self::Cancel()
            | Self::Force(..)
            | Self::EndBattle(_)
            | Self::Extend(_)
            | Self::Air { .. }
            | Self::Side(..) => Vec::new(),
        }
    }

    /// The ruling in the form that the rules take.
    ///
    /// # Errors
    /// When a combatant, a side or a condition does not exist.
    pub fn ruling(&self, rules: &dyn Ruleset, names: &Names) -> Result<Ruling, ContentError> {
        let id = |name: &str| names.unit_id(name).ok_or_else(|| ContentError::no_combatant(name));
        let side_of = |name: &str| {
            let known = names.sides().position(|side| side == name);
            let number = known.and_then(|i| u8::try_from(i).ok());
            number.map(SideId).ok_or_else(|| ContentError::no_side(name))
        };
        Ok(match self {
            Self::Track(who, meter, to) => {
                Ruling::Track { unit: id(who)?, id: Key::new(meter), to: *to }
            }
            Self::Pool(who, meter, to) => {
                Ruling::Pool { unit: id(who)?, id: Key::new(meter), to: *to }
            }
            Self::Item(who, slot, meter, to) => {
                let on = Carrier::Item(Key::new(slot));
                Ruling::Wear { unit: id(who)?, on, id: Key::new(meter), to: *to }
            }
            Self::LayerMeter(who, layer, meter, to) => {
                let on = Carrier::Layer(Key::new(layer));
                Ruling::Wear { unit: id(who)?, on, id: Key::new(meter), to: *to }
            }
            Self::Layer(who, layer, to) => {
                Ruling::Layer { unit: id(who)?, id: Key::new(layer), to: *to }
            }
            Self::Gain(who, draft) => {
                let unit = id(who)?;
                Ruling::Afflict { unit, condition: condition_of(rules, unit, draft, names)? }
            }
            Self::Lose(who, condition) => {
                Ruling::Relieve { unit: id(who)?, condition: Key::new(condition), part: None }
            }
            Self::LoseOf(who, condition, part) => {
                let part = Some(Key::new(part));
                Ruling::Relieve { unit: id(who)?, condition: Key::new(condition), part }
            }
            Self::Awareness(by, of, to) => {
                Ruling::Awareness { by: names.observer(by)?, of: id(of)?, to: *to }
            }
            Self::Progress(who, act, done) => {
                Ruling::Progress { unit: id(who)?, act: Key::new(act), done: *done }
            }
            Self::Status(who, to) => Ruling::Status { unit: id(who)?, to: *to },
            Self::Place { who, at, altitude } => {
                Ruling::Place { unit: id(who)?, at: (*at).into(), altitude: altitude.0 }
            }
            Self::Posture(who, to) => Ruling::Posture { unit: id(who)?, to: *to },
            Self::Facing(who, to) => Ruling::Facing { unit: id(who)?, to: *to },
            Self::Judge { fact, from, to, says, lasts } => Ruling::Judge {
                fact: Key::new(fact),
                from: id(from)?,
                to: id(to)?,
                says: Key::new(says),
                lasts: *lasts,
            },
            Self::Revoke(fact, from, to) => {
                Ruling::Revoke { fact: Key::new(fact), from: id(from)?, to: id(to)? }
            }
            Self::Permit { who, act, check, lasts } => Ruling::Permit {
                unit: id(who)?,
                act: Key::new(act),
                check: check.as_ref().map(|(skill, number)| (Key::new(skill), *number)),
                lasts: *lasts,
            },
            Self::Cancel() => Ruling::Cancel,
            Self::Force(roll, faces) => Ruling::Force { roll: *roll, faces: faces.clone() },
            Self::EndBattle(side) => {
                let winner = if side.is_empty() { None } else { Some(side_of(side)?) };
                Ruling::End { winner, why: String::new() }
            }
            Self::Extend(rounds) => Ruling::Extend { rounds: *rounds },
            Self::Air { weather, airless, miasma } => {
                let (kind, rank) = weather.unwrap_or_default();
                let weather = Weather::new(kind, rank);
                Ruling::Atmosphere {
                    to: Atmosphere { weather, airless: *airless, miasma: *miasma },
                }
            }
            Self::Side(side, fact, on) => {
                Ruling::Side { side: side_of(side)?, fact: Key::new(fact), on: *on }
            }
        })
    }
}
