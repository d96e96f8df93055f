//! Placing a combatant: at set-up, or by the referee.

use grid::{Board, Cell, Field, Hm, Obstacle, Room, SupportKind, footprint};

use super::state::Unit;

/// Places a combatant's feet on its support at its place, or at an altitude above it.
///
/// # Errors
/// The obstacle in the way.
pub fn stand(field: &Field<'_>, unit: &mut Unit, altitude: Hm) -> Result<(), Obstacle> {
    let cell = unit.placement.at.cell().ok_or(Obstacle::NotOnBoard)?;
    let (size, height, id) = (unit.form.size, unit.height_now(), unit.id());
    if altitude > Hm::ZERO {
        let floor = floor(field.board(), cell, size);
        let below = field.site(cell, size, height, id).map_or(floor, |site| site.feet);
        let feet = below + altitude;
        field.fits(Room { cell, size, feet, height }, id)?;
        unit.placement.feet = feet;
        unit.placement.support = SupportKind::Flight;
    } else {
        let site = field.fits_standing(cell, size, height, id)?;
        unit.placement.feet = site.feet;
        unit.placement.support = site.ground.support;
    }
    Ok(())
}

/// The highest floor under a footprint, for flyers over objects that cannot be stood on.
fn floor(board: &Board, cell: Cell, size: u8) -> Hm {
    let cells = footprint(Some(cell), size);
    cells.filter_map(|c| board.tile(c)).map(|t| t.elevation).max().unwrap_or_default()
}
