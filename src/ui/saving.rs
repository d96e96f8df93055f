//! Saving and loading: autosave at every decision, quick save, named saves.
//!
//! A save is captured at once and written by its own thread, so that a slow
//! disk does not block a frame. Closing the window waits for the thread.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;

use battle::save::shelf::{self, AUTOMATIC, LAST, QUICK, SaveFolder};
use battle::statistics::{Statistics, to_csv};
use battle::{self, CurrentStatus, Record, ResumeError, Save, SaveSummary};
use files::{self, Problem, first};
use level::Level;
use registry::RulesetId;
use rules::engine::BattleStatus;

use super::board::GroundPicture;
use super::editor::TestPlay;
use super::hud::SavesModel;
use super::intent::{Saves, TableFormat};
use super::learning::Learning;
use super::library::Library;
use super::menu::{LevelEntry, MenuModel};
use super::notice::{CurrentNotice, Notice};
use super::notices::{attempt, notify, refuse, tell};
use super::screen::UiSet;
use super::seat::sit_down;
use super::seating::Seating;
use super::watching::{Replay, Watching, set_replay};

/// Adds the autosave and the list of saved games.
pub(super) fn plugin(app: &mut App) {
    let played = resource_exists_and_changed::<CurrentStatus>.and_then(in_state(Replay::Off));
    app.init_resource::<Shown>()
        .add_systems(Update, (keep.run_if(played), announce).chain().in_set(UiSet::Refresh));
}

/// Carries out a request about saved games and exports.
pub(super) fn carry_out(world: &mut World, saves: Saves) {
    match saves {
        Saves::Save(name) => {
            attempt(world, |world| save_as(world, &name));
            list(world);
        }
        Saves::Load(path) => attempt(world, |world| load(world, &path)),
        Saves::Forget(path) => attempt(world, |world| forget(world, &path)),
        Saves::QuickSave => attempt(world, quick),
        Saves::QuickLoad => attempt(world, load_quick),
        Saves::Export(format) => match export(world, format) {
            Ok(text) => tell(world, &text),
            Err(problem) => refuse(world, problem.to_string()),
        },
    }
}

/// Longer side of a save's thumbnail, in pixels.
const PICTURE: u32 = 96;

/// Maximum size of a save's thumbnail, in bytes.
const MAX_PICTURE: usize = 24 * 1024;

/// Why a battle cannot be saved, loaded or exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SavingError {
    /// There is no folder for saved games.
    #[error("No folder for saved games found.")]
    NoFolder,
    /// There is no folder for exported files.
    #[error("No folder for files found.")]
    NoExportFolder,
    /// There is no battle with statistics.
    #[error("No battle running.")]
    NoBattle,
    /// There is no battle to save.
    #[error("No battle to save.")]
    NothingToSave,
    /// A replay is shown.
    #[error("A replay cannot be saved. Choose Play on from here first.")]
    Replay,
    /// The save is of an unknown ruleset.
    #[error("Unknown ruleset `{0}`.")]
    UnknownRuleset(String),
    /// The ruleset does not allow the battle's house rules.
    #[error("Cannot continue the battle: house rules: {}", first(.0))]
    HouseRules(Vec<Problem>),
    /// The saved battle does not fit the ruleset.
    #[error("Cannot continue the battle: {0}")]
    Resume(#[from] ResumeError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] Problem),
}

/// The ground image of a saved battle is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "Ground image {file} not found: it belongs next to the file of the level {level:?}, which is \
     not in the menu."
)]
pub(super) struct MissingGround {
    /// The image's file name.
    pub file: String,
    /// The level's name.
    pub level: String,
}

/// A save to write, and its name.
struct Job {
    save: Arc<Save>,
    name: String,
    /// True if the player is told when it is done.
    told: bool,
}

