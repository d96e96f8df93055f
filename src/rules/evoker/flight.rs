//! Flight in bands of altitude: staying aloft, falling one band per round, crashing (EV-114 to
//! EV-122).

use grid::{AltitudeBand, Body, Room, SupportKind};
use rules::event::{Event, EventKind, MoveKind};
use rules::kit::{events, falls};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Posture, Status, Unit};
use rules::{Key, Sum};

use super::bands::{band, is_aloft};
use super::conditions::unfocus;
use super::data::Content;
use super::falling;
use super::harm::Harm;
use super::names::{BURNING, FALLING, FLYER};
use super::numbers::Numbers;
use super::rolling::{self, Rolls};
use super::step::{Aloft, Outcome, Step};
use super::stress::faints;
use super::wounds::struck;

/// The band in which a fall began.
const FROM: &str = "from";

/// Whether it stays in the air; units that fall by bands fall at the end of rounds (EV-121).
pub fn holds(content: &Content, unit: &Unit) -> bool {
    let flies = Numbers::of(content, unit).is_some_and(|me| me.can(FLYER));
    flies && unit.status != Status::Dead
}

/// Flyers that were knocked down in the air (EV-X1).
pub fn tumbling(ctx: Ctx<'_>) -> Vec<Step> {
    let prone = |unit: &&Unit| {
        unit.placement.support == SupportKind::Flight && unit.placement.posture == Posture::Prone
    };
    let all = ctx.state.units.iter().filter(|u| u.is_active()).filter(prone);
    all.map(|unit| Aloft::Tumble(unit.id()).into()).collect()
}

/// Units that fall one band at the end of a round (EV-52, EV-121).
pub fn at_round_end(ctx: Ctx<'_>) -> Vec<Step> {
    let comes_down = |unit: &&Unit| {
        // Fire may bring it down first in the same round (EV-52).
        let burns = unit.conditions.has(BURNING);
        let lost = unit.conditions.has(FALLING) || burns || !unit.is_active();
        unit.status.is_present() && lost && is_aloft(ctx, unit)
    };
    let all = ctx.state.units.iter().filter(comes_down);
    all.map(|unit| Aloft::Drop(unit.id()).into()).collect()
}

/// It begins to fall.
fn falls(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Event {
    let from = i64::from(band(ctx, unit) as u8);
    let falling = Condition::new(Key::of(FALLING), 0, None, Expiry::Battle);
    events::gained(unit, falling.with(Key::of(FROM), from), rule)
}

/// The damage of a crash from that band (EV-122).
const fn crash_damage(from: i64) -> i32 {
    if from >= AltitudeBand::High as i64 { 50 } else { 10 }
}

/// A flyer tests, tumbles or falls.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn aloft(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Aloft,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let (Aloft::Test(id) | Aloft::Catch(id) | Aloft::Tumble(id) | Aloft::Drop(id)) = *step;
    let Some(me) = ctx.unit(id).and_then(|unit| Numbers::of(content, unit)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let unit = me.unit;
    match step {
        Aloft::Test(_) | Aloft::Catch(_) => {
            let rule = if matches!(step, Aloft::Test(_)) { "EV-120" } else { "EV-121" };
            let mut test = me.test("to stay up", me.best(ctx, &["toughness", "injury"]));
            let Rolls { faces, score, events: before, .. } =
                rolling::roll(ctx, me, &mut test, oracle)?;
            let mut events = before;
            events.push(events::tested(&test, ("aloft", unit, None), faces, rule));
            events.extend(unfocus(unit));
            match (step, score.passed()) {
                (Aloft::Test(_), false) => events.push(falls(ctx, unit, "EV-120")),
                (Aloft::Catch(_), true) => {
                    events.extend(events::relieved(unit, FALLING, "it catches itself", "EV-121"));
                }
                _ => {}
            }
            Ok(Outcome::done(events))
        }
        Aloft::Tumble(_) => {
            // Near the ground it is simply prone (EV-X1).
            if !is_aloft(ctx, unit) {
                let support = SupportKind::Ground;
                return Ok(Outcome::done(vec![events::posture(
                    unit,
                    Posture::Prone,
                    support,
                    "EV-X1",
                )]));
            }
            let up = events::posture(unit, Posture::Standing, SupportKind::Flight, "EV-X1");
            let falling = (!unit.conditions.has(FALLING)).then(|| falls(ctx, unit, "EV-X1"));
            Ok(Outcome::done([up].into_iter().chain(falling).collect()))
        }
        Aloft::Drop(_) if unit.is_active() && !unit.conditions.has(FALLING) => {
            Ok(Outcome::done(Vec::new()))
        }
        Aloft::Drop(_) => drop_band(content, ctx, me, oracle),
    }
}

/// It falls one band, or crashes (EV-121, EV-122).
fn drop_band(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let unit = me.unit;
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let mut events = Vec::new();
    if !unit.conditions.has(FALLING) {
        events.push(falls(ctx, unit, "EV-121"));
    }
    let now = band(ctx, unit);
    if now == AltitudeBand::High {
        let under = room.feet - ctx.field.altitude(room);
        let low = Room { feet: under + AltitudeBand::Low.altitude(), ..room };
        let by = (MoveKind::Fall, 0);
        events.push(events::moved(unit, (room, low), SupportKind::Flight, by, "EV-121"));
        return Ok(Outcome::done(events));
    }
    let known = unit.conditions.get(FALLING).map(|c| c.data.get(FROM));
    let metres = crash_damage(known.unwrap_or(now as i64));
    events.extend(falls::descend(ctx, unit, "EV-121").into_iter().flat_map(|down| down.events));
    let landed = falls::landing(ctx, unit, room).support;
    events.extend(events::relieved(unit, FALLING, "it has crashed", "EV-121"));
    let mut damage = Sum::new();
    damage.push("crash", metres, "EV-122");
    if unit.is_active() {
        events.extend(falling::softened(ctx, me, &mut damage, oracle)?);
        if damage.total() <= 0 {
            return Ok(Outcome::done(events));
        }
    }
    let harm = Harm::plain("crash", damage, true).after(unit, &events);
    let (hit, wounded) = struck(content, ctx, me, &harm, oracle)?;
    let killed = hit.iter().any(|event| matches!(event.what, EventKind::Status { .. }));
    events.extend(hit);
    if wounded && !killed {
        events.push(events::posture(unit, Posture::Prone, landed, "EV-106"));
    }
    Ok(match faints(me, &events) {
        Some(faints) => Outcome::then(events, faints),
        None => Outcome::done(events),
    })
}
