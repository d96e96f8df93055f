//! The current lesson, and the list of lessons.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use lesson::{Awaits, Lesson, LessonStep, Listed, Mark, Progress, foes_order};
use rules::engine::BattleStatus;
use rules::state::State;
use rules::{Command, Key, Ruleset};
use view::CameraRig;

use super::intent::{Go, Guide, Intent};

/// The lessons that the player can choose.
#[derive(Resource, Clone, Debug, Default)]
pub struct Lessons(pub Vec<Listed>);

/// The current lesson. Exists only while the battle on screen is that of a lesson; such a battle is
/// not saved.
#[derive(Resource, Clone, Debug)]
pub struct Learning {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// How far the player has come.
    pub progress: Progress,
    /// The earlier step that the player is reading again.
    pub(super) review: Option<usize>,
    /// True if the player has asked to continue.
    pub(super) next: bool,
    /// Number of events processed.
    pub(super) heard: usize,
    /// True if the player's side was asked a question when it was last observed.
    pub(super) asked: bool,
    /// Number of commands of the other sides tried in the current step.
    pub(super) foes: usize,
    /// Number of commands shown in the current step.
    pub(super) shown: usize,
    /// The view when the current step began.
    pub(super) view: Option<CameraRig>,
    /// True once the finished lesson has been recorded.
    pub(super) noted: bool,
}

impl Learning {
    /// A lesson at its beginning.
    pub(super) fn new(lesson: Arc<Lesson>) -> Self {
        Self {
            lesson,
            progress: Progress::default(),
            review: None,
            next: false,
            heard: 0,
            asked: false,
            foes: 0,
            shown: 0,
            view: None,
            noted: false,
        }
    }

    /// Clears what belongs to the previous step.
    pub(super) fn begin_step(&mut self) {
        (self.review, self.view) = (None, None);
        (self.foes, self.shown) = (0, 0);
    }

    /// Index of the step that the player is reading.
    pub(super) fn place(&self) -> usize {
        self.review.unwrap_or_else(|| self.progress.at())
    }

    /// True if only reading is left.
    pub(super) fn is_finished(&self) -> bool {
        let rest = self.lesson.steps.get(self.progress.at()..).unwrap_or_default();
        rest.iter().all(|step| step.until == Awaits::Next)
    }

    /// What the main button does after the battle: continue reading, go to the other lessons, or
    /// restart if the lesson was not finished.
    pub(super) fn after(&self) -> Intent {
        match (self.is_finished(), self.step()) {
            (true, Some(_)) => Intent::Guide(Guide::Next),
            (true, None) => Intent::Go(Go::Lessons),
            (false, _) => Intent::Go(Go::Rematch),
        }
    }

    /// The step that the player is reading; `None` after the last one.
    pub(super) fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.place())
    }

    /// The acts that the lesson marks in any of its steps.
    pub(super) fn acts(&self) -> Vec<Key> {
        let marks = self.lesson.steps.iter().filter_map(|step| step.mark.as_ref());
        marks
            .filter_map(|mark| if let Mark::Act(act) = mark { Some(Key::new(act)) } else { None })
            .collect()
    }

    /// The next command of a side other than the player's; `None` if the player decides.
    pub(super) fn foes_order(
        &mut self,
        rules: &dyn Ruleset,
        state: &State,
        rest: &BattleStatus,
    ) -> Option<Command> {
        let at = self.progress.at();
        foes_order(&self.lesson, rules, (state, rest), at, &mut self.foes)
    }
}
