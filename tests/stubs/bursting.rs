//! Vigor: d20 plus bursting dice, roll-over, and taking a Chance (VG-1 to VG-24, VG-194 to VG-197).

use super::*;
use highground::rules::Sum;
use highground::rules::dice::{Chance, Die};
use highground::rules::roll::{Needs, Test};

const GUARD: i32 = 16;
/// Odds leave out damage above this total.
const MOST_DAMAGE: i32 = 60;

/// A knight with two Bonus Dice strikes an archer.
struct Vigor;

/// The Bonus Die after this many Charges; negative steps are Challenges (VG-4 to VG-7).
fn rank(steps: i32) -> u16 {
    match steps {
        ..=-3 => 4,
        -2 => 6,
        -1 => 8,
        0 => 10,
        1 => 12,
        _ => 20,
    }
}

/// Action roll with this many Bonus Dice (VG-1, VG-2).
fn action(number: usize, steps: i32, against: i32) -> Test {
    let mut guard = Sum::new();
    guard.push("Guard", against, "VG-2");
    let mut test = Test::of(20, Sum::new(), "Guard", guard).above();
    test.dice.extend(std::iter::repeat_n(Die::bursting(rank(steps)), number));
    test
}

impl Stub for Vigor {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        match command {
            Command::Act { act, .. } => Ok(vec![Step::new("attack").act(act.clone())]),
            _ => refusal("unknown"),
        }
    }

    fn run(&self, _ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        // VG-25: a Challenge on the attack, and on success a Charge on its effect.
        let chance = step.act == "slash_taking_a_chance";
        let test = action(2, if chance { -1 } else { 0 }, GUARD);
        let (faces, score) = test.roll(oracle)?;
        let who = Some(UnitId(1));
        let rolled = Rolled { who, target: Some(UnitId(2)), ..test.rolled("attack", faces) };
        let mut events = vec![event(EventKind::Rolled(rolled))];
        if score.passed() {
            let bonus = Die::bursting(rank(i32::from(chance)));
            let damage = Test { dice: vec![Die::d(8), bonus, bonus], ..Test::default() };
            let faces = oracle.roll(damage.throw_whole(MOST_DAMAGE))?;
            let rolled = damage.rolled("damage", faces);
            let rolled = Rolled { who, against: None, needs: None, ..rolled };
            events.push(event(EventKind::Rolled(rolled)));
        }
        Ok(Outcome::done(events))
    }

    fn forecast(&self, _ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
        let steps = match command {
            Command::Act { act, .. } if *act == "slash_taking_a_chance" => -1,
            _ => 0,
        };
        vec![Forecast::new(UnitId(2), action(2, steps, GUARD))]
    }
}

fn game() -> Game<Vigor> {
    Game::new(Vigor, vec![unit(1, "knight"), unit(2, "archer")])
}

#[test]
fn totals_must_exceed_the_target_number() {
    // VG-1, VG-2: 18 against 16 hits, 16 does not, 17 does.
    let attack = action(2, 0, GUARD);
    let passes = |faces: [u16; 3]| attack.score(&faces).passed();
    assert!(passes([9, 6, 3]) && !passes([7, 6, 3]) && passes([8, 6, 3]));
    // VG-22: no face of the d20 is an automatic success or failure.
    assert!(!action(0, 0, 25).score(&[20]).passed());
    assert_eq!(action(0, 0, 25).chance(), Chance::from_integer(0));
    assert_eq!(attack.needs(), Some(Needs::AtLeast(17)));
}

#[test]
fn odds_match_the_rule_text() {
    // VG-23, VG-24.
    let chance = |steps| action(2, steps, GUARD).chance();
    assert_eq!(chance(0), Chance::new(753, 1000));
    assert_eq!(chance(-1), Chance::new(437, 640));
    assert_eq!(chance(-2), Chance::new(1309, 2160));
    assert_eq!(chance(1), Chance::new(3509, 4320));
    // VG-105: a Dodge against a total of 22.
    assert_eq!(action(2, 0, 22).chance(), Chance::new(2461, 5000));
    assert_eq!(action(1, 0, 22).chance(), Chance::new(4169, 20_000));
    let risky = game().forecasts(&act(1, "slash_taking_a_chance", [2])).remove(0);
    assert_eq!(risky.chance(), Some(Chance::new(437, 640)));
    assert_eq!(risky.in_words(), "17 or more on d20 + 2d8 (bursting)");
}

#[test]
fn a_chance_makes_the_attack_harder_and_its_damage_better() {
    let mut game = game();
    // VG-25: attack 2d8, damage bonus 2d12. VG-20: 12 and 3 are a burst of 15.
    let rolls = game.rolls(&act(1, "slash_taking_a_chance", [2]), [15, 2, 1, 8, 15, 4]);
    let [attack, damage] = rolls.as_slice() else { panic!("two rolls: {rolls:?}") };
    assert_eq!(attack.dice, [Die::d(20), Die::bursting(8), Die::bursting(8)]);
    assert_eq!(damage.dice, [Die::d(8), Die::bursting(12), Die::bursting(12)]);
    // VG-194, VG-195: the weapon's own 8 does not burst; the Bonus Die makes the hit critical.
    assert_eq!((damage.bursts(), damage.total), (1, 27));
    assert_eq!(attack.chance(), Some(Chance::new(437, 640)));
    let plain = game.rolls(&act(1, "slash", [2]), [9, 6, 3, 8, 9, 9]);
    assert_eq!(plain.iter().map(Rolled::bursts).sum::<u32>(), 0, "VG-197");
    // VG-20: 10, 10 and 4 are 24.
    let far = game.rolls(&act(1, "slash", [2]), [1, 24, 1, 1, 1, 1]);
    assert_eq!(far.first().map(|attack| (attack.bursts(), attack.total)), Some((2, 26)));
}
