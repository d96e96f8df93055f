//! Titles of levels by their files.

use std::path::Path;

/// The title that the name of a file suggests: *Old mill* for `old_mill.ron`. Empty if it has no
/// letters or digits.
pub fn title_of(file: &Path) -> String {
    let words = file.file_stem().unwrap_or_default().to_string_lossy().replace(['_', '-'], " ");
    let mut letters = words.trim().chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_becomes_a_title() {
        assert_eq!(title_of(Path::new("maps/old_mill-2.ron")), "Old mill 2");
        assert_eq!(title_of(Path::new("_.ron")), "");
        assert_eq!(title_of(Path::new("..")), "");
    }
}
