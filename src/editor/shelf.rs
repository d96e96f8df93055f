//! Editor files: levels, autosaved drafts and the list of recent levels.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use xxhash_rust::xxh3::xxh3_64;

use super::draft::Draft;
use files::{self, MAX_TEXT, Problem};
use level::{Build, Level, Severity};

/// Maximum number of recent levels.
pub const MAX_RECENT: usize = 12;

/// Maximum number of files to list in a drafts folder.
const MAX_LISTED: usize = 500;

/// First line of an autosaved draft; the path of its level follows.
const HEAD: &str = "// Draft of ";

/// A level opened for editing.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The level.
    pub draft: Draft,
    /// Errors, warnings and notes with their place in the file. A level with errors that make it
    /// unplayable can still be opened, so that the author can fix it.
    pub problems: Vec<(Severity, Problem)>,
}

/// Opens a level file for editing.
///
/// # Errors
/// If the file cannot be read, or is so damaged that parts of the level are missing.
pub fn open(path: &Path) -> Result<Opened, Vec<Problem>> {
    let text = files::read_text(path).map_err(|problem| vec![problem])?;
    let report = Level::check(&path.display().to_string(), &text, Build::usual);
    match report.level {
        Some(level) => Ok(Opened { draft: Draft::new(level), problems: report.problems }),
        None => {
            let errors = report.problems.into_iter().filter(|(s, _)| *s == Severity::Error);
            Err(errors.map(|(_, problem)| problem).collect())
        }
    }
}

/// Saves a draft as a level file, atomically. The previous file is kept as `NAME.old`.
///
/// # Errors
/// If the file cannot be written, or would be too large to load.
pub fn save(draft: &mut Draft, path: &Path) -> Result<(), Problem> {
    let text = written(draft.level(), &path.display().to_string())?;
    files::write_safely(path, text.as_bytes())?;
    draft.mark_saved();
    Ok(())
}

fn written(level: &Level, name: &str) -> Result<String, Problem> {
    let text = level.to_text();
    if text.len() as u64 > MAX_TEXT {
        let message = "the level is too large: levels may have at most 4 MiB";
        return Err(Problem::new(name, message).help("remove regions or walls"));
    }
    Ok(text)
}

/// The folder for autosaved drafts. Levels themselves are never saved there, and drafts are written
/// nowhere else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    folder: PathBuf,
}

/// An autosaved draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The draft's file.
    pub file: PathBuf,
    /// The level's file; `None` if the level was never saved.
    pub of: Option<PathBuf>,
    /// The title of the level; empty if it has none.
    pub title: String,
    /// When the draft was written, in seconds since 1970.
    pub written: u64,
    /// The draft is newer than the level's file, or that file no longer exists.
    pub newer: bool,
}

impl Shelf {
    /// The user's drafts folder. `None` if the platform has none.
    pub fn usual() -> Option<Self> {
        let folders = directories::ProjectDirs::from("", "", "High Ground")?;
        Some(Self { folder: folders.data_dir().join("drafts") })
    }

    /// A shelf in another folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The draft file for a level, unique per level path. `number` distinguishes levels that were
    /// never saved.
    pub fn file_for(&self, level: Option<&Path>, number: u32) -> PathBuf {
        let Some(level) = level else { return self.folder.join(format!("unsaved-{number}.ron")) };
        let whole = std::path::absolute(level).unwrap_or_else(|_| level.to_owned());
        let hash = xxh3_64(whole.as_os_str().as_encoded_bytes());
        let stem: String = level
            .file_stem()
            .unwrap_or(OsStr::new("level"))
            .to_string_lossy()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
            .take(40)
            .collect();
        self.folder.join(format!("{stem}-{hash:016x}.ron"))
    }

    /// Autosaves a draft. The level's file is not touched.
    ///
    /// # Errors
    /// If the folder cannot be written, or the level's file is itself the draft file.
    pub fn keep(
        &self,
        draft: &Draft,
        level: Option<&Path>,
        number: u32,
    ) -> Result<PathBuf, Problem> {
        let file = self.file_for(level, number);
        let name = file.display().to_string();
        let same =
            |level: &Path| std::path::absolute(level).ok() == std::path::absolute(&file).ok();
        if level.is_some_and(same) {
            return Err(Problem::new(
                name,
                "this level is itself an autosaved draft; save it in another folder",
            ));
        }
        std::fs::create_dir_all(&self.folder).map_err(|e| Problem::new(&name, e.to_string()))?;
        let of = level.and_then(|level| std::path::absolute(level).ok());
        let of = of.map(|of| of.display().to_string()).unwrap_or_default();
        let of = of.replace(|c: char| c.is_control(), "");
        let text = format!("{HEAD}{of}\n{}", written(draft.level(), &name)?);
        files::write_safely(&file, text.as_bytes())?;
        Ok(file)
    }

