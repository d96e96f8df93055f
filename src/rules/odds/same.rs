//! Detection of equal states, so that their consequences are followed only once.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use crate::state::{State, Unit};
use crate::step::{Frame, Queue};
use grid::{Quick, UnitId};

/// A hash map for lookup only: its order affects nothing, and is the same in every run.
pub(super) type Lookup<K, V> = HashMap<K, V, Quick>;

/// The states seen so far, keyed by a hash of the parts that usually differ.
#[derive(Default)]
pub(super) struct SeenStates {
    by_hash: Lookup<u64, Vec<usize>>,
    /// The hash of every unit seen, by its address. Units are shared between states; keeping them
    /// here prevents an address from being reused.
    units: Lookup<usize, (u64, Arc<Unit>)>,
}

impl SeenStates {
    /// The lookup hash of a state.
    pub fn hash(&mut self, state: &State) -> u64 {
        let mut hasher = Quick::default().build_hasher();
        for unit in state.units.shared() {
            let place = Arc::as_ptr(unit) as usize;
            let known = self.units.entry(place);
            known.or_insert_with(|| (unit_hash(unit), Arc::clone(unit))).0.hash(&mut hasher);
        }
        for frame in &state.queue.frames {
            (frame.id, &frame.step, frame.opened, &frame.transcript).hash(&mut hasher);
        }
        (&state.scene.flags, &state.scene.clock, state.scene.armed.len()).hash(&mut hasher);
        hasher.finish()
    }

    /// The index of an equal state, if one was seen.
    #[inline]
    pub fn find(&self, hash: u64, same: impl Fn(usize) -> bool) -> Option<usize> {
        self.by_hash.get(&hash)?.iter().copied().find(|number| same(*number))
    }

    /// Stores a state under an index.
    pub fn keep(&mut self, hash: u64, number: usize) {
        self.by_hash.entry(hash).or_default().push(number);
    }
}

/// A hash of the parts of a unit that change in a battle. The other parts are still compared.
pub(super) fn unit_hash(unit: &Unit) -> u64 {
    let mut hasher = Quick::default().build_hasher();
    (unit.id(), unit.status, &unit.placement, &unit.tracks, &unit.pools).hash(&mut hasher);
    (&unit.conditions, &unit.turn, &unit.gear, &unit.links, &unit.flags).hash(&mut hasher);
    (&unit.carriers, &unit.undertakings).hash(&mut hasher);
    hasher.finish()
}

/// Returns true if two states differ only in their event and frame numbers.
pub(super) fn same(a: &State, b: &State) -> bool {
    // Destructured by name, so that a new field cannot be forgotten.
    let State { scene, units, queue, dice, last } = a;
    let Queue { frames, waiting, next_frame: _, next_event: _ } = queue;
    *frames == b.queue.frames
        && *units == b.units
        && *scene == b.scene
        && *waiting == b.queue.waiting
        && *dice == b.dice
        && *last == b.last
}

/// Returns true if two states differ only in these combatants, in pending steps below the top one,
/// and in their event and frame numbers.
pub(super) fn alike(a: &State, b: &State, apart: &[UnitId]) -> bool {
    let State { scene, units, queue, dice, last } = a;
    let Queue { frames, waiting, next_frame: _, next_event: _ } = queue;
    let kind = |a: &Frame, b: &Frame| a.id == b.id && a.step.name() == b.step.name();
    let mut pairs = units.iter().zip(&b.units);
    frames.last() == b.queue.frames.last()
        && frames.len() == b.queue.frames.len()
        && frames.iter().zip(&b.queue.frames).all(|(a, b)| kind(a, b))
        && units.len() == b.units.len()
        && pairs.all(|(a, b)| a.id() == b.id() && (apart.contains(&a.id()) || a == b))
        && *scene == b.scene
        && *waiting == b.queue.waiting
        && *dice == b.dice
        && *last == b.last
}
