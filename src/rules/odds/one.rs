//! Following one combatant through a command that concerns many.
//!
//! Throws about others take one fixed result. Two nodes with a throw about the followed combatant
//! are equivalent if they differ only in other rolled-for combatants and in pending steps below,
//! and those do not concern it. Its course ends as soon as nothing pending concerns it any more.
//! That is tested once for each list of pending steps, and for each status, posture and place in
//! which the combatant is left.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash, Hasher};

use crate::engine::Fault;
use crate::event::Event;
use crate::state::{Posture, State, Status};
use crate::step::{FrameId, Step};
use grid::{Place, Quick, UnitId};

use super::graph::Graph;
use super::same::{Lookup, alike, unit_hash};
use super::walk::{Guide, Take};

/// Maximum number of throws to look ahead for anything that still concerns a combatant.
const MAX_LOOKAHEAD: usize = 1_000;

/// Follows one combatant, or all that are not rolled for.
pub(super) struct One<'a> {
    /// The combatant followed; `None` for all that are not rolled for.
    unit: Option<UnitId>,
    /// Which fixed result throws about others take.
    others: Take,
    /// Combatants whose rolls affect everyone: all their results are followed.
    shared: &'a BTreeSet<UnitId>,
    /// All combatants that are rolled for, as far as known.
    found: &'a mut Vec<UnitId>,
    /// The largest number of results of a throw about others so far.
    pub widest: usize,
    /// Those of them that make no difference to the combatant.
    apart: Vec<UnitId>,
    /// Nodes with throws about it, by a hash of the state that matters to it.
    alike: Lookup<u64, Vec<usize>>,
    /// Whether nothing in the rest of a command concerns the combatant, by rest.
    over: Lookup<Left, bool>,
}

/// The rest of a command when a course of a combatant may end.
#[derive(PartialEq, Eq, Hash)]
enum Left {
    /// With these steps pending.
    Pending(Vec<(FrameId, Step)>),
    /// Before a throw about another, with the combatant in this state.
    Ended(UnitId, Option<(Status, Posture, Place)>),
}

impl<'a> One<'a> {
    /// A guide for one combatant, or for all that are not rolled for. Others that are rolled for
    /// are added to `found`.
    pub fn of(
        unit: Option<UnitId>,
        others: Take,
        shared: &'a BTreeSet<UnitId>,
        found: &'a mut Vec<UnitId>,
    ) -> Self {
        let apart = found.iter().filter(|id| Some(**id) != unit && !shared.contains(id));
        let apart = apart.copied().collect();
        let (alike, over) = (Lookup::default(), Lookup::default());
        Self { unit, others, shared, found, widest: 0, apart, alike, over }
    }

    /// Whether the combatant's course is over before a throw about another.
    fn is_over(
        &mut self,
        graph: &mut Graph<'_>,
        node: usize,
        about: UnitId,
    ) -> Result<bool, Fault> {
        let Some((unit, state)) = self.unit.zip(graph.state(node)) else { return Ok(false) };
        let own = state.unit(unit);
        let ended = own.map(|u| (u.status, u.placement.posture, u.placement.at));
        let (pending, ended) = (pending(state), Left::Ended(about, ended));
        Ok(self.leaves_alone(graph, node, pending)? && self.leaves_alone(graph, node, ended)?)
    }

    /// Whether nothing that remains concerns the combatant; tested from the first node with that
    /// rest.
    fn leaves_alone(
        &mut self,
        graph: &mut Graph<'_>,
        node: usize,
        left: Left,
    ) -> Result<bool, Fault> {
        if let Some(known) = self.over.get(&left) {
            return Ok(*known);
        }
        let over = self.stays_the_same(graph, node)?;
        self.over.insert(left, over);
        Ok(over)
    }

    /// Whether the combatant is not rolled for from here on, and is the same at the end.
    fn stays_the_same(&self, graph: &mut Graph<'_>, node: usize) -> Result<bool, Fault> {
        let Some(unit) = self.unit else { return Ok(false) };
        look_ahead(graph, node, |graph, at| {
            let count = graph.ways(at);
            if count == 0 {
                let [before, after] = [node, at].map(|at| graph.state(at));
                let same = before.and_then(|s| s.unit(unit)) == after.and_then(|s| s.unit(unit));
                return Ok(Seen::Known(same));
            }
            if graph.about(at)? == Some(unit) {
                return Ok(Seen::Known(false));
            }
            Ok(Seen::Open(match self.others {
                Take::Last => count - 1,
                Take::Nth(way) => way.min(count - 1),
                Take::All | Take::First | Take::End => 0,
            }))
        })
    }

