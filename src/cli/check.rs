//! `highground check`: checks levels and ruleset data without playing them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::data::ruleset_id;
use editor::underlay::open_picture;
use files::{self, FileKind, Problem};
use lesson::{Lesson, Tip, TipBook, rehearse};
use level::{Build, Level, Part, Role, Severity, Subject};
use registry::RulesetId;
use rules::SharedRuleset;
use settings::Action;

use super::args::Check;
use super::fight::{Source, set_up};
use super::problems::{self, ProblemJson, Weighted};
use super::session::{Outcome, Session, foreign};

/// Maximum depth of nested folders.
const MAX_DEPTH: usize = 8;

/// Maximum number of files and folders in one run.
const MAX_ENTRIES: usize = 20_000;

/// A level or ruleset that was checked.
#[derive(Debug, Serialize)]
struct Checked {
    path: String,
    kind: &'static str,
    name: String,
    errors: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct CheckJson<'a> {
    ok: bool,
    looked_at: &'a [Checked],
    left_out: &'a [String],
    problems: Vec<ProblemJson>,
}

/// State of the search through files and folders.
struct Search {
    /// Rulesets that levels are checked under.
    rulesets: Vec<(RulesetId, SharedRuleset)>,
    checked: Vec<Checked>,
    left_out: Vec<String>,
    problems: Vec<Weighted>,
    seen: BTreeSet<PathBuf>,
    /// Number of paths that were found once more.
    repeated: usize,
    entries: usize,
}

/// Checks every path on the command line.
pub(super) fn run(session: &mut Session, args: &Check) -> Outcome {
    // If a ruleset's data cannot be read, checking that ruleset reports it. Levels are then
    // checked under the built-in data.
    let rulesets = RulesetId::ALL
        .map(|id| (id, session.data.ruleset(id).unwrap_or_else(|_| id.built_in())))
        .to_vec();
    let mut search = Search {
        rulesets,
        checked: Vec::new(),
        left_out: Vec::new(),
        problems: Vec::new(),
        seen: BTreeSet::new(),
        repeated: 0,
        entries: 0,
    };
    for path in &args.paths {
        let before = search.found();
        let named = path.to_str().filter(|_| !path.exists());
        match named.map(|name| session.data.level(name)) {
            Some(Ok(level)) => search.named(&level),
            Some(Err(problem)) => search.problem(problem),
            None => search.named(path),
        }
        if search.found() == before {
            let message = "no level, part, lesson, tips or ruleset data in this folder";
            search.problem(Problem::new(path.display().to_string(), message));
        }
    }
    let Search { checked, left_out, problems, .. } = search;
    let ok = problems.iter().all(|p| p.severity != Severity::Error);
    let out = &mut session.out;
    if !problems.is_empty() {
        out.message(problems::render(&problems, out.colours()));
    }
    if args.json {
        let problems = problems.iter().map(ProblemJson::from).collect();
        out.json(&CheckJson { ok, looked_at: &checked, left_out: &left_out, problems });
        return Ok(ok);
    }
    for Checked { path, kind, name, errors, warnings } in &checked {
        let state = match (errors, warnings) {
            (0, 0) => "ok".to_owned(),
            (0, w) => format!("playable, {}", counted(*w, "warning")),
            (e, w) => format!("{}, {}", counted(*e, "error"), counted(*w, "warning")),
        };
        let name = if name.is_empty() { String::new() } else { format!(" \"{name}\"") };
        out.line(format!("{path}: {kind}{name}: {state}"));
    }
    for path in &left_out {
        out.line(format!(
            "{path}: skipped, neither a level, a part, a lesson, tips nor ruleset data"
        ));
    }
    Ok(ok)
}

fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

