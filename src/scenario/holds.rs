//! What must hold at a point of a scenario: values of combatants, the turn order, what is possible.

use std::collections::BTreeMap;

use serde::Deserialize;

use grid::{Cell, Dir, UnitId};
use rules::engine;
use rules::policy::Policy;

use super::errors::CheckError;
use super::lines::{lasts, snake};
use super::orders;
use super::roll::RollCheck;
use super::scalar::{Aim, Metres};
use super::slots::{self, SlotDraft};
use super::value::Value;
use super::view::{View, same};

/// A condition that must hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Check {
    /// A combatant's track or pool `health`.
    Health(String, i32),
    /// A combatant's track or pool `energy`.
    Energy(String, i32),
    /// Any track or pool of a combatant: combatant, name, value.
    Meter(String, String, i32),
    /// A meter of the item in a slot of a combatant, or of a layer over it: combatant, slot or
    /// layer, meter, value.
    Wear(String, String, String, i32),
    /// How aware a combatant or a side is of a combatant: `unaware`, `suspects`, `notices`, `sees`.
    Knows(String, String, String),
    /// Everything that a combatant or a side has learned about a combatant, in the ruleset's order.
    Learned(String, String, Vec<String>),
    /// Progress of an act over several turns; 0 if it has not begun.
    Progress(String, String, i32),
    /// The state of a layer over a combatant: `on`, `recalled` or `broken`; an empty text if there
    /// is none.
    Layer(String, String, String),
    /// Fitness over all tracks, in thousandths; 0 if out of the fight.
    Fitness(String, i32),
    /// A combatant's cell: the north-west one of its footprint.
    At(String, Cell),
    /// Absolute height of its feet.
    Feet(String, Metres),
    /// Height of its feet above the floor or water below.
    Altitude(String, Metres),
    /// `standing` or `prone`.
    Posture(String, String),
    /// What supports it: `ground`, `thing`, `body`, `grip`, `water`, `flight`, `nothing`.
    Support(String, String),
    /// Its status: `active`, `down`, `dead`, `gone`, `surrendered`.
    Status(String, String),
    /// All its conditions, in the order they began.
    Conditions(String, Vec<String>),
    /// One of its conditions.
    Condition {
        /// The combatant.
        of: String,
        /// The condition.
        is: String,
        /// Its size.
        size: Option<i32>,
        /// Its duration, as in `gained`.
        lasts: Option<String>,
        /// The part of the body that it affects.
        part: Option<String>,
        /// Values stored with it.
        #[serde(default)]
        data: BTreeMap<String, i64>,
    },
    /// The turn order of the round, including those that have acted.
    Order(Vec<String>),
    /// The slots of the turn order.
    Slots(Vec<SlotDraft>),
    /// The turn order as a side knows it; an empty text for a blank turn.
    OrderFor(String, Vec<String>),
    /// The acts that a combatant's current extra act allows, by the ruleset's own names.
    Extra(String, String, Vec<String>),
    /// The round.
    Round(u32),
    /// Whose turn it is; an empty text for no turn.
    Active(String),
    /// Movement spent in its turn.
    Spent(String, i32),
    /// A number on its card, by label, such as `Parry`.
    Number(String, String, i64),
    /// A line of its card, by label, word for word.
    Card(String, String, String),
    /// Its current sheet: its role's, or a form's.
    Form(String, String),
    /// All acts that it is offered, possible or not, in the order of the action bar.
    Offers(String, Vec<String>),
    /// The other variants of an act that are possible now, in order.
    Ways(String, String, Vec<String>),
    /// The cells that an act can be aimed at, in any order.
    Cells(String, String, Vec<Cell>),
    /// The directions that an act can be aimed in, clockwise from north.
    Directions(String, String, Vec<Dir>),
    /// The parts of a combatant that an act can be aimed at, in the ruleset's order.
    Parts(String, String, String, Vec<String>),
    /// The range of an act's parameter: its lowest and highest number, or its possible names.
    Settings(String, String, String, Vec<String>),
    /// Where a combatant faces.
    Faces(String, Dir),
    /// The cost of moving to a cell from here.
    Cost(String, Cell, u32),
    /// The cost of moving to a cell from here when that takes the whole turn (running).
    Run(String, Cell, u32),
    /// No path leads to a cell.
    NoWay(String, Cell),
    /// The distance between two combatants as ranges measure it: metres, that is, squares.
    Distance(String, String, u32),
    /// The act is possible now.
    Can(String, String),
    /// The act is offered, but refused with this code.
    Cannot(String, String, String),
    /// The act is not even listed.
    Lacks(String, String),
    /// All targets that the act can be aimed at.
    Targets(String, String, Vec<String>),
    /// All units in the area of an act aimed there that would be rolled against, in order.
    Rolls(String, String, Aim, Vec<String>),
    /// The chance shown for an act aimed there: "3/4", or "3/4; 13/20 if parried".
    Shown(String, String, Aim, String),
    /// A roll as it would be made now.
    Roll(RollCheck),
    /// The content of a gear slot; an empty text if it is empty.
    Holds(String, String, String),
    /// A flag of a combatant.
    Flag(String, String, i64),
    /// What happens to a combatant if the battle ends now.
    After {
        /// The combatant.
        of: String,
        /// `rested`, `left`, `dead` or `vanished`.
        fate: String,
        /// Its tracks and pools then, by name.
        #[serde(default)]
        now: BTreeMap<String, i32>,
        /// All its effects that have not run out, by name: `36 s`, or `no limit`.
        lasting: Option<BTreeMap<String, String>>,
    },
    /// A side knows where a combatant is.
    Known(String, String),
    /// A side does not know where a combatant is.
    Unknown(String, String),
    /// The number that determines a combatant's slot in the turn order.
    Slot(String, i32),
    /// The prepared acts of a combatant that are still pending.
    Pending(String, Vec<String>),
    /// The standing order of a side on a subject.
    Policy(String, String, Policy),
    /// Every subject on which a side can give standing orders, in order.
    Askable(String, Vec<String>),
    /// The referee's ruling on a fact between two combatants; an empty text for none.
    Judged(String, String, String, String),
    /// The battle is not over.
    GoesOn(),
    /// The battle is over and this side has won; an empty text for a draw.
    Won(String),
}

