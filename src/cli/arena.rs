//! `highground arena`: opponents against each other, and how strong that makes each.

mod book;
mod fights;
mod report;
mod stopwatch;

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args as ClapArgs, Subcommand};

use crate::data::ruleset_id;
use battle::Skill;
use battle::arena::{Ledger, Plan, round_robin};
use files::Problem;
use registry::RulesetId;

use super::args::FightOptions;
use super::players::skill;
use super::{Failure, Outcome, Session};
use book::Book;
use fights::{Grounds, Tuned};
use report::Report;

/// `highground arena`
#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arena {
    /// What to do instead of fighting
    #[command(subcommand)]
    pub task: Option<Task>,
    /// What to fight, and how to report it
    #[command(flatten)]
    pub run: Run,
}

/// What `highground arena` does besides fighting.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Unite files of results, and report on all of them
    Merge(Merge),
}

/// Which battles to fight.
#[derive(Debug, ClapArgs)]
pub struct Run {
    /// Levels, by name (`bridge`) or path [default: all that come with the game]
    #[arg(long, value_name = "LEVEL", value_delimiter = ',')]
    pub levels: Vec<String>,
    /// Rulesets [default: all]
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub rulesets: Vec<String>,
    /// Levels of play; each meets each [default: all]
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = skill)]
    pub players: Vec<Skill>,
    /// Number of pairs of battles, with swapped sides, for each pairing, level and ruleset
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "battles",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub pairs: u32,
    /// Number of battles for each pairing over all levels and rulesets, at least
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub battles: Option<u32>,
    /// Seed of the first pair; each further pair uses the next number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where they end, and on how many threads they are fought.
    #[command(flatten)]
    pub fights: FightOptions,
    /// File of results, one JSON object a line: what it holds is not fought again, and each new
    /// result is added at once
    #[arg(long, value_name = "FILE")]
    pub into: Option<PathBuf>,
    /// Numbers that opponents weigh with, as in `assets/opponent.ron`
    #[arg(long, value_name = "FILE")]
    pub tuning: Option<PathBuf>,
    /// Levels of play that weigh with them [default: all]
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = skill, requires = "tuning")]
    pub tuned: Vec<Skill>,
    /// Name of this build in the results [default: the version and a hash of the program]
    #[arg(long, value_name = "NAME")]
    pub build: Option<String>,
    /// How to report
    #[command(flatten)]
    pub form: Form,
}

/// `highground arena merge`
#[derive(Debug, ClapArgs)]
pub struct Merge {
    /// Files of results
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the union to this file
    #[arg(long, value_name = "FILE")]
    pub into: Option<PathBuf>,
    /// How to report
    #[command(flatten)]
    pub form: Form,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct Form {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Print a CSV table instead of text: a line for each pairing, in all and by ruleset and level
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

impl Arena {
    /// True if the command prints JSON.
    pub(super) const fn wants_json(&self) -> bool {
        match &self.task {
            Some(Task::Merge(merge)) => merge.form.json,
            None => self.run.form.json,
        }
    }
}

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
        let text = "an opponent needs another to meet; name at least two levels of play";
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
            let path = |name: &String| session.data.level(name).map(|path| (short(name), path));
            named.iter().map(path).collect::<Result<Vec<_>, Problem>>()?
        }
    };
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
