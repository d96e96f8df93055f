//! Builds a level from the syntax tree of a format 1 file, and records the position of each part.

use std::collections::{BTreeMap, BTreeSet};

use super::daylight::Daylight;
use super::limits::PartLayers as Layers;
use super::model::Edges;
use super::reader::{Fault, Fields, Reader};
use super::syntax::Node;
use super::validate::Subject;
use super::{ELEVATIONS, Level, MAX_EDGES, MAX_REGIONS};
use grid::{Cell, Dir, Edge, EdgeAt, EdgeKind, Hm};

mod air;
mod conduct;
mod decks;
mod events;
mod goals;
pub(super) mod ground;
mod labels;
mod part;
mod picture;
mod props;
mod sides;
mod things;

pub(super) use part::decode as decode_part;

const FIELDS: [&str; 25] = [
    "format",
    "name",
    "author",
    "description",
    "notes",
    "light",
    "weather",
    "airless",
    "miasma",
    "picture",
    "hidden_information",
    "palette",
    "rows",
    "heights",
    "props",
    "things",
    "decks",
    "walls",
    "doors",
    "regions",
    "exits",
    "labels",
    "sides",
    "goals",
    "events",
];

/// Maximum number of walls or doors listed in a file.
const MAX_LINES: usize = MAX_EDGES;

/// Positions of a level's parts in the file, as byte offsets.
#[derive(Default)]
pub(super) struct Marks {
    /// The whole level.
    root: usize,
    parts: BTreeMap<Subject, usize>,
    /// Position of each cell's character, row by row.
    cells: Vec<usize>,
    width: usize,
}

impl Marks {
    fn set(&mut self, subject: Subject, at: usize) {
        self.parts.insert(subject, at);
    }

    fn set_cells(&mut self, width: u16, cells: Vec<usize>) {
        self.width = usize::from(width);
        self.cells = cells;
    }

    /// The positions of the parts that a ruleset may refuse, and of the picture's file.
    pub(super) fn places(mut self) -> BTreeMap<Subject, usize> {
        self.parts.retain(|subject, _| {
            matches!(
                subject,
                Subject::Unit(..)
                    | Subject::Override(..)
                    | Subject::Condition(..)
                    | Subject::Gear(..)
                    | Subject::Goal(_)
                    | Subject::Field("picture")
            )
        });
        self.parts
    }

    /// The position of a part; that of the whole level for parts missing from the file.
    pub(super) fn get(&self, subject: &Subject) -> usize {
        let found = match subject {
            Subject::Cell(c) => usize::try_from(c.y)
                .ok()
                .zip(usize::try_from(c.x).ok())
                .and_then(|(y, x)| self.cells.get(y * self.width + x)),
            _ => self.parts.get(subject),
        };
        found.copied().unwrap_or(self.root)
    }
}

/// The result of decoding a tree.
pub(super) struct Decoded {
    /// The level without any invalid parts; `None` if its ground could not be read.
    pub level: Option<Level>,
    pub faults: Vec<Fault>,
    pub marks: Marks,
    /// For a part: its cells and layers.
    pub extent: Option<(BTreeSet<Cell>, Layers)>,
}

/// Decodes the tree of a format 1 file.
pub(super) fn decode(root: &Node<'_>) -> Decoded {
    let mut decoder = Decoder::new(root);
    let level = decoder.level(root);
    Decoded { level, faults: decoder.reader.faults, marks: decoder.marks, extent: None }
}

struct Decoder {
    reader: Reader,
    marks: Marks,
}

impl Decoder {
    fn new(root: &Node<'_>) -> Self {
        let mut decoder = Self { reader: Reader::new(), marks: Marks::default() };
        decoder.marks.root = root.at;
        decoder
    }

