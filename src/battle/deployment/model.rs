//! The units of a battle that has not begun, and how they are rearranged.

use grid::{Body, Cell, Dir, Field, Hm, Place, SideId, UnitId, footprint};
use level::Level;
use rules::SharedRuleset;
use rules::stand::stand;
use rules::state::{Scene, State, Unit};

use super::spot::{DeployError, Deployed, Spot};
use super::zones::Zones;
use crate::setup::Setup;

/// A unit that can be rearranged.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Where it stands now.
    pub(super) unit: Unit,
    /// Where the level puts it.
    usual: Spot,
    /// Altitude above the ground.
    altitude: Hm,
}

/// The units of a battle that has not begun, and where they may be put.
#[derive(Clone)]
pub struct Deployment {
    pub(super) rules: SharedRuleset,
    pub(super) scene: Scene,
    pub(super) seed: u64,
    pub(super) zones: Zones,
    pub(super) pieces: Vec<Piece>,
}

impl Deployment {
    /// Begins with the places of a set-up; `None` if no side has anything to rearrange.
    pub fn of(setup: &Setup, level: &Level) -> Option<Self> {
        let zones = Zones::of(level, &*setup.rules);
        let placements = level.units();
        let piece = |unit: &Unit| {
            let placement = placements.get(unit.id().0 as usize)?;
            let usual = Spot { at: placement.cell, facing: placement.facing };
            Some(Piece { unit: unit.clone(), usual, altitude: placement.altitude })
        };
        let pieces = setup.units.iter().map(piece).collect::<Option<Vec<_>>>()?;
        let deployment = Self {
            rules: setup.rules.clone(),
            scene: setup.scene.clone(),
            seed: setup.seed,
            zones,
            pieces,
        };
        (!deployment.sides().is_empty()).then_some(deployment)
    }

    /// The sides with a start zone and units to rearrange, by number.
    pub fn sides(&self) -> Vec<SideId> {
        let mut sides: Vec<SideId> = self.pieces.iter().map(|p| p.unit.side()).collect();
        sides.sort_unstable();
        sides.dedup();
        sides.retain(|side| self.zones.has(*side));
        sides
    }

