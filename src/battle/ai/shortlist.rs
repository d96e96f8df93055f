//! Picks the few best of many positions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rules::reach::ReachStop;

use super::position_value::{max_position_value, position_value};
use super::view::View;

/// The best few of many stops; ties go to the first.
pub struct Shortlist {
    most: usize,
    bar: Option<i64>,
    /// The values and the stops, best first.
    pub list: Vec<(Reverse<i64>, ReachStop)>,
}

impl Shortlist {
    /// An empty list with room for `most` stops. With `bar`, only stops worth more than it are
    /// kept.
    const fn new(most: usize, bar: Option<i64>) -> Self {
        Self { most, bar, list: Vec::new() }
    }

    /// False if a stop of this value would not be kept.
    fn takes(&self, value: i64) -> bool {
        let full = self.list.len() >= self.most;
        let least = self.list.last().filter(|_| full);
        self.bar.is_none_or(|bar| value > bar)
            && least.is_none_or(|(Reverse(least), _)| value >= *least)
    }

    /// The best stops by estimated value and ground.
    pub fn best(
        view: &View<'_>,
        most: usize,
        bar: Option<i64>,
        stops: Vec<(i64, ReachStop)>,
    ) -> Self {
        // Rating the ground is expensive: take the most promising stops first, and stop once no
        // ground could lift the rest into the list.
        let mut stops: BinaryHeap<(i64, Reverse<ReachStop>)> =
            stops.into_iter().map(|(value, stop)| (value, Reverse(stop))).collect();
        let max_position_value = max_position_value(view);
        let mut best = Self::new(most, bar);
        while let Some((value, Reverse(stop))) = stops.pop() {
            if !best.takes(value + max_position_value) {
                break;
            }
            best.put(value + position_value(view, view.room.at(stop.cell, stop.feet)), stop);
        }
        best
    }

    /// Inserts a stop if it is good enough.
    fn put(&mut self, value: i64, stop: ReachStop) {
        if self.takes(value) {
            let entry = (Reverse(value), stop);
            let at = self.list.partition_point(|known| *known < entry);
            self.list.insert(at, entry);
            self.list.truncate(self.most);
        }
    }
}
