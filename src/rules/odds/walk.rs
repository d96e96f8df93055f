//! From the graph of a command to its courses: chances flow from throw to throw.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, BinaryHeap};

use crate::dice::Likelihood;
use crate::engine::Fault;
use crate::event::Event;

use super::course::{Course, Courses};
use super::fold::Fold;
use super::graph::Graph;
use super::same::Lookup;

/// Maximum number of places, that is, nodes with their collected facts.
const MAX_PLACES: usize = 200_000;

/// Maximum number of iterations where a node leads back to itself.
const MAX_ITERATIONS: usize = 400;

/// Which results of a throw are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Take {
    /// All, each with its chance.
    All,
    /// Only the first, as if it were certain.
    First,
    /// Only the last, as if it were certain.
    Last,
    /// Only the one with this number, or the last, as if it were certain.
    Nth(usize),
    /// None: the course ends before the throw.
    End,
}

/// What to follow on a walk.
pub(super) trait Guide {
    /// Which results of the throw at a node are followed.
    ///
    /// # Errors
    /// If the ruleset does not finish.
    fn take(&mut self, graph: &mut Graph<'_>, node: usize) -> Result<Take, Fault>;

    /// The node that represents this one: the same for all nodes that differ only in what does not
    /// matter.
    ///
    /// # Errors
    /// If the ruleset does not finish.
    fn representative(&mut self, _graph: &mut Graph<'_>, node: usize) -> Result<usize, Fault> {
        Ok(node)
    }

    /// True if an event is collected.
    fn collects(&self, _event: &Event) -> bool {
        true
    }
}

/// Follows everything.
pub(super) struct Everything;

impl Guide for Everything {
    fn take(&mut self, _graph: &mut Graph<'_>, _node: usize) -> Result<Take, Fault> {
        Ok(Take::All)
    }
}

/// A node with the facts collected on the way there.
struct Place {
    node: usize,
    /// Its outgoing ways, once followed.
    ways: Option<Vec<(Likelihood, usize)>>,
    /// True if its course ends here.
    ends: bool,
    /// Rough estimate of its chance: the likeliest places are followed first.
    size: u64,
    /// Number of incoming ways through which no chance has arrived yet.
    waits: usize,
    chance: Likelihood,
}

struct Walk<F> {
    places: Vec<Place>,
    folds: Vec<F>,
    known: Lookup<(usize, F), usize>,
    open: BinaryHeap<(u64, Reverse<usize>)>,
    /// The chance of everything left out.
    missing: Likelihood,
}

/// Computes the courses through the nodes of a command, as far as `guide` follows them. After
/// `most` step runs, what is still open is left out.
///
/// # Errors
/// If the ruleset does not finish.
pub(super) fn walk<F: Fold>(
    graph: &mut Graph<'_>,
    fold: &F,
    guide: &mut dyn Guide,
    most: usize,
) -> Result<Courses<F>, Fault> {
    let mut walk = Walk::begun(graph, fold, guide)?;
    let cut = walk.go_on(graph, guide, most, None)? == End::Cut;
    walk.flow();
    Ok(walk.courses(graph, cut))
}

/// Like [`walk`], following everything; `None` as soon as more than `most` step runs are sure to be
/// needed.
///
/// # Errors
/// If the ruleset does not finish.
pub(super) fn walk_all<F: Fold>(
    graph: &mut Graph<'_>,
    fold: &F,
    most: usize,
) -> Result<Option<Courses<F>>, Fault> {
    let guide = &mut Everything;
    let mut walk = Walk::begun(graph, fold, guide)?;
    let end = walk.go_on(graph, guide, most, Some(Ahead::default()))?;
    if end == End::Cut {
        return Ok(None);
    }
    walk.flow();
    Ok(Some(walk.courses(graph, false)))
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Everything was followed.
    Whole,
    /// Some places are still open.
    Cut,
}

/// The step runs that are certain to come.
#[derive(Default)]
struct Ahead {
    /// The nodes reached so far, and whether they have been followed.
    nodes: Lookup<usize, bool>,
    /// Number of results of the throws at nodes that have not been followed.
    runs: usize,
    /// The largest number of results at one node.
    widest: usize,
}

impl Ahead {
    /// A node is reached.
    fn reach(&mut self, graph: &Graph<'_>, node: usize) {
        let Entry::Vacant(new) = self.nodes.entry(node) else { return };
        new.insert(false);
        let ways = graph.ways(node);
        self.runs = self.runs.saturating_add(ways);
        self.widest = self.widest.max(ways);
    }

