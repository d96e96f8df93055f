//! Writes a level as text. Output is deterministic with one
//! part per line, so that versions of a level diff well.

mod at;
mod conduct;
mod events;
mod props;
mod quoted;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};

use super::decode::dir_name;
use super::decode::ground::{climb_name, light_name, raise_char, rough_name};
use super::limits::PART_LAYERS as LAYERS;
use super::migrate::FORMAT;
use super::part::Part;
use super::{DeckItem, Goal, GoalKind, Item, Label, Level, Side, Underlay, Unit};
use at::At;
use grid::{
    Atmosphere, Cell, Dir, Edge, EdgeAt, EdgeKind, Finish, Hazard, Haze, Hm, Lamp, LampSetting,
    SideId, Tile,
};
use quoted::quoted;
use rules::start::Start;

impl Level {
    /// The level as the text of a file in the current format.
    pub fn to_text(&self) -> String {
        let mut out = Writer { text: String::new() };
        out.line(0, "Level(");
        out.line(1, format_args!("format: {FORMAT},"));
        out.line(1, format_args!("name: {},", quoted(&self.name)));
        let texts =
            [("author", &self.author), ("description", &self.description), ("notes", &self.notes)];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            out.line(1, format_args!("{name}: {},", quoted(text)));
        }
        out.line(1, format_args!("light: {},", self.light.name()));
        for line in air_lines(self.atmosphere) {
            out.line(1, format_args!("{line},"));
        }
        if let Some(underlay) = &self.underlay {
            out.line(1, format_args!("picture: ({}),", picture_text(underlay)));
        }
        if self.hidden_information {
            out.line(1, "hidden_information: true,");
        }
        out.ground(self);
        out.content(self);
        out.list("exits", self.exits.iter().map(|name| quoted(name)));
        out.list("labels", self.labels.iter().map(|(cell, label)| label_text(*cell, label)));
        out.sides(self);
        // Write an empty list too, because omitting it would mean the default goal.
        out.line(1, "goals: [");
        for goal in &self.goals {
            out.line(2, format_args!("{},", self.goal_text(goal)));
        }
        out.line(1, "],");
        out.list("events", self.events.iter().map(|event| events::event_text(self, event)));
        out.line(0, ")");
        out.text
    }

    /// Things of one kind per line.
    fn thing_lines(&self) -> impl Iterator<Item = String> {
        let mut groups: BTreeMap<&Item, BTreeSet<Cell>> = BTreeMap::new();
        for (cell, item) in &self.things {
            groups.entry(item).or_default().insert(*cell);
        }
        groups.into_iter().map(|(item, cells)| {
            let kind = match &item.prop {
                Some(prop) => format!("custom({})", quoted(&prop.name)),
                None => item.kind.spec().name.to_owned(),
            };
            let mut line = format!("(kind: {kind}, at: {}", Cells(&cells));
            if item.height != item.usual_height() {
                line += &format!(", height: {}", Metres(item.height));
            }
            if item.turn != 0 {
                line += &format!(", turn: {}", item.turn);
            }
            line + &finish_text(item) + ")"
        })
    }

    /// Decks of one height and kind per line.
    fn deck_lines(&self) -> impl Iterator<Item = String> {
        let mut groups: BTreeMap<(Hm, DeckItem), BTreeSet<Cell>> = BTreeMap::new();
        for ((cell, top), item) in &self.decks {
            groups.entry((*top, *item)).or_default().insert(*cell);
        }
        groups.into_iter().map(|((top, item), cells)| {
            let mut line = format!("(at: {}, top: {}", Cells(&cells), Metres(top));
            if item.material != DeckItem::USUAL.material {
                line += &format!(", material: {}", item.material.name());
            }
            if item.climb != DeckItem::USUAL.climb {
                line += &format!(", climbable: {}", climb_name(item.climb));
            }
            line + ")"
        })
    }

    /// Straight wall segments, by floor and kind.
    fn wall_lines(&self) -> impl Iterator<Item = String> {
        let mut runs: Vec<(Option<Hm>, EdgeKind, Cell, Cell)> = Vec::new();
        let floors: BTreeSet<Option<Hm>> = self.edges.keys().map(|at| at.floor).collect();
        let kinds = floors.into_iter().flat_map(|floor| [(floor, Dir::N), (floor, Dir::W)]);
        for (floor, direction) in kinds {
            let mut walls: Vec<_> = self
                .edges
                .iter()
                .filter(|(at, edge)| {
                    (at.floor, at.side) == (floor, direction) && !edge.kind.spec().opens
                })
                .map(|(at, edge)| (at.cell, edge.kind))
                .collect();
            if direction == Dir::N {
                walls.sort_by_key(|(cell, _)| (cell.y, cell.x));
            }
            for (from, kind) in walls {
                let to = from.step(if direction == Dir::N { Dir::E } else { Dir::S });
                match runs.last_mut() {
                    Some((f, k, start, end))
                        if (*f, *k) == (floor, kind)
                            && *end == from
                            && aligned(*start, *end, to) =>
                    {
                        *end = to;
                    }
                    _ => runs.push((floor, kind, from, to)),
                }
            }
        }
        runs.sort_by_key(|(floor, kind, from, to)| (*floor, *kind, from.y, from.x, to.y, to.x));
        runs.into_iter().map(|(floor, kind, a, b)| {
            let name = kind.spec().name;
            format!("(kind: {name}, line: [{}, {}]{})", At(a), At(b), floor_text(floor))
        })
    }

    fn door_line(&self, (at, edge): (&EdgeAt, &Edge)) -> Option<String> {
        if !edge.kind.spec().opens {
            return None;
        }
        // Edges on the southern and eastern borders are given from the cell on the board.
        let EdgeAt { cell, side, floor } = *at;
        let on_board = self.ground.contains(cell);
        let (cell, side) = if on_board { (cell, side) } else { (cell.step(side), side.opposite()) };
        let (name, open) = (edge.kind.spec().name, edge.open);
        let side =
            if at.is_hatch() { String::new() } else { format!(", side: {}", dir_name(side)) };
        let (at, floor) = (At(cell), floor_text(floor));
        let locked = if edge.locked { ", locked: true" } else { "" };
        let secret = if edge.secret { ", secret: true" } else { "" };
        Some(format!("(kind: {name}, at: {at}{side}{floor}, open: {open}{locked}{secret})"))
    }

    fn goal_text(&self, goal: &Goal) -> String {
        let side = |id: SideId| self.sides.get(usize::from(id.0)).map(|s| &s.name);
        let side = goal.side.and_then(side).map(|name| format!("side: {}", quoted(name)));
        let values = match &goal.kind {
            GoalKind::LastSideStanding => Vec::new(),
            GoalKind::Hold { region, rounds } => {
                vec![format!("region: {}", quoted(region)), format!("rounds: {rounds}")]
            }
            GoalKind::Reach { region, units } => {
                vec![format!("region: {}", quoted(region)), format!("units: {units}")]
            }
            GoalKind::Defeat { unit } => vec![format!("unit: {}", quoted(unit))],
            GoalKind::Survive { rounds } => vec![format!("rounds: {rounds}")],
        };
        let values: Vec<String> = side.into_iter().chain(values).collect();
        let name = goal.kind.name();
        if values.is_empty() { name.to_owned() } else { format!("{name}({})", values.join(", ")) }
    }
}

