//! Creating a combatant from a role and placing it as a level specifies.

use std::any::Any;
use std::sync::Arc;

use crate::Key;
use crate::ctx::Ctx;
use crate::ruleset::{Placing, SetUpError};
use crate::state::{
    Carriers, Conditions, Flags, Form, Gear, Identity, Links, Meters, Placement, Pools, Posture,
    Sheet, State, Status, Tracks, TurnLog, Undertakings, Unit,
};
use grid::{Cell, Dir, FloorAt, Hm, Obstacle, Room, SideId, Site, SupportKind, UnitId};

/// A new combatant before it is placed.
pub struct Recruit<T> {
    /// The typed sheet.
    pub sheet: T,
    /// Footprint, as edge length in cells.
    pub size: u8,
    /// Standing height, in centimetres.
    pub height_cm: u16,
    /// True if it can stay in the air.
    pub flies: bool,
    /// Its tracks.
    pub tracks: Meters,
    /// Its pools.
    pub pools: Meters,
    /// Its items.
    pub gear: Gear,
    /// The ruleset's flags.
    pub flags: Flags,
}

impl<T: Any + Send + Sync> Recruit<T> {
    /// The combatant, placed as the level specifies.
    pub fn placed(self, placing: &Placing) -> Unit {
        let flies = self.flies && placing.altitude > Hm::ZERO;
        let sheet =
            Sheet::new(placing.role.clone(), placing.overrides.clone(), Arc::new(self.sheet));
        Unit {
            identity: Identity {
                id: placing.id,
                side: placing.side,
                role: placing.role.clone(),
                name: placing.name.clone(),
                maker: None,
            },
            placement: Placement {
                at: placing.at,
                feet: placing.altitude,
                support: if flies { SupportKind::Flight } else { SupportKind::Ground },
                posture: if placing.prone { Posture::Prone } else { Posture::Standing },
                facing: placing.facing,
            },
            status: Status::Active,
            form: Form { sheet, size: self.size, height_cm: self.height_cm, stored: Vec::new() },
            tracks: Tracks(self.tracks),
            pools: Pools(self.pools),
            conditions: Conditions::default(),
            turn: TurnLog::default(),
            gear: self.gear,
            links: Links::default(),
            flags: self.flags,
            carriers: Carriers::default(),
            undertakings: Undertakings::default(),
        }
    }
}

/// The items of a role by slot; empty slots are skipped.
pub fn carried<'a>(own: impl IntoIterator<Item = (&'static str, Option<&'a Key>)>) -> Gear {
    let filled = own.into_iter().filter_map(|(slot, item)| Some((Key::of(slot), item?.clone())));
    Gear(filled.collect())
}

/// Applies a level's changes to a combatant's items; an empty name removes an item.
///
/// # Errors
/// [`SetUpError::UnknownGear`] if an item does not fit its slot; `all` lists the items that do.
pub fn outfit(
    gear: &mut Gear,
    placing: &Placing,
    fits: impl Fn(&str, &str) -> bool,
    all: impl Fn() -> String,
) -> Result<(), SetUpError> {
    for (slot, item) in &placing.gear {
        if item.as_str().is_empty() {
            gear.0.remove(slot);
            continue;
        }
        if !fits(slot.as_str(), item.as_str()) {
            let (slot, item) = (slot.clone(), item.clone());
            return Err(SetUpError::UnknownGear { slot, item, allowed: all() });
        }
        gear.0.insert(slot.clone(), item.clone());
    }
    Ok(())
}

/// The display name of a new combatant: its kind, numbered from the second on.
pub fn numbered(state: &State, kind: &str) -> String {
    let taken = |name: &str| state.units.iter().any(|u| u.identity.name == name);
    let numbered = (2_u32..).map(|n| format!("{kind} {n}"));
    let mut names = std::iter::once(kind.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}

/// The placing of a role's default combatant, for reading its numbers and gear.
pub fn plain(role: &str) -> Placing {
    Placing {
        id: UnitId(0),
        side: SideId(0),
        role: Key::new(role),
        name: String::new(),
        at: Cell::new(0, 0).into(),
        altitude: Hm::ZERO,
        facing: Dir::N,
        prone: false,
        overrides: Default::default(),
        gear: Default::default(),
        start: Default::default(),
    }
}

/// Where a creature of this size and height has room in a cell: on the named floor, or else on the
/// one nearest to the feet of the unit that calls it.
///
/// # Errors
/// The obstacle in the way.
pub fn site(
    ctx: Ctx<'_>,
    owner: UnitId,
    (at, size, height): (FloorAt, u8, Hm),
) -> Result<Site, Obstacle> {
    let feet = ctx.field.body(owner).map_or(Hm::ZERO, |body| body.feet);
    let room = Room { cell: at.cell, size, feet, height };
    ctx.field.fits_standing_on(room, at.floor, UnitId(u32::MAX))
}

/// The placing of a unit that `owner` calls during a battle: the next number, its kind as the name,
/// and its owner's facing.
pub fn called(state: &State, owner: &Unit, (role, kind): (&Key, &str), cell: Cell) -> Placing {
    Placing {
        id: UnitId(state.scene.next_number),
        side: owner.side(),
        role: role.clone(),
        name: numbered(state, kind),
        at: cell.into(),
        altitude: Hm::ZERO,
        facing: owner.placement.facing,
        prone: false,
        overrides: Default::default(),
        gear: Default::default(),
        start: Default::default(),
    }
}

/// Places a called unit at its site and gives it to its owner.
pub fn put_down(unit: &mut Unit, owner: UnitId, site: &Site) {
    unit.identity.maker = Some(owner);
    unit.placement.feet = site.feet;
    unit.placement.support = match site.ground.support {
        SupportKind::Nothing => SupportKind::Ground,
        carried => carried,
    };
}

/// A level's or scenario's override of a number, for meters.
pub fn override_of(placing: &Placing, name: &str) -> Option<i32> {
    placing.overrides.get(name).and_then(|n| i32::try_from(*n).ok())
}
