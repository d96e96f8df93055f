//! From a level and a ruleset to a battle that is ready to begin.

use grid::{Board, Body, Cell, Field, Hm, Obstacle, Place, SideId, UnitId};
use level::{GoalKind, Level, Subject};
use rules::policy::Policy;
use rules::ruleset::{Placing, SetUpError};
use rules::stand::{stand, stand_at};
use rules::start::StartFact;
use rules::state::Arrival;
use rules::state::{Conduct, Conducts, Flags, Fog, Goal, Scene, Secrets, Side, State, Unit};
use rules::{Key, Refusal, Ruleset, SharedRuleset, engine, enlist};

use super::deployment::spot::{DeployError, Deployed};
use super::deployment::zones::Zones;
use super::record::{Overrides, Record};
use super::resources::Controller;
use super::story;

/// Everything needed to begin a battle.
#[derive(Clone)]
pub struct Setup {
    /// The ruleset.
    pub rules: SharedRuleset,
    /// Board, sides and goals.
    pub scene: Scene,
    /// The combatants, standing on the board's surface at their cells.
    pub units: Vec<Unit>,
    /// The seed of the dice.
    pub seed: u64,
    /// The initial record, from which the same battle can be set up again.
    pub record: Record,
}

/// The options of a battle apart from level and ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The seed of the dice.
    pub seed: u64,
    /// The controller of each side; empty if all are human.
    pub controllers: Vec<Controller>,
    /// Sheet overrides of single combatants, on top of those of the level.
    pub overrides: Overrides,
    /// Whether a referee may make rulings.
    pub referee: bool,
    /// Whether players get no hints.
    pub unaided: bool,
    /// Whether people are asked questions that the usual policy answers for the computer
    /// ([`Ruleset::for_people`]).
    pub asks_people: bool,
    /// Units that their sides moved before the battle.
    pub deployed: Deployed,
}

/// Why a level cannot be played under a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A combatant has no sheet.
    #[error("{name} ({role}) at {cell}: {source}")]
    Sheet {
        /// Its name.
        name: String,
        /// Its role.
        role: Key,
        /// Where the level puts it.
        cell: Cell,
        /// The ruleset's message, with the allowed names or numbers.
        source: SetUpError,
    },
    /// A combatant does not fit where the level puts it.
    #[error(
        "{name} ({role}) needs {size} x {size} cells and {height} of height at {cell}: {source}"
    )]
    NoRoom {
        /// Its name.
        name: String,
        /// Its role.
        role: Key,
        /// Where the level puts it.
        cell: Cell,
        /// Edge length of its footprint under this ruleset, in cells.
        size: u8,
        /// Its height.
        height: Hm,
        /// The obstacle.
        source: Obstacle,
    },
    /// Overrides are given for an unknown combatant.
    #[error("there is no combatant `{name}` to change numbers of; the combatants are {allowed}")]
    UnknownName {
        /// The unknown name.
        name: String,
        /// The names in the level.
        allowed: String,
    },
    /// A combatant was put where it cannot begin.
    #[error("{name} cannot begin at {cell}: {source}")]
    Deployed {
        /// Its name.
        name: String,
        /// Where it was put.
        cell: Cell,
        /// Why not.
        source: DeployError,
    },
    /// A goal refers to something that the level does not have.
    #[error("goal {number} refers to {what}, which the level does not have")]
    Goal {
        /// The goal's number, counted from 1.
        number: usize,
        /// What is missing.
        what: String,
    },
    /// The number of controllers differs from the number of sides.
    #[error("{found} controllers are given for {sides} sides")]
    Controllers {
        /// Number of controllers given.
        found: usize,
        /// Number of sides.
        sides: usize,
    },
    /// The ruleset sees no reason for a battle.
    #[error("the battle cannot begin: {0}")]
    NoBattle(Refusal),
}

impl SetupError {
    /// The part of the level concerned, if there is one.
    pub fn subject(&self, level: &Level, ruleset: &Key) -> Option<Subject> {
        let unit_at = |cell: Cell| {
            let units = level.sides.iter().enumerate().flat_map(|(s, side)| {
                side.units.iter().enumerate().map(move |(u, unit)| (s, u, unit.at))
            });
            units.into_iter().find(|(.., at)| *at == cell).map(|(s, u, _)| (s, u))
        };
        match self {
            Self::Sheet { cell, source, .. } => {
                let (s, u) = unit_at(*cell)?;
                Some(match source {
                    SetUpError::UnknownOverride { name, .. }
                    | SetUpError::OutOfRange { name, .. } => {
                        Subject::Override(s, u, ruleset.clone(), Some(name.clone()))
                    }
                    SetUpError::UnknownCondition { name, .. } => {
                        Subject::Condition(s, u, ruleset.clone(), Some(name.clone()))
                    }
                    SetUpError::UnknownGear { slot, .. } | SetUpError::EmptySlot { slot, .. } => {
                        Subject::Gear(s, u, ruleset.clone(), Some(slot.clone()))
                    }
                    SetUpError::UnknownRole { .. } | SetUpError::UnknownWatch { .. } => {
                        Subject::Unit(s, u)
                    }
                })
            }
            Self::NoRoom { cell, .. } => unit_at(*cell).map(|(s, u)| Subject::Unit(s, u)),
            Self::Goal { number, .. } => Some(Subject::Goal(number.checked_sub(1)?)),
            Self::UnknownName { .. }
            | Self::Deployed { .. }
            | Self::Controllers { .. }
            | Self::NoBattle(_) => None,
        }
    }
}

