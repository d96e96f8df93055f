//! Evoker: d100 roll-under, degrees, and tests opposed by degrees (EV-2 to EV-14, EV-149, EV-349).

use super::*;
use highground::rules::Sum;
use highground::rules::dice::Chance;
use highground::rules::odds;
use highground::rules::roll::{BothFail, Contest, Needs, Scale, Settle, Test, Tie, Winner, words};

const TENS: Scale = Scale { step: 10, first: 0 };

/// Unit 1 strikes unit 2; with a reroll, a failed attack is rolled again.
struct Evoker {
    attack: i32,
    evasion: i32,
    fate: bool,
}

/// A test against a target number (EV-2, EV-3, EV-5).
fn test(label: &str, target: i32) -> Test {
    let mut against = Sum::new();
    against.push(label, target, "EV-3");
    Test::of(100, Sum::new(), label, against).under().by_degrees(TENS)
}

/// An attack: 96 and above fail (EV-149).
fn attack(target: i32) -> Test {
    test("Melee", target).within(0, 95)
}

impl Stub for Evoker {
    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(vec![Step::new("attack")])
    }

    fn run(&self, ctx: Ctx<'_>, _step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let (own, theirs) = (attack(self.attack), test("Parry", self.evasion));
        let (mut faces, mut score) = own.roll(oracle)?;
        let mut rerolls = Vec::new();
        if self.fate && !score.passed() {
            let (why, rule) = ("Fate".to_owned(), highground::rules::RuleId::of("EV-349"));
            rerolls.push(Reroll { faces, why, rule });
            (faces, score) = own.roll(oracle)?;
        }
        let (me, foe) = (Some(UnitId(1)), Some(UnitId(2)));
        let mut struck = Rolled { who: me, target: foe, rerolls, ..own.rolled("attack", faces) };
        if !score.passed() {
            return Ok(Outcome::done(vec![event(EventKind::Rolled(struck))]));
        }
        let (faces, _) = theirs.roll(oracle)?;
        let mut evaded = Rolled { who: foe, target: me, ..theirs.rolled("evade", faces) };
        let winner = Rolled::oppose(&mut struck, &mut evaded, Settle::DEGREES);
        let margin = struck.opposed.as_ref().and_then(|opposed| opposed.margin);
        let mut events = vec![struck, evaded].into_iter().map(EventKind::Rolled).map(event);
        let mut events: Vec<Event> = events.by_ref().collect();
        if winner == Winner::Active {
            // EV-132: weapon damage 4 plus the margin.
            let health = ctx.unit(UnitId(2)).map_or(0, |u| u.tracks.0.value("health"));
            events.push(track(ctx, UnitId(2), "health", health - 4 - margin.unwrap_or(0)));
        }
        Ok(Outcome::done(events))
    }

    fn forecast(&self, _ctx: Ctx<'_>, _command: &Command) -> Vec<Forecast> {
        let (own, theirs) = (attack(self.attack), test("Parry", self.evasion));
        vec![Forecast::opposed(UnitId(2), own, theirs, Settle::DEGREES)]
    }
}

fn game(attack: i32, evasion: i32, fate: bool) -> Game<Evoker> {
    let units = vec![unit(1, "wolf"), unit(2, "fox")];
    Game::new(Evoker { attack, evasion, fate }, units)
}

fn strike() -> Command {
    act(1, "strike", [2])
}

#[test]
fn a_test_counts_degrees_in_both_directions() {
    // EV-2, EV-5.
    let degrees = |target, roll: u16| {
        let score = test("Melee", target).score(&[roll]);
        (score.passed(), score.degrees)
    };
    assert_eq!((degrees(45, 45), degrees(45, 46)), ((true, 0), (false, 0)));
    assert_eq!((degrees(57, 22), degrees(57, 57)), ((true, 3), (true, 0)));
    assert_eq!((degrees(57, 61), degrees(57, 98)), ((false, 0), (false, -4)));
    // EV-4: nothing succeeds automatically. EV-149: an attack of 96 or more fails.
    assert_eq!(degrees(-5, 1), (false, 0));
    assert_eq!(test("Agility", -5).chance(), Chance::from_integer(0));
    assert_eq!(test("Melee", 104).chance(), Chance::from_integer(1));
    assert!(!attack(104).score(&[97]).passed());
    assert_eq!(attack(104).needs(), Some(Needs::AtMost(95)));
    // d100 against 57: 7 faces for 5 degrees, 10 for each lower degree, 97 to 100 for 4 degrees of
    // failure.
    let chances = test("Melee", 57).degree_chances();
    assert_eq!(chances.first(), Some(&((true, 5), Chance::new(7, 100))));
    assert!(chances.contains(&((true, 0), Chance::new(10, 100))));
    assert!(chances.contains(&((false, -4), Chance::new(4, 100))));
    assert_eq!(words::degrees(true, 3), "3 degrees of success");
    assert_eq!(words::degrees(false, -1), "1 degree of failure");
}

