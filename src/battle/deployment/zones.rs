//! The start zones of a level, and the parts that each side may use.

use std::collections::{BTreeMap, BTreeSet};

use grid::{Cell, SideId, footprint};
use level::Level;
use rules::Ruleset;

use super::spot::DeployError;

/// The start zone of a side.
#[derive(Clone, Debug, Default)]
struct Zone {
    name: String,
    cells: BTreeSet<Cell>,
}

/// The start zones of a level, by side.
#[derive(Clone, Debug, Default)]
pub struct Zones {
    zones: BTreeMap<SideId, Zone>,
    /// Cells of zones and of units placed by the level, each with the sides that start there.
    starts: BTreeMap<Cell, BTreeSet<SideId>>,
}

impl Zones {
    /// The zones of a level under a ruleset.
    pub fn of(level: &Level, rules: &dyn Ruleset) -> Self {
        let mut zones = Self::default();
        for (side, number) in level.sides.iter().zip((0..).map(SideId)) {
            let Some(name) = &side.start else { continue };
            let cells: BTreeSet<Cell> = level.start_cells(number).collect();
            for cell in &cells {
                zones.starts.entry(*cell).or_default().insert(number);
            }
            zones.zones.insert(number, Zone { name: name.clone(), cells });
        }
        for placement in level.units() {
            let role = placement.role.under(|name| rules.footprint(name).is_some());
            let size = rules.footprint(role.name()).unwrap_or(1);
            for cell in footprint(Some(placement.cell), size) {
                zones.starts.entry(cell).or_default().insert(placement.side);
            }
        }
        zones
    }

    /// True if a side has a zone.
    pub(super) fn has(&self, side: SideId) -> bool {
        self.zones.contains_key(&side)
    }

    /// The cells of a side's zone in which no other side starts.
    pub(super) fn cells(&self, side: SideId) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.zones.get(&side).into_iter().flat_map(|zone| zone.cells.iter().copied());
        cells.filter(move |cell| !self.is_taken(side, *cell))
    }

    /// The cells of all zones of other sides.
    pub(super) fn others(&self, side: SideId) -> impl Iterator<Item = Cell> + '_ {
        let others = self.zones.iter().filter(move |(owner, _)| **owner != side);
        others.flat_map(|(_, zone)| zone.cells.iter().copied())
    }

    /// Whether a side may put a unit of this size at a cell, as far as the zones are concerned.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, side: SideId, cell: Cell, size: u8) -> Result<(), DeployError> {
        let zone = self.zones.get(&side).ok_or(DeployError::NoZone)?;
        for covered in footprint(Some(cell), size) {
            if !zone.cells.contains(&covered) {
                return Err(DeployError::Outside { cell: covered, zone: zone.name.clone() });
            }
            if self.is_taken(side, covered) {
                return Err(DeployError::Taken(covered));
            }
        }
        Ok(())
    }

    fn is_taken(&self, side: SideId, cell: Cell) -> bool {
        self.starts.get(&cell).is_some_and(|sides| sides.iter().any(|other| *other != side))
    }
}