impl Setup {
    /// A battle of a level under a ruleset, with `ruleset` as its name in records.
    ///
    /// # Errors
    /// All errors, in the order of the level.
    pub fn from_level(
        level: &Level,
        ruleset: Key,
        rules: SharedRuleset,
        choices: Choices,
    ) -> Result<Self, Vec<SetupError>> {
        let mut errors = Vec::new();
        let (board, secrets) = level.board_in_play();
        let enlisted = enlist(level, &board, &ruleset, &*rules, &choices, &mut errors);
        let Enlisted { units, arrivals, recruits, conducts } = enlisted;
        let late = arrivals.iter().map(|arrival| &arrival.unit);
        let all: Vec<&Unit> = units.iter().chain(late).chain(&recruits).collect();
        let mut later = Vec::new();
        for event in &level.events {
            later.push(goals(level, &event.goals, &all, &mut errors));
        }
        let goals = goals(level, &level.goals, &all, &mut errors);
        let mut controllers = choices.controllers;
        if controllers.is_empty() {
            controllers = vec![Controller::Human; level.sides.len()];
        }
        if controllers.len() != level.sides.len() {
            let (found, sides) = (controllers.len(), level.sides.len());
            errors.push(SetupError::Controllers { found, sides });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let sides = level.sides.iter().map(|side| Side {
            name: side.name.clone(),
            ambush: side.ambush,
            flags: Flags::default(),
        });
        let mut scene = Scene::new(board, sides.collect(), goals);
        scene.arrivals = arrivals;
        scene.conducts = conducts;
        scene.secrets = Secrets::new(secrets);
        scene.story = story::of(level, recruits, later);
        if choices.asks_people {
            ask_people(&*rules, &controllers, &mut scene);
        }
        scene.referee.on = choices.referee;
        if level.hidden_information {
            scene.fog = Fog::over_all();
        }
        if !choices.referee {
            let state = State::new(scene.clone(), units.clone(), choices.seed);
            engine::with_ctx(&*rules, &state, |ctx| rules.check_battle(ctx))
                .map_err(|refusal| vec![SetupError::NoBattle(refusal)])?;
        }
        let mut record = Record::new(
            ruleset,
            rules.data_hash(),
            level.to_text(),
            choices.seed,
            controllers,
            choices.overrides,
        );
        record.referee = choices.referee;
        record.unaided = choices.unaided;
        record.asks_people = choices.asks_people;
        record.deployed = choices.deployed;
        record.house_rules = rules.house_rules().changed.clone();
        Ok(Self { rules, scene, units, seed: choices.seed, record })
    }
}

/// Sets standing orders so that people are asked some questions that the usual policy answers for
/// the computer.
fn ask_people(rules: &dyn Ruleset, controllers: &[Controller], scene: &mut Scene) {
    for (controller, side) in controllers.iter().zip((0..).map(SideId)) {
        for about in rules.for_people().into_iter().filter(|_| *controller == Controller::Human) {
            scene.policies.set(side, about, Policy::Ask);
        }
    }
}

/// The combatants of a level.
#[derive(Default)]
struct Enlisted {
    /// On the board from the start.
    units: Vec<Unit>,
    /// Joining in a specific round.
    arrivals: Vec<Arrival>,
    /// Arriving with an event of the level.
    recruits: Vec<Unit>,
    /// How they behave while the computer plays them.
    conducts: Conducts,
}

/// The combatants of a level, numbered in its order, each fitted into the space left by those
/// before it. Includes units that join later, if the ruleset supports that.
fn enlist(
    level: &Level,
    board: &Board,
    ruleset: &Key,
    rules: &dyn Ruleset,
    choices: &Choices,
    errors: &mut Vec<SetupError>,
) -> Enlisted {
    let mut enlisted = Enlisted::default();
    let recruits = level.recruits();
    let placements = level.units();
    let (changed, deployed) = (&choices.overrides, &choices.deployed);
    let none = deployed.is_empty();
    let zones = if none { Zones::default() } else { Zones::of(level, rules) };
    let unknown = |name: &&String| placements.iter().all(|p| p.name != **name);
    for (name, spot) in deployed.iter().filter(|(name, _)| unknown(name)) {
        let (name, cell) = (name.clone(), spot.at);
        errors.push(SetupError::Deployed { name, cell, source: DeployError::NoUnit });
    }
    for name in changed.keys().filter(unknown) {
        let allowed = placements.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", ");
        errors.push(SetupError::UnknownName { name: name.clone(), allowed });
    }
    let mut field = Field::new(board, Vec::<Body>::new());
    for (placement, number) in placements.into_iter().zip(0u32..) {
        let mut overrides = placement.overrides.get(ruleset).cloned().unwrap_or_default();
        overrides.extend(changed.get(&placement.name).cloned().unwrap_or_default());
        let role = placement.role.under(|name| rules.footprint(name).is_some()).key();
        let spot = deployed.get(&placement.name);
        let cell = spot.map_or(placement.cell, |spot| spot.at);
        let name = placement.name;
        let placing = Placing {
            id: UnitId(number),
            side: placement.side,
            role: role.clone(),
            name: name.clone(),
            at: Place::Cell(cell),
            altitude: placement.altitude,
            facing: spot.map_or(placement.facing, |spot| spot.facing),
            prone: false,
            overrides,
            gear: placement.gear.get(ruleset).cloned().unwrap_or_default(),
            start: placement.start.clone(),
        };
        let conditions = placement.conditions.get(ruleset).map_or(&[][..], Vec::as_slice);
        let made = enlist::check_emptied(rules, &placing)
            .and_then(|()| enlist::enlist(rules, &placing, conditions));
        let mut unit = match made {
            Ok(unit) => unit,
            Err(source) => {
                errors.push(SetupError::Sheet { name, role, cell, source });
                continue;
            }
        };
        let late = placing.start.is_late() && rules.describe().starts.contains(&StartFact::Joins);
        if spot.is_some()
            && let Err(source) = match late || recruits.contains(name.as_str()) {
                true => Err(DeployError::Later),
                // A unit that was only turned stays where the level puts it, in the zone or not.
                false if cell == placement.cell => Ok(()),
                false => zones.check(placement.side, cell, unit.form.size),
            }
        {
            errors.push(SetupError::Deployed { name, cell, source });
            continue;
        }
        let conduct = conduct(level, &placement.conduct, rules.life(&unit).left);
        conduct.into_iter().for_each(|conduct| enlisted.conducts.set(unit.id(), conduct));
        let placed = match spot.and_then(|spot| spot.floor) {
            Some(feet) => stand_at(&field, &mut unit, feet),
            None => stand(&field, &mut unit, placement.altitude),
        };
        match placed {
            Ok(()) if recruits.contains(name.as_str()) => enlisted.recruits.push(unit),
            Ok(()) if late => {
                enlisted.arrivals.push(Arrival { round: placing.start.joins, unit });
            }
            Ok(()) => {
                field = field.with_body(rules.body(&unit));
                enlisted.units.push(unit);
            }
            Err(source) => {
                let (size, height) = (unit.form.size, unit.height_now());
                errors.push(SetupError::NoRoom { name, role, cell, size, height, source });
            }
        }
    }
    enlisted
}

