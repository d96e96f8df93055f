//! The lesson that is played, and the list of lessons.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use lesson::{Awaits, Lesson, LessonStep, Listed, Progress, foes_order};
use rules::engine::BattleStatus;
use rules::state::State;
use rules::{Command, Ruleset};
use view::CameraRig;

use super::intent::{Guide, Intent};

/// The lessons that the player can choose.
#[derive(Resource, Clone, Debug, Default)]
pub struct Lessons(pub Vec<Listed>);

/// The lesson that is played. Exists as long as the battle on screen is that of a lesson; such a
/// battle is not saved.
#[derive(Resource, Clone, Debug)]
pub struct Learning {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// How far the player has come.
    pub progress: Progress,
    /// The earlier step that the player reads again.
    pub(super) review: Option<usize>,
    /// True if the player has asked to go on.
    pub(super) next: bool,
    /// Number of events taken in.
    pub(super) heard: usize,
    /// True if the player's side was asked a question when it was last observed.
    pub(super) asked: bool,
    /// Number of commands of the other sides that were tried in the current step.
    pub(super) foes: usize,
    /// Number of commands that were shown in the current step.
    pub(super) shown: usize,
    /// The view when the current step began.
    pub(super) view: Option<CameraRig>,
    /// True if it is noted that the lesson is finished.
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

    /// Forgets what belongs to the step before.
    pub(super) fn begin_step(&mut self) {
        (self.review, self.view) = (None, None);
        (self.foes, self.shown) = (0, 0);
    }

    /// Index of the step that the player reads.
    pub(super) fn place(&self) -> usize {
        self.review.unwrap_or_else(|| self.progress.at())
    }

    /// True if nothing is left to do, only to read.
    pub(super) fn is_finished(&self) -> bool {
        let rest = self.lesson.steps.get(self.progress.at()..).unwrap_or_default();
        rest.iter().all(|step| step.until == Awaits::Next)
    }

    /// What the main button does after the battle: reads on, leads to the other lessons, or begins
    /// again if the lesson was not finished.
    pub(super) fn after(&self) -> Intent {
        match (self.is_finished(), self.step()) {
            (true, Some(_)) => Intent::Guide(Guide::Next),
            (true, None) => Intent::Lessons,
            (false, _) => Intent::Rematch,
        }
    }

    /// The step that the player reads; `None` after the last one.
    pub(super) fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.place())
    }

    /// What another side than the player's does now; `None` if the player decides.
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
