//! The acts with the most expensive odds of any ruleset, in a ruleset of their own: a sweep at six
//! targets that dodge with bursting dice, a breath whose bursting total six targets resist, four
//! weapons at one target, a blast at twelve, a joint attack by four. Tests compare their odds with
//! samples, and the bench `odds` measures their run time.

mod acts;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use highground::grid::{Board, Body, Cell, Dir, Hm, Place, SideId, SupportKind, UnitId};
use highground::rules::oracle::{Oracle, Pause};
use highground::rules::reach::ReachMap;
use highground::rules::ruleset::{
    Description, Fact, Forecast, Next, Offer, Placing, Plan, SetUpError,
};
use highground::rules::state::{
    Carriers, Conditions, Flags, Form, Gear, Identity, Links, Meters, Placement, Pools, Posture,
    Scene, Sheet, Side, State, Status, Tracks, TurnLog, Undertakings, Unit,
};
use highground::rules::step::{StepData, StepError, UntypedStep};
use highground::rules::{
    Command, Ctx, Event, Key, Outcome, Refusal, Ruleset, Step, Target, Values,
};

/// Steps of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Task {
    /// One attack after the other.
    Sweep {
        by: UnitId,
        left: Vec<UnitId>,
    },
    /// An attack that may be dodged, and the damage if it is not.
    Attack {
        by: UnitId,
        target: UnitId,
    },
    Dodge {
        by: UnitId,
        target: UnitId,
        total: i32,
    },
    Damage {
        by: UnitId,
        target: UnitId,
    },
    /// One roll, which each target resists for half the damage.
    Breath {
        by: UnitId,
        targets: Vec<UnitId>,
    },
    Resist {
        by: UnitId,
        target: UnitId,
        total: i32,
    },
    Burn {
        by: UnitId,
        target: UnitId,
        half: bool,
    },
    /// Several weapons, one after the other, and the location of a hit with its margin.
    Volley {
        by: UnitId,
        target: UnitId,
        left: u8,
    },
    Locate {
        by: UnitId,
        target: UnitId,
        margin: i32,
        critical: bool,
    },
    /// One attack roll, and then each target separately.
    Blast {
        by: UnitId,
        targets: Vec<UnitId>,
    },
    Evade {
        by: UnitId,
        left: Vec<UnitId>,
        degrees: i32,
    },
    /// The best of several rolls, and its effect on all targets.
    Together {
        left: Vec<UnitId>,
        best: i32,
        targets: Vec<UnitId>,
    },
    Overrun {
        left: Vec<UnitId>,
        wounds: i32,
    },
}

impl StepData for Task {
    fn name(&self) -> &str {
        "task"
    }

    fn is_same_task(&self, other: &Self) -> bool {
        self == other
    }

    fn from_untyped(_step: UntypedStep) -> Option<Self> {
        None
    }
}

/// The ruleset.
#[derive(Default)]
pub struct Crowd {
    description: Description,
}

impl Ruleset for Crowd {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn data_hash(&self) -> u64 {
        0
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        Err(SetUpError::UnknownRole { role: placing.role.clone(), allowed: String::new() })
    }

    fn revive(&self, _unit: &mut Unit) -> Result<(), SetUpError> {
        Ok(())
    }

    fn revive_step(&self, step: &mut Step) -> Result<(), StepError> {
        step.read::<Task>()
    }

    fn footprint(&self, _role: &str) -> Option<u8> {
        None
    }

    fn body(&self, unit: &Unit) -> Body {
        Body {
            id: unit.id(),
            side: unit.side(),
            at: unit.placement.at,
            size: unit.form.size,
            feet: unit.placement.feet,
            height: unit.height_now(),
            facing: unit.placement.facing,
            blocking: unit.is_active(),
            prone: false,
            armed: true,
            threatens: unit.is_active(),
            sinks: false,
            sharing: None,
        }
    }

    fn next(&self, ctx: Ctx<'_>) -> Next {
        Next::Await(ctx.state.scene.clock.active.clone())
    }