impl Check {
    /// Whether it holds.
    ///
    /// # Errors
    /// The expected and the actual value.
    pub fn holds(&self, view: View<'_>) -> Result<(), CheckError> {
        match self {
            Self::Health(who, n) => {
                same(&format!("health of {who}"), *n, view.meter(who, "health")?)
            }
            Self::Energy(who, n) => {
                same(&format!("energy of {who}"), *n, view.meter(who, "energy")?)
            }
            Self::Fitness(who, n) => {
                let whole = view.rules.fitness(view.unit(who)?).whole;
                same(&format!("fitness of {who}"), *n, whole)
            }
            Self::Distance(a, b, n) => {
                let (from, to) = (view.id(a)?, view.id(b)?);
                let rules = view.rules;
                let found = engine::with_ctx(rules, view.state, |c| rules.distance(c, from, to));
                let found = found.map_or_else(|| "off the board".to_owned(), |n| n.to_string());
                same(&format!("distance from {a} to {b}"), n.to_string(), found)
            }
            Self::Meter(who, id, n) => same(&format!("{id} of {who}"), *n, view.meter(who, id)?),
            Self::Order(_)
            | Self::Slots(_)
            | Self::OrderFor(..)
            | Self::Extra(..)
            | Self::Round(_)
            | Self::Active(_)
            | Self::Judged(..)
            | Self::GoesOn()
            | Self::Won(_) => self.holds_of_battle(view),
            Self::Spent(..)
            | Self::Number(..)
            | Self::Card(..)
            | Self::Offers(..)
            | Self::Ways(..)
            | Self::Cells(..)
            | Self::Directions(..)
            | Self::Parts(..)
            | Self::Settings(..)
            | Self::Cost(..)
            | Self::Run(..)
            | Self::NoWay(..)
            | Self::Can(..)
            | Self::Cannot(..)
            | Self::Lacks(..)
            | Self::Targets(..)
            | Self::Rolls(..)
            | Self::Shown(..)
            | Self::Roll(_) => self.holds_of_choices(view),
            Self::Knows(by, of, expected) => {
                let by_id = view.names.observer(by)?;
                let found = snake(&view.state.knows(by_id, view.id(of)?));
                same(&format!("awareness of {by} of {of}"), expected.clone(), found)
            }
            Self::Learned(by, of, expected) => {
                let (by_id, id) = (view.names.observer(by)?, view.id(of)?);
                let all = view.rules.describe().facts.iter().map(|entry| entry.id.to_string());
                let found = all.filter(|fact| view.state.has_learned(by_id, id, fact)).collect();
                let words = |list: Vec<String>| Value::List(list).to_string();
                same(&format!("what {by} knows of {of}"), words(expected.clone()), words(found))
            }
            Self::Known(side, who) => knows(view, side, who, true),
            Self::Unknown(side, who) => knows(view, side, who, false),
            Self::Slot(who, value) => {
                let id = view.id(who)?;
                let slots = &view.state.scene.clock.slots;
                let found = slots.iter().find(|s| s.members.contains(&id)).map(|s| s.value);
                let found = found.ok_or_else(|| CheckError::NoSlot(who.clone()))?;
                same(&format!("slot of {who}"), *value, found)
            }
            Self::Pending(who, acts) => orders::pending(view, who, acts),
            Self::Policy(side, about, policy) => orders::policy(view, side, about, *policy),
            Self::Askable(side, list) => orders::askable(view, side, list),
            _ => self.holds_of_unit(view),
        }
    }

