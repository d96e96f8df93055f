//! Carrying out attacks: declared and paid for, rolled against Guard, then a reaction chosen once
//! the total is known, then damage (VG-95 to VG-109, VG-128).

use grid::UnitId;
use rules::Key;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Condition, Unit};

use super::attack::{AttackRoll, off_hand_weapon, prepare};
use super::conditions;
use super::contact;
use super::data::{DamageType, Moment, Rider, Weapon, WeaponKind};
use super::facing;
use super::forces;
use super::harm::{self, Damage};
use super::long_acts;
use super::names::{ATTACK, KNOCKED, VIGOR, WEAK_SPOT};
use super::numbers::Numbers;
use super::objects;
use super::reactions;
use super::sight;
use super::step::{Attack, AttackStage, Occasion, Outcome, Step};

/// Carries an attack out.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(moment: Moment<'_>, step: &Attack, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit).filter(|u| u.is_active()) else { return nothing };
    let weapon = Numbers::of(content, actor).and_then(|n| n.weapon(step.weapon.as_str()));
    let Some(weapon) = weapon else { return nothing };
    if matches!(step.stage, AttackStage::Over) {
        return Ok(over(moment, step, actor));
    }
    let roll = prepare(moment, actor, weapon, step.target, &step.options);
    let Ok(roll) = roll else { return Ok(over(moment, step, actor)) };
    // Knocked down or held fast by a reaction, the attacker loses the attack (VG-57, VG-157).
    if matches!(step.stage, AttackStage::Roll) && long_acts::is_lost(actor, step.options.occasion) {
        return Ok(over(moment, step, actor));
    }
    match &step.stage {
        AttackStage::Declare => Ok(declare(moment, step, (actor, weapon))),
        AttackStage::Roll => roll_to_hit(moment, step, &roll, oracle),
        AttackStage::Defend { total, by } => {
            defend(moment, step, &roll, (*total, by.as_slice()), oracle)
        }
        AttackStage::Harm { shield, total } => {
            deal_damage(moment, step, &roll, (*shield, *total), oracle)
        }
        AttackStage::Over => nothing,
    }
}

/// The same attack at another stage.
fn at_stage(step: &Attack, stage: AttackStage) -> Step {
    Attack { stage, ..step.clone() }.into()
}

/// The stage after a hit. From then on the total matters only to checks made against it.
const fn hit(weapon: &Weapon, shield: i32, total: i32) -> AttackStage {
    AttackStage::Harm { shield, total: if is_resisted(weapon) { total } else { 0 } }
}

/// Rolls the attack against Guard (VG-127).
fn roll_to_hit(
    moment: Moment<'_>,
    step: &Attack,
    roll: &AttackRoll<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let (actor, weapon, test) = (roll.numbers.unit, roll.weapon, &roll.test);
    let defenders = reactions::defenders(moment, roll);
    let throw = if defenders.is_empty() && !is_resisted(weapon) {
        test.throw()
    } else {
        test.throw_whole(test.against.total().saturating_add(reactions::DISTINGUISHED_ABOVE))
    };
    let faces = oracle.roll(throw)?;
    let score = test.score(&faces);
    let (hits, total) = (score.passed(), score.total);
    let mut events =
        vec![events::tested(test, (ATTACK, actor, Some(step.target)), faces, "VG-127")];
    events.extend(roll.numbers.after_shot(weapon));
    let stage = match (hits, defenders.is_empty()) {
        (false, _) => AttackStage::Over,
        (true, false) => AttackStage::Defend { total, by: defenders },
        (true, true) => hit(weapon, 0, total),
    };
    Ok(Outcome::then(events, at_stage(step, stage)))
}

/// Lets the next unit defend against a hit, one after the other (VG-96, VG-121).
fn defend(
    moment: Moment<'_>,
    step: &Attack,
    roll: &AttackRoll<'_>,
    (total, by): (i32, &[UnitId]),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some((first, rest)) = by.split_first() else {
        return Ok(Outcome::then(Vec::new(), at_stage(step, hit(roll.weapon, 0, total))));
    };
    let attack = reactions::Incoming { roll, actor: roll.numbers.unit, total };
    let defense = reactions::defend(moment, &attack, *first, oracle)?;
    let stage = match (defense.avoided, rest.is_empty()) {
        (true, _) => AttackStage::Over,
        (false, true) => hit(roll.weapon, defense.shield, total),
        (false, false) => AttackStage::Defend { total, by: rest.to_vec() },
    };
    Ok(Outcome::then(defense.events, at_stage(step, stage)))
}

/// Rolls and deals the damage of a hit, with its side effects (VG-200).
fn deal_damage(
    moment: Moment<'_>,
    step: &Attack,
    roll: &AttackRoll<'_>,
    (shield, total): (i32, i32),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let (actor, weapon, target) = (roll.numbers.unit, roll.weapon, roll.target);
    let Some(theirs) = Numbers::of(content, target) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let over = at_stage(step, AttackStage::Over);
    if weapon.damage == DamageType::Sonic && sight::is_silent(ctx, actor.id(), target.id()) {
        let note = events::note(target, "No sound reaches the target.", "VG-255");
        return Ok(Outcome::then(vec![note], over));
    }
    let damage = roll.damage(content).against(&theirs);
    let cover = roll.cover.stop(weapon.damage);
    let stopped = cover.map_or(0, |cover| cover.rank).saturating_add(shield);
    let rolls = damage.roll(harm::max_relevant_damage(content, target, stopped), oracle)?;
    let damage = Damage {
        by_weapon: weapon.kind != WeaponKind::Spell,
        cover: cover.map(|cover| (cover.rank, cover.rule)),
        to_health: weapon.to_health,
        ..damage.damage((&weapon.id, actor), rolls, shield)
    };
    let dealt = harm::deal(moment, target, damage);
    let riders = forces::riders(step, weapon, total, dealt.amount);
    let mut events = dealt.events;
    if let Some(thing) = cover.and_then(|cover| cover.thing) {
        let stopped = (dealt.covered, weapon.damage);
        events.extend(objects::damage_cover(moment, (actor, thing), stopped));
    }
    if dealt.amount > 0 {
        events.extend(conditions::ends_charm(ctx, target, actor));
    }
    Ok(Outcome::after(events, riders, Some(over)))
}

