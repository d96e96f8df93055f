//! The folders of levels: the game's own, and the player's.

use std::path::{Path, PathBuf};

use bevy::ecs::prelude::*;

/// The folders of levels.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelFolders {
    /// The game's own levels, which the editor does not overwrite.
    pub shipped: Option<PathBuf>,
    /// The player's levels. The folder is created when the first level is saved.
    pub own: Option<PathBuf>,
}

impl LevelFolders {
    /// True for a file among the game's own levels.
    pub fn protects(&self, file: &Path) -> bool {
        is_in(self.shipped.as_deref(), file)
    }

    /// True for a file in the folder of own levels.
    pub fn is_own(&self, file: &Path) -> bool {
        is_in(self.own.as_deref(), file)
    }

    /// The player's levels, sorted by file name.
    pub fn own_levels(&self) -> Vec<PathBuf> {
        let listed = self.own.as_deref().map(files::listed).unwrap_or_default();
        listed.into_iter().map(|(_, path)| path).collect()
    }

    /// The player's parts. The folder is created when the first part is saved.
    pub(super) fn own_parts(&self) -> Option<PathBuf> {
        Some(self.own.as_deref()?.join("parts"))
    }

    /// The game's own parts.
    pub(super) fn shipped_parts(&self) -> Option<PathBuf> {
        Some(self.shipped.as_deref()?.parent()?.join("assets/parts"))
    }

    /// The folder where a new level is saved, created if missing.
    pub(super) fn home(&self) -> Option<&Path> {
        let own = self.own.as_deref()?;
        // A failure to create it is reported when the level is saved.
        let _ = std::fs::create_dir_all(own);
        own.is_dir().then_some(own)
    }
}

/// True if a file lies directly in a folder, however the paths are written.
fn is_in(folder: Option<&Path>, file: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    let above = file.parent().map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
    match (folder.and_then(whole), above.and_then(whole)) {
        (Some(folder), Some(above)) => folder == above,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_levels_are_protected() {
        let root = std::env::temp_dir().join(format!("highground-folders-{}", std::process::id()));
        let (shipped, own) = (root.join("levels"), root.join("own"));
        std::fs::create_dir_all(&shipped).unwrap();
        let bridge = shipped.join("bridge.ron");
        let folders = LevelFolders { shipped: Some(shipped.clone()), own: Some(own.clone()) };
        assert!(folders.protects(&bridge) && !folders.is_own(&bridge));
        assert!(folders.protects(&root.join("own/../levels/bridge.ron")) || !own.exists());
        assert!(!folders.protects(&root.join("bridge.ron")));
        assert_eq!(folders.own_levels(), Vec::<PathBuf>::new());
        assert_eq!(folders.home(), Some(own.as_path()));
        for name in ["b.ron", "a.ron", "notes.txt"] {
            std::fs::write(own.join(name), "").unwrap();
        }
        assert_eq!(folders.own_levels(), [own.join("a.ron"), own.join("b.ron")]);
        assert!(folders.is_own(&own.join("c.ron")));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
