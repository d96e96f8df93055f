//! Turnside: after the battle, a roll for a lasting injury and a choice between two rests (TU-311
//! to TU-315), with dice and answers as in play.

use super::*;
use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_recorded};
use highground::battle::record::Record;
use highground::battle::replay::replay;
use highground::battle::setup::Choices;
use highground::battle::{Playback, Setup};
use highground::grid::Terrain;
use highground::level::{self, Level, Role};
use highground::rules::ruleset::{Aim, SharedRuleset};
use highground::rules::state::Verdict;
use highground::rules::{odds, prompt};
use highground::scenario;

/// Any unit struck is out. Afterwards each fallen unit gets a limp on 5 or more on a d6, and
/// chooses how to rest.
struct Weary;

impl Weary {
    fn rest(ctx: Ctx<'_>, unit: &Unit, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
        let choices = [("long", "All night"), ("short", "For an hour, on watch")];
        let question = Prompt {
            choices: choices.map(|(id, label)| prompt::Choice::new(id, label)).into(),
            kind: Key::of("rest"),
            ..Prompt::yes_no("rest", unit.side(), Some(unit.id()), "How long?", true, "TU-311")
        };
        let health = unit.tracks.0.get("health").map_or((0, 0), |m| (m.value, m.max));
        let missing = health.1 - health.0;
        // TU-311: everything. TU-315: half of what is missing, rounded down.
        let long = oracle.ask(question)? == Answer(0);
        let gained = if long { missing } else { missing / 2 };
        Ok(vec![track(ctx, unit.id(), "health", health.0 + gained)])
    }
}

impl Stub for Weary {
    fn enlist(&self, placing: &Placing) -> Option<Unit> {
        let mut unit = unit(placing.id.0, &placing.name);
        unit.identity.side = placing.side;
        unit.placement.at = placing.at;
        Some(unit)
    }

    fn next(&self, ctx: Ctx<'_>) -> Next {
        let mut standing = ctx.state.units.iter().filter(|u| u.is_active()).map(Unit::side);
        let first = standing.next();
        if standing.all(|side| Some(side) == first) {
            let why = "no other unit stands".to_owned();
            return Next::Over(Verdict { winner: first, why });
        }
        match &ctx.state.scene.clock.active[..] {
            [] => Next::Run(Step::new("muster")),
            active => Next::Await(active.to_vec()),
        }
    }

    fn offers(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Offer> {
        vec![Offer {
            act: Key::of("slash"),
            name: "Slash".to_owned(),
            text: String::new(),
            cost: String::new(),
            aim: Aim::Unit,
            group: Key::of("attack"),
            refused: None,
            variants: Vec::new(),
            parameters: Vec::new(),
        }]
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        match command {
            Command::Act { unit, targets, .. } => match targets[..] {
                [Target::Unit(target)] if ctx.state.are_foes(*unit, target) => {
                    Ok(vec![Step::new("fell").of(target)])
                }
                _ => refusal("no_foe"),
            },
            _ => Ok(Vec::new()),
        }
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        if step.kind == *"muster" {
            let all = ctx.state.units.iter().map(Unit::id).collect();
            return Ok(Outcome::done(vec![event(EventKind::Slot(SlotChange::Active(all)))]));
        }
        let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
            return Ok(Outcome::done(Vec::new()));
        };
        let id = unit.id();
        Ok(Outcome::done(match step.kind.as_str() {
            "fell" => {
                let (from, to, why) = (unit.status, Status::Down, String::new());
                vec![
                    track(ctx, id, "health", 0),
                    event(EventKind::Status { unit: id, from, to, why }),
                ]
            }
            "injury" => {
                let face = oracle.roll_one(Throw::one(6, 5))?;
                let degree = if face >= 5 { Degree::Success } else { Degree::Failure };
                let rolled =
                    Rolled { total: face, degree, ..blank_roll(Some(id), Key::of("injury"), 5) };
                let limp = degree.succeeded().then(|| flag(ctx, id, "limp", 1));
                [event(EventKind::Rolled(rolled))].into_iter().chain(limp).collect()
            }
            _ => Self::rest(ctx, unit, oracle)?,
        }))
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        // Nothing follows automatically once the battle is over.
        assert!(ctx.state.scene.verdict.is_none());
        Vec::new()
    }

    fn aftermath_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let fallen = ctx.state.units.iter().filter(|u| u.status == Status::Down).map(Unit::id);
        fallen.flat_map(|id| ["injury", "rest"].map(|kind| Step::new(kind).of(id))).collect()
    }
}

fn game() -> Game<Weary> {
    Game::new(Weary, vec![unit(1, "a"), unit(2, "b")])
}

fn slash() -> Command {
    act(1, "slash", [2])
}

/// A battle that has been fought; only its final question is open.
fn fought(injury: u16) -> (Game<Weary>, Prompt) {
    let mut game = game();
    let (_, rest) = game.play(&slash(), [injury]);
    let prompt = asked(&rest).clone();
    (game, prompt)
}

