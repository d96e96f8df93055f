//! Charges and Challenges: a roll and its effect are counted separately (VG-13 to VG-18). Both move
//! the Bonus Dice along their ladder (VG-4 to VG-7).

use rules::Sum;
use rules::dice::Die;

use super::data::{Burst, ChargeOnEffect, Content};

/// The ladder of Bonus Dice, from the lowest to the highest (VG-5, VG-7).
const LADDER: [u16; 6] = [4, 6, 8, 10, 12, 20];
/// Index of the usual Bonus Die on the ladder (VG-3).
const USUAL: i32 = 3;

/// Maximum number of Bonus Dice in a roll, whatever the options allow.
const MAX_BONUS_DICE: i32 = 40;

/// Bonus Dice, which burst (VG-20), after Charges minus Challenges; all dice of a roll move
/// together (VG-10).
pub fn bonus_dice(count: i32, net: i32, burst: Burst) -> Vec<Die> {
    let highest = LADDER.len() as i32 - 1;
    let place = usize::try_from(USUAL.saturating_add(net).clamp(0, highest)).unwrap_or_default();
    let sides = LADDER.get(place).copied().unwrap_or(10);
    let die = match burst {
        Burst::Unlimited => Die::bursting(sides),
        Burst::Once => Die::bursting_once(sides),
        Burst::None => Die::d(sides),
    };
    vec![die; usize::try_from(count.min(MAX_BONUS_DICE)).unwrap_or_default()]
}

/// The dice of the ladder from the lowest to the highest, and the index of the usual one.
pub const fn ladder() -> (&'static [u16], usize) {
    (&LADDER, USUAL as usize)
}

/// The rungs by which a term of a [`Tally`] moves the action's dice: up for Charges, down for
/// Challenges; 0 for terms of the effect only.
pub fn rungs_of(label: &str) -> i32 {
    let words = label.rsplit_once(": ").map_or("", |(_, words)| words);
    let count = words.split_whitespace().next().and_then(|n| n.parse::<i32>().ok());
    let count = count.filter(|_| !words.ends_with("effect")).unwrap_or(0);
    if words.contains("Challenge") { count.saturating_neg() } else { count }
}

/// Charges minus Challenges of an action, and of its effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    charges: i32,
    challenges: i32,
    effect_charges: i32,
    effect_challenges: i32,
    terms: Sum,
}

impl Tally {
    /// A tally without Charges or Challenges.
    pub fn new() -> Self {
        Self::default()
    }

    /// Charges on the action, which also apply to its effect (VG-16).
    pub fn charge(&mut self, why: &str, count: i32, rule: &'static str) {
        self.charges += count;
        self.note(why, count, "Charge", rule);
    }

    /// Challenges on the action roll only (VG-17).
    pub fn challenge(&mut self, why: &str, count: i32, rule: &'static str) {
        self.challenges += count;
        self.note(why, count, "Challenge", rule);
    }

    /// Challenges that explicitly apply to the effect as well (VG-64).
    pub fn burden(&mut self, why: &str, count: i32, rule: &'static str) {
        self.challenges += count;
        self.effect_challenges += count;
        self.note(why, count, "Challenge", rule);
    }

    /// Charges minus Challenges ruled by the referee (VG-336).
    pub fn ruled(&mut self, charges: i32) {
        if charges >= 0 {
            self.charge("circumstances", charges, "VG-336");
        } else {
            self.challenge("circumstances", -charges, "VG-336");
        }
    }

    /// Charges on the effect only (VG-25).
    pub fn boost(&mut self, why: &str, count: i32, rule: &'static str) {
        self.effect_charges += count;
        self.note(why, count, "Charge on the effect", rule);
    }

    /// Adds a displayed term that does not change the total.
    fn note(&mut self, why: &str, count: i32, what: &str, rule: &'static str) {
        if count == 0 {
            return;
        }
        let plural = if count.abs() == 1 { "" } else { "s" };
        let text = match what.split_once(' ') {
            Some((noun, rest)) => format!("{why}: {count} {noun}{plural} {rest}"),
            None => format!("{why}: {count} {what}{plural}"),
        };
        self.terms.push(text, 0, rule);
    }

    /// The rungs that the action's Bonus Dice move, without wounds (VG-15).
    pub const fn on_action(&self) -> i32 {
        self.charges - self.challenges
    }

    /// The rungs that the effect's Bonus Dice move (VG-18).
    pub fn on_effect(&self, content: &Content) -> i32 {
        let gained = match content.rules.charge_on_effect {
            ChargeOnEffect::OwnTally => self.charges,
            ChargeOnEffect::LeftoverOnly => (self.charges - self.challenges).max(0),
        };
        gained + self.effect_charges - self.effect_challenges
    }

    /// Its parts, as terms that do not change a total.
    pub const fn terms(&self) -> &Sum {
        &self.terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(net: i32) -> u16 {
        bonus_dice(1, net, Burst::Unlimited).first().map_or(0, |die| die.sides)
    }

    #[test]
    fn the_ladder_ends_at_d4_and_d20() {
        let all = [-5, -3, -2, -1, 0, 1, 2, 4].map(sides);
        assert_eq!(all, [4, 4, 6, 8, 10, 12, 20, 20]);
        assert!(bonus_dice(0, 2, Burst::Unlimited).is_empty());
    }

    #[test]
    fn dice_burst_as_the_option_says() {
        let one = |burst| bonus_dice(1, 0, burst);
        assert_eq!(one(Burst::Once), [Die::bursting_once(10)]);
        assert_eq!(one(Burst::None), [Die::d(10)]);
    }

    #[test]
    fn the_effect_has_its_own_sum() {
        let content = Content::built_in();
        let mut tally = Tally::new();
        tally.charge("steady", 1, "VG-16");
        tally.challenge("far", 1, "VG-17");
        assert_eq!((tally.on_action(), tally.on_effect(content)), (0, 1));
        tally.burden("off hand", 2, "VG-64");
        assert_eq!((tally.on_action(), tally.on_effect(content)), (-2, -1));
        let rungs: Vec<i32> = tally.terms().terms().iter().map(|t| rungs_of(&t.label)).collect();
        assert_eq!(rungs, [1, -1, -2]);
        tally.boost("taking a Chance", 1, "VG-25");
        let last = tally.terms().terms().last().map(|t| rungs_of(&t.label));
        assert_eq!(last, Some(0), "it moves the dice of the effect");
        assert_eq!(tally.terms().total(), 0);
        assert_eq!(tally.terms().terms().len(), 4);
    }
}
