//! Paths through waypoints, sent as a single command.

use grid::{Cell, UnitId};
use rules::{Command, Key, Waypoint};

use super::{Effect, Interaction, Mode, Options, PathOption};

impl Interaction {
    /// The move to a cell via the waypoints. For the last waypoint it is the path to it.
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

    /// The way that a move to a cell takes: to the height chosen by keys, or to what is under the
    /// pointer, a floor or the ground below one; elsewhere the cheapest.
    pub fn way_to<'a>(&self, cell: Cell, options: &'a Options) -> Option<&'a PathOption> {
        let pointed = self.cursor.is_none() && self.hovered == Some(cell);
        match self.below.filter(|_| pointed && self.end_height().is_none()) {
            Some(deck) => options.way_below(cell, deck),
            None => options.way(cell, self.end_height()),
        }
    }

    /// The whole path to a cell.
    fn path_to(&self, cell: Cell, options: &Options) -> Option<Vec<Waypoint>> {
        // The paths start where the options were computed for.
        let fits = options.route == self.route;
        let way = self.way_to(cell, options).filter(|_| fits)?;
        Some(self.route.iter().chain(&way.path).copied().collect())
    }

    /// Adds a waypoint at a cell, or at the focused cell.
    pub(super) fn add_waypoint(&mut self, cell: Option<Cell>, options: &Options) -> Vec<Effect> {
        let notice = |text: String| vec![Effect::Notice(text)];
        if matches!(self.mode, Mode::Aiming { .. }) {
            return notice("Waypoints are for moves only.".to_owned());
        }
        let Some(cell) = cell.or(self.focus()) else {
            return notice("Point at a cell to add a waypoint.".to_owned());
        };
        let Some(path) = self.path_to(cell, options) else {
            return notice("That cell is out of reach this turn.".to_owned());
        };
        self.stops.push(path.len());
        self.route = path;
        self.height = None;
        self.mode = Mode::Moving;
        Vec::new()
    }

    /// Removes the last waypoint.
    pub(super) fn drop_waypoint(&mut self) -> Vec<Effect> {
        if self.stops.pop().is_none() {
            return vec![Effect::Notice("No waypoint to remove.".to_owned())];
        }
        self.route.truncate(self.stops.last().copied().unwrap_or(0));
        self.height = None;
        if self.route.is_empty() {
            self.mode = Mode::Idle;
        }
        Vec::new()
    }

    /// Removes all waypoints.
    pub(super) fn forget_route(&mut self) {
        self.route.clear();
        self.stops.clear();
    }
}
