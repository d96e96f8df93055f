//! Fights the battles of a plan.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use battle::Skill;
use battle::ai::Tuning;
use battle::arena::{Bout, Clocks, FoughtBattle, Ledger, Outcome, Pair, Plan, fingerprint};
use battle::autoplay::Decider;
use battle::batch::{Arena, Matchup, MatchupError};
use files::Problem;
use level::Level;
use registry::RulesetId;

use super::super::fight::{self, Source};
use super::super::output::progress;
use super::super::session::{Failure, Session};
use super::book::Book;
use super::stopwatch::Timed;

/// Maximum size of a program that is hashed.
const MAX_PROGRAM: u64 = 1 << 32;

/// The name of the program's own weights.
const WEIGHTS: &str = "built-in";

/// Weights from a file, for some of the opponents.
pub(super) struct Tuned {
    tuning: Arc<Tuning>,
    players: Vec<Skill>,
    name: String,
}

impl Tuned {
    /// Reads the weights of a file, for these levels of play, or for all if there are none.
    pub(super) fn read(file: &Path, players: &[Skill]) -> Result<Self, Problem> {
        let text = files::read_text(file)?;
        let tuning = Arc::new(Tuning::read(&file.display().to_string(), &text)?);
        let mut players = if players.is_empty() { Skill::ALL.to_vec() } else { players.to_vec() };
        players.sort_unstable();
        players.dedup();
        let names: Vec<&str> = players.iter().map(|player| player.name()).collect();
        let name = format!("{} {}", fingerprint(text.as_bytes()), names.join(","));
        Ok(Self { tuning, players, name })
    }
}

/// Levels under rulesets, to be fought on by any number of threads.
pub(super) struct Grounds {
    all: Vec<Ground>,
    build: String,
    tuned: Option<Tuned>,
    /// The ground that each thread fought on last, with its number.
    kept: Vec<Mutex<Option<(usize, Arena)>>>,
}

struct Ground {
    level: String,
    matchup: Matchup,
    terms: String,
}

/// The name of this program: its version and a hash of its file.
pub(super) fn build() -> Result<String, Problem> {
    let own = std::env::current_exe().map_err(|e| Problem::new("highground", e.to_string()))?;
    let hash = fingerprint(&files::read_bytes(&own, MAX_PROGRAM)?);
    Ok(format!("{}-{hash}", env!("CARGO_PKG_VERSION")))
}

impl Grounds {
    /// Starts without grounds; results get this name of the build, and opponents these weights.
    pub(super) fn new(build: String, tuned: Option<Tuned>, threads: usize) -> Self {
        let kept = (0..threads.max(1)).map(|_| Mutex::default()).collect();
        Self { all: Vec::new(), build, tuned, kept }
    }

    /// Number of grounds.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Adds a level under a ruleset.
    pub(super) fn add(
        &mut self,
        session: &Session,
        (name, path): (&str, &Path),
        id: RulesetId,
        cap: u32,
    ) -> Result<(), Failure> {
        let rules = session.data.ruleset(id)?;
        let (level, places) = Level::load_placed(path)?;
        let source = Source { file: &path.display().to_string(), places: &places };
        fight::set_up(source, &level, id, rules.clone(), 0)?;
        let terms = format!("{} {} {cap}", level.to_text(), rules.data_hash());
        let terms = fingerprint(terms.as_bytes());
        let matchup = Matchup { level, ruleset: id.name().into(), rules, cap };
        self.all.push(Ground { level: name.to_owned(), matchup, terms });
        Ok(())
    }

    /// Fights the battles that the book does not contain yet, and returns all results.
    pub(super) fn fight(&self, plan: &Plan, book: Book, threads: usize) -> Result<Ledger, Failure> {
        let bouts = self.open_bouts(plan, &book);
        let (bar, book) = (progress(bouts.len() as u64), Mutex::new(book));
        let fight_all = || {
            bouts.par_iter().try_for_each(|(ground, bout)| {
                let entry = self.fought(*ground, bout)?;
                bar.inc(1);
                let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
                book.note(&entry)
            })
        };
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|e| Problem::new("--threads", e.to_string()))?;
        let done = pool.install(fight_all);
        bar.finish_and_clear();
        done?;
        let book = book.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(book.into_ledger())
    }

    /// The battles of a plan that have no result yet.
    fn open_bouts(&self, plan: &Plan, book: &Book) -> Vec<(usize, Bout)> {
        let bouts = |pair: Pair| {
            let ground = self.all.get(pair.ground)?;
            let seats = pair.seats(ground.matchup.level.sides.len());
            Some(seats.map(|players| (pair.ground, self.bout(ground, pair.seed, players))))
        };
        let all = plan.pairs().into_iter().filter_map(bouts).flatten();
        all.filter(|(_, bout)| !book.knows(bout)).collect()
    }

    fn bout(&self, ground: &Ground, seed: u64, players: Vec<Skill>) -> Bout {
        Bout {
            level: ground.level.clone(),
            ruleset: ground.matchup.ruleset.to_string(),
            seed,
            players,
            build: self.build.clone(),
            weights: self.tuned.as_ref().map_or(WEIGHTS, |tuned| &tuned.name).to_owned(),
            terms: ground.terms.clone(),
        }
    }

    /// Fights a battle.
    fn fought(&self, ground: usize, bout: &Bout) -> Result<FoughtBattle, Problem> {
        let Bout { level, ruleset, seed, .. } = bout;
        crash::doing(format!("the battle of {level} under {ruleset} with seed {seed}"));
        let failed = |e: MatchupError| {
            let names: Vec<&str> = bout.players.iter().map(|player| player.name()).collect();
            let names = names.join(" against ");
            Problem::new(level, format!("{names} under {ruleset} with seed {seed}: {e}"))
        };
        let thread = rayon::current_thread_index().unwrap_or_default();
        let lost = || Problem::new("arena", "a thread has no ground");
        let kept = self.kept.get(thread).ok_or_else(lost)?;
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let arena = match kept.take() {
            Some((same, arena)) if same == ground => arena,
            _ => self.all.get(ground).ok_or_else(lost)?.matchup.arena().map_err(failed)?,
        };
        let clocks: Vec<Arc<Mutex<Clocks>>> = bout.players.iter().map(|_| Arc::default()).collect();
        let timed = |(player, clocks): (&Skill, &Arc<Mutex<Clocks>>)| {
            let tuned = self.tuned.as_ref().filter(|tuned| tuned.players.contains(player));
            let decider = match tuned {
                Some(tuned) => arena.tuned(*player, &tuned.tuning),
                None => arena.decider(*player),
            };
            Box::new(Timed::new(decider, Arc::clone(clocks))) as Box<dyn Decider>
        };
        let mut deciders: Vec<_> = bout.players.iter().zip(&clocks).map(timed).collect();
        let report = arena.fight_between(*seed, &mut deciders).map_err(failed)?;
        drop(deciders);
        *kept = Some((ground, arena));
        let outcome = Outcome {
            winner: report.verdict.winner.map(|side| side.0),
            rounds: report.rounds,
            commands: report.commands as u64,
            hash: format!("{:016x}", report.hash),
        };
        let times = clocks
            .iter()
            .map(|clocks| {
                std::mem::take(&mut *clocks.lock().unwrap_or_else(PoisonError::into_inner))
            })
            .collect();
        Ok(FoughtBattle::new(bout.clone(), outcome, times))
    }
}