    /// The cells of a side's start zone that no other side starts in.
    pub fn zone(&self, side: SideId) -> impl Iterator<Item = Cell> + '_ {
        self.zones.cells(side)
    }

    /// The units of a side, by number.
    pub fn units(&self, side: SideId) -> impl Iterator<Item = &Unit> {
        self.pieces.iter().map(|piece| &piece.unit).filter(move |unit| unit.side() == side)
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.pieces.iter().map(|piece| &piece.unit).find(|unit| unit.id() == id)
    }

    /// The unit of a side whose footprint covers a cell.
    pub fn unit_at(&self, side: SideId, cell: Cell) -> Option<UnitId> {
        let covers = |unit: &&Unit| {
            footprint(unit.placement.at.cell(), unit.form.size).any(|covered| covered == cell)
        };
        self.units(side).find(covers).map(Unit::id)
    }

    /// Puts a unit at a cell. If a single unit of its side stands there, both change places.
    ///
    /// # Errors
    /// Why that is impossible; nothing has changed then.
    pub fn put(&mut self, id: UnitId, cell: Cell) -> Result<(), DeployError> {
        let unit = self.unit(id).ok_or(DeployError::NoUnit)?;
        let (side, from) = (unit.side(), unit.placement.at.cell());
        let mut met: Vec<UnitId> = footprint(Some(cell), unit.form.size)
            .filter_map(|covered| self.unit_at(side, covered))
            .filter(|other| *other != id)
            .collect();
        met.sort_unstable();
        met.dedup();
        let alone = self.moved(side, &[(id, cell)]);
        let (&[other], Some(from), Err(DeployError::NoRoom(_))) = (&met[..], from, &alone) else {
            self.take(alone?);
            return Ok(());
        };
        // The other's footprint may be wider: it goes to the same corner.
        match self.moved(side, &[(id, cell), (other, from)]) {
            Ok(moved) => {
                self.take(moved);
                Ok(())
            }
            Err(_) => {
                let other = self.unit(other).map(|unit| unit.identity.name.clone());
                Err(DeployError::NoSwap { name: other.unwrap_or_default() })
            }
        }
    }

    /// Turns a unit.
    pub fn face(&mut self, id: UnitId, facing: Dir) {
        for piece in self.pieces.iter_mut().filter(|piece| piece.unit.id() == id) {
            piece.unit.placement.facing = facing;
        }
    }

    /// Returns the units of a side to the level's places.
    pub fn reset(&mut self, side: SideId) {
        let own = || self.pieces.iter().filter(|piece| piece.unit.side() == side);
        let usual: Vec<_> = own().map(|piece| (piece.unit.id(), piece.usual.at)).collect();
        // The level's own places need not be in the zone, but they fit.
        if let Ok(moved) = self.fitted(side, &usual) {
            self.take(moved);
        }
        for piece in self.pieces.iter_mut().filter(|piece| piece.unit.side() == side) {
            piece.unit.placement.facing = piece.usual.facing;
        }
    }

    /// All units that do not stand as the level puts them.
    pub fn deployed(&self) -> Deployed {
        let spot = |piece: &Piece| {
            let placement = &piece.unit.placement;
            let spot = Spot { at: placement.at.cell()?, facing: placement.facing };
            (spot != piece.usual).then(|| (piece.unit.identity.name.clone(), spot))
        };
        self.pieces.iter().filter_map(spot).collect()
    }

    /// The battle as a side sees it during deployment: everything, or with hidden information its
    /// own units alone. `None` for a viewer without a side, who sees everything.
    pub fn state(&self, viewer: Option<SideId>) -> State {
        let hides = self.is_hidden();
        let shown = |unit: &&Unit| !hides || viewer.is_none_or(|side| unit.side() == side);
        let units: Vec<Unit> =
            self.pieces.iter().map(|piece| &piece.unit).filter(shown).cloned().collect();
        State::new(self.scene.clone(), units, self.seed)
    }

    /// True if the sides do not see where others put their units.
    pub fn is_hidden(&self) -> bool {
        self.scene.fog.on
    }

    /// The units at new places, if the rules of deployment allow these.
    pub(super) fn moved(
        &self,
        side: SideId,
        to: &[(UnitId, Cell)],
    ) -> Result<Vec<Unit>, DeployError> {
        for (id, cell) in to {
            let piece = self.pieces.iter().find(|piece| piece.unit.id() == *id);
            let piece = piece.ok_or(DeployError::NoUnit)?;
            // The level's own place is always allowed, in the zone or not.
            if *cell != piece.usual.at {
                self.zones.check(side, *cell, piece.unit.form.size)?;
            }
        }
        self.fitted(side, to)
    }

    /// The units at new places, among the units of their side.
    fn fitted(&self, side: SideId, to: &[(UnitId, Cell)]) -> Result<Vec<Unit>, DeployError> {
        let stays = |unit: &&Unit| to.iter().all(|(id, _)| *id != unit.id());
        let bodies: Vec<Body> =
            self.units(side).filter(stays).map(|unit| self.rules.body(unit)).collect();
        let mut field = Field::new(&self.scene.board, bodies);
        let mut moved = Vec::new();
        for (id, cell) in to {
            let piece = self.pieces.iter().find(|piece| piece.unit.id() == *id);
            let piece = piece.ok_or(DeployError::NoUnit)?;
            let mut unit = piece.unit.clone();
            unit.placement.at = Place::Cell(*cell);
            stand(&field, &mut unit, piece.altitude)?;
            field = field.with_body(self.rules.body(&unit));
            moved.push(unit);
        }
        Ok(moved)
    }

    pub(super) fn take(&mut self, moved: Vec<Unit>) {
        for unit in moved {
            for piece in self.pieces.iter_mut().filter(|piece| piece.unit.id() == unit.id()) {
                piece.unit.placement = unit.placement.clone();
            }
        }
    }
}
