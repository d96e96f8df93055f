//! Invalid commands: of all kinds, for any unit, anywhere, with extreme numbers, and valid commands
//! with one fault.

use highground::grid::{Cell, Dir, EdgeAt, Hm, Place, SideId, ThingId, UnitId};
use highground::rules::engine;
use highground::rules::policy::Policy;
use highground::rules::prompt::Answer;
use highground::rules::referee::{Lasts, Ruling};
use highground::rules::ruleset::Ruleset;
use highground::rules::state::{
    Awareness, Carrier, Condition, Expiry, LayerState, Observer, Posture, State, Status,
};
use highground::rules::{Command, Key, Part, Target, Value, Values, Waypoint};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Numbers at the limits of their types, and some ordinary numbers.
const NUMBERS: [i32; 16] = [
    i32::MIN,
    i32::MIN + 1,
    -1_000_000_000,
    -1_000,
    -7,
    -1,
    0,
    1,
    2,
    5,
    12,
    99,
    1_000,
    1_000_000_000,
    i32::MAX - 1,
    i32::MAX,
];

/// Names used somewhere in the game, and some without meaning.
const NAMES: [&str; 16] = [
    "",
    "walk",
    "fly",
    "climb",
    "leap",
    "swim",
    "yes",
    "health",
    "durability",
    "prone",
    "slash",
    "cover",
    "no such name",
    "\u{0}\u{7f}\u{202e}",
    "ÄÖÜ ß 🎲",
    "../../etc/passwd",
];

/// A seeded source of random values.
pub struct Wild(Pcg64Mcg);