    fn level(&mut self, root: &Node<'_>) -> Option<Level> {
        let fields = self.reader.fields(root, "the level", &FIELDS)?;
        let ground = self.ground(&fields);
        let light = fields
            .get("light")
            .and_then(|node| self.reader.word(node, "light", &Daylight::ALL, Daylight::name));
        let atmosphere = self.atmosphere(&fields);
        let underlay = self.picture(&fields);
        let hidden = fields.get("hidden_information");
        let hidden = hidden.and_then(|node| self.reader.flag(node, "`hidden_information`"));
        let things = self.things(&fields);
        let decks = self.decks(&fields);
        let edges = self.edges(&fields);
        let regions = self.regions(&fields);
        let exits = self.exits(&fields);
        let labels = self.labels(&fields);
        let sides = self.sides(&fields);
        let goals = self.goals(&fields, &sides);
        let events = self.events(&fields, &sides);
        self.reader.need(&fields, "name");
        Some(Level {
            name: self.text(&fields, "name"),
            author: self.text(&fields, "author"),
            description: self.text(&fields, "description"),
            notes: self.text(&fields, "notes"),
            light: light.unwrap_or_default(),
            atmosphere,
            underlay,
            hidden_information: hidden.unwrap_or_default(),
            ground: ground?,
            things,
            decks,
            edges,
            regions,
            exits,
            labels,
            sides,
            goals,
            events,
        })
    }

    fn text(&mut self, fields: &Fields<'_, '_>, name: &'static str) -> String {
        let Some(node) = fields.get(name) else { return String::new() };
        self.marks.set(Subject::Field(name), node.at);
        let text = self.reader.text(node, &format!("`{name}`"));
        text.map(|t| t.value()).unwrap_or_default()
    }

    fn edges(&mut self, fields: &Fields<'_, '_>) -> Edges {
        let mut edges = Edges::new();
        if let Some(node) = fields.get("walls") {
            for node in self.reader.list(node, "`walls`", MAX_LINES) {
                self.wall(node, &mut edges);
            }
        }
        let mut doors = BTreeSet::new();
        if let Some(node) = fields.get("doors") {
            for node in self.reader.list(node, "`doors`", MAX_LINES) {
                let Some((place, edge)) = self.door(node) else { continue };
                if doors.insert(place) {
                    edges.insert(place, edge);
                    self.marks.set(Subject::Edge(place), node.at);
                } else {
                    self.reader.wrong(node.at, "another door already stands on this edge");
                }
            }
        }
        edges
    }

    /// A wall along a line of grid corners.
    fn wall(&mut self, node: &Node<'_>, edges: &mut Edges) {
        let names = ["kind", "line", "floor"];
        let Some(fields) = self.reader.fields(node, "a wall", &names) else { return };
        let kind = self.reader.need(&fields, "kind").and_then(|node| {
            let walls = EdgeKind::ALL.map(|k| (!k.spec().opens).then_some(k));
            let walls: Vec<EdgeKind> = walls.into_iter().flatten().collect();
            self.reader.word(node, "wall", &walls, |k| k.spec().name)
        });
        let floor = self.floor(&fields);
        let Some(line) = self.reader.need(&fields, "line") else { return };
        let mut previous: Option<Cell> = None;
        let mut corners = 0;
        for node in self.reader.list(line, "`line`", MAX_LINES) {
            let Some(corner) = self.reader.corner(node, "a wall") else { return };
            corners += 1;
            if let (Some(from), Some(kind), Some(floor)) = (previous, kind, floor) {
                self.wall_between((from, corner), node.at, (kind, floor), edges);
            }
            previous = Some(corner);
        }
        if corners < 2 {
            self.reader.wrong(line.at, "a line needs at least two corners");
        }
    }

    /// The height of the floor on which a wall or door stands: `Some(None)` for the ground, `None`
    /// if it is invalid.
    fn floor(&mut self, fields: &Fields<'_, '_>) -> Option<Option<Hm>> {
        let Some(node) = fields.get("floor") else { return Some(None) };
        let what = "floor of a wall or door";
        self.reader.height(node, what, ELEVATIONS.0..=ELEVATIONS.1).map(Some)
    }

    fn wall_between(
        &mut self,
        (a, b): (Cell, Cell),
        at: usize,
        (kind, floor): (EdgeKind, Option<Hm>),
        edges: &mut Edges,
    ) {
        let places: Vec<(Cell, Dir)> = if a == b || (a.x != b.x && a.y != b.y) {
            let message = format!("a wall must run along a row or a column; {a} to {b} does not");
            self.reader.wrong(at, message);
            return;
        } else if a.y == b.y {
            (a.x.min(b.x)..a.x.max(b.x)).map(|x| (Cell::new(x, a.y), Dir::N)).collect()
        } else {
            (a.y.min(b.y)..a.y.max(b.y)).map(|y| (Cell::new(a.x, y), Dir::W)).collect()
        };
        for (cell, side) in places {
            let place = EdgeAt { cell, side, floor };
            if !self.reader.spend_cell(at) {
                return;
            }
            match edges.get(&place) {
                Some(old) if old.kind != kind => {
                    let name = old.kind.spec().name;
                    let message = format!("a {name} already stands on part of this line");
                    self.reader.wrong(at, message);
                    return;
                }
                _ => {
                    edges.insert(place, Edge::new(kind));
                    self.marks.set(Subject::Edge(place), at);
                }
            }
        }
    }