    fn holds_of_battle(&self, view: View<'_>) -> Result<(), CheckError> {
        let scene = &view.state.scene;
        let all = |ids: &[UnitId]| {
            Value::List(ids.iter().map(|id| view.names.unit(*id)).collect::<Vec<_>>()).to_string()
        };
        match self {
            Self::Order(expected) => {
                let slots: Vec<UnitId> =
                    scene.clock.slots.iter().flat_map(|s| s.members.clone()).collect();
                same("order", Value::List(expected.clone()).to_string(), all(&slots))
            }
            Self::Slots(expected) => slots::same_slots(view, expected),
            Self::OrderFor(side, expected) => slots::order_for(view, side, expected),
            Self::Extra(who, name, allows) => slots::extra(view, who, name, allows),
            Self::Round(n) => same("round", *n, scene.clock.round),
            Self::Active(who) => {
                let active: Vec<String> =
                    scene.clock.active.iter().map(|u| view.names.unit(*u)).collect();
                same("active", who.clone(), active.join(", "))
            }
            Self::Judged(fact, from, to, says) => {
                let found = scene.referee.judged(fact, view.id(from)?, view.id(to)?);
                let found = found.map_or_else(String::new, |(says, _)| says.to_string());
                same(&format!("{fact} from {from} to {to}"), says.clone(), found)
            }
            Self::GoesOn() => match &scene.verdict {
                None => Ok(()),
                Some(verdict) => Err(CheckError::Over(verdict.why.clone())),
            },
            Self::Won(side) => match &scene.verdict {
                None => Err(CheckError::GoesOn),
                Some(verdict) => {
                    let winner = verdict.winner.map_or_else(String::new, |s| view.names.side(s));
                    same("winner", side.clone(), winner)
                }
            },
            _ => Ok(()),
        }
    }

    fn holds_of_unit(&self, view: View<'_>) -> Result<(), CheckError> {
        match self {
            Self::At(who, cell) => {
                let at = view.unit(who)?.placement.at.cell();
                let at = at.map_or_else(|| "nowhere".to_owned(), |c| c.to_string());
                same(&format!("place of {who}"), cell.to_string(), at)
            }
            Self::Faces(who, dir) => {
                let found = view.unit(who)?.placement.facing;
                same(&format!("facing of {who}"), format!("{dir:?}"), format!("{found:?}"))
            }
            Self::Feet(who, height) => {
                same(&format!("feet of {who}"), height.0, view.unit(who)?.placement.feet)
            }
            Self::Altitude(who, height) => {
                same(&format!("altitude of {who}"), height.0.to_string(), view.altitude(who)?)
            }
            Self::Posture(who, posture) => {
                let found = snake(&view.unit(who)?.placement.posture);
                same(&format!("posture of {who}"), posture.clone(), found)
            }
            Self::Support(who, support) => {
                let found = snake(&view.unit(who)?.placement.support);
                same(&format!("support of {who}"), support.clone(), found)
            }
            Self::Status(who, status) => {
                let found = snake(&view.unit(who)?.status);
                same(&format!("status of {who}"), status.clone(), found)
            }
            Self::Conditions(who, expected) => {
                let list = &view.unit(who)?.conditions.0;
                let found = list.iter().map(|c| c.id.to_string()).collect::<Vec<_>>();
                let words = |list: &[String]| Value::List(list.to_vec()).to_string();
                same(&format!("conditions of {who}"), words(expected), words(&found))
            }
            Self::Condition { .. } => self.holds_of_condition(view),
            _ => self.holds_of_carriers(view),
        }
    }

