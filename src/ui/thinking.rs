//! Decisions of the computer: made on a separate thread, so that the window never waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::ecs::prelude::*;

use battle::autoplay::{self, Decider};
use battle::{Decision, Question, Skill};
use grid::SideId;
use rules::SharedRuleset;
use rules::state::State;

/// True while the computer is thinking about a decision.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking(pub bool);

/// A decision being made.
pub(super) struct Thought {
    /// Its side and level of play.
    pub whose: (SideId, Skill),
    state: Arc<State>,
    hurry: Arc<AtomicBool>,
    done: Receiver<(Box<dyn Decider>, Decision)>,
}

/// Progress of a thought.
pub(super) enum Progress {
    /// It continues.
    Open,
    /// This is the decision; the decider is free again.
    Done(Box<dyn Decider>, Box<Decision>),
    /// It ended without a decision.
    Lost,
}

impl Drop for Thought {
    fn drop(&mut self) {
        // Its result is no longer wanted.
        self.hurry();
    }
}

impl Thought {
    /// Begins to think about what a side is asked. `wake` is called at the end.
    pub fn begin(
        (whose, mut mind): ((SideId, Skill), Box<dyn Decider>),
        rules: &SharedRuleset,
        (state, question): (&Arc<State>, Question),
        wake: impl FnOnce() + Send + 'static,
    ) -> Self {
        let hurry = Arc::new(AtomicBool::new(false));
        mind.hurried_by(Arc::clone(&hurry));
        let (send, done) = channel();
        let (rules, battle) = (Arc::clone(rules), Arc::clone(state));
        let think = move || {
            let decision = autoplay::decide(&mut *mind, &*rules, &battle, &question);
            // Without a receiver the result is no longer wanted.
            let _ = send.send((mind, decision));
            wake();
        };
        // Without a thread the thought is lost at once, and its side decides while the window waits.
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
            Ok((mind, decision)) => Progress::Done(mind, Box::new(decision)),
            Err(TryRecvError::Empty) => Progress::Open,
            Err(TryRecvError::Disconnected) => Progress::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use grid::{Board, UnitId};
    use registry::RulesetId;
    use rules::state::Scene;
    use rules::{Command, Ruleset};

    /// Thinks until it is hurried.
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
        let thought = Thought::begin(
            ((SideId(1), Skill::Veteran), Box::new(Slow::default())),
            &rules,
            (&state, Question::Command(vec![UnitId(3)])),
            move || wake.send(()).expect("the test waits"),
        );
        assert!(thought.is_about(&state) && !thought.is_about(&Arc::new(State::clone(&state))));
        assert!(matches!(thought.progress(), Progress::Open));
        thought.hurry();
        woken.recv().expect("it ends");
        let Progress::Done(_, decision) = thought.progress() else { panic!("no decision") };
        assert_eq!(*decision, Decision::plain(Command::EndTurn { unit: UnitId(3) }));
    }
}
