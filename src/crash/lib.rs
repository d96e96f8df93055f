//! Crash handling: saves the current battle and its
//! record, and writes a report that says where they are.
//!
//! A program error shows as a panic. Before the usual output, the last idle state of the battle is
//! saved under a separate name, so that it can be continued and the error found.

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

use battle::{Save, SaveSummary};
use files::{self, Problem};

/// What to put into a report.
struct Moment {
    /// Folder for reports; `None` for the system's temporary folder.
    folder: Option<PathBuf>,
    /// The battle when it was last idle.
    save: Option<Arc<Save>>,
}

static MOMENT: Mutex<Moment> = Mutex::new(Moment { folder: None, save: None });

/// Only the first panic is reported, because later ones usually follow from it.
static REPORTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// What this thread is currently doing.
    static DOING: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Installs a panic hook: the first panic leaves a report in this folder.
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

/// Panics if an environment variable requests it, to test crash reports.
pub fn fail_if_asked() {
    assert!(std::env::var_os("HIGHGROUND_FAIL").is_none(), "requested by HIGHGROUND_FAIL");
}

/// Sends reports to another folder.
pub fn report_to(folder: Option<PathBuf>) {
    if let Ok(mut moment) = MOMENT.lock() {
        moment.folder = folder;
    }
}

/// Sets the battle that a report would save; `None` when there is no battle.
pub fn keep(save: Option<Arc<Save>>) {
    if let Ok(mut moment) = MOMENT.lock() {
        moment.save = save;
    }
}

/// Describes what this thread is doing, for its report: `the battle with seed 7`.
pub fn doing(what: impl Into<String>) {
    DOING.with_borrow_mut(|doing| *doing = what.into());
}

fn report(info: &PanicHookInfo<'_>) {
    // The panicking thread may hold the lock.
    let (folder, save) = match MOMENT.try_lock() {
        Ok(moment) => (moment.folder.clone(), moment.save.clone()),
        Err(_) => (None, None),
    };
    let folder = folder.unwrap_or_else(std::env::temp_dir);
    let written = SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs());
    let name = format!("crash-{}-{}", written.unwrap_or_default(), std::process::id());
    let file = folder.join(name);
    // If this fails, writing the first file fails too, with a message.
    let _ = std::fs::create_dir_all(&folder);
    let mut text = String::new();
    if let Some(save) = &save {
        text += &battle(save, &file, written);
    }
    let text = format!("{}{text}\n{}\n", fault(info), Backtrace::force_capture());
    let path = file.with_extension("txt");
    let message = match files::write_output(&path, text.as_bytes()) {
        Ok(()) => format!("High Ground has failed. The report is in {}", path.display()),
        Err(problem) => {
            format!("High Ground has failed, and the report was not written: {problem}")
        }
    };
    // If standard error is closed, the message is lost.
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// What failed, and where.
fn fault(info: &PanicHookInfo<'_>) -> String {
    let mut text = format!("High Ground {} has failed.\n\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: &str| {
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{name:<9} {value}");
    };
    line("message", info.payload_as_str().unwrap_or("none"));
    line("place", &info.location().map(ToString::to_string).unwrap_or_default());
    line("thread", thread::current().name().unwrap_or("unnamed"));
    let doing = DOING.with(|doing| doing.try_borrow().map(|d| d.clone()).unwrap_or_default());
    if !doing.is_empty() {
        line("during", &doing);
    }
    line("system", &format!("{} {}", std::env::consts::OS, std::env::consts::ARCH));
    text
}

/// Saves the battle and its record, and describes the battle and where both files are.
fn battle(save: &Save, file: &Path, written: Option<u64>) -> String {
    let card = SaveSummary::of(save, "before the failure", written);
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
         Use `Load` to continue from the save, `highground replay RECORD --verify` to replay \
         the record.\n",
        card.level,
        card.ruleset,
        save.record.seed,
        card.round,
        save.record.commands.len(),
    )
}
