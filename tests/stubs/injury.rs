//! Tables: Turnside's injuries by d100 and then d6 (TU-214 to TU-220, TU-228 to TU-233); Evoker's
//! hit locations and scatter by the digits of one roll (EV-131, EV-152, EV-153).

use super::*;
use highground::rules::RuleId;
use highground::rules::dice::{Chance, Die};
use highground::rules::roll::{Count, Row, Table, TableError};

/// Injury roll for a hit with this damage.
struct Turnside(i32);

/// Tiers of a hit by its damage: 15 % for each full 30, 15 and 10 (TU-215 to TU-218).
fn tiers(damage: i32) -> Table<&'static str> {
    let part = |per: i32, tier| (15 * (damage / per), tier);
    let parts = [part(30, "Massive"), part(15, "Moderate"), part(10, "Minor")];
    Table::stacked(100, parts, "none")
}

/// Minor Physical injuries (TU-228 to TU-233).
fn minor() -> Table<&'static str> {
    let names = [
        "Bruised Chest",
        "Damaged Pelvis",
        "Dislocated Shoulder",
        "Lesser Haemorrhage",
        "Scrape Wound",
        "Torn Muscle",
    ];
    let rows = (1..).zip(names).map(|(face, entry)| Row { from: face, to: face, entry });
    Table::new(vec![Die::d(6)], Count::Sum, rows.collect()).expect("a whole table")
}

impl Stub for Turnside {
    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(vec![Step::new("hurt")])
    }

    fn run(&self, _ctx: Ctx<'_>, _step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let words = |rule| move |entry: &&'static str| ((*entry).to_owned(), RuleId::of(rule));
        let tiers = tiers(self.0);
        let faces = oracle.roll(tiers.throw())?;
        let tier = tiers.row(&faces).map_or("none", |row| row.entry);
        let who = Some(UnitId(2));
        let rolled = Rolled { who, ..tiers.rolled("injury", faces, words("TU-217")) };
        let mut events = vec![event(EventKind::Rolled(rolled))];
        if tier == "Minor" {
            let minor = minor();
            let faces = oracle.roll(minor.throw())?;
            let rolled = Rolled { who, ..minor.rolled("which", faces, words("TU-220")) };
            events.push(event(EventKind::Rolled(rolled)));
        }
        Ok(Outcome::done(events))
    }
}

fn hundredths<T: Copy>(table: &Table<T>) -> Vec<(T, (i32, i32), u128)> {
    let chances = table.chances().into_iter();
    chances
        .map(|(row, chance)| {
            let share = (chance * Chance::from_integer(100)).to_integer();
            (row.entry, (row.from, row.to), share)
        })
        .collect()
}

#[test]
fn the_tiers_follow_the_damage() {
    // TU-217: 30 damage, 91-100 no injury; TU-215: 45, 30 and 15 %.
    assert_eq!(
        hundredths(&tiers(30)),
        [
            ("Massive", (1, 15), 15),
            ("Moderate", (16, 45), 30),
            ("Minor", (46, 90), 45),
            ("none", (91, 100), 10),
        ]
    );
    // TU-218: above 100 the lightest band is cut.
    assert_eq!(
        hundredths(&tiers(45)),
        [("Massive", (1, 15), 15), ("Moderate", (16, 60), 45), ("Minor", (61, 100), 40)]
    );
    // TU-216: below 10 nothing, at 15 two tiers.
    assert_eq!(hundredths(&tiers(9)), [("none", (1, 100), 100)]);
    assert_eq!(hundredths(&tiers(15)).len(), 3);
}

#[test]
fn both_dice_are_reported_with_their_rows() {
    let mut game = Game::new(Turnside(30), vec![unit(1, "archer"), unit(2, "thief")]);
    let rolls = game.rolls(&act(1, "arrow", [2]), [46, 3]);
    let names: Vec<&str> =
        rolls.iter().filter_map(|roll| roll.band()).map(|band| band.name.as_str()).collect();
    assert_eq!(names, ["Minor", "Dislocated Shoulder"]);
    assert_eq!(game.rolls(&act(1, "arrow", [2]), [91]).len(), 1);
}

#[test]
fn locations_and_digits_are_read_from_one_die() {
    let row = |from, to, entry| Row { from, to, entry };
    let rows = vec![
        row(1, 10, "head"),
        row(11, 20, "left arm"),
        row(21, 30, "right arm"),
        row(31, 60, "body"),
        row(61, 80, "left leg"),
        row(81, 100, "right leg"),
    ];
    let d100 = || vec![Die::d(100)];
    let location = Table::new(d100(), Count::Sum, rows.clone()).expect("a whole table");
    let at = |face: u16| location.row(&[face]).map(|row| row.entry);
    assert_eq!([at(20), at(21), at(61)], [Some("left arm"), Some("right arm"), Some("left leg")]);
    assert_eq!(location.throw().branches().ways.len(), 6, "no more branches than rows");
    // EV-152, EV-153: 63 goes 6 m towards 3, 08 nowhere.
    assert_eq!((Count::Units.of(&[63]), Count::Tens.of(&[63])), (3, 6));
    let digits = (0..=9).map(|digit| row(digit, digit, "a direction")).collect();
    let scatter = Table::new(d100(), Count::Units, digits).expect("ten rows");
    assert!(scatter.chances().iter().all(|(_, chance)| *chance == Chance::new(1, 10)));
    let broken = |rows: &[Row<&'static str>]| {
        Table::new(d100(), Count::Sum, rows.to_vec()).map(|_| ()).expect_err("an incomplete table")
    };
    assert_eq!(broken(&[]), TableError::Empty);
    assert_eq!(broken(&rows[..5]), TableError::End { to: 80, most: 100 });
    assert_eq!(broken(&rows[1..]), TableError::Order { from: 11, expected: 1 });
    assert_eq!(broken(&[row(1, 0, "none")]), TableError::Backwards { from: 1, to: 0 });
}
