//! Whole numbers on the command line.

use std::ops::RangeInclusive;

/// Not a whole number of the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number from {low} to {high}")]
pub(super) struct NumberError {
    low: u64,
    high: u64,
}

/// The seeds of battles.
pub(super) const SEEDS: RangeInclusive<u64> = 0..=u64::MAX;

/// A parser of whole numbers of a range.
pub(super) fn whole<T: TryFrom<u64> + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone + Send + Sync + 'static {
    move |text: &str| {
        let number = text.trim().parse::<u64>().ok().filter(|number| range.contains(number));
        let wrong = NumberError { low: *range.start(), high: *range.end() };
        number.and_then(|number| T::try_from(number).ok()).ok_or(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_the_range_are_refused_with_it() {
        let number = whole::<u16>(1..=1024);
        assert_eq!((number("1"), number("1024")), (Ok(1), Ok(1024)));
        for wrong in ["0", "1025", "-1", "x", "", "1.5", "99999999999999999999"] {
            let told = number(wrong).unwrap_err().to_string();
            assert_eq!(told, "expected a whole number from 1 to 1024", "{wrong}");
        }
        assert_eq!(whole::<u64>(SEEDS)("18446744073709551615"), Ok(u64::MAX));
        assert!(whole::<u64>(SEEDS)("-1").is_err());
    }
}
