//! Command line: commands that run without a window, and the command that opens it.
//!
//! Results go to standard output, messages to standard error. Exit codes: 0 for success, 1 for bad
//! input or failed checks, 2 for wrong usage. With `--json`, a command prints exactly one JSON
//! object, even on failure.

mod arena;
mod args;
mod check;
mod display;
mod fight;
mod import;
mod map;
mod output;
mod picture;
mod play;
mod players;
mod problems;
mod replay;
mod rules;
mod scenario;
mod session;
mod show;
mod simulate;
mod table;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::data::DataFolder;
use battle::ai::Tuning;
use battle::save::shelf::SaveFolder;
use files::{self, Problem};
use level::Severity;

use args::{Args, Command};
use output::Output;
use problems::{ProblemJson, Weighted};
use session::{Failure, FailureJson, Outcome, Session};

/// Runs the program with its process arguments.
pub fn main() -> ExitCode {
    let args = match Args::read(std::env::args_os()) {
        Ok(args) => args,
        Err(e) => {
            // Help and version exit with code 0, everything else is wrong usage (code 2). If the
            // terminal is gone, the message is lost.
            let _ = e.print();
            if e.use_stderr() && asks_for_json(std::env::args_os()) {
                let problem = Problem::new("highground", usage(&e));
                let problems = vec![ProblemJson::from(&Weighted::from(problem))];
                Output::new().json(&FailureJson { ok: false, problems });
            }
            return ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(2));
        }
    };
    crash::install(SaveFolder::usual().0);
    crash::fail_if_asked();
    let mut out = Output::new();
    let json = args.command.as_ref().is_some_and(wants_json);
    let data = match &args.data {
        Some(folder) => DataFolder::named(folder).and_then(|data| {
            check_opponent(&data, &mut out)?;
            Ok(data)
        }),
        None => Ok(DataFolder::find()),
    };
    let outcome = match data {
        Ok(data) => {
            let mut session = Session { data, out };
            let outcome = dispatch(args.command, &mut session);
            out = session.out;
            outcome
        }
        Err(problem) => Err(problem.into()),
    };
    let fine = match outcome {
        Ok(fine) => fine,
        Err(Failure(problems)) => {
            out.message(problems::render(&problems, out.colours()));
            if json {
                let problems = problems.iter().map(ProblemJson::from).collect();
                out.json(&FailureJson { ok: false, problems });
            }
            false
        }
    };
    if let Some(failure) = out.failure() {
        let text = format!("error: the result could not be written: {failure}");
        out.message(text);
        return ExitCode::FAILURE;
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks the opponents' weights in a named data folder. The program plays with those that it was
/// built with, so a file with others is only warned of.
///
/// # Errors
/// If the file cannot be read or a weight is wrong, with its position.
fn check_opponent(data: &DataFolder, out: &mut Output) -> Result<(), Problem> {
    let Some(file) = data.opponent() else { return Ok(()) };
    let name = file.display().to_string();
    let tuning = Tuning::read(&name, &files::read_text(&file)?)?;
    if tuning != *Tuning::built_in() {
        let problem = Problem::new(name, "not used: the program's own weights differ");
        let problem = problem.help("`--tuning` of `highground arena` tries other weights");
        let warning = Weighted { severity: Severity::Warning, problem };
        out.message(problems::render(&[warning], out.colours()));
    }
    Ok(())
}

/// Whether an invalid command line asks for JSON.
fn asks_for_json(args: impl IntoIterator<Item = OsString>) -> bool {
    args.into_iter().skip(1).take_while(|arg| arg != "--").any(|arg| arg == "--json")
}

/// The message for an invalid command line, without usage and advice.
fn usage(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let lines = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    lines.strip_prefix("error: ").unwrap_or(&lines).to_owned()
}

fn wants_json(command: &Command) -> bool {
    match command {
        Command::Play(_) | Command::Edit(_) => false,
        Command::Picture(a) => a.json,
        Command::Simulate(a) => a.json,
        Command::Arena(a) => a.wants_json(),
        Command::Scenario(a) => a.json,
        Command::Odds(a) => a.json,
        Command::Replay(a) => a.json,
        Command::Import(a) => a.json,
        Command::Check(a) => a.json,
        Command::Rules(a) => a.json,
    }
}

fn dispatch(command: Option<Command>, session: &mut Session) -> Outcome {
    match command {
        None => play::menu(session),
        Some(Command::Play(args)) => play::run(session, args),
        Some(Command::Edit(args)) => play::edit(session, args),
        Some(Command::Simulate(args)) => simulate::run(session, &args),
        Some(Command::Arena(args)) => arena::run(session, &args),
        Some(Command::Scenario(args)) => scenario::run(session, &args),
        Some(Command::Odds(args)) => scenario::odds(session, &args),
        Some(Command::Replay(args)) => replay::run(session, &args),
        Some(Command::Picture(args)) => picture::run(session, &args),
        Some(Command::Import(args)) => import::run(session, &args),
        Some(Command::Check(args)) => check::run(session, &args),
        Some(Command::Rules(args)) => rules::run(session, &args),
    }
}
