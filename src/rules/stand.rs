//! Placing a combatant: at set-up, or by the referee.

use grid::{Board, Cell, Field, Hm, Obstacle, Room, Site, SupportKind, footprint};

use super::state::Unit;

/// Places a combatant's feet on its support at its place, or at an altitude above the ground there:
/// in flight, or on the deck at that height.
///
/// # Errors
/// The obstacle in the way.
pub fn stand(field: &Field<'_>, unit: &mut Unit, altitude: Hm) -> Result<(), Obstacle> {
    let cell = unit.placement.at.cell().ok_or(Obstacle::NotOnBoard)?;
    let (size, height, id) = (unit.form.size, unit.height_now(), unit.id());
    if altitude > Hm::ZERO {
        let floor = floor(field.board(), cell, size);
        let lowest = Room { cell, size, feet: Hm(i32::MIN), height };
        let below = field.site_near(lowest, id).map_or(floor, |site| site.feet);
        let feet = below + altitude;
        let ground = field.fits(Room { feet, ..lowest }, id)?;
        let flies = ground.support == SupportKind::Nothing;
        unit.placement.feet = feet;
        unit.placement.support = if flies { SupportKind::Flight } else { ground.support };
    } else {
        let site = field.fits_standing(cell, size, height, id)?;
        rest(unit, site);
    }
    Ok(())
}

/// Places a combatant's feet on a floor of its place: the one named by its height (that of a deck,
/// or of the ground below decks), otherwise the one nearest to the present height of its feet.
///
/// # Errors
/// The obstacle in the way.
pub fn stand_on(field: &Field<'_>, unit: &mut Unit, floor: Option<Hm>) -> Result<(), Obstacle> {
    let room = room(unit)?;
    let site = field.fits_standing_on(room, floor, unit.id())?;
    rest(unit, site);
    Ok(())
}

/// Places a combatant on the floor of its place on which its feet are at this height.
///
/// # Errors
/// The obstacle in the way, or that there is no such floor.
pub fn stand_at(field: &Field<'_>, unit: &mut Unit, feet: Hm) -> Result<(), Obstacle> {
    let room = room(unit)?;
    let site = field.fits_standing_near(room.at(room.cell, feet), unit.id())?;
    if site.feet != feet {
        return Err(Obstacle::NoFloor(room.cell));
    }
    rest(unit, site);
    Ok(())
}

/// The space of a combatant at its place, with its feet as high as they are.
fn room(unit: &Unit) -> Result<Room, Obstacle> {
    let cell = unit.placement.at.cell().ok_or(Obstacle::NotOnBoard)?;
    let (size, height) = (unit.form.size, unit.height_now());
    Ok(Room { cell, size, feet: unit.placement.feet, height })
}

fn rest(unit: &mut Unit, site: Site) {
    unit.placement.feet = site.feet;
    unit.placement.support = site.ground.support;
}

/// The highest floor under a footprint, for flyers over objects that cannot be stood on.
fn floor(board: &Board, cell: Cell, size: u8) -> Hm {
    let cells = footprint(Some(cell), size);
    cells.filter_map(|c| board.tile(c)).map(|t| t.elevation).max().unwrap_or_default()
}
