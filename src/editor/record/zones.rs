//! Edits of zones: their cells, names and uses.

use std::collections::BTreeSet;

use super::{NAME, Recorder, check_text};
use crate::edit::{EditError, ZoneUse};
use crate::layers::Layer;
use crate::step::Step;
use grid::Cell;
use level::{GoalKind, MAX_REGION_CELLS, MAX_REGIONS, Renamed};

impl Recorder<'_> {
    fn new_zone_name(&self, name: &str) -> Result<(), EditError> {
        self.unlocked(Layer::Zones)?;
        check_text("the name of a zone", name, 1, NAME)?;
        match self.level().regions.contains_key(name) {
            true => Err(EditError::Taken { what: "zone", name: name.to_owned() }),
            false => Ok(()),
        }
    }

    fn known_zone(&self, name: &str) -> Result<&BTreeSet<Cell>, EditError> {
        self.unlocked(Layer::Zones)?;
        let zone = self.level().regions.get(name);
        zone.ok_or_else(|| EditError::NoSuchZone(name.to_owned()))
    }

    pub(super) fn add_zone(&mut self, name: String) -> Result<(), EditError> {
        self.new_zone_name(&name)?;
        if self.level().regions.len() >= MAX_REGIONS {
            return Err(EditError::TooMany { what: "zones", most: MAX_REGIONS });
        }
        self.step(Step::Zone(name, (None, Some(BTreeSet::new()))));
        Ok(())
    }

    pub(super) fn rename_zone(&mut self, from: &str, to: String) -> Result<(), EditError> {
        let cells = self.known_zone(from)?.clone();
        if from == to {
            return Ok(());
        }
        self.new_zone_name(&to)?;
        self.step(Step::Zone(to.clone(), (None, Some(cells.clone()))));
        let renamed = |name: &String| if name == from { to.clone() } else { name.clone() };
        let exits = self.level().exits.iter().map(renamed).collect();
        self.exits(exits);
        let mut sides = self.level().sides.clone();
        for side in &mut sides {
            side.start = side.start.as_ref().map(renamed);
            side.hidden = side.hidden.as_ref().map(renamed);
            for unit in &mut side.units {
                unit.conduct = unit.conduct.renamed(|zone| Some(renamed(&zone.to_owned())));
            }
        }
        self.sides(sides);
        let mut goals = self.level().goals.clone();
        for goal in &mut goals {
            if let GoalKind::Hold { region, .. } | GoalKind::Reach { region, .. } = &mut goal.kind {
                *region = renamed(region);
            }
        }
        self.goals(goals);
        let zone = |name: &str| Some(if name == from { to.clone() } else { name.to_owned() });
        let same = |name: &str| Some(name.to_owned());
        self.rename_in_events(Renamed { region: &zone, unit: &same, side: &Some });
        self.step(Step::Zone(from.to_owned(), (Some(cells), None)));
        Ok(())
    }

    pub(super) fn remove_zone(&mut self, name: &str) -> Result<(), EditError> {
        let cells = self.known_zone(name)?.clone();
        let exits = self.level().exits.iter().filter(|exit| *exit != name).cloned().collect();
        self.exits(exits);
        let mut sides = self.level().sides.clone();
        for zone in sides.iter_mut().flat_map(|side| [&mut side.start, &mut side.hidden]) {
            zone.take_if(|zone| zone == name);
        }
        for unit in sides.iter_mut().flat_map(|side| &mut side.units) {
            let kept = |zone: &str| (zone != name).then(|| zone.to_owned());
            unit.conduct = unit.conduct.renamed(kept);
        }
        self.sides(sides);
        let mut goals = self.level().goals.clone();
        goals.retain(|goal| goal.kind.region() != Some(name));
        self.goals(goals);
        let zone = |other: &str| (other != name).then(|| other.to_owned());
        let same = |name: &str| Some(name.to_owned());
        self.rename_in_events(Renamed { region: &zone, unit: &same, side: &Some });
        self.step(Step::Zone(name.to_owned(), (Some(cells), None)));
        Ok(())
    }

    pub(super) fn zone_cells(
        &mut self,
        zone: String,
        cells: Vec<Cell>,
        inside: bool,
    ) -> Result<(), EditError> {
        let known = self.known_zone(&zone)?;
        let ground = &self.level().ground;
        let changes = |c: &Cell| known.contains(c) != inside && ground.contains(*c);
        let cells: BTreeSet<Cell> = cells.into_iter().filter(changes).collect();
        if !cells.is_empty() {
            self.step(Step::ZoneCells(zone, cells.into_iter().collect(), inside));
        }
        let all: usize = self.level().regions.values().map(BTreeSet::len).sum();
        if all > MAX_REGION_CELLS {
            let what = "cells in all zones together";
            return Err(EditError::TooMany { what, most: MAX_REGION_CELLS });
        }
        Ok(())
    }

    pub(super) fn use_zone(
        &mut self,
        zone: &str,
        what: ZoneUse,
        on: bool,
    ) -> Result<(), EditError> {
        self.known_zone(zone)?;
        let mut sides = self.level().sides.clone();
        let slot = match what {
            ZoneUse::Start(n) => sides.get_mut(n).map(|s| &mut s.start).ok_or(n),
            ZoneUse::Hidden(n) => sides.get_mut(n).map(|s| &mut s.hidden).ok_or(n),
            ZoneUse::Exit => {
                let mut exits = self.level().exits.clone();
                exits.retain(|exit| exit != zone);
                exits.extend(on.then(|| zone.to_owned()));
                // An existing exit keeps its place in the list.
                if on != self.level().exits.iter().any(|exit| exit == zone) {
                    self.exits(exits);
                }
                return Ok(());
            }
        };
        let slot = slot.map_err(EditError::NoSuchSide)?;
        if on {
            *slot = Some(zone.to_owned());
        } else {
            slot.take_if(|named| named == zone);
        }
        self.sides(sides);
        Ok(())
    }

    fn exits(&mut self, exits: Vec<String>) {
        let old = self.level().exits.clone();
        if old != exits {
            self.step(Step::Exits((old, exits)));
        }
    }
}
