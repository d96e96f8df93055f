//! Abilities in play: paid, resolved on their targets, then Overheat and feedback (TU-56 to TU-106).

use crate::grid::{Cell, Dir, Place, UnitId, sees, shape};
use crate::rules::event::{Degree, Event, MoveKind};
use crate::rules::kit::{area, events};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::Test;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Deed, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::ailments;
use super::attack::{self, Means};
use super::budget::{self, ABILITY, OVER};
use super::data::{Ability, Content, Delivery, Element, Mark, Rank, Trait, by_rank};
use super::harm::{self, Wound};
use super::numbers::{Numbers, RP};
use super::prepared::halves;
use super::push;
use super::reflex;
use super::shield::{self, Reacted};
use super::step::{Attempt, Blow, Cast, Casting, Outcome, Shielded, Step};

/// The purpose of the d100 of abilities.
const CAST: &str = "ability";

/// Checks range and sight of an ability on another combatant (TU-70).
///
/// # Errors
/// The reason why it does not get there.
pub fn check_line(
    ctx: Ctx<'_>,
    actor: &Numbers<'_>,
    ability: &Ability,
    target: UnitId,
) -> Result<(), Refusal> {
    if target == actor.unit.id() {
        return Ok(());
    }
    let bodies = ctx.field.body(actor.unit.id()).zip(ctx.field.body(target));
    let metres = ctx.field.distance(actor.unit.id(), target, crate::grid::Diagonals::One);
    let (Some((me, them)), Some(metres)) = (bodies, metres) else {
        return Err(Refusal::new("no_target", "it is not there", "TU-70"));
    };
    if metres > u32::from(ability.range) {
        return Err(Refusal::new("out_of_range", "it is out of range", "TU-70"));
    }
    if !sees(ctx.field.board(), me, them) {
        return Err(Refusal::new("no_sight", "it is not in view", "TU-70"));
    }
    let other = ctx.unit(target).filter(|u| u.side() != actor.unit.side());
    if other.is_some_and(|u| ailments::is_hidden(actor.content, u)) {
        return Err(Refusal::new("hidden", "it is hidden", "TU-301"));
    }
    if actor.has_mark(Mark::Blind) && metres > 1 {
        return Err(Refusal::new("blinded", "it sees no one that far away", "TU-299"));
    }
    Ok(())
}

/// Checks range and sight of the centre of an area (TU-70).
///
/// # Errors
/// The reason why it does not get there.
pub fn check_centre(
    ctx: Ctx<'_>,
    actor: &Unit,
    ability: &Ability,
    cell: Cell,
) -> Result<(), Refusal> {
    let away = area::away(ctx, actor.id(), cell);
    let Some((metres, seen)) = away else {
        return Err(Refusal::new("no_target", "there is no such cell", "TU-70"));
    };
    if metres > u32::from(ability.range) {
        return Err(Refusal::new("out_of_range", "it is out of range", "TU-70"));
    }
    if !seen {
        return Err(Refusal::new("no_sight", "it is not in view", "TU-70"));
    }
    Ok(())
}

/// The combatants in a cone from the user, except itself and those behind total cover (TU-69).
pub fn in_cone(ctx: Ctx<'_>, actor: &Unit, metres: u8, dir: Dir) -> Vec<UnitId> {
    let Some(body) = ctx.field.body(actor.id()) else { return Vec::new() };
    let cells = cone(ctx, actor, metres, dir);
    let there = |id: UnitId| ctx.unit(id).is_some_and(|u| u.status.is_present());
    let inside = ctx.field.bodies().iter().filter(|other| {
        other.id != actor.id()
            && there(other.id)
            && other.cells().any(|cell| cells.contains(&cell))
            && sees(ctx.field.board(), body, *other)
    });
    let mut caught: Vec<UnitId> = inside.map(|other| other.id).collect();
    caught.sort_unstable();
    caught
}

/// The cells of a cone from the user.
pub fn cone(ctx: Ctx<'_>, actor: &Unit, metres: u8, dir: Dir) -> Vec<Cell> {
    let room = ctx.field.body(actor.id()).and_then(crate::grid::Body::room);
    room.map_or_else(Vec::new, |room| shape::cone(ctx.field.board(), room, dir, metres.into()))
}

