//! The fate of a combatant after the battle.

use crate::RuleId;
use crate::ruleset::{Aftermath, Fate};
use crate::state::{Meter, Meters, Unit};

/// A combatant after the battle: its fate and the rule behind it, and its meters with the value and
/// the maximum returned by `after`. No condition lasts.
pub fn of(
    unit: &Unit,
    (fate, rule): (Fate, RuleId),
    after: impl Fn(&Meter) -> (i32, i32),
) -> Aftermath {
    let meters = |meters: &Meters| {
        let each = meters.iter().map(|meter| {
            let (value, max) = after(meter);
            (meter.id.clone(), value, max)
        });
        each.collect()
    };
    let (tracks, pools) = (meters(&unit.tracks.0), meters(&unit.pools.0));
    Aftermath { unit: unit.id(), fate, tracks, pools, lasting: Vec::new(), rule }
}
