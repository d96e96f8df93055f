//! Walks to a stop, and what they cost on the way.

use rules::Waypoint;
use rules::command::Command;
use rules::reach::ReachStop;

use super::drag;
use super::risk::{self, Walks};
use super::toll;
use super::view::View;

/// A walk to a stop.
#[derive(Clone, Debug)]
pub struct Walk {
    path: Vec<Waypoint>,
    /// What it costs the unit on the way, in thousandths of a life. That it costs nothing is certain;
    /// otherwise it may be an estimate.
    pub loss: i64,
    is_measured: bool,
}

impl Walk {
    /// The walk to a stop; `None` if its ground is too harmful. A dangerous path is replaced with a
    /// safer one if there is one.
    pub fn to(view: &View<'_>, walks: &Walks, stop: ReachStop) -> Option<Self> {
        let path: Vec<Waypoint> = walks.reach.way_to(stop).filter(|path| !path.is_empty())?;
        let straight = Self::along(view, path);
        if straight.loss > 0
            && let Some(path) = walks.way_round(view, stop)
        {
            let round = Self::along(view, path);
            if round.loss < straight.loss && view.allows(&round.command(view)) {
                return Some(round);
            }
        }
        risk::is_bearable(view, &straight.path).then_some(straight)
    }

    /// The move.
    pub fn command(&self, view: &View<'_>) -> Command {
        view.move_along(self.path.clone())
    }

    fn along(view: &View<'_>, path: Vec<Waypoint>) -> Self {
        let loss = toll::roughly(view, &path);
        let mut walk = Self { path, loss, is_measured: false };
        if loss == 0 {
            walk.measure(view);
        }
        walk
    }

    /// Replaces the estimated loss with the one by the odds.
    fn measure(&mut self, view: &View<'_>) {
        if !self.is_measured {
            self.loss = toll::of(view, &self.path);
            self.is_measured = true;
        }
    }
}

/// The walk that gains most after its loss by the odds, of those that are worth it. Only what may be
/// the best is measured.
pub fn most_gainful<T>(view: &View<'_>, mut all: Vec<(i64, Walk, T)>) -> Option<(i64, Walk, T)> {
    loop {
        // Ties go to the first.
        let rated = all.iter().enumerate().rev();
        let (best, _) = rated.max_by_key(|(_, (gain, walk, _))| gain - walk.loss)?;
        let (gain, walk, _) = all.get_mut(best)?;
        let was_measured = walk.is_measured;
        walk.measure(view);
        if !is_worth(view, *gain, walk.loss) {
            all.remove(best);
        } else if was_measured {
            return Some(all.swap_remove(best));
        }
    }
}

/// True if a walk that costs the unit this loss is worth it. The loss is sure and part of the gain
/// is hope, so it must be twice as much, except in an endless battle. An opponent that sees chances
/// only coarsely cannot tell, and takes no loss before then.
pub fn is_worth(view: &View<'_>, gain: i64, loss: i64) -> bool {
    let patient = view.behind < drag::OVERDUE;
    match (loss == 0, patient) {
        (true, _) => true,
        (false, true) => !view.habits.coarse && gain > 2 * loss,
        (false, false) => gain > loss,
    }
}