/// The test of a Shattering ability against one target (TU-97 to TU-99).
pub fn shatter(
    content: &Content,
    actor: &Numbers<'_>,
    ability: &Ability,
    on: &Numbers<'_>,
) -> Test {
    let rules = &content.rules;
    let Delivery::Shatter(kind) = ability.delivery else { return Test::default() };
    let mut chance = Sum::new();
    chance.push("evenly matched", rules.shatter_base, "TU-97");
    let ahead = actor.shattering(ability).total() - on.protection(kind, ability.element).total();
    let label = format!("Shattering over Protection of {}", kind.name());
    let rule = match ahead {
        ..=-5 => "TU-98",
        5.. => "TU-99",
        _ => "TU-97",
    };
    chance.add(label, rules.shatter_step * ahead, rule);
    Test::of(100, Sum::new(), "Shattering", chance).under()
}

/// Runs one stage of using an ability.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Cast,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return over();
    };
    let Some(ability) = actor.ability(step.ability.as_str()) else { return over() };
    let next = |casting| Cast { casting, ..step.clone() }.into();
    match step.casting {
        Casting::Declare => {
            let charges = actor.charges(ability);
            if step.prepared && actor.unit.pools.0.value(RP) < halves(content, ability.rank).1 {
                let text = "the rest of its RP cannot be paid";
                let fizzled = events::cancelled(actor.unit, &ability.id, text, "TU-178");
                return Ok(Outcome::done(vec![fizzled]));
            }
            // One prepared in another Turn is not the second of this one (TU-79).
            let fizzles = !step.prepared && actor.fizzles(ability);
            let mut events = declare(&actor, ability, step, charges);
            let blocked = actor.suffers(Trait::Blocked);
            let casting = match (fizzles, blocked) {
                (true, _) => {
                    let text = "a second A-rank ability in one Turn fizzles";
                    events.push(events::cancelled(actor.unit, &ability.id, text, "TU-78"));
                    Casting::Pay { charges }
                }
                (false, true) => Casting::Blocked { charges },
                (false, false) => Casting::Act { charges },
            };
            Ok(Outcome::then(events, next(casting)))
        }
        Casting::Blocked { charges } => {
            let mut needed = Sum::new();
            needed.push("Blocked Paths", content.rules.blocked_chance, "TU-247");
            let test = Test::of(100, Sum::new(), "Blocked Paths", needed).above();
            let (faces, score) = test.roll(oracle)?;
            let rolled = events::tested(&test, ("blocked", actor.unit, None), faces, "TU-247");
            let casting =
                if score.passed() { Casting::Act { charges } } else { Casting::Pay { charges } };
            Ok(Outcome::then(vec![rolled], next(casting)))
        }
        Casting::Act { charges } => {
            let (events, children) = act(content, ctx, (&actor, ability), step);
            Ok(Outcome::after(events, children, Some(next(Casting::Pay { charges }))))
        }
        Casting::Pay { charges } => {
            let mut events = Vec::new();
            let acting = ctx.state.scene.clock.active.contains(&actor.unit.id());
            let round = ctx.state.scene.clock.round;
            events.extend(budget::overheats(&actor, ability, (round, acting)));
            let (hp, paid) = actor.feedback(charges);
            if paid > 0 || ability.rank >= Rank::B {
                events.extend(ailments::reopened(actor.unit, &ability.name));
            }
            if hp > 0 {
                let act = Key::of(OVER);
                let deed = Deed { class: Key::of(OVER), act: act.clone(), amount: paid };
                events.push(events::deed(actor.unit, deed, None, "TU-58"));
                let mut main = Sum::new();
                main.push(format!("charges over the limit: {paid}"), hp, "TU-58");
                let wound = Wound { bare: true, ..Wound::plain(&act, main) };
                events.extend(harm::deal(content, &actor, wound, oracle)?);
            }
            Ok(Outcome::done(events))
        }
    }
}

/// Declares an ability and pays for it; it may make the Turn Mixed (TU-17, TU-56, TU-85).
fn declare(actor: &Numbers<'_>, ability: &Ability, step: &Cast, charges: i32) -> Vec<Event> {
    let unit = actor.unit;
    let place = step.place.map(Place::Cell);
    let act = (ability.id.clone(), ability.name.as_str());
    let at = (step.targets.clone(), place);
    let mut events = vec![events::declared_at(unit, act, at, "TU-67")];
    if let Some(attacks) = step.split {
        events.extend(budget::mix(unit, actor, attacks, 0));
    }
    if step.prepared {
        let left = unit.pools.0.value(RP) - halves(actor.content, ability.rank).1;
        events.extend(events::pool(unit, RP, left, &ability.name, "TU-177"));
        return events;
    }
    let cost = by_rank(&actor.content.rules.rp_cost, ability.rank);
    let left = unit.pools.0.value(RP) - cost;
    events.extend(events::pool(unit, RP, left, &ability.name, "TU-17"));
    let deed = Deed { class: Key::of(ABILITY), act: ability.id.clone(), amount: charges };
    events.push(events::deed(unit, deed, None, "TU-56"));
    events
}

