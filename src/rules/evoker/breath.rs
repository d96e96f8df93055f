//! Air: suffocation, vacuum, Miasma, and water that puts out fire (EV-398 to EV-401, EV-406,
//! EV-X31).

use grid::{Body, Ground, Hm};
use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Status, Unit};

use super::conditions::unfocus;
use super::data::Content;
use super::life;
use super::names::{BREATHLESS, BURNING, SUBMERGED};
use super::numbers::Numbers;
use super::rolling::{self, Rolls};
use super::step::{Air, AirHazard, Outcome, Step};
use super::stress::{self, faints};
use super::wounds::drops_out;

/// The trait of creatures that Miasma does not affect (EV-406).
const SHADOW: &str = "shadow";
/// Minimum depth of water that puts out fire (EV-X31).
const QUENCHES: Hm = Hm(1);

fn ground(ctx: Ctx<'_>, unit: &Unit) -> Option<Ground> {
    let room = ctx.field.body(unit.id()).and_then(Body::room)?;
    ctx.field.ground(room, unit.id()).ok()
}

/// Whether it has no air: in vacuum, or under water.
fn has_no_air(ctx: Ctx<'_>, unit: &Unit) -> bool {
    let ground = ground(ctx, unit);
    let airless = ground.as_ref().is_some_and(|g| g.airless);
    let wet = ground.as_ref().is_some_and(|g| g.depth > Hm::ZERO);
    airless || wet && unit.conditions.has(SUBMERGED)
}

/// The effects of air at the end of a round (EV-52).
pub fn at_round_end(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let living = || ctx.state.units.iter().filter(|u| life::lives(u));
    let known = |u: &&Unit| u.conditions.has(BREATHLESS) || has_no_air(ctx, u);
    let airless = living().filter(known).map(|u| (u.id(), AirHazard::Airless));
    let miasma = ctx.field.board().atmosphere().miasma > 0;
    let exposed = |u: &&Unit| {
        let numbers = Numbers::of(content, u);
        // A Persona that fire breaks first exposes its user in the same round.
        let open = |n: Numbers<'_>| n.persona().is_none() || n.has(BURNING);
        miasma && u.is_active() && numbers.is_some_and(|n| !n.can(SHADOW) && open(n))
    };
    let exposed = living().filter(exposed).map(|u| (u.id(), AirHazard::Miasma));
    airless.chain(exposed).map(|(unit, what)| Air { unit, what }.into()).collect()
}

/// Units whose fire the water puts out (EV-X31).
pub fn quenched(ctx: Ctx<'_>) -> Vec<Step> {
    let burning = ctx.state.units.iter().filter(|u| u.conditions.has(BURNING));
    let wet = |u: &&Unit| ground(ctx, u).is_some_and(|g| g.depth >= QUENCHES);
    burning.filter(wet).map(|u| Air { unit: u.id(), what: AirHazard::Water }.into()).collect()
}

/// A unit suffers from the air, or from the lack of it.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn air(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Air,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let unit = me.unit;
    // An earlier effect in the same round may have felled it (EV-52).
    let spared = match step.what {
        AirHazard::Airless => !life::lives(unit),
        AirHazard::Miasma => !unit.is_active(),
        AirHazard::Water => false,
    };
    if spared {
        return Ok(Outcome::done(Vec::new()));
    }
    match step.what {
        AirHazard::Airless => suffocates(ctx, me, oracle),
        AirHazard::Water => {
            let out = events::relieved(unit, BURNING, "water puts it out", "EV-X31");
            Ok(Outcome::done(out.into_iter().collect()))
        }
        AirHazard::Miasma if me.persona().is_some() => Ok(Outcome::done(Vec::new())),
        AirHazard::Miasma => {
            let mut test = me.test("to withstand", me.mark(ctx, "willpower", None));
            let Rolls { faces, score, events: before, .. } =
                rolling::roll(ctx, me, &mut test, oracle)?;
            let mut events = before;
            events.push(events::tested(&test, ("miasma", unit, None), faces, "EV-406"));
            events.extend(unfocus(unit));
            if !score.passed() {
                let rate = i32::from(ctx.field.board().atmosphere().miasma);
                events.extend(stress::gained(unit, rate, "Miasma", "EV-406"));
            }
            Ok(ended(me, events))
        }
    }
}

/// Additional Stress may overcome exhausted units (EV-397).
fn ended(me: Numbers<'_>, events: Vec<Event>) -> Outcome {
    match faints(me, &events) {
        Some(faints) => Outcome::then(events, faints),
        None => Outcome::done(events),
    }
}

/// A round without air: a test against Stress, then running out of breath (EV-398 to EV-401).
fn suffocates(ctx: Ctx<'_>, me: Numbers<'_>, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let unit = me.unit;
    if !has_no_air(ctx, unit) {
        let breathes = events::relieved(unit, BREATHLESS, "it breathes again", "EV-398");
        return Ok(Outcome::done(breathes.into_iter().collect()));
    }
    let breath = me.bonus("toughness").max(1);
    // A unit that faints early has no breath left (EV-401).
    let least = if unit.status == Status::Down { breath } else { 0 };
    let rounds = me.size(BREATHLESS).max(least) + 1;
    let condition = Condition::new(Key::of(BREATHLESS), rounds, None, Expiry::Battle);
    let mut events = vec![events::gained(unit, condition, "EV-398")];
    if unit.status == Status::Down {
        if rounds >= 2 * breath {
            events.extend(drops_out(ctx, unit, Status::Dead, "no air", "EV-401"));
        }
        return Ok(Outcome::done(events));
    }
    let mut test = me.test("to hold its breath", me.mark(ctx, "toughness", None));
    let Rolls { faces, score, events: before, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
    events.extend(before);
    events.push(events::tested(&test, ("breath", unit, None), faces, "EV-399"));
    events.extend(unfocus(unit));
    if !score.passed() {
        events.extend(stress::gained(unit, 1 + score.degrees.abs(), "no air", "EV-399"));
    }
    if rounds >= breath {
        events.extend(drops_out(ctx, unit, Status::Down, "no air", "EV-400"));
        return Ok(Outcome::done(events));
    }
    Ok(ended(me, events))
}
