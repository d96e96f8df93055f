//! Texts of a map as names of a level.

/// Maximum length of a name in a level, in characters.
const LONGEST: usize = 60;

/// The first of these texts that can be a name, without control characters and cut to length.
pub(crate) fn first_name<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let named = texts.into_iter().map(cleaned).find(|name| !name.is_empty());
    named.unwrap_or_else(|| "Imported map".to_owned())
}

/// A text without control characters, cut to the length of a name; may be empty.
pub(crate) fn cleaned(text: &str) -> String {
    let plain: String =
        text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(first_name([" \u{7}", "The\nMill "]), "The Mill");
        assert_eq!(first_name([""]), "Imported map");
        assert_eq!(first_name([&*"x".repeat(99)]).chars().count(), LONGEST);
    }
}
