//! Acts that take several turns (VG-32 to VG-35, EV-216), and prepared acts with a target, a path
//! and an outstanding cost (TU-173 to TU-178).

use super::*;
use highground::rules::referee::Ruling;
use highground::rules::state::{Armed, Expiry, Undertaking};

/// Cost of loading, and points per turn.
const LOADING: i32 = 5;
const A_TURN: i32 = 2;

struct Patient;

impl Patient {
    /// All remaining action points are spent on loading.
    fn load(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
        let left = unit.pools.0.value("ap");
        let done = unit.undertakings.get("load").map_or(0, |what| what.done);
        let spent = left.min(LOADING - done);
        let what = Undertaking {
            act: Key::of("load"),
            choice: Key::default(),
            targets: Vec::new(),
            done: done + spent,
            of: LOADING,
        };
        let loaded = what.is_done().then(|| flag(ctx, unit.id(), "loaded", 1));
        let mut events = vec![
            pool(ctx, unit.id(), "ap", left - spent),
            event(EventKind::Progress { unit: unit.id(), what }),
        ];
        events.extend(loaded);
        events
    }

    /// Any other act loses all progress (VG-34).
    fn walk(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
        let mut events = vec![pool(ctx, unit.id(), "ap", unit.pools.0.value("ap") - 1)];
        events.extend(unit.undertakings.0.iter().map(|what| {
            event(EventKind::Abandoned {
                unit: unit.id(),
                act: what.act.clone(),
                choice: what.choice.clone(),
                why: "it moved".to_owned(),
            })
        }));
        events
    }

    /// Half the cost is paid now, the rest is recorded with the act (TU-177).
    fn prepare(ctx: Ctx<'_>, unit: &Unit, step: &Step) -> Vec<Event> {
        let (cost, rp) = (9, unit.pools.0.value("rp"));
        let now = (cost + 1) / 2;
        let expiry = Expiry::Slots { of: unit.id(), left: 1 };
        let (id, trigger) = (ctx.state.scene.next_number, Key::of("moves"));
        let mut armed = Armed {
            targets: step.targets.clone(),
            choice: Key::of("piercing"),
            ..Armed::new(id, unit.id(), Key::of("bolt"), trigger, expiry)
        };
        armed.data.set(Key::of("due"), i64::from(cost - now));
        vec![pool(ctx, unit.id(), "rp", rp - now), event(EventKind::Armed(armed))]
    }

    /// The prepared act fires at its target if the rest can be paid (TU-178).
    fn fire(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
        let Some(armed) = ctx.state.scene.armed.first() else { return Vec::new() };
        let due = i32::try_from(armed.data.get("due")).unwrap_or_default();
        let rp = unit.pools.0.value("rp");
        let over = |why: &str| {
            event(EventKind::Disarmed { id: armed.id, gone: true, why: why.to_owned() })
        };
        if rp < due {
            return vec![over("it fizzles")];
        }
        let strength = if armed.choice == "piercing" { 7 } else { 5 };
        let mut events = vec![over("it goes off"), pool(ctx, unit.id(), "rp", rp - due)];
        for target in &armed.targets {
            if let Target::Unit(id) = target {
                let health = ctx.unit(*id).map_or(0, |u| u.tracks.0.value("health"));
                events.push(track(ctx, *id, "health", health - strength));
            }
        }
        events
    }
}

impl Stub for Patient {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        match command {
            Command::Act { unit, act, targets, .. } => {
                let mut step = Step::new("act").of(*unit).act(act.clone());
                step.targets.clone_from(targets);
                Ok(vec![step])
            }
            Command::EndTurn { unit } => Ok(vec![Step::new("turn").of(*unit)]),
            _ => refusal("unknown"),
        }
    }

    fn window(&self, ctx: Ctx<'_>, step: &Step, _events: &[Event]) -> Vec<Step> {
        let moved = step.act == "walk";
        let ready = ctx.state.scene.armed.iter().filter(|a| moved && Some(a.owner) != step.unit);
        ready.map(|armed| Step::new("act").of(armed.owner).act("fire")).collect()
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
            return Ok(Outcome::done(Vec::new()));
        };
        Ok(Outcome::done(match step.act.as_str() {
            "load" => Self::load(ctx, unit),
            "walk" => Self::walk(ctx, unit),
            "prepare" => Self::prepare(ctx, unit, step),
            "fire" => Self::fire(ctx, unit),
            _ => vec![pool(ctx, unit.id(), "ap", A_TURN)],
        }))
    }
}

