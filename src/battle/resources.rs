//! What a battle keeps beside its entities. All of these exist exactly while a battle does.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use bevy::ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::grid::{SideId, UnitId};
use crate::rules::dice::Dice;
use crate::rules::engine::BattleStatus;
use crate::rules::state::{LastAct, Scene, State};
use crate::rules::step::Queue;
use crate::rules::{Command, Event, Refusal, SharedRuleset};

/// The ruleset of the battle.
#[derive(Resource, Clone)]
pub struct Rules(pub SharedRuleset);

/// What belongs to the battle as a whole: board, sides, clock, goals.
#[derive(Resource, Clone, Debug)]
pub struct SceneRes(pub Scene);

/// The steps under way.
#[derive(Resource, Clone, Debug)]
pub struct QueueRes(pub Queue);

/// The generator of the battle's dice.
#[derive(Resource, Clone, Debug)]
pub struct DiceRes(pub Dice);

/// The last act, in a battle with a referee.
#[derive(Resource, Clone, Debug, Default)]
pub struct LastActRes(pub Option<LastAct>);

/// The entity of each combatant. The only place where the two numbers meet: entities never appear
/// in commands, events or files.
#[derive(Resource, Clone, Debug, Default)]
pub struct UnitEntities(pub BTreeMap<UnitId, Entity>);

/// Where the battle stands; none while it is being set up.
#[derive(Resource, Clone, Debug, Default)]
pub struct BattleStatusRes(pub Option<BattleStatus>);

/// Everything that has happened, in order.
#[derive(Resource, Clone, Debug, Default)]
pub struct EventLog(pub Vec<Event>);

/// The state as it stands, captured after each change: for questions to the rules, odds and
/// opponents that must not touch the world.
#[derive(Resource, Clone, Debug)]
pub struct Snapshot(pub Arc<State>);

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    /// A person.
    Human,
    /// The computer.
    Computer,
}

/// Who decides for each side, by its number.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Controllers(pub Vec<Controller>);

impl Controllers {
    /// Who decides for a side; a person where nothing is said.
    pub fn of(&self, side: SideId) -> Controller {
        self.0.get(usize::from(side.0)).copied().unwrap_or(Controller::Human)
    }
}

/// Nobody watches: derived facts are not kept up to date, nobody is told what happened, there is no
/// log, and nothing can be taken back. For battles without a window.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Unattended {
    /// The record is kept all the same, and with it the components that its hashes are taken from.
    /// Otherwise only [`Snapshot`] and [`BattleStatusRes`] go along with the battle: nobody reads the rest.
    pub recorded: bool,
    /// The log is kept all the same.
    pub logged: bool,
}

/// Orders that wait for their turn: one is resolved each time the schedule runs.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Inbox(pub VecDeque<Command>);

/// What resolving an order gave, to be applied to the world.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Resolution(pub Option<Resolved>);

/// A resolved order: its events, and the state they lead to.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    /// What was ordered; none for what a battle begins with.
    pub command: Option<Command>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The state after it.
    pub state: State,
    /// Where the battle stands then.
    pub rest: BattleStatus,
}

/// In: what somebody wants.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Order(pub Command);

/// Out: an order that had no effect, and why.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What was ordered.
    pub command: Command,
    /// Why not.
    pub refusal: Refusal,
}

/// Out: the battle stands elsewhere, without events that lead there: a command was taken back.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rewound;

/// Out: something happened. Written after the components have changed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Happened(pub Event);