/// The floor of a wall or door, unless it is the ground.
fn floor_text(floor: Option<Hm>) -> String {
    floor.map(|floor| format!(", floor: {}", Metres(floor))).unwrap_or_default()
}

/// Whether three corners lie in one row or column.
fn aligned(a: Cell, b: Cell, c: Cell) -> bool {
    (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y)
}

impl Part {
    /// The part as the text of a file in the current format.
    pub fn to_text(&self) -> String {
        let level = &self.level;
        let mut out = Writer { text: String::new() };
        out.line(0, "Part(");
        out.line(1, format_args!("format: {FORMAT},"));
        out.line(1, format_args!("name: {},", quoted(&level.name)));
        if self.layers.len() < LAYERS.len() {
            let layers: Vec<&str> = self.layers.iter().copied().collect();
            out.line(1, format_args!("layers: [{}],", layers.join(", ")));
        }
        if level.ground.cells().any(|cell| !self.cells.contains(&cell)) {
            out.line(1, format_args!("cells: {},", Cells(&self.cells)));
        }
        out.ground(level);
        out.content(level);
        out.list("labels", level.labels.iter().map(|(cell, label)| label_text(*cell, label)));
        if level.sides.iter().any(|side| !side.units.is_empty()) {
            out.sides(level);
        }
        out.line(0, ")");
        out.text
    }
}

