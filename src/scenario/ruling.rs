//! Rulings of a referee as scenario files write them.

use serde::Deserialize;

use crate::grid::{Atmosphere, Cell, Dir, Haze, SideId, Weather, WeatherKind};
use crate::rules::Key;
use crate::rules::referee::{Lasts, Ruling};
use crate::rules::ruleset::Ruleset;
use crate::rules::state::{Awareness, Carrier, LayerState, Posture, Status};

use super::model::ConditionDraft;
use super::names::Names;
use super::scalar::Metres;
use super::setup::condition_of;

/// A ruling in readable form.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RulingDraft {
    /// A track of a combatant stands there.
    Track(String, String, i32),
    /// A pool of a combatant stands there.
    Pool(String, String, i32),
    /// A meter of the item in a slot of a combatant stands there.
    Item(String, String, String, i32),
    /// A meter of a layer over a combatant stands there.
    LayerMeter(String, String, String, i32),
    /// A layer over a combatant is like that.
    Layer(String, String, LayerState),
    /// A combatant or a side is aware of a combatant that far.
    Awareness(String, String, Awareness),
    /// A combatant has done so much of an act over several turns; 0 to begin anew.
    Progress(String, String, i32),
    /// A combatant has a condition.
    Gain(String, ConditionDraft),
    /// A combatant has a condition no longer.
    Lose(String, String),
    /// A combatant has a condition of one part of its body no longer.
    LoseOf(String, String, String),
    /// A combatant takes part like that.
    Status(String, Status),
    /// A combatant is there.
    Place {
        /// Who.
        who: String,
        /// Where.
        at: Cell,
        /// How high over what is below.
        #[serde(default)]
        altitude: Metres,
    },
    /// A combatant stands or lies.
    Posture(String, Posture),
    /// A combatant faces there.
    Facing(String, Dir),
    /// A fact about two combatants.
    Judge {
        /// Which.
        fact: String,
        /// From whom.
        from: String,
        /// To whom.
        to: String,
        /// What is the case.
        says: String,
        /// How long.
        #[serde(default)]
        lasts: Lasts,
    },
    /// A fact about two combatants is again as the board says.
    Revoke(String, String, String),
    /// An act of a combatant is decided by this check, or is not possible.
    Permit {
        /// Whose.
        who: String,
        /// Which.
        act: String,
        /// The skill and the number it has to reach; without it the act is not possible.
        #[serde(default)]
        check: Option<(String, i32)>,
        /// How long.
        #[serde(default)]
        lasts: Lasts,
    },
    /// The last act is taken back.
    Cancel(),
    /// The last act with other dice: which throw, what it shows.
    Force(u16, Vec<u16>),
    /// The battle is over; an empty text for a draw.
    EndBattle(String),
    /// The battle goes on for so many rounds.
    Extend(u16),
    /// What fills the air over the board from now on.
    Air {
        /// Kind and rank of the weather; clear if it is left out.
        #[serde(default)]
        weather: Option<(WeatherKind, Haze)>,
        /// There is no air.
        #[serde(default)]
        airless: bool,
        /// The rate of growth of a miasma.
        #[serde(default)]
        miasma: u8,
    },
    /// A fact about a side is the case, or not.
    Side(String, String, bool),
}

impl RulingDraft {
    /// The combatants it names.
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

    /// The ruling as the rules take it.
    ///
    /// # Errors
    /// When a combatant, a side or a condition does not exist.
    pub fn ruling(&self, rules: &dyn Ruleset, names: &Names) -> Result<Ruling, String> {
        let id = |name: &str| {
            names.unit_id(name).ok_or_else(|| format!("there is no combatant `{name}`"))
        };
        let side_of = |name: &str| {
            let known = names.sides().position(|side| side == name);
            let number = known.and_then(|i| u8::try_from(i).ok());
            number.map(SideId).ok_or_else(|| format!("there is no side `{name}`"))
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
