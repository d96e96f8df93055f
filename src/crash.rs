//! What is left when the program fails: the battle as it stood, its record, and a report that says
//! where both are.
//!
//! A fault of the program shows as a panic. Before it is told as usual, the battle that was last at
//! rest is written under a name of its own, so that it can be gone on with and the fault be found.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::Write as _;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::battle::{Card, Save};
use crate::files::{self, Problem};

/// What is known of the present moment.
struct Moment {
    /// Where reports go; to the folder for temporary files if nobody said.
    folder: Option<PathBuf>,
    /// The battle as it was at rest for the last time.
    save: Option<Arc<Save>>,
}

static MOMENT: Mutex<Moment> = Mutex::new(Moment { folder: None, save: None });

/// Only the first fault is reported: those after it follow from it.
static REPORTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// What this thread is doing.
    static DOING: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on the first panic of the program leaves a report in this folder.
pub fn install(folder: Option<PathBuf>) {
    report_to(folder);
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !REPORTED.swap(true, Ordering::Relaxed) {
            report(info);
        }
        usual(info);
    }));
}

/// Fails if the environment asks for it: for the test that the program reports its failures.
pub fn fail_if_asked() {
    assert!(std::env::var_os("HIGHGROUND_FAIL").is_none(), "asked for by HIGHGROUND_FAIL");
}

/// Reports go to another folder.
pub fn report_to(folder: Option<PathBuf>) {
    if let Ok(mut moment) = MOMENT.lock() {
        moment.folder = folder;
    }
}

/// The battle as it stands now: what a report would save. None when there is no battle any more.
pub fn keep(save: Option<Arc<Save>>) {
    if let Ok(mut moment) = MOMENT.lock() {
        moment.save = save;
    }
}

/// What this thread does from now on, for its report: `the battle with seed 7`.
pub fn doing(what: impl Into<String>) {
    DOING.with_borrow_mut(|doing| *doing = what.into());
}

fn report(info: &PanicHookInfo<'_>) {
    // Whoever holds it may be the one who failed.
    let (folder, save) = match MOMENT.try_lock() {
        Ok(moment) => (moment.folder.clone(), moment.save.clone()),
        Err(_) => (None, None),
    };
    let folder = folder.unwrap_or_else(std::env::temp_dir);
    let written = SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs());
    let name = format!("crash-{}-{}", written.unwrap_or_default(), std::process::id());
    let file = folder.join(name);
    // It fails again, with a message, when the first file is written.
    let _ = std::fs::create_dir_all(&folder);
    let mut text = String::new();
    if let Some(save) = &save {
        text += &battle(save, &file, written);
    }
    let text = format!("{}{text}\n{}\n", fault(info), Backtrace::force_capture());
    let path = file.with_extension("txt");
    let told = match files::write_safely(&path, text.as_bytes()) {
        Ok(()) => format!("High Ground has failed. The report is in {}", path.display()),
        Err(problem) => {
            format!("High Ground has failed, and the report was not written: {problem}")
        }
    };
    // If nobody reads it there is nobody to be told.
    let _ = writeln!(std::io::stderr(), "{told}");
}

/// What failed, and where.
fn fault(info: &PanicHookInfo<'_>) -> String {
    let mut text = format!("High Ground {} has failed.\n\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: &str| {
        // Writing into memory does not fail.
        let _ = writeln!(text, "{name:<9} {value}");
    };
    line("message", info.payload_as_str().unwrap_or("none"));
    line("place", &info.location().map(ToString::to_string).unwrap_or_default());
    line("thread", thread::current().name().unwrap_or("without a name"));
    let doing = DOING.with(|doing| doing.try_borrow().map(|d| d.clone()).unwrap_or_default());
    if !doing.is_empty() {
        line("during", &doing);
    }
    line("system", &format!("{} {}", std::env::consts::OS, std::env::consts::ARCH));
    text
}

/// Saves the battle and its record, and tells what battle it was and where both are.
fn battle(save: &Save, file: &Path, written: Option<u64>) -> String {
    let card = Card::of(save, "before the failure", written);
    let record = file.with_extension("ron");
    let kept = file.with_extension("save");
    let outcome = |path: &Path, done: Result<(), Problem>| match done {
        Ok(()) => path.display().to_string(),
        Err(problem) => format!("not written: {problem}"),
    };
    let record_is = outcome(&record, save.record.save(&record));
    let save_is = outcome(&kept, save.write(&kept, &card));
    format!(
        "level     {}\nruleset   {}\nseed      {}\nround     {}, after {} commands\n\
         save      {save_is}\nrecord    {record_is}\n\n\
         Go on with the save under `Load`. `highground replay RECORD --verify` plays the record.\n",
        card.level,
        card.ruleset,
        save.record.seed,
        card.round,
        save.record.commands.len(),
    )
}
