//! How long ago something was, in words.

/// How long ago `then` was. Both times in seconds since 1970.
pub fn words(then: u64, now: u64) -> String {
    let seconds = now.saturating_sub(then);
    let of = |n: u64, unit: &str| match n {
        1 => format!("1 {unit} ago"),
        n => format!("{n} {unit}s ago"),
    };
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => of(seconds / 60, "minute"),
        3_600..86_400 => of(seconds / 3_600, "hour"),
        _ => of(seconds / 86_400, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_use_the_largest_unit() {
        let ago = |seconds: u64| words(1_000_000 - seconds, 1_000_000);
        assert_eq!(ago(0), "just now");
        assert_eq!(ago(60), "1 minute ago");
        assert_eq!(ago(7_199), "1 hour ago");
        assert_eq!(ago(172_800), "2 days ago");
        assert_eq!(words(5, 4), "just now", "the clock was set back");
    }
}
