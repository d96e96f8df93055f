//! The editor state: draft, current tool, selection and clipboard.

mod clipboard;
mod labels;
mod routes;
mod storeys;
mod strokes;

pub use storeys::Storeys;

use std::collections::BTreeSet;
use std::path::PathBuf;

use bevy::ecs::prelude::{Resource, World};

use crate::notice::Notice;
use editor::stamp::Stamp;
use editor::{
    Changed, Clipboard, Draft, Edit, EditError, Spot, Symmetry, ToolController, UnitAt, Where,
    unit_at,
};
use grid::Cell;
use level::{Level, Severity};

use super::palette::Palette;

/// A page of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tab {
    /// The level as a whole.
    #[default]
    Level,
    /// Sides and goals.
    Sides,
    /// What happens during the battle.
    Events,
    /// Checks of the level.
    Checks,
    /// The undo history.
    History,
    /// Layers and symmetry.
    Layers,
    /// The balance estimate.
    Balance,
}

impl Tab {
    /// All pages, in button order.
    pub const ALL: [Self; 7] = [
        Self::Level,
        Self::Sides,
        Self::Events,
        Self::Checks,
        Self::History,
        Self::Layers,
        Self::Balance,
    ];

    /// The next page, wrapping around.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|tab| *tab == self).unwrap_or_default() + 1;
        Self::ALL.get(at).copied().unwrap_or_default()
    }
}

/// A finding about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// How severe it is.
    pub severity: Severity,
    /// What was found.
    pub text: String,
    /// Advice, if there is any.
    pub help: Option<String>,
    /// Where it is, if it has a place.
    pub place: Option<Where>,
}

/// A pointer drag other than a tool stroke.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Drag {
    /// A selection; `add` extends the current one.
    Select { path: Vec<Cell>, lasso: bool, add: bool },
    /// Moves the selection.
    Move { from: Cell, to: Cell },
    /// Moves a unit.
    Unit { at: UnitAt, from: Cell, to: Cell },
    /// Moves a label.
    Label { from: Cell, to: Cell },
}

/// A level being edited, with all editor settings.
#[derive(Resource, Clone, Debug)]
pub struct EditorState {
    /// The level and its history.
    pub draft: Draft,
    /// The level's file; `None` if it was never saved.
    pub file: Option<PathBuf>,
    /// The state of the file when it was opened or saved here.
    pub(super) stamp: Option<Stamp>,
    /// The tool settings.
    pub palette: Palette,
    /// The symmetry of edits.
    pub symmetry: Symmetry,
    /// The selected cells.
    pub selection: BTreeSet<Cell>,
    /// The clipboard.
    pub clip: Option<Clipboard>,
    /// The clipboard or a part is attached to the pointer, and a click pastes it.
    pub floating: bool,
    /// The part attached instead of the clipboard.
    pub(super) part: Option<Clipboard>,
    /// The unit whose details are shown.
    pub chosen: Option<UnitAt>,
    /// Clicks add cells to the patrol of that unit.
    pub(super) routing: bool,
    /// The cell of the label whose details are shown.
    pub label: Option<Cell>,
    /// The marked place.
    pub mark: Option<Where>,
    /// The clicked points of the picture, up to two.
    pub points: Vec<Spot>,
    /// Heights are shown as numbers.
    pub numbers: bool,
    /// Walls are cut low.
    pub low_walls: bool,
    /// Roofs are drawn.
    pub roofs: bool,
    /// The storeys that are drawn and edited.
    pub storeys: Storeys,
    /// The open page of the right panel.
    pub tab: Tab,
    /// The message to the author.
    pub notice: Option<Notice>,
    /// The findings of the last check, and the version that was checked.
    pub checks: (u64, Vec<Check>),
    version: u64,
    unseen: Changed,
    controller: Option<ToolController>,
    stroke: Changed,
    drag: Option<Drag>,
}

impl EditorState {
    /// The state for a draft.
    pub fn new(draft: Draft, file: Option<PathBuf>) -> Self {
        Self {
            draft,
            stamp: file.as_deref().and_then(Stamp::of),
            file,
            palette: Palette::default(),
            symmetry: Symmetry::NONE,
            selection: BTreeSet::new(),
            clip: None,
            floating: false,
            part: None,
            chosen: None,
            routing: false,
            label: None,
            mark: None,
            points: Vec::new(),
            numbers: false,
            low_walls: false,
            roofs: true,
            storeys: Storeys::All,
            tab: Tab::default(),
            notice: None,
            checks: (0, Vec::new()),
            version: 1,
            unseen: Changed { all: true, ..Changed::default() },
            controller: None,
            stroke: Changed::default(),
            drag: None,
        }
    }

