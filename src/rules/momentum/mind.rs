//! Mental Status Effects: rage, fear, charm, confusion and mind control (MO-275 to MO-279).

use crate::step::{Disenchant, Outcome, Step, TakeControl};
use grid::{self, Body, Diagonals, Room, UnitId};
use rules::Refusal;
use rules::command::Waypoint;
use rules::dice::Throw;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::reach::ReachStop;
use rules::ruleset::Ctx;
use rules::state::{COMMANDED_BY, Condition, Unit};

use super::budget::Budget;
use super::data::{Affliction, Content, StatusEffect};
use super::party;
use super::position::Position;
use super::walk;

/// Checks that the first attack of an enraged unit targets the nearest enemy that it knows of and
/// can reach. `target` is `None` for a thing or a guess (MO-276).
///
/// # Errors
/// If it does not.
pub fn check_rage(
    position: Position<'_>,
    unit: &Unit,
    target: Option<UnitId>,
) -> Result<(), Refusal> {
    if !is_raging(position, unit) {
        return Ok(());
    }
    let state = position.ctx.state;
    let away = |id: UnitId| position.distance(unit.id(), id);
    let aimed = target.filter(|id| party::are_enemies(state, unit.id(), *id)).map(away);
    let nearer = |u: &&Unit| {
        party::are_enemies(state, unit.id(), u.id())
            && u.is_active()
            && position.knows(unit.id(), u.id())
            && aimed.is_none_or(|metres| away(u.id()) < metres)
    };
    let foes: Vec<UnitId> = state.units.iter().filter(nearer).map(Unit::id).collect();
    if foes.is_empty() {
        return Ok(());
    }
    if !can_reach(position, unit, &foes) {
        return check_drawn(position.content, position.ctx, unit);
    }
    Err(Refusal::new("enraged", "enraged: it must attack the nearest enemy first", "MO-276"))
}

/// True while rage still forces the unit's attack in this turn: it has not attacked yet.
fn is_raging(position: Position<'_>, unit: &Unit) -> bool {
    let raging =
        position.numbers(unit.id()).is_some_and(|n| n.has(|e| matches!(e, StatusEffect::Rages)));
    let struck = Budget::of(position.content, unit).is_some_and(|b| b.attacks_made() > 0);
    raging && !struck
}

/// The room of the nearest known enemy, if an enraged unit cannot reach any enemy in this turn.
fn far_off(position: Position<'_>, unit: &Unit) -> Option<Room> {
    let (state, me) = (position.ctx.state, unit.id());
    if !is_raging(position, unit) {
        return None;
    }
    let foe = |u: &&Unit| u.is_active() && party::are_enemies(state, me, u.id());
    let known = |u: &&Unit| foe(u) && position.knows(me, u.id());
    let foes: Vec<UnitId> = state.units.iter().filter(known).map(Unit::id).collect();
    let nearest = foes.iter().min_by_key(|id| (position.distance(me, **id), **id))?;
    let room = position.body(*nearest).and_then(Body::room)?;
    (!can_reach(position, unit, &foes)).then_some(room)
}

