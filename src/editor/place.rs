//! Locates findings on the map.

use super::edit::UnitAt;
use super::transform::EdgeAt;
use grid::Cell;
use level::{Level, Subject};

/// A place on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// A cell.
    Cell(Cell),
    /// An edge between cells.
    Edge(EdgeAt),
    /// A unit.
    Unit(UnitAt),
    /// A zone.
    Zone(String),
}

/// The place of a finding on the map; `None` if it concerns the level as a whole.
pub fn place_of(level: &Level, subject: &Subject) -> Option<Where> {
    let zone = |name: &str| level.regions.contains_key(name).then(|| Where::Zone(name.to_owned()));
    let side = |n: &usize| level.sides.get(*n);
    match subject {
        Subject::Cell(cell)
        | Subject::Thing(cell)
        | Subject::Label(cell)
        | Subject::Deck(cell, _) => Some(Where::Cell(*cell)),
        Subject::Edge(at) => Some(Where::Edge(*at)),
        Subject::Region(name) => zone(name),
        Subject::Exit(n) => zone(level.exits.get(*n)?),
        Subject::Start(n) => zone(side(n)?.start.as_ref()?),
        Subject::Hidden(n) => zone(side(n)?.hidden.as_ref()?),
        Subject::Unit(side, unit)
        | Subject::UnitName(side, unit)
        | Subject::Overrides(side, unit)
        | Subject::Override(side, unit, ..)
        | Subject::Conduct(side, unit)
        | Subject::Condition(side, unit, ..)
        | Subject::Gear(side, unit, ..) => Some(Where::Unit(UnitAt { side: *side, unit: *unit })),
        Subject::Stop(s, u, n) => {
            let unit = side(s)?.units.get(*u)?;
            Some(Where::Cell(*unit.conduct.stops().get(*n)?))
        }
        Subject::Goal(n) => zone(level.goals.get(*n)?.kind.region()?),
        Subject::Event(n) => zone(level.events.get(*n)?.regions().next()?),
        Subject::EventGoal(n, g) => zone(level.events.get(*n)?.goals.get(*g)?.kind.region()?),
        Subject::Field(_) | Subject::Palette(_) | Subject::Side(_) | Subject::Colour(_) => None,
    }
}
