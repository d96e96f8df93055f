//! The end phase after the deaths: leaving the battle (PR-376 to PR-380), then talk (PR-381 to
//! PR-384).

use crate::step::{FreeAct, Leave, Outcome};
use grid::{Body, SideId, UnitId};
use rules::event::{Event, EventKind};
use rules::kit::concession::Prospect;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Choice, Prompt};
use rules::ruleset::{Concession, Ctx};
use rules::state::{Side, Status, Unit, Verdict};
use rules::{Key, RuleId};

use super::data::{Affliction, Content};
use super::drag;
use super::flags::{ALLY_ORDER, GAVE_UP, REORDER, TRUCE, YIELD};
use super::free::surrender;
use super::health;
use super::order;
use super::position::Position;
use super::sheet::HEALTH;

/// Prompt kind: whether a unit leaves by the exit that it stands on.
const LEAVE: &str = "leave";
/// Prompt kind: whether a side accepts a truce.
const ACCEPT: &str = "truce";

/// Rounds from one offer of a truce by the computer to the next.
const PAUSE: u32 = 3;

/// The computer's answer to an offer of a truce and at an exit: yes once its known foes are far
/// stronger (PR-376, PR-381). `None` for other questions.
pub fn policy(position: Position<'_>, prompt: &Prompt) -> Option<Answer> {
    if prompt.kind != *LEAVE && prompt.kind != *ACCEPT {
        return None;
    }
    let outmatched = prospect(position, prompt.side) > Prospect::Open;
    Some(if outmatched { Answer::YES } else { Answer(prompt.default) })
}

/// What a unit of the computer does once the known foes of its side are far stronger: it offers a
/// truce now and then, and lays down arms when there is no hope at all (PR-381, PR-383).
pub fn concession(position: Position<'_>, unit: UnitId) -> Option<Concession> {
    let side = position.ctx.unit(unit)?.side();
    if has_yielded(position.ctx, side) {
        return Some(Concession::Over);
    }
    let round = position.ctx.state.scene.clock.round;
    prospect(position, side).concession(|prospect| {
        let act = match prospect {
            Prospect::Hopeless => FreeAct::LayDownArms,
            _ if round.is_multiple_of(PAUSE) => FreeAct::OfferTruce,
            _ => return Vec::new(),
        };
        vec![Key::of(act.id())]
    })
}

/// True for a side that lays down arms at the end of the round (PR-383).
pub fn has_yielded(ctx: Ctx<'_>, side: SideId) -> bool {
    let side = ctx.state.scene.sides.get(usize::from(side.0));
    side.is_some_and(|side| side.flags.get(YIELD) != 0)
}

/// A side's prospect by the health of those in the fight.
fn prospect(position: Position<'_>, side: SideId) -> Prospect {
    Prospect::of(position.ctx.state, side, |unit| unit.tracks.0.value(HEALTH))
}

/// Asks the units that can leave, one by one in turn order (PR-30, PR-376).
///
/// # Errors
/// [`Pause`] while a player has not answered.
pub fn leave(
    position: Position<'_>,
    step: &Leave,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let ctx = position.ctx;
    let Some(slot) = ctx.state.scene.clock.slots.get(step.slot) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let mut events = Vec::new();
    for unit in slot.members.iter().filter_map(|id| ctx.unit(*id)) {
        if !can_leave(position, unit) {
            continue;
        }
        let text = format!("{} stands on an exit. Leave the battle?", unit.identity.name);
        let prompt = Prompt::yes_no(LEAVE, unit.side(), Some(unit.id()), text, false, "PR-376");
        if oracle.ask(prompt)? == Answer::YES {
            events.extend(gone(unit, "left the battle", "PR-376"));
            // A dragged unit and minions leave too (PR-378, PR-379).
            if let Some(dragged) = drag::dragged(ctx, unit) {
                events.extend(gone(dragged, "was taken along", "PR-378"));
            }
            for minion in &ctx.state.units {
                if minion.identity.maker == Some(unit.id()) && minion.status.is_present() {
                    events.extend(gone(minion, "left with its summoner", "PR-379"));
                }
            }
        }
    }
    Ok(Outcome::then(events, Leave { slot: step.slot + 1 }.into()))
}

fn gone(unit: &Unit, why: &str, rule: &'static str) -> Vec<Event> {
    health::drop_out(unit, Status::Gone, why.to_owned(), rule)
}

/// True if the unit stands on an exit, in the fight, not Held, with no conscious foe adjacent
/// (PR-376, PR-377).
fn can_leave(position: Position<'_>, unit: &Unit) -> bool {
    let room = position.body(unit.id()).and_then(Body::room);
    let exit = room
        .and_then(|room| position.ctx.field.ground(room, unit.id()).ok())
        .is_some_and(|ground| ground.exit);
    let able =
        unit.status == Status::Active && !unit.conditions.has(Affliction::Held.key().as_str());
    let watched = || {
        position.content.rules.flee_needs_no_adjacent_foe
            && position.ctx.state.units.iter().any(|other| {
                other.status == Status::Active
                    && position.ctx.state.are_foes(other.id(), unit.id())
                    && position.adjacent(other.id(), unit.id())
            })
    };
    exit && able && !watched()
}

