//! Drawing samples of what comes of a command, with seeded dice, by the code that resolves it.

use std::collections::{BTreeMap, HashMap};

use highground::grid::{Hm, Place, UnitId};
use highground::rules::dice::{Dice, Throw};
use highground::rules::engine::{self, BattleStatus, Until};
use highground::rules::event::{Degree, Event, EventKind};
use highground::rules::odds::Fold;
use highground::rules::oracle::{Branching, Given, Play};
use highground::rules::ruleset::Ruleset;
use highground::rules::state::{Posture, State, Status};
use highground::rules::{Command, Key};

/// The rolls against or of combatants, and how they went.
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

/// What became of one combatant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    /// Where its main track stands.
    pub health: i32,
    pub pools: Vec<(Key, i32)>,
    pub status: Status,
    pub lies: bool,
    pub at: Place,
    pub feet: Hm,
    pub conditions: Vec<(Key, i32)>,
    /// The rolls against it and its own.
    pub rolls: Vec<(Key, Degree)>,
}

/// What became of everybody.
pub type Fates = BTreeMap<UnitId, Fate>;

/// What became of everybody, read from a state and the rolls that led to it.
pub fn fates(state: &State, rolls: &Rolls) -> Fates {
    let fate = |u: &highground::rules::state::Unit| Fate {
        health: u.tracks.0.iter().next().map_or(0, |track| track.value),
        pools: u.pools.0.iter().map(|pool| (pool.id.clone(), pool.value)).collect(),
        status: u.status,
        lies: u.placement.posture == Posture::Prone,
        at: u.placement.at,
        feet: u.placement.feet,
        conditions: u.conditions.0.iter().map(|c| (c.id.clone(), c.size)).collect(),
        rolls: rolls
            .0
            .iter()
            .filter(|(who, ..)| *who == Some(u.id()))
            .map(|(_, purpose, degree)| (purpose.clone(), *degree))
            .collect(),
    };
    state.units.iter().map(|u| (u.id(), fate(u))).collect()
}

/// The rolls among events: against whom, or whose if against nobody.
pub fn rolls(events: &[Event]) -> Rolls {
    let mut rolls = Rolls::default();
    rolls.extend(events);
    rolls
}

/// A fumble is a failure like others where nothing follows from it; where something does, that
/// shows. So odds need not tell the two apart.
const fn degree(degree: Degree) -> Degree {
    match degree {
        Degree::Fumble => Degree::Failure,
        other => other,
    }
}

/// One resolution from beginning to end with the dice of a seed, as in play.
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

/// Where a resolution stands.
enum Node {
    /// Dice are needed; what each of their results leads to is filled in when it first comes up.
    Throw { throw: Throw, state: Box<State>, rolls: Rolls, next: BTreeMap<Vec<u16>, usize> },
    /// It is over.
    End(Fates),
}

/// The resolutions of a command as far as dice have led to them. Every face of every die goes
/// through the code that resolves; what it led to is kept, so that the next sample with the same
/// faces need not ask again. Stands that are equal in every bit of the state go on the same way
/// and are kept once.
pub struct Sampler<'a> {
    rules: &'a dyn Ruleset,
    nodes: Vec<Node>,
    known: HashMap<(u64, Rolls), usize>,
    start: usize,
}

impl<'a> Sampler<'a> {
    pub fn new(rules: &'a dyn Ruleset, state: &State, command: &Command) -> Self {
        let mut state = state.clone();
        let (events, rest) =
            engine::submit_until(rules, &mut state, command, &mut Branching, Until::Idle)
                .expect("allowed");
        let mut sampler = Self { rules, nodes: Vec::new(), known: HashMap::new(), start: 0 };
        sampler.start = sampler.node(state, rest, rolls(&events));
        sampler
    }

    /// One resolution with these dice; gives the number of its end.
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

    /// What became of everybody at an end.
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
        let new = self.node(state, rest, so_far);
        if let Node::Throw { next, .. } = &mut self.nodes[at] {
            next.insert(faces, new);
        }
        new
    }

    /// Answers what is asked and keeps where the resolution then stands.
    fn node(&mut self, mut state: State, mut rest: BattleStatus, mut so_far: Rolls) -> usize {
        while let BattleStatus::Asked(prompt) = &rest {
            let answer = engine::policy_answer(self.rules, &state, prompt);
            engine::give(&mut state, Given::Answer(answer));
            let (mut events, until) = (Vec::new(), Until::Idle);
            rest =
                engine::advance_until(self.rules, &mut state, &mut Branching, &mut events, until)
                    .expect("no fault");
            so_far.extend(&events);
        }
        // Rolls belong to what is compared: two that went differently may lead to the same state.
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
