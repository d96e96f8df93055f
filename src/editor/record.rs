//! Applies edits: turns each into small steps and records them.

use super::changed::Changed;
use super::draft::apply_steps;
use super::edit::{Edit, EditError, Fact, Patch};
use super::layers::{Layer, LayerSet};
use super::step::{Direction, Document, Step};
use super::transform::EdgeAt;
use grid::{Cell, Edge, Hm, MAX_MIASMA, MAX_STOREYS, Tile};
use level::{
    ELEVATIONS, GoalKind, GroundCell, Item, Label, Level, MAX_EDGES, MAX_LABEL, MAX_LABEL_NOTE,
    MAX_LABELS, MAX_PROPS, MAX_THINGS, Placement, Renamed, edges_on, in_range,
};

mod bulk;
mod conduct;
mod decks;
mod events;
mod props;
mod roster;
mod zones;

/// Maximum length of names, in characters.
const NAME: usize = 60;

/// The allowed ranges for ground, as text.
const GROUND: &str =
    "heights of -50 to 100 m, depths of 0 to 50 m, ceilings of 0.5 to 100 m, damage of 1 to 99";

/// Applies edits and records their steps.
pub(super) struct Recorder<'d> {
    document: &'d mut Document,
    locked: LayerSet,
    steps: Vec<Step>,
    changed: Changed,
    /// Names of removed units. Goals to defeat them are removed at the end, unless another unit has
    /// the name by then.
    gone: Vec<String>,
}

impl<'d> Recorder<'d> {
    pub fn new(document: &'d mut Document, locked: LayerSet) -> Self {
        let changed = Changed::default();
        Self { document, locked, steps: Vec::new(), changed, gone: Vec::new() }
    }

    /// The recorded steps and what they changed.
    pub fn finish(mut self) -> (Vec<Step>, Changed) {
        self.drop_goals_about_removed_units();
        self.document.settle();
        (self.steps, self.changed)
    }

    /// Undoes all recorded steps.
    pub fn undo_all(self) {
        apply_steps(self.document, &self.steps, Direction::Backward);
    }

    fn level(&self) -> &Level {
        &self.document.level
    }

    fn step(&mut self, step: Step) {
        self.document.apply(&step, Direction::Forward, &mut self.changed);
        self.steps.push(step);
    }

    fn unlocked(&self, layer: Layer) -> Result<(), EditError> {
        if self.locked.has(layer) { Err(EditError::Locked(layer)) } else { Ok(()) }
    }

    /// Applies an edit. After an error the caller must undo the steps so far.
    pub fn apply(&mut self, edit: Edit) -> Result<(), EditError> {
        match edit {
            Edit::Ground(cells) => self.ground(cells),
            Edit::Things(cells) => self.things(cells),
            Edit::Decks(decks) => self.decks(decks),
            Edit::Edges(edges) => self.edges(edges),
            Edit::AddZone(name) => self.add_zone(name),
            Edit::RenameZone { from, to } => self.rename_zone(&from, to),
            Edit::RemoveZone(name) => self.remove_zone(&name),
            Edit::ZoneCells { zone, cells, inside } => self.zone_cells(zone, cells, inside),
            Edit::UseZone { zone, what, on } => self.use_zone(&zone, what, on),
            Edit::AddSide { name, colour } => self.add_side(name, colour),
            Edit::ChangeSide { side, name, colour, ambush } => {
                self.change_side(side, name, colour, ambush)
            }
            Edit::RemoveSide(side) => self.remove_side(side),
            Edit::AddUnit { side, unit } => self.add_unit(side, unit),
            Edit::ChangeUnit { at, unit } => self.change_unit(at, unit),
            Edit::GiveUnit { at, side } => self.give_unit(at, side),
            Edit::RemoveUnits(units) => self.remove_units(&units),
            Edit::Labels(cells) => self.labels(cells),
            Edit::AddGoal(goal) => self.put_goal(None, goal),
            Edit::ChangeGoal(n, goal) => self.put_goal(Some(n), goal),
            Edit::RemoveGoal(n) => self.remove_goal(n),
            Edit::AddEvent(event) => self.put_event(None, *event),
            Edit::ChangeEvent(n, event) => self.put_event(Some(n), *event),
            Edit::RemoveEvent(n) => self.remove_event(n),
            Edit::MoveEvent { from, to } => self.move_event(from, to),
            Edit::Fact(fact) => self.fact(fact),
            Edit::TidyPalette => {
                self.tidy();
                Ok(())
            }
            Edit::Resize { west, north, east, south, fill } => {
                self.resize([west, north, east, south], fill)
            }
            Edit::Turn(transform) => self.turn(transform),
            Edit::Paste { clip, at } => self.paste(clip, at),
            Edit::Clear { cells, layers, fill } => self.clear(&cells, layers, fill),
            Edit::Import(level) => self.import(*level),
        }
    }

