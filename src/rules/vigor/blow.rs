//! Carrying out attacks: declared and paid for, rolled against Guard, then a reaction chosen once
//! the total is known, then damage (VG-95 to VG-109, VG-128).

use grid::UnitId;
use rules::Key;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Condition, Unit};

use super::attack::{other_hand, prepare};
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
use super::step::{Attack, Blow, How, Outcome, Style};

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
    if matches!(step.blow, Blow::Over) {
        return Ok(over(moment, step, actor));
    }
    let roll = prepare(moment, actor, weapon, step.target, &step.style);
    let Ok(roll) = roll else { return Ok(over(moment, step, actor)) };
    // Knocked down or held fast by a reaction, the attacker loses the attack (VG-57, VG-157).
    if matches!(step.blow, Blow::Roll) && long_acts::is_lost(actor, step.style.how) {
        return Ok(over(moment, step, actor));
    }
    let next = |blow| Attack { blow, ..step.clone() }.into();
    // After a hit, the total matters only to checks made against it.
    let harm =
        |shield, total| Blow::Harm { shield, total: if resisted(weapon) { total } else { 0 } };
    match &step.blow {
        Blow::Declare => Ok(declare(moment, step, (actor, weapon))),
        Blow::Roll => {
            let defenders = reactions::defenders(moment, &roll);
            let throw = if defenders.is_empty() && !resisted(weapon) {
                roll.test.throw()
            } else {
                roll.test.throw_whole(
                    roll.test.against.total().saturating_add(reactions::DISTINGUISHED_ABOVE),
                )
            };
            let faces = oracle.roll(throw)?;
            let score = roll.test.score(&faces);
            let (hits, total) = (score.passed(), score.total);
            let event =
                events::tested(&roll.test, (ATTACK, actor, Some(step.target)), faces, "VG-127");
            let mut events = vec![event];
            events.extend(roll.numbers.shot(weapon));
            Ok(match (hits, defenders.is_empty()) {
                (false, _) => Outcome::then(events, next(Blow::Over)),
                (true, false) => Outcome::then(events, next(Blow::Defend { total, by: defenders })),
                (true, true) => Outcome::then(events, next(harm(0, total))),
            })
        }
        Blow::Defend { total, by } => {
            let Some((first, rest)) = by.split_first() else {
                return Ok(Outcome::then(Vec::new(), next(harm(0, *total))));
            };
            let attack = reactions::Incoming { roll: &roll, actor, total: *total };
            let defense = reactions::defend(moment, &attack, *first, oracle)?;
            let blow = match (defense.avoided, rest.is_empty()) {
                (true, _) => Blow::Over,
                (false, true) => harm(defense.shield, *total),
                (false, false) => Blow::Defend { total: *total, by: rest.to_vec() },
            };
            Ok(Outcome::then(defense.events, next(blow)))
        }
        Blow::Harm { shield, total } => {
            let Some(theirs) = Numbers::of(content, roll.target) else { return nothing };
            let damage = roll.damage(content).against(&theirs);
            if weapon.damage == DamageType::Sonic && is_silent(ctx, step) {
                let note = events::note(roll.target, "No sound reaches the target.", "VG-255");
                return Ok(Outcome::then(vec![note], next(Blow::Over)));
            }
            let cover = roll.cover.stop(weapon.damage);
            let most = harm::most(content, roll.target) + cover.map_or(0, |c| c.rank) + shield;
            let rolls = damage.roll(most, oracle)?;
            let damage = Damage {
                by_weapon: weapon.kind != WeaponKind::Spell,
                cover: cover.map(|cover| (cover.rank, cover.rule)),
                to_health: weapon.to_health,
                ..damage.damage((&weapon.id, actor), rolls, *shield)
            };
            let dealt = harm::deal(moment, roll.target, damage);
            let riders = forces::riders(step, weapon, *total, dealt.amount);
            let mut events = dealt.events;
            if let Some(thing) = cover.and_then(|cover| cover.thing) {
                events.extend(objects::covers(
                    moment,
                    (actor, thing),
                    (dealt.covered, weapon.damage),
                ));
            }
            if dealt.amount > 0 {
                events.extend(conditions::ends_charm(ctx, roll.target, actor));
            }
            Ok(Outcome::after(events, riders, Some(next(Blow::Over))))
        }
        Blow::Over => nothing,
    }
}

