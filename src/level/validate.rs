//! Checks a parsed level for errors, warnings and notes.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::reader::suggestion;
use super::{
    Build, Level, MAX_LABEL, MAX_LABEL_NOTE, MAX_LABELS, MAX_LIGHTS, MAX_PROPS, MAX_REGION_CELLS,
    MAX_REGIONS, MAX_SIDES, MAX_THINGS, MAX_UNITS, MIN_SIDES, Role,
};
use grid::{Cell, Dir, EdgeAt, Feature, Hm, Prop, ThingKind};
use rules::Key;

mod advice;
mod conduct;
mod decks;
mod edges;
mod events;
mod goals;
mod starts;
mod units;
mod water;

/// Importance of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The level cannot be played or saved.
    Error,
    /// The level can be played, but probably not as intended.
    Warning,
    /// For information.
    Note,
}

/// The part that a finding is about, from which a file reader can give line and column and an
/// editor can show the place. Numbers are indices into the lists of the level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A field of the level as a whole, by its name in files.
    Field(&'static str),
    /// A palette entry.
    Palette(char),
    /// The ground of a cell.
    Cell(Cell),
    /// The thing in a cell.
    Thing(Cell),
    /// The deck over a cell with its top at this height.
    Deck(Cell, Hm),
    /// Matter on an edge.
    Edge(EdgeAt),
    /// The label in a cell.
    Label(Cell),
    /// A region.
    Region(String),
    /// An exit, by index.
    Exit(usize),
    /// A side or its name.
    Side(usize),
    /// The colour of a side.
    Colour(usize),
    /// The start region of a side.
    Start(usize),
    /// The hidden entry region of a side.
    Hidden(usize),
    /// A unit at its place: side, unit.
    Unit(usize, usize),
    /// The name of a unit: side, unit.
    UnitName(usize, usize),
    /// The overrides of a unit: side, unit.
    Overrides(usize, usize),
    /// The overrides of a unit under a ruleset, or one of them: side, unit, ruleset, number.
    Override(usize, usize, Key, Option<Key>),
    /// The conduct of a unit: side, unit.
    Conduct(usize, usize),
    /// A stop of a patrol: side, unit, stop.
    Stop(usize, usize, usize),
    /// The starting conditions of a unit under a ruleset, or one of them: side, unit, ruleset,
    /// name.
    Condition(usize, usize, Key, Option<Key>),
    /// The gear of a unit under a ruleset, or of one slot: side, unit, ruleset, slot.
    Gear(usize, usize, Key, Option<Key>),
    /// A goal or a name in it.
    Goal(usize),
    /// An event or a name in it.
    Event(usize),
    /// A goal that an event sets: event, goal.
    EventGoal(usize, usize),
}

/// An error, warning or note about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its importance.
    pub severity: Severity,
    /// What it is about.
    pub subject: Subject,
    /// What was found and what is allowed.
    pub message: String,
    /// A suggested fix, if there is one.
    pub help: Option<String>,
}

impl Level {
    /// All findings, with the default build of each role.
    pub fn validate(&self) -> Vec<Finding> {
        self.validate_for(Build::usual)
    }

    /// All findings, with the build of each role under a ruleset.
    pub fn validate_for(&self, bodies: impl Fn(Role) -> Build) -> Vec<Finding> {
        let mut check = Check { level: self, findings: Vec::new() };
        check.texts();
        check.ground();
        check.things();
        check.decks();
        check.edges();
        check.regions();
        check.labels();
        check.sides();
        check.units(&bodies);
        check.conducts(&bodies);
        check.goals();
        check.events();
        check.findings
    }
}

impl Level {
    /// Like [`Self::validate_for`], plus anything that the author probably did not intend: rooms
    /// without doors, unreachable places, doors to nothing, things in mid-air. Slower, and not
    /// needed for levels that are only played.
    pub fn inspect(&self, bodies: impl Fn(Role) -> Build) -> Vec<Finding> {
        let mut check = Check { level: self, findings: self.validate_for(bodies) };
        check.advice();
        check.findings
    }
}

