//! The player's progress in a lesson, and the commands of the other sides.

use std::collections::BTreeMap;

use rules::engine::{self, BattleStatus};
use rules::prompt::Answer;
use rules::state::State;
use rules::{Command, Ruleset};
use scenario::{Do, View, command_of};

use super::Lesson;
use super::awaits::Seen;

/// The player's progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of events in the battle when each step began, from the second one on.
    begun: Vec<usize>,
}

impl Progress {
    /// Index of the current step; the number of steps if all are done.
    pub fn at(&self) -> usize {
        self.begun.len()
    }

    /// True if all steps are done.
    pub fn is_done(&self, lesson: &Lesson) -> bool {
        self.at() >= lesson.steps.len()
    }

    /// Processes an observation. `events` is the current number of events in the battle. Each event
    /// and window action counts for one step only; a state of the battle may meet several steps at
    /// once. Returns true if another step is current.
    pub fn take(&mut self, lesson: &Lesson, seen: &Seen<'_>, events: usize) -> bool {
        let before = self.at();
        let mut seen = *seen;
        while let Some(step) = lesson.steps.get(self.at())
            && step.until.is_met(&lesson.names, lesson.side, &seen)
        {
            self.begun.push(events);
            seen = Seen { news: &[], glances: &[], ..seen };
        }
        self.at() != before
    }

    /// Goes back after commands were undone: to the step that was current when the battle had this
    /// number of events. Returns true if another step is current.
    pub fn rewind(&mut self, events: usize) -> bool {
        let before = self.at();
        self.begun.retain(|begun| *begun <= events);
        self.at() != before
    }
}

/// The next command of a side other than the player's; `None` if the player's side decides. `used`
/// counts the commands of the current step that were already tried.
pub fn foes_order(
    lesson: &Lesson,
    rules: &dyn Ruleset,
    (state, rest): (&State, &BattleStatus),
    at: usize,
    used: &mut usize,
) -> Option<Command> {
    let foes = lesson.steps.get(at).map(|step| step.foes.as_slice()).unwrap_or_default();
    let view = View { rules, state, names: &lesson.names };
    match rest {
        BattleStatus::Asked(prompt) if prompt.side != lesson.side => {
            let stated = foes.get(*used).filter(|wanted| matches!(wanted, Do::Answer(_)));
            let stated = stated.and_then(|wanted| command_of(view, wanted, &BTreeMap::new()).ok());
            *used += usize::from(stated.is_some());
            let usual = || engine::policy_answer(rules, state, prompt);
            Some(stated.unwrap_or_else(|| Command::Answer(Answer(usual().0))))
        }
        BattleStatus::Await(units) => {
            let first = *units.first()?;
            if state.commander(first) == Some(lesson.side) {
                return None;
            }
            while let Some(wanted) = foes.get(*used) {
                *used += 1;
                let command = command_of(view, wanted, &BTreeMap::new()).ok();
                let command = command.filter(|command| {
                    let own = command.unit().is_some_and(|unit| units.contains(&unit));
                    own && engine::check(rules, state, command).is_ok()
                });
                if command.is_some() {
                    return command;
                }
            }
            Some(Command::EndTurn { unit: first })
        }
        BattleStatus::Asked(_)
        | BattleStatus::Dice(_)
        | BattleStatus::Over(_)
        | BattleStatus::Idle => None,
    }
}
