//! Which player places units, the chosen unit, and the effects of input.

use bevy::ecs::prelude::*;

use battle::Setup;
use battle::deployment::{DeployError, Deployment};
use battle::setup::{Choices, SetupError};
use grid::{Cell, FloorAt, SideId, UnitId};
use level::Level;
use rules::state::Unit;
use rules::{Key, SharedRuleset};

use crate::board::GroundPicture;
use crate::intent::Deploy;
use crate::seating::Seating;

/// The battle that begins afterwards.
#[derive(Clone)]
pub struct Plan {
    /// The level.
    pub level: Level,
    /// The ruleset's name.
    pub ruleset: Key,
    /// The ruleset.
    pub rules: SharedRuleset,
    /// Everything else, without the places.
    pub choices: Choices,
    /// The level's ground image.
    pub picture: GroundPicture,
}

impl Plan {
    /// The battle with the chosen places.
    ///
    /// # Errors
    /// The errors that set-up finds.
    pub(super) fn setup(&self, units: &Deployment) -> Result<Setup, Vec<SetupError>> {
        let choices = Choices { deployed: units.deployed(), ..self.choices.clone() };
        Setup::from_level(&self.level, self.ruleset.clone(), self.rules.clone(), choices)
    }
}

/// The result of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Only the marks changed.
    Marks,
    /// Units moved, or another player looks at the board.
    Units,
    /// There was nothing left to cancel: the player wants the menu.
    Pause,
    /// All are ready.
    Done,
}

/// The players who place units, and the units.
#[derive(Resource, Clone)]
pub struct Deploying {
    pub(super) plan: Plan,
    pub(super) units: Deployment,
    pub(super) seating: Seating,
    /// The sides whose players are not ready, in order. The first is at the table.
    waiting: Vec<SideId>,
    /// True until that player has sat down.
    pub(super) covered: bool,
    /// The last chosen unit.
    pub(super) chosen: Option<UnitId>,
    /// True while the chosen unit follows the next click.
    pub(super) held: bool,
    /// The cell under the pointer, or under the cursor of the keyboard.
    pub(super) focus: Option<Cell>,
    /// The floor under the pointer, if the pointer was used last.
    pub(super) floor: Option<FloorAt>,
    /// Why the last request was refused, with the name of the unit.
    pub(super) refusal: Option<String>,
}

impl Deploying {
    /// Begins with the first player, after the computer has placed its units. `None` if no player
    /// has anything to place: the battle can then begin at once with the returned units.
    pub fn new(plan: Plan, mut units: Deployment) -> Result<Self, Box<(Plan, Deployment)>> {
        let seating = Seating::new(plan.choices.controllers.clone());
        let (waiting, computers): (Vec<SideId>, Vec<SideId>) =
            units.sides().into_iter().partition(|side| seating.is_human(*side));
        for side in computers {
            units.propose(side);
        }
        if waiting.is_empty() {
            return Err(Box::new((plan, units)));
        }
        let mut new = Self {
            plan,
            units,
            seating,
            waiting,
            covered: false,
            chosen: None,
            held: false,
            focus: None,
            floor: None,
            refusal: None,
        };
        new.call_next();
        Ok(new)
    }

    /// The side whose player is at the table.
    pub fn side(&self) -> Option<SideId> {
        self.waiting.first().copied()
    }

    /// The chosen unit, if it follows the next click.
    pub(super) fn held(&self) -> Option<UnitId> {
        self.chosen.filter(|_| self.held)
    }

    /// The focused cell, with its floor if the pointer names one.
    pub(super) fn aim(&self) -> Option<FloorAt> {
        self.focus.map(|cell| self.floor_at(cell))
    }

    /// The units of the side at the table.
    pub(super) fn own(&self) -> Vec<&Unit> {
        self.side().map(|side| self.units.units(side).collect()).unwrap_or_default()
    }

