//! Slow decisions of the computer: made on a separate thread, so that the window never waits for
//! them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::ecs::prelude::*;

use battle::Skill;
use battle::autoplay::Decider;
use grid::{SideId, UnitId};
use rules::state::State;
use rules::{Command, SharedRuleset};

/// True while the computer is thinking about a command.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking(pub bool);

/// A command being searched for.
pub(super) struct CommandSearch {
    /// Its side and level of play.
    pub whose: (SideId, Skill),
    state: Arc<State>,
    hurry: Arc<AtomicBool>,
    done: Receiver<(Box<dyn Decider>, Command)>,
}

/// Progress of a search.
pub(super) enum Progress {
    /// It continues.
    Open,
    /// This is the command; the decider is free again.
    Done(Box<dyn Decider>, Command),
    /// It ended without a command.
    Lost,
}

impl Drop for CommandSearch {
    fn drop(&mut self) {
        // Its result is no longer wanted.
        self.hurry();
    }
}

impl CommandSearch {
    /// Starts the search for a command of one of these combatants. `wake` is called at the end.
    pub fn begin(
        (whose, mut mind): ((SideId, Skill), Box<dyn Decider>),
        rules: &SharedRuleset,
        (state, units): (&Arc<State>, Vec<UnitId>),
        wake: impl FnOnce() + Send + 'static,
    ) -> Self {
        let hurry = Arc::new(AtomicBool::new(false));
        mind.hurried_by(Arc::clone(&hurry));
        let (send, done) = channel();
        let (rules, battle) = (Arc::clone(rules), Arc::clone(state));
        let think = move || {
            let command = mind.command(&*rules, &battle, &units);
            // Without a receiver the result is no longer wanted.
            let _ = send.send((mind, command));
            wake();
        };
        // Without a thread the search is lost at once, and its side decides while the window waits.
        let _ = thread::Builder::new().name("thinking".to_owned()).spawn(think);
        Self { whose, state: Arc::clone(state), hurry, done }
    }

    /// True if it is for this moment of the battle.
    pub fn is_about(&self, state: &Arc<State>) -> bool {
        Arc::ptr_eq(&self.state, state)
    }

    /// Ends it with the best command so far.
    pub fn hurry(&self) {
        self.hurry.store(true, Ordering::Relaxed);
    }

    /// Its progress.
    pub fn progress(&self) -> Progress {
        match self.done.try_recv() {
            Ok((mind, command)) => Progress::Done(mind, command),
            Err(TryRecvError::Empty) => Progress::Open,
            Err(TryRecvError::Disconnected) => Progress::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use grid::Board;
    use registry::RulesetId;
    use rules::Ruleset;
    use rules::state::Scene;

    /// Searches until it is hurried.
    #[derive(Default)]
    struct Slow(Arc<AtomicBool>);

    impl Decider for Slow {
        fn command(&mut self, _: &dyn Ruleset, _: &State, units: &[UnitId]) -> Command {
            while !self.0.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            Command::EndTurn { unit: units[0] }
        }

        fn hurried_by(&mut self, hurry: Arc<AtomicBool>) {
            self.0 = hurry;
        }
    }

    #[test]
    fn a_thought_goes_on_until_it_is_hurried() {
        let scene = Scene::new(Board::new(2, 2), Vec::new(), Vec::new());
        let state = Arc::new(State::new(scene, Vec::new(), 1));
        let rules = RulesetId::Precision.built_in();
        let (wake, woken) = channel();
        let thought = CommandSearch::begin(
            ((SideId(1), Skill::Veteran), Box::new(Slow::default())),
            &rules,
            (&state, vec![UnitId(3)]),
            move || wake.send(()).expect("the test waits"),
        );
        assert!(thought.is_about(&state) && !thought.is_about(&Arc::new(State::clone(&state))));
        assert!(matches!(thought.progress(), Progress::Open));
        thought.hurry();
        woken.recv().expect("it ends");
        let Progress::Done(_, command) = thought.progress() else { panic!("no command") };
        assert_eq!(command, Command::EndTurn { unit: UnitId(3) });
    }
}
