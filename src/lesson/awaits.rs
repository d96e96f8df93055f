//! What a step of a lesson waits for.

use serde::Deserialize;

use grid::{Cell, SideId, UnitId};
use rules::event::EventKind;
use rules::state::{Posture, State, Unit};
use rules::{Event, Key};
use scenario::Names;

/// What a step waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaits {
    /// The player has read it and continues.
    #[default]
    Next,
    /// The player turns, tilts or zooms the view.
    View,
    /// The player points at a combatant, or selects it.
    Points(String),
    /// The player chooses an act, without carrying it out yet.
    Aims(String),
    /// The player opens something.
    Opens(Opened),
    /// A combatant stands in one of these cells.
    Stands(String, Vec<Cell>),
    /// A combatant moves.
    Moves(String),
    /// A combatant uses an act.
    Acts(String, String),
    /// A combatant uses an act on another one.
    ActsOn(String, String, String),
    /// A combatant lies on the ground.
    Prone(String),
    /// A combatant stands or flies.
    Upright(String),
    /// A combatant has a condition.
    Has(String, String),
    /// The player answers a question.
    Answers,
    /// A combatant's turn ends.
    Ends(String),
    /// A combatant may act.
    Begins(String),
    /// A combatant is out of the fight.
    Out(String),
    /// The player's side wins.
    Wins,
    /// One of several.
    Any(Vec<Awaits>),
}

/// Something that the player can open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opened {
    /// The whole log.
    Log,
    /// The whole sheet.
    Sheet,
    /// The list of all acts.
    More,
    /// A lens.
    Lens,
    /// The standing orders.
    Orders,
}

/// A window action of the player, without a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewAction {
    /// Continues with the next step.
    Next,
    /// Turns, tilts or zooms the view.
    View,
    /// Points at a combatant, or selects it.
    Unit(UnitId),
    /// Has chosen an act.
    Aim(Key),
    /// Has something open.
    Open(Opened),
    /// Has answered a question of the rules.
    Answer,
}

/// An observation: the battle, recent events, and the player's window actions.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The battle.
    pub state: &'a State,
    /// The events since the last observation that the player's side knows of.
    pub news: &'a [Event],
    /// The player's window actions.
    pub glances: &'a [ViewAction],
}

impl Awaits {
    /// True if it is met.
    pub fn is_met(&self, names: &Names, side: SideId, seen: &Seen<'_>) -> bool {
        let is = |name: &str, id: UnitId| names.unit_id(name) == Some(id);
        let unit = |name: &str| names.unit_id(name).and_then(|id| seen.state.unit(id));
        let has = |test: &dyn Fn(&EventKind) -> bool| seen.news.iter().any(|e| test(&e.what));
        match self {
            Self::Next | Self::View | Self::Points(_) | Self::Aims(_) | Self::Opens(_) => {
                self.glance(names).is_some_and(|glance| seen.glances.contains(&glance))
            }
            Self::Stands(name, cells) => {
                let at = unit(name).and_then(|unit| unit.placement.at.cell());
                at.is_some_and(|cell| cells.contains(&cell))
            }
            Self::Moves(name) => {
                has(&|e| matches!(e, EventKind::Moved { unit, .. } if is(name, *unit)))
            }
            Self::Acts(name, wanted) => has(&|e| {
                matches!(e, EventKind::Declared { unit, act, .. }
                    if is(name, *unit) && *act == **wanted)
            }),
            Self::ActsOn(name, wanted, on) => has(&|e| {
                matches!(e, EventKind::Declared { unit, act, targets, .. }
                    if is(name, *unit) && *act == **wanted
                        && targets.iter().any(|target| is(on, *target)))
            }),
            Self::Prone(name) => unit(name).is_some_and(is_prone),
            Self::Upright(name) => unit(name).is_some_and(|unit| !is_prone(unit)),
            Self::Has(name, id) => unit(name).is_some_and(|unit| unit.conditions.has(id)),
            Self::Answers => seen.glances.contains(&ViewAction::Answer),
            Self::Ends(name) => {
                has(&|e| matches!(e, EventKind::TurnEnded { unit, .. } if is(name, *unit)))
            }
            Self::Begins(name) => {
                let active = &seen.state.scene.clock.active;
                seen.state.queue.waiting.is_none() && active.iter().any(|id| is(name, *id))
            }
            Self::Out(name) => unit(name).is_none_or(|unit| !unit.is_active()),
            Self::Wins => {
                let verdict = seen.state.scene.verdict.as_ref();
                verdict.is_some_and(|verdict| verdict.winner == Some(side))
            }
            Self::Any(list) => list.iter().any(|one| one.is_met(names, side, seen)),
        }
    }

    /// The window action that meets it; `None` if it takes a command.
    pub fn glance(&self, names: &Names) -> Option<ViewAction> {
        match self {
            Self::Next => Some(ViewAction::Next),
            Self::View => Some(ViewAction::View),
            Self::Points(name) => names.unit_id(name).map(ViewAction::Unit),
            Self::Aims(act) => Some(ViewAction::Aim(Key::new(act))),
            Self::Opens(opened) => Some(ViewAction::Open(*opened)),
            Self::Any(list) => list.iter().find_map(|one| one.glance(names)),
            _ => None,
        }
    }

    /// The window actions that meet it, in order.
    pub fn glances(&self) -> Vec<&Self> {
        match self {
            Self::View | Self::Points(_) | Self::Aims(_) | Self::Opens(_) => vec![self],
            Self::Any(list) => list.iter().flat_map(Self::glances).collect(),
            _ => Vec::new(),
        }
    }

    /// The combatants that it refers to.
    pub fn units(&self) -> Vec<&str> {
        match self {
            Self::Next
            | Self::View
            | Self::Aims(_)
            | Self::Opens(_)
            | Self::Answers
            | Self::Wins => Vec::new(),
            Self::Points(name)
            | Self::Stands(name, _)
            | Self::Moves(name)
            | Self::Acts(name, _)
            | Self::Prone(name)
            | Self::Upright(name)
            | Self::Has(name, _)
            | Self::Ends(name)
            | Self::Begins(name)
            | Self::Out(name) => vec![name],
            Self::ActsOn(name, _, on) => vec![name, on],
            Self::Any(list) => list.iter().flat_map(Self::units).collect(),
        }
    }

    /// The cells that it refers to.
    pub fn cells(&self) -> Vec<&Cell> {
        match self {
            Self::Stands(_, cells) => cells.iter().collect(),
            Self::Any(list) => list.iter().flat_map(Self::cells).collect(),
            _ => Vec::new(),
        }
    }
}

fn is_prone(unit: &Unit) -> bool {
    unit.placement.posture == Posture::Prone
}