/// Whether sound cannot travel from the attacker to the target (VG-255).
fn is_silent(ctx: Ctx<'_>, step: &Attack) -> bool {
    let bodies = ctx.field.body(step.unit).zip(ctx.field.body(step.target));
    bodies.is_some_and(|(me, them)| !sight::carries_sound(ctx, me, them))
}

/// Whether an attack was shot or thrown rather than struck.
fn is_shot(ctx: Ctx<'_>, actor: &Unit, weapon: &Weapon, target: UnitId) -> bool {
    let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(target));
    let beside = || bodies.is_some_and(|(me, them)| contact::adjacent(ctx, me, them));
    weapon.is_ranged() || weapon.increment > 0 && !beside()
}

/// Whether the target of a hit may resist a rider.
const fn is_resisted(rider: Option<&Rider>) -> bool {
    matches!(rider, Some(Rider::Topple(_) | Rider::Pin(_) | Rider::Slow { .. }))
}

/// Whether the target of a hit resists its side effects, against the total of the attack.
const fn resisted(weapon: &Weapon) -> bool {
    is_resisted(weapon.rider.as_ref()) || is_resisted(weapon.also.as_ref())
}

/// The record of an attack in the turn's history; it reveals the attacker's square (VG-290).
fn attacked(weapon: &Weapon) -> ActRecord {
    ActRecord { class: Key::of(ATTACK), act: weapon.id.clone(), amount: 0 }
}

/// Declares an attack and pays for it.
fn declare(moment: Moment<'_>, step: &Attack, (actor, weapon): (&Unit, &Weapon)) -> Outcome {
    let Moment { content, ctx } = moment;
    let rule = match step.style.how {
        How::Act if step.style.off_hand => "VG-63",
        How::Act => "VG-62",
        How::Opening => "VG-113",
        How::Ready => "VG-78",
    };
    let act = (weapon.id.clone(), weapon.name.as_str());
    let mut events = vec![events::declared(actor, act, vec![step.target], rule)];
    events.extend(conditions::may_react_again(ctx, actor.id()));
    if step.style.off_hand {
        let left = actor.pools.0.value(VIGOR) - content.rules.offhand_cost;
        events.extend(events::pool(actor, VIGOR, left, "off-hand attack", "VG-63"));
    } else {
        let record = attacked(weapon);
        if step.style.how == How::Act {
            events.extend(events::flag(actor, KNOCKED, 0, "VG-157"));
            events.extend(long_acts::pay(actor, 1, &weapon.name, "VG-62"));
        }
        events.push(events::act_recorded(actor, record, None, rule));
    }
    Outcome::then(events, Attack { blow: Blow::Roll, ..step.clone() }.into())
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
    if !step.style.keeps {
        events.extend(conditions::may_react_again(ctx, actor.id()));
    }
    let shot = weapon.is_some_and(|weapon| is_shot(ctx, actor, weapon, step.target));
    // A steady aim is used up by one shot; a bonus to one action covers all attacks of it.
    let spent = match step.style.how {
        How::Opening => Vec::new(),
        How::Act | How::Ready => {
            events.extend(conditions::aimed(actor, shot));
            if step.style.keeps { Vec::new() } else { conditions::spent(actor, false) }
        }
    };
    // The other hand strikes in the same action, and is lost with it (VG-63, VG-157).
    if !step.style.then_off_hand || long_acts::is_lost(actor, step.style.how) {
        events.extend(spent);
        return Outcome::done(events);
    }
    let standing = ctx.unit(step.target).is_some_and(Unit::is_active);
    let can_pay = actor.pools.0.value(VIGOR) >= content.rules.offhand_cost;
    let numbers = Numbers::of(content, actor);
    let other = numbers.zip(weapon).and_then(|(n, weapon)| other_hand(&n, weapon).ok());
    let Some(other) = other.filter(|_| standing && can_pay) else {
        events.extend(spent);
        return Outcome::done(events);
    };
    let style = Style { off_hand: true, then_off_hand: false, chance: false, ..step.style };
    let blow = Blow::Declare;
    let next = Attack { weapon: other.id.clone(), style, blow, ..step.clone() };
    if prepare(moment, actor, other, step.target, &style).is_err() {
        events.extend(spent);
        return Outcome::done(events);
    }
    Outcome::then(events, next.into())
}
