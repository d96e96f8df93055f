//! Turnside: a d100 with three bands decides miss, hit or critical hit; roll-under checks on d10
//! (TU-39 to TU-46, TU-97, TU-122, TU-123).

use super::*;
use highground::rules::dice::Chance;
use highground::rules::event::Degrees;
use highground::rules::roll::{Band, Needs, Test};
use highground::rules::{RuleId, Sum};

/// Unit 1 shoots at unit 2.
struct Turnside {
    accuracy: i32,
    dodge: i32,
    critical: i32,
}

impl Turnside {
    /// Attack roll; `critical` is an extra chance of a critical hit, in hundredths.
    fn attack(&self) -> Test {
        let mut against = Sum::new();
        against.push("ACC", self.accuracy, "TU-39");
        against.push("DOD", -self.dodge, "TU-39");
        let ahead = against.total();
        let missed = (-10 * ahead).clamp(0, 100);
        let chance = 5 * ahead.max(0) + self.critical;
        let critical = if chance > 0 { (100 - chance).max(missed + 1) } else { 101 };
        let bands = [
            ("miss", (1, missed), Degree::Failure, "TU-40"),
            ("hit", (missed + 1, critical - 1), Degree::Success, "TU-41"),
            ("critical hit", (critical, 100), Degree::Critical, "TU-42"),
        ];
        let bands = bands.into_iter().filter(|(_, (from, to), ..)| from <= to);
        let bands = bands.map(|(name, range, degree, rule)| Band::new(name, range, degree, rule));
        Test::of(100, Sum::new(), "ACC over DOD", against).in_bands(bands.collect())
    }
}

impl Stub for Turnside {
    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(vec![Step::new("attack")])
    }

    fn run(&self, _ctx: Ctx<'_>, _step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let test = self.attack();
        let (faces, _) = test.roll(oracle)?;
        let (who, target) = (Some(UnitId(1)), Some(UnitId(2)));
        let rolled = Rolled { who, target, ..test.rolled("arrow", faces) };
        Ok(Outcome::done(vec![event(EventKind::Rolled(rolled))]))
    }

    fn forecast(&self, _ctx: Ctx<'_>, _command: &Command) -> Vec<Forecast> {
        vec![Forecast::new(UnitId(2), self.attack())]
    }
}

fn game(accuracy: i32, dodge: i32, critical: i32) -> Game<Turnside> {
    let units = vec![unit(1, "archer"), unit(2, "thief")];
    Game::new(Turnside { accuracy, dodge, critical }, units)
}

fn arrow() -> Command {
    act(1, "arrow", [2])
}

/// The bands with their chances in hundredths.
fn table(game: &Game<Turnside>) -> Vec<(String, u128)> {
    let forecasts = game.forecasts(&arrow());
    let grades = forecasts.iter().flat_map(Forecast::grades);
    grades.map(|(name, chance)| (name, (chance * Chance::from_integer(100)).to_integer())).collect()
}

fn rows<const N: usize>(rows: [(&str, u128); N]) -> Vec<(String, u128)> {
    rows.map(|(name, chance)| (name.to_owned(), chance)).to_vec()
}

#[test]
fn the_bands_follow_accuracy_and_dodge() {
    // TU-40: ACC 2 against DOD 4 misses on 1-20; 1 against 11 always.
    assert_eq!(table(&game(2, 4, 0)), rows([("miss (1-20)", 20), ("hit (21-100)", 80)]));
    assert_eq!(table(&game(1, 11, 0)), rows([("miss (1-100)", 100)]));
    // TU-41, TU-44: equal scores hit on everything and are never critical.
    assert_eq!(table(&game(3, 3, 0)), rows([("hit (1-100)", 100)]));
    // TU-42: critical on 90-100, 11 faces of 100. TU-45: 15 % in all, critical on 85-100.
    let critical = rows([("hit (1-89)", 89), ("critical hit (90-100)", 11)]);
    assert_eq!(table(&game(4, 2, 0)), critical);
    let critical = rows([("hit (1-84)", 84), ("critical hit (85-100)", 16)]);
    assert_eq!(table(&game(4, 3, 10)), critical);
    // TU-46: even a guaranteed critical hit must hit first.
    let sure = rows([("miss (1-30)", 30), ("critical hit (31-100)", 70)]);
    assert_eq!(table(&game(2, 5, 100)), sure);
}

#[test]
fn a_roll_reports_its_band_and_rule() {
    let mut game = game(4, 2, 0);
    let plain = game.rolls(&arrow(), [89]).remove(0);
    assert_eq!((plain.degree, plain.needed()), (Degree::Success, Some(Needs::AtLeast(1))));
    let critical = game.rolls(&arrow(), [90]).remove(0);
    let band = critical.band().expect("a band");
    assert_eq!((band.name.as_str(), &band.rule), ("critical hit", &RuleId::of("TU-42")));
    assert_eq!(critical.degree, Degree::Critical);
    let mut game = self::game(2, 4, 0);
    let roll = game.rolls(&arrow(), [20]).remove(0);
    assert_eq!((roll.degree, roll.needed()), (Degree::Failure, Some(Needs::AtLeast(21))));
    assert_eq!(roll.chance(), Some(Chance::new(4, 5)));
}

#[test]
fn checks_succeed_on_low_rolls() {
    let check = |sides, score: i32, modifier: i32| {
        let (mut terms, mut against) = (Sum::new(), Sum::new());
        terms.add("for the situation", modifier, "TU-123");
        against.push("Skill Score", score, "TU-122");
        Test::of(sides, terms, "Skill Score", against).under()
    };
    // TU-122: score 6, 60 %. TU-123: +2 makes it 40 %.
    assert_eq!(check(10, 6, 0).chance(), Chance::new(6, 10));
    assert_eq!(check(10, 6, 2).chance(), Chance::new(4, 10));
    assert_eq!(check(10, 6, 2).needs(), Some(Needs::AtMost(4)));
    // TU-97: 7 against 6 is 60 or lower on d100, equal scores 50.
    assert_eq!(check(100, 50 + 10, 0).chance(), Chance::new(60, 100));
    assert!(check(100, 50, 0).score(&[50]).passed() && !check(100, 50, 0).score(&[51]).passed());
    let forecast = Forecast::new(UnitId(2), check(100, 45, 0));
    assert_eq!(forecast.in_words(), "45 or less on d100");
    let rolled = check(10, 6, 0).rolled("stealth", vec![7]);
    assert_eq!((rolled.degree, rolled.degrees), (Degree::Failure, None::<Degrees>));
}