/// Whether an attack was shot or thrown rather than struck.
fn is_shot(ctx: Ctx<'_>, actor: &Unit, weapon: &Weapon, target: UnitId) -> bool {
    let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(target));
    let beside = || bodies.is_some_and(|(me, them)| contact::adjacent(ctx, me, them));
    weapon.is_ranged() || weapon.increment > 0 && !beside()
}

/// Whether the target of a hit makes a check against a rider.
const fn needs_check(rider: Option<&Rider>) -> bool {
    matches!(rider, Some(Rider::Topple(_) | Rider::Pin(_) | Rider::Slow { .. }))
}

/// Whether the target of a hit resists its side effects, against the total of the attack.
const fn is_resisted(weapon: &Weapon) -> bool {
    needs_check(weapon.rider.as_ref()) || needs_check(weapon.base_rider.as_ref())
}

/// The record of an attack in the turn's history; it reveals the attacker's square (VG-290).
fn attacked(weapon: &Weapon) -> ActRecord {
    ActRecord { class: Key::of(ATTACK), act: weapon.id.clone(), amount: 0 }
}

/// Declares an attack and pays for it.
fn declare(moment: Moment<'_>, step: &Attack, (actor, weapon): (&Unit, &Weapon)) -> Outcome {
    let Moment { content, ctx } = moment;
    let rule = match step.options.occasion {
        Occasion::Act if step.options.off_hand => "VG-63",
        Occasion::Act => "VG-62",
        Occasion::Opening => "VG-113",
        Occasion::Ready => "VG-78",
    };
    let act = (weapon.id.clone(), weapon.name.as_str());
    let mut events = vec![events::declared(actor, act, vec![step.target], rule)];
    events.extend(conditions::may_react_again(ctx, actor.id()));
    if step.options.off_hand {
        let left = actor.pools.0.value(VIGOR) - content.rules.offhand_cost;
        events.extend(events::pool(actor, VIGOR, left, "off-hand attack", "VG-63"));
    } else {
        let record = attacked(weapon);
        if step.options.occasion == Occasion::Act {
            events.extend(events::flag(actor, KNOCKED, 0, "VG-157"));
            events.extend(long_acts::pay(actor, 1, &weapon.name, "VG-62"));
        }
        events.push(events::act_recorded(actor, record, None, rule));
    }
    Outcome::then(events, at_stage(step, AttackStage::Roll))
}

/// Ends an attack: the attacker's position is known from now on (VG-152), and the other hand may
/// follow (VG-63, VG-67).
fn over(moment: Moment<'_>, step: &Attack, actor: &Unit) -> Outcome {
    let Moment { content, ctx } = moment;
    let mut events = facing::reveal(ctx, actor, "VG-152");
    // A known weak spot is used up by one attack (VG-87).
    let serves = |c: &&Condition| c.id == *WEAK_SPOT && c.source == Some(step.target);
    let served = actor.conditions.0.iter().find(serves);
    events.extend(served.map(|c| events::relieved_of(actor, c, "it was used", "VG-87")));
    let weapon = Numbers::of(content, actor).and_then(|n| n.weapon(step.weapon.as_str()));
    // A reaction to several attacks in one action answers them all (VG-96).
    if !step.options.more_follow {
        events.extend(conditions::may_react_again(ctx, actor.id()));
    }
    let shot = weapon.is_some_and(|weapon| is_shot(ctx, actor, weapon, step.target));
    // A steady aim is used up by one shot; a bonus to one action covers all attacks of it.
    let spent = match step.options.occasion {
        Occasion::Opening => Vec::new(),
        Occasion::Act | Occasion::Ready => {
            events.extend(conditions::end_steady_aim(actor, shot));
            if step.options.more_follow {
                Vec::new()
            } else {
                conditions::end_action_bonuses(actor, false)
            }
        }
    };
    // The other hand strikes in the same action, and is lost with it (VG-63, VG-157).
    if !step.options.then_off_hand || long_acts::is_lost(actor, step.options.occasion) {
        events.extend(spent);
        return Outcome::done(events);
    }
    let standing = ctx.unit(step.target).is_some_and(Unit::is_active);
    let can_pay = actor.pools.0.value(VIGOR) >= content.rules.offhand_cost;
    let numbers = Numbers::of(content, actor);
    let other = numbers.zip(weapon).and_then(|(n, weapon)| off_hand_weapon(&n, weapon).ok());
    let Some(other) = other.filter(|_| standing && can_pay) else {
        events.extend(spent);
        return Outcome::done(events);
    };
    let options = step.options.for_off_hand();
    let stage = AttackStage::Declare;
    let next = Attack { weapon: other.id.clone(), options, stage, ..step.clone() };
    if prepare(moment, actor, other, step.target, &options).is_err() {
        events.extend(spent);
        return Outcome::done(events);
    }
    Outcome::then(events, next.into())
}
