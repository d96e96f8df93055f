//! Forces that a combatant resists with an Ability Score, against the roll behind them or a fixed
//! number, and their effects (VG-134, VG-169 to VG-175).

use grid::{Lean, Push, SupportKind, UnitId};
use rules::Key;
use rules::event::{Event, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::state::{Condition, Expiry, Status, Unit};

use super::conditions::{self, for_rounds, gain};
use super::damage::DamageRoll;
use super::data::{
    Ability, BonusFrom, Content, DamageType, Kinetic, Moment, Quality, Rider, Spell, Technique,
    TechniqueEffect, TimedCondition, Weapon,
};
use super::harm::{self, Damage};
use super::names::{PINNED, PLACED_CHARGE, SLOWED};
use super::numbers::Numbers;
use super::resist;
use super::sight;
use super::step::{Attack, Outcome, ResistStage, Scorch, Step, Suffer};

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
    /// The source of the Bonus Dice of its damage.
    from: BonusFrom,
    /// Whether Bonus Dice add to its damage; venom and charges have none.
    bonus: bool,
    /// Whether resisting halves the damage instead of avoiding it.
    halves: bool,
    /// Whether armour reduces it.
    armoured: bool,
    /// Whether it knocks its target down.
    topples: bool,
    /// Whether it pins its target (VG-56).
    pins: bool,
    /// Distance that it pushes its target, in squares (VG-322).
    pushes: u8,
    /// Whether its damage bypasses Durability (VG-231).
    to_health: bool,
    condition: Option<TimedCondition>,
}

/// The force of an act: a spell that is not aimed, a sweep, a charge, or the rider of a weapon.
fn force<'a>(content: &'a Content, act: &Key) -> Option<Force<'a>> {
    if let Some(spell) = content.spells.get(act.as_str()).filter(|s| s.as_weapon().is_none()) {
        return Some(of_spell(spell));
    }
    if let Some(technique) = content.techniques.get(act.as_str()) {
        return of_technique(technique);
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
    let weapon = content.weapons.get(act.as_str());
    of_rider(weapon.or_else(|| content.derived_weapons.get(act.as_str()))?)
}

fn of_spell(spell: &Spell) -> Force<'_> {
    Force {
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
    }
}

/// The force of a sweep; `None` for other techniques, which attack with a weapon or help allies.
fn of_technique(technique: &Technique) -> Option<Force<'_>> {
    let TechniqueEffect::Sweep { check, .. } = technique.effect else { return None };
    Some(Force {
        name: &technique.name,
        check: Some(check),
        dice: 1,
        kinetic: Some(Kinetic::Impact),
        bonus: true,
        armoured: true,
        topples: true,
        ..Force::default()
    })
}

/// The force of a weapon's rider, if it has one.
fn of_rider(weapon: &Weapon) -> Option<Force<'_>> {
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
            condition: Some(TimedCondition { id: Key::of(SLOWED), size: *by, rounds: 1 }),
            ..plain
        },
    })
}

/// The side effects of a weapon's hit, those of the technique before those of the weapon itself:
/// effects resisted against the attack's total, poison if any damage got through (VG-262), a push.
pub fn riders(step: &Attack, weapon: &Weapon, total: i32, through: i32) -> Vec<Step> {
    let base = weapon.base.as_ref().filter(|_| weapon.base_rider.is_some());
    let own = weapon.rider.iter().map(|rider| (&weapon.id, rider));
    let all = own.chain(base.zip(weapon.base_rider.as_ref()));
    let follows = |(act, rider): (&Key, &Rider)| {
        let stage = match rider {
            Rider::Venom(_) if through <= 0 => return None,
            Rider::Venom(_) | Rider::KnockBack(_) => ResistStage::Harm { half: false },
            Rider::Topple(_) | Rider::Pin(_) | Rider::Slow { .. } => {
                ResistStage::Check { against: total }
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
    // One of several forces at once may already have killed it (VG-236).
    let unit = ctx.unit(step.unit).filter(|unit| unit.status != Status::Dead);
    let Some((unit, by)) = unit.zip(ctx.unit(step.by)) else { return nothing };
    let Some(numbers) = Numbers::of(content, unit) else { return nothing };
    let Some(force) = force(content, &step.act) else { return nothing };
    // A blow that felled its target has no further effects (VG-233).
    let by_weapon = content.weapons.contains(step.act.as_str())
        || content.derived_weapons.contains(step.act.as_str());
    if !unit.is_active() && (force.dice == 0 || by_weapon) {
        return nothing;
    }
    let next = |stage| Suffer { stage, ..step.clone() }.into();
    match step.stage {
        ResistStage::Check { against } => {
            let Some(check) = force.check else {
                return Ok(Outcome::then(Vec::new(), next(ResistStage::Harm { half: false })));
            };
            let name = force.name.to_lowercase();
            let effect = (name.as_str(), check, against);
            let (resisted, mut all) = resist::resists(moment, &numbers, effect, oracle)?;
            if force.pins && !resisted {
                // A pinned combatant can try to break free against the same total.
                let pinned =
                    Condition::new(Key::of(PINNED), against, Some(by.id()), Expiry::Battle);
                all.extend(gain(ctx, unit, pinned, "VG-56"));
                return Ok(Outcome::done(all));
            }
            Ok(match (resisted, force.halves) {
                (true, false) => Outcome::done(all),
                (half, _) => Outcome::then(all, next(ResistStage::Harm { half })),
            })
        }
        ResistStage::Harm { half } => harmed(moment, (&numbers, by), (step, &force), half, oracle),
    }
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
    if force.kind == DamageType::Sonic && sight::is_silent(ctx, by.id(), unit.id()) {
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
        let roll = DamageRoll {
            name: force.name,
            dice: force.dice,
            quality: force.quality,
            kind: force.kind,
            kinetic: force.kinetic,
            from: force.from,
            bonus,
        };
        let roll = roll.against(numbers);
        let most = harm::max_relevant_damage(content, unit, 0);
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
            let (push, scorches) = pushed(moment, (unit, by.id()), force.pushes.into());
            all.extend(push);
            follow = scorches;
        }
    }
    Ok(Outcome::after(all, follow, None))
}

/// The effects of a force other than damage and pushes.
fn effects(moment: Moment<'_>, (unit, by): (&Unit, UnitId), force: &Force<'_>) -> Vec<Event> {
    let mut all = Vec::new();
    if let Some(TimedCondition { id, size, rounds }) = &force.condition {
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
fn pushed(
    moment: Moment<'_>,
    (unit, by): (&Unit, UnitId),
    squares: u16,
) -> (Vec<Event>, Vec<Step>) {
    let field = moment.ctx.field;
    let nowhere = (Vec::new(), Vec::new());
    let bodies = field.body(unit.id()).zip(field.body(by));
    let rooms = bodies.and_then(|(body, from)| Some((body, body.room()?, from.room()?)));
    let Some((body, start, origin)) = rooms else { return nowhere };
    let step = grid::Hm(1);
    let lean = Lean::Clockwise;
    let flies = unit.placement.support == SupportKind::Flight;
    let push =
        Push { metres: squares, step_up: step, step_down: step, flies, past_corner: false, lean };
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
    let harm = |room| field.ground(room, unit.id()).map_or(0, |ground| ground.harm);
    let harms = track.rooms.iter().map(|room| harm(*room)).filter(|harm| *harm > 0);
    let unit = unit.id();
    (all, harms.map(|harm| Scorch { unit, harm }.into()).collect())
}