struct Writer {
    text: String,
}

impl Writer {
    fn line(&mut self, depth: usize, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:1$}{line}", "", depth * 4);
    }

    /// A list with one entry per line, omitted if empty.
    fn list(&mut self, name: &str, entries: impl Iterator<Item = String>) {
        let mut entries = entries.peekable();
        if entries.peek().is_none() {
            return;
        }
        self.line(1, format_args!("{name}: ["));
        for entry in entries {
            self.line(2, format_args!("{entry},"));
        }
        self.line(1, "],");
    }

    fn ground(&mut self, level: &Level) {
        let ground = &level.ground;
        self.line(1, "palette: {");
        for (symbol, tile) in ground.palette() {
            self.line(2, format_args!("{}: ({}),", quoted_char(*symbol), tile_text(tile)));
        }
        self.line(1, "},");
        self.line(1, "rows: [");
        for row in ground.rows() {
            let row: String = row.iter().collect();
            self.line(2, format_args!("\"{row}\","));
        }
        self.line(1, "],");
        if ground.raised_rows().flatten().all(|r| *r == 0) {
            return;
        }
        self.line(1, "heights: [");
        for row in ground.raised_rows() {
            let row: String = row.iter().map(|r| raise_char(*r)).collect();
            self.line(2, format_args!("\"{row}\","));
        }
        self.line(1, "],");
    }

    /// The props that things use, one box per line.
    fn props(&mut self, level: &Level) {
        let props = level.props();
        if props.is_empty() {
            return;
        }
        self.line(1, "props: {");
        for (name, prop) in props {
            self.line(2, format_args!("{}: (", quoted(name)));
            self.line(3, "boxes: [");
            for one in &prop.boxes {
                self.line(4, format_args!("{},", props::box_text(one)));
            }
            self.line(3, "],");
            for fact in props::facts(prop) {
                self.line(3, format_args!("{fact},"));
            }
            self.line(2, "),");
        }
        self.line(1, "},");
    }

    /// Props, things, walls, doors and regions.
    fn content(&mut self, level: &Level) {
        self.props(level);
        self.list("things", level.thing_lines());
        self.list("decks", level.deck_lines());
        self.list("walls", level.wall_lines());
        self.list("doors", level.edges.iter().filter_map(|door| level.door_line(door)));
        if !level.regions.is_empty() {
            self.line(1, "regions: {");
            for (name, cells) in &level.regions {
                self.line(2, format_args!("{}: {},", quoted(name), Cells(cells)));
            }
            self.line(1, "},");
        }
    }

    fn sides(&mut self, level: &Level) {
        self.line(1, "sides: [");
        for side in &level.sides {
            self.side(side);
        }
        self.line(1, "],");
    }

    fn side(&mut self, side: &Side) {
        self.line(2, "(");
        self.line(3, format_args!("name: {},", quoted(&side.name)));
        self.line(3, format_args!("colour: {},", side.colour.name()));
        if side.ambush {
            self.line(3, "ambush: true,");
        }
        if let Some(start) = &side.start {
            self.line(3, format_args!("start: {},", quoted(start)));
        }
        if let Some(hidden) = &side.hidden {
            self.line(3, format_args!("hidden: {},", quoted(hidden)));
        }
        self.line(3, "units: [");
        for unit in &side.units {
            self.line(4, format_args!("{},", unit_text(unit)));
        }
        self.line(3, "],");
        self.line(2, "),");
    }
}

/// The properties that a thing has of its own, each part with a comma before it.
fn finish_text(item: &Item) -> String {
    let Finish { material, scale, light } = item.finish;
    let mut text = String::new();
    if let Some(material) = material {
        text += &format!(", material: {}", material.name());
    }
    if scale != 100 {
        text += &format!(", scale: {}.{:02}", scale / 100, scale % 100);
    }
    match light {
        LampSetting::Usual => {}
        LampSetting::Out => text += ", light: none",
        LampSetting::Own(Lamp { bright, dim, colour, flicker }) => {
            let colour = colour.name().map_or_else(|| format!("\"{colour}\""), str::to_owned);
            text += &format!(
                ", light: (bright: {bright}, dim: {dim}, colour: {colour}, flicker: {flicker})"
            );
        }
    }
    text
}

