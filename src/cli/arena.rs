//! `highground arena`: plays opponents against each other and rates them.

mod book;
mod fights;
mod report;
mod stopwatch;

use std::path::PathBuf;
use std::time::Instant;

use crate::data::ruleset_id;
use battle::Skill;
use battle::arena::{Ledger, Plan, round_robin};
use files::Problem;
use registry::RulesetId;

use super::args::{Arena, Form, Merge, Run, Task};
use super::session::{Failure, Outcome, Session};
use book::Book;
use fights::{Grounds, Tuned};
use report::Report;

/// Fights or merges, and reports.
pub(super) fn run(session: &mut Session, args: &Arena) -> Outcome {
    match &args.task {
        None => fight(session, &args.run),
        Some(Task::Merge(args)) => merge(session, args),
    }
}

fn fight(session: &mut Session, args: &Run) -> Outcome {
    let players = if args.players.is_empty() { Skill::ALL.to_vec() } else { args.players.clone() };
    let pairings = round_robin(&players);
    if pairings.is_empty() {
        let text = "name at least two levels of play";
        return Err(Problem::new("--players", text).into());
    }
    let threads = args.fights.threads();
    let grounds = grounds(session, args, threads)?;
    let plan = Plan {
        grounds: grounds.len(),
        pairings,
        pairs: pairs(args, grounds.len()),
        seed: args.seed,
    };
    let book = Book::open(args.into.as_deref())?;
    let (known, began) = (book.len(), Instant::now());
    let ledger = grounds.fight(&plan, book, threads)?;
    let fought = ledger.len().saturating_sub(known);
    print(session, &ledger, args.form)?;
    if fought > 0 {
        let seconds = began.elapsed().as_secs_f64();
        let rate = fought as f64 / seconds.max(f64::EPSILON);
        session.out.message(format!("{fought} battles in {seconds:.1} s, {rate:.1} per second"));
    }
    Ok(true)
}

/// Number of pairs for each pairing and ground.
fn pairs(args: &Run, grounds: usize) -> u32 {
    let round = u32::try_from(grounds).unwrap_or(u32::MAX).saturating_mul(2).max(1);
    args.battles.map_or(args.pairs, |battles| battles.div_ceil(round))
}

/// Levels and rulesets to fight on and under.
fn grounds(session: &Session, args: &Run, threads: usize) -> Result<Grounds, Failure> {
    let levels = match args.levels.as_slice() {
        [] => session.data.levels(),
        named => {
            let path = |name: &String| session.level(name).map(|path| (short(name), path));
            named.iter().map(path).collect::<Result<Vec<_>, Problem>>()?
        }
    };
    if levels.is_empty() {
        let root = session.data.root().map(|root| root.join("levels").display().to_string());
        let name = root.unwrap_or_else(|| "levels".to_owned());
        let problem = Problem::new(name, "there are no levels in this folder");
        return Err(problem.help("`--levels` names the levels to fight on").into());
    }
    let rulesets = match args.rulesets.as_slice() {
        [] => RulesetId::ALL.to_vec(),
        named => named.iter().map(|name| ruleset_id(name)).collect::<Result<Vec<_>, Problem>>()?,
    };
    let build = args.build.clone().map_or_else(fights::build, Ok)?;
    let tuned = args.tuning.as_deref().map(|file| Tuned::read(file, &args.tuned)).transpose()?;
    let mut grounds = Grounds::new(build, tuned, threads);
    for (name, path) in &levels {
        for id in &rulesets {
            grounds.add(session, (name.as_str(), path.as_path()), *id, args.fights.rounds)?;
        }
    }
    Ok(grounds)
}

/// The name of a level given by name or path.
fn short(given: &str) -> String {
    let stem = PathBuf::from(given).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| given.to_owned())
}

fn merge(session: &mut Session, args: &Merge) -> Outcome {
    if let Some(into) = &args.into {
        files::check_target(into)?;
    }
    let mut ledger = Ledger::default();
    for file in &args.files {
        book::read(file, &mut ledger)?;
    }
    if let Some(into) = &args.into {
        book::write(into, &ledger)?;
    }
    print(session, &ledger, args.form)?;
    Ok(true)
}

fn print(session: &mut Session, ledger: &Ledger, form: Form) -> Result<(), Failure> {
    let report = Report::of(ledger);
    if form.json {
        session.out.json(&report);
    } else if form.csv {
        session.out.line(report.to_csv()?.trim_end());
    } else {
        report.print(&mut session.out);
    }
    Ok(())
}
