//! Checks that the numbers of a loaded state are within bounds that a battle can reach.
//!
//! Rules calculate with the values of a state, and a file can contain anything. The bounds are far
//! wider than anything levels, rulesets and referees allow, so no real battle exceeds them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ciborium::Value;

use grid::{Cell, Dir, Edge, EdgeAt, EdgeKind, Hm, MAX_MIASMA, MAX_SIDE};
use level::{MAX_EDGES, MAX_STOPS};
use rules::Key;
use rules::state::{Conduct, Flags, Meters, Scene, Slot, State, Unit, Units};

/// Heights of ground, objects and feet (2 km).
const HEIGHTS: RangeInclusive<Hm> = Hm::metres(-2_000)..=Hm::metres(2_000);

/// Values of tracks, pools and conditions.
const NUMBERS: RangeInclusive<i32> = -1_000_000..=1_000_000;

/// Larger values that rules store in flags.
const NOTES: RangeInclusive<i64> = -(1 << 40)..=1 << 40;

/// Rounds, IDs of combatants and other counters of a battle.
const COUNTS: u64 = 1 << 31;

/// Positions in the turn order, units per position, and units that an act has passed through.
const MAX_SLOTS: usize = 10_000;

/// The largest footprint, in cells.
const MAX_FOOTPRINT: u8 = 32;

/// True if every number is within bounds, and units are sorted by number.
pub(super) fn is_valid(state: &State) -> bool {
    let queue = &state.queue;
    let counted = queue.next_event < COUNTS && queue.next_frame < COUNTS;
    let mut steps = queue.frames.iter().filter_map(|frame| frame.step.unread());
    let before = state.last.iter().map(|last| (&last.before.scene, &last.before.units));
    counted
        && steps.all(values_are_valid)
        && before
            .chain([(&state.scene, &state.units)])
            .all(|(scene, units)| scene_is_valid(scene) && units_are_valid(units, scene))
}

/// True if every number in loaded values is within bounds. Nesting depth was limited while reading.
fn values_are_valid(value: &Value) -> bool {
    match value {
        Value::Integer(number) => {
            i64::try_from(*number).is_ok_and(|number| NOTES.contains(&number))
        }
        Value::Array(list) => list.iter().all(values_are_valid),
        Value::Map(list) => {
            list.iter().all(|(key, value)| values_are_valid(key) && values_are_valid(value))
        }
        _ => true,
    }
}

fn scene_is_valid(scene: &Scene) -> bool {
    let board = &scene.board;
    let (width, height) = (board.width(), board.height());
    let sides = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
    // The last tile exists only if all others do.
    if !sides || board.tile(Cell::new(width as i16 - 1, height as i16 - 1)).is_none() {
        return false;
    }
    let tiles = board.cells().filter_map(|cell| board.tile(cell)).all(|tile| {
        let hazard = tile.damaging.and_then(|hazard| hazard.height);
        let heights = [Some(tile.elevation), Some(tile.depth), tile.ceiling, hazard];
        heights.into_iter().flatten().all(|height| HEIGHTS.contains(&height))
    });
    let things = board.things().all(|(_, thing)| {
        let height = HEIGHTS.contains(&thing.height);
        height && board.contains(thing.cell) && thing.fault().is_none()
    });
    let decks =
        board.has_valid_decks() && board.decks().all(|(_, deck)| HEIGHTS.contains(&deck.top));
    let uppers = board.has_valid_upper_edges()
        && board.has_valid_hatches()
        && board.edges().filter_map(|(at, _)| at.floor).all(|floor| HEIGHTS.contains(&floor));
    let volumes = board.volumes().iter().all(|volume| {
        HEIGHTS.contains(&volume.height) && volume.floor.is_none_or(|at| HEIGHTS.contains(&at))
    });
    let counted = [scene.clock.round, scene.next_number].map(u64::from);
    let flags = scene.sides.iter().map(|side| &side.flags).chain([&scene.flags]);
    let slots = &scene.clock.slots;
    let slot_is_valid = |slot: &Slot| {
        let chain = slot.extra.as_ref().map_or(0, |extra| extra.chain.len());
        NUMBERS.contains(&slot.value) && slot.members.len() <= MAX_SLOTS && chain <= MAX_SLOTS
    };
    tiles
        && board.atmosphere().miasma <= MAX_MIASMA
        && things
        && decks
        && uppers
        && volumes
        && slots.len() <= MAX_SLOTS
        && slots.iter().all(slot_is_valid)
        && counted.iter().all(|n| *n < COUNTS)
        && scene.lying.iter().all(|lying| meters_are_valid(&lying.meters))
        && scene.knowledge.is_sorted()
        && scene.fog.is_sorted()
        && scene.armed.iter().all(|armed| notes_are_valid(&armed.data))
        && flags.into_iter().all(notes_are_valid)
        && scene.conducts.iter().all(|(_, conduct)| conduct_is_valid(conduct))
        && secrets_are_valid(scene)
}

