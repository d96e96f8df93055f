//! Attacks that a unit could make on another right now, with
//! their chances. Uses the code that resolves attacks.

use grid::UnitId;
use rules::estimate::{self, ActOutcome, ActSummary};
use rules::ruleset::{Aim, Ctx, Ruleset};
use rules::{Command, Key, Target};

use super::names::Names;

/// An attack by a unit on another unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOption {
    /// Display name.
    pub name: String,
    /// Chance to take effect, in thousandths.
    pub chance: i32,
    /// Points lost from the main track if it takes effect.
    pub harm: i32,
}

/// How dangerous an attack is: expected harm, in thousandths of a point.
pub(super) fn danger(blow: Option<&AttackOption>) -> i64 {
    blow.map_or(0, |blow| i64::from(blow.chance) * i64::from(blow.harm.max(0)))
}

/// The attacks of a unit.
pub(super) fn blows_of(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
    let means = rules.enemy_act_summaries(ctx, unit);
    let mut means = means.unwrap_or_else(|| estimate::summaries_by_offers(rules, ctx, unit));
    means.retain(|m| {
        let plain = m.choice.as_str().is_empty() && !m.is_variant && m.cue.is_none() && !m.tows;
        m.against_foes && m.aim == Aim::Unit && plain
    });
    means
}

/// Keeps the attacks that would harm or hinder the target from any position.
pub(super) fn harmful(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    (unit, target): (UnitId, UnitId),
    mut options: Vec<ActSummary>,
) -> Vec<ActSummary> {
    let commands: Vec<Command> = options.iter().map(|means| aimed(unit, means, target)).collect();
    let mut expected_outcomes = weighed(rules, ctx, target, &commands).into_iter();
    // An attack without an estimate may do anything: keep it.
    let harms = |p: ActOutcome| p.harm > 0 || p.hinders > 0;
    options.retain(|_| expected_outcomes.next().flatten().is_none_or(harms));
    options
}

/// The attack with the highest expected harm among those that the rules allow, if any. Ties go to
/// the first.
pub(super) fn best(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: UnitId,
    target: UnitId,
    squares: u32,
    options: &[ActSummary],
    names: &Names,
) -> Option<AttackOption> {
    let commands: Vec<Command> = options
        .iter()
        // Some rules ignore height when they measure an attack's range.
        .filter(|means| u32::from(means.span) + 1 >= squares)
        .map(|means| aimed(unit, means, target))
        .filter(|command| rules.check(ctx, command).is_ok())
        .collect();
    let blow = |(command, expected): (&Command, Option<ActOutcome>)| {
        let (Command::Act { act, .. }, expected) = (command, expected?) else { return None };
        Some(AttackOption {
            name: names.content(act),
            chance: expected.chance,
            harm: expected.harm,
        })
    };
    let weighed = weighed(rules, ctx, target, &commands);
    let options = commands.iter().zip(weighed).filter_map(blow);
    options.fold(None, |best: Option<AttackOption>, next| match best {
        Some(best) if danger(Some(&best)) >= danger(Some(&next)) => Some(best),
        _ => Some(next),
    })
}

/// An attack on a target, as a command.
fn aimed(unit: UnitId, means: &ActSummary, target: UnitId) -> Command {
    Command::Act {
        unit,
        act: means.act.clone(),
        targets: vec![Target::Unit(target)],
        choice: Key::default(),
        with: means.with.clone(),
    }
}

/// Estimates each command's outcome for the target. `None` where it has no effect on it.
pub(super) fn weighed(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    target: UnitId,
    commands: &[Command],
) -> Vec<Option<ActOutcome>> {
    let asked: Vec<&Command> = commands.iter().collect();
    let by_odds = |command: &&Command| estimate::estimate_by_odds(rules, ctx.state, command);
    let weighed = rules.estimate(ctx, &asked);
    let weighed = weighed.unwrap_or_else(|| asked.iter().map(by_odds).collect());
    let about = |expected_outcomes: Vec<ActOutcome>| {
        expected_outcomes.into_iter().find(|p| p.target == target)
    };
    weighed.into_iter().map(about).collect()
}

/// Formats thousandths as a rounded percentage. Shows 0 % or 100 % only for exact values.
pub(super) fn per_mille(chance: i32) -> String {
    match chance.clamp(0, 1000) {
        0 => "0 %".to_owned(),
        1000 => "100 %".to_owned(),
        1..=4 => "under 1 %".to_owned(),
        996.. => "over 99 %".to_owned(),
        n => format!("{} %", (n + 5) / 10),
    }
}
