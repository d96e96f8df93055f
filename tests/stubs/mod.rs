//! Difficult cases from the rulesets, as stubs.
//!
//! Each module holds a minimal ruleset for one case: it implements what the case needs and nothing
//! else, with the numbers of the rule text's own examples. They test the core: the timeline, the
//! steps and their windows, the oracle, the events and their effects.

mod aftermath;
mod bands;
mod body_parts;
mod burst;
mod bursting;
mod carriers;
mod degrees;
mod dodge;
mod form;
mod halfway;
mod injury;
mod knowing;
mod mount;
mod nesting;
mod objects;
mod over_turns;
mod relay;
mod second_body;
mod shield;
mod two_tracks;
mod union;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use highground::grid::{Board, Body, Cell, Dir, Hm, Place, SideId, SupportKind, UnitId};
use highground::rules::dice::{Dice, Throw};
use highground::rules::engine::{self, BattleStatus, CommandError};
use highground::rules::event::{Against, Degree, LayerChange, Reroll, Rolled, SlotChange};
use highground::rules::oracle::{Oracle, Pause, Source};
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::reach::ReachMap;
use highground::rules::revive::revive;
use highground::rules::ruleset::{Description, Fact, Forecast, Offer, Placing, Plan, SetUpError};
use highground::rules::state::{
    Carriers, Conditions, Flags, Form, Gear, Identity, Links, Meters, Placement, Pools, Posture,
    Scene, Sheet, Side, Slot, SlotState, State, Status, Tracks, TurnLog, Undertakings, Unit,
};
use highground::rules::step::{self, StepError, UntypedStep as Step};
use highground::rules::{
    self, Command, Ctx, Event, EventKind, Key, Refusal, Ruleset, Target, Values, ruleset,
};

/// Outcome of a stub's step.
type Outcome = rules::Outcome<Step>;
/// The next thing to happen in a stub.
type Next = ruleset::Next<Step>;

/// The step of a frame.
fn of(frame: &step::Frame) -> Option<&Step> {
    frame.step.get()
}

/// Changes the scratch data of another pending step, which reads it when it runs next.
fn amend(
    ctx: Ctx<'_>,
    id: step::FrameId,
    name: Key,
    value: step::Datum,
) -> Vec<(step::FrameId, Step)> {
    let mut changed = ctx.state.queue.frame(id).and_then(of).cloned();
    if let Some(step) = &mut changed {
        step.scratch.set(name, value);
    }
    changed.map(|step| (id, step)).into_iter().collect()
}

/// The part of a ruleset that a stub implements.
trait Stub: Send + Sync {
    /// As [`Ruleset::next`]. By default, the active units keep acting.
    fn next(&self, ctx: Ctx<'_>) -> Next {
        Next::Await(ctx.state.scene.clock.active.clone())
    }

    /// As [`Ruleset::check`].
    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal>;

    /// As [`Ruleset::run`].
    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause>;

    /// As [`Ruleset::before`].
    fn before(&self, _ctx: Ctx<'_>, _step: &Step) -> Vec<Step> {
        Vec::new()
    }

    /// As [`Ruleset::window`].
    fn window(&self, _ctx: Ctx<'_>, _step: &Step, _events: &[Event]) -> Vec<Step> {
        Vec::new()
    }

    /// As [`Ruleset::settle`].
    fn settle(&self, _ctx: Ctx<'_>) -> Vec<Step> {
        Vec::new()
    }

    /// As [`Ruleset::enlist`].
    fn enlist(&self, _placing: &Placing) -> Option<Unit> {
        None
    }

    /// As [`Ruleset::aftermath_steps`].
    fn aftermath_steps(&self, _ctx: Ctx<'_>) -> Vec<Step> {
        Vec::new()
    }

    /// As [`Ruleset::offers`].
    fn offers(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Offer> {
        Vec::new()
    }

    /// As [`Ruleset::redact`].
    fn redact(&self, _known: &mut State, _side: SideId) {}

    /// As [`Ruleset::revive`].
    fn revive(&self, _unit: &mut Unit) {}

    /// As [`Ruleset::forecast`].
    fn forecast(&self, _ctx: Ctx<'_>, _command: &Command) -> Vec<Forecast> {
        Vec::new()
    }
}

/// Adapter that makes a stub a [`Ruleset`] for the engine. Parts needed only by screens and level
/// files are empty.
struct Rules<S> {
    stub: S,
    description: Description,
}

impl<S: Stub> Ruleset for Rules<S> {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn data_hash(&self) -> u64 {
        0
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        let unknown = || {
            let (role, allowed) = (placing.role.clone(), String::new());
            SetUpError::UnknownRole { role, allowed }
        };
        self.stub.enlist(placing).ok_or_else(unknown)
    }