fn game(rp: i32) -> Game<Patient> {
    let mut archer = unit(1, "archer");
    archer.pools = Pools(Meters::full([(Key::of("ap"), A_TURN), (Key::of("rp"), rp)]));
    let mut other = unit(2, "other");
    other.pools = Pools(Meters::full([(Key::of("ap"), A_TURN)]));
    Game::new(Patient, vec![archer, other])
}

fn next_turn() -> Command {
    Command::EndTurn { unit: UnitId(1) }
}

#[test]
fn loading_takes_three_turns() {
    let mut game = game(0);
    let (events, _) = game.play(&act(1, "load", []), []);
    assert_eq!(events, ["#1 ap 2 -> 0", "#1 load 2 of 5"]);
    let _ = game.play(&next_turn(), []);
    let mut game = game.reloaded();
    let _ = game.play(&act(1, "load", []), []);
    assert_eq!(game.unit(1).undertakings.get("load").map(|what| what.done), Some(4));
    let _ = game.play(&next_turn(), []);
    // One point is enough now; the other remains for something else (VG-35).
    let (events, _) = game.play(&act(1, "load", []), []);
    assert_eq!(events, ["#1 ap 2 -> 1", "#1 load 5 of 5", "#1 loaded 0 -> 1"]);
    assert!(game.unit(1).undertakings.0.is_empty(), "a finished undertaking is removed");
}

#[test]
fn progress_is_lost_by_doing_something_else() {
    let mut game = game(0);
    let _ = game.play(&act(1, "load", []), []);
    let _ = game.play(&next_turn(), []);
    let (events, _) = game.play(&act(1, "walk", []), []);
    assert_eq!(events, ["#1 ap 2 -> 1", "#1 no more load"]);
    let (events, _) = game.play(&act(1, "load", []), []);
    assert_eq!(events, ["#1 ap 1 -> 0", "#1 load 1 of 5"]);
}

#[test]
fn a_referee_sets_progress() {
    let mut game = game(0);
    game.state.scene.referee.on = true;
    let rule = |done| {
        let (unit, act) = (UnitId(1), Key::of("load"));
        Command::Ruling(Ruling::Progress { unit, act, done })
    };
    assert_eq!(game.refused(&rule(1)), "not_begun");
    let _ = game.play(&act(1, "load", []), []);
    assert_eq!(game.refused(&rule(5)), "out_of_range");
    let _ = game.play(&rule(4), []);
    assert_eq!(game.unit(1).undertakings.get("load").map(|what| what.done), Some(4));
    let _ = game.play(&rule(0), []);
    assert!(game.unit(1).undertakings.0.is_empty());
}

#[test]
fn a_prepared_act_keeps_its_target_its_path_and_its_price() {
    let mut game = game(9);
    let (events, _) = game.play(&act(1, "prepare", [2]), []);
    assert_eq!(events[0], "#1 rp 9 -> 4");
    let mut game = game.reloaded();
    let armed = &game.state.scene.armed[0];
    assert_eq!(armed.targets, [Target::Unit(UnitId(2))]);
    let (events, _) = game.play(&act(2, "walk", []), []);
    // The piercing bolt deals 7 to its target.
    assert_eq!(events[events.len() - 2..], ["#1 rp 4 -> 0", "#2 health 20 -> 13"]);
    assert!(game.state.scene.armed.is_empty());
}

#[test]
fn a_prepared_act_fizzles_if_the_rest_cannot_be_paid() {
    let mut game = game(8);
    let _ = game.play(&act(1, "prepare", [2]), []);
    let _ = game.play(&act(2, "walk", []), []);
    assert_eq!((game.unit(1).pools.0.value("rp"), game.track(2, "health")), (3, 20));
    assert!(game.state.scene.armed.is_empty());
}
