//! A ruleset small enough to reason about by hand. Units of 10 health take turns in the order of
//! their numbers. A turn allows one step to a neighbouring cell and one strike at any enemy: 6 or
//! more on a d10 deals 3 damage, or 1 if the target parries.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use grid::{Body, Cell, Dir, Hm, Place, SideId, SupportKind, UnitId};
use rules::command::Waypoint;
use rules::dice::Throw;
use rules::event::{MoveKind, SlotChange};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::reach::{ReachMap, ReachStop, Ways};
use rules::ruleset::{
    Aim, Description, Entry, Fact, Forecast, Next, Offer, PairAnswer, PairFact, Placing, Plan,
    SetUpError,
};
use rules::state::{
    ActRecord, Carriers, Conditions, Flags, Form, Gear, Identity, Links, Meters, Placement, Pools,
    Posture, Sheet, Slot, SlotState, Status, Tracks, TurnLog, Undertakings, Unit,
};
use rules::step::{StepError, UntypedStep};
use rules::{
    Command, Ctx, Event, EventKind, Key, Outcome, Refusal, Ruleset, Step, StepData, Target, Values,
    goals,
};

/// The steps of the stub ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Task {
    Round,
    Turn,
    EndTurn(UnitId),
    Walk(UnitId, Cell),
    Strike(UnitId, UnitId),
    Drop(UnitId),
}

impl StepData for Task {
    fn name(&self) -> &str {
        match self {
            Self::Round => "round",
            Self::Turn => "turn",
            Self::EndTurn(_) => "end_turn",
            Self::Walk(..) => "walk",
            Self::Strike(..) => "strike",
            Self::Drop(_) => "drop",
        }
    }

    fn is_same_task(&self, other: &Self) -> bool {
        self == other
    }

    fn from_untyped(_step: UntypedStep) -> Option<Self> {
        None
    }
}

/// The stub ruleset.
pub struct Duel {
    description: Description,
}

impl Default for Duel {
    fn default() -> Self {
        let answer = |id| PairAnswer { id: Key::of(id), name: id.to_owned() };
        let near = PairFact {
            id: Key::of("near"),
            name: "Nearness".to_owned(),
            mutual: true,
            answers: vec![answer("yes"), answer("no")],
        };
        let condition = |id, name: &str, text: &str| Entry {
            id: Key::of(id),
            name: name.to_owned(),
            text: text.to_owned(),
        };
        let lies = condition("lies", "Lies", "Is on the ground.");
        let description = Description {
            pair_facts: vec![near],
            states: vec![lies.id.clone()],
            conditions: vec![condition("dazed", "Dazed", "Sees stars."), lies],
            ..Description::default()
        };
        Self { description }
    }
}

/// Its typed sheet.
pub struct Numbers {
    health: i32,
}

const ROLES: [(&str, u8); 3] = [("knight", 1), ("archer", 1), ("beast", 2)];

fn event(what: EventKind) -> Event {
    Event::new(what, &["T-1"])
}

fn refused<T>(code: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(code, "not now", "T-2"))
}

fn sheet(kind: Key, overrides: BTreeMap<Key, i64>) -> Result<Sheet, SetUpError> {
    for (name, value) in &overrides {
        if *name != "health" {
            let (name, allowed) = (name.clone(), "health".to_owned());
            return Err(SetUpError::UnknownOverride { name, allowed });
        }
        if !(1..=99).contains(value) {
            let (name, value, allowed) = (name.clone(), *value, "1 to 99".to_owned());
            return Err(SetUpError::OutOfRange { name, value, allowed });
        }
    }
    let health = overrides.get("health").map_or(10, |h| *h as i32);
    Ok(Sheet::new(kind, overrides, Arc::new(Numbers { health })))
}

/// The path to a neighbouring cell is that cell.
struct OneStep;

impl Ways for OneStep {
    fn way(&self, cell: Cell, _feet: Hm) -> Option<Vec<Waypoint>> {
        Some(vec![cell.into()])
    }
}

impl Duel {
    fn did(ctx: Ctx<'_>, unit: UnitId, class: &str) -> bool {
        ctx.unit(unit).is_some_and(|u| u.turn.acts.iter().any(|d| d.class == *class))
    }

    fn steps(ctx: Ctx<'_>, id: UnitId) -> Vec<ReachStop> {
        let Some(unit) = ctx.unit(id).filter(|_| !Self::did(ctx, id, "move")) else {
            return Vec::new();
        };
        let Some(here) = unit.placement.at.cell() else { return Vec::new() };
        let stops = Dir::ALL.into_iter().filter_map(|dir| {
            let cell = here.step(dir);
            let site = ctx.field.fits_standing(cell, unit.form.size, unit.height_now(), id).ok()?;
            Some(ReachStop { cell, feet: site.feet, cost: 1, tier: 0 })
        });
        stops.collect()
    }