fn label_text(cell: Cell, label: &Label) -> String {
    let mut line = format!("(at: {}, text: {}", At(cell), quoted(&label.text));
    if !label.note.is_empty() {
        line += &format!(", note: {}", quoted(&label.note));
    }
    for (name, on) in [("pin", label.pin), ("private", label.private)] {
        if on {
            line += &format!(", {name}: true");
        }
    }
    line + ")"
}

/// Atmosphere that differs from the default.
fn air_lines(air: Atmosphere) -> Vec<String> {
    let (kind, rank) = (air.weather.kind().name(), air.weather.rank());
    let mut lines = match rank {
        Haze::None => Vec::new(),
        Haze::Light => vec![format!("weather: {kind}")],
        _ => vec![format!("weather: (kind: {kind}, rank: {})", rank.name())],
    };
    if air.airless {
        lines.push("airless: true".to_owned());
    }
    if air.miasma > 0 {
        lines.push(format!("miasma: {}", air.miasma));
    }
    lines
}

/// Properties of a kind of ground that differ from its terrain's defaults.
fn tile_text(tile: &Tile) -> String {
    let usual = tile.terrain.tile();
    let mut parts = vec![format!("terrain: {}", tile.terrain.name())];
    if tile.elevation != usual.elevation {
        parts.push(format!("elevation: {}", Metres(tile.elevation)));
    }
    if tile.depth != usual.depth {
        parts.push(format!("depth: {}", Metres(tile.depth)));
    }
    if tile.rough != usual.rough {
        parts.push(format!("rough: {}", rough_name(tile.rough)));
    }
    if tile.slippery != usual.slippery {
        parts.push(format!("slippery: {}", tile.slippery));
    }
    if tile.damaging != usual.damaging {
        parts.push(match tile.damaging {
            None => "damaging: none".to_owned(),
            Some(Hazard { amount, height: None }) => format!("damaging: (amount: {amount})"),
            Some(Hazard { amount, height: Some(height) }) => {
                format!("damaging: (amount: {amount}, height: {})", Metres(height))
            }
        });
    }
    if tile.climb != usual.climb {
        parts.push(format!("climbable: {}", climb_name(tile.climb)));
    }
    if tile.light != usual.light {
        parts.push(format!("light: {}", light_name(tile.light)));
    }
    if let Some(ceiling) = tile.ceiling {
        parts.push(format!("ceiling: {}", Metres(ceiling)));
    }
    if tile.haze != usual.haze {
        parts.push(format!("haze: {}", tile.haze.name()));
    }
    let flags = [("rough_water", tile.rough_water), ("airless", tile.airless)];
    parts.extend(flags.iter().filter(|(_, on)| *on).map(|(name, _)| format!("{name}: true")));
    parts.join(", ")
}

fn unit_text(unit: &Unit) -> String {
    let mut parts = vec![
        format!("role: {}", unit.role.name()),
        format!("at: {}", At(unit.at)),
        format!("facing: {}", dir_name(unit.facing)),
    ];
    if unit.altitude != Hm::ZERO {
        parts.push(format!("altitude: {}", Metres(unit.altitude)));
    }
    if let Some(name) = &unit.name {
        parts.push(format!("name: {}", quoted(name)));
    }
    if !unit.overrides.is_empty() {
        let rulesets = unit.overrides.iter().map(|(ruleset, values)| {
            let values = values.iter().map(|(k, v)| format!("{}: {v}", quoted(k.as_str())));
            let values: Vec<_> = values.collect();
            format!("{}: {{ {} }}", quoted(ruleset.as_str()), values.join(", "))
        });
        let rulesets: Vec<_> = rulesets.collect();
        parts.push(format!("overrides: {{ {} }}", rulesets.join(", ")));
    }
    let start = start_text(&unit.start);
    if !start.is_empty() {
        parts.push(format!("start: ({start})"));
    }
    conduct::add_to(&mut parts, unit);
    format!("({})", parts.join(", "))
}