/// The writer thread.
#[derive(Resource, Default)]
pub(super) struct Writer {
    jobs: Option<Sender<Job>>,
    done: Option<Mutex<Receiver<Notice>>>,
    thread: Option<JoinHandle<()>>,
    /// The last autosave: number of events and hash of the state at that moment.
    kept_at: Option<(usize, u64)>,
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender the thread ends once everything is written.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Writer {
    fn send(&mut self, shelf: &SaveFolder, job: Job) {
        if self.jobs.is_none() {
            let ((jobs, inbox), (news, done), shelf) = (channel(), channel(), shelf.clone());
            let write = move || write(&shelf, &inbox, &news);
            self.thread = thread::Builder::new().name("saves".to_owned()).spawn(write).ok();
            (self.jobs, self.done) = (Some(jobs), Some(Mutex::new(done)));
        }
        if let Some(jobs) = &self.jobs {
            // It fails only without a thread; then nothing can be written at all.
            let _ = jobs.send(job);
        }
    }
}

/// Writes incoming saves. Of several waiting under one name, writes only the newest.
fn write(shelf: &SaveFolder, jobs: &Receiver<Job>, news: &Sender<Notice>) {
    while let Ok(first) = jobs.recv() {
        let mut waiting = vec![first];
        for job in jobs.try_iter() {
            waiting.retain(|other| other.name != job.name);
            waiting.push(job);
        }
        for job in waiting {
            let mut card = SaveSummary::of(&job.save, &job.name, now());
            // A save without a thumbnail is just as valid.
            let level = Level::parse("level", &job.save.record.level);
            let colours = level.map(|level| level.side_colours()).unwrap_or_default();
            card.picture = picture::glance(&job.save.state, colours, PICTURE)
                .ok()
                .filter(|picture| picture.len() <= MAX_PICTURE)
                .unwrap_or_default();
            let notice = match shelf.keep(&job.save, &card) {
                Ok(_) if job.told => Notice::told("Battle saved."),
                Ok(_) => continue,
                Err(problem) => Notice::refusal(format!("Could not save the battle: {problem}")),
            };
            // The receiver may be gone already.
            let _ = news.send(notice);
        }
    }
}

/// Seconds since 1970, if the clock is right.
pub(super) fn now() -> Option<u64> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs())
}

/// Autosaves the battle at every decision, and deletes the autosave when the battle is over.
fn keep(world: &mut World) {
    let Some(rest) = world.get_resource::<CurrentStatus>().and_then(|s| s.0.clone()) else {
        return;
    };
    // Playtests and lessons are not saved, and must not replace the autosave of a battle.
    let trial = world.contains_resource::<TestPlay>() || world.contains_resource::<Learning>();
    let shelf =
        world.get_resource::<SaveFolder>().filter(|shelf| shelf.0.is_some() && !trial).cloned();
    let Some(shelf) = shelf else {
        match rest {
            BattleStatus::Await(_) | BattleStatus::Asked(_) => keep_for_report(world),
            BattleStatus::Over(_) => crash::keep(None),
            BattleStatus::Dice(_) | BattleStatus::Idle => {}
        }
        return;
    };
    let events = world.get_resource::<battle::EventLog>().map_or(0, |c| c.0.len());
    let record = world.get_resource::<Record>();
    let hash = record.and_then(|r| r.commands.last()).map_or(0, |last| last.hash);
    let mut writer = world.get_resource_or_init::<Writer>();
    if writer.kept_at == Some((events, hash)) {
        return;
    }
    writer.kept_at = Some((events, hash));
    let mut keep = |name: &str| {
        let save = Save::of(world).map(Arc::new)?;
        let job = Job { save: Arc::clone(&save), name: name.to_owned(), told: false };
        world.get_resource_or_init::<Writer>().send(&shelf, job);
        Some(save)
    };
    match rest {
        BattleStatus::Await(_) | BattleStatus::Asked(_) => {
            let save = keep(AUTOMATIC);
            crash::keep(save);
        }
        BattleStatus::Over(_) => {
            keep(LAST);
            crash::keep(None);
            // Finish pending writes before deleting.
            finish(world);
            if let Ok(path) = shelf.path(AUTOMATIC) {
                // There may be no autosave.
                let _ = shelf.remove(&path);
            }
        }
        BattleStatus::Dice(_) | BattleStatus::Idle => {}
    }
}

