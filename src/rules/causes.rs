//! Which event of a level happens now, and the sides of units that are certain to arrive.

use grid::{Cell, Edge, EdgeAt, Place, SideId, UnitId};

use super::state::story::{Cause, Chapter, Recruit};
use super::state::{State, Unit};

/// The first level event that has not happened yet and is due now, with its index.
pub fn due(state: &State) -> Option<(usize, &Chapter)> {
    let mut chapters = state.scene.story.chapters.iter().enumerate();
    chapters.find(|(_, chapter)| is_due(state, chapter))
}

/// The sides of units that will arrive whatever happens on the board: in a coming round, or with an
/// event that is due now. Units that only wait for room count as long as there is a unit left that
/// could make room for them.
pub fn to_come(state: &State) -> impl Iterator<Item = SideId> {
    let story = &state.scene.story;
    let comes = |chapter: &&Chapter| is_due(state, chapter) || is_certain(state, chapter);
    let certain = story.chapters.iter().filter(comes).flat_map(|chapter| &chapter.recruits);
    let moves = !story.waiting.is_empty() && state.units.iter().any(Unit::is_active);
    let waiting = story.waiting.iter().filter(move |_| moves);
    certain.chain(waiting).map(|recruit: &Recruit| recruit.unit.side())
}

/// The doors, gates and windows at these places, each once, in board order.
pub(super) fn doors<'a>(
    state: &'a State,
    places: &'a [Place],
) -> impl Iterator<Item = (EdgeAt, Edge)> + 'a {
    let here = |cell: Cell| lists(places, cell);
    let edges = state.scene.board.edges().filter(|(_, edge)| edge.kind.spec().opens);
    edges.filter(move |(at, _)| at.cells().into_iter().any(here))
}

/// The secret doors at these places that have not been found yet.
pub(super) fn secret_doors<'a>(
    state: &'a State,
    places: &'a [Place],
) -> impl Iterator<Item = (EdgeAt, Edge)> + 'a {
    let here = |cell: Cell| lists(places, cell);
    let all = state.scene.secrets.to_find();
    all.filter(move |(at, _)| at.cells().into_iter().any(here))
}

fn is_due(state: &State, chapter: &Chapter) -> bool {
    let mut causes = chapter.when.iter();
    chapter.happened.is_none()
        && match chapter.all {
            true => !chapter.when.is_empty() && causes.all(|cause| holds(state, cause)),
            false => causes.any(|cause| holds(state, cause)),
        }
}

/// True if an event is certain to happen as rounds pass.
fn is_certain(state: &State, chapter: &Chapter) -> bool {
    let comes = |cause: &Cause| match cause {
        Cause::Round(_) => true,
        Cause::After { chapter, .. } => has_happened(state, *chapter).is_some(),
        Cause::Enters { .. } | Cause::Falls { .. } | Cause::Opens { .. } => false,
    };
    let mut causes = chapter.when.iter();
    chapter.happened.is_none()
        && match chapter.all {
            true => !chapter.when.is_empty() && causes.all(comes),
            false => causes.any(comes),
        }
}

/// The round in which an event has happened.
fn has_happened(state: &State, chapter: usize) -> Option<u32> {
    state.scene.story.chapters.get(chapter)?.happened
}

/// True if a cause is met now.
fn holds(state: &State, cause: &Cause) -> bool {
    let round = state.scene.clock.round;
    match cause {
        Cause::Round(number) => round >= *number,
        Cause::Enters { side, places } => state.units.iter().any(|unit| {
            let of_side = side.is_none_or(|side| unit.side() == side);
            of_side && unit.is_active() && covers(unit, places)
        }),
        Cause::Falls { units, count } => {
            let out = |id: &&UnitId| state.unit(**id).is_some_and(|unit| !unit.is_active());
            units.iter().filter(out).count() >= usize::from(*count)
        }
        Cause::Opens { places } => doors(state, places).any(|(.., edge)| edge.open),
        Cause::After { chapter, rounds } => has_happened(state, *chapter)
            .is_some_and(|happened| round >= happened.saturating_add(*rounds)),
    }
}

fn covers(unit: &Unit, places: &[Place]) -> bool {
    let mut cells = grid::footprint(unit.placement.at.cell(), unit.form.size);
    cells.any(|cell| lists(places, cell))
}

/// True if these places, sorted in ascending order, contain a cell.
fn lists(places: &[Place], cell: Cell) -> bool {
    places.binary_search(&Place::Cell(cell)).is_ok()
}
