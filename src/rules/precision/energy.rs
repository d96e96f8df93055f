//! Energy: cost, payment and recovery (PR-347 to PR-351).

use rules::event::Event;
use rules::kit::events;
use rules::state::Unit;

use super::data::SheetKind;
use super::sheet::ENERGY;
use super::strike::Strike;

/// The energy cost for this user: minions pay only if the ability says so (PR-319, PR-320).
pub fn cost(strike: &Strike<'_>) -> i32 {
    let free = strike.numbers.sheet.kind == SheetKind::Minion && !strike.ability.minion_pays;
    if free { 0 } else { strike.ability.energy }
}

/// The event of paying energy, if the cost is above 0 (PR-347).
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