    fn holds_of_condition(&self, view: View<'_>) -> Result<(), CheckError> {
        let Self::Condition { of, is, size, lasts: expected, part: on, data } = self else {
            return Ok(());
        };
        let unit = view.unit(of)?;
        let found = match on {
            Some(part) => unit.conditions.on(is, part),
            None => unit.conditions.get(is),
        };
        let Some(condition) = found else {
            let (unit, condition, part) = (of.clone(), is.clone(), on.clone());
            return Err(CheckError::NoCondition { unit, condition, part });
        };
        for (name, value) in data {
            same(&format!("{name} of {is} on {of}"), *value, condition.data.get(name))?;
        }
        if let Some(size) = size {
            same(&format!("{is} on {of}"), *size, condition.size)?;
        }
        match expected {
            Some(expected) => {
                let found = lasts(view.names, condition);
                same(&format!("{is} on {of} lasts"), expected.clone(), found)
            }
            None => Ok(()),
        }
    }

    /// Checks of gear, layers, acts in progress, forms, flags and the aftermath.
    fn holds_of_carriers(&self, view: View<'_>) -> Result<(), CheckError> {
        match self {
            Self::Holds(who, slot, item) => {
                let found = view.unit(who)?.gear.0.get(slot.as_str());
                let found = found.map_or_else(String::new, ToString::to_string);
                same(&format!("{slot} of {who}"), item.clone(), found)
            }
            Self::Wear(who, on, id, n) => {
                let carriers = &view.unit(who)?.carriers;
                let meters =
                    carriers.item(on).or_else(|| carriers.layer(on).map(|layer| &layer.meters));
                let meter = meters.and_then(|meters| meters.get(id));
                let found = meter.ok_or_else(|| CheckError::NoMeterOn {
                    unit: who.clone(),
                    carrier: on.clone(),
                    meter: id.clone(),
                })?;
                same(&format!("{id} of {on} of {who}"), *n, found.value)
            }
            Self::Progress(who, act, n) => {
                let done = view.unit(who)?.undertakings.get(act).map_or(0, |what| what.done);
                same(&format!("{act} of {who}"), *n, done)
            }
            Self::Layer(who, id, expected) => {
                let found = view.unit(who)?.carriers.layer(id);
                let found = found.map_or_else(String::new, |layer| snake(&layer.state));
                same(&format!("layer {id} of {who}"), expected.clone(), found)
            }
            Self::Form(who, kind) => {
                let found = view.unit(who)?.form.sheet.kind.to_string();
                same(&format!("form of {who}"), kind.clone(), found)
            }
            Self::Flag(who, id, n) => {
                same(&format!("flag {id} of {who}"), *n, view.unit(who)?.flags.get(id))
            }
            Self::After { of, fate, now, lasting } => after(view, of, fate, now, lasting.as_ref()),
            _ => Ok(()),
        }
    }

