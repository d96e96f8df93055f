//! What somebody could do to somebody else at once: attacks with their chances, from the code that
//! resolves.

use crate::grid::UnitId;
use crate::rules::ruleset::{Aim, Ctx, Ruleset};
use crate::rules::weigh::{self, ActOutcome, ActSummary};
use crate::rules::{Command, Key, Target};

use super::names::Names;

/// An attack that one could make on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOption {
    /// Its name.
    pub name: String,
    /// The chance that it takes effect, in thousandths.
    pub chance: i32,
    /// What it takes from the main track if it does, points.
    pub harm: i32,
}

/// How dangerous an attack is: what it takes on average, in thousandths of a point.
pub(super) fn danger(blow: Option<&AttackOption>) -> i64 {
    blow.map_or(0, |blow| i64::from(blow.chance) * i64::from(blow.harm.max(0)))
}

/// The attacks that somebody has.
pub(super) fn blows_of(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
    let means = rules.means_of_foe(ctx, unit);
    let mut means = means.unwrap_or_else(|| weigh::means_by_offers(rules, ctx, unit));
    means.retain(|m| {
        let plain = m.choice.as_str().is_empty() && m.cue.is_none() && !m.tows;
        m.against_foes && m.aim == Aim::Unit && plain
    });
    means
}

/// Those of these attacks that would do somebody any harm or put it at a disadvantage, from wherever
/// it may be.
pub(super) fn harmful(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    (unit, target): (UnitId, UnitId),
    mut blows: Vec<ActSummary>,
) -> Vec<ActSummary> {
    let commands: Vec<Command> = blows.iter().map(|means| aimed(unit, means, target)).collect();
    let mut prospects = weighed(rules, ctx, target, &commands).into_iter();
    // What is not weighed may be anything.
    let harms = |p: ActOutcome| p.harm > 0 || p.hinders > 0;
    blows.retain(|_| prospects.next().flatten().is_none_or(harms));
    blows
}

/// The best of these attacks on somebody that the rules allow, if any: the one that takes most on
/// average, of those alike the usual one.
pub(super) fn best(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: UnitId,
    target: UnitId,
    squares: u32,
    blows: &[ActSummary],
    names: &Names,
) -> Option<AttackOption> {
    let commands: Vec<Command> = blows
        .iter()
        // How far a blow goes is counted without heights by some rules.
        .filter(|means| u32::from(means.span) + 1 >= squares)
        .map(|means| aimed(unit, means, target))
        .filter(|command| rules.check(ctx, command).is_ok())
        .collect();
    let blow = |(command, prospect): (&Command, Option<ActOutcome>)| {
        let (Command::Act { act, .. }, prospect) = (command, prospect?) else { return None };
        Some(AttackOption {
            name: names.content(act),
            chance: prospect.chance,
            harm: prospect.harm,
        })
    };
    let weighed = weighed(rules, ctx, target, &commands);
    let blows = commands.iter().zip(weighed).filter_map(blow);
    blows.fold(None, |best: Option<AttackOption>, next| match best {
        Some(best) if danger(Some(&best)) >= danger(Some(&next)) => Some(best),
        _ => Some(next),
    })
}

/// An attack on somebody as a command.
fn aimed(unit: UnitId, means: &ActSummary, target: UnitId) -> Command {
    Command::Act {
        unit,
        act: means.act.clone(),
        targets: vec![Target::Unit(target)],
        choice: Key::default(),
        with: Default::default(),
    }
}

/// What commands would do to somebody, as far as they do anything to it.
pub(super) fn weighed(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    target: UnitId,
    commands: &[Command],
) -> Vec<Option<ActOutcome>> {
    let asked: Vec<&Command> = commands.iter().collect();
    let by_odds = |command: &&Command| weigh::weigh_by_odds(rules, ctx.state, command);
    let weighed = rules.weigh(ctx, &asked);
    let weighed = weighed.unwrap_or_else(|| asked.iter().map(by_odds).collect());
    let about = |prospects: Vec<ActOutcome>| prospects.into_iter().find(|p| p.target == target);
    weighed.into_iter().map(about).collect()
}

/// Thousandths as a chance in words, rounded, but never to 0 or 100 when it is not exactly that.
pub(super) fn per_mille(chance: i32) -> String {
    match chance.clamp(0, 1000) {
        0 => "0 %".to_owned(),
        1000 => "100 %".to_owned(),
        1..=4 => "under 1 %".to_owned(),
        996.. => "over 99 %".to_owned(),
        n => format!("{} %", (n + 5) / 10),
    }
}