/// True if every secret door has a place on the board: at an edge, or in a deck.
fn secrets_are_valid(scene: &Scene) -> bool {
    let board = &scene.board;
    let all = scene.secrets.all();
    let places = |(at, edge): &(EdgeAt, Edge)| {
        let deck = board.decks_in(at.cell).iter().any(|deck| Some(deck.top) == at.floor);
        edge.kind.spec().opens
            && *at == at.canonical()
            && at.is_hatch() == (edge.kind == EdgeKind::Hatch)
            && if at.is_hatch() { deck } else { matches!(at.side, Dir::N | Dir::W) }
            && at.cells().iter().any(|cell| board.contains(*cell))
            && at.floor.is_none_or(|floor| HEIGHTS.contains(&floor))
    };
    all.len() <= MAX_EDGES && all.iter().all(places)
}

/// True if a patrol has as many stops as a level can give it, and heads for one of them.
fn conduct_is_valid(conduct: &Conduct) -> bool {
    match conduct {
        Conduct::Hold { .. } | Conduct::Guard { .. } => true,
        Conduct::Patrol { stops, next, .. } => {
            stops.len() <= MAX_STOPS && usize::try_from(*next).is_ok_and(|next| next < stops.len())
        }
    }
}

fn units_are_valid(units: &Units, scene: &Scene) -> bool {
    units.iter().is_sorted_by(|a, b| a.id() < b.id())
        && units.iter().all(|unit| unit_is_valid(unit, scene))
        && scene.arrivals.iter().all(|arrival| {
            unit_is_valid(&arrival.unit, scene)
                && u64::from(arrival.round) < COUNTS
                && units.of(arrival.unit.id()).is_none()
        })
        && scene
            .story
            .units()
            .all(|unit| unit_is_valid(unit, scene) && units.of(unit.id()).is_none())
}

fn unit_is_valid(unit: &Unit, scene: &Scene) -> bool {
    let placement = &unit.placement;
    let stored = unit.form.stored.iter();
    let sizes = stored.clone().map(|form| form.size).chain([unit.form.size]);
    let carried = unit.carriers.items().map(|(_, meters)| meters);
    let carried = carried.chain(unit.carriers.layers().map(|layer| &layer.meters));
    let own = [&unit.tracks.0, &unit.pools.0];
    let mut meters = stored.map(|form| &form.tracks).chain(own).chain(carried);
    u64::from(unit.id().0) < COUNTS
        && placement.at.cell().is_none_or(|cell| scene.board.contains(cell))
        && HEIGHTS.contains(&placement.feet)
        && sizes.into_iter().all(|size| (1..=MAX_FOOTPRINT).contains(&size))
        && meters.all(meters_are_valid)
        && carriers_are_valid(unit)
        && unit
            .conditions
            .0
            .iter()
            .all(|condition| NUMBERS.contains(&condition.size) && notes_are_valid(&condition.data))
        && unit
            .undertakings
            .0
            .iter()
            .all(|what| what.of > 0 && NUMBERS.contains(&what.of) && NUMBERS.contains(&what.done))
        && notes_are_valid(&unit.flags)
}

