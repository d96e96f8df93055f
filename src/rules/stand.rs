//! Placing a combatant: at set-up, or by the referee.

use grid::{Board, Cell, Field, Hm, Obstacle, Room, SupportKind, footprint};

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
