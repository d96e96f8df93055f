//! Requirements for a unit to be saved and loaded again: its conduct, gear and conditions.

use super::{NAME, Recorder, check_text};
use crate::edit::EditError;
use crate::transform::footprint_at;
use level::{MAX_CONDITIONS, MAX_STOPS, Unit};

impl Recorder<'_> {
    /// Refuses a conduct with cells where the unit would overlap the edge of the board, or with a
    /// zone that does not exist.
    pub(super) fn check_conduct(&self, unit: &Unit) -> Result<(), EditError> {
        let conduct = &unit.conduct;
        if let Some(zone) = conduct.region()
            && !self.level().regions.contains_key(zone)
        {
            return Err(EditError::NoSuchZone(zone.to_owned()));
        }
        if conduct.stops().len() > MAX_STOPS {
            return Err(EditError::TooMany { what: "cells of a patrol", most: MAX_STOPS });
        }
        let on_board = |cell| self.level().ground.contains(cell);
        let off = |stop: &&grid::Cell| !footprint_at(unit, **stop).all(on_board);
        match conduct.stops().iter().find(off) {
            Some(stop) => Err(EditError::OffBoard(*stop)),
            None => Ok(()),
        }
    }
}

/// Refuses gear and conditions that could not be saved and loaded again.
pub(super) fn check_extras(unit: &Unit) -> Result<(), EditError> {
    let conditions = || unit.conditions.values().flatten();
    if conditions().count() > MAX_CONDITIONS || unit.conditions.len() > MAX_CONDITIONS {
        return Err(EditError::TooMany { what: "conditions per unit", most: MAX_CONDITIONS });
    }
    if conditions().any(|condition| condition.size.max(condition.rounds) > 99) {
        return Err(EditError::Range { what: "a number of a condition", allowed: "0 to 99" });
    }
    let items = || unit.gear.values().flatten();
    if items().count() > MAX_CONDITIONS || unit.gear.len() > MAX_CONDITIONS {
        return Err(EditError::TooMany { what: "changed items per unit", most: MAX_CONDITIONS });
    }
    let names = conditions().map(|condition| &condition.name);
    let names = names.chain(unit.conditions.keys()).chain(unit.gear.keys());
    let items = items().flat_map(|(slot, item)| [slot, item]);
    for name in names.chain(items.filter(|name| !name.as_str().is_empty())) {
        check_text("the name of a condition or an item", name.as_str(), 1, NAME)?;
    }
    Ok(())
}
