//! What battles played by hand have in common: which are played, and what is told of them.

use std::io::Write;
use std::time::Instant;

use highground::registry::RulesetId;
use highground::rules::state::State;

/// Battles to their end under each ruleset: first the levels that take seconds, then those that take
/// minutes, which are ignored by default.
macro_rules! battles {
    ($($module:ident: $ruleset:ident: [$($short:ident),*], [$($long:ident),*];)+) => {$(
        mod $module {
            use super::{RulesetId, play_to_the_end};

            $(
                #[test]
                fn $short() {
                    play_to_the_end(RulesetId::$ruleset, stringify!($short));
                }
            )*

            $(
                #[test]
                #[ignore = "takes minutes"]
                fn $long() {
                    play_to_the_end(RulesetId::$ruleset, stringify!($long));
                }
            )*
        }
    )+};
}

pub(super) use battles;

/// The course of a battle played by hand.
pub(super) struct Course {
    ruleset: RulesetId,
    level: String,
    began: Instant,
    /// Commands advised.
    pub advised: usize,
    /// Commands that the player managed to give.
    pub followed: usize,
    /// What was advised in vain, and why.
    pub failed: Vec<String>,
}

impl Course {
    /// A battle that begins now.
    pub fn new(ruleset: RulesetId, level: &str) -> Self {
        let (level, began) = (level.to_owned(), Instant::now());
        Self { ruleset, level, began, advised: 0, followed: 0, failed: Vec::new() }
    }

    /// Tells how the battle went and requires that it is over, and that nearly everything advised
    /// could be done. `touches` counts what the player did: "214 keys".
    pub fn end(self, state: &State, touches: &str) {
        let Self { ruleset, level, began, advised, followed, failed } = self;
        let scene = &state.scene;
        let told = format!(
            "{ruleset:?}, {level}: {followed} of {advised} commands, {touches}, round {}, {} s",
            scene.clock.round,
            began.elapsed().as_secs(),
        );
        let Some(verdict) = &scene.verdict else {
            panic!("{told}; not over; not done:\n{}", failed.join("\n"));
        };
        let winner = verdict.winner.and_then(|side| scene.sides.get(usize::from(side.0)));
        let winner = winner.map_or("a draw", |side| side.name.as_str());
        let failed = failed.join("\n");
        let mut out = std::io::stdout();
        writeln!(out, "{told}: {winner}; {}\n{failed}", verdict.why).unwrap();
        assert!(followed * 10 >= advised * 9, "{told}; not done:\n{failed}");
    }
}
