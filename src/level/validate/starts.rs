//! Findings about start zones: whether they hold the units of their sides.

use std::collections::{BTreeMap, BTreeSet};

use super::units::{Occupants, obstacle, storey};
use super::{Check, Subject};
use crate::{Build, Role, Unit};
use grid::{Board, Cell, footprint};

impl Check<'_> {
    pub(super) fn starts(
        &mut self,
        board: &Board,
        occupants: &Occupants,
        bodies: &impl Fn(Role) -> Build,
    ) {
        let level = self.level;
        let (recruits, placements) = (level.recruits(), level.units());
        for (s, side) in level.sides.iter().enumerate() {
            let Some(name) = &side.start else { continue };
            let Some(cells) = level.regions.get(name) else { continue };
            // Units that join later, or arrive by an event, do not begin in the zone.
            let names = placements.iter().filter(|p| usize::from(p.side.0) == s).map(|p| &p.name);
            let present: Vec<(usize, &Unit)> = side
                .units
                .iter()
                .enumerate()
                .zip(names)
                .filter(|((_, unit), name)| {
                    !unit.start.is_late() && !recruits.contains(name.as_str())
                })
                .map(|(unit, _)| unit)
                .collect();
            for (u, unit) in present.iter().filter(|(_, unit)| !cells.contains(&unit.at)) {
                let (name, side) = (unit.role.name(), &side.name);
                let message = format!("the {name} is outside the start of {side:?}");
                self.warning(Subject::Unit(s, *u), message);
            }
            let present: Vec<(&Unit, Build)> =
                present.into_iter().map(|(_, unit)| (unit, bodies(unit.role))).collect();
            let within = |(unit, build): &(&Unit, Build)| {
                footprint(Some(unit.at), build.size).all(|cell| cells.contains(&cell))
            };
            if present.iter().all(within) {
                continue;
            }
            let others = |cell: &Cell| {
                let zones = level.sides.iter().enumerate().filter(|(other, _)| *other != s);
                let mut zones =
                    zones.filter_map(|(_, side)| level.regions.get(side.start.as_ref()?));
                zones.any(|zone| zone.contains(cell))
            };
            let free: BTreeSet<Cell> = cells.iter().copied().filter(|cell| !others(cell)).collect();
            let mut taken = occupants.clone();
            taken.retain(|_, (side, _)| *side != s);
            let (found, all) = (room(board, &free, taken, present.clone()), present.len());
            if found < all {
                let side = &side.name;
                let message = format!(
                    "the start {name:?} has room for {found} of the {all} units of {side:?}"
                );
                self.warning(Subject::Start(s), message);
            }
        }
    }
}

/// Number of units that find room in these cells: the widest first, each in the first place that
/// fits.
fn room(
    board: &Board,
    cells: &BTreeSet<Cell>,
    mut taken: Occupants,
    mut units: Vec<(&Unit, Build)>,
) -> usize {
    units.sort_by_key(|(_, build)| std::cmp::Reverse(build.size));
    let mut found = 0;
    // Places only fill up: one that was too narrow for a body stays too narrow for others of its
    // size.
    let mut tried: BTreeMap<(u8, i32, i32), usize> = BTreeMap::new();
    let places: Vec<Cell> = cells.iter().copied().collect();
    for (unit, build) in units {
        let from = tried.entry((build.size, build.height.0, unit.altitude.0)).or_default();
        let fits = |at: Cell| {
            let unit = Unit { at, ..unit.clone() };
            footprint(Some(at), build.size).all(|cell| cells.contains(&cell))
                && obstacle(board, &taken, &unit, build).is_none()
        };
        let untried = places.iter().enumerate().skip(*from);
        match untried.map(|(place, at)| (place, *at)).find(|(_, at)| fits(*at)) {
            Some((place, at)) => {
                *from = place + 1;
                found += 1;
                let unit = Unit { at, ..unit.clone() };
                for cell in footprint(Some(at), build.size) {
                    let floor = (cell, storey(board, cell, &unit));
                    taken.entry(floor).or_insert((usize::MAX, 0));
                }
            }
            None => *from = places.len(),
        }
    }
    found
}
