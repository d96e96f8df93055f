//! Expected results of plans, to explain decisions.

use grid::UnitId;
use rules::Command;
use rules::engine;
use rules::ruleset::Ruleset;
use rules::state::State;
use serde::{Deserialize, Serialize};

use super::luck::Luck;
use super::side_plan::SidePlan;
use super::view::View;

/// Number of plans kept to explain a decision.
pub const MAX_EXPLAINED: usize = 3;

/// Number of combatants covered by an act's promise.
pub(super) const MAX_EFFECTS: usize = 3;

/// A plan that was compared with others, and its expected result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promise {
    /// The command it begins with.
    pub command: Command,
    /// The act to follow it in the same turn.
    #[serde(default)]
    pub then: Option<Command>,
    /// Immediate effects of its act.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// The plan of the whole side.
    #[serde(default)]
    pub agreed: SidePlan,
    /// The expected later standing, if it was played out.
    #[serde(default)]
    pub outlook: Option<Outlook>,
    /// True if it readies an act that its side keeps to itself.
    #[serde(default)]
    pub secret: bool,
    /// What it replies, if it is the answer to a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<Reply>,
}

/// The answer to a question, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The combatant that was asked.
    pub unit: Option<UnitId>,
    /// The label of the answer.
    pub label: String,
}

/// Expected effect of an act on one combatant. Chances are in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The combatant.
    pub target: UnitId,
    /// The chance that it takes effect.
    pub chance: i32,
    /// Harm if it does, in points of life.
    pub harm: i32,
    /// The chance that it takes the combatant out of the fight.
    pub fells: i32,
    /// Healing if it takes effect, in the same points.
    pub mends: i32,
}

/// The standing of a side after a plan was played out, averaged over all samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outlook {
    /// The change for the side's own combatants and goals, in thousandths of a life.
    pub own: i64,
    /// The change for the other sides.
    pub theirs: i64,
    /// The chance that the other sides have fewer units in the fight, in thousandths.
    pub fells: i32,
    /// The same chance for the own side.
    pub falls: i32,
}

impl Promise {
    /// A promise about which nothing is known yet but its command.
    pub const fn beginning_with(command: Command) -> Self {
        Self {
            command,
            then: None,
            effects: Vec::new(),
            agreed: SidePlan { focus: None, awaits: false },
            outlook: None,
            secret: false,
            reply: None,
        }
    }

    /// What a combatant's command promises in a battle that contains only what its side knows.
    pub(super) fn of(
        rules: &dyn Ruleset,
        known: &State,
        unit: UnitId,
        (command, then): (&Command, Option<&Command>),
    ) -> Self {
        let mut promise = Self { then: then.cloned(), ..Self::beginning_with(command.clone()) };
        // An act that follows a move is estimated from where the move ends.
        let moved = then.and_then(|_| {
            let mut state = known.clone();
            let done = engine::submit(rules, &mut state, command, &mut Luck::of(0, 0));
            done.ok().map(|_| state)
        });
        let act = then.unwrap_or(command);
        engine::with_ctx(rules, moved.as_ref().unwrap_or(known), |ctx| {
            if let Some(view) = View::new(rules, ctx, unit) {
                promise.look_at(&view, act);
            }
        });
        promise
    }

    /// Adds the immediate effects of its act.
    fn look_at(&mut self, view: &View<'_>, act: &Command) {
        let Command::Act { act: name, choice, .. } = act else { return };
        let summary = view.summaries.iter().find(|m| m.act == *name && m.choice == *choice);
        let summary = summary.or_else(|| view.summaries.iter().find(|m| m.act == *name));
        let Some(summary) = summary else { return };
        self.secret = summary.cue.is_some();
        let outcomes = view.estimate(view.ctx, &[act]).into_iter().next().unwrap_or_default();
        let effects = outcomes.into_iter().filter_map(|outcome| {
            let left = view.other(outcome.target)?.life.left;
            let all = if outcome.harm >= left.max(1) { 1000 } else { 0 };
            let share = i64::from(outcome.fells.unwrap_or(all).clamp(0, 1000));
            let chance = outcome.chance.clamp(0, 1000);
            let fells = i32::try_from(share * i64::from(chance) / 1000).unwrap_or(0);
            let (target, harm, mends) = (outcome.target, outcome.harm, outcome.mends);
            (harm > 0 || mends > 0).then_some(Effect { target, chance, harm, fells, mends })
        });
        self.effects = effects.take(MAX_EFFECTS).collect();
    }
}