    fn redact(&self, known: &mut State, side: SideId) {
        self.stub.redact(known, side);
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        self.stub.revive(unit);
        Ok(())
    }

    fn revive_step(&self, step: &mut step::Step) -> Result<(), StepError> {
        step.read::<Step>()
    }

    fn footprint(&self, _role: &str) -> Option<u8> {
        Some(1)
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
            prone: unit.placement.posture == Posture::Prone,
            armed: true,
            threatens: unit.is_active(),
            sinks: false,
            sharing: None,
        }
    }

    fn next(&self, ctx: Ctx<'_>) -> ruleset::Next {
        self.stub.next(ctx).erased()
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        self.stub.offers(ctx, unit)
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

    fn forecast(&self, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
        self.stub.forecast(ctx, command)
    }

    fn card(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Fact> {
        Vec::new()
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        let steps = self.stub.check(ctx, command)?;
        Ok(Plan { steps, warnings: Vec::new() }.erased())
    }

    fn before(&self, ctx: Ctx<'_>, step: &step::Step) -> Vec<step::Step> {
        step.get().map_or_else(Vec::new, |step| step::Step::all(self.stub.before(ctx, step)))
    }

    fn run(
        &self,
        ctx: Ctx<'_>,
        step: &step::Step,
        oracle: &mut Oracle<'_>,
    ) -> Result<rules::Outcome, Pause> {
        self.stub.run(ctx, step.own()?, oracle).map(Outcome::erased)
    }

    fn aftermath_steps(&self, ctx: Ctx<'_>) -> Vec<step::Step> {
        step::Step::all(self.stub.aftermath_steps(ctx))
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<step::Step> {
        step::Step::all(self.stub.settle(ctx))
    }

    fn window(&self, ctx: Ctx<'_>, step: &step::Step, events: &[Event]) -> Vec<step::Step> {
        let windows = |step| step::Step::all(self.stub.window(ctx, step, events));
        step.get().map_or_else(Vec::new, windows)
    }
}

/// Prescribed dice; prompts wait for their player.
struct FixedDice(VecDeque<u16>);

impl Source for FixedDice {
    fn faces(&mut self, throw: &Throw, _dice: &mut Dice) -> Option<Vec<u16>> {
        assert!(self.0.len() >= throw.dice.len(), "no dice left for {:?}", throw.dice);
        let faces: Vec<u16> = self.0.drain(..throw.dice.len()).collect();
        assert!(throw.admits(&faces), "{:?} cannot show {faces:?}", throw.dice);
        Some(faces)
    }

    fn answer(&mut self, _prompt: &Prompt) -> Option<Answer> {
        None
    }
}

/// A battle with a stub.
struct Game<S> {
    rules: Rules<S>,
    state: State,
}

impl<S: Stub> Game<S> {
    /// A battle of these units, all of which may act.
    fn new(stub: S, units: Vec<Unit>) -> Self {
        let sides = ["A", "B"].map(|name| Side {
            name: name.to_owned(),
            ambush: false,
            flags: Flags::default(),
        });
        let mut scene = Scene::new(Board::new(12, 12), sides.to_vec(), Vec::new());
        scene.clock.active = units.iter().map(Unit::id).collect();
        let state = State::new(scene, units, 1);
        Self { rules: Rules { stub, description: Description::default() }, state }
    }

    /// The same battle under a ruleset with this description.
    fn described(mut self, description: Description) -> Self {
        self.rules.description = description;
        self
    }

    /// The same battle with this order, before its first slot.
    fn with_slots(mut self, slots: Vec<Slot>) -> Self {
        self.state.scene.clock.active.clear();
        self.state.scene.clock.slots = slots;
        self
    }

    /// Runs what follows automatically, with exactly these dice.
    fn go<const N: usize>(&mut self, dice: [u16; N]) -> (Vec<String>, BattleStatus) {
        let mut table = FixedDice(dice.into());
        let mut events = Vec::new();
        let rest = engine::advance(&self.rules, &mut self.state, &mut table, &mut events)
            .expect("the stub comes to an end");
        assert!(table.0.is_empty(), "dice left over: {:?}", table.0);
        (lines(&events), rest)
    }

    /// Executes a command with exactly these dice.
    fn play<const N: usize>(
        &mut self,
        command: &Command,
        dice: [u16; N],
    ) -> (Vec<String>, BattleStatus) {
        let mut table = FixedDice(dice.into());
        let (events, rest) =
            engine::submit(&self.rules, &mut self.state, command, &mut table).expect("allowed");
        assert!(table.0.is_empty(), "dice left over: {:?}", table.0);
        (lines(&events), rest)
    }

    /// Rolls of a command executed with exactly these dice.
    fn rolls<const N: usize>(&mut self, command: &Command, dice: [u16; N]) -> Vec<Rolled> {
        let mut table = FixedDice(dice.into());
        let (events, _) =
            engine::submit(&self.rules, &mut self.state, command, &mut table).expect("allowed");
        assert!(table.0.is_empty(), "dice left over: {:?}", table.0);
        let roll = |event: Event| match event.what {
            EventKind::Rolled(roll) => Some(roll),
            _ => None,
        };
        events.into_iter().filter_map(roll).collect()
    }

    /// Forecasts for a command's rolls.
    fn forecasts(&self, command: &Command) -> Vec<Forecast> {
        engine::with_ctx(&self.rules, &self.state, |ctx| self.rules.forecast(ctx, command))
    }

    /// The code with which a command is refused.
    fn refused(&mut self, command: &Command) -> String {
        let before = self.state.clone();
        let mut table = FixedDice(VecDeque::new());
        let code = match engine::submit(&self.rules, &mut self.state, command, &mut table) {
            Err(CommandError::Refused(refusal)) => refusal.code.to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(self.state, before, "a refusal changes nothing");
        code
    }

    /// The same battle after writing its state to a file and reading it back.
    fn reloaded(self) -> Self {
        let mut bytes = Vec::new();
        ciborium::into_writer(&self.state, &mut bytes).expect("a state can be written");
        let mut state: State = ciborium::from_reader(&bytes[..]).expect("and read");
        revive(&self.rules, &mut state).expect("known content");
        assert_eq!(state, self.state);
        Self { state, ..self }
    }

    fn unit(&self, id: u32) -> &Unit {
        self.state.unit(UnitId(id)).expect("a known unit")
    }

    fn track(&self, id: u32, track: &str) -> i32 {
        self.unit(id).tracks.0.value(track)
    }
}

/// A unit 1.8 m tall in the third row, column `id`. Even numbers are on side B.
fn unit(id: u32, name: &str) -> Unit {
    let at = Cell::new(i16::try_from(id).unwrap_or_default(), 3);
    Unit {
        identity: Identity {
            id: UnitId(id),
            side: SideId(id.is_multiple_of(2).into()),
            role: Key::of("stub"),
            name: name.to_owned(),
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
        tracks: Tracks(Meters::full([(Key::of("health"), 20)])),
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

/// A pending slot.
fn slot<const N: usize>(value: i32, members: [u32; N]) -> Slot {
    Slot::turn(members.map(UnitId).to_vec(), value)
}

/// An act with unit targets.
fn act<const N: usize>(unit: u32, act: &'static str, targets: [u32; N]) -> Command {
    Command::Act {
        unit: UnitId(unit),
        act: Key::of(act),
        targets: targets.map(|id| Target::Unit(UnitId(id))).to_vec(),
        choice: Key::default(),
        with: Default::default(),
    }
}

/// An event of a stub.
fn event(what: EventKind) -> Event {
    Event::new(what, &[])
}

/// A roll without dice or terms.
fn blank_roll(who: Option<UnitId>, purpose: Key, against: i32) -> Rolled {
    let against = Some(Against { label: String::new(), terms: Vec::new(), value: against });
    Rolled { who, purpose, against, ..Rolled::default() }
}

/// Changes a track.
fn track(ctx: Ctx<'_>, unit: UnitId, id: &'static str, to: i32) -> Event {
    let from = ctx.unit(unit).map_or(0, |u| u.tracks.0.value(id));
    event(EventKind::Track { unit, id: Key::of(id), from, to, why: String::new() })
}

/// Changes a pool.
fn pool(ctx: Ctx<'_>, unit: UnitId, id: &'static str, to: i32) -> Event {
    let from = ctx.unit(unit).map_or(0, |u| u.pools.0.value(id));
    event(EventKind::Pool { unit, id: Key::of(id), from, to, why: String::new() })
}

/// Changes a flag of a unit.
fn flag(ctx: Ctx<'_>, unit: UnitId, id: &'static str, to: i64) -> Event {
    let from = ctx.unit(unit).map_or(0, |u| u.flags.get(id));
    event(EventKind::Flag { unit: Some(unit), id: Key::of(id), from, to })
}

/// A refusal of a stub.
fn refusal<T>(code: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(code, code, "HG-0"))
}

/// The prompt that a battle waits for.
fn asked(rest: &BattleStatus) -> &Prompt {
    match rest {
        BattleStatus::Asked(prompt) => prompt,
        other => panic!("no prompt is open: {other:?}"),
    }
}

/// The answer with this choice.
fn answer(prompt: &Prompt, id: &str) -> Command {
    let at = prompt.choices.iter().position(|c| c.id == *id).expect("a choice of the prompt");
    Command::Answer(Answer(u16::try_from(at).expect("few choices")))
}

/// Events as short lines, to compare whole lists.
fn lines(events: &[Event]) -> Vec<String> {
    events.iter().map(|e| line(&e.what)).collect()
}

fn line(what: &EventKind) -> String {
    let ids =
        |units: &[UnitId]| units.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match what {
        EventKind::Phase { round, name } => format!("round {round} {name}"),
        EventKind::Slots(slots) => {
            let list: Vec<_> =
                slots.iter().map(|s| format!("{}:{}", s.value, ids(&s.members))).collect();
            format!("order {}", list.join(", "))
        }
        EventKind::Slot(SlotChange::Insert(at, slot)) => {
            format!("slot {at} inserted {:?} {}", slot.kind, ids(&slot.members))
        }
        EventKind::Slot(SlotChange::State(at, state)) => format!("slot {at} {state:?}"),
        EventKind::Slot(SlotChange::Active(units)) => format!("active [{}]", ids(units)),
        EventKind::TurnBegan { unit, .. } => format!("{unit} begins"),
        EventKind::TurnEnded { unit, why: None } => format!("{unit} ends"),
        EventKind::TurnEnded { unit, why: Some(why) } => format!("{unit} ends: {why}"),
        EventKind::ActRecorded { unit, record, .. } => {
            format!("{unit} deed {}/{} {}", record.class, record.act, record.amount)
        }
        EventKind::Grant { unit, what, amount } => format!("{unit} granted {amount} {what}"),
        EventKind::Declared { act, unit, targets, .. } => {
            format!("{unit} declares {act} at {}", ids(targets))
        }
        EventKind::Redirected { act, from, to } => format!("{act} redirected {from} to {to}"),
        EventKind::Cancelled { unit, act, .. } => format!("{unit} {act} cancelled"),
        EventKind::Progress { unit, what } => {
            format!("{unit} {} {} of {}", what.act, what.done, what.of)
        }
        EventKind::Learned { by, of, to, facts, .. } => {
            format!("{by:?} {of} {to:?} {facts:?}")
        }
        EventKind::ObjectAfflicted { name, condition, .. } => format!("{name} is {}", condition.id),
        EventKind::ObjectRelieved { name, condition, .. } => {
            format!("{name} is no longer {}", condition.id)
        }
        EventKind::Abandoned { unit, act, .. } => format!("{unit} no more {act}"),
        EventKind::Wear { unit, on, id, from, to, .. } => {
            format!("{unit} {} {id} {from} -> {to}", on.key())
        }
        EventKind::Layer { unit, id, change: LayerChange::Laid(_), .. } => {
            format!("{unit} {id} laid on")
        }
        EventKind::Layer { unit, id, change: LayerChange::State(state), .. } => {
            format!("{unit} {id} {state:?}")
        }
        EventKind::Layer { unit, id, change: LayerChange::Gone, .. } => {
            format!("{unit} {id} gone")
        }
        EventKind::Rolled(r) => {
            let against = r.against.as_ref().map_or(0, |a| a.value);
            format!("rolled {} {} against {against}: {:?}", r.purpose, r.total, r.degree)
        }
        EventKind::Chose { prompt, answer, .. } => format!("{prompt}: {answer}"),
        EventKind::Pool { unit, id, from, to, .. }
        | EventKind::Track { unit, id, from, to, .. } => {
            format!("{unit} {id} {from} -> {to}")
        }
        EventKind::Hit { by, target, total, .. } => {
            let by = by.map_or_else(String::new, |by| format!("{by} "));
            format!("{by}hits {target} for {total}")
        }
        EventKind::Afflicted { unit, condition, .. } => match &condition.part {
            Some(part) => format!("{unit} is {}, {part}", condition.id),
            None => format!("{unit} is {}", condition.id),
        },
        EventKind::Relieved { unit, condition, .. } => format!("{unit} no more {}", condition.id),
        EventKind::Flag { unit: Some(unit), id, from, to } => {
            format!("{unit} {id} {from} -> {to}")
        }
        EventKind::Moved { unit, from, to, manner, .. } => {
            format!("{unit} {manner:?} {from} to {to}")
        }
        EventKind::Stance { unit, posture, .. } => format!("{unit} {posture:?}"),
        EventKind::Status { unit, to, .. } => format!("{unit} {to:?}"),
        EventKind::Form { unit, sheet, .. } => format!("{unit} form {}", sheet.kind),
        EventKind::Note { text, .. } => text.clone(),
        EventKind::Over(verdict) => format!("over: {}", verdict.why),
        EventKind::Aftermath => "aftermath".to_owned(),
        other => format!("{other:?}"),
    }
}
