//! Carrying out abilities: payment, effects on their targets, then Overheat and feedback (TU-56 to
//! TU-106).

use std::slice;

use grid::{FloorAt, Place, UnitId};
use rules::event::{Degree, Event, EventKind, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Unit};
use rules::step::FrameId;
use rules::{Key, Sum};

use super::ailments;
use super::aiming::{check_line, in_burst, in_cone, reaches};
use super::attack::{self, AttackSource, Roll};
use super::budget::{self, ABILITY};
use super::data::{Ability, Content, Delivery, Element, Mark, ReactionWindow, Trait, by_ability};
use super::harm::{self, Wound};
use super::numbers::{Numbers, RP};
use super::push;
use super::reactions::{self, Threat};
use super::step::{AreaReactions, Attempt, Blow, Cast, Casting, Outcome, Shielded, Step};
use super::{choices, holds, mixed, objects, rulings, sight, summons};

/// The purpose of the d100 of abilities.
const CAST: &str = "ability";

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

/// The roll for an injury that makes abilities fail at times (TU-247).
pub fn blocked(content: &Content) -> Test {
    let mut needed = Sum::new();
    needed.push("Blocked Paths", content.rules.blocked_chance, "TU-247");
    Test::of(100, Sum::new(), "Blocked Paths", needed).above()
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
    // A user felled in the meantime does not continue; its own feedback still applies.
    if !actor.can_act() && !matches!(step.casting, Casting::Pay { .. }) {
        return over();
    }
    let next = |casting| Cast { casting, ..step.clone() }.into();
    // Used on an enemy, it ends hiding once it is over, whatever else it hits and even if it fails
    // (TU-128, TU-198).
    let pays = |charges| {
        let enemy = |id: UnitId| ctx.state.are_foes(step.unit, id);
        let shown = aimed_at(ctx, actor.unit, ability, step).into_iter().any(enemy);
        Cast { casting: Casting::Pay { charges }, shown, ..step.clone() }
    };
    match step.casting {
        Casting::Declare => {
            let charges = actor.charges(ability);
            if step.prepared && actor.unit.pools.0.value(RP) < actor.halves(ability.rank).1 {
                let text = "the rest of its RP cannot be paid";
                let fizzled = events::cancelled(actor.unit, &ability.id, text, "TU-178");
                return Ok(Outcome::done(vec![fizzled]));
            }
            // An ability prepared in another Turn is not the second of this one (TU-79).
            let fizzles = !step.prepared && actor.fizzles(ability);
            let mut events = declare(&actor, ability, step, charges);
            if fizzles {
                let text = "a second A-rank ability in one Turn fizzles";
                events.push(events::cancelled(actor.unit, &ability.id, text, "TU-78"));
                return Ok(Outcome::then(events, pays(charges).into()));
            }
            let blocked = actor.suffers(Trait::Blocked);
            let casting =
                if blocked { Casting::Blocked { charges } } else { Casting::Act { charges } };
            Ok(Outcome::then(events, next(casting)))
        }
        Casting::Blocked { charges } => {
            let test = blocked(content);
            let (faces, score) = test.roll(oracle)?;
            let rolled = events::tested(&test, ("blocked", actor.unit, None), faces, "TU-247");
            let then =
                if score.passed() { next(Casting::Act { charges }) } else { pays(charges).into() };
            Ok(Outcome::then(vec![rolled], then))
        }
        Casting::Act { charges } => {
            if !reaches(content, ctx, (&actor, ability), step) {
                let text = "it is out of reach by now";
                let lost = events::cancelled(actor.unit, &ability.id, text, "TU-195");
                return Ok(Outcome::then(vec![lost], pays(charges).into()));
            }
            let (events, children) = act(content, ctx, (&actor, ability), step);
            Ok(Outcome::after(events, children, Some(pays(charges).into())))
        }
        Casting::Pay { charges } => {
            let mut events = Vec::new();
            if step.shown {
                events.extend(ailments::revealed(content, actor.unit));
            }
            events.extend(budget::overheats(ctx, &actor, ability.rank));
            let (_, paid) =
                if step.prepared { actor.feedback_owed() } else { actor.feedback(charges) };
            events.extend(ailments::strained(&actor, ability, paid > 0));
            let why = (paid, "charges over the limit", "TU-58");
            events.extend(mixed::charge(content, &actor, why, oracle)?);
            Ok(Outcome::done(events))
        }
    }
}

