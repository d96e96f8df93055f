//! A ruleset for events between turns and for aiming: extra acts that are earned and passed on,
//! moved slots, blank turns, joining units. Complete enough for scenario files and for the window's
//! input.
//!
//! Every unit has 10 health. Turns are in order of initiative, highest first. A strike deals 3; the
//! first strike of the battle at a weak unit earns an extra act after the turn. A called shot rolls
//! a d10: 4 or more, 8 or more at the head.

mod acts;
mod aims;
mod clock;
mod slots;
mod starts;

use std::sync::Arc;

use highground::files::Problem;
use highground::grid::{Body, Dir, Hm, Place, SideId, SupportKind, UnitId};
use highground::registry::RulesetId;
use highground::rules::oracle::{Oracle, Pause};
use highground::rules::reach::ReachMap;
use highground::rules::ruleset::{
    Description, Entry, Fact, Forecast, Offer, Placing, Plan, ReferenceRow, SetUpError,
};
use highground::rules::start::StartFact;
use highground::rules::state::{
    Carriers, Conditions, Flags, Form, Gear, Identity, Links, Meters, Placement, Pools, Posture,
    Sheet, Status, Tracks, TurnLog, Undertakings, Unit,
};
use highground::rules::step::{self, StepError};
use highground::rules::{
    self, Command, Ctx, Event, Key, Refusal, Ruleset, SharedRuleset, Target, Values, ruleset,
};
use highground::scenario;

use super::{Outcome, Step};

/// The number that determines the order of units.
const INITIATIVE: &str = "initiative";
/// Invisible to the other side.
const HIDDEN: &str = "hidden";
/// Surprised: last in the first round.
const SURPRISED: &str = "surprised";
/// Watches a direction, given by its number from 1: 5 more initiative if an enemy is there.
const WATCHES: &str = "watches";
/// Earns its attacker an extra act when struck for the first time.
const WEAK: &str = "weak";

/// The ruleset.
pub struct Relay(Description);

impl Default for Relay {
    fn default() -> Self {
        let act = |id: &'static str| Entry {
            id: Key::of(id),
            name: id.replace('_', " "),
            text: String::new(),
        };
        let row = |id: &str| ReferenceRow {
            id: id.to_owned(),
            title: String::new(),
            text: String::new(),
        };
        Self(Description {
            acts: acts::NAMES.map(act).to_vec(),
            starts: StartFact::ALL.to_vec(),
            facing: true,
            blank_turns: true,
            reference: ["RE-1"].map(row).to_vec(),
            ..Description::default()
        })
    }
}

/// The same ruleset whatever a scenario asks for.
fn factory(_: RulesetId, _: &scenario::Options) -> Result<SharedRuleset, Vec<Problem>> {
    Ok(Arc::new(Relay::default()))
}

/// Runs a scenario text and fails with the differences.
fn passes(text: &str) {
    let scenarios = scenario::parse_with("relay.ron", text, &factory);
    let scenarios = scenarios.unwrap_or_else(|problems| panic!("{problems:?}"));
    for scenario in &scenarios {
        let report = scenario::run(scenario, &factory);
        assert!(report.passed, "{}: {:?}", report.title, report.failures);
    }
}

/// A unit as it enters the battle.
fn runner(placing: &Placing) -> Unit {
    let sheet = Sheet::new(placing.role.clone(), placing.overrides.clone(), Arc::new(()));
    let mut flags = Flags::default();
    let initiative = placing.overrides.get(INITIATIVE).copied().unwrap_or(10);
    let start = &placing.start;
    flags.set(Key::of(INITIATIVE), initiative + i64::from(start.initiative));
    flags.set(Key::of(HIDDEN), start.hidden.into());
    flags.set(Key::of(SURPRISED), start.surprised.into());
    let watched = start.watch.and_then(|dir| Dir::ALL.iter().position(|d| *d == dir));
    let watched = watched.and_then(|at| i64::try_from(at + 1).ok());
    flags.set(Key::of(WATCHES), watched.unwrap_or_default());
    Unit {
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
            posture: Posture::Standing,
            facing: placing.facing,
        },
        status: Status::Active,
        form: Form { sheet, size: 1, height_cm: 180, stored: Vec::new() },
        tracks: Tracks(Meters::full([(Key::of("health"), 10)])),
        pools: Pools::default(),
        conditions: Conditions::default(),
        turn: TurnLog::default(),
        gear: Gear::default(),
        carriers: Carriers::default(),
        undertakings: Undertakings::default(),
        links: Links::default(),
        flags,
    }
}

impl Ruleset for Relay {
    fn describe(&self) -> &Description {
        &self.0
    }

    fn data_hash(&self) -> u64 {
        11
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        match self.footprint(placing.role.as_str()) {
            Some(_) => Ok(runner(placing)),
            None => Err(SetUpError::UnknownRole {
                role: placing.role.clone(),
                allowed: "runner".to_owned(),
            }),
        }
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let old = &unit.form.sheet;
        unit.form.sheet = Sheet::new(old.kind.clone(), old.overrides.clone(), Arc::new(()));
        Ok(())
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        (role == "runner").then_some(1)
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

    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        ctx.unit(unit).is_none_or(|u| u.side() == side || u.flags.get(HIDDEN) == 0)
    }

    fn revive_step(&self, step: &mut step::Step) -> Result<(), StepError> {
        step.read::<Step>()
    }

    fn next(&self, ctx: Ctx<'_>) -> ruleset::Next {
        clock::next(ctx).erased()
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        acts::offers(ctx, unit)
    }

    fn offer(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, with: &Values) -> Option<Offer> {
        let offer = self.offers(ctx, unit).into_iter().find(|offer| offer.act == *act)?;
        Some(Offer { aim: acts::aim(act.as_str(), with), ..offer })
    }

    fn named(&self, act: &Key) -> Option<(Key, Values)> {
        acts::named(act.as_str())
    }

    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, with: &Values) -> Vec<Target> {
        acts::targets(ctx, unit, (act.as_str(), with))
    }

    fn area(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        (_, with): (&Key, &Values),
        target: Option<Target>,
    ) -> Vec<Place> {
        let cells = acts::wave(ctx, unit, target, with);
        cells.into_iter().map(Place::Cell).collect()
    }

    fn reach(&self, _: Ctx<'_>, _: UnitId) -> ReachMap {
        ReachMap::empty()
    }

    fn forecast(&self, _: Ctx<'_>, _: &Command) -> Vec<Forecast> {
        Vec::new()
    }

    fn card(&self, _: Ctx<'_>, _: UnitId) -> Vec<Fact> {
        Vec::new()
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        let steps = vec![acts::check(ctx, command)?];
        Ok(Plan { steps, warnings: Vec::new() }.erased())
    }

    fn run(
        &self,
        ctx: Ctx<'_>,
        step: &step::Step,
        oracle: &mut Oracle<'_>,
    ) -> Result<rules::Outcome, Pause> {
        let step: &Step = step.own()?;
        let events = match step.kind.as_str() {
            "round" => clock::round(ctx),
            "slot" => clock::comes_up(ctx),
            "end" => clock::ends(ctx, step.unit.unwrap_or_default()),
            "act" if step.act == *"called" => acts::called(ctx, step, oracle)?,
            _ => acts::run(ctx, step),
        };
        Ok(Outcome::done(events).erased())
    }

    fn settle(&self, _: Ctx<'_>) -> Vec<step::Step> {
        Vec::new()
    }

    fn window(&self, _: Ctx<'_>, _: &step::Step, _: &[Event]) -> Vec<step::Step> {
        Vec::new()
    }
}