/// True if wear refers to existing items, and every layer occurs once.
fn carriers_are_valid(unit: &Unit) -> bool {
    let names: BTreeSet<&Key> = unit.carriers.layers().map(|layer| &layer.id).collect();
    names.len() == unit.carriers.layers().count()
        && unit.carriers.items().all(|(slot, _)| unit.gear.0.contains_key(slot))
}

fn notes_are_valid(flags: &Flags) -> bool {
    flags.iter().all(|(_, n)| NOTES.contains(&n))
}

fn meters_are_valid(meters: &Meters) -> bool {
    let mut all = meters.iter().flat_map(|meter| [meter.value, meter.max, meter.base]);
    all.all(|n| NUMBERS.contains(&n))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::save::Save;
    use grid::{Atmosphere, Board, UnitId};
    use rules::state::{Armed, Expiry, Lying, Side};

    fn state() -> State {
        let sides = vec![Side { name: "Blue".into(), ambush: false, flags: Default::default() }];
        State::new(Scene::new(Board::new(4, 3), sides, Vec::new()), Units::default(), 7)
    }

    #[test]
    fn numbers_out_of_bounds_are_noticed() {
        assert!(is_valid(&state()));
        let mut high = Board::new(4, 3);
        if let Some(tile) = high.tile_mut(Cell::new(2, 1)) {
            tile.elevation = Hm(i32::MAX);
        }
        let mut storeys = Board::new(4, 3);
        let (material, climb) = (grid::Material::Wood, grid::Climb::Unmarked);
        let far = grid::Deck { top: Hm(i32::MIN), material, climb };
        assert!(storeys.add_deck(Cell::new(1, 1), far));
        let mut miasma = Board::new(4, 3);
        miasma.set_atmosphere(Atmosphere { miasma: MAX_MIASMA + 1, ..Atmosphere::default() });
        let heavy = Lying {
            meters: Meters::full([(Key::of("durability"), i32::MAX)]),
            ..Lying::new(Key::of("mail"), Cell::new(1, 1))
        };
        let mut dear = Armed::new(1, UnitId(0), Key::of("bolt"), Key::of("moves"), Expiry::Battle);
        dear.data.set(Key::of("due"), i64::MAX);
        let lost = Conduct::Patrol { stops: vec![Cell::new(1, 1).into()], next: 1, life: 1 };
        let nowhere = EdgeAt::hatch(Cell::new(1, 1), Hm(6));
        let secret = rules::state::Secrets::new(vec![(nowhere, Edge::new(EdgeKind::Hatch))]);
        let changes: [&dyn Fn(&mut State); 12] = [
            &|s| s.scene.secrets = secret.clone(),
            &|s| s.scene.conducts.set(UnitId(0), lost.clone()),
            &|s| s.scene.board = std::sync::Arc::new(storeys.clone()),
            &|s| s.scene.board = std::sync::Arc::new(miasma.clone()),
            &|s| s.scene.lying.push(heavy.clone()),
            &|s| s.scene.armed.push(dear.clone()),
            &|s| s.scene.clock.slots = vec![Slot::turn(Vec::new(), i32::MIN)],
            &|s| s.scene.clock.slots = vec![Slot::turn(Vec::new(), 1); MAX_SLOTS + 1],
            &|s| s.scene.board = std::sync::Arc::new(high.clone()),
            &|s| s.scene.clock.round = u32::MAX,
            &|s| s.scene.next_number = u32::MAX,
            &|s| s.queue.next_event = u64::MAX,
        ];
        for (i, change) in changes.iter().enumerate() {
            let mut state = state();
            change(&mut state);
            assert!(!is_valid(&state), "change {i}");
        }
    }

    /// Units that come later get the numbers after the highest one.
    #[test]
    fn numbers_of_units_are_bounded() {
        let saves = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/saves");
        let saved = Save::read(&saves.join("precision-3.save")).unwrap().state;
        let with_last = |number: u32| {
            let mut units: Vec<Unit> = saved.units.iter().cloned().collect();
            units.last_mut().unwrap().identity.id = UnitId(number);
            State { units: units.into(), ..saved.clone() }
        };
        assert!(is_valid(&with_last(1_000)));
        assert!(!is_valid(&with_last(u32::MAX)));
    }
}
