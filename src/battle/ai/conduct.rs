//! Where units go because of their conduct.

use rules::command::Command;
use rules::reach::ReachStop;

use super::distance_field::{Distances, UNREACHED};
use super::risk::Walks;
use super::view::View;
use super::walk::Walk;

/// Maximum number of walks tried.
const MAX_ROUTES: usize = 8;

/// The move that brings the unit nearest to the ends of these distances in an ordinary walk; `None`
/// if no move brings it nearer.
pub fn nearer(view: &View<'_>, distances: &Distances<'_>) -> Option<Command> {
    let walks = Walks::unbound(view);
    let away = |stop: &ReachStop| distances.from_at(stop.cell, stop.feet);
    let here = distances.from_at(view.room.cell, view.room.feet);
    let stops = walks.reach.stops().iter().filter(|stop| stop.tier == 0);
    let stops = stops.filter(|stop| away(stop) < here && away(stop) < UNREACHED);
    let mut stops: Vec<ReachStop> = stops.copied().collect();
    stops.sort_by_key(|stop| (away(stop), stop.cost, *stop));
    stops.truncate(MAX_ROUTES);
    let walks = stops.into_iter().filter_map(|stop| {
        let walk = Walk::to(view, &walks, stop)?;
        let command = walk.command(view);
        view.allows(&command).then_some((walk.loss > 0, command))
    });
    // Ties go to the first; harmful walks are taken only if there is no other.
    walks.min_by_key(|(hurts, _)| *hurts).map(|(_, command)| command)
}