/// Stores the current battle for the crash report.
pub(super) fn keep_for_report(world: &World) {
    crash::keep(Save::of(world).map(Arc::new));
}

/// Tells the player how a save went.
fn announce(writer: Option<Res<Writer>>, mut current: ResMut<CurrentNotice>) {
    let Some(done) = writer.as_ref().and_then(|writer| writer.done.as_ref()) else { return };
    let Ok(done) = done.lock() else { return };
    if let Some(notice) = done.try_iter().last() {
        current.0 = Some(notice);
    }
}

/// Waits until everything is written.
pub(super) fn finish(world: &mut World) {
    world.remove_resource::<Writer>();
}

/// Puts the autosaved battle aside before another one starts.
pub(super) fn put_aside(world: &mut World) {
    finish(world);
    let shelf = world.get_resource::<SaveFolder>().cloned().unwrap_or_default();
    if let Some(Err(problem)) = shelf.0.is_some().then(|| shelf.put_aside()) {
        let text = format!("Could not put the previous battle aside: {problem}");
        notify(world, Some(Notice::refusal(text)));
    }
}

/// Lists the saved games again.
pub(super) fn list(world: &mut World) {
    finish(world);
    let shelf = world.get_resource::<SaveFolder>().cloned().unwrap_or_default();
    world.insert_resource(Shown(SavesModel {
        kept: shelf.list(),
        now: now(),
        has_place: shelf.0.is_some(),
    }));
}

/// The saved games as last listed.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Shown(pub SavesModel);

/// Deletes a saved game.
fn forget(world: &mut World, path: &Path) -> Result<(), SavingError> {
    let shelf = world.get_resource::<SaveFolder>().cloned().unwrap_or_default();
    let removed = shelf.remove(path);
    list(world);
    Ok(removed?)
}

/// Exports the battle statistics to a file next to the saves; returns a message with its path.
fn export(world: &World, format: TableFormat) -> Result<String, SavingError> {
    let shelf = world.get_resource::<SaveFolder>().cloned().unwrap_or_default();
    let folder = shelf.0.ok_or(SavingError::NoExportFolder)?.join("statistics");
    let get = || {
        let rules = world.get_resource::<battle::Rules>()?;
        let state = world.get_resource::<battle::BattleState>()?;
        let events = world.get_resource::<battle::EventLog>()?;
        Some((rules, state, events, world.get_resource::<Record>()?))
    };
    let (rules, state, events, record) = get().ok_or(SavingError::NoBattle)?;
    let rows = Statistics::of(&events.0, &state.0, rules.0.describe()).rows(&state.0);
    let text = match format {
        TableFormat::Csv => to_csv(&rows),
        TableFormat::Json => serde_json::to_string_pretty(&rows)
            .map_err(|e| Problem::new("statistics", e.to_string())),
    };
    let level = record.level_name();
    let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let level: String = level.chars().map(plain).take(60).collect();
    let path = folder.join(format!("{level}-{}.{}", record.seed, format.ending()));
    let written = text.and_then(|text| {
        std::fs::create_dir_all(&folder)
            .map_err(|e| Problem::new(folder.display().to_string(), e.to_string()))?;
        files::write_output(&path, text.as_bytes())
    });
    written?;
    Ok(format!("Exported to {}.", path.display()))
}

/// Quick save.
fn quick(world: &mut World) -> Result<(), SavingError> {
    save_as(world, QUICK)
}

/// Saves the battle under a name.
fn save_as(world: &mut World, name: &str) -> Result<(), SavingError> {
    let shelf = world.get_resource::<SaveFolder>().cloned().unwrap_or_default();
    if shelf.0.is_none() {
        return Err(SavingError::NoFolder);
    }
    if world.contains_resource::<Watching>() {
        return Err(SavingError::Replay);
    }
    shelf.path(name)?;
    let save = Save::of(world).map(Arc::new).ok_or(SavingError::NothingToSave)?;
    let job = Job { save, name: name.to_owned(), told: true };
    world.get_resource_or_init::<Writer>().send(&shelf, job);
    Ok(())
}

