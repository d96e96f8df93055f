//! What a unit gets when its turn begins.

use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::Condition;

use super::names::{AP, BARRED, DESPAIRED, METRES, SURPRISED};
use super::numbers::Numbers;

/// The action points and metres with which the turn or extra act of a unit begins. Units that can
/// do nothing still have a turn; despairing units have one action (EV-26, EV-328, EV-378).
pub fn of(me: Numbers<'_>, is_turn: bool) -> (i32, i32) {
    let rallies = me.has(DESPAIRED) && me.stilled_despite_rally().is_none();
    match (is_turn, me.stilled().is_some() || me.has(SURPRISED)) {
        (false, true) => (0, 0),
        (false, false) => (1, 0),
        (true, true) => (i32::from(rallies && !me.has(SURPRISED)), 0),
        (true, false) => (me.content.rules.turn_ap, me.basic_move()),
    }
}

/// What a unit in its turn gets after all, minus what it has already done, if these events end an
/// ailment that has prevented it from acting since the turn began (EV-351, EV-368, EV-371).
pub fn regained(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    ended: &[Event],
    (why, rule): (&str, &'static str),
) -> Vec<Event> {
    let (unit, clock) = (me.unit, &ctx.state.scene.clock);
    let barred = unit.flags.get(BARRED);
    if barred == 0 || me.stilled().is_none() || !clock.active.contains(&unit.id()) {
        return Vec::new();
    }
    let is_over = |own: &Condition| {
        ended.iter().any(|event| {
            matches!(&event.what, EventKind::Relieved { condition, .. } if condition == own)
        })
    };
    let mut freed = unit.clone();
    freed.conditions.0.retain(|own| !is_over(own));
    let Some(now) = Numbers::of(me.content, &freed) else { return Vec::new() };
    let (ap, metres) = of(now, clock.extra_of(unit.id()).is_none());
    let had = i32::try_from(barred - 1).unwrap_or(0);
    if ap <= had {
        return Vec::new();
    }
    let spent = (had - unit.pools.0.value(AP)).max(0);
    let barred = if now.stilled().is_some() { i64::from(ap) + 1 } else { 0 };
    let mut events: Vec<Event> = events::flag(unit, BARRED, barred, rule).into_iter().collect();
    events.extend(events::pool(unit, AP, ap - spent, why, rule));
    events.extend(events::pool(unit, METRES, metres, why, rule));
    events
}
