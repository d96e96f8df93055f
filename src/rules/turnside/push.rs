//! Pushes straight away from something (TU-138, TU-140, TU-153, TU-327, TU-328).

use grid::{Body, Lean, Push, Room, SupportKind};
use rules::event::MoveKind;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::data::Content;
use super::harm;
use super::numbers::Numbers;
use super::step::{Outcome, Pushed, Scorch, Step};

/// Pushes a combatant away from another by up to this many metres. Damaging cells in the path hurt
/// first; slippery ground counts where the push ends. A fall follows by itself.
pub fn away(content: &Content, ctx: Ctx<'_>, step: &Pushed) -> Outcome {
    let done = || Outcome::done(Vec::new());
    let Pushed { unit, from, metres, .. } = *step;
    let Some(pushed) = ctx.unit(unit) else { return done() };
    let (Some(body), Some(origin)) = (ctx.field.body(unit), ctx.field.body(from)) else {
        return done();
    };
    let (Some(start), Some(origin)) = (body.room(), Body::room(origin)) else { return done() };
    let rooms = track(content, ctx, (body, origin), metres);
    let Some(last) = rooms.last().copied() else { return done() };
    // A flyer keeps flying (TU-327).
    let support = match ctx.field.support(last, unit) {
        SupportKind::Nothing if flies(content, pushed) => SupportKind::Flight,
        support => support,
    };
    let moved = events::moved(pushed, (start, last), support, (MoveKind::Forced, 0), "TU-140");
    let harmful = |room: &Room| ctx.field.ground(*room, unit).map_or(0, |ground| ground.harm);
    let scorched = rooms.iter().map(harmful).filter(|harm| *harm > 0);
    let scorched: Vec<Step> = scorched.map(|harm| Scorch { unit, harm }.into()).collect();
    if scorched.is_empty() || step.burnt {
        let ground = ctx.field.ground(last, unit).ok();
        let slips = ground.and_then(|ground| harm::slip_on(pushed, &ground));
        return Outcome::after(vec![moved], slips.into_iter().collect(), None);
    }
    Outcome::after(Vec::new(), scorched, Some(Pushed { burnt: true, ..step.clone() }.into()))
}

/// True if it flies under its own power.
fn flies(content: &Content, unit: &Unit) -> bool {
    unit.placement.support == SupportKind::Flight
        && Numbers::of(content, unit).is_some_and(|numbers| numbers.sheet.fly.is_some())
}

/// The rooms on the path of the push.
pub fn track(
    content: &Content,
    ctx: Ctx<'_>,
    (body, from): (&Body, Room),
    metres: u16,
) -> Vec<Room> {
    let step = content.rules.free_step;
    let lean = Lean::Clockwise;
    let flies = ctx.unit(body.id).is_some_and(|unit| flies(content, unit));
    let push = Push { metres, step_up: step, step_down: step, flies, past_corner: false, lean };
    ctx.field.push_track(body, from, push).map_or_else(Vec::new, |track| track.rooms)
}
