//! Draws the marks that the panels request, as a board overlay and a ghost.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;

use battle::{BattleState, Cover, Ground};
use grid::{Board, Cell, Dir, FloorAt, Hm, ThingId, UnitId, footprint};
use rules::Target;
use rules::state::{Goal, State};
use ui::Screen;
use ui::board::Marks;
use view::{Mini, Overlay};

use super::figures::Figures;

/// Up to this number of places that can be aimed at, each has a ring; more share one outline. More
/// things than this have rings only while pointed at.
const MOST_RINGS: usize = 16;

/// Updates the overlay when the marks change.
pub(super) fn lay(
    marks: Res<Marks>,
    snapshot: Option<Res<BattleState>>,
    (figures, covers): (Figures, Query<&Cover>),
    screen: Res<InState<Screen>>,
    mut overlay: ResMut<Overlay>,
) {
    let Some(snapshot) = snapshot else {
        overlay.set_if_neq(Overlay::default());
        return;
    };
    if marks.is_changed() || snapshot.is_changed() || screen.is_changed() {
        let unit = |id| figures.place(id);
        let thing = |id| covers.iter().find(|cover| cover.thing == id).map(|cover| cover.cell);
        let places = Places { unit: &unit, thing: &thing };
        overlay.set_if_neq(overlay_of(&marks, &snapshot.0, &places));
    }
}

/// Positions of combatants and things.
struct Places<'a> {
    /// The cell and the size of a combatant.
    unit: &'a dyn Fn(UnitId) -> Option<(Cell, u8)>,
    thing: &'a dyn Fn(ThingId) -> Option<Cell>,
}

fn overlay_of(marks: &Marks, state: &State, places: &Places<'_>) -> Overlay {
    if marks.covered {
        return Overlay::default();
    }
    let place = places.unit;
    let board = &state.scene.board;
    let below = |id: UnitId, cell: Cell| -> FloorAt {
        let feet = state.unit(id).map(|unit| unit.placement.feet);
        feet.map_or(cell.into(), |feet| board.floor_below(cell, feet))
    };
    let aimed = |target: &Target| -> Option<FloorAt> {
        match target {
            Target::Unit(id) | Target::Part(id, _) => place(*id).map(|(cell, _)| below(*id, cell)),
            Target::Place(_) => target.cell().map(FloorAt::from),
            Target::Floor(at) => Some(FloorAt { floor: at.deck(board), ..*at }),
            Target::Edge(at) => {
                let at = FloorAt { cell: at.cell, floor: at.floor };
                Some(FloorAt { floor: at.deck(board), ..at })
            }
            Target::Thing(id) => (places.thing)(*id).map(FloorAt::from),
            // The cell next to the actor on that side.
            Target::Direction(dir) => {
                let actor = marks.actor?;
                let (cell, _) = place(actor)?;
                let at = FloorAt { cell: cell.step(*dir), ..below(actor, cell) };
                Some(FloorAt { floor: at.deck(board), ..at })
            }
        }
    };
    let tier = |wanted: bool| {
        let list = marks.reach.iter().filter(move |(_, _, tier)| (*tier == 0) == wanted);
        list.map(|(cell, ..)| *cell).collect()
    };
    let of_place = |target: &&Target| matches!(target, Target::Place(_) | Target::Floor(_));
    let places = marks.targets.iter().filter(of_place);
    let aimable: BTreeSet<FloorAt> = places.filter_map(aimed).collect();
    let outlined = aimable.len() > MOST_RINGS;
    let is_thing = |target: &&Target| matches!(target, Target::Thing(_));
    let cluttered = marks.targets.iter().filter(is_thing).count() > MOST_RINGS;
    let ringed = |t: &&Target| !(outlined && of_place(t) || cluttered && is_thing(t));
    let mut marked = BTreeSet::new();
    // With a chosen target, only that target is marked.
    let targets: Vec<&Target> = match &marks.target {
        Some(target) => marks.named.iter().chain([target]).collect(),
        None => marks.targets.iter().filter(ringed).collect(),
    };
    let floors = floors(marks, state);
    Overlay {
        reach: tier(true),
        run: tier(false),
        path: marks.path.iter().filter_map(|point| point.cell()).collect(),
        waypoints: marks.waypoints.clone(),
        perils: marks.perils.clone(),
        // Several targets on a floor share one mark.
        targets: targets.into_iter().filter_map(aimed).filter(|at| marked.insert(*at)).collect(),
        aimable: aimable.into_iter().filter(|_| outlined).collect(),
        area: marks.area.clone(),
        zone: goal_cells(state),
        exits: nearest_sides(board),
        lying: state.scene.lying.iter().map(|item| item.cell).collect(),
        selected: marks.actor.and_then(place),
        hover: marks.focus,
        shades: marks.shades.clone(),
        ramp: marks.ramp,
        quiet: marks.quiet,
        veil: marks.veil.clone(),
        beyond: marks.beyond.clone(),
        // Where no floor is named, the marks lie on the floor of the others.
        watched: marks
            .watched
            .iter()
            .map(|at| FloorAt { floor: at.floor.or(floors.get(&at.cell).copied()), ..*at })
            .collect(),
        floors,
        ..Overlay::default()
    }
}