/// Loads the quick save.
fn load_quick(world: &mut World) -> Result<(), SavingError> {
    load_named(world, QUICK)
}

/// Loads the autosave.
pub(super) fn load_automatic(world: &mut World) -> Result<(), SavingError> {
    load_named(world, AUTOMATIC)
}

fn load_named(world: &mut World, name: &str) -> Result<(), SavingError> {
    let shelf = world.get_resource::<SaveFolder>().cloned().unwrap_or_default();
    let path = shelf.path(name)?;
    load(world, &path)
}

/// Loads a saved game. If it is damaged, loads its backup and tells the player so.
pub(super) fn load(world: &mut World, path: &Path) -> Result<(), SavingError> {
    // Pending writes come first.
    finish(world);
    let (save, damage) = shelf::read_newest(path)?;
    let round = save.state.scene.clock.round;
    go_on(world, save)?;
    if let Some(problem) = damage {
        let text = format!("Loaded the backup save from round {round}. {problem}");
        notify(world, Some(Notice::refusal(text)));
    }
    Ok(())
}

/// Continues a saved battle in place of the current one.
pub(super) fn go_on(world: &mut World, save: Save) -> Result<(), SavingError> {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let name = save.record.ruleset.to_string();
    let rules = RulesetId::from_name(&name).and_then(|id| library.0.get(&id));
    let rules = rules.ok_or(SavingError::UnknownRuleset(name))?;
    let rules = save.record.rules(rules).map_err(SavingError::HouseRules)?;
    let seats = save.record.controllers.clone();
    let ground = ground_of(world, &save.record);
    battle::resume(world, rules, save)?;
    set_replay(world, Replay::Off);
    sit_down(world, Seating::new(seats));
    lay(world, ground);
    Ok(())
}

/// The ground image of a saved battle. A save contains its level but not the level's images,
/// so this looks for the image next to the levels of the menu. Fails if it is not found.
pub(super) fn ground_of(world: &World, record: &Record) -> Result<GroundPicture, MissingGround> {
    let Ok(level) = Level::parse("level", &record.level) else { return Ok(GroundPicture(None)) };
    let Some(picture) = level.underlay.as_ref().filter(|picture| picture.in_play) else {
        return Ok(GroundPicture(None));
    };
    let levels = world.get_resource::<MenuModel>().map(|menu| menu.levels.as_slice());
    let has_it = |entry: &&LevelEntry| {
        let image = entry.path.parent().map(|folder| folder.join(&picture.file));
        entry.name == level.name && image.is_some_and(|file| file.is_file())
    };
    match levels.unwrap_or_default().iter().find(has_it) {
        Some(entry) => Ok(GroundPicture::of(&level, Some(&entry.path))),
        None => Err(MissingGround { file: picture.file.clone(), level: level.name.clone() }),
    }
}