    fn round(ctx: Ctx<'_>) -> Vec<Event> {
        let clock = &ctx.state.scene.clock;
        if clock.round > 0
            && let Some(verdict) = goals::verdict(ctx.state, true)
        {
            return vec![event(EventKind::Over(verdict))];
        }
        let mut events = if clock.round > 0 { goals::tally(ctx.state) } else { Vec::new() };
        let able = ctx.state.units.iter().filter(|u| u.is_active());
        let slots = able.map(|u| Slot::turn(vec![u.id()], 0));
        let (round, name) = (clock.round + 1, Key::of("turns"));
        events.push(event(EventKind::Phase { round, name }));
        events.push(event(EventKind::Slots(slots.collect())));
        events
    }

    fn turn(ctx: Ctx<'_>) -> Vec<Event> {
        let clock = &ctx.state.scene.clock;
        let Some(i) = clock.next_waiting() else { return Vec::new() };
        let unit = clock.slots[i].members[0];
        let to = |state| event(EventKind::Slot(SlotChange::State(i, state)));
        if !ctx.unit(unit).is_some_and(Unit::is_active) {
            return vec![to(SlotState::Done)];
        }
        vec![
            to(SlotState::Running),
            event(EventKind::Slot(SlotChange::Active(vec![unit]))),
            event(EventKind::TurnBegan { unit, round: clock.round }),
        ]
    }

    fn end_turn(ctx: Ctx<'_>, unit: UnitId) -> Vec<Event> {
        let running = ctx.state.scene.clock.running().unwrap_or_default();
        vec![
            event(EventKind::Slot(SlotChange::State(running, SlotState::Done))),
            event(EventKind::Slot(SlotChange::Active(Vec::new()))),
            event(EventKind::TurnEnded { unit, why: None }),
        ]
    }

    fn record(unit: UnitId, class: &'static str) -> Event {
        let record = ActRecord { class: Key::of(class), act: Key::default(), amount: 1 };
        event(EventKind::ActRecorded { unit, record, replaces: None })
    }

    fn walk(ctx: Ctx<'_>, id: UnitId, to: Cell) -> Vec<Event> {
        let Some(unit) = ctx.unit(id) else { return Vec::new() };
        let (size, height) = (unit.form.size, unit.height_now());
        let Ok(site) = ctx.field.fits_standing(to, size, height, id) else { return Vec::new() };
        let moved = EventKind::Moved {
            unit: id,
            from: unit.placement.at,
            to: Place::Cell(to),
            from_feet: unit.placement.feet,
            to_feet: site.feet,
            support: site.ground.support,
            manner: MoveKind::Walk,
            cost: 1,
        };
        vec![Self::record(id, "move"), event(moved)]
    }

    fn strike(
        ctx: Ctx<'_>,
        by: UnitId,
        at: UnitId,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Event>, Pause> {
        let mut events = vec![Self::record(by, "act")];
        let Some(target) = ctx.unit(at) else { return Ok(events) };
        if oracle.roll_one(Throw::one(10, 6))? >= 6 {
            let prompt =
                Prompt::yes_no("parry", target.side(), Some(at), "Parry the blow?", true, "T-3");
            let prompt = prompt.about(Key::of("parry"));
            let harm = if oracle.ask(prompt)? == Answer::YES { 1 } else { 3 };
            let from = target.tracks.0.value("health");
            let (to, why) = (from - harm, "struck".to_owned());
            events.push(event(EventKind::Track { unit: at, id: Key::of("health"), from, to, why }));
        }
        Ok(events)
    }
}

impl Ruleset for Duel {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn data_hash(&self) -> u64 {
        7
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        let Some(size) = self.footprint(placing.role.as_str()) else {
            let allowed = ROLES.map(|(name, _)| name).join(", ");
            return Err(SetUpError::UnknownRole { role: placing.role.clone(), allowed });
        };
        let sheet = sheet(placing.role.clone(), placing.overrides.clone())?;
        let health = sheet.get::<Numbers>().map_or(0, |n| n.health);
        let posture = if placing.prone { Posture::Prone } else { Posture::Standing };
        Ok(Unit {
            identity: Identity {
                id: placing.id,
                side: placing.side,
                role: placing.role.clone(),
                name: placing.name.clone(),
                maker: None,
            },
            placement: Placement {
                at: placing.at,
                feet: Hm::ZERO,
                support: SupportKind::Ground,
                posture,
                facing: placing.facing,
            },
            status: Status::Active,
            form: Form { sheet, size, height_cm: 180, stored: Vec::new() },
            tracks: Tracks(Meters::full([(Key::of("health"), health)])),
            pools: Pools::default(),
            conditions: Conditions::default(),
            turn: TurnLog::default(),
            gear: Gear::default(),
            links: Links::default(),
            flags: Flags::default(),
            carriers: Carriers::default(),
            undertakings: Undertakings::default(),
        })
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let old = &unit.form.sheet;
        unit.form.sheet = sheet(old.kind.clone(), old.overrides.clone())?;
        Ok(())
    }

