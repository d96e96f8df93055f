//! Checks of the slots in the turn order.

use serde::Deserialize;

use grid::UnitId;
use rules::state::{Slot, SlotKind, SlotNotice};
use rules::{engine, fog};

use super::errors::CheckError;
use super::value::Value;
use super::view::{View, same};

/// One slot of the turn order.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotDraft {
    /// A turn of one combatant.
    Turn(String),
    /// A turn shared by several combatants.
    Together(Vec<String>),
    /// An extra act: the combatant and the act's name.
    Act(String, String),
    /// An extra act that was passed on: the combatant, the act's name, and its chain of holders.
    Passed(String, String, Vec<String>),
    /// A mark in time.
    Mark(String),
}

impl SlotDraft {
    /// The combatants that it refers to.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Turn(who) | Self::Act(who, _) | Self::Mark(who) => vec![who],
            Self::Together(all) => all.iter().map(String::as_str).collect(),
            Self::Passed(who, _, chain) => {
                std::iter::once(who).chain(chain).map(String::as_str).collect()
            }
        }
    }

    /// The text to compare and show.
    fn words(&self) -> String {
        let list = |names: &[String]| Value::List(names.to_vec()).to_string();
        match self {
            Self::Turn(who) => format!("turn({who})"),
            Self::Together(all) => format!("together({})", list(all)),
            Self::Act(who, act) => format!("act({who}, {act})"),
            Self::Passed(who, act, chain) => format!("passed({who}, {act}, {})", list(chain)),
            Self::Mark(who) => format!("mark({who})"),
        }
    }

    /// A slot of a battle as a file would write it.
    fn of(view: View<'_>, slot: &Slot) -> Self {
        let name = |id: &UnitId| view.names.unit(*id);
        let who = slot.members.first().map(name).unwrap_or_default();
        match slot.kind {
            SlotKind::Mark => Self::Mark(who),
            SlotKind::Turn if slot.members.len() > 1 => {
                Self::Together(slot.members.iter().map(name).collect())
            }
            SlotKind::Turn => Self::Turn(who),
            SlotKind::Act => {
                let extra = slot.extra.clone().unwrap_or_default();
                let act = extra.name.to_string();
                match extra.chain.as_slice() {
                    [] => Self::Act(who, act),
                    chain => Self::Passed(who, act, chain.iter().map(name).collect()),
                }
            }
        }
    }
}

/// Checks the combatants of the turn order.
pub fn order(view: View<'_>, expected: &[String]) -> Result<(), CheckError> {
    let members = view.state.scene.clock.slots.iter().flat_map(|slot| &slot.members);
    let found = Value::List(members.map(|id| view.names.unit(*id)).collect()).to_string();
    same("order", Value::List(expected.to_vec()).to_string(), found)
}

/// Checks whose turn it is; an empty text for no turn.
pub fn active(view: View<'_>, expected: &str) -> Result<(), CheckError> {
    let active = view.state.scene.clock.active.iter();
    let found: Vec<String> = active.map(|id| view.names.unit(*id)).collect();
    same("active", expected.to_owned(), found.join(", "))
}

/// Checks the number that determines a combatant's slot.
pub fn slot(view: View<'_>, who: &str, expected: i32) -> Result<(), CheckError> {
    let id = view.id(who)?;
    let mut slots = view.state.scene.clock.slots.iter();
    let found = slots.find(|slot| slot.members.contains(&id)).map(|slot| slot.value);
    let found = found.ok_or_else(|| CheckError::NoSlot(who.to_owned()))?;
    same(&format!("slot of {who}"), expected, found)
}

/// Checks the slots of the turn order.
pub fn same_slots(view: View<'_>, expected: &[SlotDraft]) -> Result<(), CheckError> {
    let words = |list: Vec<String>| Value::List(list).to_string();
    let found = view.state.scene.clock.slots.iter().map(|slot| SlotDraft::of(view, slot).words());
    let expected = expected.iter().map(SlotDraft::words).collect();
    same("slots", words(expected), words(found.collect()))
}

/// Checks the turn order that a side knows.
pub fn order_for(view: View<'_>, side: &str, expected: &[String]) -> Result<(), CheckError> {
    let id = view.side(side)?;
    let blank = view.rules.describe().blank_turns;
    let found = engine::with_ctx(view.rules, view.state, |ctx| {
        let is_unknown = |unit| !view.rules.is_known(ctx, id, unit);
        let mut found: Vec<String> = Vec::new();
        for slot in &view.state.scene.clock.slots {
            match fog::told(slot, is_unknown, blank) {
                SlotNotice::Nothing => {}
                SlotNotice::Blank => found.push(String::new()),
                SlotNotice::All => {
                    let known = slot.members.iter().filter(|unit| !is_unknown(**unit));
                    found.extend(known.map(|unit| view.names.unit(*unit)));
                }
            }
        }
        found
    });
    let words = |list: Vec<String>| Value::List(list).to_string();
    same(&format!("order for {side}"), words(expected.to_vec()), words(found))
}

/// Checks a combatant's current extra act and what it allows; an empty text for no extra act.
pub fn extra(view: View<'_>, who: &str, name: &str, allows: &[String]) -> Result<(), CheckError> {
    let extra = view.state.scene.clock.extra_of(view.id(who)?).cloned().unwrap_or_default();
    same(&format!("extra act of {who}"), name.to_owned(), extra.name.to_string())?;
    let found = extra.allows.iter().map(ToString::to_string).collect();
    let (expected, found) = (Value::List(allows.to_vec()), Value::List(found));
    same(&format!("what {name} of {who} allows"), expected.to_string(), found.to_string())
}
