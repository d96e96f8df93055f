//! Decimal numbers of files, without rounding.

/// A decimal number split into its parts, so that nothing is rounded.
#[derive(Clone, Copy)]
pub(super) struct Decimal<'t> {
    negative: bool,
    whole: &'t str,
    fraction: &'t str,
}

impl<'t> Decimal<'t> {
    /// Accepts only digits with at most one sign and one point; `None` for anything else.
    pub fn read(text: &'t str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let some = !(whole.is_empty() && fraction.is_empty());
        (some && plain(whole) && plain(fraction)).then_some(Self { negative, whole, fraction })
    }

    fn signed(self, magnitude: i64) -> i64 {
        if self.negative { -magnitude } else { magnitude }
    }

    fn magnitude(self) -> Option<i64> {
        if self.whole.is_empty() { Some(0) } else { self.whole.parse().ok() }
    }

    pub fn whole(self) -> Option<i64> {
        let whole = self.magnitude().filter(|_| self.fraction.trim_end_matches('0').is_empty());
        whole.map(|n| self.signed(n))
    }

    pub fn thousandths(self) -> Option<i32> {
        let fraction = self.fraction.trim_end_matches('0');
        let digits = format!("{fraction:0<3}");
        let parts: i64 = (digits.len() == 3).then(|| digits.parse().ok())??;
        let magnitude = self.magnitude()?.checked_mul(1000)?.checked_add(parts)?;
        i32::try_from(self.signed(magnitude)).ok()
    }

    pub fn half_metres(self) -> Option<i32> {
        let half = match self.fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return None,
        };
        let magnitude = self.magnitude()?.checked_mul(2)?.checked_add(half)?;
        i32::try_from(self.signed(magnitude)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half_metres(text: &str) -> Option<i32> {
        Decimal::read(text).and_then(Decimal::half_metres)
    }

    #[test]
    fn heights_are_exact_half_metres() {
        assert_eq!(half_metres("2.5"), Some(5));
        assert_eq!(half_metres("-0.5"), Some(-1));
        assert_eq!(half_metres("3"), Some(6));
        assert_eq!(half_metres("3.00"), Some(6));
        assert_eq!(half_metres(".5"), Some(1));
        for refused in ["0.25", "0.50000001", "1e3", "0x10", "", "-", ".", "1.2.3", "1_0"] {
            assert_eq!(half_metres(refused), None, "{refused}");
        }
        assert_eq!(half_metres("99999999999999999999"), None);
        assert_eq!(half_metres("9223372036854775807"), None);
    }

    #[test]
    fn lengths_are_exact_millimetres() {
        let thousandths = |text| Decimal::read(text).and_then(Decimal::thousandths);
        assert_eq!(thousandths("-0.125"), Some(-125));
        assert_eq!(thousandths("32"), Some(32_000));
        assert_eq!(thousandths("1.5000"), Some(1_500));
        assert_eq!(thousandths("1.0005"), None);
        assert_eq!(thousandths("9999999999"), None);
    }

    #[test]
    fn whole_numbers_have_no_fraction() {
        let whole = |text| Decimal::read(text).and_then(Decimal::whole);
        assert_eq!(whole("-12"), Some(-12));
        assert_eq!(whole("12.0"), Some(12));
        assert_eq!(whole("12.5"), None);
    }
}