    /// The combatants that the check refers to.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Order(all) => all.iter().map(String::as_str).collect(),
            Self::Slots(all) => all.iter().flat_map(SlotDraft::names).collect(),
            Self::OrderFor(_, all) => {
                all.iter().map(String::as_str).filter(|name| !name.is_empty()).collect()
            }
            Self::Extra(who, ..) => vec![who],
            Self::Parts(who, _, on, _) => vec![who, on],
            Self::Shown(who, ..) => vec![who],
            Self::Targets(who, _, all) | Self::Rolls(who, _, _, all) => {
                std::iter::once(who).chain(all).map(String::as_str).collect()
            }
            Self::Active(who) if who.is_empty() => Vec::new(),
            Self::Judged(_, from, to, _) | Self::Distance(from, to, _) => vec![from, to],
            Self::Round(_)
            | Self::GoesOn()
            | Self::Won(_)
            | Self::Policy(..)
            | Self::Askable(..) => Vec::new(),
            Self::Roll(check) => vec![&check.by, &check.on],
            Self::Health(who, _)
            | Self::Energy(who, _)
            | Self::Meter(who, ..)
            | Self::Wear(who, ..)
            | Self::Layer(who, ..)
            | Self::Progress(who, ..)
            | Self::Knows(_, who, _)
            | Self::Learned(_, who, _)
            | Self::Fitness(who, _)
            | Self::At(who, _)
            | Self::Feet(who, _)
            | Self::Altitude(who, _)
            | Self::Posture(who, _)
            | Self::Support(who, _)
            | Self::Status(who, _)
            | Self::Conditions(who, _)
            | Self::Condition { of: who, .. }
            | Self::Active(who)
            | Self::Spent(who, _)
            | Self::Number(who, ..)
            | Self::Card(who, ..)
            | Self::Form(who, _)
            | Self::Offers(who, _)
            | Self::Ways(who, ..)
            | Self::Cells(who, ..)
            | Self::Directions(who, ..)
            | Self::Settings(who, ..)
            | Self::Faces(who, _)
            | Self::Cost(who, ..)
            | Self::Run(who, ..)
            | Self::NoWay(who, _)
            | Self::Can(who, _)
            | Self::Cannot(who, ..)
            | Self::Lacks(who, _)
            | Self::Pending(who, _)
            | Self::Known(_, who)
            | Self::Unknown(_, who)
            | Self::Slot(who, _)
            | Self::Holds(who, ..)
            | Self::Flag(who, ..)
            | Self::After { of: who, .. } => vec![who],
        }
    }
}

/// Whether a side knows where a combatant is, according to the ruleset.
fn knows(view: View<'_>, side: &str, who: &str, expected: bool) -> Result<(), CheckError> {
    let id = view.id(who)?;
    let by = view.side(side)?;
    let found = engine::with_ctx(view.rules, view.state, |ctx| view.rules.is_known(ctx, by, id));
    same(&format!("{side} knows where {who} is"), expected, found)
}

/// What happens to a combatant after the battle, according to the ruleset.
fn after(
    view: View<'_>,
    who: &str,
    fate: &str,
    now: &BTreeMap<String, i32>,
    lasting: Option<&BTreeMap<String, String>>,
) -> Result<(), CheckError> {
    let id = view.id(who)?;
    let all = engine::with_ctx(view.rules, view.state, |ctx| view.rules.aftermath(ctx));
    let Some(found) = all.into_iter().find(|a| a.unit == id) else {
        return Err(CheckError::NoAftermath(who.to_owned()));
    };
    same(&format!("fate of {who}"), fate.to_owned(), snake(&found.fate))?;
    for (name, value) in now {
        let meters = found.tracks.iter().chain(&found.pools);
        let meter = meters.clone().find(|(id, ..)| *id == **name);
        let is = meter.map_or_else(|| "nothing".to_owned(), |(_, value, _)| value.to_string());
        same(&format!("{name} of {who} afterwards"), value.to_string(), is)?;
    }
    let Some(expected) = lasting else { return Ok(()) };
    let list = |pair: (&str, String)| format!("{} {}", pair.0, pair.1);
    let seconds = |left: &Option<u32>| left.map_or("no limit".to_owned(), |n| format!("{n} s"));
    let mut is: Vec<String> =
        found.lasting.iter().map(|(id, left)| list((id.as_str(), seconds(left)))).collect();
    is.sort_unstable();
    let expected = expected.iter().map(|(id, left)| list((id, left.clone()))).collect();
    let (expected, is) = (Value::List(expected).to_string(), Value::List(is).to_string());
    same(&format!("what lasts on {who} afterwards"), expected, is)
}
