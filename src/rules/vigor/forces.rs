//! Forces that a combatant resists with an Ability Score, against the roll behind them or a fixed
//! number, and their effects (VG-134, VG-169 to VG-175).

use grid::{Lean, Push, SupportKind, UnitId};
use rules::Key;
use rules::event::{Event, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};

use super::conditions::{self, for_rounds, gain};
use super::damage::Roll;
use super::data::{
    Ability, BonusFrom, Content, DamageType, Kinetic, Lasting, Moment, Quality, Rider,
    TechniqueEffect, Weapon,
};
use super::harm::{self, Damage};
use super::names::{PINNED, PLACED_CHARGE, SLOWED};
use super::numbers::Numbers;
use super::resist;
use super::sight;
use super::step::{Attack, Outcome, Scorch, Step, Struggle, Suffer};

/// A force that a combatant may resist, whatever its source.
#[derive(Clone, Debug, Default)]
struct Force<'a> {
    /// Its display name.
    name: &'a str,
    /// The score that resists it; `None` if it cannot be resisted.
    check: Option<Ability>,
    /// Its damage value; 0 for none.
    dice: i32,
    quality: Quality,
    kind: DamageType,
    kinetic: Option<Kinetic>,
    from: BonusFrom,
    /// Whether Bonus Dice add to its damage; poison has none.
    bonus: bool,
    /// Whether resisting halves the damage instead of avoiding it.
    halves: bool,
    /// Whether armour reduces it.
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
        let TechniqueEffect::Sweep { check, .. } = technique.effect else { return None };
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
    if *act == *PLACED_CHARGE {
        // 3d8 thermal; Speed halves it.
        return Some(Force {
            name: "the charge",
            check: Some(Ability::Speed),
            dice: 3,
            kind: DamageType::Thermal,
            halves: true,
            armoured: true,
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

/// The side effects of a weapon's hit, those of the technique before those of the weapon itself:
/// effects resisted against the attack's total, poison if any damage got through (VG-262), a push.
pub fn riders(step: &Attack, weapon: &Weapon, total: i32, through: i32) -> Vec<Step> {
    let base = weapon.of.as_ref().filter(|_| weapon.also.is_some());
    let own = weapon.rider.iter().map(|rider| (&weapon.id, rider));
    let all = own.chain(base.zip(weapon.also.as_ref()));
    let follows = |(act, rider): (&Key, &Rider)| {
        let stage = match rider {
            Rider::Venom(_) if through <= 0 => return None,
            Rider::Venom(_) | Rider::KnockBack(_) => Struggle::Harm { half: false },
            Rider::Topple(_) | Rider::Pin(_) | Rider::Slow { .. } => {
                Struggle::Check { against: total }
            }
        };
        let (unit, by, act) = (step.target, step.unit, act.clone());
        Some(Suffer { unit, by, act, charges: 0, stage }.into())
    };
    all.filter_map(follows).collect()
}

/// One combatant resists a force or suffers it.
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
    // A blow that felled its target has no further effects (VG-233).
    let by_weapon =
        content.weapons.contains(step.act.as_str()) || content.arms.contains(step.act.as_str());
    if !unit.is_active() && (force.dice == 0 || by_weapon) {
        return nothing;
    }
    let next = |stage| Suffer { stage, ..step.clone() }.into();
    match step.stage {
        Struggle::Check { against } => {
            let Some(check) = force.check else {
                return Ok(Outcome::then(Vec::new(), next(Struggle::Harm { half: false })));
            };
            let name = force.name.to_lowercase();
            let what = ((&numbers, name.as_str()), (check, against));
            let (resisted, mut all) = resist::resists(moment, what.0, what.1, oracle)?;
            if force.pins && !resisted {
                // A pinned combatant can try to break free against the same total.
                let pinned =
                    Condition::new(Key::of(PINNED), against, Some(by.id()), Expiry::Battle);
                all.extend(gain(ctx, unit, pinned, "VG-56"));
                return Ok(Outcome::done(all));
            }
            Ok(match (resisted, force.halves) {
                (true, false) => Outcome::done(all),
                (half, _) => Outcome::then(all, next(Struggle::Harm { half })),
            })
        }
        Struggle::Harm { half } => harmed(moment, (&numbers, by), (step, &force), half, oracle),
    }
}

/// Whether sound cannot travel from one combatant to another (VG-255).
fn is_silent(ctx: Ctx<'_>, unit: UnitId, by: UnitId) -> bool {
    let bodies = ctx.field.body(by).zip(ctx.field.body(unit));
    bodies.is_some_and(|(from, to)| !sight::carries_sound(ctx, from, to))
}

/// The effects of a force on a combatant that failed to resist it or resisted in part.
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
    if force.kind == DamageType::Sonic && is_silent(ctx, unit.id(), by.id()) {
        return Ok(Outcome::done(vec![events::note(
            unit,
            "No sound reaches the target.",
            "VG-255",
        )]));
    }
    if force.dice > 0 {
        let theirs = Numbers::of(content, by).filter(|_| force.bonus);
        let dice = |n: Numbers<'_>| n.dice(n.damage_bonus(force.from), step.charges);
        let bonus = theirs.map(dice).unwrap_or_default();
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
        let most = harm::most(content, unit);
        let rolls = if half { roll.roll_half(most, oracle)? } else { roll.roll(most, oracle)? };
        let damage = Damage {
            area: true,
            armoured: force.armoured,
            to_health: force.to_health,
            ..roll.damage((&step.act, by), rolls, 0)
        };
        let dealt = harm::deal(moment, unit, damage);
        all.extend(dealt.events);
        if dealt.amount > 0 {
            all.extend(conditions::ends_charm(ctx, unit, by));
        }
    }
    let mut follow = Vec::new();
    if !half && unit.is_active() {
        all.extend(effects(moment, (unit, by.id()), force));
        if force.pushes > 0 {
            let (push, heat) = pushed(moment, (unit, by.id()), force.pushes.into());
            all.extend(push);
            follow = heat;
        }
    }
    Ok(Outcome::after(all, follow, None))
}

/// The effects of a force other than damage and pushes.
fn effects(moment: Moment<'_>, (unit, by): (&Unit, UnitId), force: &Force<'_>) -> Vec<Event> {
    let mut all = Vec::new();
    if let Some(Lasting { id, size, rounds }) = &force.condition {
        let lasting = for_rounds(moment, (id.clone(), *size), by, *rounds);
        all.extend(gain(moment.ctx, unit, lasting, "VG-170"));
    }
    if force.topples {
        all.extend(harm::knock_down(unit));
    }
    all
}

/// A push straight away, up to the first obstacle; it gives no opening and does not turn the unit
/// (VG-155, VG-322). A flyer keeps flying. Also the harm of the ground on entering each square
/// (VG-320).
fn pushed(moment: Moment<'_>, (unit, by): (&Unit, UnitId), metres: u16) -> (Vec<Event>, Vec<Step>) {
    let field = moment.ctx.field;
    let nowhere = (Vec::new(), Vec::new());
    let bodies = field.body(unit.id()).zip(field.body(by));
    let rooms = bodies.and_then(|(body, from)| Some((body, body.room()?, from.room()?)));
    let Some((body, start, origin)) = rooms else { return nowhere };
    let step = grid::Hm(1);
    let lean = Lean::Clockwise;
    let flies = unit.placement.support == SupportKind::Flight;
    let push = Push { metres, step_up: step, step_down: step, flies, past_corner: false, lean };
    let Some(track) = field.push_track(body, origin, push) else { return nowhere };
    let Some(last) = track.rooms.last().copied() else { return nowhere };
    let support = match field.support(last, unit.id()) {
        SupportKind::Nothing if flies => SupportKind::Flight,
        support => support,
    };
    let all = vec![
        events::moved(unit, (start, last), support, (MoveKind::Forced, 0), "VG-322"),
        events::posture(unit, unit.placement.posture, support, "VG-155"),
    ];
    let heat = |room| field.ground(room, unit.id()).map_or(0, |ground| ground.harm);
    let heat = track.rooms.iter().map(|room| heat(*room)).filter(|harm| *harm > 0);
    let unit = unit.id();
    (all, heat.map(|harm| Scorch { unit, harm }.into()).collect())
}
