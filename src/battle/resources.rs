//! Resources of a battle. They exist exactly as long as the battle does.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use bevy::ecs::prelude::*;
use serde::{Deserialize, Serialize};

use grid::{SideId, UnitId};
use rules::engine::BattleStatus;
use rules::state::State;
use rules::{Command, Event, Refusal, SharedRuleset};

use super::decision::Decision;
use super::skill::Skill;

/// The ruleset of the battle.
#[derive(Resource, Clone)]
pub struct Rules(pub SharedRuleset);

/// The entity of each combatant. The only link between the two: entities never appear in commands,
/// events or files.
#[derive(Resource, Clone, Debug, Default)]
pub struct UnitEntities(pub BTreeMap<UnitId, Entity>);

/// The status of the battle; `None` during setup.
#[derive(Resource, Clone, Debug, Default)]
pub struct CurrentStatus(pub Option<BattleStatus>);

/// Everything that has happened, in order.
#[derive(Resource, Clone, Debug, Default)]
pub struct EventLog(pub Vec<Event>);

/// The state of the battle: the single source of truth. The rules resolve commands on it, and
/// everything else (entities, facts, panels) follows from it.
#[derive(Resource, Clone, Debug)]
pub struct BattleState(pub Arc<State>);

/// The controller of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Seat", into = "Seat")]
pub enum Controller {
    /// A person.
    Human,
    /// The computer, at a level of play.
    Computer(Skill),
}

impl Controller {
    /// The computer at its usual level of play.
    pub const COMPUTER: Self = Self::Computer(Skill::Soldier);

    /// The level of play of the computer; `None` for a person.
    pub const fn skill(self) -> Option<Skill> {
        match self {
            Self::Human => None,
            Self::Computer(skill) => Some(skill),
        }
    }
}

/// A controller as stored in files. Files from before the levels of play know only one computer.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Seat {
    Human,
    Recruit,
    #[serde(rename = "computer", alias = "soldier")]
    Soldier,
    Veteran,
    Warlord,
}

impl From<Controller> for Seat {
    fn from(controller: Controller) -> Self {
        match controller {
            Controller::Human => Self::Human,
            Controller::Computer(Skill::Recruit) => Self::Recruit,
            Controller::Computer(Skill::Soldier) => Self::Soldier,
            Controller::Computer(Skill::Veteran) => Self::Veteran,
            Controller::Computer(Skill::Warlord) => Self::Warlord,
        }
    }
}

impl From<Seat> for Controller {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Human => Self::Human,
            Seat::Recruit => Self::Computer(Skill::Recruit),
            Seat::Soldier => Self::Computer(Skill::Soldier),
            Seat::Veteran => Self::Computer(Skill::Veteran),
            Seat::Warlord => Self::Computer(Skill::Warlord),
        }
    }
}

/// The controller of each side, by side number.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Controllers(pub Vec<Controller>);

impl Controllers {
    /// The controller of a side; human by default.
    pub fn of(&self, side: SideId) -> Controller {
        self.0.get(usize::from(side.0)).copied().unwrap_or(Controller::Human)
    }
}

/// A battle without a window: no entities, messages, log or undo. Only [`BattleState`] and
/// [`CurrentStatus`] follow the battle.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Headless {
    /// Keeps a record anyway.
    pub recorded: bool,
    /// Keeps the log anyway.
    pub logged: bool,
}

/// The computer's last decision and its side, until it is carried out.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Motive(pub Option<(SideId, Decision)>);

/// Orders in the queue; one is resolved each time the schedule runs.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Inbox(pub VecDeque<Command>);

/// The resolved order, to be applied to the world.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Resolution(pub Option<Resolved>);

/// A resolved order: its events, and the state they lead to.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    /// The command; `None` for what a battle begins with.
    pub command: Option<Command>,
    /// Its events, in order.
    pub events: Vec<Event>,
    /// The state after it.
    pub state: State,
    /// The status after it.
    pub rest: BattleStatus,
}

/// In: a command for the battle.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Order(pub Command);

/// Out: a command was refused, and why.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The command.
    pub command: Command,
    /// Why it was refused.
    pub refusal: Refusal,
}

/// Out: the state changed without events: a command was undone.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateRestored;

/// Out: an event. Written after the components have changed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct EventMessage(pub Event);
