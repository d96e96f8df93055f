//! Reactions to reactions, automatic consequences, and rulesets that never end.
//!
//! VG-119, MO-362, PR-78: an interruption is resolved before what it interrupts, newest first.

use super::*;
use highground::rules::engine::Fault;
use highground::rules::step::{Datum, FrameId};

/// An act with its own frame can be cancelled by an act in response. Unit 1 acts, 2 responds to 1,
/// 3 to 2, and 4 to 3.
struct Answers {
    last: u32,
}

impl Stub for Answers {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let unit = command.unit().unwrap_or_default();
        Ok(vec![Step::new("act").of(unit)])
    }

    fn before(&self, ctx: Ctx<'_>, step: &Step) -> Vec<Step> {
        let answering = UnitId(step.unit.unwrap_or_default().0 + 1);
        if answering.0 > self.last {
            return Vec::new();
        }
        let frame = i64::try_from(ctx.frame.0).unwrap_or_default();
        vec![Step::new("act").of(answering).with("answers", frame)]
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let unit = step.unit.unwrap_or_default();
        let act = Key::of("act");
        if step.scratch.flag("called_off") {
            let why = String::new();
            return Ok(Outcome::done(vec![event(EventKind::Cancelled { unit, act, why })]));
        }
        let targets = Vec::new();
        let name = String::new();
        let declared = EventKind::Declared { act, name, unit, targets, place: None };
        let mut outcome = Outcome::done(vec![event(declared)]);
        if let Some(Datum::Int(frame)) = step.scratch.get("answers") {
            let frame = FrameId(u64::try_from(*frame).unwrap_or_default());
            outcome.amended = amend(ctx, frame, Key::of("called_off"), Datum::Int(1));
        }
        Ok(outcome)
    }
}

fn four() -> Vec<Unit> {
    (1..=4).map(|id| unit(id, "a")).collect()
}

#[test]
fn newest_answers_come_first_and_cancel_what_they_answer() {
    let mut game = Game::new(Answers { last: 3 }, four());
    let (events, rest) = game.play(&act(1, "act", []), []);
    // 3 acts first and cancels 2, so 2 does not cancel 1.
    assert_eq!(events, ["#3 declares act at ", "#2 act cancelled", "#1 declares act at "]);
    assert!(matches!(rest, BattleStatus::Await(_)));

    let mut game = Game::new(Answers { last: 4 }, four());
    let (events, _) = game.play(&act(1, "act", []), []);
    assert_eq!(
        events,
        ["#4 declares act at ", "#3 act cancelled", "#2 declares act at ", "#1 act cancelled"]
    );
}

#[test]
fn each_event_names_its_step() {
    let mut game = Game::new(Answers { last: 3 }, four());
    let mut table = FixedDice(VecDeque::new());
    let command = act(1, "act", []);
    let (events, _) =
        engine::submit(&game.rules, &mut game.state, &command, &mut table).expect("allowed");
    let causes: Vec<_> = events.iter().map(|e| e.cause.map(|f| f.0)).collect();
    assert_eq!(causes, [Some(2), Some(1), Some(0)]);
    let numbers: Vec<_> = events.iter().map(|e| e.number).collect();
    assert_eq!(numbers, [0, 1, 2]);
}

/// Unit 0 reduces all other units to 0 at once; units at 0 or less fall, in two phases.
struct Falls;

impl Stub for Falls {
    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(vec![Step::new("blow"), Step::new("after")])
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let low = |u: &&Unit| u.is_active() && u.tracks.0.value("health") <= 0;
        ctx.state.units.iter().filter(low).map(|u| Step::new("fall").of(u.id())).collect()
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let note = |unit, text: String| event(EventKind::Note { unit, text });
        Ok(match (step.kind.as_str(), step.phase, step.unit) {
            ("blow", ..) => {
                let victims = ctx.state.units.iter().map(Unit::id).filter(|id| id.0 != 0);
                Outcome::done(victims.map(|id| track(ctx, id, "health", 0)).collect())
            }
            ("fall", 0, Some(unit)) => {
                let text = format!("{unit} falls");
                Outcome::then(vec![note(Some(unit), text)], step.clone().phase(1))
            }
            ("fall", _, Some(unit)) => {
                let face = oracle.roll_one(Throw::one(6, 4))?;
                let to = if face < 4 { Status::Dead } else { Status::Down };
                let (from, why) = (Status::Active, String::new());
                Outcome::done(vec![event(EventKind::Status { unit, from, to, why })])
            }
            _ => Outcome::done(vec![note(None, "after".to_owned())]),
        })
    }
}