    /// A node is followed.
    #[inline]
    fn follow(&mut self, graph: &Graph<'_>, node: usize) {
        if self.nodes.insert(node, true) != Some(true) {
            self.runs = self.runs.saturating_sub(graph.ways(node));
        }
    }

    /// True if the limit is sure to be passed before the last place is followed.
    const fn pass(&self, steps: usize, most: usize) -> bool {
        steps.saturating_add(self.runs).saturating_sub(self.widest) > most
    }
}

impl<F: Fold> Walk<F> {
    /// A walk before its first throw.
    fn begun(graph: &mut Graph<'_>, fold: &F, guide: &mut dyn Guide) -> Result<Self, Fault> {
        let mut walk = Self {
            places: Vec::new(),
            folds: Vec::new(),
            known: Lookup::default(),
            open: BinaryHeap::new(),
            missing: Likelihood::ZERO,
        };
        let mut first = fold.clone();
        let Some(start) = graph.first() else { return Ok(walk) };
        start.events.iter().filter(|e| guide.collects(e)).for_each(|e| first.take(e));
        let start = start.to;
        let start = guide.representative(graph, start)?;
        walk.reach(start, first, Likelihood::ONE.size());
        Ok(walk)
    }

    /// Follows open places until none is left or the limit is passed; with `ahead`, until it is
    /// sure to be passed.
    fn go_on(
        &mut self,
        graph: &mut Graph<'_>,
        guide: &mut dyn Guide,
        most: usize,
        mut ahead: Option<Ahead>,
    ) -> Result<End, Fault> {
        let mut counted = 0;
        while let Some((size, Reverse(at))) = self.open.pop() {
            let Some(place) = self.places.get(at) else { continue };
            // Reached again since then, or already followed.
            if place.ways.is_some() || place.size != size {
                continue;
            }
            let node = place.node;
            if graph.steps > most || self.places.len() > MAX_PLACES {
                return Ok(End::Cut);
            }
            self.follow(graph, at, guide)?;
            if let Some(ahead) = &mut ahead {
                let new = self.places.get(counted..).unwrap_or_default();
                new.iter().for_each(|place| ahead.reach(graph, place.node));
                counted = self.places.len();
                ahead.follow(graph, node);
                if ahead.pass(graph.steps, most) {
                    return Ok(End::Cut);
                }
            }
        }
        Ok(End::Whole)
    }
}

impl<F: Fold> Walk<F> {
    /// The index of a place, after adding `size` to its estimate.
    fn reach(&mut self, node: usize, fold: F, size: u64) -> usize {
        let new = self.places.len();
        let at = *self.known.entry((node, fold.clone())).or_insert(new);
        if at == new {
            let chance = Likelihood::ZERO;
            let ends = false;
            self.places.push(Place { node, ways: None, ends, size: 0, waits: 0, chance });
            self.folds.push(fold);
        }
        if let Some(place) = self.places.get_mut(at).filter(|place| place.ways.is_none()) {
            place.size = place.size.saturating_add(size);
            self.open.push((place.size, Reverse(at)));
        }
        at
    }

