//! Variants of acts, as stored in steps and named by commands: the intent of an attack, and the
//! parameters for upcasting and a Maneuver (MO-166, MO-181, MO-354, MO-356).
//!
//! Older commands and saves use a single text, in which `+` joins several names.

use std::fmt;

use serde::{Deserialize, Serialize};

use rules::{Key, Refusal, Value, Values};

/// The non-lethal variant (MO-181, MO-182).
pub const NONLETHAL: &str = "nonlethal";
/// The variant in which Holy damage kills the living as well (MO-239).
pub const LETHAL: &str = "lethal";
/// The variant that misses on purpose (MO-166).
pub const MISS: &str = "miss";
/// The variant that may miss on purpose after the roll (MO-166).
pub const CHOOSE: &str = "choose";
/// Prefix of upcasting steps in older names: `up1`, `up2`.
const UP: &str = "up";
/// The parameter for the number of upcasting steps (MO-354).
pub const UPCAST: &str = "upcast";
/// The parameter for the Maneuver to add (MO-356).
pub const MANEUVER: &str = "maneuver";
/// The value of [`MANEUVER`] without any.
pub const NONE: &str = "none";

/// A variant of an act.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VariantSpec {
    /// Non-lethal.
    pub gentle: bool,
    /// Lethal, whatever the damage.
    pub deadly: bool,
    /// Misses on purpose.
    pub miss: bool,
    /// Asks after a hit whether to miss on purpose.
    pub chooses: bool,
    /// Number of upcasting steps.
    pub steps: u8,
    /// The name of the Maneuver to add.
    pub maneuver: Option<Key>,
}

impl VariantSpec {
    /// The variant of a command: its choice, and its parameters where they are set.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn chosen(choice: &str, with: &Values) -> Result<Self, Refusal> {
        let mut spec = Self::parse(choice)?;
        if let Some(maneuver) = with.name(MANEUVER) {
            spec.maneuver = (*maneuver != *NONE).then(|| maneuver.clone());
        }
        let steps = with.number(UPCAST, spec.steps.into());
        spec.steps = u8::try_from(steps.max(0)).unwrap_or(u8::MAX);
        Ok(spec)
    }

    /// The parameter values of a command for this variant.
    pub fn values(&self) -> Values {
        let mut values = Values::none();
        if let Some(maneuver) = &self.maneuver {
            values.set(Key::of(MANEUVER), Value::Name(maneuver.clone()));
        }
        if self.steps > 0 {
            values.set(Key::of(UPCAST), Value::Number(self.steps.into()));
        }
        values
    }

    /// The choice of a command for this variant, apart from its parameters.
    pub fn choice(&self) -> Key {
        Key::new(&Self { steps: 0, maneuver: None, ..self.clone() }.to_string())
    }

    /// Parses a variant. A word that is not a keyword names a Maneuver.
    ///
    /// # Errors
    /// If a part appears twice or does not go with another.
    pub fn parse(choice: &str) -> Result<Self, Refusal> {
        let mut spec = Self::default();
        for part in choice.split('+').filter(|part| !part.is_empty()) {
            let steps = part.strip_prefix(UP).and_then(|n| n.parse::<u8>().ok());
            match (part, steps) {
                (NONLETHAL, _) if !spec.gentle && !spec.deadly => spec.gentle = true,
                (LETHAL, _) if !spec.gentle && !spec.deadly => spec.deadly = true,
                (MISS, _) if !spec.miss => spec.miss = true,
                (CHOOSE, _) if !spec.chooses => spec.chooses = true,
                (_, Some(steps @ 1..)) if spec.steps == 0 => spec.steps = steps,
                _ if spec.maneuver.is_none() => spec.maneuver = Some(Key::new(part)),
                _ => return Err(unknown(part)),
            }
        }
        Ok(spec)
    }

    /// True for the plain act.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// The refusal for an unknown variant.
pub fn unknown(part: &str) -> Refusal {
    let text = format!("there is no variant `{part}`");
    Refusal::new("no_such_variant", text, "MO-181")
}

/// The whole variant as one name.
impl fmt::Display for VariantSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = [
            (self.gentle, NONLETHAL),
            (self.deadly, LETHAL),
            (self.miss, MISS),
            (self.chooses, CHOOSE),
        ];
        let plain = plain.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned());
        let maneuver = self.maneuver.iter().map(Key::to_string);
        let steps = (self.steps > 0).then(|| format!("{UP}{}", self.steps));
        let parts: Vec<String> = plain.chain(maneuver).chain(steps).collect();
        f.write_str(&parts.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["", "nonlethal", "lethal+choose", "miss+power_strike+up2", "up1"] {
            assert_eq!(VariantSpec::parse(name).unwrap().to_string(), name);
        }
        let spec = VariantSpec::parse("up2+power_strike").unwrap();
        assert_eq!((spec.steps, spec.maneuver), (2, Some(Key::of("power_strike"))));
        for name in ["lethal+nonlethal+cleave", "up1+up2+cleave", "cleave+whirl"] {
            assert!(VariantSpec::parse(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_choice_and_parameters_say_the_same_as_the_older_name() {
        for name in ["", "nonlethal", "lethal+choose", "miss+power_strike+up2", "up1"] {
            let spec = VariantSpec::parse(name).unwrap();
            let choice = spec.choice();
            assert_eq!(VariantSpec::chosen(choice.as_str(), &spec.values()), Ok(spec), "{name}");
        }
        let none = Values::none().with(MANEUVER, Value::Name(Key::of(NONE)));
        let spec = VariantSpec::chosen("up1+cleave", &none).unwrap();
        assert_eq!(spec, VariantSpec { steps: 1, ..VariantSpec::default() });
        let much = Values::none().with(UPCAST, Value::Number(i32::MAX));
        assert_eq!(VariantSpec::chosen("", &much).unwrap().steps, u8::MAX);
        let less = Values::none().with(UPCAST, Value::Number(i32::MIN));
        assert_eq!(VariantSpec::chosen("up1", &less).unwrap().steps, 0);
    }
}
