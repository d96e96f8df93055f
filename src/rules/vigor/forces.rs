//! Forces that a combatant resists with an Ability Score, against the roll behind them or a fixed
//! number, and what they do (VG-134, VG-169 to VG-175).

use crate::grid::{Body, Lean, Push, UnitId};
use crate::rules::Key;
use crate::rules::event::{Event, MoveKind};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Unit};

use super::conditions::{PINNED, SLOWED, for_rounds, gain};
use super::damage::Roll;
use super::data::{
    Ability, BonusFrom, Content, DamageType, Kinetic, Lasting, Moment, Quality, Rider,
    TechniqueDeed, Weapon,
};
use super::harm::{self, Damage};
use super::numbers::Numbers;
use super::resist;
use super::step::{Attack, Outcome, Step, Struggle, Suffer};

/// A force, whatever is behind it.
#[derive(Clone, Debug, Default)]
struct Force<'a> {
    /// What it is called.
    name: &'a str,
    /// The score that resists it; none if it cannot be resisted.
    check: Option<Ability>,
    /// Its damage value; 0 for none.
    dice: i32,
    quality: Quality,
    kind: DamageType,
    kinetic: Option<Kinetic>,
    from: BonusFrom,
    /// Whether Bonus Dice add to its damage; not to poison.
    bonus: bool,
    /// Who resists suffers half the damage, rather than nothing.
    halves: bool,
    /// It is worn down by armour.
    armoured: bool,
    topples: bool,
    pins: bool,
    pushes: u8,
    to_health: bool,
    condition: Option<Lasting>,
}

/// The force of an act.
fn force<'a>(content: &'a Content, act: &Key) -> Option<Force<'a>> {
    if let Some(spell) = content.spells.get(act.as_str()).filter(|s| s.as_weapon().is_none()) {
        return Some(Force {
            name: &spell.name,
            check: spell.check,
            dice: i32::from(spell.dice),
            quality: spell.quality,
            kind: spell.damage,
            from: BonusFrom::Spellcraft,
            bonus: true,
            halves: spell.dice > 0,
            armoured: true,
            condition: spell.condition.clone(),
            to_health: spell.to_health,
            ..Force::default()
        });
    }
    if let Some(technique) = content.techniques.get(act.as_str()) {
        let TechniqueDeed::Sweep { check, .. } = technique.deed else { return None };
        return Some(Force {
            name: &technique.name,
            check: Some(check),
            dice: 1,
            kinetic: Some(Kinetic::Impact),
            bonus: true,
            armoured: true,
            topples: true,
            ..Force::default()
        });
    }
    let weapon = content.weapons.get(act.as_str()).or_else(|| content.arms.get(act.as_str()))?;
    let plain = Force { name: &weapon.name, ..Force::default() };
    Some(match weapon.rider.as_ref()? {
        Rider::Venom(quality) => Force {
            name: "venom",
            dice: 1,
            quality: *quality,
            kind: DamageType::Toxic,
            to_health: true,
            ..plain
        },
        Rider::Topple(check) => Force { check: Some(*check), topples: true, ..plain },
        Rider::Pin(check) => Force { check: Some(*check), pins: true, ..plain },
        Rider::KnockBack(squares) => Force { pushes: *squares, ..plain },
        Rider::Slow { check, by } => Force {
            check: Some(*check),
            condition: Some(Lasting { id: Key::of(SLOWED), size: *by, rounds: 1 }),
            ..plain
        },
    })
}

/// What follows the hit of a weapon: what the target resists against its total, poison if anything
/// got through (VG-262), a push.
pub fn riders(step: &Attack, weapon: &Weapon, total: i32, through: i32) -> Vec<Step> {
    let stage = match weapon.rider {
        None => return Vec::new(),
        Some(Rider::Venom(_)) if through <= 0 => return Vec::new(),
        Some(Rider::Venom(_) | Rider::KnockBack(_)) => Struggle::Harm { half: false },
        Some(_) => Struggle::Check { against: total },
    };
    let (unit, by, act) = (step.target, step.unit, weapon.id.clone());
    vec![Suffer { unit, by, act, stage }.into()]
}

