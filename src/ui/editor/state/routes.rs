//! Patrols: cells that are clicked on the board.

use editor::{Edit, unit_at};
use grid::Cell;
use level::{Conduct, Unit};

use super::EditorState;

impl EditorState {
    /// True while clicks add cells to the patrol of the chosen unit.
    pub fn is_routing(&self) -> bool {
        self.routing && self.chosen_unit().is_some_and(|unit| !unit.conduct.stops().is_empty())
    }

    /// The unit whose details are shown.
    pub fn chosen_unit(&self) -> Option<&Unit> {
        unit_at(self.level(), self.chosen?)
    }

    /// Adds a cell to the patrol of the chosen unit.
    pub(super) fn add_stop(&mut self, cell: Cell) {
        let Some((at, unit)) = self.chosen.zip(self.chosen_unit()) else { return };
        let mut stops = unit.conduct.stops().to_vec();
        stops.push(cell);
        let unit = Unit { conduct: Conduct::Patrol { stops }, ..unit.clone() };
        self.apply(Edit::ChangeUnit { at, unit });
    }
}
