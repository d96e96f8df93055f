//! Turnside: an ally shields the target of an arrow before the roll, and a unit reduced to 0
//! chooses (TU-109, TU-119, TU-184 to TU-213, TU-265 to TU-272, TU-364, TU-367).

use super::*;
use highground::rules::dice::{Die, Likelihood, Read};
use highground::rules::event::{MoveKind, Packet};
use highground::rules::odds;
use highground::rules::prompt::Choice;
use highground::rules::step::{Datum, FrameId};

const ACCURACY: i32 = 3;
const RAW: i32 = 14;

/// Unit 1 shoots at 2; 4, a knight adjacent to 2, may take the arrow.
struct Turnside;

/// DOD and total defences of a unit.
fn sheet(id: UnitId) -> (i32, i32) {
    match id.0 {
        2 => (2, 3),
        4 => (5, 8),
        _ => (0, 0),
    }
}

/// Free cells adjacent to `of`, except towards `shooter`.
fn landings(ctx: Ctx<'_>, of: UnitId, shooter: UnitId) -> Vec<Cell> {
    let cell = |id| ctx.field.body(id).and_then(Body::anchor);
    let (Some(at), Some(from)) = (cell(of), cell(shooter)) else { return Vec::new() };
    let (dx, dy) = (i32::from(from.x - at.x), i32::from(from.y - at.y));
    let towards = Dir::towards(dx, dy);
    Dir::SIDES
        .into_iter()
        .filter(|dir| Some(*dir) != towards)
        .map(|dir| at.step(dir))
        .filter(|c| ctx.field.board().contains(*c) && ctx.field.bodies_in(*c).next().is_none())
        .collect()
}

fn moved(ctx: Ctx<'_>, unit: UnitId, to: Place, manner: MoveKind) -> Event {
    let from = ctx.unit(unit).map_or(to, |u| u.placement.at);
    event(EventKind::Moved {
        unit,
        from,
        to,
        from_feet: Hm::ZERO,
        to_feet: Hm::ZERO,
        support: SupportKind::Ground,
        manner,
        cost: 0,
    })
}

impl Turnside {
    /// The shielder decides, and chooses where to move the protected unit.
    fn shield(ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let (Some(shielder), Some(protected)) = (step.unit, step.target_unit()) else {
            return Ok(Outcome::done(Vec::new()));
        };
        let side = SideId(1);
        let text = format!("Take the arrow for {protected}?");
        let prompt = Prompt::yes_no("react", side, Some(shielder), text, false, "TU-205");
        if oracle.ask(prompt)? == Answer::NO {
            return Ok(Outcome::done(Vec::new()));
        }
        let cells = landings(ctx, protected, UnitId(1));
        let choices = ["first", "second", "third"].into_iter().zip(&cells).map(|(id, cell)| {
            Choice { place: Some(Place::Cell(*cell)), ..Choice::new(id, cell.to_string()) }
        });
        let place = oracle.ask(Prompt {
            kind: Key::of("place"),
            side,
            unit: Some(protected),
            about: Key::default(),
            text: format!("Where is {protected} shoved to?"),
            choices: choices.collect(),
            default: 0,
            rule: highground::rules::RuleId::of("TU-207"),
        })?;
        let to = cells.get(usize::from(place.0)).copied().unwrap_or_default();
        let stood = ctx.unit(protected).map_or(Place::Cell(to), |u| u.placement.at);
        let (act, frame) = (Key::of("arrow"), step.scratch.int("shot"));
        let mut outcome = Outcome::done(vec![
            pool(ctx, shielder, "reactions", 0),
            moved(ctx, protected, Place::Cell(to), MoveKind::Forced),
            moved(ctx, shielder, stood, MoveKind::Walk),
            event(EventKind::Redirected { act, from: protected, to: shielder }),
        ]);
        let frame = FrameId(u64::try_from(frame).unwrap_or_default());
        let by = Datum::Units(vec![shielder]);
        outcome.amended = amend(ctx, frame, Key::of("shielded_by"), by);
        Ok(outcome)
    }