#[test]
fn automatic_steps_run_once_and_before_everything_else() {
    let mut game = Game::new(Falls, vec![unit(0, "c"), unit(1, "a"), unit(2, "b")]);
    let (events, _) = game.play(&act(0, "blow", []), [2, 5]);
    assert_eq!(
        events,
        [
            "#1 health 20 -> 0",
            "#2 health 20 -> 0",
            "#1 falls",
            "#1 Dead",
            "#2 falls",
            "#2 Down",
            "after",
        ]
    );
}

#[test]
fn many_simultaneous_steps_are_not_deep() {
    let mut game = Game::new(Falls, (0..=300).map(|id| unit(id, "a")).collect());
    let (events, _) = game.play(&act(0, "blow", []), [1; 300]);
    assert_eq!(events.iter().filter(|e| e.ends_with("Dead")).count(), 300);
}

/// A ruleset that never ends, in one of several ways.
struct Forever(&'static str);

impl Stub for Forever {
    fn next(&self, ctx: Ctx<'_>) -> Next {
        match self.0 {
            "next" => Next::Run(Step::new("next")),
            _ => Next::Await(ctx.state.scene.clock.active.clone()),
        }
    }

    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(vec![Step::new("start")])
    }

    fn before(&self, _ctx: Ctx<'_>, _step: &Step) -> Vec<Step> {
        if self.0 == "before" { vec![Step::new("before")] } else { Vec::new() }
    }

    fn settle(&self, _ctx: Ctx<'_>) -> Vec<Step> {
        if self.0 == "settle" { vec![Step::new("settle")] } else { Vec::new() }
    }

    fn run(&self, _ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let again = step.clone();
        Ok(match self.0 {
            "then" => Outcome::then(Vec::new(), again),
            "after" => Outcome::after(Vec::new(), vec![again], None),
            "deeper" => Outcome::after(Vec::new(), vec![again.clone()], Some(again)),
            _ => Outcome::done(Vec::new()),
        })
    }
}

#[test]
fn a_ruleset_that_never_ends_is_a_fault_and_does_not_hang() {
    let fault = |way| {
        let mut game = Game::new(Forever(way), vec![unit(1, "a")]);
        let mut table = FixedDice(VecDeque::new());
        engine::submit(&game.rules, &mut game.state, &act(1, "start", []), &mut table)
            .expect_err("it has no end")
    };
    for (way, last) in [("then", "start"), ("after", "start")] {
        assert_eq!(fault(way), CommandError::Fault(Fault::Endless(last.to_owned())), "{way}");
    }
    for way in ["next", "settle"] {
        assert!(matches!(fault(way), CommandError::Fault(Fault::Endless(_))), "{way}");
    }
    for way in ["before", "deeper"] {
        assert!(matches!(fault(way), CommandError::Fault(Fault::TooDeep(_))), "{way}");
    }
}

/// Begins the battle automatically with a step to which others may respond, and prompts within it.
struct Opening;

impl Stub for Opening {
    fn next(&self, ctx: Ctx<'_>) -> Next {
        match ctx.state.scene.flags.get("begun") {
            0 => Next::Run(Step::new("begin")),
            _ => Next::Await(vec![UnitId(1)]),
        }
    }

    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(Vec::new())
    }

    fn before(&self, _ctx: Ctx<'_>, step: &Step) -> Vec<Step> {
        if step.kind == "begin" { vec![Step::new("answer")] } else { Vec::new() }
    }

    fn run(&self, _ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let text = step.kind.to_string();
        let mut events = vec![event(EventKind::Note { unit: None, text })];
        if step.kind == "begin" {
            oracle.ask(Prompt::yes_no("ready", SideId(0), None, "Ready?", true, "HG-0"))?;
            let id = Key::of("begun");
            events.push(event(EventKind::Flag { unit: None, id, from: 0, to: 1 }));
        }
        Ok(Outcome::done(events))
    }
}

#[test]
fn automatic_steps_can_be_answered_too() {
    let mut game = Game::new(Opening, vec![unit(1, "a")]);
    let (events, rest) = game.go([]);
    assert_eq!(events, ["answer"]);
    assert_eq!(asked(&rest).kind, Key::of("ready"));
}

#[test]
fn continuing_from_a_prompt_leaves_no_prompt_open() {
    let mut game = Game::new(Opening, vec![unit(1, "a")]);
    game.go([]);
    // Odds and computer opponents continue from here with an oracle that answers automatically.
    let mut by_default = highground::rules::oracle::PlayByDefault;
    let rest = engine::advance(&game.rules, &mut game.state, &mut by_default, &mut Vec::new());
    assert_eq!(rest, Ok(BattleStatus::Await(vec![UnitId(1)])));
    assert_eq!(game.state.queue.waiting, None);
}