/// Properties of a unit's initial state that differ from the defaults.
fn start_text(start: &Start) -> String {
    let mut parts = Vec::new();
    if let Some(dir) = start.watch {
        parts.push(format!("watch: {}", dir_name(dir)));
    }
    if !start.act.as_str().is_empty() {
        parts.push(format!("act: {}", quoted(start.act.as_str())));
    }
    if start.surprised {
        parts.push("surprised: true".to_owned());
    }
    if start.initiative != 0 {
        parts.push(format!("initiative: {}", start.initiative));
    }
    if start.joins != 0 {
        parts.push(format!("joins: {}", start.joins));
    }
    if start.hidden {
        parts.push("hidden: true".to_owned());
    }
    if start.together != 0 {
        parts.push(format!("together: {}", start.together));
    }
    parts.join(", ")
}

fn picture_text(underlay: &Underlay) -> String {
    let metres = |(a, b): (i32, i32)| format!("({}, {})", Millimetres(a), Millimetres(b));
    let mut parts = vec![format!("file: {}", quoted(&underlay.file))];
    if underlay.at != (0, 0) {
        parts.push(format!("at: {}", metres(underlay.at)));
    }
    parts.push(format!("size: {}", metres(underlay.size)));
    if underlay.turn != 0 {
        parts.push(format!("turn: {}", underlay.turn));
    }
    let flags = [("mirrored", underlay.mirrored), ("in_play", underlay.in_play)];
    parts.extend(flags.iter().filter(|(_, on)| *on).map(|(name, _)| format!("{name}: true")));
    parts.join(", ")
}

fn quoted_char(c: char) -> String {
    if c == '\'' { "'\\''".to_owned() } else { format!("'{c}'") }
}

/// A height in metres with one decimal: `1.5`, `-0.5`, `3.0`.
struct Metres(Hm);

impl Display for Metres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0.0 < 0 { "-" } else { "" };
        let (whole, half) = (self.0.0.unsigned_abs() / 2, self.0.0.unsigned_abs() % 2 * 5);
        write!(f, "{sign}{whole}.{half}")
    }
}

/// A length in metres with three decimals: `1.500`, `-0.125`.
struct Millimetres(i32);

impl Display for Millimetres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:03}", size / 1000, size % 1000)
    }
}

/// A compact list of cells: single cells, and rectangles where they fit.
struct Cells<'a>(&'a BTreeSet<Cell>);

impl Display for Cells<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        for (i, (a, b)) in rectangles(self.0).into_iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            if a == b { At(a).fmt(f)? } else { write!(f, "rect({}, {})", At(a), At(b))? }
        }
        f.write_str("]")
    }
}

/// Splits a set of cells into rectangles: from each uncovered cell, in rows from the north-west, as
/// far east as possible and then as far south as the full width allows.
fn rectangles(cells: &BTreeSet<Cell>) -> Vec<(Cell, Cell)> {
    let mut by_rows: Vec<Cell> = cells.iter().copied().collect();
    by_rows.sort_by_key(|c| (c.y, c.x));
    let mut covered = BTreeSet::new();
    let mut found = Vec::new();
    for from in by_rows {
        if covered.contains(&from) {
            continue;
        }
        let free = |c: &Cell| cells.contains(c) && !covered.contains(c);
        let mut to = from;
        while free(&to.step(Dir::E)) {
            to = to.step(Dir::E);
        }
        while (from.x..=to.x).all(|x| free(&Cell::new(x, to.y + 1))) {
            to = to.step(Dir::S);
        }
        for y in from.y..=to.y {
            covered.extend((from.x..=to.x).map(|x| Cell::new(x, y)));
        }
        found.push((from, to));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_split_into_rectangles() {
        let cells = |list: &[(i16, i16)]| -> BTreeSet<Cell> {
            list.iter().map(|(x, y)| Cell::new(*x, *y)).collect()
        };
        let block = cells(&[(1, 1), (2, 1), (1, 2), (2, 2), (2, 3)]);
        assert_eq!(Cells(&block).to_string(), "[rect((1, 1), (2, 2)), (2, 3)]");
        assert_eq!(Cells(&cells(&[])).to_string(), "[]");
    }

    #[test]
    fn heights_are_written_in_metres() {
        let written = [0, 1, -1, 7, -6].map(|h| Metres(Hm(h)).to_string());
        assert_eq!(written, ["0.0", "0.5", "-0.5", "3.5", "-3.0"]);
    }
}
