//! The level under construction: what all readers have in common.

use grid::{Cell, Dir, Edge, EdgeAt, EdgeKind, Hm, MAX_SIDE, Terrain, Tile};
use level::{Item, Level, MAX_EDGES, MAX_THINGS, MIN_SIDE, Severity, Underlay};

use super::format::{Format, Imported};
use super::geometry::{Point, clipped};
use super::lamps::{self, Light};
use super::name::first_name;
use super::notes::Notes;
use super::picture::{Picture, PictureError};
use super::trace::{Fit, fit, snapped, staircase};
use super::{ImportError, openings, starts};

/// A fraction of a cell that does not count as another one.
const SLIVER: f64 = 0.1;

/// Maximum number of edges that lines are followed along, many times what a level may have.
const MAX_STEPS: usize = 3_000_000;

/// Millimetres a cell.
const CELL: f64 = 1_000.0;

/// A level under construction.
pub(crate) struct MapBuilder {
    level: Level,
    /// What the author is told.
    pub(crate) notes: Notes,
    size: (u16, u16),
    lights: Vec<Light>,
    picture: Option<Picture>,
    tally: Tally,
}

/// What was changed or left out.
#[derive(Default)]
struct Tally {
    moved: usize,
    stepped: usize,
    outside: usize,
    unsound: usize,
    edges: usize,
    things: usize,
    /// Edges that lines were followed along.
    steps: usize,
}

/// The number of whole cells along a length in cells.
pub(crate) fn cells(columns: f64, rows: f64) -> Result<(u16, u16), ImportError> {
    // Conversion turns NaN into 0 and keeps huge numbers huge.
    let whole = |length: f64| (length - SLIVER).ceil().max(0.0) as u64;
    let (columns, rows) = (whole(columns), whole(rows));
    let allowed = u64::from(MIN_SIDE)..=u64::from(MAX_SIDE);
    if !(allowed.contains(&columns) && allowed.contains(&rows)) {
        return Err(ImportError::Size { columns, rows });
    }
    Ok((columns as u16, rows as u16))
}

impl MapBuilder {
    /// A map without anything on it. The first of `names` that is usable is its title.
    pub(crate) fn new(size: (u16, u16), names: [&str; 2]) -> Self {
        Self {
            level: Level::blank(&first_name(names), size.0, size.1, Terrain::Earth),
            notes: Notes::default(),
            size,
            lights: Vec::new(),
            picture: None,
            tally: Tally::default(),
        }
    }

    /// The level so far.
    pub(crate) const fn level(&mut self) -> &mut Level {
        &mut self.level
    }

    /// Builds a wall along a line.
    pub(crate) fn wall(&mut self, points: &[Point], kind: EdgeKind) {
        if self.is_spent() {
            return;
        }
        if !points.iter().all(|p| p.is_valid()) {
            self.tally.unsound += 1;
            return;
        }
        let runs = runs(points, self.size);
        if runs.is_empty() {
            self.tally.outside += usize::from(points.len() > 1);
            return;
        }
        match runs.iter().map(|run| fit(run)).max() {
            Some(Fit::Stepped) => self.tally.stepped += 1,
            Some(Fit::Moved) => self.tally.moved += 1,
            Some(Fit::Exact) | None => {}
        }
        for run in runs {
            let corners = snapped(&run, self.size);
            for (a, b) in corners.iter().zip(corners.iter().skip(1)) {
                if self.is_spent() {
                    return;
                }
                for at in staircase(*a, *b) {
                    self.put_edge(at, Edge::new(kind));
                }
            }
        }
    }

    /// Puts a door, window or gate between two points.
    pub(crate) fn opening(&mut self, a: Point, b: Point, leaf: Edge) {
        if self.is_spent() {
            return;
        }
        if !(a.is_valid() && b.is_valid()) {
            self.tally.unsound += 1;
            return;
        }
        let Some((a, b)) = clipped(a, b, self.size) else {
            self.tally.outside += 1;
            return;
        };
        for at in openings::edges(a, b, self.size) {
            self.put_edge(at, leaf);
        }
    }

    /// Puts a door, window or gate on a side of the cell of a point: where a wall stands, or across
    /// the way between two solid cells, or on the nearest side.
    pub(crate) fn opening_in(&mut self, at: Point, leaf: Edge) {
        if !at.is_valid() || clipped(at, at, self.size).is_none() {
            self.tally.outside += 1;
            return;
        }
        let cell = Cell::new(at.x.floor() as i16, at.y.floor() as i16);
        let side = |side: Dir| EdgeAt::ground(cell, side).canonical();
        let is_solid =
            |side: Dir| self.level.ground.tile(cell.step(side)).is_some_and(|tile| tile.is_solid());
        let stands = |side: &Dir| {
            let at = EdgeAt::ground(cell, *side).canonical();
            self.level.edges.get(&at).is_some_and(|edge| rank(*edge) < rank(leaf))
        };
        let edge = match Dir::SIDES.into_iter().find(stands) {
            Some(wall) => side(wall),
            None if is_solid(Dir::W) && is_solid(Dir::E) => side(Dir::N),
            None if is_solid(Dir::N) && is_solid(Dir::S) => side(Dir::W),
            None => openings::nearest(at, self.size),
        };
        self.put_edge(edge, leaf);
    }

