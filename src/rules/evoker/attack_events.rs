//! The events that all attacks share: payment, ammunition, fumbles, rolls (EV-125, EV-149, EV-150).

use grid::{Cell, UnitId};
use rules::event::{Degree, Event, EventKind, Rolled};
use rules::kit::events;
use rules::ruleset::{Ctx, Warning};
use rules::state::{Carrier, Unit};
use rules::{Key, RuleId};

use super::budget;
use super::data::{Content, Keyword, Kind};
use super::names::{ALL_WEAPONS, AMMO, AMNESIAC, SHOCKED};
use super::numbers::{Arm, Numbers};
use super::step::{EffectMoment, Step, Suffer};

/// Declares an attack and pays for it. In an extra act it may be repeated (EV-30, EV-32).
pub fn declare(
    ctx: Ctx<'_>,
    actor: &Unit,
    arms: &[Arm<'_>],
    ap: i32,
    (targets, cell): (Vec<UnitId>, Option<Cell>),
) -> Vec<Event> {
    let Some(first) = arms.first().map(|arm| arm.attack) else { return Vec::new() };
    let (act, name) = match arms {
        [_] => (first.id.clone(), first.name.as_str()),
        _ => (Key::of(ALL_WEAPONS), "All weapons"),
    };
    // Amnesiac units lose the action, not the Spirit (EV-373).
    let power = arms.iter().any(Arm::is_power);
    let lost = power && actor.conditions.has(AMNESIAC);
    let (spirit, exertion) = if lost { (0, 0) } else { (first.spirit, first.exertion) };
    let price = budget::Price { ap, spirit, exertion, keyword: Some(Keyword::Attack) };
    budget::declare(ctx, actor, (act, name), &price, (targets, cell.map(Into::into)), "EV-165")
}

/// A Power that an amnesiac unit has forgotten has no effect (EV-373).
pub fn forgets(me: Numbers<'_>, arms: &[Arm<'_>]) -> Option<Event> {
    let power = arms.iter().any(Arm::is_power);
    let text = || format!("{} does not remember how.", me.unit.identity.name);
    (power && me.has(AMNESIAC)).then(|| events::note(me.unit, text(), "EV-373"))
}

/// The warning before a Power that its user has forgotten (EV-373).
pub fn wasted() -> Warning {
    let text = "it does not remember how: the action is wasted".to_owned();
    Warning { text, rule: RuleId::of("EV-373") }
}

/// The cost of a roll for a weapon: one shot, or all shots for a launched weapon that fumbles
/// (EV-125, EV-150).
pub fn shot(
    content: &Content,
    me: Numbers<'_>,
    arm: Arm<'_>,
    (face, bursts): (u16, bool),
) -> Option<Event> {
    let (actor, left) = (me.unit, me.ammo(arm)?);
    let launched = arm.attack.kind == Kind::Launched;
    let jams = is_fumble(content, face) && launched;
    let (to, why, rule) = if jams {
        (0, "it jams", "EV-150")
    } else if bursts && launched && content.rules.burst_empties {
        (0, "the Burst empties it", "EV-147")
    } else {
        (left - 1, arm.attack.name.as_str(), "EV-125")
    };
    let on = Carrier::Item(Key::of(arm.slot?));
    EventKind::wear(actor, &on, AMMO, to.max(0), why).map(|what| Event::new(what, &[rule]))
}

/// Whether an attack fumbles with this roll (EV-149).
pub fn is_fumble(content: &Content, face: u16) -> bool {
    i32::from(face) >= content.rules.fumble
}

/// The rolls at which an attack's results differ, besides those of its test.
pub fn apart(content: &Content, me: Numbers<'_>, arm: Arm<'_>) -> Vec<i32> {
    let jams = (arm.attack.kind == Kind::Launched).then_some(content.rules.fumble);
    std::iter::once(me.keen(arm) + 1).chain(jams).collect()
}

/// A unit that strikes a shocked one in melee may catch the shock, whether it hits or not (EV-370).
pub fn sparks(ctx: Ctx<'_>, (actor, arm): (&Unit, Arm<'_>), target: &Unit) -> Option<Step> {
    let shocks = arm.attack.kind == Kind::Melee && target.conditions.has(SHOCKED);
    let spark = shocks && ctx.state.are_foes(actor.id(), target.id());
    let sparks = Suffer { unit: actor.id(), moment: EffectMoment::Sparks };
    spark.then_some(Step::Suffer(sparks))
}

/// Records the rolls of an attack that won by a margin, or did not win.
pub fn roll_events(
    content: &Content,
    me: Numbers<'_>,
    arm: Arm<'_>,
    margin: Option<i32>,
    rolls: Vec<Rolled>,
) -> Vec<Event> {
    let keen = me.keen(arm);
    let tell = |(at, mut roll): (usize, Rolled)| {
        let face = u16::try_from(roll.count.of(&roll.faces)).unwrap_or(0);
        if at == 0 && margin.is_none() && is_fumble(content, face) {
            roll.degree = Degree::Fumble;
        } else if at == 0 && margin.is_some() && i32::from(face) <= keen {
            roll.degree = Degree::Critical;
        }
        Event::new(EventKind::Rolled(roll), &[if at == 0 { "EV-127" } else { "EV-128" }])
    };
    rolls.into_iter().enumerate().map(tell).collect()
}
