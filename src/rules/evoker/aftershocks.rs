//! Automatic consequences of rolls and Stress: cracked ribs, reopened wounds, panic that turns into
//! flight (EV-302, EV-303, EV-383).

use grid::UnitId;
use rules::event::{Event, EventKind, Rolled};
use rules::roll::Score;
use rules::ruleset::Ctx;

use super::data::{Content, Lasting};
use super::names::{BLEEDING, FLEEING, PANICKED, STRESS};
use super::numbers::Numbers;
use super::step::{EffectMoment, Step, Suffer};
use super::{bands, stress};

/// Minimum degrees of failure against the source of panic that turn it into flight (EV-383).
const ROUT: i32 = 3;

/// Panic that turns into flight: a test lost by three degrees or more to the source of the panic,
/// which passed its own test (EV-383).
pub fn routed(me: Numbers<'_>, own: &Score, source: UnitId, theirs: &Score) -> Option<Step> {
    let panics = me.unit.conditions.get(PANICKED)?.source == Some(source);
    let net = theirs.degrees.saturating_sub(own.degrees);
    let routs = !own.passed() && theirs.passed() && net >= ROUT && !me.has(FLEEING);
    (panics && routs).then(|| Suffer { unit: me.unit.id(), moment: EffectMoment::Panics }.into())
}

/// The steps that follow from the events of another step.
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    let of = |id: UnitId| {
        let unit = ctx.unit(id).filter(|unit| unit.is_active())?;
        Numbers::of(content, unit)
    };
    let mut all: Vec<Step> = Vec::new();
    // `Land` starts these steps itself.
    if !matches!(step, Step::Land(_)) {
        for unit in ctx.state.units.iter().filter(|unit| unit.is_active()) {
            let own = events.iter().filter(|event| touches(event, unit.id()));
            all.extend(bands::shaken(ctx, unit, own));
        }
    }
    let mover = match step {
        Step::Walk(walk) => Some(walk.unit),
        Step::Leap(leap) => Some(leap.unit),
        _ => None,
    };
    all.extend(mover.and_then(of).and_then(|me| stress::faints(me, events)));
    let second = |event: &Event| event.rules.iter().any(|rule| rule.as_str() == "EV-X28");
    for event in events.iter().filter(|event| !second(event)) {
        match &event.what {
            EventKind::Rolled(roll) => {
                let Some(me) = roll.who.and_then(of) else { continue };
                all.extend(cracks(me, roll));
                all.extend(routs(me, roll));
            }
            EventKind::Track { unit, id, from, to, .. } if *id == *STRESS && to > from => {
                let me = of(*unit).filter(|me| !me.has(BLEEDING));
                let opens = me.is_some_and(|me| me.suffers(Lasting::Puncture, None));
                let reopens = Suffer { unit: *unit, moment: EffectMoment::Reopens };
                all.extend(opens.then_some(Step::Suffer(reopens)));
            }
            _ => {}
        }
    }
    all
}

/// Whether an event changes a track of this unit.
fn touches(event: &Event, id: UnitId) -> bool {
    matches!(&event.what, EventKind::Track { unit, .. } if *unit == id)
}

/// Degrees by which a roll failed by itself; `None` for rolls without degrees and for passed rolls.
fn failed_by(roll: &Rolled) -> Option<i32> {
    let net = roll.degrees?.net;
    (!roll.alone().succeeded()).then_some(net.saturating_neg().max(0))
}

/// With cracked ribs, each failed test costs its degrees of failure in Stress (EV-302).
fn cracks(me: Numbers<'_>, roll: &Rolled) -> Option<Step> {
    let degrees = failed_by(roll).filter(|n| *n > 0)?;
    let cracked = me.suffers(Lasting::Crack, None);
    cracked.then(|| Suffer { unit: me.unit.id(), moment: EffectMoment::Cracks(degrees) }.into())
}

/// A test lost by three degrees or more to the source of the unit's panic (EV-383).
fn routs(me: Numbers<'_>, roll: &Rolled) -> Option<Step> {
    let source = me.unit.conditions.get(PANICKED)?.source?;
    let own = failed_by(roll)?;
    let opposed = roll.opposed.as_ref().filter(|o| o.theirs.who == Some(source))?;
    let theirs = opposed.theirs.degrees?.net;
    let routs = opposed.theirs.alone().succeeded() && own + theirs >= ROUT && !me.has(FLEEING);
    routs.then(|| Suffer { unit: me.unit.id(), moment: EffectMoment::Panics }.into())
}