    /// Whether there were more lines than any map has. The rest is then left out.
    fn is_spent(&mut self) -> bool {
        let spent = self.tally.steps >= MAX_STEPS;
        self.tally.edges += usize::from(spent);
        spent
    }

    fn put_edge(&mut self, at: EdgeAt, edge: Edge) {
        self.tally.steps += 1;
        let edges = &mut self.level.edges;
        // An opening takes the place of a wall, and a high wall that of a low one.
        let replaces = edges.get(&at).map(|former| rank(*former) < rank(edge));
        if replaces.unwrap_or(edges.len() < MAX_EDGES) {
            edges.insert(at, edge);
        } else {
            self.tally.edges += usize::from(replaces.is_none());
        }
    }

    /// Puts a thing into the cell of a point, unless there is one.
    pub(crate) fn thing(&mut self, at: Point, item: Item) {
        let cell = Cell::new(at.x.floor() as i16, at.y.floor() as i16);
        let is_open = self.level.ground.tile(cell).is_some_and(|tile| !tile.is_solid());
        let things = &mut self.level.things;
        let fits = at.is_valid() && is_open && !things.contains_key(&cell);
        if fits && things.len() < MAX_THINGS {
            things.insert(cell, item);
        } else {
            self.tally.things += 1;
        }
    }

    /// Changes the ground of a cell. Returns false if the palette is full.
    pub(crate) fn ground(&mut self, cell: Cell, tile: Tile) -> bool {
        self.level.ground.paint(cell, tile)
    }

    /// Adds a light; it is placed once all walls stand.
    pub(crate) fn light(&mut self, light: Light) {
        if light.at.is_valid() {
            self.lights.push(light);
        } else {
            self.tally.unsound += 1;
        }
    }

    /// Lays a picture on the board: its north-western corner and its size in cells.
    pub(crate) fn picture(
        &mut self,
        picture: Result<Picture, PictureError>,
        at: Point,
        size: Point,
    ) {
        match picture {
            Ok(picture) => {
                let length = |cells: f64| (cells * CELL).round() as i32;
                self.level.underlay = Some(Underlay {
                    file: picture.file_name("map"),
                    at: (length(at.x), length(at.y)),
                    size: (length(size.x), length(size.y)),
                    turn: 0,
                    mirrored: false,
                    in_play: true,
                });
                self.picture = Some(picture);
            }
            Err(error) => self.notes.add(format!("The picture was left out: {error}")),
        }
    }

    /// Places lamps and sides, and checks the level.
    pub(crate) fn finish(mut self, format: Format) -> Result<Imported, ImportError> {
        self.tell();
        if self.level.underlay.as_ref().is_some_and(|picture| !picture.is_valid()) {
            self.level.underlay = None;
            self.picture = None;
            self.notes.add("The picture was left out: it would be too large or too far away");
        }
        lamps::place(&mut self.level, &self.lights, &mut self.notes);
        starts::place(&mut self.level, &mut self.notes);
        self.level.ground.tidy();
        let Self { mut level, notes, picture, .. } = self;
        let notes = notes.into_list();
        let all = notes.iter().map(|note| format!("\n- {note}")).collect::<String>();
        let made = format!("Imported from {}", format.words());
        level.description = format!("{made}. What was changed is in its notes in the editor.");
        level.notes =
            format!("Imported from {}.{all}", format.words()).chars().take(9_000).collect();
        match level.validate().into_iter().find(|finding| finding.severity == Severity::Error) {
            Some(error) => Err(ImportError::Invalid(error.message)),
            None => Ok(Imported { format, level, picture, notes }),
        }
    }

    fn tell(&mut self) {
        let (tally, notes) = (&self.tally, &mut self.notes);
        notes.count(tally.moved, "wall", "off the grid moved to it");
        notes.count(tally.stepped, "slanted or curved wall", "built as steps along the grid");
        notes.count(tally.outside, "line", "off the map left out");
        notes.count(tally.unsound, "object", "left out: not at a place on a map");
        let most = format!("of wall left out: more than {MAX_EDGES}");
        notes.count(tally.edges, "edge", &most);
        notes.count(tally.things, "thing", "left out: no room");
    }
}

/// Which of two edges at one place stays: the higher.
const fn rank(edge: Edge) -> u8 {
    match edge.kind {
        kind if kind.spec().opens => 3,
        EdgeKind::LowWall | EdgeKind::Fence => 1,
        _ => 2,
    }
}

/// The parts of a line on the board.
fn runs(points: &[Point], size: (u16, u16)) -> Vec<Vec<Point>> {
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for (a, b) in points.iter().zip(points.iter().skip(1)) {
        let Some((a, b)) = clipped(*a, *b, size) else { continue };
        match runs.last_mut().filter(|run| run.last() == Some(&a)) {
            Some(run) => run.push(b),
            None => runs.push(vec![a, b]),
        }
    }
    runs
}

/// A height in metres in steps of half a metre, within bounds.
pub(crate) fn height(metres: f64, (low, high): (Hm, Hm)) -> Hm {
    let half = (metres * 2.0).round().clamp(f64::from(low.0), f64::from(high.0));
    Hm(half as i32)
}
