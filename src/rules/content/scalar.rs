//! Heights in files: written in metres, stored in half metres.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

use grid::Hm;

/// Largest absolute height in a ruleset file, in metres.
const MAX_METRES: i64 = 1000;

/// A height as written in a file: metres in steps of 0.5, at most `MOST` metres up or down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metres<const MOST: i64>(pub Hm);

impl<'de, const MOST: i64> Deserialize<'de> for Metres<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MetresVisitor::<MOST>)
    }
}

struct MetresVisitor<const MOST: i64>;

impl<const MOST: i64> Visitor<'_> for MetresVisitor<MOST> {
    type Value = Metres<MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("metres in steps of 0.5, such as 2 or 1.5")
    }

    fn visit_i64<E: Error>(self, metres: i64) -> Result<Self::Value, E> {
        if !(-MOST..=MOST).contains(&metres) {
            return Err(E::custom(format!("{metres} m is too far: at most {MOST} m")));
        }
        i32::try_from(metres).map(|m| Metres(Hm::metres(m))).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, metres: u64) -> Result<Self::Value, E> {
        self.visit_i64(i64::try_from(metres).unwrap_or(i64::MAX))
    }

    fn visit_f64<E: Error>(self, metres: f64) -> Result<Self::Value, E> {
        // Doubling a binary fraction is exact, so this accepts .0 and .5 and nothing else.
        let halves = metres * 2.0;
        let limit = 2.0 * MOST as f64;
        if !halves.is_finite() || halves.fract() != 0.0 || halves.abs() > limit {
            return Err(E::custom(format!(
                "{metres} is not a valid height: metres in steps of 0.5, at most {MOST}"
            )));
        }
        Ok(Metres(Hm(halves as i32)))
    }
}

/// Reads a height in metres.
pub fn metres<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hm, D::Error> {
    Metres::<MAX_METRES>::deserialize(deserializer).map(|m| m.0)
}

/// Reads an optional height in metres.
pub fn metres_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Hm>, D::Error> {
    Option::<Metres<MAX_METRES>>::deserialize(deserializer).map(|m| m.map(|m| m.0))
}