/// The floors of marks in cells with several: those that the active unit stands on, can reach or
/// would pass; if a cell has two, the one nearer in height to the unit.
fn floors(marks: &Marks, state: &State) -> BTreeMap<Cell, Hm> {
    let mut found = BTreeMap::new();
    let board = &state.scene.board;
    let actor = marks.actor.and_then(|id| state.units.iter().find(|unit| unit.id() == id));
    let Some(actor) = actor.filter(|_| board.has_decks()) else { return found };
    let feet = actor.placement.feet;
    let mut reach: Vec<(Cell, Hm)> = marks.reach.iter().map(|(cell, to, _)| (*cell, *to)).collect();
    reach.sort_by_key(|(_, to)| std::cmp::Reverse((*to - feet).abs()));
    for lying in &state.scene.lying {
        if let Some(floor) = lying.floor {
            found.insert(lying.cell, floor);
        }
    }
    let path = marks.path.iter().filter_map(|point| Some((point.cell()?, point.feet?)));
    let own = footprint(actor.placement.at.cell(), actor.form.size).map(|cell| (cell, feet));
    for (cell, to) in reach.into_iter().chain(path).chain(marks.ghost).chain(own) {
        if !board.decks_in(cell).is_empty() {
            found.insert(cell, to);
        }
    }
    found
}

/// Cells that objectives refer to.
fn goal_cells(state: &State) -> Vec<Cell> {
    let places = state.scene.goals.iter().flat_map(|goal| match goal {
        Goal::Hold { places, .. } | Goal::Reach { places, .. } => places.as_slice(),
        Goal::LastStanding | Goal::Defeat { .. } | Goal::Survive { .. } => &[],
    });
    let cells: BTreeSet<Cell> = places.filter_map(|place| place.cell()).collect();
    cells.into_iter().collect()
}

/// Cells from which a unit can leave, each with the nearest side of the board.
pub(super) fn nearest_sides(board: &Board) -> Vec<(Cell, Dir)> {
    let (width, height) = (i32::from(board.width()), i32::from(board.height()));
    let nearest = |cell: Cell| {
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        let ways = [(x, Dir::W), (width - 1 - x, Dir::E), (y, Dir::N), (height - 1 - y, Dir::S)];
        ways.into_iter().min_by_key(|(far, _)| *far).map_or(Dir::W, |(_, side)| side)
    };
    let is_exit = |cell: &Cell| board.tile(*cell).is_some_and(|tile| tile.exit);
    board.cells().filter(is_exit).map(|cell| (cell, nearest(cell))).collect()
}

/// Shows the active unit as a ghost at the end of the previewed path.
pub(super) fn ghost(
    marks: Res<Marks>,
    (figures, ground): (Figures, Query<&Ground>),
    mut shown: Local<Option<Entity>>,
    mut minis: Query<&mut Mini>,
    mut commands: Commands,
) {
    if !marks.is_changed() {
        return;
    }
    let want = ground.single().ok().and_then(|ground| ghost_of(&marks, &figures, &ground.0));
    match (want, *shown) {
        (Some(want), Some(entity)) => {
            if let Ok(mut mini) = minis.get_mut(entity) {
                mini.set_if_neq(want);
            }
        }
        (Some(want), None) => *shown = Some(commands.spawn(want).id()),
        (None, Some(entity)) => {
            commands.entity(entity).despawn();
            *shown = None;
        }
        (None, None) => {}
    }
}

fn ghost_of(marks: &Marks, figures: &Figures, board: &Board) -> Option<Mini> {
    let (cell, feet) = marks.ghost.filter(|_| !marks.covered)?;
    let mut mini = figures.mini(marks.actor?)?;
    (mini.cell, mini.feet) = (cell, feet);
    if mini.altitude > Hm::ZERO {
        let ground = board.tile(cell).map_or(feet, |tile| tile.surface());
        mini.altitude = (feet - ground).max(Hm::ZERO);
    }
    mini.ghost = true;
    Some(mini)
}