    /// The roll against the lower DOD, and the damage to the final target.
    fn shoot(ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let Some(target) = step.target_unit() else { return Ok(Outcome::done(Vec::new())) };
        let victim = step.scratch.units("shielded_by").first().copied().unwrap_or(target);
        let dod = sheet(target).0.min(sheet(victim).0);
        let margin = ACCURACY - dod;
        // TU-40 and TU-42: misses up to here, critical from there.
        let (missed, critical) = (10 * (-margin).max(0), 100 - 5 * margin.max(0));
        let critical = if margin > 0 { critical } else { 101 };
        let read = Read::Sum(vec![missed + 1, critical]);
        let faces = oracle.roll(Throw { dice: vec![Die::d(100)], read })?;
        let face = faces.first().copied().map_or(0, i32::from);
        let degree = match face {
            _ if face <= missed => Degree::Failure,
            _ if face >= critical => Degree::Critical,
            _ => Degree::Success,
        };
        let mut events = vec![event(EventKind::Rolled(Rolled {
            target: Some(victim),
            dice: vec![Die::d(100)],
            faces,
            total: face,
            degree,
            ..blank_roll(step.unit, Key::of("arrow"), dod)
        }))];
        if degree.succeeded() {
            let amount = (RAW - sheet(victim).1) * if degree == Degree::Critical { 2 } else { 1 };
            let health = ctx.unit(victim).map_or(0, |u| u.tracks.0.value("health"));
            // TU-265 and TU-271: damage stops at 0, unless the victim was already there.
            let left = if health > 0 { (health - amount).max(0) } else { health - amount };
            let label = "main".to_owned();
            events.push(event(EventKind::Hit {
                act: Key::of("arrow"),
                by: step.unit,
                target: victim,
                packets: vec![Packet { label, terms: Vec::new(), amount }],
                total: amount,
            }));
            events.push(track(ctx, victim, "health", left));
        }
        Ok(Outcome::done(events))
    }

    /// The choice at 0.
    fn down(ctx: Ctx<'_>, unit: UnitId, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let choices = vec![Choice::new("fight_on", "Fight on"), Choice::new("succumb", "Succumb")];
        let decided = oracle.ask(Prompt {
            kind: Key::of("down"),
            side: ctx.unit(unit).map_or(SideId(0), Unit::side),
            unit: Some(unit),
            about: Key::default(),
            text: "At 0 health: fight on for three turns, or succumb?".to_owned(),
            choices,
            default: 0,
            rule: highground::rules::RuleId::of("TU-267"),
        })?;
        if decided == Answer(0) {
            return Ok(Outcome::done(vec![flag(ctx, unit, "determined", 3)]));
        }
        let (from, to, why) = (Status::Active, Status::Down, String::new());
        let (posture, support) = (Posture::Prone, SupportKind::Ground);
        Ok(Outcome::done(vec![
            event(EventKind::Status { unit, from, to, why }),
            event(EventKind::Stance { unit, posture, facing: Dir::N, support }),
        ]))
    }
}

impl Stub for Turnside {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Command::Act { unit, targets, .. } = command else { return refusal("unknown") };
        let mut step = Step::new("arrow").of(*unit);
        step.targets.clone_from(targets);
        Ok(vec![step])
    }

    /// TU-186: reactions are declared once the act and its target are known, before the roll.
    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        let declared = events.iter().any(|e| matches!(e.what, EventKind::Declared { .. }));
        let Some(target) = step.target_unit().filter(|_| declared) else { return Vec::new() };
        let shot = i64::try_from(ctx.frame.0).unwrap_or_default();
        ctx.state
            .of_side(SideId(1))
            .filter(|u| u.id() != target && u.pools.0.value("reactions") > 0)
            .filter(|u| u.placement.posture == Posture::Standing && u.is_active())
            .map(|u| Step::new("shield").of(u.id()).at(Target::Unit(target)).with("shot", shot))
            .collect()
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let undecided = |u: &&Unit| {
            u.is_active() && u.tracks.0.value("health") <= 0 && u.flags.get("determined") == 0
        };
        ctx.state.units.iter().filter(undecided).map(|u| Step::new("down").of(u.id())).collect()
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        match (step.kind.as_str(), step.phase) {
            ("shield", _) => Self::shield(ctx, step, oracle),
            ("down", _) => Self::down(ctx, step.unit.unwrap_or_default(), oracle),
            (_, 0) => {
                let declared = event(EventKind::Declared {
                    act: Key::of("arrow"),
                    name: "Arrow".to_owned(),
                    unit: step.unit.unwrap_or_default(),
                    targets: step.target_unit().into_iter().collect(),
                    place: None,
                });
                Ok(Outcome::then(vec![declared], step.clone().phase(1)))
            }
            _ => Self::shoot(ctx, step, oracle),
        }
    }
}