#[test]
fn a_roll_and_a_question_follow_the_verdict() {
    let mut game = game();
    let (events, rest) = game.play(&slash(), [5]);
    assert_eq!(
        events,
        [
            "#2 health 20 -> 0",
            "#2 Down",
            "over: no other unit stands",
            "aftermath",
            "rolled injury 5 against 5: Success",
            "#2 limp 0 -> 1",
        ]
    );
    let prompt = asked(&rest).clone();
    assert_eq!((prompt.side, prompt.kind.as_str()), (SideId(1), "rest"));
    // Only an answer is accepted now.
    assert_eq!(game.refused(&slash()), "over");
    assert_eq!(game.refused(&Command::EndTurn { unit: UnitId(1) }), "over");
    let (events, rest) = game.play(&answer(&prompt, "short"), []);
    assert_eq!(events, ["#2 health 0 -> 10"]);
    assert!(matches!(rest, BattleStatus::Over(verdict) if verdict.winner == Some(SideId(0))));
    assert_eq!(game.refused(&answer(&prompt, "long")), "over");
}

#[test]
fn the_battle_can_be_saved_between_the_roll_and_the_answer() {
    let (game, prompt) = fought(4);
    assert_eq!(game.unit(2).flags.get("limp"), 0);
    let mut game = game.reloaded();
    let (events, _) = game.play(&answer(&prompt, "long"), []);
    assert_eq!(events, ["#2 health 0 -> 20"]);
}

#[test]
fn odds_end_with_the_battle_but_include_later_answers() {
    let before = game();
    let courses = odds::courses(&before.rules, &before.state, &slash(), ()).expect("odds");
    assert_eq!(courses.len(), 1, "the d6 comes after the battle");
    let (game, prompt) = fought(4);
    let courses =
        odds::courses(&game.rules, &game.state, &answer(&prompt, "long"), ()).expect("odds");
    let health =
        courses.iter().map(|c| c.state.unit(UnitId(2)).map(|u| u.tracks.0.value("health")));
    assert_eq!(health.collect::<Vec<_>>(), [Some(20)]);
}

fn rules() -> SharedRuleset {
    Arc::new(Rules { stub: Weary, description: Description::default() })
}

/// A one-on-one battle of the computer against itself.
fn recorded() -> (Record, u64, State) {
    let mut level = Level::blank("Yard", 8, 8, Terrain::Grass);
    let man = |x| level::Unit {
        role: Role::Knight,
        at: Cell::new(x, 1),
        facing: Dir::N,
        altitude: Hm::ZERO,
        name: None,
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    };
    level.sides[0].units = vec![man(1)];
    level.sides[1].units = vec![man(2)];
    let choices = Choices { seed: 3, ..Choices::default() };
    let setup = Setup::from_level(&level, Key::of("weary"), rules(), choices).expect("a battle");
    let mut players: [Box<dyn Decider>; 2] = [Box::new(SimpleAi::new()), Box::new(SimpleAi::new())];
    let (report, record) = run_recorded(setup, &mut players, 9).expect("it ends");
    (record, report.hash, report.state)
}

#[test]
fn the_computer_answers_by_policy_and_the_record_holds_the_answer() {
    let (record, hash, state) = recorded();
    let commands: Vec<&Command> = record.commands.iter().map(|entry| &entry.command).collect();
    assert!(matches!(commands[..], [Command::Act { .. }, Command::Answer(Answer(0))]));
    assert_eq!(state.unit(UnitId(1)).map(|u| u.tracks.0.value("health")), Some(20));
    let again = replay(&record, rules()).expect("the same battle");
    assert_eq!(again.state.hash(), hash);
    assert!(matches!(again.status, BattleStatus::Over(_)));
    // A playback also stops at the question, as the game did.
    let playback = Playback::open(record, rules()).expect("the same battle");
    assert!(matches!(playback.at(1), Some((_, BattleStatus::Asked(_)))));
    assert!(matches!(playback.at(2), Some((_, BattleStatus::Over(_)))));
}

/// Plays a scenario in which A takes B out, with this aftermath.
fn played(aftermath: &str) -> scenario::Report {
    let text = format!(
        r#"(
    title: "A rest",
    rules: ["PR-1"],
    rows: ["AB..", "...."],
    units: {{
        "A": (role: "knight", side: "blue"),
        "B": (role: "brute", side: "red"),
    }},
    steps: [
        (do: act("A", "slash", "B"), expect: [over(winner: "blue")], never: [aftermath()]),
    ],
    aftermath: [{aftermath}],
)"#
    );
    let scenarios = scenario::parse("rest.ron", &text).expect("a scenario");
    scenario::run(&scenarios[0], &|_, _| Ok(rules()))
}

#[test]
fn scenarios_state_what_comes_after_the_battle() {
    let report = played(
        r#"(
            dice: [6], answers: ["short"],
            expect: [aftermath(), rolled(by: "B", purpose: "injury", success: true)],
            check: [meter("B", "health", 10), flag("B", "limp", 1), won("blue")],
        )"#,
    );
    assert!(report.passed, "{:?}", report.failures);
    let report = played(
        r#"(dice: [1], asked: "rest", check: [flag("B", "limp", 0)]),
           (do: answer("long"), check: [meter("B", "health", 20)])"#,
    );
    assert!(report.passed, "{:?}", report.failures);
    let report = played(r#"(dice: [1], answers: ["long"], check: [meter("B", "health", 19)])"#);
    assert_eq!(report.failures.len(), 1, "{:?}", report.failures);
    // Without an aftermath section it does not start.
    assert!(played("").passed);
}
