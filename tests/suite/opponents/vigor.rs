//! What the opponent gains under *vigor* by each of its means: it plays against one that never uses it,
//! on three levels, each battle once for each side.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use highground::battle::Setup;
use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_headless};
use highground::battle::setup::Choices;
use highground::grid::{SideId, UnitId};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::state::State;
use highground::rules::{Command, Key, Ruleset, SharedRuleset, engine};
use rayon::prelude::*;

/// The number of seeds for each level and, after a space, the first letters of the one means to play
/// for; by default 17 seeds, and all of them.
const VARIABLE: &str = "HIGHGROUND_OPPONENT";

/// Maximum number of rounds in a battle.
const ROUNDS: u32 = 30;

/// Levels in `tests/arenas` that are the same for both sides.
const LEVELS: [&str; 3] = ["field", "yard", "passage"];

/// A means of the opponent, and how an opponent comes not to use it.
struct Means {
    name: &'static str,
    /// House rules under which it thinks; it plays by the usual ones.
    thinks: &'static [(&'static str, &'static str)],
    /// Questions to which it says no.
    declines: &'static [&'static str],
    /// It only ever dodges.
    dodges: bool,
    /// It answers as the rules propose, and works out no odds of answers.
    proposed: bool,
}

const NONE: Means = Means { name: "", thinks: &[], declines: &[], dodges: false, proposed: false };

const ALL: [Means; 9] = [
    Means { name: "Dodge, Deflect, Block", declines: &["dodge"], ..NONE },
    Means { name: "Deflect, Block", dodges: true, ..NONE },
    Means { name: "Odds of answers", proposed: true, ..NONE },
    Means { name: "Guardian", declines: &["guardian"], ..NONE },
    Means { name: "Openings", declines: &["opening"], ..NONE },
    Means { name: "Chances", thinks: &[("chances", "Off")], ..NONE },
    Means { name: "Ready", thinks: &[("ready_vigor", "99")], declines: &["ready"], ..NONE },
    Means {
        name: "Acts of several actions",
        thinks: &[
            ("spells/flame_lance/mana", "99"),
            ("spells/epic_lance/mana", "99"),
            ("spells/great_storm/mana", "99"),
            ("spells/slumber/mana", "99"),
            ("spells/titan_skin/mana", "99"),
            ("spells/close_wounds/mana", "99"),
            ("techniques/whirl/vigor", "99"),
            ("techniques/pinning_shot/vigor", "99"),
        ],
        ..NONE
    },
    Means {
        name: "Together",
        thinks: &[
            ("chances", "Off"),
            ("ready_vigor", "99"),
            ("spells/flame_lance/mana", "99"),
            ("spells/epic_lance/mana", "99"),
            ("spells/great_storm/mana", "99"),
            ("spells/slumber/mana", "99"),
            ("spells/titan_skin/mana", "99"),
            ("spells/close_wounds/mana", "99"),
            ("techniques/whirl/vigor", "99"),
            ("techniques/pinning_shot/vigor", "99"),
        ],
        declines: &["dodge", "guardian", "opening", "ready"],
        ..NONE
    },
];

/// An opponent without one of its means.
struct Lesser {
    ai: SimpleAi,
    means: &'static Means,
    rules: SharedRuleset,
}

impl Lesser {
    fn new(means: &'static Means) -> Self {
        let text = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let changes: BTreeMap<String, String> = means.thinks.iter().map(text).collect();
        let rules = RulesetId::Vigor.built_in_with(&changes).unwrap();
        Self { ai: SimpleAi::new(), means, rules }
    }
}

fn choice(prompt: &Prompt, id: &str) -> Option<Answer> {
    let at = prompt.choices.iter().position(|choice| choice.id == *id)?;
    u16::try_from(at).ok().map(Answer)
}

impl Decider for Lesser {
    fn command(&mut self, _: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        self.ai.choose(&*self.rules, state, units.first().copied().unwrap_or_default())
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        let no = choice(prompt, "no");
        if let Some(no) = no.filter(|_| self.means.declines.contains(&prompt.about.as_str())) {
            return no;
        }
        if self.means.proposed {
            return engine::policy_answer(rules, state, prompt);
        }
        let answer = self.ai.answer(rules, state, prompt);
        if self.means.dodges && prompt.about == *"dodge" && Some(answer) != no {
            return choice(prompt, "yes").unwrap_or(answer);
        }
        answer
    }
}

/// Battles won by the full opponent, lost by it, and without a winner.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    won: u32,
    lost: u32,
    drawn: u32,
}

impl Tally {
    fn add(self, other: Self) -> Self {
        let Self { won, lost, drawn } = other;
        Self { won: self.won + won, lost: self.lost + lost, drawn: self.drawn + drawn }
    }
}

/// One battle in which the full opponent has this side.
fn battle(level: &Level, means: &'static Means, (seed, full): (u64, u8)) -> Tally {
    let choices = Choices { seed, ..Choices::default() };
    let rules = RulesetId::Vigor.built_in();
    let setup = Setup::from_level(level, Key::new("vigor"), rules, choices).unwrap();
    let decider = |side: u8| -> Box<dyn Decider> {
        if side == full { Box::new(SimpleAi::new()) } else { Box::new(Lesser::new(means)) }
    };
    let mut deciders: Vec<_> = (0..2).map(decider).collect();
    let report = run_headless(setup, &mut deciders, ROUNDS).unwrap();
    match report.verdict.winner {
        Some(side) if side == SideId(full) => Tally { won: 1, ..Tally::default() },
        Some(_) => Tally { lost: 1, ..Tally::default() },
        None => Tally { drawn: 1, ..Tally::default() },
    }
}

fn tally(level: &str, means: &'static Means, seeds: u64) -> Tally {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arenas");
    let level = Level::load(&folder.join(format!("{level}.ron"))).unwrap();
    let battles: Vec<(u64, u8)> = (1..=seeds).flat_map(|seed| [(seed, 0), (seed, 1)]).collect();
    let all = battles.into_par_iter().map(|battle_of| battle(&level, means, battle_of));
    all.reduce(Tally::default, Tally::add)
}

/// The numbers of seeds and the means to play for.
fn wish() -> (u64, Option<String>) {
    let wish = std::env::var(VARIABLE).unwrap_or_default();
    let (seeds, name) = wish.split_once(' ').unwrap_or((&wish, ""));
    (seeds.parse().unwrap_or(17), Some(name.to_owned()).filter(|name| !name.is_empty()))
}

/// None of its means makes the opponent lose more battles than chance would.
#[test]
#[ignore = "hundreds of battles"]
fn no_means_of_the_opponent_loses_battles() {
    let (seeds, name) = wish();
    let chosen = |means: &&Means| name.as_ref().is_none_or(|name| means.name.starts_with(name));
    for means in ALL.iter().filter(chosen) {
        let mut sum = Tally::default();
        for level in LEVELS {
            let here = tally(level, means, seeds);
            let Tally { won, lost, drawn } = here;
            let text = format!("{}, {level}: {won} won, {lost} lost, {drawn} drawn", means.name);
            writeln!(std::io::stdout(), "{text}").unwrap();
            sum = sum.add(here);
        }
        // Twice the standard deviation of as many throws of a coin is left to chance.
        let decided = f64::from(sum.won + sum.lost);
        let behind = f64::from(sum.lost) - f64::from(sum.won);
        assert!(behind <= 2.0 * decided.sqrt(), "{}: {sum:?}", means.name);
    }
}
