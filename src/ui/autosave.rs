//! The autosave of an unfinished battle.

use battle::save::card;
use battle::save::shelf::{AUTOMATIC, SaveFolder};
use files::Problem;

/// The autosave cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Cannot load the autosave: {0}. See Saved games for other saves.")]
pub struct AutosaveError(pub Problem);

/// The autosave of an unfinished battle as text, if there is one; or why it cannot be loaded.
pub fn unfinished(shelf: &SaveFolder) -> Option<Result<String, AutosaveError>> {
    let path = shelf.path(AUTOMATIC).ok()?;
    let kept = shelf.list().into_iter().find(|kept| kept.path == path)?;
    // The backup is used if the newest save is damaged.
    let before = || kept.old.as_deref().and_then(|old| card(old).ok());
    let card = kept.card.or_else(|problem| before().ok_or(problem));
    Some(card.map(|card| format!("{}, round {}", card.level, card.round)).map_err(AutosaveError))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_autosave_is_described_or_its_problem_given() {
        let folder = std::env::temp_dir().join(format!("highground-kept-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let shelf = SaveFolder(Some(folder.clone()));
        assert_eq!(unfinished(&shelf), None);
        let whole =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/saves/precision-2.save");
        let path = shelf.path(AUTOMATIC).unwrap();
        fs::copy(&whole, &path).unwrap();
        let told = unfinished(&shelf).unwrap().unwrap();
        assert!(told.contains(", round "), "{told}");
        fs::write(&path, b"damaged").unwrap();
        let lost = unfinished(&shelf).unwrap().unwrap_err();
        let (text, file) = (lost.to_string(), path.display().to_string());
        assert!(text.starts_with(&format!("Cannot load the autosave: {file}")), "{text}");
        assert!(text.ends_with("See Saved games for other saves."), "{text}");
        // The backup is used instead.
        fs::copy(&whole, path.with_extension("save.old")).unwrap();
        assert_eq!(unfinished(&shelf), Some(Ok(told)));
        fs::remove_dir_all(folder).unwrap();
    }
}