impl Search {
    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem.into());
    }

    /// Number of results so far.
    fn found(&self) -> usize {
        self.checked.len() + self.problems.len() + self.repeated
    }

    /// True for a path that has not been checked yet, and now will be.
    fn is_new(&mut self, path: PathBuf) -> bool {
        let new = self.seen.insert(path);
        self.repeated += usize::from(!new);
        new
    }

    /// Checks a path from the command line: a level file, a file of a ruleset, or a folder.
    fn named(&mut self, path: &Path) {
        if path.is_dir() {
            self.folder(path, 0);
        } else if let Some((id, assets)) = path.parent().and_then(ruleset_folder) {
            self.ruleset(id, &assets);
        } else if let Some(problem) = foreign(path) {
            self.problem(problem);
        } else {
            match kind_of(path) {
                FileKind::Lesson => self.lesson(path),
                FileKind::Tips => self.tips(path),
                FileKind::Part => self.part(path),
                _ => self.level(path),
            }
        }
    }

    fn folder(&mut self, folder: &Path, depth: usize) {
        if let Some((id, assets)) = ruleset_folder(folder) {
            self.ruleset(id, &assets);
            return;
        }
        let name = || folder.display().to_string();
        if depth > MAX_DEPTH {
            self.problem(Problem::new(
                name(),
                format!("folders are nested more than {MAX_DEPTH} levels deep"),
            ));
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(e) => {
                self.problem(Problem::new(name(), e.to_string()));
                return;
            }
        };
        let room = MAX_ENTRIES.saturating_sub(self.entries);
        let mut paths: Vec<PathBuf> =
            entries.take(room + 1).flatten().map(|entry| entry.path()).collect();
        if paths.len() > room {
            let message =
                format!("more than {MAX_ENTRIES} files and folders; check fewer at a time");
            self.problem(Problem::new(name(), message));
            return;
        }
        self.entries += paths.len();
        paths.sort();
        let of_rulesets = folder.file_name().is_some_and(|n| n == "rulesets");
        for path in paths {
            let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
            if path.is_symlink() || hidden {
                continue;
            }
            if path.is_dir() {
                let unknown = path.file_name().and_then(|n| ruleset_id(&n.to_string_lossy()).err());
                match unknown.filter(|_| of_rulesets) {
                    Some(p) => {
                        let name = path.display().to_string();
                        self.problem(Problem { file: name, ..p });
                    }
                    None => self.folder(&path, depth + 1),
                }
            } else if path.extension().is_some_and(|e| e == "ron") {
                match kind_of(&path) {
                    FileKind::Lesson => self.lesson(&path),
                    FileKind::Tips => self.tips(&path),
                    FileKind::Part => self.part(&path),
                    FileKind::Level | FileKind::Unknown => self.level(&path),
                    FileKind::Scenario | FileKind::Record | FileKind::Other => {
                        self.left_out.push(path.display().to_string());
                    }
                }
            }
        }
    }

    fn ruleset(&mut self, id: RulesetId, assets: &Path) {
        let folder = assets.join("rulesets").join(id.name());
        if !self.is_new(folder.clone()) {
            return;
        }
        let errors = id.load(assets).err().unwrap_or_default();
        self.checked.push(Checked {
            path: folder.display().to_string(),
            kind: "ruleset",
            name: id.name().to_owned(),
            errors: errors.len(),
            warnings: 0,
        });
        self.problems.extend(errors.into_iter().map(Weighted::from));
    }

    /// Reads a lesson and plays it to its end.
    fn lesson(&mut self, path: &Path) {
        if !self.is_new(path.to_owned()) {
            return;
        }
        let mut name = String::new();
        let played = Lesson::load(path).and_then(|lesson| {
            name.clone_from(&lesson.title);
            let rules = self.rulesets.iter().find(|(id, _)| *id == lesson.ruleset);
            rules.map_or(Ok(()), |(_, rules)| rehearse(&lesson, rules).map(|_| ()))
        });
        let errors = played.err().unwrap_or_default();
        self.checked.push(Checked {
            path: path.display().to_string(),
            kind: "lesson",
            name,
            errors: errors.len(),
            warnings: 0,
        });
        self.problems.extend(errors.into_iter().map(Weighted::from));
    }

    /// Reads a part of a level.
    fn part(&mut self, path: &Path) {
        if !self.is_new(path.to_owned()) {
            return;
        }
        let file = path.display().to_string();
        let read = files::read_text(path).map_err(|problem| vec![problem]);
        let read = read.and_then(|text| Part::parse(&file, &text));
        let (name, errors) = match read {
            Ok(part) => (part.level.name, Vec::new()),
            Err(errors) => (String::new(), errors),
        };
        let (count, kind) = (errors.len(), "part");
        self.checked.push(Checked { path: file, kind, name, errors: count, warnings: 0 });
        self.problems.extend(errors.into_iter().map(Weighted::from));
    }

    /// Reads a tips file. Every key action that it names must exist.
    fn tips(&mut self, path: &Path) {
        if !self.is_new(path.to_owned()) {
            return;
        }
        let file = path.display().to_string();
        let mut name = String::new();
        let errors = match TipBook::load(path) {
            Ok(book) => {
                let count = book.tips.len();
                name = if count == 1 { "1 tip".to_owned() } else { format!("{count} tips") };
                let unknown = |tip: &Tip| {
                    let known = |key: &&str| Action::all().any(|action| action.name() == *key);
                    let key = tip.keys().find(|key| !known(key))?.to_owned();
                    let message = format!("tip `{}`: there is no key action `{key}`", tip.id);
                    Some(Problem::new(&file, message))
                };
                book.tips.iter().filter_map(unknown).collect()
            }
            Err(problems) => problems,
        };
        let (count, kind) = (errors.len(), "tips");
        self.checked.push(Checked { path: file, kind, name, errors: count, warnings: 0 });
        self.problems.extend(errors.into_iter().map(Weighted::from));
    }

    fn level(&mut self, path: &Path) {
        if !self.is_new(path.to_owned()) {
            return;
        }
        let file = path.display().to_string();
        let mut found: Vec<Weighted> = Vec::new();
        let mut name = String::new();
        match files::read_text(path) {
            Err(problem) => {
                self.problem(problem);
                return;
            }
            Ok(text) => {
                for (id, rules) in &self.rulesets {
                    let (title, problems) = check_level(&file, &text, *id, rules);
                    name = title.unwrap_or(name);
                    // A problem under every ruleset is reported once.
                    let fresh = problems.into_iter().filter(|p| !found.contains(p));
                    let fresh: Vec<_> = fresh.collect();
                    found.extend(fresh);
                }
                found.extend(check_picture(path, &text));
            }
        }
        let count = |s: Severity| found.iter().filter(|p| p.severity == s).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        self.checked.push(Checked { path: file, kind: "level", name, errors, warnings });
        self.problems.extend(found);
    }
}

