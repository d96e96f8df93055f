//! Paying with actions; acts that need more actions than are left continue in later turns (VG-32 to
//! VG-35); acts in progress that are lost (VG-57, VG-157).

use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Undertaking, Unit};

use super::data::Content;
use super::names::{ACTIONS, KNOCKED};
use super::numbers::{Numbers, is_helpless};
use super::step::{Abandon, Occasion, Outcome};

/// Spends actions on an immediate act; any other unfinished act is lost (VG-34).
pub fn pay(unit: &Unit, actions: i32, why: &str, rule: &'static str) -> Vec<Event> {
    let left = unit.pools.0.value(ACTIONS) - actions;
    let paid = events::pool(unit, ACTIONS, left, why, rule);
    paid.into_iter().chain(abandon_all(unit, "it does something else")).collect()
}

/// Spends remaining actions on a long act, up to what it still needs. True once it is complete.
pub fn advance(unit: &Unit, task: Undertaking, why: &str) -> (Vec<Event>, bool) {
    let known = unit.undertakings.0.iter().find(|u| u.act == task.act && u.choice == task.choice);
    let same = known.filter(|u| u.targets == task.targets);
    let begun = same.map_or(0, |u| u.done);
    let spent = (task.of - begun).min(unit.pools.0.value(ACTIONS)).max(0);
    let left = unit.pools.0.value(ACTIONS) - spent;
    let mut all: Vec<Event> = Vec::new();
    all.extend(events::pool(unit, ACTIONS, left, why, "VG-32"));
    let others = unit.undertakings.0.iter();
    let others = others.filter(|u| same.is_none_or(|same| *same != **u));
    all.extend(others.map(|begun| abandoned(unit, begun, "it does something else")));
    let what = Undertaking { done: begun + spent, ..task };
    let done = what.is_done();
    if same.is_some() || !done {
        let progress = EventKind::Progress { unit: unit.id(), what };
        all.push(Event::new(progress, &["VG-32", "VG-33"]));
    }
    (all, done)
}

/// Whether a combatant was knocked down in its own turn since it began an act, and so loses the act
/// (VG-157, VG-158).
pub fn is_interrupted(unit: &Unit, occasion: Occasion) -> bool {
    occasion == Occasion::Act && unit.flags.get(KNOCKED) != 0
}

/// Whether a combatant loses an act of its body that it has begun: it is interrupted, or can no
/// longer use its body (VG-57).
pub fn is_lost(unit: &Unit, occasion: Occasion) -> bool {
    is_interrupted(unit, occasion) || is_helpless(unit)
}

/// A unit loses its unfinished acts.
pub fn abandon_all(unit: &Unit, why: &str) -> Vec<Event> {
    unit.undertakings.0.iter().map(|begun| abandoned(unit, begun, why)).collect()
}

fn abandoned(unit: &Unit, begun: &Undertaking, why: &str) -> Event {
    let Undertaking { act, choice, .. } = begun.clone();
    let what = EventKind::Abandoned { unit: unit.id(), act, choice, why: why.to_owned() };
    Event::new(what, &["VG-34"])
}

/// Units that cannot continue their unfinished acts: out of breath or out of the fight (VG-34).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Abandon> {
    // Purely mental acts continue for units that are held or bound (VG-57).
    let mental = |begun: &Undertaking| {
        content.spells.get(begun.act.as_str()).is_some_and(|spell| spell.mental)
    };
    let breaks_off = |unit: &&Unit| {
        let unable = Numbers::of(content, unit).is_some_and(|n| {
            let by_mind = n.is_conscious() && unit.undertakings.0.iter().all(mental);
            n.is_winded() || n.is_incapacitated() && !by_mind
        });
        !unit.undertakings.0.is_empty() && (unable || !unit.is_active())
    };
    let units = ctx.state.units.iter().filter(breaks_off);
    units.map(|unit| Abandon { unit: unit.id() }).collect()
}

/// A unit loses an unfinished act.
pub fn abandon(ctx: Ctx<'_>, step: &Abandon) -> Outcome {
    let unit = ctx.unit(step.unit);
    Outcome::done(unit.map_or_else(Vec::new, |unit| abandon_all(unit, "it cannot go on")))
}
