//! Shielding: a Reaction by which a unit takes a strike in place of an ally (TU-205 to TU-213).

use num_traits::ToPrimitive;

use grid::{Cell, Diagonals, Dir, Field, Place, Pricing, Room, SupportKind, UnitId, reach};
use rules::dice::Likelihood;
use rules::event::{Degree, Event, EventKind, MoveKind};
use rules::kit::{events, shove};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Choice, Prompt};
use rules::ruleset::Ctx;
use rules::state::Unit;
use rules::{Key, RuleId};

use super::ailments;
use super::attack::{AttackSource, Roll, instead};
use super::data::{Content, Mark, ReactionWindow, Trait};
use super::harm::{arrives, life, worth};
use super::holds::held_by;
use super::numbers::{GUARDING, HP, Numbers, REACTION};
use super::step::Step;

/// The key of this Reaction in standing orders.
pub const SHIELD: &str = "shield";

/// Costs in the AI's estimate, in thousandths of a life: a Reaction used for the round, an archer
/// next to a fighter, a released hold, and a drop to 0 HP.
const REACTS: i64 = 40;
const EXPOSED: i64 = 80;
const HELD: i64 = 80;
const FALLEN: i64 = 300;

/// Asks a unit whether it shields the target of a strike, and where it pushes the target.
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn ask(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (actor, roll): (&Unit, &Roll<'_>),
    oracle: &mut Oracle<'_>,
) -> Result<Option<(Vec<Event>, Vec<Step>)>, Pause> {
    let target = roll.target.unit;
    let Some((stand, rooms)) = places(content, ctx, unit, (actor, target)) else { return Ok(None) };
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let (own, other) = (&unit.identity.name, &target.identity.name);
    let text = format!("{other} is about to be struck. {own} can take the blow in its place.");
    let wise = is_wise(content, ctx, (actor, roll), unit);
    let prompt = Prompt::yes_no("react", side, Some(unit.id()), text, wise, "TU-205");
    if oracle.ask(prompt.about(Key::of(SHIELD)))? != Answer::YES {
        return Ok(None);
    }
    let chosen = oracle.ask(Prompt {
        kind: Key::of("place"),
        side,
        unit: Some(target.id()),
        about: Key::default(),
        text: format!("Where does {own} push {other}?"),
        choices: rooms.iter().map(|room| choice(room.cell)).collect(),
        default: 0,
        rule: RuleId::of("TU-207"),
    })?;
    let room = rooms.get(usize::from(chosen.0)).or(rooms.first()).copied();
    Ok(room.map(|to| {
        let hurt = [arrives(ctx, target, to), arrives(ctx, unit, stand)];
        (take(ctx, (unit, stand), (target, to)), hurt.into_iter().flatten().collect())
    }))
}

/// What an attack does once a unit has taken it in place of the target: the chance that it hits, and
/// the damage of an ordinary hit. `None` if the unit cannot shield.
pub fn outlook(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (actor, roll): (&Unit, &Roll<'_>),
) -> Option<(Likelihood, i32)> {
    let target = roll.target.unit.id();
    let (stand, rooms) = places(content, ctx, unit, (actor, roll.target.unit))?;
    let to = rooms.first()?;
    let pushed = ctx.field.body(target)?.moved(to.cell, to.feet);
    let stepped = ctx.field.body(unit.id())?.moved(stand.cell, stand.feet);
    let field: Field<'_> = ctx.field.with_body(pushed).with_body(stepped);
    let taken = taken(content, Ctx { field: &field, ..ctx }, (actor, roll), unit.id())?;
    // A Reaction after the roll changes only who is hurt.
    let test = match content.rules.reaction_window {
        ReactionWindow::AfterHit => roll.test(content, None),
        ReactionWindow::BeforeRoll => taken.test(content, Some(roll.dod.total())),
    };
    Some((test.chance().into(), taken.damage(content, false).total().max(0)))
}

/// An attack once a unit has taken it in place of its target (TU-209, TU-210).
fn taken<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    (actor, roll): (&'a Unit, &Roll<'a>),
    unit: UnitId,
) -> Option<Roll<'a>> {
    let pair = (unit, roll.target.unit.id());
    let mut taken = instead(content, ctx, (actor, roll.means), pair, false)?;
    (taken.raw, taken.halved) = (roll.raw.clone(), roll.halved);
    Some(taken)
}

