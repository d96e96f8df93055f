//! Energy: what abilities cost, how it is paid and regained (PR-347 to PR-351).

use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::state::Unit;

use super::data::SheetKind;
use super::sheet::ENERGY;
use super::strike::Strike;

/// What an ability costs this user: minions pay nothing unless it says so (PR-319, PR-320).
pub fn cost(strike: &Strike<'_>) -> i32 {
    let free = strike.numbers.sheet.kind == SheetKind::Minion && !strike.ability.minion_pays;
    if free { 0 } else { strike.ability.energy }
}

/// The event of energy paid, if anything is (PR-347).
pub fn pay(unit: &Unit, cost: i32, what: &str, rule: &'static str) -> Option<Event> {
    let left = unit.pools.0.value(ENERGY) - cost.max(0);
    events::pool(unit, ENERGY, left, what, &["PR-347", rule])
}

/// Energy gained, up to the maximum (PR-350).
pub fn regain(unit: &Unit, amount: i32, rule: &'static str) -> Option<Event> {
    let meter = unit.pools.0.get(ENERGY)?;
    let to = (meter.value + amount).clamp(0, meter.max);
    events::pool(unit, ENERGY, to, "regained", rule)
}
