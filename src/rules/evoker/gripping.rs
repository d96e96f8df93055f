//! Following a held unit that is pushed.

use grid::{Body, Room, UnitId};
use rules::Key;
use rules::event::{Event, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::names::{FOLLOW, GRAPPLED};
use super::rolling::side_of;

/// A unit that pushes a target it holds may follow into the vacated place and keep its grip
/// (EV-179).
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn follows(
    ctx: Ctx<'_>,
    (unit, by): (&Unit, UnitId),
    behind: Room,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Event>, Pause> {
    let holds = unit.conditions.get(GRAPPLED).is_some_and(|c| c.source == Some(by));
    let Some(pusher) = ctx.unit(by).filter(|_| holds) else { return Ok(None) };
    let Some(from) = ctx.field.body(by).and_then(Body::room) else { return Ok(None) };
    let side = side_of(ctx, pusher);
    let text = format!("{} can go along and keep its grip.", pusher.identity.name);
    let prompt = Prompt::yes_no("follow", side, Some(by), text, true, "EV-179");
    if oracle.ask(prompt.about(Key::of(FOLLOW)))? != Answer::YES {
        return Ok(None);
    }
    let to = from.at(behind.cell, behind.feet);
    let support = ctx.field.support(to, by);
    Ok(Some(events::moved(pusher, (from, to), support, (MoveKind::Walk, 0), "EV-179")))
}
