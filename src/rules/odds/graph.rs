//! The graph of a resolution: its nodes before each throw and at the end, and how dice lead from
//! one node to the next.
//!
//! The resolving code runs once for each result of the throw at each node. Nodes with equal states
//! are merged, however they were reached.

use std::rc::Rc;

use crate::command::Command;
use crate::dice::{Branches, Likelihood};
use crate::engine::{self, BattleStatus, CommandError, Fault, Until};
use crate::event::{Event, EventKind};
use crate::oracle::{Branching, Given};
use crate::ruleset::Ruleset;
use crate::state::State;
use grid::UnitId;

use super::play::Play;
use super::same::{Lookup, SeenStates, same};

/// Maximum number of questions answered in a row; a ruleset that asks more is considered endless.
const MAX_PROMPTS: usize = 1_000;

/// Maximum number of throws to look ahead for the subject of a throw.
const MAX_LOOKAHEAD: usize = 32;

/// The events on the way from one node to another.
pub(super) struct Edge {
    pub events: Vec<Event>,
    pub to: usize,
}

/// A node of the resolution: before a throw, or at its end.
struct GraphNode {
    state: State,
    /// The results of the throw; `None` at an end.
    throw: Option<Rc<Branches>>,
    /// The combatant the throw is about, once determined; `Some(None)` if it concerns several.
    about: Option<Option<UnitId>>,
}

/// The nodes of a command reached so far.
pub(super) struct Graph<'r> {
    rules: &'r dyn Ruleset,
    actor: Option<UnitId>,
    nodes: Vec<GraphNode>,
    edges: Vec<Edge>,
    /// The edge that each result followed so far leads along, by node and result.
    taken: Lookup<(usize, usize), usize>,
    seen: SeenStates,
    /// How far to resolve.
    until: Until,
    /// Whether events between nodes are kept.
    keeps_events: bool,
    /// Number of step runs.
    pub steps: usize,
}

impl<'r> Graph<'r> {
    /// Resolves a command up to its first throw. The first edge leads there.
    ///
    /// # Errors
    /// If the command is refused or the ruleset does not finish.
    pub fn of(
        rules: &'r dyn Ruleset,
        state: &State,
        command: &Command,
    ) -> Result<Self, CommandError> {
        Self::of_play(rules, state, Play::Command(command))
    }

    /// Resolves a play up to its first throw. The first edge leads there.
    ///
    /// # Errors
    /// If its command is refused or the ruleset does not finish.
    pub fn of_play(
        rules: &'r dyn Ruleset,
        state: &State,
        play: Play<'_>,
    ) -> Result<Self, CommandError> {
        let (command, until) = match play {
            Play::Opening => (None, Until::Verdict),
            Play::Command(command) => (Some(command), Until::Idle),
            Play::Through(command) => (Some(command), Until::Verdict),
        };
        let mut graph = Self {
            rules,
            actor: command.and_then(Command::unit),
            nodes: Vec::new(),
            edges: Vec::new(),
            taken: Lookup::default(),
            seen: SeenStates::default(),
            until,
            keeps_events: true,
            steps: 1,
        };
        let mut start = state.clone();
        let (events, status) = match command {
            None => (Vec::new(), BattleStatus::Idle),
            Some(command) => {
                engine::submit_until(rules, &mut start, command, &mut Branching, Until::Idle)?
            }
        };
        graph.arrive(start, status, events)?;
        Ok(graph)
    }

    /// Stops keeping the events between nodes. For callers that read only the nodes and do not ask
    /// what a throw is about.
    pub const fn forget_events(&mut self) {
        self.keeps_events = false;
    }

    /// The edge to the first node, with the events before the first throw.
    pub fn first(&self) -> Option<&Edge> {
        self.edges.first()
    }

    pub fn edge(&self, number: usize) -> Option<&Edge> {
        self.edges.get(number)
    }

    pub fn state(&self, node: usize) -> Option<&State> {
        self.nodes.get(node).map(|node| &node.state)
    }

    /// Number of results of the throw at a node; 0 at an end.
    #[inline]
    pub fn ways(&self, node: usize) -> usize {
        self.branches(node).map_or(0, |branches| branches.ways.len())
    }

    /// The sizes of the results of the throw at a node, as [`Likelihood::size`].
    pub fn sizes(&self, node: usize) -> Vec<u64> {
        let ways = self.branches(node).map_or(&[][..], |branches| &branches.ways);
        ways.iter().map(|(chance, _)| chance.size()).collect()
    }

    fn branches(&self, node: usize) -> Option<&Branches> {
        self.nodes.get(node).and_then(|node| node.throw.as_deref())
    }

    /// The chance of results at a node that are not followed.
    pub fn left_out(&self, node: usize) -> Likelihood {
        self.branches(node).map_or(Likelihood::ZERO, |branches| branches.rest)
    }