    /// The current level.
    pub const fn level(&self) -> &Level {
        self.draft.level()
    }

    /// A number that grows with every change of the level.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// True if the level has changed since [`Self::take_changes`].
    pub fn has_changes(&self) -> bool {
        !self.unseen.is_empty()
    }

    /// Takes what changed since the last call.
    pub fn take_changes(&mut self) -> Changed {
        std::mem::take(&mut self.unseen)
    }

    /// Marks everything as changed, after another screen was shown.
    pub fn show_all(&mut self) {
        self.unseen.all = true;
    }

    /// True during a stroke or a drag.
    pub const fn is_pressed(&self) -> bool {
        self.controller.is_some() || self.drag.is_some()
    }

    fn note(&mut self, changed: Changed) {
        if changed.is_empty() {
            return;
        }
        self.version += 1;
        if changed.all {
            let (w, h) = (self.level().ground.width() as i16, self.level().ground.height() as i16);
            self.selection.retain(|c| (0..w).contains(&c.x) && (0..h).contains(&c.y));
            self.mark = None;
        }
        self.unseen.add(changed);
        let there = self.chosen.is_some_and(|at| unit_at(self.level(), at).is_some());
        self.chosen = self.chosen.filter(|_| there);
        let written = self.label.is_some_and(|at| self.level().labels.contains_key(&at));
        self.label = self.label.filter(|_| written);
        // No other zone takes the place of a removed one: a click would change it unasked.
        let zone = self.palette.zone.take();
        self.palette.zone = zone.filter(|zone| self.level().regions.contains_key(zone));
    }

    fn told(&mut self, done: Result<Changed, EditError>) -> bool {
        match done {
            Ok(changed) => {
                let any = !changed.is_empty();
                self.note(changed);
                any
            }
            Err(error) => {
                self.refuse(error.to_string());
                false
            }
        }
    }

    /// Shows an error to the author.
    pub fn refuse(&mut self, text: String) {
        self.notice = Some(Notice::refusal(text));
    }

    /// Shows a message to the author.
    pub fn tell(&mut self, text: String) {
        self.notice = Some(Notice::told(text));
    }

    /// Applies an edit, or shows why not. True if something changed.
    pub fn apply(&mut self, edit: Edit) -> bool {
        self.end_stroke();
        let done = self.draft.apply(edit);
        self.told(done)
    }

    /// Applies several edits as a single history entry, or shows why not. True if something
    /// changed.
    pub fn apply_all(&mut self, label: &str, edits: Vec<Edit>) -> bool {
        self.end_stroke();
        let done = self.draft.apply_all(label, edits);
        self.told(done)
    }

    /// Undoes the last edit.
    pub fn undo(&mut self) {
        self.cancel_stroke();
        if let Some(changed) = self.draft.undo() {
            self.note(changed);
        }
    }

    /// Redoes the last undone edit.
    pub fn redo(&mut self) {
        self.cancel_stroke();
        if let Some(changed) = self.draft.redo() {
            self.note(changed);
        }
    }

    /// Goes to an entry of the history.
    pub fn go_to(&mut self, done: usize) {
        self.cancel_stroke();
        let changed = self.draft.go_to(done);
        self.note(changed);
    }

    /// Ends the current stroke and keeps its changes.
    pub fn end_stroke(&mut self) {
        if let Some(mut controller) = self.controller.take() {
            controller.release(&mut self.draft);
        }
        self.drag = None;
    }

    /// Undoes the current stroke. True if there was one.
    fn cancel_stroke(&mut self) -> bool {
        let dragged = self.drag.take().is_some();
        let Some(mut controller) = self.controller.take() else { return dragged };
        let changed = controller.cancel(&mut self.draft);
        self.note(changed);
        true
    }
}

/// Changes the editor state, if a level is open.
pub(super) fn with_editor(world: &mut World, change: impl FnOnce(&mut EditorState)) {
    if let Some(mut editor) = world.get_resource_mut::<EditorState>() {
        change(&mut editor);
    }
}

/// True if the editor has unsaved changes.
pub(crate) fn has_unsaved(editor: Option<&EditorState>) -> bool {
    editor.is_some_and(|editor| editor.draft.is_changed())
}
