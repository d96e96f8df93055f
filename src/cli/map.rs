//! The board as terminal characters, two columns per cell, and a list of the combatants.

use std::collections::{BTreeMap, BTreeSet};

use grid::{Board, Cell, Terrain, ThingKind, footprint};
use rules::Ruleset;
use rules::state::{Posture, State, Status, Unit};

use super::output::Output;

/// Prints the board and the combatants with their positions.
pub(super) fn draw(out: &mut Output, rules: &dyn Ruleset, state: &State) {
    let (text, used) = rows(state);
    for row in text {
        out.line(row);
    }
    let legend: Vec<String> = used.iter().map(|(c, what)| format!("{c} {what}")).collect();
    if !legend.is_empty() {
        out.line(format!("   {}", legend.join("   ")));
    }
    for (number, side) in (1..).zip(&state.scene.sides) {
        out.line(format!("{number}: {}", side.name));
        let units = state.units.iter().filter(|u| usize::from(u.side().0) + 1 == number);
        for unit in units {
            let fitness = rules.fitness(unit);
            let meters = fitness.told().map(|part| {
                let marks = part.reached.iter().filter(|mark| !mark.ends);
                let marks: String = marks.map(|mark| format!(" ({})", mark.text)).collect();
                format!(", {} {} of {}{marks}", part.name.to_lowercase(), part.value, part.max)
            });
            let meter: String = meters.collect();
            let mark = mark(unit).map_or_else(|| "  ".to_owned(), |c| format!("{number}{c}"));
            let at = match unit.status {
                Status::Gone => String::new(),
                _ => format!(" at {}", unit.placement.at),
            };
            out.line(format!("  {mark}  {}{at}: {}{meter}", unit.identity.name, standing(unit)));
        }
    }
}

fn standing(unit: &Unit) -> &'static str {
    match (unit.status, unit.placement.posture) {
        (Status::Active, Posture::Standing) => "standing",
        (Status::Active, Posture::Prone) => "prone",
        (Status::Down, _) => "out of the fight",
        (Status::Dead, _) => "dead",
        (Status::Gone, _) => "gone",
        (Status::Surrendered, _) => "surrendered",
    }
}

/// The rows of the map, and the characters in use with their meaning.
fn rows(state: &State) -> (Vec<String>, BTreeSet<(char, &'static str)>) {
    let board = &*state.scene.board;
    let mut marks: BTreeMap<Cell, String> = BTreeMap::new();
    // Active units are drawn over inactive ones.
    let present = |able: bool| state.units.iter().filter(move |u| u.is_active() == able);
    for unit in present(false).chain(present(true)) {
        let Some(c) = mark(unit) else { continue };
        for cell in footprint(unit.placement.at.cell(), unit.form.size) {
            marks.insert(cell, format!("{}{c}", unit.side().0 + 1));
        }
    }
    let mut used = BTreeSet::new();
    let columns = (0..board.width()).map(|x| format!("{:<2}", x % 100)).collect::<String>();
    let mut text = vec![format!("   {}", columns.trim_end())];
    for y in 0..board.height() {
        let mut row = format!("{y:>2} ");
        for x in 0..board.width() {
            let cell = Cell::new(x as i16, y as i16);
            match marks.get(&cell) {
                Some(mark) => row += mark,
                None => {
                    let (c, what) = ground(board, cell);
                    used.insert((c, what));
                    row.push(c);
                    row.push(' ');
                }
            }
        }
        text.push(row.trim_end().to_owned());
    }
    (text, used)
}

/// The letter of a combatant, upper case while it is in the fight. `None` once it has left.
fn mark(unit: &Unit) -> Option<char> {
    let letter = match unit.identity.role.as_str() {
        // `B` is taken by brutes.
        "beast" => 'e',
        role => role.chars().next().unwrap_or('?'),
    };
    match unit.status {
        Status::Active => Some(letter.to_ascii_uppercase()),
        Status::Down | Status::Surrendered => Some(letter.to_ascii_lowercase()),
        Status::Dead => Some('+'),
        Status::Gone => None,
    }
}

fn ground(board: &Board, cell: Cell) -> (char, &'static str) {
    if let Some((_, thing)) = board.thing_in(cell) {
        let c = match thing.kind {
            ThingKind::Barrel | ThingKind::Crate | ThingKind::Table => 'o',
            ThingKind::Wagon | ThingKind::Altar | ThingKind::Bed => 'n',
            ThingKind::Barricade => 'H',
            ThingKind::Boulder => 'O',
            ThingKind::Pillar | ThingKind::Statue => 'I',
            ThingKind::Well | ThingKind::Shelf | ThingKind::Machine | ThingKind::Crystal => 'U',
            ThingKind::Bush | ThingKind::Tent => '%',
            ThingKind::Hedge => '&',
            ThingKind::Rubble => ':',
            ThingKind::Custom => '?',
            ThingKind::Tree | ThingKind::DeadTree => 'T',
            ThingKind::Bridge => '=',
            ThingKind::Campfire => '^',
            ThingKind::Lamp => '!',
            ThingKind::Lever => '/',
        };
        return (
            c,
            match c {
                'o' => "barrel, crate or table",
                'n' => "wagon, altar or bed",
                'H' => "barricade",
                'O' => "boulder",
                'I' => "pillar or statue",
                'U' => "well, shelf, machine or crystal",
                '%' => "bush or tent",
                '&' => "hedge",
                ':' => "rubble",
                '?' => "custom thing",
                'T' => "tree",
                '=' => "bridge",
                '^' => "fire",
                '!' => "lamp",
                _ => "lever",
            },
        );
    }
    match board.tile(cell).map_or(Terrain::Solid, |t| t.terrain) {
        Terrain::Solid => ('#', "solid"),
        Terrain::Water => ('~', "deep water"),
        Terrain::Shallows => ('-', "shallows"),
        Terrain::Sand
        | Terrain::Gravel
        | Terrain::Mud
        | Terrain::Reeds
        | Terrain::Snow
        | Terrain::Rubble => (',', "rough"),
        Terrain::Mire => (';', "mire"),
        Terrain::Ice => ('_', "ice"),
        Terrain::Embers => ('*', "embers"),
        Terrain::Grass
        | Terrain::Earth
        | Terrain::Path
        | Terrain::Rock
        | Terrain::Stone
        | Terrain::Wood => ('.', "open"),
    }
}