    fn ground(&mut self, cells: Vec<(Cell, Patch)>) -> Result<(), EditError> {
        let (terrain, heights) = (self.locked.has(Layer::Terrain), self.locked.has(Layer::Heights));
        if cells.is_empty() {
            return Ok(());
        }
        let only_heights = || cells.iter().all(|(_, patch)| patch.is_height_only());
        let only_terrain = || cells.iter().all(|(_, patch)| patch.elevation.is_none());
        if heights && (terrain || only_heights()) {
            return Err(EditError::Locked(Layer::Heights));
        }
        if terrain && only_terrain() {
            return Err(EditError::Locked(Layer::Terrain));
        }
        let mut done: Vec<(Cell, (GroundCell, GroundCell))> = Vec::new();
        for (cell, mut patch) in cells {
            if terrain {
                patch = Patch { elevation: patch.elevation, ..Patch::default() };
            }
            if heights {
                patch.elevation = None;
            }
            let ground = &self.level().ground;
            let (Some(old), Some(tile)) = (ground.cell(cell), ground.tile(cell)) else { continue };
            let mut new = Tile { exit: false, ..patch.on(tile) };
            new.elevation = new.elevation.clamp(ELEVATIONS.0, ELEVATIONS.1);
            if new == tile {
                continue;
            }
            if !in_range(&new) {
                return Err(EditError::Range { what: "ground", allowed: GROUND });
            }
            let fitting = match ground.fitting(cell, &new) {
                Some(fitting) => fitting,
                None => {
                    self.add_palette_entry(&new, &mut done)?;
                    self.level().ground.fitting(cell, &new).ok_or(EditError::PaletteFull)?
                }
            };
            done.push((cell, (old, fitting)));
        }
        self.push_ground(&mut done);
        Ok(())
    }

    fn push_ground(&mut self, done: &mut Vec<(Cell, (GroundCell, GroundCell))>) {
        if !done.is_empty() {
            self.step(Step::Ground(std::mem::take(done)));
        }
    }

    /// Adds a palette entry for a tile. If the palette is full, unused entries are removed first.
    fn add_palette_entry(
        &mut self,
        tile: &Tile,
        done: &mut Vec<(Cell, (GroundCell, GroundCell))>,
    ) -> Result<(), EditError> {
        let mut entry = self.level().ground.new_entry(tile);
        if entry.is_none() {
            // Pending cells use palette entries too.
            self.push_ground(done);
            self.tidy();
            entry = self.level().ground.new_entry(tile);
        }
        let (symbol, base) = entry.ok_or(EditError::PaletteFull)?;
        self.step(Step::Entry(symbol, (None, Some(base))));
        Ok(())
    }

    fn tidy(&mut self) {
        for (symbol, tile) in self.level().ground.clone().tidy() {
            self.step(Step::Entry(symbol, (Some(tile), None)));
        }
    }

    fn things(&mut self, mut cells: Vec<(Cell, Option<Item>)>) -> Result<(), EditError> {
        self.unlocked(Layer::Things)?;
        props::settle_names(self.level(), &mut cells);
        let is_valid = |item: &Item| {
            let high = (Hm(1)..=Hm::metres(100)).contains(&item.height);
            high && item.turn < 4 && item.fault().is_none()
        };
        if !cells.iter().filter_map(|(_, item)| item.as_ref()).all(is_valid) {
            let allowed = "heights of 0.5 to 100 m, 0 to 3 quarter turns, materials and \
                           scales of its kind";
            return Err(EditError::Range { what: "a thing", allowed });
        }
        let mut done = Vec::new();
        for (cell, item) in cells {
            let old = self.level().things.get(&cell).cloned();
            if old != item && self.level().ground.contains(cell) {
                done.push((cell, (old, item)));
            }
        }
        if !done.is_empty() {
            self.step(Step::Things(done));
        }
        if self.level().things.len() > MAX_THINGS {
            return Err(EditError::TooMany { what: "things", most: MAX_THINGS });
        }
        if self.level().props().len() > MAX_PROPS {
            return Err(EditError::TooMany { what: "props", most: MAX_PROPS });
        }
        Ok(())
    }

    fn labels(&mut self, cells: Vec<(Cell, Option<Label>)>) -> Result<(), EditError> {
        self.unlocked(Layer::Zones)?;
        for label in cells.iter().filter_map(|(_, label)| label.as_ref()) {
            check_text("a label", &label.text, 1, MAX_LABEL)?;
            check_text("the note of a label", &label.note, 0, MAX_LABEL_NOTE)?;
        }
        let mut done: Vec<(Cell, (Option<Label>, Option<Label>))> = Vec::new();
        for (cell, label) in cells {
            let old = self.level().labels.get(&cell).cloned();
            if old != label && self.level().ground.contains(cell) {
                done.push((cell, (old, label)));
            }
        }
        if !done.is_empty() {
            self.step(Step::Labels(done));
        }
        if self.level().labels.len() > MAX_LABELS {
            return Err(EditError::TooMany { what: "labels", most: MAX_LABELS });
        }
        Ok(())
    }

