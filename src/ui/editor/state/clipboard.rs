//! The selection and the clipboard.

use crate::editor::tools::{Mode, ToolExt};
use editor::{
    Clipboard, Edit, GridTransform, LayerSet, face_unit, ground_around, shift, turn_thing, unit_at,
};
use grid::{Cell, Tile};

use super::EditorState;

impl EditorState {
    /// Layers that are shown and unlocked: those that copying and clearing affect.
    fn open_layers(&self) -> LayerSet {
        let layers = self.draft.layers;
        LayerSet::of(
            LayerSet::ALL.iter().filter(|l| !layers.locked.has(*l) && !layers.hidden.has(*l)),
        )
    }

    /// Copies the selection. True if something was copied.
    pub fn copy(&mut self) -> bool {
        let clip = Clipboard::copy(self.level(), &self.selection, self.open_layers());
        let copied = clip.is_some();
        if copied {
            self.clip = clip;
        } else {
            self.refuse("Select something first.".to_owned());
        }
        copied
    }

    /// Cuts the selection.
    pub fn cut(&mut self) {
        if self.copy() {
            self.clear("Cut");
        }
    }

    /// Attaches the clipboard to the pointer.
    pub fn paste(&mut self) {
        self.cancel_stroke();
        self.part = None;
        self.floating = self.clip.is_some();
        if !self.floating {
            self.refuse("Nothing to paste.".to_owned());
        }
    }

    /// Attaches a part to the pointer. The clipboard stays as it is.
    pub fn take_part(&mut self, part: Clipboard) {
        self.cancel_stroke();
        self.notice = None;
        self.part = Some(part);
        self.floating = true;
    }

    /// The content attached to the pointer.
    pub fn afloat(&self) -> Option<&Clipboard> {
        self.part.as_ref().or(self.clip.as_ref()).filter(|_| self.floating)
    }

    /// Detaches whatever is attached to the pointer. True if something was.
    pub(in crate::editor) fn let_go(&mut self) -> bool {
        self.part = None;
        std::mem::take(&mut self.floating)
    }

    pub(super) fn lay_down(&mut self, at: Cell, again: bool) {
        let Some(clip) = self.afloat() else { return };
        let corner = corner_of(clip, at);
        let clip = clip.fitted(self.level(), corner, self.palette.laying);
        let cells = clip.cells_at(corner).filter(|c| self.level().ground.contains(*c)).collect();
        let parts = self.part.is_some();
        let label = if parts { "Lay down part" } else { "Paste" };
        if self.apply_all(label, vec![Edit::Paste { clip, at: corner }]) && !parts {
            self.selection = cells;
        }
        if !again {
            self.let_go();
        }
    }

    /// The content of the selection, for a part.
    pub fn selected_part(&self) -> Option<Clipboard> {
        Clipboard::copy(self.level(), &self.selection, self.open_layers())
    }

    fn fill(&self) -> Tile {
        ground_around(self.level(), &self.selection)
    }

    /// Deletes the selected unit or label, or clears the selected cells.
    pub fn delete(&mut self) {
        let label = self.label.filter(|_| self.palette.kind.mode() == Mode::Labels);
        if let Some(at) = label {
            self.apply(Edit::Labels(vec![(at, None)]));
            return;
        }
        if let Some(at) = self.chosen.filter(|_| self.palette.kind.mode() == Mode::Units) {
            self.apply(Edit::RemoveUnits(vec![at]));
            self.chosen = None;
        } else {
            self.clear("Delete selection");
        }
    }

    fn clear(&mut self, label: &str) {
        let (layers, fill) = (self.open_layers(), self.fill());
        let cells: Vec<Cell> = self.selection.iter().copied().collect();
        if !cells.is_empty() {
            self.apply_all(label, vec![Edit::Clear { cells, layers, fill: Some(fill) }]);
        }
    }

    pub(super) fn shift_selection(&mut self, by: (i16, i16), transform: GridTransform) {
        let (layers, fill) = (self.open_layers(), self.fill());
        let edits = shift(self.level(), &self.selection, layers, (by, transform), fill);
        let Some(Edit::Paste { clip, at }) = edits.last().cloned() else { return };
        let label = if transform == GridTransform::NONE { "Move" } else { "Turn" };
        if self.apply_all(label, edits) {
            let ground = &self.level().ground;
            self.selection = clip.cells_at(at).filter(|c| ground.contains(*c)).collect();
        }
    }

    /// Turns or mirrors the paste, or else the selection.
    pub fn transform(&mut self, transform: GridTransform) {
        if self.floating {
            let clip = if self.part.is_some() { &mut self.part } else { &mut self.clip };
            *clip = clip.as_ref().map(|clip| clip.turned(transform));
        } else if !self.selection.is_empty() {
            self.shift_selection((0, 0), transform);
        }
    }

    /// Turns clockwise the paste, the selection, the selected unit, the thing under the pointer, or
    /// else what the tool would place next.
    pub fn turn(&mut self, at: Option<Cell>) {
        let mode = self.palette.kind.mode();
        if self.floating || (mode == Mode::Select && !self.selection.is_empty()) {
            return self.transform(GridTransform::CLOCKWISE);
        }
        let unit = self.chosen.filter(|_| matches!(mode, Mode::Units | Mode::Select));
        if let Some((at, unit)) = unit.and_then(|at| Some((at, unit_at(self.level(), at)?))) {
            let edit = face_unit(self.level(), at, unit.facing.turned(1));
            if let Some(edit) = edit {
                self.apply(edit);
            }
        } else if mode == Mode::Units {
            self.palette.facing = self.palette.facing.turned(1);
        } else if let Some(edit) = at.and_then(|at| turn_thing(self.level(), at, 1)) {
            self.apply(edit);
        } else {
            self.palette.item.turn = (self.palette.item.turn + 1) % 4;
        }
    }
}

/// The corner of a clip whose centre is at the pointer.
pub(super) fn corner_of(clip: &Clipboard, at: Cell) -> Cell {
    at.offset(-(clip.size.0 / 2), -(clip.size.1 / 2))
}
