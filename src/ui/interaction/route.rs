//! Ways that lead over chosen cells: waypoints, in order, and one command for all of it.

use crate::grid::{Cell, UnitId};
use crate::rules::{Command, Key, Waypoint};

use super::{Effect, Interaction, Mode, Options};

impl Interaction {
    /// The move to a cell over the waypoints; to the last of them it is the way to it.
    pub(super) fn move_command(
        &self,
        unit: UnitId,
        cell: Cell,
        options: &Options,
    ) -> Option<Command> {
        if self.route.last().and_then(Waypoint::cell) == Some(cell) {
            return self.route_command(unit);
        }
        let path = self.path_to(cell, options)?;
        Some(Command::Move { unit, path, manner: Key::default() })
    }

    /// The move to the last waypoint.
    pub(super) fn route_command(&self, unit: UnitId) -> Option<Command> {
        let path = self.route.clone();
        let manner = Key::default();
        (!path.is_empty()).then_some(Command::Move { unit, path, manner })
    }

    /// The whole way to a cell.
    fn path_to(&self, cell: Cell, options: &Options) -> Option<Vec<Waypoint>> {
        // The ways lead on from where they were gathered for.
        let fits = options.route == self.route;
        let way = options.way(cell, self.height).filter(|_| fits)?;
        Some(self.route.iter().chain(&way.path).copied().collect())
    }

    /// Leads the way over a cell, or over the one in focus.
    pub(super) fn add_waypoint(&mut self, cell: Option<Cell>, options: &Options) -> Vec<Effect> {
        let notice = |text: String| vec![Effect::Notice(text)];
        if matches!(self.mode, Mode::Aiming { .. }) {
            return notice("Waypoints belong to moves.".to_owned());
        }
        let Some(cell) = cell.or(self.focus()) else {
            return notice("Point at a cell to lead the way over it.".to_owned());
        };
        let Some(path) = self.path_to(cell, options) else {
            return notice(format!("{cell} is out of reach in this turn."));
        };
        self.stops.push(path.len());
        self.route = path;
        self.height = None;
        self.mode = Mode::Moving;
        Vec::new()
    }

    /// Takes the last waypoint back.
    pub(super) fn drop_waypoint(&mut self) -> Vec<Effect> {
        if self.stops.pop().is_none() {
            return vec![Effect::Notice("There is no waypoint.".to_owned())];
        }
        self.route.truncate(self.stops.last().copied().unwrap_or(0));
        self.height = None;
        if self.route.is_empty() {
            self.mode = Mode::Idle;
        }
        Vec::new()
    }

    /// Takes all waypoints back.
    pub(super) fn forget_route(&mut self) {
        self.route.clear();
        self.stops.clear();
    }
}