/// Declares an ability and pays for it; it may make the Turn Mixed (TU-17, TU-56, TU-85).
fn declare(actor: &Numbers<'_>, ability: &Ability, step: &Cast, charges: i32) -> Vec<Event> {
    let unit = actor.unit;
    let place = step.place.map(|at| Place::Cell(at.cell));
    let act = (ability.id.clone(), ability.name.as_str());
    let at = (step.targets.clone(), place);
    let mut events = vec![events::declared_at(unit, act, at, "TU-67")];
    if let Some(attacks) = step.split {
        events.extend(budget::mix(unit, actor, attacks, 0));
    }
    if step.prepared {
        let left = unit.pools.0.value(RP) - actor.halves(ability.rank).1;
        events.extend(events::pool(unit, RP, left, &ability.name, "TU-177"));
        return events;
    }
    let cost = by_ability(&actor.content.rules.rp_cost, ability.rank);
    let left = unit.pools.0.value(RP) - cost;
    events.extend(events::pool(unit, RP, left, &ability.name, "TU-17"));
    let record = ActRecord { class: Key::of(ABILITY), act: ability.id.clone(), amount: charges };
    events.push(events::act_recorded(unit, record, None, "TU-56"));
    events
}

/// The combatants that an ability is used on: its targets, or those in its area.
fn aimed_at(ctx: Ctx<'_>, unit: &Unit, ability: &Ability, step: &Cast) -> Vec<UnitId> {
    match (ability.delivery, step.place, step.towards) {
        (Delivery::Burst(radius), Some(at), _) => in_burst(ctx, at, radius),
        (Delivery::Cone(metres), _, Some(dir)) => in_cone(ctx, unit, metres, dir),
        _ => step.targets.clone(),
    }
}

/// The effect of an ability: attempts on each target, or an effect without a roll.
fn act(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, ability): (&Numbers<'_>, &Ability),
    step: &Cast,
) -> (Vec<Event>, Vec<Step>) {
    let unit = actor.unit;
    let attempt = |target: &UnitId| {
        let (unit, target) = (unit.id(), *target);
        let (delivery, most) = (ability.delivery, step.most);
        let (ability, origin) = (step.ability.clone(), step.place);
        let (towards, answered) = (step.towards, None);
        let late = content.rules.reaction_window == ReactionWindow::AfterHit;
        let late = late && !matches!(delivery, Delivery::Shatter(_));
        let blow = if late { Blow::Roll } else { Blow::Shield };
        Attempt {
            unit,
            target,
            ability,
            origin,
            most,
            shielded: None,
            towards,
            answered,
            shared: Vec::new(),
            blow,
        }
    };
    match ability.delivery {
        Delivery::Strike if step.object.is_some() => {
            (objects::blasted(content, ctx, (actor, ability), step), Vec::new())
        }
        Delivery::Strike | Delivery::Shatter(_) => {
            (Vec::new(), step.targets.iter().map(|id| attempt(id).into()).collect())
        }
        Delivery::Burst(_) | Delivery::Cone(_) => {
            let caught = aimed_at(ctx, unit, ability, step);
            (Vec::new(), all_at_once(content, ctx, (unit.id(), caught), attempt))
        }
        Delivery::Ally | Delivery::Own | Delivery::Allies(_) => {
            // Allies that are no longer close enough are left out (TU-195).
            let near = |unit: &&Unit| match ability.delivery {
                Delivery::Allies(metres) => {
                    choices::around(ctx, actor, metres).contains(&unit.id())
                }
                _ => true,
            };
            let targets = step.targets.iter().filter_map(|id| ctx.unit(*id)).filter(near);
            let all = targets.filter_map(|u| Numbers::of(content, u));
            (
                all.flat_map(|on| benefit(content, ctx, (actor, ability), &on, step.element))
                    .collect(),
                Vec::new(),
            )
        }
        Delivery::Blink => {
            let moved = blink(ctx, (unit, ability), step.place);
            let hurt = landed(ctx, unit, &moved);
            (moved, hurt)
        }
        Delivery::Summon => (summons::call(content, ctx, (actor, ability), step.place), Vec::new()),
    }
}

