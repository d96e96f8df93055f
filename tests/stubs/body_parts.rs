//! Injuries to body parts: one per part, a new injury replaces the old one; with numeric parameters
//! (EV-291 to EV-295).

use super::*;
use highground::rules::referee::Ruling;
use highground::rules::ruleset::Entry;
use highground::rules::state::{Condition, Expiry};

struct Wounding;

/// Severity of an act's injury: the number of heavy wounds that it causes.
fn row(act: &Key) -> i64 {
    if *act == "crush" { 0 } else { 2 }
}

impl Stub for Wounding {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Command::Act { unit, act, targets, choice, .. } = command else {
            return refusal("unknown");
        };
        let mut step = Step::new("act").of(*unit).act(act.clone());
        step.targets.clone_from(targets);
        step.scratch.set(Key::of("part"), step::Datum::Name(choice.clone()));
        Ok(vec![step])
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let Some(target) = step.target_unit().and_then(|id| ctx.unit(id)) else {
            return Ok(Outcome::done(Vec::new()));
        };
        let part = step.scratch.name("part");
        let condition = Condition::new(Key::of("injured"), 1, step.unit, Expiry::Battle)
            .of_part(part.clone())
            .with(Key::of("row"), row(&step.act));
        // EV-292: one injury per location.
        let known = |c: &Condition| c.id == "injured" && c.part.as_ref() == Some(&part);
        let replaces = target.conditions.0.iter().position(known);
        let unit = target.id();
        Ok(Outcome::done(vec![event(EventKind::Afflicted { unit, condition, replaces })]))
    }
}

fn hit(act: &'static str, part: &'static str) -> Command {
    Command::Act {
        unit: UnitId(1),
        act: Key::of(act),
        targets: vec![Target::Unit(UnitId(2))],
        choice: Key::of(part),
        with: Default::default(),
    }
}

fn game() -> Game<Wounding> {
    let mut game = Game::new(Wounding, vec![unit(1, "one"), unit(2, "two")]);
    let entry =
        |id: &'static str| Entry { id: Key::of(id), name: id.to_owned(), text: String::new() };
    game.rules.description.conditions = vec![entry("injured")];
    game.rules.description.parts = vec![entry("left_arm"), entry("right_arm")];
    game
}

#[test]
fn each_part_has_its_own_injury_and_a_new_injury_replaces_the_old() {
    let mut game = game();
    let (events, _) = game.play(&hit("cut", "left_arm"), []);
    assert_eq!(events, ["#2 is injured, left_arm"]);
    let _ = game.play(&hit("cut", "right_arm"), []);
    let _ = game.play(&hit("crush", "left_arm"), []);
    let game = game.reloaded();
    let conditions = &game.unit(2).conditions;
    let row = |part| conditions.on("injured", part).map(|c| c.data.get("row"));
    assert_eq!(conditions.0.len(), 2);
    assert_eq!((row("left_arm"), row("right_arm"), row("head")), (Some(0), Some(2), None));
}

#[test]
fn a_referee_injures_and_heals_a_part() {
    let mut game = game();
    game.state.scene.referee.on = true;
    let (unit, id) = (UnitId(2), Key::of("injured"));
    let injure = |part: &'static str| {
        let condition = Condition::new(id.clone(), 1, None, Expiry::Battle).of_part(Key::of(part));
        Command::Ruling(Ruling::Afflict { unit, condition })
    };
    assert_eq!(game.refused(&injure("tail")), "no_such_part");
    let _ = game.play(&injure("left_arm"), []);
    let _ = game.play(&injure("right_arm"), []);
    let heal = |part: &'static str| {
        let part = Some(Key::of(part));
        Command::Ruling(Ruling::Relieve { unit, condition: id.clone(), part })
    };
    let _ = game.play(&heal("left_arm"), []);
    assert_eq!(game.refused(&heal("left_arm")), "not_afflicted");
    let left: Vec<_> = game.unit(2).conditions.0.iter().map(|c| c.part.clone()).collect();
    assert_eq!(left, [Some(Key::of("right_arm"))]);
}