/// Resolves the sides' declarations of the round: surrenders, truces, agreed orders.
///
/// # Errors
/// [`Pause`] while a player has not answered.
pub fn talk(content: &Content, ctx: Ctx<'_>, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let position = Position { content, ctx };
    let mut events = Vec::new();
    for (id, side) in sides(ctx) {
        if side.flags.get(YIELD) != 0 {
            events.push(unsay((id, side), YIELD));
            events.extend(active(ctx, id).map(surrender));
            // The unconscious will be out of the fight once they are awake (PR-383).
            let down = ctx.state.of_side(id).filter(|u| u.status == Status::Down);
            events.extend(down.filter_map(|u| events::flag(u, GAVE_UP, 1, "PR-383")));
        }
    }
    for (id, side) in sides(ctx) {
        if side.flags.get(TRUCE) == 0 {
            continue;
        }
        events.push(unsay((id, side), TRUCE));
        if is_truce_accepted(position, id, side, oracle, &mut events)? {
            let round = ctx.state.scene.clock.round;
            let why = format!("a truce in round {round}");
            let verdict = Verdict { winner: None, why };
            events.push(Event::new(EventKind::Over(verdict), &["PR-381"]));
            return Ok(Outcome::done(events));
        }
    }
    for (id, side) in sides(ctx) {
        if side.flags.get(REORDER) != 0 {
            events.push(unsay((id, side), REORDER));
            events.extend(reorder(ctx, id, oracle)?);
        }
    }
    Ok(Outcome::done(events))
}

fn sides<'a>(ctx: Ctx<'a>) -> impl Iterator<Item = (SideId, &'a Side)> + use<'a> {
    (0u8..).map(SideId).zip(&ctx.state.scene.sides)
}

fn active<'a>(ctx: Ctx<'a>, side: SideId) -> impl Iterator<Item = &'a Unit> + use<'a> {
    ctx.state.units.iter().filter(move |u| u.side() == side && u.status == Status::Active)
}

fn unsay(side: (SideId, &Side), flag: &'static str) -> Event {
    events::side_flag(side, flag, 0, "PR-381")
}

/// True if every other side still fighting hears the offer and accepts it (PR-382).
fn is_truce_accepted(
    position: Position<'_>,
    by: SideId,
    side: &Side,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<bool, Pause> {
    let ctx = position.ctx;
    let mut anybody = false;
    for (other, _) in sides(ctx).filter(|(id, _)| *id != by) {
        if active(ctx, other).next().is_none() {
            continue;
        }
        let heard = active(ctx, by)
            .any(|speaker| active(ctx, other).any(|l| position.hears(l.id(), speaker.id())));
        if !heard {
            events.push(events::remark("the truce offer is not heard", "PR-382"));
            return Ok(false);
        }
        anybody = true;
        let text = format!("{} offers a truce. Accept it?", side.name);
        let prompt = Prompt::yes_no(ACCEPT, other, None, text, false, "PR-381");
        let answer = oracle.ask(prompt)?;
        let said = if answer == Answer::YES { "yes" } else { "no" };
        events.push(events::chose(other, None, ("truce", said), "PR-381"));
        if answer != Answer::YES {
            return Ok(false);
        }
    }
    Ok(anybody)
}

/// Lets allies with the same initiative agree on their order (PR-39, PR-40, PR-384).
fn reorder(ctx: Ctx<'_>, side: SideId, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let mut groups: Vec<(i32, Vec<UnitId>)> = Vec::new();
    for slot in &ctx.state.scene.clock.slots {
        for id in &slot.members {
            let ours = ctx.unit(*id).is_some_and(|u| {
                u.side() == side && matches!(u.status, Status::Active | Status::Down)
            });
            if !ours {
                continue;
            }
            match groups.iter_mut().find(|(value, _)| *value == slot.value) {
                Some((_, members)) => members.push(*id),
                None => groups.push((slot.value, vec![*id])),
            }
        }
    }
    let mut events = Vec::new();
    for (value, mut left) in groups.into_iter().filter(|(_, members)| members.len() > 1) {
        // They share out their own places, so that nothing changes towards other allies (PR-39).
        let members = left.iter().filter_map(|id| ctx.unit(*id));
        let mut places: Vec<i64> = members.map(order::ally_place).collect();
        places.sort_unstable();
        for place in places {
            let index =
                if left.len() == 1 { 0 } else { ask_next(ctx, side, value, &left, oracle)? };
            let id = left.remove(index.min(left.len() - 1));
            if let Some(unit) = ctx.unit(id) {
                events.extend(events::flag(unit, ALLY_ORDER, place, &[]));
            }
        }
    }
    Ok(events)
}

fn ask_next(
    ctx: Ctx<'_>,
    side: SideId,
    value: i32,
    left: &[UnitId],
    oracle: &mut Oracle<'_>,
) -> Result<usize, Pause> {
    let choices = left.iter().filter_map(|id| ctx.unit(*id)).map(|unit| Choice {
        id: Key::new(&unit.identity.name),
        label: unit.identity.name.clone(),
        place: None,
        unit: Some(unit.id()),
    });
    let prompt = Prompt {
        kind: Key::of("ally_order"),
        side,
        unit: None,
        about: Key::default(),
        text: format!("Who goes next at initiative {value}?"),
        choices: choices.collect(),
        default: 0,
        rule: RuleId::of("PR-384"),
    };
    Ok(usize::from(oracle.ask(prompt)?.0))
}