/// The attempts of an area ability: all Reactions first, in turn order, then the rolls (TU-69,
/// TU-186, TU-194).
fn all_at_once(
    content: &Content,
    ctx: Ctx<'_>,
    (by, caught): (UnitId, Vec<UnitId>),
    attempt: impl Fn(&UnitId) -> Attempt,
) -> Vec<Step> {
    let slots = &ctx.state.scene.clock.slots;
    let place = |id: &UnitId| slots.iter().position(|slot| slot.members.contains(id));
    let late = content.rules.reaction_window == ReactionWindow::AfterHit;
    let asks = (!late).then(|| {
        let mut first = caught.clone();
        first.sort_by_key(|id| (place(id), *id));
        AreaReactions { unit: by, attempts: first.iter().map(&attempt).collect(), answered: None }
    });
    // The user rolls against the others before its own area can hurt it.
    let mut last = caught;
    last.sort_by_key(|id| *id == by);
    let rolls = last.iter().map(|id| Attempt { blow: Blow::Roll, ..attempt(id) });
    asks.into_iter().map(Step::from).chain(rolls.map(Step::from)).collect()
}

/// Asks for Reactions to an area ability: each unit in turn order decides for all targets, before
/// the first roll (TU-69, TU-186, TU-194).
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn area_reactions(
    content: &Content,
    ctx: Ctx<'_>,
    step: &AreaReactions,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let user = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit));
    let Some(user) = user else { return over() };
    let roll = |attempt: &Attempt| {
        let ability = user.ability(attempt.ability.as_str())?;
        aimed(content, ctx, (user.unit, ability), attempt)
    };
    let rolls: Vec<Roll<'_>> = step.attempts.iter().filter_map(roll).collect();
    let threats: Vec<Threat<'_>> = rolls.iter().map(Threat::of).collect();
    let asked = (threats.as_slice(), step.answered);
    let Some(reaction) = reactions::offer(content, ctx, asked, oracle)? else { return over() };
    let rest = AreaReactions { answered: Some(reaction.by), ..step.clone() };
    Ok(Outcome::after(reaction.events, reaction.then, Some(rest.into())))
}

/// The effects of the ground at the destination of a teleport (TU-120, TU-153).
fn landed(ctx: Ctx<'_>, unit: &Unit, moved: &[Event]) -> Vec<Step> {
    let room = ctx.field.body(unit.id()).and_then(grid::Body::room);
    let arrives = |event: &Event| match event.what {
        EventKind::Moved { to, to_feet, .. } => {
            Some(harm::arrives(ctx, unit, room?.at(to.cell()?, to_feet)))
        }
        _ => None,
    };
    moved.iter().find_map(arrives).unwrap_or_default()
}

/// The effect of a helpful ability on one combatant (TU-32, TU-76, TU-117).
fn benefit(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, ability): (&Numbers<'_>, &Ability),
    on: &Numbers<'_>,
    element: Option<Element>,
) -> Vec<Event> {
    let mut events = Vec::new();
    if ability.heals {
        let name = ability.name.as_str();
        events.extend(harm::heal(content, on, actor.healing(ability), name, "TU-76"));
    }
    events.extend(gives(content, ctx, (actor, ability), on, element));
    events
}

/// The condition that an ability causes on a combatant.
pub fn gives(
    content: &Content,
    ctx: Ctx<'_>,
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
    let condition = ailments::lasting(content, ctx, actor.unit, (&gives.id, size), rounds);
    let condition = condition.with(Key::of("rank"), ability.rank.value().into());
    Some(ailments::begins(content, ctx, on.unit, condition, rule))
}

