//! Colours of light as other programs write them.

use grid::Rgb;

/// A colour written as `aarrggbb` or `rrggbb`, with or without `#`.
pub(crate) fn argb(text: &str) -> Option<Rgb> {
    let digits = text.trim().trim_start_matches('#');
    let plain = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let rgb = match digits.len() {
        6 => digits,
        8 => digits.get(2..)?,
        _ => return None,
    };
    plain.then(|| format!("#{rgb}").parse().ok()).flatten()
}

/// A colour written as `#rrggbb`, or as `#rrggbbaa`.
pub(crate) fn rgba(text: &str) -> Option<Rgb> {
    let digits = text.trim().trim_start_matches('#');
    format!("#{}", digits.get(..6)?).parse().ok()
}

/// The brightness of a colour as the eye sees it, 0 to 1.
pub(crate) fn brightness(Rgb(r, g, b): Rgb) -> f64 {
    (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)) / 255.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_with_and_without_alpha() {
        assert_eq!(argb("ffeccd8b"), Some(Rgb(0xec, 0xcd, 0x8b)));
        assert_eq!(argb("#eccd8b"), Some(Rgb(0xec, 0xcd, 0x8b)));
        assert_eq!(rgba("#eccd8bff"), Some(Rgb(0xec, 0xcd, 0x8b)));
        for wrong in ["", "#", "12345", "zzzzzzzz", "ééé", "#éccd8b"] {
            assert_eq!((argb(wrong), rgba(wrong)), (None, None), "{wrong}");
        }
        assert!(brightness(Rgb(255, 255, 255)) > 0.99 && brightness(Rgb(0, 0, 0)) < 0.01);
    }
}