    /// Whether nothing concerns the combatant after the top step and its consequences, if the
    /// throws about it come first. Most of the way there has already been followed.
    fn is_alone_beyond(&mut self, graph: &mut Graph<'_>, node: usize) -> Result<bool, Fault> {
        let frames = graph.state(node).map(|state| &state.queue.frames);
        let Some((top, below)) = frames.and_then(|frames| frames.split_last()) else {
            return Ok(false);
        };
        let (top, height) = (top.id, below.len());
        let is_within = |state: &State| {
            let frame = state.queue.frames.get(height);
            frame.is_some_and(|frame| frame.id == top || frame.parent == Some(top))
        };
        look_ahead(graph, node, |graph, at| {
            if graph.ways(at) == 0 {
                return Ok(Seen::Known(true));
            }
            let about = graph.about(at)?;
            let Some(state) = graph.state(at).filter(|_| about.is_some()) else {
                return Ok(Seen::Known(false));
            };
            if about == self.unit {
                return Ok(if is_within(state) { Seen::Open(0) } else { Seen::Known(false) });
            }
            let pending = pending(state);
            Ok(Seen::Known(self.leaves_alone(graph, at, pending)?))
        })
    }
}

/// The result of inspecting a node.
enum Seen {
    /// The answer.
    Known(bool),
    /// It lies beyond this result of the throw.
    Open(usize),
}

/// Follows one result of each throw until a node gives the answer; `false` if none does.
fn look_ahead(
    graph: &mut Graph<'_>,
    node: usize,
    mut see: impl FnMut(&mut Graph<'_>, usize) -> Result<Seen, Fault>,
) -> Result<bool, Fault> {
    let mut at = node;
    for _ in 0..MAX_LOOKAHEAD {
        let way = match see(graph, at)? {
            Seen::Known(answer) => return Ok(answer),
            Seen::Open(way) => way,
        };
        let Some((_, edge)) = graph.follow(at, way)? else { return Ok(false) };
        let Some(edge) = graph.edge(edge) else { return Ok(false) };
        at = edge.to;
    }
    Ok(false)
}

fn pending(state: &State) -> Left {
    let frames = state.queue.frames.iter();
    Left::Pending(frames.map(|frame| (frame.id, frame.step.clone())).collect())
}

impl Guide for One<'_> {
    fn take(&mut self, graph: &mut Graph<'_>, node: usize) -> Result<Take, Fault> {
        let about = graph.about(node)?.filter(|about| !self.shared.contains(about));
        let Some(about) = about else { return Ok(Take::All) };
        if Some(about) == self.unit {
            return Ok(Take::All);
        }
        if !self.found.contains(&about) {
            self.found.push(about);
        }
        self.widest = self.widest.max(graph.ways(node));
        Ok(if self.is_over(graph, node, about)? { Take::End } else { self.others })
    }

    fn representative(&mut self, graph: &mut Graph<'_>, node: usize) -> Result<usize, Fault> {
        let Some(unit) = self.unit.filter(|_| graph.ways(node) > 0) else { return Ok(node) };
        if graph.about(node)? != Some(unit) || !self.is_alone_beyond(graph, node)? {
            return Ok(node);
        }
        let Some(state) = graph.state(node) else { return Ok(node) };
        let mut hasher = Quick::default().build_hasher();
        state.unit(unit).map(unit_hash).hash(&mut hasher);
        let top = state.queue.frames.last();
        top.map(|frame| (frame.id, &frame.step, &frame.transcript)).hash(&mut hasher);
        let known = self.alike.entry(hasher.finish()).or_default();
        let is_alike =
            |other: &&usize| graph.state(**other).is_some_and(|s| alike(s, state, &self.apart));
        if let Some(found) = known.iter().find(is_alike) {
            return Ok(*found);
        }
        known.push(node);
        Ok(node)
    }

    fn collects(&self, event: &Event) -> bool {
        let Some(unit) = self.unit else { return true };
        let parties = event.what.parties();
        parties.contains(&unit) || !parties.iter().any(|id| self.apart.contains(id))
    }
}
