//! What some acts are worth to the opponent beyond what they do at once.

use grid::UnitId;
use rules::ruleset::Ctx;
use rules::state::{Layer, LayerState, Observer};

use super::attack;
use super::data::Affinity;
use super::names::{STAGGERED, WOUNDS};
use super::numbers::Numbers;

/// What a friend could make of an extra act beyond what this unit could (EV-334, EV-337): one that
/// knows a foe's weakness strikes it, and any other strikes more easily.
pub fn passed_on(ctx: Ctx<'_>, me: Numbers<'_>, friend: UnitId) -> i32 {
    let Some(them) = ctx.unit(friend).and_then(|unit| Numbers::of(me.content, unit)) else {
        return 0;
    };
    let weak = |who: Numbers<'_>| {
        who.arms().into_iter().any(|arm| {
            let foes = ctx.state.units.iter().filter(|u| u.is_active());
            let mut foes = foes.filter(|u| ctx.state.are_foes(friend, u.id()));
            foes.any(|foe| {
                let side = Observer::Side(me.unit.side());
                let numbers = Numbers::of(me.content, foe);
                let fact = numbers.and_then(|n| n.fact(arm.attack.element));
                let known =
                    fact.is_some_and(|fact| ctx.state.has_learned(side, foe.id(), fact.as_str()));
                let fits = numbers.is_some_and(|n| {
                    !n.has(STAGGERED) && n.affinity(arm.attack.element) == Affinity::Weak
                });
                known && fits && attack::check(ctx, who.unit, arm, foe.id()).is_ok()
            })
        })
    };
    let able = them.stilled().is_none() && them.unit.is_active();
    match (able, weak(them), weak(me)) {
        (true, true, false) => 4,
        (true, ..) => i32::from(me.link(them.unit) >= 4),
        _ => 0,
    }
}

/// What another Persona is worth: much if none stands, something if the one that stands is about
/// to break and the other is not (EV-285, EV-287).
pub fn swap(me: Numbers<'_>) -> i32 {
    let left = |layer: &Layer| -> i32 {
        let meters = WOUNDS.iter().filter_map(|id| layer.meters.get(id));
        let (value, max) = meters.fold((0, 0), |(v, m), x| (v + x.value, m + x.max));
        (100 * value).checked_div(max).unwrap_or(0)
    };
    let others = me.unit.carriers.layers().filter(|l| l.state == LayerState::Recalled);
    let best = others.map(left).max().unwrap_or(0);
    match me.unit.carriers.standing().next().map(left) {
        None => 2,
        Some(own) => i32::from(own <= 40 && best > own + 20),
    }
}