    fn edges(&mut self, edges: Vec<(EdgeAt, Option<Edge>)>) -> Result<(), EditError> {
        self.unlocked(Layer::Edges)?;
        let mut done = Vec::new();
        for (at, edge) in edges {
            let place = settled(self.level(), at.canonical());
            let deck =
                place.floor.is_some_and(|top| self.level().decks.contains_key(&(place.cell, top)));
            if !is_edge_of(self.level(), place) || place.is_hatch() && edge.is_some() && !deck {
                continue;
            }
            if place.floor.is_some_and(|floor| !(ELEVATIONS.0..=ELEVATIONS.1).contains(&floor)) {
                let allowed = "heights of -50 to 100 m";
                return Err(EditError::Range { what: "the floor of a wall", allowed });
            }
            let edge = edge.map(|e| Edge {
                open: e.open && e.kind.spec().opens,
                locked: e.locked && e.kind.spec().opens,
                secret: e.secret && e.kind.spec().opens && !e.open,
                ..e
            });
            let old = self.level().edges.get(&place).copied();
            if old != edge {
                done.push((place, (old, edge)));
            }
        }
        let places: Vec<EdgeAt> = done.iter().map(|(place, _)| *place).collect();
        if !done.is_empty() {
            self.step(Step::Edges(done));
        }
        let floors = |at: &EdgeAt| {
            let all = edges_on(&self.level().edges, at.cell, at.side);
            all.filter(|(at, _)| at.floor.is_some()).count()
        };
        if places.iter().any(|at| at.floor.is_some() && floors(at) > MAX_STOREYS) {
            let what = "walls and doors above each other";
            return Err(EditError::TooMany { what, most: MAX_STOREYS });
        }
        if self.level().edges.len() > MAX_EDGES {
            return Err(EditError::TooMany { what: "walls and doors", most: MAX_EDGES });
        }
        Ok(())
    }

    fn fact(&mut self, fact: Fact) -> Result<(), EditError> {
        match &fact {
            Fact::Name(text) => check_text("the title", text, 1, NAME)?,
            Fact::Author(text) => check_text("the author", text, 0, NAME)?,
            Fact::Description(text) => check_text("the description", text, 0, 1_000)?,
            Fact::Notes(text) => check_text("the notes", text, 0, 10_000)?,
            Fact::Atmosphere(air) if air.miasma > MAX_MIASMA => {
                return Err(EditError::Range { what: "the miasma", allowed: "rates of 0 to 20" });
            }
            Fact::Light(_) | Fact::Atmosphere(_) | Fact::HiddenInformation(_) => {}
            Fact::Underlay(underlay) => {
                self.unlocked(Layer::Picture)?;
                if underlay.as_ref().is_some_and(|u| !u.is_valid()) {
                    let allowed = "PNG and JPEG files in the level's folder, 1 mm to 2 km long";
                    return Err(EditError::Range { what: "the picture", allowed });
                }
            }
        }
        let old = fact.same_of(self.level());
        if old != fact {
            self.step(Step::Fact(Box::new((old, fact))));
        }
        Ok(())
    }

    fn drop_goals_about_removed_units(&mut self) {
        if self.gone.is_empty() {
            return;
        }
        let names: Vec<String> =
            Placement::of(&self.level().sides).into_iter().map(|p| p.name).collect();
        let gone = std::mem::take(&mut self.gone);
        let mut goals = self.level().goals.clone();
        goals.retain(|goal| match &goal.kind {
            GoalKind::Defeat { unit } => !gone.contains(unit) || names.contains(unit),
            _ => true,
        });
        self.goals(goals);
        let unit = |name: &str| {
            let is_there = names.iter().any(|known| known == name);
            (is_there || gone.iter().all(|gone| gone != name)).then(|| name.to_owned())
        };
        let same = |name: &str| Some(name.to_owned());
        self.rename_in_events(Renamed { region: &same, unit: &unit, side: &Some });
    }
}

/// True for edges with at least one cell on the board.
pub(super) fn is_edge_of(level: &Level, at: EdgeAt) -> bool {
    (!at.side.is_diagonal() || at.is_hatch())
        && at.cells().iter().any(|c| level.ground.contains(*c))
}

/// The place on the ground for a floor that is no higher than the ground there.
fn settled(level: &Level, at: EdgeAt) -> EdgeAt {
    if at.is_hatch() {
        return at;
    }
    let tiles = at.cells().into_iter().filter_map(|c| level.ground.tile(c));
    let base = tiles.map(|tile| tile.elevation).max();
    EdgeAt { floor: at.floor.filter(|floor| base.is_none_or(|base| *floor > base)), ..at }
}

/// Refuses invalid texts. Texts that may be longer than a name may contain line breaks.
fn check_text(what: &'static str, text: &str, least: usize, most: usize) -> Result<(), EditError> {
    let fits = (least..=most).contains(&text.chars().count());
    let shows = text.chars().all(|c| !c.is_control() || (most > NAME && c == '\n'));
    let blank = least > 0 && text.trim().is_empty();
    if fits && shows && !blank { Ok(()) } else { Err(EditError::Text { what, least, most }) }
}