/// The archer at (1,3), the mage at (2,3), the knight at (4,3) with this health.
fn game(health: i32) -> Game<Turnside> {
    let mut knight = unit(4, "knight");
    knight.tracks = Tracks(Meters::full([(Key::of("health"), health)]));
    knight.pools = Pools(Meters::full([(Key::of("reactions"), 1)]));
    Game::new(Turnside, vec![unit(1, "archer"), unit(2, "mage"), knight])
}

fn arrow() -> Command {
    act(1, "arrow", [2])
}

/// Shoots and lets the knight take the arrow; the mage is shoved to the north.
fn shielded(game: &mut Game<Turnside>, face: u16) -> (Vec<String>, BattleStatus) {
    let (events, rest) = game.play(&arrow(), []);
    assert_eq!(events, ["#1 declares arrow at #2"]);
    assert_eq!(asked(&rest).unit, Some(UnitId(4)));
    let (events, rest) = game.play(&answer(asked(&rest), "yes"), []);
    assert_eq!(events, [""; 0]);
    // West of the mage is towards the archer: three cells are left.
    let places: Vec<_> = asked(&rest).choices.iter().filter_map(|c| c.place).collect();
    assert_eq!(places, [(2, 2), (3, 3), (2, 4)].map(|c| Place::Cell(c.into())));
    game.play(&answer(asked(&rest), "first"), [face])
}

#[test]
fn the_shielder_takes_the_arrow_and_chooses_at_zero() {
    let mut game = game(5);
    // TU-209: rolled against DOD 2; against the knight's own 5 a 1 would miss.
    let (events, rest) = shielded(&mut game, 1);
    assert_eq!(
        events,
        [
            "#4 reactions 1 -> 0",
            "#2 Forced (2,3) to (2,2)",
            "#4 Walk (4,3) to (2,3)",
            "arrow redirected #2 to #4",
            "rolled arrow 1 against 2: Success",
            "#1 hits #4 for 6",
            "#4 health 5 -> 0",
        ]
    );
    let prompt = asked(&rest).clone();
    assert_eq!((prompt.side, prompt.unit), (SideId(1), Some(UnitId(4))));
    let (events, rest) = game.play(&answer(&prompt, "fight_on"), []);
    assert_eq!(events, ["#4 determined 0 -> 3"]);
    assert!(matches!(rest, BattleStatus::Await(_)));
    // TU-271: further damage goes below 0, without a second question.
    let (_, rest) = game.play(&act(1, "arrow", [4]), [50]);
    assert!(matches!(rest, BattleStatus::Await(_)), "{rest:?}");
    // DOD 5 against ACC 3: 50 does not miss.
    assert_eq!(game.track(4, "health"), -6);
}

#[test]
fn succumbing_after_loading_a_battle_saved_at_the_question() {
    let mut game = game(5);
    let (_, rest) = shielded(&mut game, 60);
    let succumb = answer(asked(&rest), "succumb");
    let mut loaded = game.reloaded();
    let (events, _) = loaded.play(&succumb, []);
    assert_eq!(events, ["#4 Down", "#4 Prone"]);
    assert!(loaded.state.queue.is_empty());
}

#[test]
fn a_unit_that_declines_stays_and_can_react_later() {
    let mut game = game(5);
    let (_, rest) = game.play(&arrow(), []);
    let (events, _) = game.play(&answer(asked(&rest), "no"), [94]);
    assert_eq!(
        events,
        ["rolled arrow 94 against 2: Success", "#1 hits #2 for 11", "#2 health 20 -> 9"]
    );
    assert_eq!(game.unit(4).pools.0.value("reactions"), 1);
    let (_, rest) = game.play(&arrow(), []);
    assert_eq!(asked(&rest).unit, Some(UnitId(4)));
}

#[test]
fn critical_hits_also_use_the_lower_dodge() {
    // TU-42: one point over DOD 2 makes 95 to 100 critical, six faces of a hundred.
    let mut game = game(20);
    let (_, rest) = game.play(&arrow(), []);
    let yes = answer(asked(&rest), "yes");
    let health = |state: &State| state.unit(UnitId(4)).map(|u| u.tracks.0.value("health"));
    let chances = odds::distribution(&game.rules, &game.state, &yes, health).expect("odds");
    let expected = [(Some(8), Likelihood::of(6, 100)), (Some(14), Likelihood::of(94, 100))];
    assert_eq!(chances, BTreeMap::from(expected));
}