    fn offers(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Offer> {
        Vec::new()
    }

    fn targets(&self, _ctx: Ctx<'_>, _unit: UnitId, _act: &Key, _with: &Values) -> Vec<Target> {
        Vec::new()
    }

    fn area(&self, _: Ctx<'_>, _: UnitId, _: (&Key, &Values), _: Option<Target>) -> Vec<Place> {
        Vec::new()
    }

    fn reach(&self, _ctx: Ctx<'_>, _unit: UnitId) -> ReachMap {
        ReachMap::empty()
    }

    fn forecast(&self, _ctx: Ctx<'_>, _command: &Command) -> Vec<Forecast> {
        Vec::new()
    }

    fn card(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Fact> {
        Vec::new()
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        let Command::Act { unit: by, act, targets, .. } = command else {
            return Err(Refusal::new("unknown", "unknown", "HG-0"));
        };
        let left: Vec<UnitId> = targets
            .iter()
            .filter_map(|target| match target {
                Target::Unit(id) => Some(*id),
                _ => None,
            })
            .collect();
        let friends = ctx.state.of_side(SideId(0)).map(Unit::id).collect();
        let task = match (act.as_str(), left.first().copied()) {
            ("sweep", _) => Task::Sweep { by: *by, left },
            ("volley", Some(target)) => Task::Volley { by: *by, target, left: 4 },
            ("breath", _) => Task::Breath { by: *by, targets: left },
            ("blast", _) => Task::Blast { by: *by, targets: left },
            _ => Task::Together { left: friends, best: 0, targets: left },
        };
        Ok(Plan { steps: vec![Step::new(task)], warnings: Vec::new() })
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let outcome = match step.own::<Task>()?.clone() {
            Task::Sweep { by, left } => match left.split_first() {
                None => Outcome::done(Vec::new()),
                Some((target, rest)) => Outcome::after(
                    Vec::new(),
                    vec![Task::Attack { by, target: *target }],
                    Some(Task::Sweep { by, left: rest.to_vec() }),
                ),
            },
            Task::Attack { by, target } => Self::attack(by, target, oracle)?,
            Task::Dodge { by, target, total } => Self::dodge((by, target, total), oracle)?,
            Task::Damage { by, target } => Self::damage(ctx, by, target, oracle)?,
            Task::Breath { by, targets } => Self::breath(by, targets, oracle)?,
            Task::Resist { by, target, total } => Self::resist((by, target, total), oracle)?,
            Task::Burn { by, target, half } => Self::burn(ctx, (by, target), half, oracle)?,
            Task::Volley { by, target, left } => Self::volley((by, target, left), oracle)?,
            Task::Locate { target, margin, critical, .. } => {
                Self::locate(ctx, (target, margin, critical), oracle)?
            }
            Task::Blast { by, targets } => Self::blast(by, targets, oracle)?,
            Task::Evade { by, left, degrees } => Self::evade((by, &left, degrees), oracle)?,
            Task::Together { left, best, targets } => {
                Self::together((&left, best, &targets), oracle)?
            }
            Task::Overrun { left, wounds } => Self::overrun(ctx, &left, wounds, oracle)?,
        };
        Ok(outcome.erased())
    }

    fn settle(&self, _ctx: Ctx<'_>) -> Vec<Step> {
        Vec::new()
    }

    fn window(&self, _ctx: Ctx<'_>, _step: &Step, _events: &[Event]) -> Vec<Step> {
        Vec::new()
    }
}

/// A unit with tracks of these names and sizes, in the third row.
fn unit(id: u32, side: u8, tracks: &[(&'static str, i32)]) -> Unit {
    let at = Cell::new(i16::try_from(id).unwrap_or_default(), 3);
    Unit {
        identity: Identity {
            id: UnitId(id),
            side: SideId(side),
            role: Key::of("stub"),
            name: id.to_string(),
            maker: None,
        },
        placement: Placement {
            at: Place::Cell(at),
            feet: Hm::ZERO,
            support: SupportKind::Ground,
            posture: Posture::Standing,
            facing: Dir::N,
        },
        status: Status::Active,
        form: Form {
            sheet: Sheet::new(Key::of("stub"), BTreeMap::new(), Arc::new(())),
            size: 1,
            height_cm: 180,
            stored: Vec::new(),
        },
        tracks: Tracks(Meters::full(tracks.iter().map(|(track, max)| (Key::of(track), *max)))),
        pools: Pools::default(),
        conditions: Conditions::default(),
        turn: TurnLog::default(),
        gear: Gear::default(),
        links: Links::default(),
        flags: Flags::default(),
        carriers: Carriers::default(),
        undertakings: Undertakings::default(),
    }
}

/// An expensive act: a battle and the command.
pub struct Case {
    pub name: &'static str,
    pub state: State,
    pub command: Command,
}

fn case(name: &'static str, friends: u32, foes: u32, tracks: &[(&'static str, i32)]) -> Case {
    let side = |name: &str| Side { name: name.into(), ambush: false, flags: Flags::default() };
    let sides = vec![side("Blue"), side("Red")];
    let mut units: Vec<Unit> = (0..friends).map(|id| unit(id, 0, tracks)).collect();
    units.extend((friends..friends + foes).map(|id| unit(id, 1, tracks)));
    let mut scene = Scene::new(Board::new(24, 8), sides, Vec::new());
    scene.clock.active = vec![UnitId(0)];
    let targets = (friends..friends + foes).map(|id| Target::Unit(UnitId(id))).collect();
    let (unit, act, choice) = (UnitId(0), Key::of(name), Key::default());
    let command = Command::Act { unit, act, targets, choice, with: Default::default() };
    Case { name, state: State::new(scene, units, 1), command }
}

/// The hard acts.
pub fn cases() -> [Case; 5] {
    let body = [("health", 15), ("durability", 20), ("armour", 30)];
    let wounds = [("health", 1), ("light", 4), ("heavy", 2)];
    [
        case("sweep", 1, 6, &body),
        case("breath", 1, 6, &body),
        case("volley", 1, 1, &wounds),
        case("blast", 1, 12, &wounds),
        case("together", 4, 12, &wounds),
    ]
}