impl Level {
    /// Notes about features of the level that a ruleset has no
    /// rules for. They are shown in play, but have no effect.
    pub fn unheeded(&self, ruleset: &str, heeds: impl Fn(Feature) -> bool) -> Vec<Finding> {
        let board = self.board();
        let find = |feature: Feature| {
            if feature.is_over(&board) {
                let field = match feature {
                    Feature::Airless => "airless",
                    Feature::Miasma => "miasma",
                    _ => "weather",
                };
                return Some(Subject::Field(field));
            }
            board
                .cells()
                .find(|c| board.tile(*c).is_some_and(|tile| feature.is_in(tile)))
                .map(Subject::Cell)
        };
        let unheeded = Feature::ALL.into_iter().filter(|feature| !heeds(*feature));
        let found = unheeded.filter_map(|feature| Some((feature, find(feature)?)));
        found
            .map(|(feature, subject)| Finding {
                severity: Severity::Note,
                subject,
                message: format!("{ruleset} has no rules for {}", feature.words()),
                help: None,
            })
            .collect()
    }
}

/// Collects findings about one level.
struct Check<'l> {
    level: &'l Level,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn add(&mut self, severity: Severity, subject: Subject, message: impl Into<String>) {
        self.findings.push(Finding { severity, subject, message: message.into(), help: None });
    }

    fn error(&mut self, subject: Subject, message: impl Into<String>) {
        self.add(Severity::Error, subject, message);
    }

    fn warning(&mut self, subject: Subject, message: impl Into<String>) {
        self.add(Severity::Warning, subject, message);
    }

    fn help(&mut self, help: Option<String>) {
        if let Some(last) = self.findings.last_mut() {
            last.help = help;
        }
    }

    /// Rejects texts that are too long or would not display. `least` is 1 for a required text.
    /// Texts that may be longer than a name may contain line breaks.
    fn text(&mut self, subject: Subject, what: &str, text: &str, least: usize, most: usize) {
        let count = text.chars().count();
        if count < least || count > most {
            self.error(
                subject,
                format!("{what} has {count} characters; allowed: {least} to {most}"),
            );
        } else if text.chars().any(|c| c.is_control() && !(most > NAME && c == '\n')) {
            self.error(subject, format!("{what} holds a control character"));
        } else if least > 0 && text.trim().is_empty() {
            self.error(subject, format!("{what} is blank"));
        }
    }

    fn texts(&mut self) {
        let level = self.level;
        self.text(Subject::Field("name"), "`name`", &level.name, 1, NAME);
        self.text(Subject::Field("author"), "`author`", &level.author, 0, NAME);
        let description = &level.description;
        self.text(Subject::Field("description"), "`description`", description, 0, 1_000);
        self.text(Subject::Field("notes"), "`notes`", &level.notes, 0, 10_000);
        if level.underlay.as_ref().is_some_and(|picture| !picture.is_valid()) {
            let message = "the picture is outside the level's folder, too large or too far away";
            self.error(Subject::Field("picture"), message);
        }
    }

    fn labels(&mut self) {
        let labels = &self.level.labels;
        if let Some((cell, _)) = labels.iter().nth(MAX_LABELS) {
            let message = format!("{} labels; allowed: {MAX_LABELS}", labels.len());
            self.error(Subject::Label(*cell), message);
        }
        for (cell, label) in labels {
            let subject = || Subject::Label(*cell);
            if !self.level.ground.contains(*cell) {
                self.error(subject(), format!("the label at {cell} is off the board"));
            }
            self.text(subject(), "the text of a label", &label.text, 1, MAX_LABEL);
            self.text(subject(), "the note of a label", &label.note, 0, MAX_LABEL_NOTE);
        }
    }

    fn ground(&mut self) {
        let ground = &self.level.ground;
        let used: BTreeSet<char> = ground.rows().flatten().copied().collect();
        for symbol in ground.palette().keys().filter(|s| !used.contains(s)) {
            let message = format!("no row uses {symbol:?}");
            self.add(Severity::Note, Subject::Palette(*symbol), message);
        }
    }

    fn things(&mut self) {
        let things = &self.level.things;
        if things.len() > MAX_THINGS {
            let message = format!("{} things; allowed: {MAX_THINGS}", things.len());
            self.error(Subject::Field("things"), message);
        }
        let mut lights = things.iter().filter(|(_, item)| item.is_lit());
        if let Some((cell, _)) = lights.nth(MAX_LIGHTS) {
            self.error(Subject::Thing(*cell), format!("more than {MAX_LIGHTS} things give light"));
        }
        self.props();
        for (cell, item) in things {
            let name = item.title();
            let subject = Subject::Thing(*cell);
            match self.level.ground.tile(*cell) {
                None => self.error(subject, format!("the {name} at {cell} is off the board")),
                Some(tile) if tile.is_solid() => {
                    self.error(subject, format!("the {name} at {cell} is inside solid ground"));
                }
                _ if !(Hm(1)..=Hm::metres(100)).contains(&item.height) || item.turn > 3 => {
                    let message = format!(
                        "the {name} at {cell} needs a height of 0.5 to 100 m and turn 0 to 3"
                    );
                    self.error(subject, message);
                }
                _ => {
                    if let Some(fault) = item.fault() {
                        self.error(subject, format!("the {name} at {cell}: {fault}"));
                    }
                }
            }
        }
        self.bridges();
    }

    /// Checks that props have unique names, and that there are not too many.
    fn props(&mut self) {
        let known = self.level.props();
        if known.len() > MAX_PROPS {
            let message = format!("{} props; allowed: {MAX_PROPS}", known.len());
            self.error(Subject::Field("props"), message);
        }
        let other = |prop: &Arc<Prop>| known.get(prop.name.as_str()).is_some_and(|p| *p != prop);
        let things = self.level.things.iter();
        let twice = things.filter(|(_, item)| item.prop.as_ref().is_some_and(other));
        let twice: Vec<(Cell, String)> = twice.map(|(cell, item)| (*cell, item.title())).collect();
        for (cell, name) in twice {
            self.error(Subject::Thing(cell), format!("two props are called {name:?}"));
        }
    }

    /// A bridge must cross something: water, or floor lower than the floor around it.
    fn bridges(&mut self) {
        let level = self.level;
        let is_bridge = |c: &Cell| level.things.get(c).is_some_and(|i| i.kind == ThingKind::Bridge);
        let mut seen = BTreeSet::new();
        for start in level.things.keys().filter(|c| is_bridge(c)) {
            if !seen.insert(*start) {
                continue;
            }
            let mut open = vec![*start];
            let mut spans = false;
            while let Some(cell) = open.pop() {
                let Some(tile) = level.ground.tile(cell) else { continue };
                spans |= tile.depth > Hm::ZERO;
                for next in Dir::SIDES.map(|side| cell.step(side)) {
                    if is_bridge(&next) {
                        if seen.insert(next) {
                            open.push(next);
                        }
                    } else if let Some(bank) = level.ground.tile(next) {
                        spans |= !bank.is_solid() && bank.elevation > tile.elevation;
                    }
                }
            }
            if !spans {
                let message = format!(
                    "the bridge at {start} crosses nothing; needed: water under it, or ground \
                     lower than next to it"
                );
                self.error(Subject::Thing(*start), message);
            }
        }
    }

    fn regions(&mut self) {
        let level = self.level;
        if level.regions.len() > MAX_REGIONS {
            let message = format!("{} regions; allowed: {MAX_REGIONS}", level.regions.len());
            self.error(Subject::Field("regions"), message);
        }
        let cells: usize = level.regions.values().map(BTreeSet::len).sum();
        if cells > MAX_REGION_CELLS {
            let message = format!("{cells} cells in all regions; allowed: {MAX_REGION_CELLS}");
            self.error(Subject::Field("regions"), message);
        }
        for (name, cells) in &level.regions {
            let subject = || Subject::Region(name.clone());
            self.text(subject(), "the name of a region", name, 1, NAME);
            let tiles = || cells.iter().map(|c| level.ground.tile(*c));
            if cells.is_empty() {
                self.error(subject(), format!("the region {name:?} has no cells"));
            } else if tiles().any(|t| t.is_none()) {
                self.error(subject(), format!("the region {name:?} extends off the board"));
            } else if tiles().flatten().all(|t| t.is_solid()) {
                self.warning(subject(), format!("the region {name:?} is all solid ground"));
            }
        }
        for (i, name) in level.exits.iter().enumerate() {
            self.region_exists(Subject::Exit(i), name);
            if level.exits.iter().take(i).any(|earlier| earlier == name) {
                self.error(Subject::Exit(i), format!("the exit {name:?} is listed twice"));
            }
        }
        if level.exits.len() > MAX_REGIONS {
            let message = format!("{} exits; allowed: {MAX_REGIONS}", level.exits.len());
            self.error(Subject::Field("exits"), message);
        }
    }

    /// Rejects names of regions that do not exist.
    fn region_exists(&mut self, subject: Subject, name: &str) {
        let regions = &self.level.regions;
        if !regions.contains_key(name) {
            self.missing(subject, "region", name, regions.keys().map(String::as_str));
        }
    }

    fn missing<'a>(
        &mut self,
        subject: Subject,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'a str> + Clone,
    ) {
        const SHOWN: usize = 12;
        let mut allowed: Vec<_> = known.clone().take(SHOWN).map(|n| format!("{n:?}")).collect();
        match known.clone().count() {
            0 => allowed.push(format!("none, as the level has no {what} with a name")),
            n if n > SHOWN => allowed.push(format!("and {} more", n - SHOWN)),
            _ => {}
        }
        let allowed = allowed.join(", ");
        self.error(subject, format!("no {what} is called {name:?}; allowed: {allowed}"));
        self.help(suggestion(name, known));
    }

    fn sides(&mut self) {
        let sides = &self.level.sides;
        if !(MIN_SIDES..=MAX_SIDES).contains(&sides.len()) {
            let message = format!("{} sides; allowed: {MIN_SIDES} to {MAX_SIDES}", sides.len());
            self.error(Subject::Field("sides"), message);
        }
        let count: usize = sides.iter().map(|s| s.units.len()).sum();
        if count > MAX_UNITS {
            let message = format!("{count} units in all; allowed: {MAX_UNITS}");
            self.error(Subject::Field("sides"), message);
        }
        if sides.iter().filter(|s| s.ambush).count() > 1 {
            let message = "several sides have `ambush` set, so none of them ambushes";
            self.add(Severity::Note, Subject::Field("sides"), message);
        }
        for (i, side) in sides.iter().enumerate() {
            self.text(Subject::Side(i), "the name of a side", &side.name, 1, NAME);
            let earlier = || sides.iter().take(i);
            if earlier().any(|s| s.name == side.name) {
                self.error(Subject::Side(i), format!("two sides are called {:?}", side.name));
            }
            if earlier().any(|s| s.colour == side.colour) {
                let message = format!("two sides are {}", side.colour.name());
                self.error(Subject::Colour(i), message);
            }
            if let Some(start) = &side.start {
                self.region_exists(Subject::Start(i), start);
            }
            if let Some(hidden) = &side.hidden {
                self.region_exists(Subject::Hidden(i), hidden);
            }
            if side.units.is_empty() {
                self.warning(Subject::Side(i), format!("side {:?} has no units", side.name));
            }
        }
    }
}

/// Maximum length of a name, in characters.
const NAME: usize = 60;