/// What an ability does: attempts on each target, or its effect without a roll.
fn act(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, ability): (&Numbers<'_>, &Ability),
    step: &Cast,
) -> (Vec<Event>, Vec<Step>) {
    let unit = actor.unit;
    let attempt = |target: &UnitId| {
        let (unit, target) = (unit.id(), *target);
        let (ability, origin) = (step.ability.clone(), step.place);
        let most = step.most;
        let (towards, answered, blow) = (step.towards, false, Blow::Shield);
        Attempt { unit, target, ability, origin, most, shielded: None, towards, answered, blow }
            .into()
    };
    match ability.delivery {
        Delivery::Strike | Delivery::Shatter(_) => {
            (Vec::new(), step.targets.iter().map(attempt).collect())
        }
        Delivery::Burst(radius) => {
            let caught = step.place.map(|cell| area::caught(ctx, cell, radius.into()));
            (Vec::new(), caught.iter().flatten().map(attempt).collect())
        }
        Delivery::Cone(metres) => {
            let caught = step.towards.map(|dir| in_cone(ctx, unit, metres, dir));
            (Vec::new(), caught.iter().flatten().map(attempt).collect())
        }
        Delivery::Ally | Delivery::Own | Delivery::Allies(_) => {
            let targets = step.targets.iter().filter_map(|id| ctx.unit(*id));
            let all = targets.filter_map(|u| Numbers::of(content, u));
            (
                all.flat_map(|on| benefit(content, (actor, ability), &on, step.element)).collect(),
                Vec::new(),
            )
        }
        Delivery::Blink => (blink(ctx, unit, step.place), Vec::new()),
    }
}