/// Whether the target would lose so much more than the shielder that it is worth the Reaction and
/// the shielder's position.
fn is_wise(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, roll): (&Unit, &Roll<'_>),
    unit: &Unit,
) -> bool {
    let Some(taken) = taken(content, ctx, (actor, roll), unit.id()) else { return false };
    let strikes = matches!(roll.means, AttackSource::Weapon(weapon) if weapon.range == 0);
    let shoots = taken.target.weapons().next().is_some_and(|(_, weapon)| weapon.range > 0);
    let exposed = if strikes && shoots { EXPOSED } else { 0 };
    // A holder that leaves its place lets go.
    let holds = [roll.target.unit, unit].into_iter().any(|unit| held_by(unit).is_some());
    let torn = if holds { HELD } else { 0 };
    let price = loss(content, &taken, Some(roll.dod.total())) + REACTS + exposed + torn;
    loss(content, roll, None) > price
}

/// The expected cost of an attack for its target, in thousandths of a life; `dod` as in
/// [`Roll::test`].
fn loss(content: &Content, roll: &Roll<'_>, dod: Option<i32>) -> i64 {
    let unit = roll.target.unit;
    let (hp, most) = unit.tracks.0.get(HP).map_or((0, 1), |hp| (hp.value, hp.max.max(1)));
    let left = life(content, unit, hp).max(1);
    // A unit at 0 HP soon falls anyway.
    let fallen = if hp > 0 { FALLEN } else { FALLEN / 4 };
    let of = |degree: Degree| {
        let damage = roll.damage(content, degree == Degree::Critical);
        let harm = worth(unit, damage.total().saturating_sub(damage.healed));
        let falls = if harm >= left { fallen } else { 0 };
        i64::from(harm.clamp(0, left)) * 1000 / i64::from(most) + falls
    };
    let test = roll.test(content, dod);
    let hits = test.band_chances().into_iter().filter(|(band, _)| band.degree.succeeded());
    let parts = hits.map(|(band, share)| {
        (share * 1000).to_integer().to_i64().unwrap_or_default() * of(band.degree)
    });
    parts.sum::<i64>() / 1000
}

fn choice(cell: Cell) -> Choice {
    let id = Key::new(&format!("{}_{}", cell.x, cell.y));
    Choice { id, label: cell.to_string(), place: Some(Place::Cell(cell)), unit: None }
}

/// Whether a unit can shield at all (TU-184, TU-193, TU-205, TU-208, TU-213).
fn may(content: &Content, ctx: Ctx<'_>, unit: &Unit, (actor, target): (&Unit, &Unit)) -> bool {
    let Some(numbers) = Numbers::of(content, unit) else { return false };
    let round = ctx.state.scene.clock.round;
    // It has already acted, guarded or moved in its Turn this round (TU-254, TU-363).
    let acted = numbers.gone() > 0 || numbers.has_acted() || unit.conditions.has(GUARDING);
    let busy = numbers.suffers(Trait::OneThing) && unit.turn.round == round && acted;
    unit.id() != target.id()
        && unit.id() != actor.id()
        && numbers.sheet.str.value() > 0
        && !numbers.lies()
        && !numbers.has_mark(Mark::Bound)
        && !busy
}

/// As [`shoves`]; `None` if the unit cannot shield at all, or has no room to push the target.
fn places(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    pair: (&Unit, &Unit),
) -> Option<(Room, Vec<Room>)> {
    if !may(content, ctx, unit, pair) {
        return None;
    }
    shoves(content, ctx, unit, pair).filter(|(_, rooms)| !rooms.is_empty())
}

