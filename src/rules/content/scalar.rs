//! Heights in files: written in metres, kept in half metres.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

use crate::grid::Hm;

/// The largest height that a ruleset file may name, in metres either way.
const MAX_METRES: i64 = 1000;

/// A height as a file writes it: metres, whole or with `.5`.
struct Metres(Hm);

impl<'de> Deserialize<'de> for Metres {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MetresVisitor)
    }
}

struct MetresVisitor;

impl Visitor<'_> for MetresVisitor {
    type Value = Metres;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("metres in steps of 0.5, such as 2.0 or 1.5")
    }

    fn visit_i64<E: Error>(self, metres: i64) -> Result<Metres, E> {
        if !(-MAX_METRES..=MAX_METRES).contains(&metres) {
            return Err(E::custom(format!("{metres} m is too far: at most {MAX_METRES} m")));
        }
        i32::try_from(metres).map(|m| Metres(Hm::metres(m))).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, metres: u64) -> Result<Metres, E> {
        self.visit_i64(i64::try_from(metres).unwrap_or(i64::MAX))
    }

    fn visit_f64<E: Error>(self, metres: f64) -> Result<Metres, E> {
        // Doubling a binary fraction is exact, so this accepts .0 and .5 and nothing else.
        let halves = metres * 2.0;
        let limit = 2.0 * MAX_METRES as f64;
        if !halves.is_finite() || halves.fract() != 0.0 || halves.abs() > limit {
            return Err(E::custom(format!(
                "{metres} is no height here: metres in steps of 0.5, at most {MAX_METRES}"
            )));
        }
        Ok(Metres(Hm(halves as i32)))
    }
}

/// Reads a height in metres.
pub fn metres<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hm, D::Error> {
    Metres::deserialize(deserializer).map(|m| m.0)
}

/// Reads a height in metres that may be left out.
pub fn metres_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Hm>, D::Error> {
    Option::<Metres>::deserialize(deserializer).map(|m| m.map(|m| m.0))
}