    fn door(&mut self, node: &Node<'_>) -> Option<(EdgeAt, Edge)> {
        let names = ["kind", "at", "side", "floor", "open", "locked", "secret"];
        let fields = self.reader.fields(node, "a door", &names)?;
        let kind = self.reader.need(&fields, "kind").and_then(|node| {
            let doors: Vec<EdgeKind> = EdgeKind::leaves().collect();
            self.reader.word(node, "door", &doors, |k| k.spec().name)
        });
        let cell =
            self.reader.need(&fields, "at").and_then(|node| self.reader.cell(node, "a door"));
        let is_hatch = kind == Some(EdgeKind::Hatch);
        if let Some(node) = fields.get("side").filter(|_| is_hatch) {
            self.reader.wrong(node.at, "a hatch lies in its cell and has no `side`");
            return None;
        }
        if is_hatch {
            self.reader.need(&fields, "floor")?;
        }
        let side = match is_hatch {
            true => Some(None),
            false => {
                let node = self.reader.need(&fields, "side");
                let what = "side of a cell";
                node.and_then(|node| self.reader.word(node, what, &Dir::SIDES, dir_name)).map(Some)
            }
        };
        let floor = self.floor(&fields);
        let mut flag = |name: &str| match fields.get(name) {
            Some(node) => self.reader.flag(node, &format!("`{name}`")),
            None => Some(false),
        };
        let [open, locked, secret] = ["open", "locked", "secret"].map(&mut flag);
        let edge = Edge { open: open?, locked: locked?, secret: secret?, ..Edge::new(kind?) };
        if let Some(node) = fields.get("open").filter(|_| edge.open && edge.secret) {
            self.reader.wrong(node.at, "a secret door is closed; allowed: `open: false`");
            return None;
        }
        let (cell, floor) = (cell?, floor?);
        let at = match side? {
            Some(side) => EdgeAt { cell, side, floor }.canonical(),
            None => EdgeAt::hatch(cell, floor?),
        };
        Some((at, edge))
    }

    fn regions(&mut self, fields: &Fields<'_, '_>) -> BTreeMap<String, BTreeSet<Cell>> {
        let mut regions = BTreeMap::new();
        let Some(node) = fields.get("regions") else { return regions };
        for entry in self.reader.map(node, "`regions`") {
            let Some(key) = &entry.key else { continue };
            let Some(name) = self.reader.text(key, "name of a region") else { continue };
            let name = name.value();
            if regions.len() >= MAX_REGIONS {
                self.reader.wrong(key.at, format!("more than {MAX_REGIONS} regions"));
                break;
            }
            let cells = self.reader.cells(&entry.value, "a region");
            let cells: BTreeSet<Cell> = cells.into_iter().map(|(cell, _)| cell).collect();
            if regions.contains_key(&name) {
                self.reader.wrong(key.at, format!("two regions are named {name:?}"));
                continue;
            }
            self.marks.set(Subject::Region(name.clone()), key.at);
            regions.insert(name, cells);
        }
        regions
    }

    fn exits(&mut self, fields: &Fields<'_, '_>) -> Vec<String> {
        let mut exits = Vec::new();
        let Some(node) = fields.get("exits") else { return exits };
        for node in self.reader.list(node, "`exits`", MAX_REGIONS) {
            if let Some(name) = self.reader.text(node, "name of a region") {
                self.marks.set(Subject::Exit(exits.len()), node.at);
                exits.push(name.value());
            }
        }
        exits
    }
}

/// Name of a direction in files.
pub(super) const fn dir_name(dir: Dir) -> &'static str {
    match dir {
        Dir::N => "N",
        Dir::NE => "NE",
        Dir::E => "E",
        Dir::SE => "SE",
        Dir::S => "S",
        Dir::SW => "SW",
        Dir::W => "W",
        Dir::NW => "NW",
    }
}
