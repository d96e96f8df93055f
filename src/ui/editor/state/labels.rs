//! Labels and pins.

use editor::Edit;
use grid::Cell;
use level::Label;

use super::{Drag, EditorState};

impl EditorState {
    /// Selects the label of a cell for changes and dragging, or writes a new one there.
    pub(super) fn press_label(&mut self, cell: Cell) {
        if !self.level().labels.contains_key(&cell) {
            let text = format!("Label {}", self.level().labels.len() + 1);
            let label = Label { text, ..self.palette.label.clone() };
            if !self.apply(Edit::Labels(vec![(cell, Some(label))])) {
                return;
            }
        }
        self.label = Some(cell);
        self.drag = Some(Drag::Label { from: cell, to: cell });
    }

    /// Moves a label to another cell of the board, replacing a label there.
    pub(super) fn move_label(&mut self, from: Cell, to: Cell) {
        let label = self.level().labels.get(&from).cloned();
        let Some(label) = label.filter(|_| self.level().ground.contains(to)) else { return };
        if self.apply(Edit::Labels(vec![(from, None), (to, Some(label))])) {
            self.label = Some(to).filter(|to| self.level().labels.contains_key(to));
        }
    }
}
