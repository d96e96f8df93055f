//! The weights of the opponents. They come from `assets/opponent.ron`, which explains each of them.

use std::sync::{Arc, LazyLock};

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use files::Problem;

/// The text of `assets/opponent.ron`.
const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/opponent.ron"));

/// The highest of the numbers.
const MAX_NUMBER: i64 = 1_000_000;

/// Declares a group of numbers from 0 to a million.
macro_rules! group {
    ($(#[$about:meta])* $Group:ident { $($number:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "each is explained in `opponent.ron`")]
        pub struct $Group {
            $(#[serde(deserialize_with = "number")] pub $number: i64,)*
        }
    };
}

group! {
    /// Values of act outcomes.
    ActWeights {
        felled, wanted, hindered, helped, rescued, revived, joined, thrown, pool, pressing, least,
    }
}
group! {
    /// Values of positions.
    PlaceWeights { edge, sheltered, zone, gain, arrival, hasty_arrival, whole_turn, }
}
group! {
    /// Chances that the foes do what a readied act waits for.
    ReadiedChances { free, comes, passes, stays, engaged, strikes, feat, }
}
group! {
    /// Values of a side's standing.
    StandingWeights { in_the_fight, down, life, first_part, pool, zone, won, later, }
}

group! {
    /// How a Recruit plays below the usual level.
    Lapses { settles, blur, }
}

/// How thoroughly an opponent plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Depth {
    /// Number of rounds played out after the rest of the current one; up to 6.
    #[serde(deserialize_with = "up_to::<6, _>")]
    pub rounds: u32,
    /// Maximum effort of playouts per turn, up to a billion.
    #[serde(deserialize_with = "up_to::<1_000_000_000, _>")]
    pub work: u32,
    /// Maximum effort of playouts per answer to a question, up to a billion; with 0, answers are not
    /// played out.
    #[serde(deserialize_with = "up_to::<1_000_000_000, _>")]
    pub answers: u32,
    /// Number of combatants in the fight up to which all of this effort is allowed, up to 1,000; see
    /// [`Depth::allowed`].
    #[serde(deserialize_with = "up_to::<1_000, _>")]
    pub crowd: u32,
    /// Number of nearest combatants that act in playouts, up to 200.
    #[serde(deserialize_with = "up_to::<200, _>")]
    pub others: u32,
    /// Maximum number of acts considered from a combatant's place, and of acts for which it seeks
    /// another place, up to 100.
    #[serde(deserialize_with = "up_to::<100, _>")]
    pub ideas: u32,
    /// Maximum number of plans compared, up to 100.
    #[serde(deserialize_with = "up_to::<100, _>")]
    pub plans: u32,
    /// Number of samples by which the plan is selected that challenges the usual one, up to 1,000.
    /// Weaker plans get a half, a quarter or an eighth of them.
    #[serde(deserialize_with = "up_to::<1_000, _>")]
    pub trial: u32,
    /// Maximum number of samples of a plan, up to 10,000.
    #[serde(deserialize_with = "up_to::<10_000, _>")]
    pub samples: u32,
    /// Lead of a plan over the usual one, on average, required to prefer it.
    #[serde(deserialize_with = "number")]
    pub margin: i64,
    /// Number of standard errors, squared, by which it must lead; up to 100.
    #[serde(deserialize_with = "up_to::<100, _>")]
    pub doubt: u32,
}

impl Depth {
    /// How much of an effort, in units of [`rules::effort`], is allowed with this many combatants in
    /// the fight. Beyond `crowd` it falls with their square: more of them take turns in a round, and
    /// each step and each estimate looks at more of them.
    pub fn allowed(&self, effort: u32, fighting: usize) -> u64 {
        let crowd = u64::from(self.crowd);
        let fighting = u64::try_from(fighting).unwrap_or(u64::MAX).max(crowd).max(1);
        // At least 1; the product is at most 2^32 times a million.
        u64::from(effort) * crowd * crowd / fighting.saturating_mul(fighting)
    }
}

/// All weights of the opponents, and how thoroughly they plan.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename = "Opponent")]
pub struct Tuning {
    /// Values of act outcomes.
    pub acts: ActWeights,
    /// Values of positions.
    pub places: PlaceWeights,
    /// Chances that the foes do what a readied act waits for.
    pub readied: ReadiedChances,
    /// Values of a side's standing.
    pub standing: StandingWeights,
    /// How a Recruit plays below the usual level.
    pub recruit: Lapses,
    /// How thoroughly a Veteran plans.
    pub veteran: Depth,
    /// How thoroughly a Warlord plans.
    pub warlord: Depth,
}

impl Tuning {
    /// Reads numbers from the text of a file.
    ///
    /// # Errors
    /// If the text is not such a file or a number is out of range, with its position.
    pub fn read(file: &str, text: &str) -> Result<Self, Problem> {
        files::parse_ron(file, text)
    }

    /// The built-in weights.
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Tuning>> = LazyLock::new(|| {
            let read = Tuning::read("assets/opponent.ron", TEXT);
            Arc::new(read.unwrap_or_else(|problem| panic!("built in, and tested: {problem}")))
        });
        Arc::clone(&BUILT_IN)
    }
}

/// A number from 0 to a million.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let number = i64::deserialize(from)?;
    match (0..=MAX_NUMBER).contains(&number) {
        true => Ok(number),
        false => Err(D::Error::custom(format!("{number} is not a number from 0 to {MAX_NUMBER}"))),
    }
}

/// A number from 0 to `MOST`.
fn up_to<'de, const MOST: u32, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let number = u32::deserialize(from)?;
    match number <= MOST {
        true => Ok(number),
        false => Err(D::Error::custom(format!("{number} is not a number from 0 to {MOST}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_larger_battles_less_effort_is_allowed() {
        let depth = Depth { crowd: 8, ..Tuning::built_in().warlord };
        let allowed = |fighting| depth.allowed(1_600_000, fighting);
        assert_eq!([0, 1, 8].map(allowed), [1_600_000; 3]);
        assert_eq!([9, 10, 16, 800].map(allowed), [1_264_197, 1_024_000, 400_000, 160]);
        assert_eq!(depth.allowed(u32::MAX, usize::MAX), 0);
        assert_eq!(Depth { crowd: 0, ..depth }.allowed(5, 0), 0);
    }

    #[test]
    fn the_built_in_numbers_can_be_read() {
        assert_eq!(Tuning::built_in().acts.felled, 400);
    }

    #[test]
    fn a_wrong_number_is_told_with_its_position() {
        let told = |from: &str, to: &str| {
            let problem = Tuning::read("my.ron", &TEXT.replace(from, to)).unwrap_err();
            problem.to_string()
        };
        let high = told("felled: 400", "felled: 4000000");
        assert!(high.contains("my.ron:5:"), "{high}");
        assert!(high.contains("from 0 to 1000000"), "{high}");
        let deep = told("rounds: 1", "rounds: 7");
        assert!(deep.contains("from 0 to 6"), "{deep}");
        let unknown = told("felled", "fallen");
        assert!(unknown.contains("fallen"), "{unknown}");
    }
}