/// The shielder's new place, and the places that the target can be pushed to, safe and near ones
/// first. The shielder must be able to reach the vacated place (TU-206, TU-207, TU-344).
fn shoves(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (actor, target): (&Unit, &Unit),
) -> Option<(Room, Vec<Room>)> {
    let numbers = Numbers::of(content, unit)?;
    let half = u32::try_from(numbers.movement() / 2).ok()?;
    let prices = content.at(ctx).free(unit)?;
    let body = ctx.field.body(target.id())?;
    let (stood, from) = (body.room()?, ctx.field.body(actor.id())?.room()?);
    let own = ctx.field.body(unit.id())?.room()?;
    if prices.least() > 0 && stood.cells().all(|cell| squares(own.cell, cell) > half) {
        return None;
    }
    let metres = u16::try_from(numbers.sheet.str.value()).ok()?;
    // The vacated place must be reachable, regardless of its current occupant.
    let free: Field<'_> = ctx.field.without(target.id());
    let way = reach(&free, ctx.field.body(unit.id())?, &prices, half)?;
    // In the space of a larger target, the cell nearest to the attacker (TU-362).
    let mut cells: Vec<Cell> = stood.cells().collect();
    cells.retain(|cell| way.cost_at(*cell, stood.feet).is_some_and(|cost| cost > 0));
    let stand = cells.into_iter().min_by_key(|cell| {
        let room = own.at(*cell, stood.feet);
        // Of equally close cells, the one straight in front of the attacker.
        let ((ax, ay), (x, y)) = (from.middle2(), room.middle2());
        (room.distance(&from, Diagonals::One), (ax - x).pow(2) + (ay - y).pow(2), *cell)
    })?;
    let ((ax, ay), (bx, by)) = (from.middle2(), stood.middle2());
    let towards = Dir::towards(ax - bx, ay - by);
    let away = Dir::ALL.into_iter().filter(|dir| Some(*dir) != towards);
    let stand = own.at(stand, stood.feet);
    let flies = target.placement.support == SupportKind::Flight;
    // The shielder has left its own place by then.
    let left: Field<'_> = ctx.field.without(unit.id());
    let there = Ctx { field: &left, ..ctx };
    let mut rooms = shove::rooms(there, body, (metres, content.rules.free_step, flies), away);
    // A large target must leave the place where the shielder is to stand.
    rooms.retain(|room| !room.cells().any(|cell| stand.cells().any(|own| own == cell)));
    Some((stand, rooms))
}

/// Number of steps between two cells, if nothing is in the way.
fn squares(a: Cell, b: Cell) -> u32 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)).into()
}

/// Pushes the target out of its place and moves the shielder into it.
fn take(ctx: Ctx<'_>, (unit, stand): (&Unit, Room), (target, to): (&Unit, Room)) -> Vec<Event> {
    let room = |id| ctx.field.body(id).and_then(grid::Body::room);
    let (Some(own), Some(stood)) = (room(unit.id()), room(target.id())) else { return Vec::new() };
    let left = unit.pools.0.value(REACTION) - 1;
    // A flyer keeps its altitude (TU-327).
    let support = match target.placement.support {
        SupportKind::Flight => SupportKind::Flight,
        _ => ctx.field.support(to, target.id()),
    };
    let (by_push, on_foot) = ((MoveKind::Forced, 0), (MoveKind::Walk, 0));
    let carried = ctx.field.support(stand, unit.id());
    let redirected =
        EventKind::Redirected { act: Key::of(SHIELD), from: target.id(), to: unit.id() };
    let paid = events::pool(unit, REACTION, left, "Shielding", "TU-185");
    paid.into_iter()
        .chain(ailments::restless(unit, SHIELD))
        .chain([
            events::moved(target, (stood, to), support, by_push, &["TU-207"]),
            events::moved(unit, (own, stand), carried, on_foot, &["TU-207", "TU-211"]),
            Event::new(redirected, &["TU-209"]),
        ])
        .collect()
}
