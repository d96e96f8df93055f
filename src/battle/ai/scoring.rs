//! Values of act outcomes, in thousandths of a combatant's life.

use grid::SideId;
use rules::estimate::{ActOutcome, ActSummary};
use rules::prompt::Answer;
use rules::state::State;
use rules::{Command, Ruleset, odds};

use super::drag;
use super::tuning::Tuning;
use super::view::{Other, View, squares};

/// Maximum number of foes that count.
const MAX_FOES: usize = 3;
/// Help given while all foes are further away than this is wasted, in squares.
const CLOSE: u32 = 9;

/// The minimum value at which an act is worth doing. An attack that costs nothing is better than
/// none, and in an endless battle any attack is.
pub fn min_worthwhile(view: &View<'_>, summary: &ActSummary) -> i64 {
    let cheap = summary.cost == 0 || view.behind >= drag::OVERDUE;
    if summary.against_foes && cheap && !summary.throws { 1 } else { view.tuning.acts.least }
}

/// The value of an act's outcomes, minus its cost.
pub fn act_value(view: &View<'_>, summary: &ActSummary, expected_outcomes: &[ActOutcome]) -> i64 {
    let of_one = |expected: &ActOutcome| {
        // What only helps later wears off; a summoned helper ends a battle sooner.
        let adds = drag::wearing_off(expected.adds.into(), view.behind);
        let adds = i32::try_from(adds).unwrap_or(expected.adds);
        match summary.brings {
            true => outcome_value(view, expected),
            false => outcome_value(view, &ActOutcome { adds, ..*expected }),
        }
    };
    let sum: i64 = expected_outcomes.iter().map(of_one).sum();
    // The remaining third stands for what else the turn could have brought.
    let sum = if summary.whole_turn { sum * 2 / 3 } else { sum };
    sum - act_cost(view, summary)
}

/// The cost of what is spent: a share of the value of a full pool, and the value of a weapon.
pub fn act_cost(view: &View<'_>, summary: &ActSummary) -> i64 {
    let most = view.me.pools.0.iter().map(|m| m.max).max().unwrap_or(0).max(1);
    let acts = &view.tuning.acts;
    let thrown = if summary.throws { acts.thrown } else { 0 };
    acts.pool * i64::from(summary.cost) / i64::from(most) + thrown
}

/// The value to the acting unit of an act's outcome for one target.
pub fn outcome_value(view: &View<'_>, expected: &ActOutcome) -> i64 {
    let Some(target) = view.other(expected.target) else { return 0 };
    let exact = i64::from(expected.chance);
    let step = if view.habits.coarse { view.tuning.recruit.blur.max(1) } else { 1 };
    let chance = (exact + step / 2) / step * step;
    let (loss, gain) = (loss(view, target, expected), gain(view, target, expected));
    let good = if target.foe { loss - gain } else { gain - loss * 13 / 10 };
    good * chance / 1000
}

/// What an effect costs its target.
pub fn loss(view: &View<'_>, target: &Other, expected: &ActOutcome) -> i64 {
    let acts = &view.tuning.acts;
    let (life, health) = (i64::from(target.life.full), i64::from(target.life.left));
    let harm = i64::from(expected.harm);
    let mut loss = 0;
    if harm > 0 {
        // The weaker the target, the more each further point counts.
        let share = harm.min(health.max(1)) * 1000 / life;
        let weakness = 1000 + 500 * (life - health).clamp(0, life) / life;
        loss += share * weakness / 1000;
        let judged = if harm >= health { 1000 } else { 0 };
        let fells = expected.fells.map_or(judged, |share| i64::from(share).clamp(0, 1000));
        loss += acts.felled * fells / 1000;
    }
    loss += drag::wearing_off(i64::from(expected.hinders) * acts.hindered, view.behind);
    if !target.active {
        // A helpless unit is no danger, but in an endless battle it may lie in the way.
        loss /= if view.behind >= drag::HOPELESS { 2 } else { 10 };
    }
    if target.wanted {
        loss += loss * acts.wanted / 1000;
    }
    loss
}

/// The value of an effect to its target.
fn gain(view: &View<'_>, target: &Other, expected: &ActOutcome) -> i64 {
    let acts = &view.tuning.acts;
    let (life, health) = (i64::from(target.life.full), i64::from(target.life.left));
    let mends = i64::from(expected.mends);
    let mut gain = 0;
    if mends > 0 {
        let share = mends * 1000 / life;
        let urgent = 2 * health < life;
        let patience = if target.active { drag::OVERDUE } else { drag::HOPELESS };
        let lasts = view.behind < patience;
        gain += match urgent {
            true if lasts => share * 13 / 10,
            true => 0,
            false => drag::wearing_off(share * 8 / 10, view.behind),
        };
        if !target.active && lasts && health + mends > 0 {
            gain += acts.revived;
        }
    }
    let beside = view.foes().filter(|foe| squares(foe.room, target.room) <= 1).count();
    let foes = i64::try_from(beside.clamp(1, MAX_FOES)).unwrap_or(1);
    let help = match target.active {
        true => drag::wearing_off(i64::from(expected.helps) * acts.helped * foes, view.behind),
        false => i64::from(expected.helps) * acts.rescued,
    };
    let help = help + i64::from(expected.adds) * acts.joined / 1000;
    if help != 0 && (view.nearest_foe(target.room) <= CLOSE || !target.active) {
        gain += help;
    }
    if target.wanted && !target.foe {
        gain += gain * acts.wanted / 1000;
    }
    gain
}

/// An answer's cost to a side's foes minus its cost to the side's friends, averaged over its
/// outcomes, in thousandths of lives. Follows at most about `runs` steps. `None` if its odds are
/// unavailable.
pub fn answer_value(
    rules: &dyn Ruleset,
    state: &State,
    (side, answer): (SideId, Answer),
    (runs, tuning): (usize, &Tuning),
) -> Option<i64> {
    let courses = odds::sample(rules, state, &Command::Answer(answer), runs).ok()?;
    let lost = |after: &State| -> i64 {
        let each = state.units.iter().filter_map(|before| {
            let now = after.unit(before.id())?;
            let (had, has) = (rules.life(before), rules.life(now));
            let fell = before.is_active() && !now.is_active();
            let fell = if fell { tuning.acts.felled } else { 0 };
            let lost = i64::from(had.left) - i64::from(has.left);
            let loss = lost * 1000 / i64::from(had.full) + fell;
            Some(if before.side() == side { -loss } else { loss })
        });
        each.sum()
    };
    let share = |course: &odds::Course<()>| course.chance.thousandths();
    Some(courses.iter().map(|course| share(course) * lost(&course.state) / 1000).sum())
}
