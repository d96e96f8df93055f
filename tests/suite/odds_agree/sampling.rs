//! Samples the outcomes of a command with seeded dice, through the code that resolves it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use highground::grid::{Hm, Place, UnitId};
use highground::rules::dice::{Dice, Throw};
use highground::rules::engine::{self, BattleStatus, Until};
use highground::rules::event::{Degree, Event, EventKind};
use highground::rules::odds::Fold;
use highground::rules::oracle::{Branching, Given, Play};
use highground::rules::ruleset::Ruleset;
use highground::rules::state::{Posture, State, Status, Unit};
use highground::rules::{Command, Key, RuleId, Term};

/// Rolls against or by units, and their results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rolls(Vec<(Option<UnitId>, Key, Degree)>);

impl Fold for Rolls {
    fn take(&mut self, event: &Event) {
        if let EventKind::Rolled(r) = &event.what {
            self.0.push((r.target.or(r.who), r.purpose.clone(), degree(r.degree)));
        }
    }
}

impl Rolls {
    fn extend(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.take(event));
    }
}

/// What the events of samples have shown.
#[derive(Default)]
pub struct Shown {
    pub rules: BTreeSet<RuleId>,
    /// The units about which rolls were made.
    pub rolled: BTreeSet<UnitId>,
    /// True if a readied act was carried out.
    pub reacted: bool,
}

impl Shown {
    fn extend(&mut self, events: &[Event]) {
        for event in events {
            self.rules.extend(event.rules.iter().cloned());
            let mut name = |terms: &[Term]| {
                self.rules.extend(terms.iter().map(|t| t.rule.clone()));
            };
            match &event.what {
                EventKind::Rolled(roll) => {
                    name(&roll.terms);
                    roll.against.iter().for_each(|against| name(&against.terms));
                    self.rolled.extend(roll.target.or(roll.who));
                }
                EventKind::Hit { packets, .. } => packets.iter().for_each(|p| name(&p.terms)),
                EventKind::Disarmed { .. } => self.reacted = true,
                _ => {}
            }
        }
    }
}

/// Final state of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    /// Values of its tracks, the main one first.
    pub tracks: Vec<i32>,
    /// Values of the meters of its worn items, and of its layers.
    pub carriers: Vec<i32>,
    pub pools: Vec<(Key, i32)>,
    pub status: Status,
    pub lies: bool,
    pub at: Place,
    pub feet: Hm,
    pub conditions: Vec<(Key, i32, Option<Key>)>,
    /// Rolls against it and by it.
    pub rolls: Vec<(Key, Degree)>,
}

/// Final state of all units.
pub type Fates = BTreeMap<UnitId, Fate>;

/// Final state of all units, from a state and the rolls that led to it.
pub fn fates(state: &State, rolls: &Rolls) -> Fates {
    let fate = |u: &Unit| Fate {
        tracks: u.tracks.0.iter().map(|track| track.value).collect(),
        carriers: carried(u),
        pools: u.pools.0.iter().map(|pool| (pool.id.clone(), pool.value)).collect(),
        status: u.status,
        lies: u.placement.posture == Posture::Prone,
        at: u.placement.at,
        feet: u.placement.feet,
        conditions: u.conditions.0.iter().map(|c| (c.id.clone(), c.size, c.part.clone())).collect(),
        rolls: rolls
            .0
            .iter()
            .filter(|(who, ..)| *who == Some(u.id()))
            .map(|(_, purpose, degree)| (purpose.clone(), *degree))
            .collect(),
    };
    state.units.iter().map(|u| (u.id(), fate(u))).collect()
}

fn carried(unit: &Unit) -> Vec<i32> {
    let items = unit.carriers.items().flat_map(|(_, meters)| meters.iter());
    let layers = unit.carriers.layers().flat_map(|layer| layer.meters.iter());
    items.chain(layers).map(|meter| meter.value).collect()
}

/// Rolls among events, each with its target, or with its roller if it has no target.
pub fn rolls(events: &[Event]) -> Rolls {
    let mut rolls = Rolls::default();
    rolls.extend(events);
    rolls
}

/// Treats a fumble as an ordinary failure: if it has consequences, they show in the state. So odds
/// need not distinguish the two.
const fn degree(degree: Degree) -> Degree {
    match degree {
        Degree::Fumble => Degree::Failure,
        other => other,
    }
}

/// One resolution from beginning to end with seeded dice, as in play.
pub fn straight(rules: &dyn Ruleset, state: &State, command: &Command, seed: u64) -> Fates {
    let mut state = state.clone();
    state.dice = Dice::seeded(seed);
    let (mut events, mut rest) =
        engine::submit_until(rules, &mut state, command, &mut Play, Until::Idle).expect("allowed");
    while let BattleStatus::Asked(prompt) = &rest {
        let answer = engine::policy_answer(rules, &state, prompt);
        engine::give(&mut state, Given::Answer(answer));
        rest = engine::advance_until(rules, &mut state, &mut Play, &mut events, Until::Idle)
            .expect("no fault");
    }
    fates(&state, &rolls(&events))
}

