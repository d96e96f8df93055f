//! Finding states that are the same, so that what follows from them is followed once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::rules::state::{State, Unit};
use crate::rules::step::Queue;

/// A hash map for looking up only: its order decides nothing, and is the same in every run.
pub(super) type Lookup<K, V> = HashMap<K, V, BuildHasherDefault<DefaultHasher>>;

/// The states that were met, by a hash of what tends to differ.
#[derive(Default)]
pub(super) struct Met {
    by_hash: Lookup<u64, Vec<usize>>,
    /// The hash of every combatant that was met, by where it lies in memory. Combatants are shared
    /// between states; that they are kept here makes sure that no other comes to lie there.
    units: Lookup<usize, (u64, Arc<Unit>)>,
}

impl Met {
    /// The hash under which a state is looked up.
    pub fn hash(&mut self, state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
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

    /// The number of a state that is the same, if one was met.
    pub fn find(&self, hash: u64, same: impl Fn(usize) -> bool) -> Option<usize> {
        self.by_hash.get(&hash)?.iter().copied().find(|number| same(*number))
    }

    /// Keeps a state under a number.
    pub fn keep(&mut self, hash: u64, number: usize) {
        self.by_hash.entry(hash).or_default().push(number);
    }
}

/// A hash of what changes of a combatant in a battle. What is not in it is still compared.
fn unit_hash(unit: &Unit) -> u64 {
    let mut hasher = DefaultHasher::new();
    (unit.id(), unit.status, &unit.placement, &unit.tracks, &unit.pools).hash(&mut hasher);
    (&unit.conditions, &unit.turn, &unit.gear, &unit.links, &unit.flags).hash(&mut hasher);
    (&unit.carriers, &unit.undertakings).hash(&mut hasher);
    hasher.finish()
}

/// True if two states differ in nothing but how many events and frames there have been.
pub(super) fn same(a: &State, b: &State) -> bool {
    // By name, so that a new field cannot be forgotten.
    let State { scene, units, queue, dice, last } = a;
    let Queue { frames, waiting, next_frame: _, next_event: _ } = queue;
    *frames == b.queue.frames
        && *units == b.units
        && *scene == b.scene
        && *waiting == b.queue.waiting
        && *dice == b.dice
        && *last == b.last
}