/// The effect of a helpful ability on one combatant (TU-32, TU-76, TU-117).
fn benefit(
    content: &Content,
    (actor, ability): (&Numbers<'_>, &Ability),
    on: &Numbers<'_>,
    element: Option<Element>,
) -> Vec<Event> {
    let mut events = Vec::new();
    if ability.heals {
        let name = ability.name.as_str();
        events.extend(harm::heal(content, on, actor.healing(ability), name, "TU-76"));
    }
    events.extend(gives(content, (actor, ability), on, element));
    events
}

/// The condition that an ability causes on a combatant.
pub fn gives(
    content: &Content,
    (actor, ability): (&Numbers<'_>, &Ability),
    on: &Numbers<'_>,
    element: Option<Element>,
) -> Option<Event> {
    let gives = ability.gives.as_ref()?;
    let ailment = content.ailments.get(gives.id.as_str())?;
    let (rounds, rule) = on.lasting(ability, gives.rounds);
    let size = if ailment.marks.contains(&Mark::Ward) {
        actor.healing(ability)
    } else {
        element.map_or(0, |element| element as i32 + 1)
    };
    let condition = ailments::lasting(&gives.id, size, actor.unit.id(), rounds);
    let condition = condition.with(Key::of("rank"), ability.rank.value().into());
    Some(ailments::begins(content, on.unit, condition, rule))
}

/// Moves the user to a free cell in view.
pub fn blink(ctx: Ctx<'_>, unit: &Unit, cell: Option<Cell>) -> Vec<Event> {
    let found = || {
        let (cell, from) = (cell?, ctx.field.body(unit.id())?.room()?);
        let site = ctx.field.fits_standing(cell, from.size, from.height, unit.id()).ok()?;
        let to = from.at(cell, site.feet);
        let support = ctx.field.support(to, unit.id());
        let how = (MoveKind::Teleport, 0);
        Some(events::moved(unit, (from, to), support, how, "TU-187"))
    };
    found().into_iter().collect()
}

/// Runs one stage of an ability against one target.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn attempt(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Attempt,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let units = ctx.unit(step.unit).zip(ctx.unit(step.target).filter(|u| u.status.is_present()));
    let Some((actor, target)) = units else { return over() };
    let numbers = Numbers::of(content, actor).zip(Numbers::of(content, target));
    let Some((actor, target)) = numbers else { return over() };
    let Some(ability) = actor.ability(step.ability.as_str()) else { return over() };
    let next = |blow| Attempt { blow, ..step.clone() }.into();
    if let Delivery::Shatter(_) = ability.delivery {
        if check_line(ctx, &actor, ability, step.target).is_err() {
            return over();
        }
        let test = shatter(content, &actor, ability, &target);
        let (faces, score) = test.roll(oracle)?;
        let about = (CAST, actor.unit, Some(target.unit.id()));
        let rolled = events::tested(&test, about, faces, "TU-97");
        let effect = score.passed().then(|| gives(content, (&actor, ability), &target, None));
        let revealed = ailments::revealed(content, actor.unit, target.unit);
        let events = [rolled].into_iter().chain(effect.flatten()).chain(revealed);
        return Ok(Outcome::done(events.collect()));
    }
    let (by, single) = ((actor.unit, Means::Ability(ability)), Means::Ability(ability).is_single());
    // One that has left the area is not met (TU-195).
    let caught = match (ability.delivery, step.origin, step.towards) {
        (Delivery::Burst(radius), Some(cell), _) => area::caught(ctx, cell, radius.into()),
        (Delivery::Cone(metres), _, Some(dir)) => in_cone(ctx, actor.unit, metres, dir),
        _ => vec![step.target],
    };
    if !caught.contains(&step.target) {
        return over();
    }
    let roll = if single {
        attack::prepare(content, ctx, by, step.target, false).ok()
    } else {
        attack::in_area(content, ctx, by, step.target, step.origin)
    };
    let Some(mut roll) = roll else { return over() };
    lower(&mut roll.raw, step.most);
    match step.blow {
        Blow::Declare | Blow::Shield if !single => {
            let events = reflex::offer(content, ctx, &roll, oracle)?.unwrap_or_default();
            Ok(Outcome::then(events, next(Blow::Roll)))
        }
        Blow::Declare | Blow::Shield => {
            let offered = (actor.unit, &roll);
            let asked = shield::offer(content, ctx, offered, step.answered, oracle)?;
            let (events, target) = match asked {
                Reacted::No => return Ok(Outcome::then(Vec::new(), next(Blow::Roll))),
                Reacted::Target(events) => {
                    let step = Attempt { answered: true, blow: Blow::Shield, ..step.clone() };
                    return Ok(Outcome::then(events, step.into()));
                }
                Reacted::Shielder(events, id) => (events, id),
            };
            let shielded = Some(Shielded { unit: step.target, dod: roll.dod.total() });
            let step = Attempt { target, shielded, blow: Blow::Roll, ..step.clone() };
            Ok(Outcome::then(events, step.into()))
        }
        Blow::Roll => {
            let test = roll.test(content, step.shielded.as_ref().map(|other| other.dod));
            let (faces, score) = test.roll(oracle)?;
            let about = (CAST, actor.unit, Some(step.target));
            let mut events = vec![events::tested(&test, about, faces, "TU-68")];
            events.extend(ailments::revealed(content, actor.unit, roll.target.unit));
            if !score.passed() {
                return Ok(Outcome::done(events));
            }
            let critical = score.degree == Degree::Critical;
            Ok(Outcome::then(events, next(Blow::Harm { critical })))
        }
        Blow::Harm { critical } => {
            let mut events = Vec::new();
            if ability.deals.is_some() {
                let damage = roll.damage(content, critical);
                let wound = Wound::by(&ability.id, actor.unit, roll.means.kind(), damage);
                events.extend(harm::deal(content, &roll.target, wound, oracle)?);
            }
            events.extend(gives(content, (&actor, ability), &roll.target, None));
            let pushed = (ability.pushes > 0).then(|| {
                let who = (step.target, step.unit);
                super::step::Pushed { unit: who.0, from: who.1, metres: ability.pushes.into() }
            });
            Ok(Outcome::after(events, pushed.into_iter().map(Step::from).collect(), None))
        }
    }
}

/// The user may hold an ability back (TU-75).
pub fn lower(raw: &mut Sum, most: Option<i32>) {
    if let Some(most) = most {
        raw.add("held back", (most - raw.total()).min(0), "TU-75");
    }
}

/// Runs a push.
pub fn pushed(content: &Content, ctx: Ctx<'_>, step: &super::step::Pushed) -> Outcome {
    push::away(content, ctx, (step.unit, step.from), (step.metres, "TU-140"))
}
