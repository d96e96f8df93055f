//! Overrides of a sheet's numbers by a level or scenario.

use std::ops::RangeInclusive;

use crate::Key;
use crate::ruleset::SetUpError;

/// Formats a list of names for a message.
pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// Checks the name and the value of an override; returns the value.
///
/// # Errors
/// [`SetUpError::UnknownOverride`] and [`SetUpError::OutOfRange`].
pub fn number<'a>(
    allowed: impl IntoIterator<Item = (&'a str, RangeInclusive<i32>)> + Clone,
    name: &Key,
    value: i64,
) -> Result<i32, SetUpError> {
    let found = allowed.clone().into_iter().find(|(known, _)| *name == **known);
    let Some((_, range)) = found else {
        let allowed = list(allowed.into_iter().map(|(known, _)| known));
        return Err(SetUpError::UnknownOverride { name: name.clone(), allowed });
    };
    let out = || SetUpError::OutOfRange {
        name: name.clone(),
        value,
        allowed: format!("{} to {}", range.start(), range.end()),
    };
    i32::try_from(value).ok().filter(|n| range.contains(n)).ok_or_else(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_bounded_and_names_known() {
        let allowed = [("level", 0..=40), ("fly", 0..=60)];
        let number = |name, value| number(allowed.clone(), &Key::of(name), value);
        assert_eq!(number("level", 40), Ok(40));
        let out = number("level", 41).unwrap_err();
        assert_eq!(out.to_string(), "`level` is 41; allowed: 0 to 40");
        assert!(number("fly", i64::MAX).is_err());
        let unknown = number("speed", 1).unwrap_err();
        assert_eq!(unknown.to_string(), "`speed` cannot be overridden; these can: level, fly");
    }
}