/// Moves the user to a free cell in view. If someone unseen is there, it stays where it is.
pub fn blink(ctx: Ctx<'_>, (unit, ability): (&Unit, &Ability), at: Option<FloorAt>) -> Vec<Event> {
    let found = || {
        let (at, from) = (at?, ctx.field.body(unit.id())?.room()?);
        let near = from.at(at.cell, from.feet);
        let site = ctx.field.fits_standing_on(near, at.floor, unit.id()).ok()?;
        let to = from.at(at.cell, site.feet);
        let support = ctx.field.support(to, unit.id());
        let how = (MoveKind::Teleport, 0);
        Some(events::moved(unit, (from, to), support, how, "TU-187"))
    };
    let Some(moved) = found() else {
        return vec![events::cancelled(unit, &ability.id, "there is no room", "TU-187")];
    };
    [moved].into_iter().chain(holds::torn(ctx, unit)).collect()
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
        return shattered(content, ctx, (&actor, ability, &target), (step, oracle));
    }
    let Some(roll) = aimed(content, ctx, (actor.unit, ability), step) else { return over() };
    // What an area does to a hidden unit stays unknown to the user's side (TU-357).
    let unknown = !roll.means.is_single()
        && sight::hides_from(content, ctx, roll.target.unit, actor.unit.side());
    match step.blow {
        Blow::Declare | Blow::Shield | Blow::Late { .. } => {
            let single = roll.means.is_single() && step.shielded.is_none();
            let (target, roll) = (roll.target, &roll);
            let (actor, cast) = (actor.unit, true);
            let aimed_at = reactions::aimed_at(step.shielded.as_ref(), step.target);
            let threat = Threat { actor, target, aimed_at, roll: Some(roll), single, cast };
            let asked = (slice::from_ref(&threat), step.answered);
            let Some(reaction) = reactions::offer(content, ctx, asked, oracle)? else {
                let blow = match step.blow {
                    // Older saves ask for each target of an area by itself.
                    Blow::Declare => return over(),
                    Blow::Late { critical } => Blow::Harm { critical },
                    _ => Blow::Roll,
                };
                return Ok(Outcome::then(Vec::new(), next(blow)));
            };
            let mut step = Attempt { answered: Some(reaction.by), ..step.clone() };
            if reaction.shields {
                step.shielded = Some(Shielded { unit: step.target, dod: roll.dod.total() });
                step.target = reaction.by;
            }
            Ok(Outcome::after(reaction.events, reaction.then, Some(step.into())))
        }
        Blow::Roll => {
            let test = roll.test(content, step.shielded.as_ref().map(|other| other.dod));
            let (faces, score) = match step.shared.as_slice() {
                [] => test.roll(oracle)?,
                faces => (faces.to_vec(), test.score(faces)),
            };
            let shared = shares(content, ctx, (ability, step), &faces);
            let about = (CAST, actor.unit, Some(step.target));
            let rolled = events::tested(&test, about, faces, "TU-68");
            let events =
                vec![if unknown { events::secret(roll.target.unit, rolled) } else { rolled }];
            let mut outcome = if score.passed() {
                let critical = score.degree == Degree::Critical;
                let late = content.rules.reaction_window == ReactionWindow::AfterHit;
                let blow = if late { Blow::Late { critical } } else { Blow::Harm { critical } };
                Outcome::then(events, next(blow))
            } else {
                Outcome::done(events)
            };
            outcome.amended = shared;
            Ok(outcome)
        }
        Blow::Harm { critical } => {
            let mut events = Vec::new();
            if ability.deals.is_some() {
                let damage = roll.damage(content, critical);
                let overkill = rulings::overkill(ctx, (step.unit, step.target));
                let wound = Wound::by(&ability.id, actor.unit, roll.means.kind(), damage);
                let wound = Wound { overkill, ..wound };
                let told = |event: Event| match event.what {
                    EventKind::Hit { .. } if unknown => events::secret(roll.target.unit, event),
                    _ => event,
                };
                let dealt = harm::deal(content, &roll.target, wound, oracle)?;
                events.extend(dealt.into_iter().map(told));
            }
            events.extend(gives(content, ctx, (&actor, ability), &roll.target, None));
            let pushed = (ability.pushes > 0).then(|| {
                let who = (step.target, step.unit);
                let metres = ability.pushes.into();
                super::step::Pushed { unit: who.0, from: who.1, metres, burnt: false }
            });
            Ok(Outcome::after(events, pushed.into_iter().map(Step::from).collect(), None))
        }
    }
}

