//! Keeping the battle: by itself whenever somebody has to decide, and by a key; and bringing it back.
//!
//! What is kept is taken at once, and written by a thread of its own, so that a slow disk does not
//! hold the picture up. The thread is waited for when the window closes.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::ecs::prelude::*;

use crate::battle::save::shelf::{self, AUTOMATIC, QUICK, Shelf};
use crate::battle::{self, Save, Standing};
use crate::crash;
use crate::rules::engine::Rest;
use crate::rules::registry::RulesetId;

use super::hud::Seating;
use super::obey::{Library, sit_down};
use super::table::{Notice, Table};

/// Something to be written, and under what name.
struct Job {
    save: Arc<Save>,
    name: &'static str,
    /// The player is told when it is done.
    told: bool,
}

/// The thread that writes.
#[derive(Resource, Default)]
pub(super) struct Writer {
    jobs: Option<Sender<Job>>,
    done: Option<Mutex<Receiver<Notice>>>,
    thread: Option<JoinHandle<()>>,
    /// So many events had happened when it was kept by itself for the last time.
    kept_at: Option<usize>,
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
    fn send(&mut self, shelf: &Shelf, job: Job) {
        if self.jobs.is_none() {
            let ((jobs, inbox), (news, done), shelf) = (channel(), channel(), shelf.clone());
            let write = move || write(&shelf, &inbox, &news);
            self.thread = thread::Builder::new().name("saves".to_owned()).spawn(write).ok();
            (self.jobs, self.done) = (Some(jobs), Some(Mutex::new(done)));
        }
        if let Some(jobs) = &self.jobs {
            // It fails only if there is no thread; then nothing can be written at all.
            let _ = jobs.send(job);
        }
    }
}

/// Writes what comes in. Of several that wait under one name only the newest is written.
fn write(shelf: &Shelf, jobs: &Receiver<Job>, news: &Sender<Notice>) {
    while let Ok(first) = jobs.recv() {
        let mut waiting = vec![first];
        for job in jobs.try_iter() {
            waiting.retain(|other| other.name != job.name);
            waiting.push(job);
        }
        for job in waiting {
            let notice = match shelf.keep(&job.save, job.name, now()) {
                Ok(_) if job.told => {
                    Notice { text: "The battle is saved.".to_owned(), refusal: false }
                }
                Ok(_) => continue,
                Err(problem) => {
                    let text = format!("The battle could not be saved: {problem}");
                    Notice { text, refusal: true }
                }
            };
            // Nobody may be there to be told any more.
            let _ = news.send(notice);
        }
    }
}

/// Seconds since 1970, if the clock is right.
fn now() -> Option<u64> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs())
}

/// Keeps the battle whenever it waits for somebody, and forgets it when it is over.
pub(super) fn keep(world: &mut World) {
    let Some(shelf) = world.get_resource::<Shelf>().filter(|shelf| shelf.0.is_some()).cloned()
    else {
        return;
    };
    let Some(rest) = world.get_resource::<Standing>().and_then(|s| s.0.clone()) else { return };
    let events = world.get_resource::<battle::Chronicle>().map_or(0, |c| c.0.len());
    let mut writer = world.get_resource_or_init::<Writer>();
    if writer.kept_at == Some(events) {
        return;
    }
    writer.kept_at = Some(events);
    match rest {
        Rest::Await(_) | Rest::Asked(_) => {
            if let Some(save) = Save::of(world).map(Arc::new) {
                crash::keep(Some(Arc::clone(&save)));
                let job = Job { save, name: AUTOMATIC, told: false };
                world.get_resource_or_init::<Writer>().send(&shelf, job);
            }
        }
        Rest::Over(_) => {
            crash::keep(None);
            // What was being written is written before it is taken away.
            world.remove_resource::<Writer>();
            if let Ok(path) = shelf.path(AUTOMATIC) {
                // There may be none.
                let _ = shelf.remove(&path);
            }
        }
        Rest::Dice(_) | Rest::Idle => {}
    }
}

/// Tells the player what became of a save.
pub(super) fn tell(writer: Option<Res<Writer>>, mut table: ResMut<Table>) {
    let Some(done) = writer.as_ref().and_then(|writer| writer.done.as_ref()) else { return };
    let Ok(done) = done.lock() else { return };
    if let Some(notice) = done.try_iter().last() {
        table.notice = Some(notice);
    }
}

/// Saves the battle by the quick key.
pub(super) fn quick(world: &mut World) -> Result<(), String> {
    let shelf = world.get_resource::<Shelf>().cloned().unwrap_or_default();
    if shelf.0.is_none() {
        return Err("There is no place for saves.".to_owned());
    }
    let save = Save::of(world).map(Arc::new).ok_or("There is no battle to save.")?;
    let job = Job { save, name: QUICK, told: true };
    world.get_resource_or_init::<Writer>().send(&shelf, job);
    Ok(())
}

/// Goes on with the battle that was saved by the quick key.
pub(super) fn load_quick(world: &mut World) -> Result<(), String> {
    load_named(world, QUICK)
}

/// Goes on with the battle that was kept by itself.
pub(super) fn load_automatic(world: &mut World) -> Result<(), String> {
    load_named(world, AUTOMATIC)
}

fn load_named(world: &mut World, name: &str) -> Result<(), String> {
    // What is still being written comes first.
    world.remove_resource::<Writer>();
    let shelf = world.get_resource::<Shelf>().cloned().unwrap_or_default();
    let path = shelf.path(name).map_err(|problem| problem.to_string())?;
    let save = shelf::read(&path).or_else(|problem| {
        match Save::read(&path.with_extension("save.old")) {
            // The generation before is better than nothing.
            Ok(save) => Ok(save),
            Err(_) => Err(problem.to_string()),
        }
    })?;
    go_on(world, save)
}

/// Goes on with a saved battle, in place of the one that may be under way.
pub(super) fn go_on(world: &mut World, save: Save) -> Result<(), String> {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let name = save.record.ruleset.to_string();
    let rules = RulesetId::from_name(&name).and_then(|id| library.0.get(&id));
    let rules = Arc::clone(rules.ok_or_else(|| format!("There is no ruleset `{name}`."))?);
    let seats = save.record.controllers.clone();
    battle::resume(world, rules, save).map_err(|e| format!("The battle cannot go on: {e}"))?;
    sit_down(world, Seating::new(seats));
    Ok(())
}

/// The battle that was kept by itself and never ended, in words, if there is one.
pub fn unfinished(shelf: &Shelf) -> Option<String> {
    let path = shelf.path(AUTOMATIC).ok()?;
    let kept = shelf.list().into_iter().find(|kept| kept.path == path)?;
    let card = kept.card.ok()?;
    Some(format!("{}, round {}", card.level, card.round))
}
