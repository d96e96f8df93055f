//! The ways to do an act beside the plain one, as steps hold them and commands name them: several
//! are joined by `+` (MO-166, MO-181, MO-354, MO-356).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::{Key, Refusal};

/// The way that does not kill (MO-181, MO-182).
pub const NONLETHAL: &str = "nonlethal";
/// The way in which Holy damage kills the living as well (MO-239).
pub const LETHAL: &str = "lethal";
/// The way that misses on purpose (MO-166).
pub const MISS: &str = "miss";
/// The way that may miss on purpose once the roll is seen (MO-166).
pub const CHOOSE: &str = "choose";
/// The beginning of the ways with more power: `up1`, `up2`.
const UP: &str = "up";

/// A way to do an act.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Way {
    /// Non-lethal.
    pub gentle: bool,
    /// Lethal, whatever the damage.
    pub deadly: bool,
    /// Misses on purpose.
    pub miss: bool,
    /// Asks whether to miss on purpose once the roll hits.
    pub chooses: bool,
    /// Steps of upcasting.
    pub steps: u8,
    /// The name of the Maneuver that is added.
    pub maneuver: Option<Key>,
}

impl Way {
    /// The way of that name. Every word that is no other way names a Maneuver.
    ///
    /// # Errors
    /// When a part is there twice, or does not go with another.
    pub fn parse(choice: &str) -> Result<Self, Refusal> {
        let mut way = Self::default();
        for part in choice.split('+').filter(|part| !part.is_empty()) {
            let steps = part.strip_prefix(UP).and_then(|n| n.parse::<u8>().ok());
            match (part, steps) {
                (NONLETHAL, _) if !way.gentle && !way.deadly => way.gentle = true,
                (LETHAL, _) if !way.gentle && !way.deadly => way.deadly = true,
                (MISS, _) if !way.miss => way.miss = true,
                (CHOOSE, _) if !way.chooses => way.chooses = true,
                (_, Some(steps @ 1..)) if way.steps == 0 => way.steps = steps,
                _ if way.maneuver.is_none() => way.maneuver = Some(Key::new(part)),
                _ => return Err(unknown(part)),
            }
        }
        Ok(way)
    }

    /// True for the plain way.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// That there is no such way.
pub fn unknown(part: &str) -> Refusal {
    let text = format!("there is no way `{part}` to do it");
    Refusal::new("no_such_variant", text, "MO-181")
}

/// The name of the ways with more power.
pub fn upcast(steps: u8) -> String {
    format!("{UP}{steps}")
}

/// As commands name it.
impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = [
            (self.gentle, NONLETHAL),
            (self.deadly, LETHAL),
            (self.miss, MISS),
            (self.chooses, CHOOSE),
        ];
        let plain = plain.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned());
        let maneuver = self.maneuver.iter().map(Key::to_string);
        let steps = (self.steps > 0).then(|| upcast(self.steps));
        let parts: Vec<String> = plain.chain(maneuver).chain(steps).collect();
        f.write_str(&parts.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for name in ["", "nonlethal", "lethal+choose", "miss+power_strike+up2", "up1"] {
            assert_eq!(Way::parse(name).unwrap().to_string(), name);
        }
        let way = Way::parse("up2+power_strike").unwrap();
        assert_eq!((way.steps, way.maneuver), (2, Some(Key::of("power_strike"))));
        for name in ["lethal+nonlethal+cleave", "up1+up2+cleave", "cleave+whirl"] {
            assert!(Way::parse(name).is_err(), "{name}");
        }
    }
}