/// The attack of an ability on one target at this stage; `None` if it no longer affects the target
/// (TU-195).
fn aimed<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    (actor, ability): (&'a Unit, &'a Ability),
    step: &Attempt,
) -> Option<Roll<'a>> {
    let by = (actor, AttackSource::Ability(ability));
    let caught = match (ability.delivery, step.origin, step.towards) {
        (Delivery::Burst(radius), Some(at), _) => in_burst(ctx, at, radius),
        (Delivery::Cone(metres), _, Some(dir)) => in_cone(ctx, actor, metres, dir),
        _ => vec![step.target],
    };
    if !caught.contains(&step.target) {
        return None;
    }
    let mut roll = match (by.1.is_single(), &step.shielded) {
        (true, None) => attack::prepare(content, ctx, by, step.target, false).ok(),
        (true, Some(other)) => attack::instead(content, ctx, by, (step.target, other.unit), false),
        _ => attack::in_area(content, ctx, by, step.target, step.origin),
    }?;
    lower(&mut roll.raw, step.most);
    Some(roll)
}

/// The targets still to come, if one roll counts for all targets in an area (TU-69).
fn shares(
    content: &Content,
    ctx: Ctx<'_>,
    (ability, step): (&Ability, &Attempt),
    faces: &[u16],
) -> Vec<(FrameId, Step)> {
    let area = matches!(ability.delivery, Delivery::Burst(_) | Delivery::Cone(_));
    if !area || !content.rules.area_one_roll || !step.shared.is_empty() {
        return Vec::new();
    }
    let others = ctx.state.queue.frames.iter().filter_map(|frame| {
        let Step::Attempt(other) = frame.step.get::<Step>()? else { return None };
        let same = other.unit == step.unit && other.ability == step.ability;
        let open = same && other.target != step.target && other.shared.is_empty();
        let with = || Attempt { shared: faces.to_vec(), ..other.clone() }.into();
        open.then(|| (frame.id, with()))
    });
    others.collect()
}

/// A Shattering attempt on one target, which may first react by moving away (TU-94 to TU-101,
/// TU-195).
fn shattered(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, ability, target): (&Numbers<'_>, &Ability, &Numbers<'_>),
    (step, oracle): (&Attempt, &mut Oracle<'_>),
) -> Result<Outcome, Pause> {
    let shields = step.shielded.is_some();
    if !shields && check_line(ctx, actor, ability, step.target).is_err() {
        return Ok(Outcome::done(Vec::new()));
    }
    if step.blow == Blow::Shield {
        let roll = attack::suppose(
            content,
            ctx,
            (actor.unit, AttackSource::Ability(ability)),
            step.target,
            false,
        );
        let single = content.rules.shield_shatter && !shields;
        let threat = Threat {
            actor: actor.unit,
            target: *target,
            aimed_at: reactions::aimed_at(step.shielded.as_ref(), step.target),
            roll: roll.as_ref().filter(|_| single),
            single,
            cast: true,
        };
        let asked = (slice::from_ref(&threat), step.answered);
        let Some(reaction) = reactions::offer(content, ctx, asked, oracle)? else {
            let next = Attempt { blow: Blow::Roll, ..step.clone() };
            return Ok(Outcome::then(Vec::new(), next.into()));
        };
        let mut step = Attempt { answered: Some(reaction.by), ..step.clone() };
        if reaction.shields {
            step.shielded = Some(Shielded { unit: step.target, dod: 0 });
            step.target = reaction.by;
        }
        return Ok(Outcome::after(reaction.events, reaction.then, Some(step.into())));
    }
    let test = shatter(content, actor, ability, target);
    let (faces, score) = test.roll(oracle)?;
    let about = (CAST, actor.unit, Some(target.unit.id()));
    let rolled = events::tested(&test, about, faces, "TU-97");
    let effect = score.passed().then(|| gives(content, ctx, (actor, ability), target, None));
    Ok(Outcome::done([rolled].into_iter().chain(effect.flatten()).collect()))
}

/// Caps the damage at what the user allows (TU-75).
pub fn lower(raw: &mut Sum, most: Option<i32>) {
    if let Some(most) = most {
        raw.add("held back", (most - raw.total()).min(0), "TU-75");
    }
}

/// Runs a push.
pub fn pushed(content: &Content, ctx: Ctx<'_>, step: &super::step::Pushed) -> Outcome {
    push::away(content, ctx, step)
}