#[cfg(test)]
mod tests {
    use grid::{Board, Climb, Deck, Hm, Material};
    use rules::state::Scene;

    use super::*;

    fn nowhere() -> Places<'static> {
        Places { unit: &|_| None, thing: &|_| None }
    }

    #[test]
    fn running_and_walking_are_distinct_and_a_covered_board_shows_nothing() {
        let state = State::new(Scene::new(Board::new(4, 4), Vec::new(), Vec::new()), vec![], 1);
        let (near, far) = (Cell::new(1, 0), Cell::new(2, 0));
        let mut marks = Marks {
            reach: vec![(near, Hm(0), 0), (far, Hm(0), 1)],
            targets: vec![Target::Place(near.into()), Target::Place(far.into())],
            ..Marks::default()
        };
        let overlay = overlay_of(&marks, &state, &nowhere());
        assert_eq!((overlay.reach, overlay.run), (vec![near], vec![far]));
        assert_eq!(overlay.targets, [near, far].map(FloorAt::from));
        marks.target = Some(Target::Place(far.into()));
        assert_eq!(overlay_of(&marks, &state, &nowhere()).targets, [FloorAt::from(far)]);
        marks.covered = true;
        assert_eq!(overlay_of(&marks, &state, &nowhere()), Overlay::default());
    }
    #[test]
    fn many_places_to_aim_at_are_outlined_instead_of_ringed() {
        let state = State::new(Scene::new(Board::new(9, 9), Vec::new(), Vec::new()), vec![], 1);
        let (unit, thing) = (|_| Some((Cell::new(8, 8), 1)), |_| None);
        let seen = Places { unit: &unit, thing: &thing };
        let rows = |rows: i16| (0..rows).flat_map(|y| (0..9).map(move |x| Cell::new(x, y)));
        let places = |n| rows(n).map(|cell| Target::Place(cell.into()));
        let targets = |n| places(n).chain([Target::Unit(UnitId(3))]).collect();
        let few = Marks { targets: targets(1), ..Marks::default() };
        let few = overlay_of(&few, &state, &seen);
        assert_eq!((few.targets.len(), few.aimable.len()), (10, 0));
        let mut many = Marks { targets: targets(4), ..Marks::default() };
        let overlay = overlay_of(&many, &state, &seen);
        assert_eq!(overlay.targets, [FloorAt::from(Cell::new(8, 8))]);
        assert_eq!(overlay.aimable.len(), 36);
        // Many things are not ringed either.
        let at = |_| Some(Cell::new(2, 2));
        let with_things = Places { unit: &unit, thing: &at };
        let things = (1..=20).map(|id| Target::Thing(ThingId(id)));
        let aims = Marks {
            targets: things.chain([Target::Unit(UnitId(3))]).collect(),
            ..Marks::default()
        };
        let overlay = overlay_of(&aims, &state, &with_things);
        assert_eq!(overlay.targets, [FloorAt::from(Cell::new(8, 8))]);
        // The outline stays while a target is chosen, which is ringed.
        many.target = Some(Target::Place(Cell::new(1, 1).into()));
        let overlay = overlay_of(&many, &state, &seen);
        assert_eq!(overlay.targets, [FloorAt::from(Cell::new(1, 1))]);
        assert_eq!(overlay.aimable.len(), 36);
    }

    #[test]
    fn each_floor_of_a_cell_that_can_be_aimed_at_has_its_own_mark() {
        let mut board = Board::new(4, 4);
        let cell = Cell::new(2, 1);
        let deck = Deck { top: Hm(6), material: Material::Wood, climb: Climb::Unmarked };
        assert!(board.add_deck(cell, deck));
        let state = State::new(Scene::new(board, Vec::new(), Vec::new()), vec![], 1);
        let (ground, high) = (FloorAt::new(cell, Hm::ZERO), FloorAt::new(cell, Hm(6)));
        let marks = Marks {
            // The cell and its ground given by height are the same.
            targets: vec![Target::Place(cell.into()), Target::Floor(ground), Target::Floor(high)],
            area: vec![high],
            beyond: vec![high],
            focus: Some(high),
            ..Marks::default()
        };
        let overlay = overlay_of(&marks, &state, &nowhere());
        assert_eq!(overlay.targets, [cell.into(), high]);
        assert_eq!(
            (overlay.area, overlay.beyond, overlay.hover),
            (vec![high], vec![high], Some(high))
        );
    }
}