    fn revive_step(&self, step: &mut Step) -> Result<(), StepError> {
        step.read::<Task>()
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        ROLES.iter().find(|(name, _)| *name == role).map(|(_, size)| *size)
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
            blocking: unit.status != Status::Dead,
            prone: unit.placement.posture == Posture::Prone,
            armed: true,
            threatens: unit.is_active(),
            sinks: false,
            sharing: None,
        }
    }

    fn next(&self, ctx: Ctx<'_>) -> Next {
        if let Some(verdict) = goals::verdict(ctx.state, false) {
            return Next::Over(verdict);
        }
        let clock = &ctx.state.scene.clock;
        if !clock.active.is_empty() {
            return Next::Await(clock.active.clone());
        }
        let waits = clock.next_waiting().is_some();
        Next::Run(Step::new(if waits { Task::Turn } else { Task::Round }))
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        let struck = Self::did(ctx, unit, "act");
        vec![Offer {
            act: Key::of("strike"),
            name: "Strike".to_owned(),
            text: "Harms by 3 on 6 or more.".to_owned(),
            cost: String::new(),
            aim: Aim::Unit,
            group: Key::of("act"),
            refused: struck.then(|| Refusal::new("spent", "once a turn", "T-2")),
            variants: Vec::new(),
            parameters: Vec::new(),
        }]
    }

    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, _act: &Key, _: &Values) -> Vec<Target> {
        let foes = ctx.state.units.iter().filter(|u| u.is_active());
        let foes = foes.filter(|u| ctx.state.are_foes(unit, u.id()));
        foes.map(|u| Target::Unit(u.id())).collect()
    }

    fn area(&self, _: Ctx<'_>, _: UnitId, _: (&Key, &Values), _: Option<Target>) -> Vec<Place> {
        Vec::new()
    }

    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        ReachMap::new(Self::steps(ctx, unit), Arc::new(OneStep))
    }

    fn forecast(&self, _: Ctx<'_>, _: &Command) -> Vec<Forecast> {
        Vec::new()
    }

    fn card(&self, _: Ctx<'_>, _: UnitId) -> Vec<Fact> {
        Vec::new()
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        let step = match command {
            Command::EndTurn { unit } => Task::EndTurn(*unit),
            Command::Move { unit, path, .. } => {
                let [to] = path.as_slice() else { return refused("one_step") };
                let mut steps = Self::steps(ctx, *unit).into_iter();
                match steps.find(|s| Some(s.cell) == to.cell()) {
                    Some(stop) => Task::Walk(*unit, stop.cell),
                    None => return refused("out_of_reach"),
                }
            }
            Command::Act { unit, act, targets, .. } => {
                let [target] = targets.as_slice() else { return refused("one_target") };
                if *act != "strike" || Self::did(ctx, *unit, "act") {
                    return refused("spent");
                }
                if !self.targets(ctx, *unit, act, &Values::none()).contains(target) {
                    return refused("no_foe");
                }
                match target {
                    Target::Unit(target) => Task::Strike(*unit, *target),
                    _ => return refused("no_foe"),
                }
            }
            Command::Hold { .. }
            | Command::Face { .. }
            | Command::Answer(_)
            | Command::Policy { .. }
            | Command::Ruling(_) => {
                return refused("unknown");
            }
        };
        Ok(Plan { steps: vec![step], warnings: Vec::new() }.erased())
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        Ok(Outcome::done(match step.own()? {
            Task::Round => Self::round(ctx),
            Task::Turn => Self::turn(ctx),
            Task::EndTurn(unit) => Self::end_turn(ctx, *unit),
            Task::Walk(unit, to) => Self::walk(ctx, *unit, *to),
            Task::Strike(unit, at) => Self::strike(ctx, *unit, *at, oracle)?,
            Task::Drop(unit) => vec![event(EventKind::Status {
                unit: *unit,
                from: Status::Active,
                to: Status::Down,
                why: "no health left".to_owned(),
            })],
        }))
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        let (name, text) = ("Parry".to_owned(), "Parry the blow?".to_owned());
        vec![Entry { id: Key::of("parry"), name, text }]
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let fallen = ctx.state.units.iter();
        let fallen = fallen.filter(|u| u.is_active() && u.tracks.0.value("health") <= 0);
        fallen.map(|u| Step::new(Task::Drop(u.id()))).collect()
    }

    fn window(&self, _: Ctx<'_>, _: &Step, _: &[Event]) -> Vec<Step> {
        Vec::new()
    }
}
