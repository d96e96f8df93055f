//! Texts for throws and results.

use super::{Count, Needs};
use crate::dice::Die;

/// Dice in short notation: "2d6", "d10 + 2d8 (bursting)".
pub fn dice(dice: &[Die]) -> String {
    let mut groups: Vec<(Die, usize)> = Vec::new();
    for die in dice {
        match groups.last_mut().filter(|(d, _)| d == die) {
            Some((_, count)) => *count += 1,
            None => groups.push((*die, 1)),
        }
    }
    let text = |(die, count): &(Die, usize)| {
        let count = if *count == 1 { String::new() } else { count.to_string() };
        let bursts = if die.bursts { " (bursting)" } else { "" };
        format!("{count}d{}{bursts}", die.sides)
    };
    groups.iter().map(text).collect::<Vec<_>>().join(" + ")
}

/// Dice with their count: "d20", "the higher of 2d20", "the tens digit of d100".
pub fn counted(dice_thrown: &[Die], count: Count) -> String {
    let dice = dice(dice_thrown);
    match (count, dice_thrown.len()) {
        (Count::Sum, _) | (Count::Highest | Count::Lowest, 0 | 1) => dice,
        (Count::Highest, 2) => format!("the higher of {dice}"),
        (Count::Highest, _) => format!("the highest of {dice}"),
        (Count::Lowest, 2) => format!("the lower of {dice}"),
        (Count::Lowest, _) => format!("the lowest of {dice}"),
        (Count::Tens, _) => format!("the tens digit of {dice}"),
        (Count::Units, _) => format!("the ones digit of {dice}"),
        (Count::Successes(least), _) => format!("dice of {dice} showing {least} or more"),
    }
}

/// A required count: "13 or more", "45 or less".
pub fn needed(needs: Needs) -> String {
    match needs {
        Needs::AtLeast(n) => format!("{n} or more"),
        Needs::AtMost(n) => format!("{n} or less"),
    }
}

/// The required roll: "13 or more on d20", "45 or less on d100".
pub fn needed_on(needs: Needs, dice: &[Die], count: Count) -> String {
    format!("{} on {}", needed(needs), counted(dice, count))
}

/// A range of counts: "1-20", "96".
pub fn range(from: i32, to: i32) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

/// Degrees of a result: "3 degrees of success", "1 degree of failure".
pub fn degrees(passed: bool, net: i32) -> String {
    let number = net.unsigned_abs();
    let noun = if number == 1 { "degree" } else { "degrees" };
    let of = if passed { "success" } else { "failure" };
    format!("{number} {noun} of {of}")
}