    /// Follows every outgoing way of a place.
    fn follow(
        &mut self,
        graph: &mut Graph<'_>,
        at: usize,
        guide: &mut dyn Guide,
    ) -> Result<(), Fault> {
        let (Some(place), Some(fold)) = (self.places.get(at), self.folds.get(at).cloned()) else {
            return Ok(());
        };
        let (node, size) = (place.node, place.size);
        let count = graph.ways(node);
        let taken = if count == 0 { Take::All } else { guide.take(graph, node)? };
        let which = match taken {
            Take::All => 0..count,
            Take::First => 0..1,
            Take::Last => count - 1..count,
            Take::Nth(way) => way.min(count - 1)..way.min(count - 1) + 1,
            Take::End => 0..0,
        };
        let mut ways = Vec::with_capacity(which.len());
        for way in which {
            let Some((chance, edge)) = graph.follow(node, way)? else { continue };
            let chance = if taken == Take::All { chance } else { Likelihood::ONE };
            let Some(edge) = graph.edge(edge) else { continue };
            let mut next = fold.clone();
            edge.events.iter().filter(|event| guide.collects(event)).for_each(|e| next.take(e));
            let to = edge.to;
            let to = guide.representative(graph, to)?;
            let share = (u128::from(size) * u128::from(chance.size())) >> 63;
            let to = self.reach(to, next, u64::try_from(share).unwrap_or(u64::MAX));
            ways.push((chance, to));
        }
        if taken == Take::All {
            let rest = graph.left_out(node);
            if !rest.is_zero() {
                // Results not followed stay here and are counted as missing.
                ways.push((rest, usize::MAX));
            }
        }
        if let Some(place) = self.places.get_mut(at) {
            place.ways = Some(ways);
            place.ends = taken == Take::End;
        }
        Ok(())
    }

    /// Lets the chances flow from the start to the ends.
    fn flow(&mut self) {
        for at in 0..self.places.len() {
            for (_, to) in self.places.get(at).and_then(|p| p.ways.clone()).unwrap_or_default() {
                if let Some(place) = self.places.get_mut(to) {
                    place.waits += 1;
                }
            }
        }
        if let Some(start) = self.places.first_mut() {
            start.chance = Likelihood::ONE;
        }
        // In topological order: a place comes after everything that leads to it.
        let start = self.places.first().filter(|start| start.waits == 0);
        let mut ready: BTreeSet<usize> = start.map(|_| 0).into_iter().collect();
        let mut flowed = vec![false; self.places.len()];
        while let Some(at) = ready.pop_first() {
            if let Some(flowed) = flowed.get_mut(at) {
                *flowed = true;
            }
            for to in self.pour(at) {
                let Some(place) = self.places.get_mut(to) else { continue };
                place.waits = place.waits.saturating_sub(1);
                if place.waits == 0 {
                    ready.insert(to);
                }
            }
        }
        // Cycles and everything after them: iterated until almost no chance is left.
        let all = 0..self.places.len();
        let rest: Vec<usize> = all.filter(|at| flowed.get(*at) == Some(&false)).collect();
        for _ in 0..MAX_ITERATIONS {
            let full = rest.iter().filter(|at| {
                let place = self.places.get(**at);
                place.is_some_and(|p| !p.chance.is_negligible() && has_ways(p))
            });
            let full: Vec<usize> = full.copied().collect();
            if full.is_empty() {
                return;
            }
            for at in full {
                self.pour(at);
            }
        }
    }

    /// Passes a place's chance on along its ways and returns their targets. At an end it stays.
    fn pour(&mut self, at: usize) -> Vec<usize> {
        let Some(place) = self.places.get_mut(at).filter(|place| has_ways(place)) else {
            return Vec::new();
        };
        let ways = place.ways.clone().unwrap_or_default();
        let chance = std::mem::replace(&mut place.chance, Likelihood::ZERO);
        for (share, to) in &ways {
            match self.places.get_mut(*to) {
                Some(next) => next.chance += chance * *share,
                None => self.missing += chance * *share,
            }
        }
        ways.into_iter().map(|(_, to)| to).collect()
    }

    /// The courses: places without outgoing ways.
    fn courses(self, graph: &Graph<'_>, cut: bool) -> Courses<F> {
        let mut courses = Courses { missing: self.missing, cut, ..Courses::default() };
        for (place, fold) in self.places.into_iter().zip(self.folds) {
            let ended = graph.ways(place.node) == 0 && graph.left_out(place.node).is_zero();
            match graph.state(place.node).filter(|_| ended || place.ends) {
                _ if place.chance.is_zero() => {}
                Some(state) => {
                    let state = state.clone();
                    courses.list.push(Course { chance: place.chance, fold, state });
                }
                None => courses.missing += place.chance,
            }
        }
        courses
    }
}

fn has_ways(place: &Place) -> bool {
    place.ways.as_ref().is_some_and(|ways| !ways.is_empty())
}