    /// Handles an input.
    pub(super) fn handle(&mut self, input: Deploy) -> Outcome {
        let Some(side) = self.side() else { return Outcome::Done };
        if self.covered {
            return match input {
                Deploy::Confirm | Deploy::Ready => {
                    self.covered = false;
                    self.seating.sit(side);
                    Outcome::Units
                }
                Deploy::Cancel => Outcome::Pause,
                _ => Outcome::Marks,
            };
        }
        if !matches!(input, Deploy::Hover(_)) {
            self.refusal = None;
        }
        match input {
            Deploy::Next => self.step(1),
            Deploy::Previous => self.step(-1),
            Deploy::Choose(unit) => self.choose(unit),
            Deploy::Hover(cell) => self.focus = cell,
            Deploy::Cursor(dx, dy) => self.move_cursor(dx, dy),
            Deploy::Click(cell) => {
                self.focus = Some(cell);
                self.click(side, self.floor_at(cell));
            }
            Deploy::Drop(cell) => {
                self.focus = Some(cell);
                self.put(self.floor_at(cell));
            }
            Deploy::Confirm => {
                if let Some(at) = self.aim() {
                    self.click(side, at);
                }
            }
            Deploy::Cancel if self.held => self.held = false,
            Deploy::Cancel => return Outcome::Pause,
            Deploy::Turn { clockwise } => self.turn(clockwise),
            Deploy::Reset => {
                self.units.reset(side);
                self.held = false;
            }
            Deploy::Ready => {
                self.waiting.remove(0);
                (self.chosen, self.held) = (None, false);
                (self.focus, self.floor) = (None, None);
                self.call_next();
                return if self.waiting.is_empty() { Outcome::Done } else { Outcome::Units };
            }
        }
        match input {
            Deploy::Hover(_) | Deploy::Cursor(..) => Outcome::Marks,
            _ => Outcome::Units,
        }
    }

    /// Calls the next player to the table, behind a cover if there is something to hide.
    fn call_next(&mut self) {
        let Some(side) = self.side() else { return };
        self.covered = self.units.is_hidden() && self.seating.must_change(side);
        if !self.covered {
            self.seating.sit(side);
        }
    }

    fn step(&mut self, by: isize) {
        let own: Vec<UnitId> = self.own().into_iter().map(Unit::id).collect();
        let count = isize::try_from(own.len()).unwrap_or(isize::MAX).max(1);
        let at = own.iter().position(|id| Some(*id) == self.chosen);
        let next = match at.and_then(|at| isize::try_from(at).ok()) {
            Some(at) => (at + by).rem_euclid(count),
            None if by < 0 => count - 1,
            None => 0,
        };
        if let Some(id) = usize::try_from(next).ok().and_then(|next| own.get(next)) {
            self.choose(*id);
        }
    }

    fn choose(&mut self, id: UnitId) {
        if self.own().iter().any(|unit| unit.id() == id) {
            (self.chosen, self.held) = (Some(id), true);
            self.focus = self.cell_of(id).or(self.focus);
            self.floor = None;
        }
    }

    /// A cell, with its floor if the pointer names one.
    fn floor_at(&self, cell: Cell) -> FloorAt {
        self.floor.filter(|at| at.cell == cell).unwrap_or(cell.into())
    }

    fn cell_of(&self, id: UnitId) -> Option<Cell> {
        self.units.unit(id)?.placement.at.cell()
    }

    fn move_cursor(&mut self, dx: i16, dy: i16) {
        let begin = || self.own().first().and_then(|unit| unit.placement.at.cell());
        let from = self.focus.or(self.chosen.and_then(|id| self.cell_of(id))).or_else(begin);
        let Some(from) = from else { return };
        let to = Cell::new(from.x.saturating_add(dx), from.y.saturating_add(dy));
        let (width, height) = (self.plan.level.ground.width(), self.plan.level.ground.height());
        let within = |at: i16, length: u16| u16::try_from(at).is_ok_and(|at| at < length);
        if within(to.x, width) && within(to.y, height) {
            (self.focus, self.floor) = (Some(to), None);
        }
    }

    /// Picks up the unit at a cell, on this floor if one is named, or puts the held one there.
    fn click(&mut self, side: SideId, at: FloorAt) {
        match (self.held(), self.units.unit_at(side, at)) {
            (Some(held), _) if self.stands_at(held, at) => self.held = false,
            (Some(_), _) => self.put(at),
            (None, Some(there)) => (self.chosen, self.held) = (Some(there), true),
            (None, None) => {}
        }
    }

    /// Whether a unit stands at a cell, on this floor if one is named.
    fn stands_at(&self, id: UnitId, at: FloorAt) -> bool {
        let is_there = self.cell_of(id) == Some(at.cell);
        is_there && (at.floor.is_none() || self.units.floor_under(id, at.cell) == Some(at))
    }

    /// Puts the held unit at a cell, on this floor if one is named.
    fn put(&mut self, at: FloorAt) {
        let Some(id) = self.held() else { return };
        match self.units.put(id, at) {
            Ok(()) => self.held = false,
            Err(why) => self.refuse(id, &why),
        }
    }

    fn refuse(&mut self, id: UnitId, why: &DeployError) {
        let name = self.units.unit(id).map(|unit| unit.identity.name.as_str()).unwrap_or_default();
        self.refusal = Some(format!("{name}: {why}."));
    }

    fn turn(&mut self, clockwise: bool) {
        let facing = |id| self.units.unit(id).map(|unit| (id, unit.placement.facing));
        if let Some((id, facing)) = self.chosen.and_then(facing) {
            self.units.face(id, facing.turned(if clockwise { 1 } else { 7 }));
        }
    }
}
