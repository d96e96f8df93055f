//! The desk of a map builder: the draft, the tool in hand, what is selected and what was copied.

mod clipboard;
mod strokes;

use std::collections::BTreeSet;
use std::path::PathBuf;

use bevy::ecs::prelude::Resource;

use crate::editor::{
    Changed, Clipboard, Draft, Edit, EditError, Spot, Symmetry, ToolController, UnitAt, Where,
    unit_at,
};
use crate::grid::Cell;
use crate::level::Level;
use crate::ui::table::Notice;

use super::checks::Check;
use super::palette::Palette;

/// A page of the panel at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tab {
    /// The level as a whole.
    #[default]
    Level,
    /// Sides and goals.
    Sides,
    /// What is wrong.
    Checks,
    /// What was done.
    History,
    /// Layers and symmetry.
    Layers,
    /// Who would win.
    Balance,
}

impl Tab {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 6] =
        [Self::Level, Self::Sides, Self::Checks, Self::History, Self::Layers, Self::Balance];

    /// The next one.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|tab| *tab == self).unwrap_or_default() + 1;
        Self::ALL.get(at).copied().unwrap_or_default()
    }
}

/// What the pointer drags beside strokes of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Drag {
    /// A selection; with `add` it comes to what is selected.
    Select { path: Vec<Cell>, lasso: bool, add: bool },
    /// What is selected.
    Move { from: Cell, to: Cell },
    /// A unit.
    Unit { at: UnitAt, from: Cell, to: Cell },
}

/// A level being edited, with everything that its author has in hand.
#[derive(Resource, Clone, Debug)]
pub struct EditorState {
    /// The level with its history.
    pub draft: Draft,
    /// The file of the level; none if it was never saved.
    pub file: Option<PathBuf>,
    /// What is chosen for the tools.
    pub palette: Palette,
    /// Where what is painted appears too.
    pub symmetry: Symmetry,
    /// The cells that are selected.
    pub selection: BTreeSet<Cell>,
    /// What was copied.
    pub clip: Option<Clipboard>,
    /// What was copied hangs on the pointer and is laid down by a click.
    pub floating: bool,
    /// The unit whose details are shown.
    pub chosen: Option<UnitAt>,
    /// A place that is pointed out.
    pub mark: Option<Where>,
    /// Two points of the picture, as far as they were clicked.
    pub points: Vec<Spot>,
    /// Heights are written over the cells.
    pub numbers: bool,
    /// Walls are drawn cut low.
    pub low_walls: bool,
    /// The page of the panel at the right.
    pub tab: Tab,
    /// What the author is told.
    pub notice: Option<Notice>,
    /// What is wrong with the level, and the version that was looked at.
    pub checks: (u64, Vec<Check>),
    version: u64,
    unseen: Changed,
    hand: Option<ToolController>,
    stroke: Changed,
    drag: Option<Drag>,
}

impl EditorState {
    /// A desk with a draft.
    pub fn new(draft: Draft, file: Option<PathBuf>) -> Self {
        Self {
            draft,
            file,
            palette: Palette::default(),
            symmetry: Symmetry::NONE,
            selection: BTreeSet::new(),
            clip: None,
            floating: false,
            chosen: None,
            mark: None,
            points: Vec::new(),
            numbers: false,
            low_walls: false,
            tab: Tab::default(),
            notice: None,
            checks: (0, Vec::new()),
            version: 1,
            unseen: Changed { all: true, ..Changed::default() },
            hand: None,
            stroke: Changed::default(),
            drag: None,
        }
    }

    /// The level as it is now.
    pub const fn level(&self) -> &Level {
        self.draft.level()
    }

    /// A number that grows with every change of the level.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// True if something changed since it was last asked what.
    pub fn has_changes(&self) -> bool {
        !self.unseen.is_empty()
    }

    /// What changed since this was asked for the last time.
    pub fn take_changes(&mut self) -> Changed {
        std::mem::take(&mut self.unseen)
    }

    /// Everything has to be shown anew: another screen was there in between.
    pub fn show_all(&mut self) {
        self.unseen.all = true;
    }

    /// True while a button is held for a stroke or a drag.
    pub const fn is_pressed(&self) -> bool {
        self.hand.is_some() || self.drag.is_some()
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
        let zone = self.palette.zone.as_ref();
        if zone.is_none_or(|zone| !self.level().regions.contains_key(zone)) {
            self.palette.zone = self.level().regions.keys().next().cloned();
        }
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

    /// Tells the author why something was not done.
    pub fn refuse(&mut self, text: String) {
        self.notice = Some(Notice { text, refusal: true });
    }

    /// Tells the author something.
    pub fn tell(&mut self, text: String) {
        self.notice = Some(Notice { text, refusal: false });
    }

    /// Carries out an edit, or tells why not. True if something changed.
    pub fn apply(&mut self, edit: Edit) -> bool {
        self.end_stroke();
        let done = self.draft.apply(edit);
        self.told(done)
    }

    /// Carries out several edits as one, or tells why not. True if something changed.
    pub fn apply_all(&mut self, label: &str, edits: Vec<Edit>) -> bool {
        self.end_stroke();
        let done = self.draft.apply_all(label, edits);
        self.told(done)
    }

    /// Takes the last thing back.
    pub fn undo(&mut self) {
        self.cancel_stroke();
        if let Some(changed) = self.draft.undo() {
            self.note(changed);
        }
    }

    /// Does it again.
    pub fn redo(&mut self) {
        self.cancel_stroke();
        if let Some(changed) = self.draft.redo() {
            self.note(changed);
        }
    }

    /// Goes to a moment of the history.
    pub fn go_to(&mut self, done: usize) {
        self.cancel_stroke();
        let changed = self.draft.go_to(done);
        self.note(changed);
    }

    /// Ends the stroke under way, as it is.
    pub fn end_stroke(&mut self) {
        if let Some(mut hand) = self.hand.take() {
            hand.release(&mut self.draft);
        }
        self.drag = None;
    }

    /// Takes the stroke under way back. True if there was one.
    fn cancel_stroke(&mut self) -> bool {
        let dragged = self.drag.take().is_some();
        let Some(mut hand) = self.hand.take() else { return dragged };
        let changed = hand.cancel(&mut self.draft);
        self.note(changed);
        true
    }
}