/// The conduct of a unit with this much life at the start; `None` for units that seek the fight.
fn conduct(level: &Level, stated: &level::Conduct, life: i32) -> Option<Conduct> {
    match stated {
        level::Conduct::Free => None,
        level::Conduct::Hold => Some(Conduct::Hold { life }),
        level::Conduct::Guard { region } => {
            let cells = level.regions.get(region)?;
            Some(Conduct::Guard { places: cells.iter().copied().map(Place::Cell).collect() })
        }
        level::Conduct::Patrol { stops } => {
            let stops = stops.iter().copied().map(Place::Cell).collect();
            Some(Conduct::Patrol { stops, next: 0, life })
        }
    }
}

/// The goals of a level as goals of the battle. A goal open to every side becomes one per side;
/// [`Goal::Defeat`] leaves out the victim's own side.
fn goals(
    level: &Level,
    stated: &[level::Goal],
    units: &[&Unit],
    errors: &mut Vec<SetupError>,
) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (i, goal) in stated.iter().enumerate() {
        let number = i + 1;
        let places = match goal.kind.region().map(|name| (name, level.regions.get(name))) {
            None => Vec::new(),
            Some((_, Some(cells))) => cells.iter().copied().map(Place::Cell).collect::<Vec<_>>(),
            Some((name, None)) => {
                errors.push(SetupError::Goal { number, what: format!("the region `{name}`") });
                continue;
            }
        };
        let sides = (0u8..).map(grid::SideId).take(level.sides.len());
        let sides = sides.filter(|side| goal.side.is_none_or(|only| only == *side));
        match &goal.kind {
            GoalKind::LastSideStanding => goals.push(Goal::LastStanding),
            GoalKind::Hold { rounds, .. } => goals.extend(sides.map(|side| Goal::Hold {
                side,
                places: places.clone(),
                rounds: u16::from(*rounds),
            })),
            GoalKind::Reach { units, .. } => goals.extend(sides.map(|side| Goal::Reach {
                side,
                places: places.clone(),
                count: u16::from(*units),
            })),
            GoalKind::Defeat { unit: name } => {
                let Some(victim) = units.iter().find(|u| u.identity.name == *name) else {
                    errors.push(SetupError::Goal { number, what: format!("`{name}`") });
                    continue;
                };
                let foes = sides.filter(|side| *side != victim.side());
                goals.extend(foes.map(|side| Goal::Defeat { side, unit: victim.id() }));
            }
            GoalKind::Survive { rounds } => {
                goals.extend(sides.map(|side| Goal::Survive { side, rounds: u16::from(*rounds) }))
            }
        }
    }
    goals
}
