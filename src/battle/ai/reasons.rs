//! Why the usual opponent gave a command: what that promises, and its alternatives from where the
//! unit stands.

use std::sync::Arc;

use grid::UnitId;
use rules::command::Target;
use rules::engine;
use rules::ruleset::Ruleset;
use rules::state::State;
use rules::{Command, Key, odds};

use super::acts;
use super::promise::{MAX_EXPLAINED, Promise};
use super::view::View;
use super::{SimpleAi, Turn};

impl SimpleAi {
    /// What a command or answer just given in that battle promises, and the best alternatives at
    /// hand.
    pub fn reasons(&self, rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<Promise> {
        if let Command::Answer(answer) = command {
            return self.reasons_to_answer(rules, state, *answer);
        }
        let Some(unit) = command.unit() else { return Vec::new() };
        let Some(side) = state.unit(unit).map(|me| me.side()) else { return Vec::new() };
        let known = odds::as_known_by(rules, state, side);
        let then = self.turn.meant_after(unit, command);
        let first = Promise::of(rules, &known, unit, (command, then));
        let acts: Vec<&Command> = std::iter::once(command).chain(then).collect();
        let others = self.others_at_hand(rules, &known, unit, &acts);
        let others = others.iter().map(|other| Promise::of(rules, &known, unit, (other, None)));
        std::iter::once(first).chain(others).collect()
    }

    /// The best acts from here that differ from those chosen, and from each other, in act or
    /// target.
    fn others_at_hand(
        &self,
        rules: &dyn Ruleset,
        known: &State,
        unit: UnitId,
        chosen: &[&Command],
    ) -> Vec<Command> {
        engine::with_ctx(rules, known, |ctx| {
            let Some(mut view) = View::new(rules, ctx, unit) else { return Vec::new() };
            view.habits = self.habits;
            view.tuning = Arc::clone(&self.tuning);
            view.summaries.retain(|summary| !self.banned.contains(&summary.act));
            let mut kinds: Vec<Kind> = chosen.iter().filter_map(|command| kind(command)).collect();
            let mut others = Vec::new();
            for idea in acts::ideas(&view, 0) {
                let Some(kind) = kind(&idea.command) else { continue };
                if others.len() + 1 >= MAX_EXPLAINED {
                    break;
                }
                if !kinds.contains(&kind) && view.allows(&idea.command) {
                    kinds.push(kind);
                    others.push(idea.command);
                }
            }
            others
        })
    }
}

/// An act and its first target.
type Kind = (Key, Option<Target>);

fn kind(command: &Command) -> Option<Kind> {
    match command {
        Command::Act { act, targets, .. } => Some((act.clone(), targets.first().copied())),
        _ => None,
    }
}

impl Turn {
    /// The act that a combatant meant to use after a move.
    fn meant_after(&self, unit: UnitId, command: &Command) -> Option<&Command> {
        let moves = matches!(command, Command::Move { .. }) && self.unit == unit;
        self.intent.as_ref().filter(|_| moves)
    }
}