    /// The chance of one result at a node, and the index of the edge it leads along.
    ///
    /// # Errors
    /// If the ruleset does not finish.
    pub fn follow(
        &mut self,
        node: usize,
        way: usize,
    ) -> Result<Option<(Likelihood, usize)>, Fault> {
        let Some(from) = self.nodes.get(node) else { return Ok(None) };
        let result = from.throw.as_ref().and_then(|branches| branches.ways.get(way));
        let Some((chance, faces)) = result else { return Ok(None) };
        let chance = *chance;
        if let Some(edge) = self.taken.get(&(node, way)) {
            return Ok(Some((chance, *edge)));
        }
        let mut state = from.state.clone();
        engine::give(&mut state, Given::Faces(faces.clone()));
        let (status, events) = self.advance(&mut state)?;
        let edge = self.arrive(state, status, events)?;
        self.taken.insert((node, way), edge);
        Ok(Some((chance, edge)))
    }

    fn advance(&mut self, state: &mut State) -> Result<(BattleStatus, Vec<Event>), Fault> {
        self.steps += 1;
        let mut events = Vec::new();
        let source = &mut Branching;
        let status = engine::advance_until(self.rules, state, source, &mut events, self.until)?;
        Ok((status, events))
    }

    /// Answers questions, stores the node reached and returns the index of the edge that leads
    /// there.
    fn arrive(
        &mut self,
        mut state: State,
        mut status: BattleStatus,
        mut events: Vec<Event>,
    ) -> Result<usize, Fault> {
        if status == BattleStatus::Idle && self.until != Until::Idle {
            let (next, more) = self.advance(&mut state)?;
            events.extend(more);
            status = next;
        }
        let mut asked = 0;
        while let BattleStatus::Asked(prompt) = &status {
            asked += 1;
            if asked > MAX_PROMPTS {
                return Err(Fault::Endless(prompt.kind.to_string()));
            }
            let answer = engine::policy_answer(self.rules, &state, prompt);
            engine::give(&mut state, Given::Answer(answer));
            let (next, more) = self.advance(&mut state)?;
            events.extend(more);
            status = next;
        }
        let to = self.node(state, &status);
        let events = if self.keeps_events { events } else { Vec::new() };
        self.edges.push(Edge { events, to });
        Ok(self.edges.len() - 1)
    }

    /// The index of the node with this state.
    fn node(&mut self, state: State, status: &BattleStatus) -> usize {
        let hash = self.seen.hash(&state);
        let is_same = |i: usize| self.nodes.get(i).is_some_and(|known| same(&known.state, &state));
        if let Some(known) = self.seen.find(hash, is_same) {
            return known;
        }
        let throw = match status {
            BattleStatus::Dice(throw) => Some(throw.known_branches()),
            _ => None,
        };
        self.seen.keep(hash, self.nodes.len());
        self.nodes.push(GraphNode { state, throw, about: None });
        self.nodes.len() - 1
    }

    /// The one combatant that the throw at a node is about; `None` if it is about the actor, about
    /// several, or unclear.
    ///
    /// # Errors
    /// If the ruleset does not finish.
    pub fn about(&mut self, node: usize) -> Result<Option<UnitId>, Fault> {
        if let Some(known) = self.nodes.get(node).and_then(|s| s.about) {
            return Ok(known);
        }
        let found = self.look_ahead(node)?.filter(|unit| Some(*unit) != self.actor);
        if let Some(node) = self.nodes.get_mut(node) {
            node.about = Some(found);
        }
        Ok(found)
    }

    /// The subject of the roll reported once the phase has all its dice, or of the hit if no roll
    /// is reported. Throws and the events about them come in the same order.
    fn look_ahead(&mut self, node: usize) -> Result<Option<UnitId>, Fault> {
        let thrown = |given: &&Given| matches!(given, Given::Faces(_));
        let top = self.state(node).and_then(|state| state.queue.frames.last());
        let place = top.map_or(0, |frame| frame.transcript.iter().filter(thrown).count());
        let mut at = node;
        for _ in 0..MAX_LOOKAHEAD {
            let Some((_, edge)) = self.follow(at, 0)? else { return Ok(None) };
            let Some(edge) = self.edge(edge) else { return Ok(None) };
            let rolls: Vec<Option<UnitId>> = edge
                .events
                .iter()
                .filter_map(|event| match &event.what {
                    EventKind::Rolled(roll) => Some(roll.target.or(roll.who)),
                    _ => None,
                })
                .collect();
            if let Some(about) = rolls.get(place).or_else(|| rolls.last()) {
                return Ok(*about);
            }
            if !edge.events.is_empty() {
                // Some rulesets report damage dice only with the hit.
                let hit = edge.events.iter().find_map(|event| match &event.what {
                    EventKind::Hit { target, .. } => Some(*target),
                    _ => None,
                });
                return Ok(hit);
            }
            at = edge.to;
        }
        Ok(None)
    }
}
