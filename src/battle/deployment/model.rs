//! The units of a battle that has not begun, and how they are rearranged.

use grid::{
    Board, Body, Cell, Dir, Field, FloorAt, Hm, Obstacle, Place, SideId, SupportKind, UnitId,
    footprint,
};
use level::Level;
use rules::SharedRuleset;
use rules::stand::{stand, stand_on};
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
    /// Altitude above the ground there.
    altitude: Hm,
    /// It flies there, and keeps that altitude elsewhere.
    flies: bool,
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
            let usual = Spot { at: placement.cell, facing: placement.facing, floor: None };
            let altitude = placement.altitude;
            let there = placed_alone(&setup.scene.board, unit, placement.cell, altitude);
            let flies = there.is_some_and(|there| there.placement.support == SupportKind::Flight);
            Some(Piece { unit: unit.clone(), usual, altitude, flies })
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

    /// The unit of a side whose footprint covers a cell, on this floor if one is named.
    pub fn unit_at(&self, side: SideId, at: impl Into<FloorAt>) -> Option<UnitId> {
        let at = at.into();
        let is_there = |unit: &&Unit| {
            covers(unit, at.cell) && (at.floor.is_none() || self.floor_below(unit, at.cell) == at)
        };
        self.units(side).find(is_there).map(Unit::id)
    }

    /// A floor of a cell: this deck, or the ground, which is named where decks lie over it.
    pub fn floor(&self, cell: Cell, deck: Option<Hm>) -> FloorAt {
        let ground = || self.scene.board.storeys(cell).next().and_then(|at| at.floor);
        FloorAt { cell, floor: deck.or_else(ground) }
    }

    /// The floor of a cell that is under a unit's feet, as [`Self::floor`] names it.
    pub fn floor_under(&self, id: UnitId, cell: Cell) -> Option<FloorAt> {
        self.unit(id).map(|unit| self.floor_below(unit, cell))
    }

    fn floor_below(&self, unit: &Unit, cell: Cell) -> FloorAt {
        self.floor(cell, self.scene.board.floor_below(cell, unit.placement.feet).floor)
    }

    /// Puts a unit at a cell: on this floor if one is named, otherwise on the floor nearest in
    /// height to where it stands, or as the level puts it at the level's own place. A flyer keeps
    /// its altitude. If a single unit of its side is in the way, both change places.
    ///
    /// # Errors
    /// Why that is impossible; nothing has changed then.
    pub fn put(&mut self, id: UnitId, at: impl Into<FloorAt>) -> Result<(), DeployError> {
        let at = at.into();
        let unit = self.unit(id).ok_or(DeployError::NoUnit)?;
        let (side, size, from) = (unit.side(), unit.form.size, self.vacated_floor(unit));
        let alone = self.moved(side, &[(id, at)]);
        let in_the_way = match &alone {
            Err(DeployError::NoRoom(Obstacle::Occupied(_, other))) => Some(*other),
            _ => None,
        };
        let (Some(other), Some(from)) = (in_the_way, from) else {
            self.apply_moves(alone?);
            return Ok(());
        };
        // The other's footprint may be wider: it goes to the same corner.
        match self.moved(side, &[(id, at), (other, from)]) {
            Ok(moved) => {
                self.apply_moves(moved);
                Ok(())
            }
            Err(_) if self.others_in(side, id, (at.cell, size)) > 1 => alone.map(drop),
            Err(_) => {
                let other = self.unit(other).map(|unit| unit.identity.name.clone());
                Err(DeployError::NoSwap { name: other.unwrap_or_default() })
            }
        }
    }

    /// The floor that a unit leaves to another; only the cell of a flyer.
    fn vacated_floor(&self, unit: &Unit) -> Option<FloorAt> {
        let cell = unit.placement.at.cell()?;
        Some(match unit.placement.support {
            SupportKind::Flight => cell.into(),
            _ => self.floor_below(unit, cell),
        })
    }

    /// How many other units of the side stand in a footprint, on any floor.
    fn others_in(&self, side: SideId, id: UnitId, (cell, size): (Cell, u8)) -> usize {
        let others = self.units(side).filter(|unit| unit.id() != id);
        let meets = |unit: &&Unit| footprint(Some(cell), size).any(|c| covers(unit, c));
        others.filter(meets).count()
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
        let usual: Vec<_> =
            own().map(|piece| (piece.unit.id(), FloorAt::from(piece.usual.at))).collect();
        // The level's own places need not be in the zone, but they fit.
        if let Ok(moved) = self.fitted_among_own(side, &usual) {
            self.apply_moves(moved);
        }
        for piece in self.pieces.iter_mut().filter(|piece| piece.unit.side() == side) {
            piece.unit.placement.facing = piece.usual.facing;
        }
    }

    /// All units that do not stand as the level puts them.
    pub fn deployed(&self) -> Deployed {
        let spot = |piece: &Piece| {
            let placement = &piece.unit.placement;
            let at = placement.at.cell()?;
            // The set-up uses the level's altitude unless the height is named.
            let usual = placed_alone(&self.scene.board, &piece.unit, at, piece.altitude);
            let is_usual = usual.is_some_and(|unit| unit.placement.feet == placement.feet);
            let floor = (!is_usual).then_some(placement.feet);
            let spot = Spot { at, facing: placement.facing, floor };
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
        to: &[(UnitId, FloorAt)],
    ) -> Result<Vec<Unit>, DeployError> {
        for (id, at) in to {
            let piece = self.pieces.iter().find(|piece| piece.unit.id() == *id);
            let piece = piece.ok_or(DeployError::NoUnit)?;
            // The level's own place is always allowed, in the zone or not.
            if at.cell != piece.usual.at {
                self.zones.check(side, at.cell, piece.unit.form.size)?;
            }
        }
        self.fitted_among_own(side, to)
    }

    /// The units at new places, among the units of their side.
    fn fitted_among_own(
        &self,
        side: SideId,
        to: &[(UnitId, FloorAt)],
    ) -> Result<Vec<Unit>, DeployError> {
        let stays = |unit: &&Unit| to.iter().all(|(id, _)| *id != unit.id());
        let bodies: Vec<Body> =
            self.units(side).filter(stays).map(|unit| self.rules.body(unit)).collect();
        let mut field = Field::new(&self.scene.board, bodies);
        let mut moved = Vec::new();
        for (id, at) in to {
            let piece = self.pieces.iter().find(|piece| piece.unit.id() == *id);
            let piece = piece.ok_or(DeployError::NoUnit)?;
            let mut unit = piece.unit.clone();
            unit.placement.at = Place::Cell(at.cell);
            let is_usual = at.cell == piece.usual.at && at.floor.is_none();
            match piece.flies || is_usual {
                true => stand(&field, &mut unit, piece.altitude)?,
                false => stand_on(&field, &mut unit, at.floor)?,
            }
            field = field.with_body(self.rules.body(&unit));
            moved.push(unit);
        }
        Ok(moved)
    }

    pub(super) fn apply_moves(&mut self, moved: Vec<Unit>) {
        for unit in moved {
            for piece in self.pieces.iter_mut().filter(|piece| piece.unit.id() == unit.id()) {
                piece.unit.placement = unit.placement.clone();
            }
        }
    }
}

/// Whether a unit's footprint covers a cell.
fn covers(unit: &Unit, cell: Cell) -> bool {
    footprint(unit.placement.at.cell(), unit.form.size).any(|covered| covered == cell)
}

/// A unit at a cell and an altitude, as if no other were there; `None` if it has no room.
fn placed_alone(board: &Board, unit: &Unit, cell: Cell, altitude: Hm) -> Option<Unit> {
    let mut unit = unit.clone();
    unit.placement.at = Place::Cell(cell);
    stand(&Field::new(board, Vec::<Body>::new()), &mut unit, altitude).ok()?;
    Some(unit)
}
