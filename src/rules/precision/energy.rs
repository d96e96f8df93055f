//! Energy: what abilities cost, how it is paid and regained (PR-347 to PR-351).

use crate::rules::Key;
use crate::rules::event::{Event, Happening};
use crate::rules::state::Unit;

use super::data::SheetKind;
use super::sheet::ENERGY;
use super::strike::Strike;

/// What an ability costs this user: minions pay nothing unless it says so (PR-319, PR-320).
pub fn cost(strike: &Strike<'_>) -> i32 {
    let free = strike.numbers.creature().kind == SheetKind::Minion && !strike.ability.minion_pays;
    if free { 0 } else { strike.ability.energy }
}

/// The event of energy paid (PR-347).
pub fn pay(unit: &Unit, cost: i32, what: &str, rule: &'static str) -> Event {
    let from = unit.pools.0.value(ENERGY);
    let (id, why) = (Key::of(ENERGY), what.to_owned());
    Event::new(
        Happening::Pool { unit: unit.id(), id, from, to: from - cost, why },
        &["PR-347", rule],
    )
}

/// Energy gained, up to the maximum (PR-350).
pub fn regain(unit: &Unit, amount: i32, rule: &'static str) -> Vec<Event> {
    let Some(meter) = unit.pools.0.get(ENERGY) else { return Vec::new() };
    let to = (meter.value + amount).clamp(0, meter.max);
    if to == meter.value {
        return Vec::new();
    }
    let what = Happening::Pool {
        unit: unit.id(),
        id: Key::of(ENERGY),
        from: meter.value,
        to,
        why: "regained".to_owned(),
    };
    vec![Event::new(what, &[rule])]
}