/// True if an enraged unit cannot reach any enemy in this turn but could use its remaining movement
/// to get closer to the nearest one (MO-276).
pub fn is_drawn(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> bool {
    let position = Position { content, ctx };
    let room = position.body(unit.id()).and_then(Body::room);
    let Some((goal, own)) = far_off(position, unit).zip(room) else { return false };
    let budget = Budget::of(content, unit);
    let free = budget.map_or(0, |b| b.metres());
    let gap = |at: Room| at.distance(&goal, Diagonals::One);
    let reach = walk::reach(content, ctx, unit.id(), walk::Far::Ordinary);
    let spent = budget.map_or(0, |b| b.spent());
    let nearer = |stop: &&ReachStop| {
        let paid = i64::from(stop.cost) <= i64::from(free - spent);
        paid && gap(own.at(stop.cell, stop.feet)) < gap(own)
    };
    reach.stops().iter().any(|stop| nearer(&stop))
}

/// Checks that an enraged unit has used its remaining movement to get closer to the nearest enemy,
/// if it cannot reach any in this turn (MO-276).
///
/// # Errors
/// If it could still get closer.
pub fn check_drawn(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Result<(), Refusal> {
    if is_drawn(content, ctx, unit) {
        let text = "enraged: it must first move closer to the nearest enemy";
        return Err(Refusal::new("enraged", text, "MO-276"));
    }
    Ok(())
}

/// Checks whether rage allows a path: it must lead closer to the nearest enemy if no enemy is in
/// reach (MO-276).
///
/// # Errors
/// If rage forbids it.
pub fn check_way(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
) -> Result<(), Refusal> {
    let position = Position { content, ctx };
    let own = position.body(unit.id()).and_then(Body::room);
    let end = path.last().and_then(|end| end.at.cell());
    let Some(((goal, own), end)) = far_off(position, unit).zip(own).zip(end) else {
        return Ok(());
    };
    let gap = |at: Room| at.distance(&goal, Diagonals::One);
    if gap(own.at(end, own.feet)) < gap(own) || !is_drawn(content, ctx, unit) {
        return Ok(());
    }
    let text = "enraged: it must first move closer to the nearest enemy";
    Err(Refusal::new("enraged", text, "MO-276"))
}

/// True if the unit can attack one of these enemies in this turn, by a shot or after moving.
fn can_reach(position: Position<'_>, unit: &Unit, foes: &[UnitId]) -> bool {
    let (content, ctx, me) = (position.content, position.ctx, unit.id());
    let Some(numbers) = position.numbers(me) else { return false };
    let shot = numbers.weapons().into_iter().filter(|w| !w.reach.is_melee());
    let shot = shot.map(|w| u32::from(w.reach.metres())).max().unwrap_or(0);
    let melee = numbers.melee_reach();
    let near = |at: Position<'_>, foe: UnitId| at.within_melee(me, foe, melee);
    let here = |foe: &UnitId| {
        (near(position, *foe) || position.shot(me, *foe) <= shot) && position.can_aim_at(me, *foe)
    };
    if foes.iter().any(here) {
        return true;
    }
    let Some(own) = ctx.field.body(me) else { return false };
    // A path that leaves no AP for an attack is too long.
    let reach = walk::reach(content, ctx, me, walk::Far::Ordinary);
    let in_reach = |stop: &ReachStop| {
        let there = own.moved(stop.cell, stop.feet);
        let close = |foe: &&UnitId| {
            let body = ctx.field.body(**foe);
            let away = body.and_then(|body| grid::distance(&there, body, Diagonals::One));
            away.is_some_and(|metres| metres <= u32::from(melee))
        };
        let close: Vec<&UnitId> = foes.iter().filter(close).collect();
        if close.is_empty() {
            return false;
        }
        let field = ctx.field.with_body(there);
        let at = Position { content, ctx: Ctx { field: &field, ..ctx } };
        close.into_iter().any(|foe| near(at, *foe))
    };
    reach.stops().iter().any(in_reach)
}

/// The random target of a confused attacker, drawn from all creatures it could strike (MO-279).
/// `target` is the one it means: `None` for a thing or a guess.
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn by_chance(
    position: Position<'_>,
    unit: &Unit,
    target: Option<UnitId>,
    candidates: impl FnOnce() -> Vec<UnitId>,
    oracle: &mut Oracle<'_>,
) -> Result<(Option<UnitId>, Vec<Event>), Pause> {
    let confused = position
        .numbers(unit.id())
        .and_then(|n| n.affected(|e| matches!(e, StatusEffect::StrikesByChance)));
    let Some(status) = confused else { return Ok((target, Vec::new())) };
    let list = candidates();
    let Ok(sides @ 2..) = u16::try_from(list.len()) else {
        return Ok((list.first().copied().or(target), Vec::new()));
    };
    let face = oracle.roll_one(Throw::face(sides))?;
    let drawn = usize::try_from(face - 1).ok().and_then(|i| list.get(i)).copied();
    let drawn = drawn.or(target);
    let name = drawn.and_then(|id| position.ctx.unit(id)).map_or("", |u| u.identity.name.as_str());
    let text = format!("{}: random target {name}", status.name);
    Ok((drawn, vec![events::note(unit, text, "MO-279")]))
}

/// The charms on the victim that end because `by` has hurt it: charms cast by `by` or by a member
/// of its side (MO-277).
fn broken<'a>(ctx: Ctx<'a>, victim: &'a Unit, by: UnitId) -> impl Iterator<Item = &'a Condition> {
    let charmed = Affliction::Charmed.key();
    let own = move |source: UnitId| source == by || !ctx.state.are_foes(source, by);
    let list = victim.conditions.0.iter();
    list.filter(move |c| c.id == charmed && c.source.is_some_and(own))
}

/// The steps that end the charms broken by hits.
pub fn window(ctx: Ctx<'_>, events: &[Event]) -> Vec<Step> {
    let steps = events.iter().filter_map(|event| match &event.what {
        EventKind::Hit { by: Some(by), target, total: 1.., .. } => {
            broken(ctx, ctx.unit(*target)?, *by).next()?;
            Some(Disenchant { unit: *target, by: *by }.into())
        }
        _ => None,
    });
    steps.collect()
}

/// Ends the charms broken by a hit.
pub fn disenchant(ctx: Ctx<'_>, step: &Disenchant) -> Outcome {
    let Some(victim) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let over = |c| events::relieved_of(victim, c, "hurt by the charmer's side", "MO-277");
    Outcome::done(broken(ctx, victim, step.by).map(over).collect())
}

/// The side that decides for a unit because of a condition, as stored in the flag: side number plus
/// 1.
fn ordered(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> i64 {
    let position = Position { content, ctx };
    // Of several sources, the latest one commands (MO-440).
    let source = position.sources_of(unit.id(), &StatusEffect::ObeysSource).next_back();
    let side = source.and_then(|id| ctx.unit(id)).map(Unit::side);
    side.filter(|s| *s != unit.side()).map_or(0, |side| i64::from(side.0) + 1)
}

/// The steps for units whose deciding side no longer matches their conditions (MO-278).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let wrong = |u: &&Unit| u.flags.get(COMMANDED_BY) != ordered(content, ctx, u);
    ctx.state.units.iter().filter(wrong).map(|u| TakeControl { unit: u.id() }.into()).collect()
}

/// Sets which side decides for a unit, or returns control to its own (MO-278, MO-416).
pub fn take_control(content: &Content, ctx: Ctx<'_>, step: &TakeControl) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let to = ordered(content, ctx, unit);
    Outcome::done(events::flag(unit, COMMANDED_BY, to, "MO-278").into_iter().collect())
}