/// One combatant resists a force, or suffers it.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn suffer(
    moment: Moment<'_>,
    step: &Suffer,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some((unit, by)) = ctx.unit(step.unit).zip(ctx.unit(step.by)) else { return nothing };
    let Some(numbers) = Numbers::of(content, unit) else { return nothing };
    let Some(force) = force(content, &step.act) else { return nothing };
    let next = |stage| Suffer { stage, ..step.clone() }.into();
    match step.stage {
        Struggle::Check { against } => {
            let Some(check) = force.check else {
                return Ok(Outcome::then(Vec::new(), next(Struggle::Harm { half: false })));
            };
            let test = resist::test(&numbers, check, against);
            let (faces, score) = test.roll(oracle)?;
            let event = events::tested(&test, ("resist", unit, None), faces, "VG-169");
            if force.pins && !score.passed() {
                // Whoever is pinned can try again against the same roll.
                let pinned =
                    Condition::new(Key::of(PINNED), against, Some(by.id()), Expiry::Battle);
                let mut all = vec![event];
                all.extend(gain(unit, pinned, "VG-56"));
                return Ok(Outcome::done(all));
            }
            Ok(match (score.passed(), force.halves) {
                (true, false) => Outcome::done(vec![event]),
                (passed, _) => Outcome::then(vec![event], next(Struggle::Harm { half: passed })),
            })
        }
        Struggle::Harm { half } => harmed(moment, (&numbers, by), (step, &force), half, oracle),
    }
}

/// What a force does to one that did not resist it, or only in part.
fn harmed(
    moment: Moment<'_>,
    (numbers, by): (&Numbers<'_>, &Unit),
    (step, force): (&Suffer, &Force<'_>),
    half: bool,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let unit = numbers.unit;
    let mut all = Vec::new();
    if force.dice > 0 {
        let theirs = Numbers::of(content, by).filter(|_| force.bonus);
        let net = theirs.map_or(0, |n| n.tally().on_effect(content));
        let bonus = theirs.map(|n| n.dice(n.damage_bonus(force.from), net)).unwrap_or_default();
        let roll = Roll {
            name: force.name,
            dice: force.dice,
            quality: force.quality,
            kind: force.kind,
            kinetic: force.kinetic,
            from: force.from,
            bonus,
        };
        let roll = roll.against(numbers);
        let mut rolls = roll.roll(2 * harm::most(content, unit), oracle)?;
        if half {
            let total = rolls.sum.total();
            rolls.sum.push("half", -(total - total / 2), "VG-134");
        }
        let damage = Damage {
            area: true,
            armoured: force.armoured,
            to_health: force.to_health,
            ..roll.damage((&step.act, by), rolls, 0)
        };
        all.extend(harm::deal(content, unit, damage).events);
    }
    if !half && unit.is_active() {
        all.extend(effects(ctx, (unit, by.id()), force));
    }
    Ok(Outcome::done(all))
}

/// What a force does beside its damage.
fn effects(ctx: Ctx<'_>, (unit, by): (&Unit, UnitId), force: &Force<'_>) -> Vec<Event> {
    let mut all = Vec::new();
    if let Some(Lasting { id, size, rounds }) = &force.condition {
        all.extend(gain(unit, for_rounds(id.clone(), *size, by, *rounds), "VG-170"));
    }
    if force.topples {
        all.extend(harm::knock_down(unit));
    }
    if force.pushes > 0 {
        all.extend(pushed(ctx, (unit, by), force.pushes.into()));
    }
    all
}

/// A push straight away, up to the first obstacle; it gives no opening (VG-322).
fn pushed(ctx: Ctx<'_>, (unit, by): (&Unit, UnitId), metres: u16) -> Option<Event> {
    let (body, from) = ctx.field.body(unit.id()).zip(ctx.field.body(by))?;
    let (start, origin) = body.room().zip(Body::room(from))?;
    let step = crate::grid::Hm(1);
    let lean = Lean::Clockwise;
    let push =
        Push { metres, step_up: step, step_down: step, flies: false, past_corner: false, lean };
    let last = ctx.field.push_track(body, origin, push)?.rooms.last().copied()?;
    let support = ctx.field.support(last, unit.id());
    Some(events::moved(unit, (start, last), support, (MoveKind::Forced, 0), "VG-322"))
}