impl Wild {
    pub fn seeded(seed: u64) -> Self {
        let mut generator = Pcg64Mcg::new((u128::from(seed) << 64) | 0xCAFE_F00D_D15E_A5E5);
        for _ in 0..4 {
            generator.next_u64();
        }
        Self(generator)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.0.next_u64() % n as u64) as usize }
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// An element of a non-empty list.
    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn number(&mut self) -> i32 {
        self.pick(&NUMBERS)
    }

    fn small(&mut self) -> u16 {
        self.pick(&[0, 1, 2, 3, 99, 100, u16::MAX])
    }

    fn name(&mut self) -> Key {
        if self.one_in(200) {
            return Key::new(&"x".repeat(100_000));
        }
        Key::new(self.pick(&NAMES))
    }

    fn unit(&mut self, state: &State) -> UnitId {
        match self.below(12) {
            0 => UnitId(u32::MAX),
            1 => UnitId(self.below(3_000) as u32),
            _ => {
                let all: Vec<UnitId> = state.units.iter().map(|u| u.id()).collect();
                if all.is_empty() { UnitId(0) } else { self.pick(&all) }
            }
        }
    }

    fn dir(&mut self) -> Dir {
        self.pick(&Dir::ALL)
    }

    fn cell(&mut self, state: &State) -> Cell {
        let board = &state.scene.board;
        match self.below(8) {
            0 => Cell::new(self.pick(&[i16::MIN, -1, 0, i16::MAX]), self.pick(&[i16::MAX, -1, 0])),
            1 => Cell::new(board.width() as i16, board.height() as i16),
            _ => {
                let x = self.below(usize::from(board.width())) as i16;
                Cell::new(x, self.below(usize::from(board.height())) as i16)
            }
        }
    }

    fn place(&mut self, state: &State) -> Place {
        match self.below(12) {
            0 => Place::Spot(self.small()),
            1 => Place::Between { from: self.small(), to: self.small(), metres: self.small() },
            _ => Place::Cell(self.cell(state)),
        }
    }

    fn waypoint(&mut self, state: &State) -> Waypoint {
        let feet = if self.one_in(3) { Some(Hm(self.number())) } else { None };
        Waypoint::new(self.place(state), feet)
    }

    /// A path: from the unit's own cell step by step, or anywhere.
    fn path(&mut self, state: &State, unit: UnitId) -> Vec<Waypoint> {
        let length = self.pick(&[0, 1, 2, 3, 8, 30, 400]);
        let home = state.unit(unit).and_then(|u| u.placement.at.cell());
        let Some(mut cell) = home.filter(|_| !self.one_in(4)) else {
            return (0..length).map(|_| self.waypoint(state)).collect();
        };
        let mut path = Vec::new();
        for _ in 0..length {
            cell = cell.step(self.dir());
            let feet = if self.one_in(6) { Some(Hm(self.number())) } else { None };
            path.push(Waypoint::new(cell, feet));
        }
        path
    }

    fn target(&mut self, state: &State) -> Target {
        match self.below(10) {
            0..=2 => Target::Unit(self.unit(state)),
            8 => Target::Direction(self.dir()),
            9 => {
                let part = self.pick(&["head", "left_arm", "no_such_part"]);
                let unit = self.unit(state);
                Part::new(part).map_or(Target::Unit(unit), |part| Target::Part(unit, part))
            }
            3..=4 => Target::Place(self.place(state)),
            5..=6 => {
                let floors = [None, None, Some(Hm(6)), Some(Hm(i32::MIN)), Some(Hm(i32::MAX))];
                let floor = self.pick(&floors);
                Target::Edge(EdgeAt { cell: self.cell(state), side: self.dir(), floor })
            }
            _ => Target::Thing(ThingId(self.small())),
        }
    }

    /// Values of parameters: mostly none.
    fn values(&mut self) -> Values {
        let mut values = Values::default();
        let count = self.pick(&[0, 0, 0, 0, 1, 2, 40]);
        for _ in 0..count {
            let value = match self.below(3) {
                0 => Value::Number(self.number()),
                1 => Value::Name(self.name()),
                _ => Value::Direction(self.dir()),
            };
            values.set(self.name(), value);
        }
        values
    }

    fn targets(&mut self, state: &State) -> Vec<Target> {
        let count = self.pick(&[0, 1, 1, 1, 1, 1, 2, 3, 7]);
        let mut targets: Vec<Target> = (0..count).map(|_| self.target(state)).collect();
        if self.one_in(100) {
            let one = self.target(state);
            targets = vec![one; 5_000];
        }
        targets
    }

    /// A random command. `acts` are the names of acts and their variants.
    pub fn command(&mut self, state: &State, acts: &[(Key, Key)]) -> Command {
        let unit = match state.scene.clock.active.first() {
            Some(unit) if !self.one_in(3) => *unit,
            _ => self.unit(state),
        };
        match self.below(16) {
            0..=3 => {
                let path = self.path(state, unit);
                Command::Move { unit, path, manner: self.name() }
            }
            4..=9 => {
                let (act, choice) = match acts.is_empty() || self.one_in(6) {
                    true => (self.name(), self.name()),
                    false => self.pick(acts),
                };
                let choice = if self.one_in(4) { self.name() } else { choice };
                Command::Act {
                    unit,
                    act,
                    targets: self.targets(state),
                    choice,
                    with: self.values(),
                }
            }
            10 => Command::Answer(Answer(self.small())),
            11 if self.one_in(2) => Command::Face { unit, facing: self.dir() },
            11 => Command::Hold { unit },
            12 => Command::EndTurn { unit },
            13 => {
                let side = SideId(self.pick(&[0, 1, 2, 3, 4, u8::MAX]));
                let policy = self.pick(&[Policy::Ask, Policy::Always, Policy::Never]);
                let about = if acts.is_empty() { self.name() } else { self.pick(acts).0 };
                Command::Policy { side, about, policy }
            }
            _ => self.ruling(state),
        }
    }

    /// A meter of a unit and a new value; rarely another name.
    fn meter(&mut self, state: &State, unit: UnitId, of_pools: bool) -> (Key, i32) {
        let known: Vec<(Key, i32)> = state.unit(unit).map_or_else(Vec::new, |u| {
            let meters = if of_pools { &u.pools.0 } else { &u.tracks.0 };
            meters.iter().map(|m| (m.id.clone(), m.max)).collect()
        });
        if known.is_empty() || self.one_in(6) {
            return (self.name(), self.number());
        }
        let (id, max) = self.pick(&known);
        let values = [0, 1, max / 2, max, -max, max.saturating_add(1), self.number()];
        (id, self.pick(&values))
    }

    /// The name of a condition of a unit, or another name.
    fn condition(&mut self, state: &State) -> Key {
        let conditions = state.units.iter().flat_map(|u| &u.conditions.0);
        let ids: Vec<Key> = conditions.map(|c| c.id.clone()).collect();
        if ids.is_empty() || self.one_in(3) { self.name() } else { self.pick(&ids) }
    }

    /// A random duration of a condition.
    fn expiry(&mut self, of: UnitId, left: u16) -> Expiry {
        match self.below(6) {
            0 => Expiry::Battle,
            1 => Expiry::Hits(left),
            2 => Expiry::Slots { of, left },
            3 => Expiry::TurnEnds { of, left },
            4 => Expiry::Rounds(left),
            _ => Expiry::Until(self.name()),
        }
    }

    /// A random ruling.
    pub fn ruling(&mut self, state: &State) -> Command {
        let unit = self.unit(state);
        let lasts = self.pick(&[Lasts::Turn, Lasts::Round, Lasts::Battle]);
        Command::Ruling(match self.below(18) {
            0 => {
                let (id, to) = self.meter(state, unit, false);
                if self.one_in(2) {
                    let on = if self.one_in(2) {
                        Carrier::Item(self.name())
                    } else {
                        Carrier::Layer(self.name())
                    };
                    Ruling::Wear { unit, on, id, to }
                } else {
                    self.pick(&[
                        Ruling::Layer { unit, id: id.clone(), to: LayerState::Broken },
                        Ruling::Progress { unit, act: id, done: to },
                    ])
                }
            }
            1..=2 => {
                let (id, to) = self.meter(state, unit, false);
                Ruling::Track { unit, id, to }
            }
            3..=4 => {
                let (id, to) = self.meter(state, unit, true);
                Ruling::Pool { unit, id, to }
            }
            5..=6 => {
                let (of, left) = (self.unit(state), self.small());
                let expiry = self.expiry(of, left);
                let id = self.condition(state);
                let size = self.number();
                let source = if self.one_in(2) { Some(of) } else { None };
                let mut condition = Condition::new(id, size, source, expiry);
                if self.one_in(4) {
                    condition = condition.of_part(self.name()).with(self.name(), size.into());
                }
                Ruling::Afflict { unit, condition }
            }
            7 if self.one_in(2) => {
                let by = if self.one_in(2) {
                    Observer::Side(SideId(self.below(5) as u8))
                } else {
                    Observer::Unit(self.unit(state))
                };
                Ruling::Awareness { by, of: unit, to: self.pick(&Awareness::ALL) }
            }
            7 => {
                let part = self.one_in(2).then(|| self.name());
                Ruling::Relieve { unit, condition: self.condition(state), part }
            }
            8 => {
                let all =
                    [Status::Active, Status::Down, Status::Dead, Status::Gone, Status::Surrendered];
                Ruling::Status { unit, to: self.pick(&all) }
            }
            9..=10 => {
                let altitude = Hm(if self.one_in(2) { 0 } else { self.number() });
                Ruling::Place { unit, at: self.place(state), altitude }
            }
            11 => Ruling::Posture { unit, to: self.pick(&[Posture::Standing, Posture::Prone]) },
            12 => Ruling::Facing { unit, to: self.dir() },
            13 => {
                let (fact, from, to) = (self.name(), unit, self.unit(state));
                if self.one_in(2) {
                    Ruling::Revoke { fact, from, to }
                } else {
                    Ruling::Judge { fact, from, to, says: self.name(), lasts }
                }
            }
            14 => Ruling::Cancel,
            15 => {
                let count = self.below(4);
                let faces = (0..count).map(|_| self.small()).collect();
                Ruling::Force { roll: self.small(), faces }
            }
            16 => {
                let check = if self.one_in(2) { Some((self.name(), self.number())) } else { None };
                Ruling::Permit { unit, act: self.name(), check, lasts }
            }
            _ => match self.below(3) {
                0 if self.one_in(20) => {
                    let why = "so it is ".repeat(self.pick(&[0, 1, 10, 10_000]));
                    let winner = self.pick(&[None, Some(SideId(0)), Some(SideId(200))]);
                    Ruling::End { winner, why }
                }
                1 => Ruling::Extend { rounds: self.small() },
                _ => Ruling::Side {
                    side: SideId(self.below(5) as u8),
                    fact: self.name(),
                    on: self.one_in(2),
                },
            },
        })
    }

    /// A valid command with one change, which may be harmless.
    pub fn spoilt(&mut self, state: &State, good: &Command) -> Command {
        let mut command = good.clone();
        match &mut command {
            Command::Move { unit, path, manner } => match self.below(6) {
                0 => *unit = self.unit(state),
                1 => *manner = self.name(),
                2 => path.reverse(),
                3 => path.extend(path.clone()),
                4 => {
                    let at = self.below(path.len() + 1);
                    path.insert(at, self.waypoint(state));
                }
                _ => {
                    let at = self.below(path.len());
                    if let Some(point) = path.get_mut(at) {
                        point.feet = Some(Hm(self.number()));
                    }
                }
            },
            Command::Face { unit, facing } => match self.below(2) {
                0 => *unit = self.unit(state),
                _ => *facing = self.dir(),
            },
            Command::Act { unit, act, targets, choice, with } => match self.below(7) {
                5 => *with = self.values(),
                0 => *unit = self.unit(state),
                1 => *act = self.name(),
                2 => *choice = self.name(),
                3 => targets.push(self.target(state)),
                4 => targets.extend(targets.clone()),
                _ => *targets = self.targets(state),
            },
            Command::Answer(answer) => *answer = Answer(self.small()),
            Command::Hold { unit } | Command::EndTurn { unit } => *unit = self.unit(state),
            Command::Policy { side, about, .. } => match self.below(2) {
                0 => *side = SideId(self.below(6) as u8),
                _ => *about = self.name(),
            },
            Command::Ruling(_) => command = self.ruling(state),
        }
        command
    }
}

/// Names of all acts of all units in the battle, with their variants.
pub fn acts(rules: &dyn Ruleset, state: &State) -> Vec<(Key, Key)> {
    engine::with_ctx(rules, state, |ctx| {
        let offers = state.units.iter().flat_map(|unit| rules.offers(ctx, unit.id()));
        let mut acts: Vec<(Key, Key)> = offers
            .flat_map(|offer| {
                let variants: Vec<Key> = offer.variants.into_iter().map(|v| v.choice).collect();
                let ways = variants.into_iter().chain([Key::default()]);
                ways.map(move |choice| (offer.act.clone(), choice)).collect::<Vec<_>>()
            })
            .collect();
        acts.sort();
        acts.dedup();
        acts
    })
}