    /// The draft of a level, if it is newer than the level's file and differs from it. Offered when
    /// the level is opened.
    pub fn newer_than(&self, level: &Path) -> Option<Kept> {
        let file = self.file_for(Some(level), 0);
        let kept = kept_at(&file)?;
        let body = |path: &Path| {
            let text = files::read_text(path).ok()?;
            let headed = text.strip_prefix(HEAD).and_then(|text| text.split_once('\n'));
            Some(headed.map(|(_, body)| body.to_owned()).unwrap_or(text))
        };
        (kept.newer && body(&file) != body(level)).then_some(kept)
    }

    /// All drafts, sorted by file name. Offered when the editor starts.
    pub fn all(&self) -> Vec<Kept> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().take(MAX_LISTED);
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension() == Some(OsStr::new("ron")));
        paths.sort();
        paths.iter().filter_map(|path| kept_at(path)).collect()
    }

    /// Deletes the draft of a level and its backup, after the level was saved or the draft
    /// rejected. Does nothing if there is none.
    pub fn discard(&self, level: Option<&Path>, number: u32) {
        let file = self.file_for(level, number);
        let mut old = file.clone().into_os_string();
        old.push(".old");
        // A draft that cannot be deleted is offered again, which is harmless.
        let _ = std::fs::remove_file(&file);
        let _ = std::fs::remove_file(PathBuf::from(old));
    }
}

fn kept_at(file: &Path) -> Option<Kept> {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|m| m.modified()).ok();
    let text = files::read_text(file).ok()?;
    let head = text.strip_prefix(HEAD)?.lines().next().unwrap_or_default();
    let of = (!head.is_empty()).then(|| PathBuf::from(head));
    let written = changed(file)?;
    let newer = is_newer(written, of.as_deref().and_then(changed));
    let written = written.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Some(Kept { file: file.to_owned(), of, title: title_in(&text), written, newer })
}

/// The title of a level in a text that this program wrote, without reading the rest of it.
fn title_in(text: &str) -> String {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("name: "));
    let name = line.map(|line| files::ron_options().from_str(line.trim_end_matches(',')));
    name.and_then(Result::ok).unwrap_or_default()
}

/// True if a draft was written at the same time as its level's file or later, or there is no such
/// file.
fn is_newer(kept: SystemTime, level: Option<SystemTime>) -> bool {
    level.is_none_or(|level| kept >= level)
}

/// Recently opened levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recent {
    paths: Vec<String>,
}

impl Recent {
    /// Loads the list from a file; empty if the file does not exist.
    ///
    /// # Errors
    /// If the file exists but cannot be read or is not a list of levels.
    pub fn load(file: &Path) -> Result<Self, Problem> {
        if !file.exists() {
            return Ok(Self::default());
        }
        let text = files::read_text(file)?;
        let mut paths: Vec<String> = files::parse_ron(&file.display().to_string(), &text)?;
        paths.truncate(MAX_RECENT);
        Ok(Self { paths })
    }