/// Sets the ground image, or tells the player why there is none.
pub(super) fn lay(world: &mut World, ground: Result<GroundPicture, MissingGround>) {
    let (picture, missing) = match ground {
        Ok(picture) => (picture, None),
        Err(missing) => (GroundPicture::default(), Some(missing.to_string())),
    };
    world.insert_resource(picture);
    if let Some(text) = missing {
        notify(world, Some(Notice::told(text)));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use battle::BattlePlugin;
    use battle::ai::SimpleAi;
    use battle::autoplay::{Decider, run_recorded};
    use battle::replay::replay;
    use battle::setup::{Choices, Setup};
    use editor::{Recipe, Scenery};
    use rules::house::Changes;

    use super::*;

    fn table() -> App {
        let mut app = App::new();
        let library = RulesetId::ALL.into_iter().map(|id| (id, id.built_in())).collect();
        app.add_plugins(BattlePlugin)
            .insert_resource(Library(library))
            .init_resource::<CurrentNotice>();
        app
    }

    #[test]
    fn a_damaged_save_is_reported() {
        let folder =
            std::env::temp_dir().join(format!("highground-damaged-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let whole =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/saves/precision-2.save");
        let path = folder.join("a.save");
        for (newest, told) in [(fs::read(&whole).unwrap(), false), (b"damaged".to_vec(), true)] {
            fs::write(&path, newest).unwrap();
            fs::copy(&whole, path.with_extension("save.old")).unwrap();
            let mut app = table();
            assert_eq!(load(app.world_mut(), &path), Ok(()));
            assert!(app.world().contains_resource::<battle::BattleState>());
            let notice = app.world().resource::<CurrentNotice>().0.clone();
            assert_eq!(notice.is_some(), told, "{notice:?}");
            let tells = |notice: Notice| notice.refusal && notice.text.contains("backup save");
            assert!(notice.is_none_or(tells));
        }
        fs::remove_file(path.with_extension("save.old")).unwrap();
        assert!(load(table().world_mut(), &path).is_err(), "neither can be read");
        fs::remove_dir_all(folder).unwrap();
    }

    /// A saved battle keeps its house rules, although the menu's ruleset has none.
    #[test]
    fn house_rules_are_kept_in_saves() {
        let changes: Changes = [("flank_bonus".to_owned(), "3".to_owned())].into();
        let rules = RulesetId::Precision.built_in().with_house_rules(&changes).unwrap();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/bridge.ron");
        let level = Level::load(&file).unwrap();
        let choices = Choices { seed: 1, ..Choices::default() };
        let name = rules::Key::new("precision");
        let setup = Setup::from_level(&level, name, Arc::clone(&rules), choices).unwrap();
        let player = || Box::new(SimpleAi::new()) as Box<dyn Decider>;
        let (_, record) = run_recorded(setup, &mut [player(), player()], 1).unwrap();
        let replay = replay(&record, rules).unwrap();
        let save = Save { record, state: replay.state, events: replay.events };
        let mut app = table();
        assert_eq!(go_on(app.world_mut(), save.clone()), Ok(()));
        let rules = &app.world().resource::<battle::Rules>().0;
        assert_eq!(rules.house_rules().changed, changes);
        let unknown = Changes::from([("flank_bonos".to_owned(), "3".to_owned())]);
        let save = Save { record: Record { house_rules: unknown, ..save.record }, ..save };
        let refused = go_on(app.world_mut(), save).unwrap_err().to_string();
        assert!(refused.contains("there is no option `flank_bonos`"), "{refused}");
    }

    #[test]
    fn the_ground_image_is_found_next_to_a_level_of_the_menu() {
        let folder = std::env::temp_dir().join(format!("highground-ground-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let scenery = Scenery::Arena;
        let name = "Traced".to_owned();
        let recipe = Recipe { name, width: 16, height: 16, seed: 1, units: 2, scenery };
        let mut level = recipe.build();
        let laid = editor::underlay::laid("plan.png", (80, 60), 10).unwrap();
        level.underlay = Some(level::Underlay { in_play: true, ..laid });
        let file = folder.join("traced.ron");
        fs::write(&file, level.to_text()).unwrap();
        let seats = vec![battle::Controller::Human];
        let key = rules::Key::new("precision");
        let record = Record::new(key, 0, level.to_text(), 1, seats, Default::default());
        let mut world = World::new();
        assert!(ground_of(&world, &record).is_err(), "the menu has no levels");
        world.insert_resource(MenuModel {
            levels: vec![LevelEntry::read(&file)],
            ..MenuModel::default()
        });
        assert!(ground_of(&world, &record).is_err(), "the image is missing");
        fs::write(folder.join("plan.png"), b"").unwrap();
        let found = ground_of(&world, &record).unwrap();
        assert_eq!(found, GroundPicture::of(&level, Some(&file)));
        assert!(found.0.is_some());
        fs::remove_dir_all(folder).unwrap();
    }
}