/// The first throw of a command; `None` if it is not allowed or needs none.
pub fn opening(rules: &dyn Ruleset, state: &State, command: &Command) -> Option<Throw> {
    let mut state = state.clone();
    let (source, until) = (&mut Branching, Until::Idle);
    let (mut events, mut rest) =
        engine::submit_until(rules, &mut state, command, source, until).ok()?;
    while let BattleStatus::Asked(prompt) = &rest {
        let answer = engine::policy_answer(rules, &state, prompt);
        engine::give(&mut state, Given::Answer(answer));
        let source = &mut Branching;
        rest = engine::advance_until(rules, &mut state, source, &mut events, until).ok()?;
    }
    match rest {
        BattleStatus::Dice(throw) => Some(throw),
        _ => None,
    }
}

/// A point of a resolution.
enum Node {
    /// Dice are needed. The successor for each result is filled in when it first comes up.
    Throw { throw: Throw, state: Box<State>, rolls: Rolls, next: BTreeMap<Vec<u16>, usize> },
    /// The resolution is over.
    End(Fates),
}

/// Tree of the resolutions of a command, as far as sampled. Every result of every die goes through
/// the resolving code; its successor is kept, so that later samples with the same faces reuse it.
/// Points with identical states are shared.
pub struct Sampler<'a> {
    rules: &'a dyn Ruleset,
    nodes: Vec<Node>,
    known: HashMap<(u64, Rolls), usize>,
    start: usize,
    /// What the samples have covered.
    pub shown: Shown,
}

impl<'a> Sampler<'a> {
    pub fn new(rules: &'a dyn Ruleset, state: &State, command: &Command) -> Self {
        let mut state = state.clone();
        let (events, rest) =
            engine::submit_until(rules, &mut state, command, &mut Branching, Until::Idle)
                .expect("allowed");
        let (nodes, known, mut shown) = (Vec::new(), HashMap::new(), Shown::default());
        shown.extend(&events);
        let mut sampler = Self { rules, nodes, known, start: 0, shown };
        sampler.start = sampler.node(state, rest, rolls(&events));
        sampler
    }

    /// Resolves once with these dice; returns the index of its end.
    pub fn sample(&mut self, dice: &mut Dice) -> usize {
        let mut at = self.start;
        loop {
            let Node::Throw { throw, next, .. } = &self.nodes[at] else { return at };
            let faces = dice.throw(throw);
            at = match next.get(&faces) {
                Some(known) => *known,
                None => self.resolve(at, faces),
            };
        }
    }

    /// Final state of all units at an end node.
    pub fn end(&self, number: usize) -> &Fates {
        match &self.nodes[number] {
            Node::End(fates) => fates,
            Node::Throw { .. } => unreachable!("samples stop at ends"),
        }
    }

    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    fn resolve(&mut self, at: usize, faces: Vec<u16>) -> usize {
        let Node::Throw { state, rolls: before, .. } = &self.nodes[at] else {
            unreachable!("only throws are resolved");
        };
        let (mut state, mut so_far) = (State::clone(state), before.clone());
        engine::give(&mut state, Given::Faces(faces.clone()));
        let mut events = Vec::new();
        let until = Until::Idle;
        let rest =
            engine::advance_until(self.rules, &mut state, &mut Branching, &mut events, until)
                .expect("no fault");
        so_far.extend(&events);
        self.shown.extend(&events);
        let new = self.node(state, rest, so_far);
        if let Node::Throw { next, .. } = &mut self.nodes[at] {
            next.insert(faces, new);
        }
        new
    }

    /// Answers prompts and stores the resulting position of the resolution.
    fn node(&mut self, mut state: State, mut rest: BattleStatus, mut so_far: Rolls) -> usize {
        while let BattleStatus::Asked(prompt) = &rest {
            let answer = engine::policy_answer(self.rules, &state, prompt);
            engine::give(&mut state, Given::Answer(answer));
            let (mut events, until) = (Vec::new(), Until::Idle);
            rest =
                engine::advance_until(self.rules, &mut state, &mut Branching, &mut events, until)
                    .expect("no fault");
            so_far.extend(&events);
            self.shown.extend(&events);
        }
        // Rolls are part of the comparison: different rolls may lead to the same state.
        let key = (state.hash(), so_far.clone());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let node = match rest {
            BattleStatus::Dice(throw) => {
                Node::Throw { throw, state: Box::new(state), rolls: so_far, next: BTreeMap::new() }
            }
            _ => Node::End(fates(&state, &so_far)),
        };
        self.nodes.push(node);
        self.known.insert(key, self.nodes.len() - 1);
        self.nodes.len() - 1
    }
}
