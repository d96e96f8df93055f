//! Acts of combatants, as stored by saves of version 2.

use grid::{Dir, UnitId};
use rules::command::Target;

use super::super::super::data::Skill;
use super::super::super::names::{
    Advanced, Arms, Basic, HELD_ACT, HOLD, Hand, ITEM, ManualAction, compass, named,
};
use super::super::super::trigger::Trigger;
use super::super::super::variant_spec::VariantSpec;
use super::super::{
    AdvancedAct, Arm, BasicAct, CarryOut, CarryOutPhase, Cast, CastCourse, CastPhase, Feat,
    FeatPhase, Handle, Hide, JoinUnion, KeepPin, React, ShiftThing, Step, Strike, StrikePhase,
};
use super::Old;

pub(super) fn read(old: Old<'_>) -> Option<Step> {
    let (unit, free) = (old.unit()?, old.flag("free"));
    let choice = old.0.scratch.name("choice");
    let dir = || Dir::ALL.into_iter().find(|dir| choice == compass(*dir));
    Some(match old.kind() {
        "strike" => strike(old, unit)?.into(),
        "basic" => {
            let act = Basic::from_name(old.0.act.as_str())?;
            BasicAct { unit, act, target: old.target(), object: None, free }.into()
        }
        "advanced" => {
            let act = Advanced::from_name(old.0.act.as_str())?;
            let (target, hand) = (old.target()?, Hand::from_name(choice.as_str()));
            AdvancedAct { unit, act, target, dir: dir(), hand, free }.into()
        }
        "hands" => {
            let work = ManualAction::from_old_name(old.0.act.as_str())?;
            Handle { unit, work, at: old.first()?, free }.into()
        }
        "cast" => cast(old, unit)?.into(),
        "shift_thing" => {
            let Some(Target::Thing(thing)) = old.first() else { return None };
            ShiftThing { unit, thing, dir: dir() }.into()
        }
        "hide" => Hide { unit, free }.into(),
        "union" => JoinUnion { unit, ally: old.target() }.into(),
        "feat" => feat(old, unit)?.into(),
        "keep_pin" => KeepPin { unit }.into(),
        "react" => {
            let (feature, other, answers) = (old.act(), old.target()?, old.frame("frame"));
            React { unit, feature, other, answers }.into()
        }
        "arm" => {
            let (trigger, way) = Trigger::split(choice.as_str());
            let (_, with) = named(old.0.act.as_str()).filter(|(act, _)| *act == *HOLD.act)?;
            let (act, item) = (with.name(HELD_ACT)?.clone(), with.name(ITEM).cloned());
            let (way, targets) = (VariantSpec::parse(way).ok()?, old.0.targets.clone());
            Arm { unit, act, item, trigger, way, targets }.into()
        }
        "held" => {
            let phase = match old.0.phase {
                0 => CarryOutPhase::Begin,
                _ => CarryOutPhase::SetOut { to: old.cell()?.into() },
            };
            // Once it has started, the unit that triggered it no longer matters.
            let by = old.target().unwrap_or(unit);
            CarryOut { unit, armed: old.number("armed"), by, later: false, phase }.into()
        }
        _ => return None,
    })
}

fn strike(old: Old<'_>, unit: UnitId) -> Option<Strike> {
    let critical = old.flag("critical");
    let phase = match old.0.phase {
        0 => StrikePhase::Declare,
        1 => StrikePhase::Roll { guard: old.units("guard").first().copied() },
        2 => StrikePhase::Decide {
            face: old.number("face"),
            total: old.number("total"),
            passed_on: old.flag("passed_on"),
            parried: old.number("parried"),
        },
        3 => StrikePhase::Move { critical },
        4 => StrikePhase::Damage { critical, collision: old.number("collision"), from: None },
        5 => StrikePhase::After { effect: old.number("effect"), lost: old.number("lost") },
        _ => return None,
    };
    Some(Strike {
        unit,
        arms: Arms::from_name(old.0.act.as_str()),
        way: old.way(),
        at: old.first()?,
        guess: old.flag("guess"),
        free: old.flag("free"),
        misses: old.flag("miss"),
        phase,
    })
}

fn cast(old: Old<'_>, unit: UnitId) -> Option<Cast> {
    let thrown = || {
        let sums = old.0.scratch.ints("thrown").iter();
        sums.map(|sum| i32::try_from(*sum).unwrap_or_default()).collect()
    };
    let course =
        || CastCourse { whom: old.units("targets"), thrown: thrown(), index: old.number("index") };
    let phase = match old.0.phase {
        0 => CastPhase::Declare,
        1 => CastPhase::Choose,
        2 => CastPhase::Dice { whom: old.units("targets") },
        3 => CastPhase::Each(course()),
        4 => CastPhase::Effects {
            course: course(),
            effect: old.number("effect"),
            lost: old.number("lost"),
        },
        5 => CastPhase::End { thrown: thrown() },
        _ => return None,
    };
    let (ability, steps, free) = (old.act(), old.way().steps, old.flag("free"));
    Some(Cast { unit, ability, steps, targets: old.0.targets.clone(), free, phase })
}

fn feat(old: Old<'_>, unit: UnitId) -> Option<Feat> {
    let part = old.units("participants");
    let (fails, crits) = (old.number("fails"), old.number("crits"));
    let phase = match old.0.phase {
        0 => FeatPhase::Pay,
        1 => FeatPhase::Join { asked: old.units("asked"), part },
        2 => FeatPhase::Check { part, checked: old.number("checked"), fails, crits },
        3 => FeatPhase::Effect { part, fails, crits },
        _ => return None,
    };
    let named = old.0.scratch.name("skill");
    let skill = Skill::ALL.iter().find(|skill| skill.field() == named.as_str()).copied();
    let act = old.act();
    Some(Feat {
        unit,
        feat: (act != *"feat").then_some(act),
        targets: old.0.targets.clone(),
        skill: skill.unwrap_or(Skill::Athletics),
        number: old.number("number"),
        together: old.flag("together"),
        phase,
    })
}