/// The title of a level, if it can be read, and its problems under one ruleset.
fn check_level(
    file: &str,
    text: &str,
    id: RulesetId,
    rules: &SharedRuleset,
) -> (Option<String>, Vec<Weighted>) {
    let build = |role: Role| {
        let role = role.under(|name| rules.footprint(name).is_some());
        let usual = Build::usual(role);
        Build { size: rules.footprint(role.name()).unwrap_or(usual.size), ..usual }
    };
    let name = &rules.describe().name;
    let heeds = |feature| rules.supports(feature);
    let report = Level::check_under(file, text, build, (name, heeds));
    let errors = report.has_errors();
    let mut found: Vec<Weighted> = report
        .problems
        .into_iter()
        .map(|(severity, problem)| Weighted { severity, problem })
        .collect();
    let name = report.level.as_ref().map(|level| level.name.clone());
    if let Some(level) = report.level.filter(|_| !errors) {
        let source = Source { file, places: &report.places };
        let set_up = set_up(source, &level, id, rules.clone(), 0).err().unwrap_or_default();
        found.extend(set_up.into_iter().map(Weighted::from));
    }
    (name, found)
}

/// A warning if the picture under the board cannot be shown.
fn check_picture(path: &Path, text: &str) -> Option<Weighted> {
    let file = path.display().to_string();
    let (level, places) = Level::parse_placed(&file, text).ok()?;
    let name = level.underlay?.file;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let error = open_picture(folder.unwrap_or(Path::new(".")), &name).err()?;
    let message = format!("the picture {name:?} cannot be shown: {error}");
    let problem = Problem::new(file, message);
    let problem = match places.get(&Subject::Field("picture")) {
        Some(at) => problem.at(at.line, at.column),
        None => problem,
    };
    Some(Weighted { severity: Severity::Warning, problem })
}

/// The ruleset and the assets folder of a path like `.../rulesets/precision`.
fn ruleset_folder(folder: &Path) -> Option<(RulesetId, PathBuf)> {
    let real = fs::canonicalize(folder).ok()?;
    let id = RulesetId::from_name(real.file_name()?.to_str()?)?;
    let rulesets = real.parent().filter(|p| p.file_name().is_some_and(|n| n == "rulesets"))?;
    // The path as the user wrote it, where possible.
    let written = folder.parent().and_then(Path::parent).filter(|p| !p.as_os_str().is_empty());
    let same = |p: &&Path| fs::canonicalize(p).ok().as_deref() == rulesets.parent();
    Some((id, written.filter(same).or(rulesets.parent())?.to_owned()))
}

/// The kind of a RON file. A file that cannot be read, or whose beginning the game does not
/// recognise, counts as a level, so that it is reported.
fn kind_of(path: &Path) -> FileKind {
    match files::read_text(path).map(|text| FileKind::of(&text)) {
        Ok(FileKind::Unknown) | Err(_) => FileKind::Level,
        Ok(kind) => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ruleset_folders_are_recognized_by_their_path() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        let found = ruleset_folder(&source.join("assets/rulesets/precision"));
        assert_eq!(found, Some((RulesetId::Precision, source.join("assets"))));
        assert_eq!(ruleset_folder(&source.join("assets")), None);
    }
}