    /// Saves the list.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, file: &Path) -> Result<(), Problem> {
        let name = file.display().to_string();
        if let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|e| Problem::new(&name, e.to_string()))?;
        }
        let text = ron::ser::to_string_pretty(&self.paths, ron::ser::PrettyConfig::default())
            .map_err(|e| Problem::new(&name, e.to_string()))?;
        files::write_safely(file, format!("{text}\n").as_bytes())
    }

    /// Moves a level to the front. Paths that are not UTF-8 are ignored.
    pub fn push(&mut self, level: &Path) {
        let whole = std::path::absolute(level).unwrap_or_else(|_| level.to_owned());
        let Some(path) = whole.to_str().map(str::to_owned) else { return };
        self.paths.retain(|known| *known != path);
        self.paths.insert(0, path);
        self.paths.truncate(MAX_RECENT);
    }

    /// Removes a level that no longer exists.
    pub fn forget(&mut self, level: &Path) {
        self.paths.retain(|known| Path::new(known) != level);
    }

    /// The levels, most recent first.
    pub fn levels(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(Path::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edit, Fact};
    use grid::Terrain;
    use level::Daylight;

    /// A temporary folder, removed on drop.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = format!("highground-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn draft() -> Draft {
        Draft::new(Level::blank("Kept", 8, 8, Terrain::Grass))
    }

    #[test]
    fn levels_with_errors_can_be_opened() {
        let folder = Folder::new("open");
        let path = folder.0.join("a.ron");
        let mut draft = draft();
        // Without goals it cannot be played.
        draft.apply(Edit::RemoveGoal(0)).unwrap();
        save(&mut draft, &path).unwrap();
        assert!(!draft.is_changed());
        let opened = open(&path).unwrap();
        assert_eq!(opened.draft.level(), draft.level());
        assert!(opened.problems.iter().any(|(s, _)| *s == Severity::Error));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), draft.level().to_text());
        std::fs::write(&path, "Level(format: 1").unwrap();
        assert!(open(&path).is_err());
    }

    #[test]
    fn drafts_are_autosaved_and_offered_when_newer() {
        let folder = Folder::new("shelf");
        let (shelf, path) = (Shelf::at(folder.0.join("drafts")), folder.0.join("a.ron"));
        let mut draft = draft();
        save(&mut draft, &path).unwrap();
        let saved = std::fs::read(&path).unwrap();
        // A draft with the same content is not offered.
        shelf.keep(&draft, Some(&path), 0).unwrap();
        assert_eq!(shelf.newer_than(&path), None);
        draft.apply(Edit::Fact(Fact::Light(Daylight::Night))).unwrap();
        let file = shelf.keep(&draft, Some(&path), 0).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), saved);
        let kept = shelf.newer_than(&path).unwrap();
        assert_eq!((&kept.file, kept.of.as_deref()), (&file, Some(path.as_path())));
        assert_eq!(open(&file).unwrap().draft.level(), draft.level());
        assert!(shelf.keep(&draft, Some(&file), 0).is_ok());
        shelf.discard(Some(&path), 0);
        assert_eq!(shelf.newer_than(&path), None);
        shelf.keep(&draft, None, 3).unwrap();
        let all = shelf.all();
        assert!(all.iter().any(|k| k.of.is_none() && k.newer), "{all:?}");
    }

    #[test]
    fn drafts_of_different_levels_have_different_files() {
        let shelf = Shelf::at("drafts");
        let file = |path: &str| shelf.file_for(Some(Path::new(path)), 0);
        assert_ne!(file("a/x.ron"), file("b/x.ron"));
        assert_eq!(file("a/x.ron"), file("a/x.ron"));
        assert_ne!(shelf.file_for(None, 1), shelf.file_for(None, 2));
        assert!(file("a/x y.ron").file_name().unwrap().to_str().unwrap().starts_with("xy-"));
    }

    #[test]
    fn a_draft_tells_its_title_and_when_it_was_written() {
        let folder = Folder::new("title");
        let shelf = Shelf::at(&folder.0);
        let level = Level::blank("The \"Inn\", again", 8, 8, Terrain::Grass);
        shelf.keep(&Draft::new(level), None, 1).unwrap();
        let kept = shelf.all();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].title, "The \"Inn\", again");
        assert!(kept[0].written > 1_600_000_000);
        assert_eq!(title_in("Level(\n"), "");
    }

    #[test]
    fn a_draft_of_the_same_time_is_newer() {
        let (early, late) = (SystemTime::UNIX_EPOCH, SystemTime::now());
        assert!(is_newer(late, Some(early)) && is_newer(late, Some(late)) && is_newer(early, None));
        assert!(!is_newer(early, Some(late)));
    }

    #[test]
    fn recent_levels_come_first_and_once() {
        let folder = Folder::new("recent");
        let file = folder.0.join("list/recent.ron");
        let mut recent = Recent::load(&file).unwrap();
        for n in 0..20 {
            recent.push(&folder.0.join(format!("{}.ron", n % 15)));
        }
        recent.forget(&folder.0.join("3.ron"));
        recent.save(&file).unwrap();
        let read = Recent::load(&file).unwrap();
        assert_eq!(read, recent);
        assert_eq!(read.levels().count(), MAX_RECENT - 1);
        assert_eq!(read.levels().next(), Some(folder.0.join("4.ron").as_path()));
        std::fs::write(&file, "nonsense(").unwrap();
        assert!(Recent::load(&file).is_err());
    }
}
