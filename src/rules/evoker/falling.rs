//! Falls (EV-104 to EV-107).

use grid::{Body, Hm, Room, SupportKind};
use rules::Sum;
use rules::event::Event;
use rules::kit::{events, falls};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Posture, Status};

use super::conditions::unfocus;
use super::data::Moment;
use super::harm::Harm;
use super::names::{CUSHIONED, THROWN};
use super::numbers::Numbers;
use super::paces::{SWIMMING, effort_mark};
use super::rolling::{self, Rolls};
use super::step::{Fall, Outcome};
use super::stress::faints;
use super::wounds::struck;

/// A fall: the landing, then a hit with 1 damage per metre, which armour does not stop (EV-104,
/// EV-106).
///
/// # Errors
/// [`Pause`] while its dice are missing.
pub fn fall(moment: Moment<'_>, step: &Fall, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(target) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return nothing;
    };
    let unit = target.unit;
    let Some(metres) = step.fell else {
        let down = falls::descend(ctx, unit, "EV-104");
        let from = ctx.field.body(unit.id()).and_then(Body::room);
        return Ok(down.zip(from).map_or(Outcome::done(Vec::new()), |(down, from)| {
            // A fall into water that is swum in ends at its surface.
            let to = falls::landing(ctx, unit, Room { height: unit.upright(), ..from }).room;
            let tile = ctx.field.board().tile(to.cell);
            let above = tile.map_or(Hm::ZERO, |tile| tile.surface() - to.feet);
            let swims = down.support == SupportKind::Water || above >= SWIMMING;
            let above = if swims { above.max(Hm::ZERO) } else { Hm::ZERO };
            let fell = Some((down.drop - above).whole_metres());
            Outcome::then(down.events, Fall { fell, ..step.clone() }.into())
        }));
    };
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let ground = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
    // Water at least as deep as the fall softens it.
    let soft = ground.is_some_and(|g| g.depth >= Hm::metres(metres));
    let landed = [CUSHIONED, THROWN].into_iter();
    let landed = landed.filter_map(|id| events::relieved(unit, id, "it has landed", "EV-105"));
    let mut events: Vec<Event> = landed.collect();
    if metres <= 0 || soft || unit.status == Status::Dead {
        return Ok(Outcome::done(events));
    }
    let mut damage = Sum::new();
    damage.push(format!("fell {metres} m"), metres, "EV-104");
    if !target.has(THROWN) && unit.is_active() {
        events.extend(softened(ctx, target, &mut damage, oracle)?);
        if damage.total() <= 0 {
            return Ok(Outcome::done(events));
        }
    }
    let harm = Harm::plain("fall", damage, true).after(unit, &events);
    let (hit, wounded) = struck(content, ctx, target, &harm, oracle)?;
    events.extend(hit);
    if wounded {
        events.push(events::posture(unit, Posture::Prone, unit.placement.support, "EV-106"));
    }
    Ok(match faints(target, &events) {
        Some(faints) => Outcome::then(events, faints),
        None => Outcome::done(events),
    })
}

/// A test that reduces a landing's damage by 1 for each of its degrees (EV-105).
///
/// # Errors
/// [`Pause`] while its dice are missing.
pub fn softened(
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    damage: &mut Sum,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let mark = effort_mark(target, ctx, &["athletics", "acrobatics"], true);
    let mut test = target.test("to land softly", mark);
    let Rolls { faces, score, events: mut all, .. } =
        rolling::roll(ctx, target, &mut test, oracle)?;
    all.push(events::tested(&test, ("land", target.unit, None), faces, "EV-105"));
    all.extend(unfocus(target.unit));
    damage.add("landed softly", if score.passed() { -score.degrees } else { 0 }, "EV-105");
    Ok(all)
}