#[test]
fn two_tests_are_settled_by_degrees() {
    let winner = |own, roll: u16, other, answer: u16, settle: Settle| {
        let (own, other) =
            (test("Melee", own).score(&[roll]), test("Parry", other).score(&[answer]));
        (settle.winner(&own, &other), settle.margin(&own, &other))
    };
    let usual = Settle::DEGREES;
    // EV-7: 2 against 1; the other side's failure is a win too.
    assert_eq!(winner(50, 25, 40, 25, usual), (Winner::Active, 1));
    assert_eq!(winner(50, 25, 40, 41, usual), (Winner::Active, 2));
    // EV-8: 2 against 2 changes nothing, unless the option says so.
    assert_eq!(winner(50, 25, 40, 18, usual).0, Winner::Passive);
    let tie = |tie| Settle { tie, ..usual };
    assert_eq!(winner(50, 25, 40, 18, tie(Tie::Active)).0, Winner::Active);
    assert_eq!(winner(50, 25, 40, 18, tie(Tie::HigherMark)).0, Winner::Active);
    // EV-9: both fail.
    assert_eq!(winner(40, 55, 30, 90, usual).0, Winner::Passive);
    let lesser = Settle { both_fail: BothFail::LesserFailure, ..usual };
    assert_eq!(winner(40, 55, 30, 90, lesser).0, Winner::Active);
    // EV-10: with no acting side, -1 beats -3, and ties are rolled again (EV-40).
    let even = Settle { tie: Tie::Again, ..lesser };
    assert_eq!(winner(30, 44, 30, 62, even).0, Winner::Active);
    assert_eq!(winner(30, 44, 30, 44, even).0, Winner::Again);
    // EV-12: 4 against 1 is 3; against a failure by 3 it is 4.
    assert_eq!(winner(60, 20, 40, 30, usual), (Winner::Active, 3));
    assert_eq!(winner(60, 20, 40, 70, usual), (Winner::Active, 4));
    // EV-14: one roll of 31 against several target numbers.
    assert_eq!(test("Melee", 58).score(&[31]).degrees, 2);
    assert_eq!(test("Melee", 48).score(&[31]).degrees, 1);
}

#[test]
fn odds_match_the_rule_text() {
    // EV-13.
    for (attack, evasion, chance) in
        [(50, 40, (40, 100)), (70, 40, (60, 100)), (40, 50, (26, 100)), (58, 58, (3836, 10_000))]
    {
        let game = game(attack, evasion, false);
        let forecast = game.forecasts(&strike()).remove(0);
        let chance = Chance::new(chance.0, chance.1);
        assert_eq!(forecast.chance(), Some(chance), "{attack} against {evasion}");
        let hurt =
            |state: &State| state.unit(UnitId(2)).is_some_and(|u| u.tracks.0.value("health") < 20);
        let all = odds::distribution(&game.rules, &game.state, &strike(), hurt).expect("odds");
        assert_eq!(all.get(&true), Some(&chance.into()), "{attack} against {evasion}");
        let margins: Chance = forecast.grades().iter().map(|(_, chance)| *chance).sum();
        assert_eq!(margins, Chance::from_integer(1));
    }
    // EV-11: without an opposing roll, the attack's own chance counts.
    assert_eq!(attack(50).chance(), Chance::new(50, 100));
}

#[test]
fn both_rolls_are_reported_with_their_degrees() {
    let mut game = game(50, 40, false);
    let rolls = game.rolls(&strike(), [25, 25]);
    let [struck, evaded] = rolls.as_slice() else { panic!("two rolls: {rolls:?}") };
    let net = |roll: &Rolled| roll.degrees.map(|degrees| degrees.net);
    assert_eq!((net(struck), struck.degree), (Some(2), Degree::Success));
    // It passed its own test and is still hit.
    assert_eq!((net(evaded), evaded.alone()), (Some(1), Degree::Success));
    assert_eq!(evaded.degree, Degree::Failure);
    let opposed = struck.opposed.as_ref().expect("opposed");
    assert_eq!((opposed.margin, opposed.theirs.total), (Some(1), 25));
    assert_eq!(opposed.theirs.against.as_ref().map(|a| a.value), Some(40));
    // 4 plus the margin of 1.
    assert_eq!(game.track(2, "health"), 15);
    // The attack had 40 %; against 2 degrees the answer must roll 20 or less.
    assert_eq!(struck.chance(), Some(Chance::new(40, 100)));
    assert_eq!(evaded.chance(), Some(Chance::new(20, 100)));
    let read: Rolled =
        ron::from_str(&ron::to_string(struck).expect("text")).expect("and read again");
    assert_eq!(read, *struck);
}

#[test]
fn a_reroll_keeps_the_previous_roll() {
    // EV-349: 88 fails, then 31 counts: 1 degree against a failure.
    let mut game = game(50, 40, true);
    let rolls = game.rolls(&strike(), [88, 31, 99]);
    let struck = rolls.first().expect("an attack");
    assert_eq!(struck.rerolls.iter().map(|r| r.faces.clone()).collect::<Vec<_>>(), [[88]]);
    assert_eq!((struck.total, struck.degree), (31, Degree::Success));
    assert_eq!(game.track(2, "health"), 15);
}

#[test]
fn contests_by_totals_have_exact_odds() {
    // TU-129: 1d10 + 8 against 1d10 + 4 wins 79 of 100.
    let side = |score: i32| {
        let mut terms = Sum::new();
        terms.push("Athletics", score, "TU-129");
        Test::of(10, terms, "", Sum::new())
    };
    let (active, passive) = (side(8), side(4));
    let contest = Contest { active: &active, passive: &passive, settle: Settle::TOTALS };
    assert_eq!(contest.chance(), Some(Chance::new(79, 100)));
}
