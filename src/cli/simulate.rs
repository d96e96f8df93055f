//! `highground simulate`: the computer against itself.

use std::io::{IsTerminal, stderr};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;

use crate::battle::autoplay::BattleReport;
use crate::files;
use crate::picture;
use crate::rules::state::{State, Status, Unit};

use super::args::Simulate;
use super::fight::Match;
use super::{Failure, Outcome, Session, map, show};

/// What one battle comes to.
#[derive(Debug, Serialize)]
struct Fight {
    seed: u64,
    winner: Option<String>,
    why: String,
    /// Rounds fought; at the cap, all of them.
    rounds: u32,
    commands: usize,
    hash: String,
    #[serde(skip)]
    side: Option<usize>,
    #[serde(skip)]
    losses: Vec<Losses>,
}

/// Who is out of the fight at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Losses {
    down: u32,
    dead: u32,
    gone: u32,
    surrendered: u32,
}

impl Losses {
    fn of_side(state: &State, side: usize) -> Self {
        let mut losses = Self::default();
        // Whoever was called into the battle is no loss to the side.
        let own = |u: &&Unit| usize::from(u.side().0) == side && u.identity.maker.is_none();
        let units = state.units.iter().filter(own);
        for unit in units {
            match unit.status {
                Status::Active => {}
                Status::Down => losses.down += 1,
                Status::Dead => losses.dead += 1,
                Status::Gone => losses.gone += 1,
                Status::Surrendered => losses.surrendered += 1,
            }
        }
        losses
    }

    const fn add(self, other: Self) -> Self {
        Self {
            down: self.down + other.down,
            dead: self.dead + other.dead,
            gone: self.gone + other.gone,
            surrendered: self.surrendered + other.surrendered,
        }
    }

    const fn total(self) -> u32 {
        self.down + self.dead + self.gone + self.surrendered
    }
}

#[derive(Debug, Serialize)]
struct SideJson {
    name: String,
    wins: u32,
    casualties: Losses,
    mean_casualties: f64,
}

#[derive(Debug, Serialize)]
struct SimulationJson<'a> {
    ok: bool,
    level: &'a str,
    ruleset: &'static str,
    seed: u64,
    battles: usize,
    rounds_cap: u32,
    sides: Vec<SideJson>,
    draws: u32,
    mean_rounds: f64,
    fights: &'a [Fight],
}

/// Fights the battles and says how they went.
pub(super) fn run(session: &mut Session, args: &Simulate) -> Outcome {
    let game = Match::load(session, &args.level, &args.ruleset, args.rounds)?;
    let began = Instant::now();
    let (first, record) = game.fight_recorded(args.seed)?;
    let mut fights = vec![summary(&game, args.seed, &first)];
    fights.extend(others(&game, args)?);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(path) = &args.record {
        record.save(path)?;
    }
    if let Some(path) = &args.picture {
        let png = picture::plan(&first.state)
            .map_err(|e| files::Problem::new(path.display().to_string(), e.to_string()))?;
        files::write_safely(path, &png)?;
    }
    let simulation = summarise(&game, args, &fights);
    if args.json {
        session.out.json(&simulation);
    } else {
        if args.show {
            let events = game.events(&record)?;
            show::battle(&mut session.out, &*game.bout.rules, &first.state, &events);
            session.out.line("");
            map::draw(&mut session.out, &*game.bout.rules, &first.state);
            session.out.line("");
        }
        print(session, &simulation);
    }
    if fights.len() > 1 {
        let rate = fights.len() as f64 / seconds.max(f64::EPSILON);
        let text = format!("{} battles in {seconds:.1} s, {rate:.1} a second", fights.len());
        session.out.message(text);
    }
    Ok(true)
}

/// Every battle but the first, in the order of their seeds however many threads fight them.
fn others(game: &Match, args: &Simulate) -> Result<Vec<Fight>, Failure> {
    let left = u64::from(args.battles.saturating_sub(1));
    let bar = progress(left);
    let fights = (1..=left)
        .into_par_iter()
        .map(|i| {
            let seed = args.seed.wrapping_add(i);
            let fight = game.fight(seed).map(|report| summary(game, seed, &report));
            bar.inc(1);
            fight
        })
        .collect::<Vec<_>>();
    bar.finish_and_clear();
    // The first failure by seed, not by time.
    fights.into_iter().collect()
}

/// A progress bar where somebody can see it.
fn progress(battles: u64) -> ProgressBar {
    if battles == 0 || !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(battles);
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} battles, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn summary(game: &Match, seed: u64, report: &BattleReport) -> Fight {
    let side = report.verdict.winner.map(|side| usize::from(side.0));
    let name = side.and_then(|side| game.bout.level.sides.get(side)).map(|s| s.name.clone());
    Fight {
        seed,
        winner: name,
        why: report.verdict.why.clone(),
        rounds: report.rounds.min(game.bout.cap),
        commands: report.commands,
        hash: format!("{:016x}", report.hash),
        side,
        losses: (0..game.bout.level.sides.len())
            .map(|s| Losses::of_side(&report.state, s))
            .collect(),
    }
}

fn summarise<'a>(game: &'a Match, args: &Simulate, fights: &'a [Fight]) -> SimulationJson<'a> {
    let count = fights.len();
    let mean = |sum: u64| sum as f64 / count.max(1) as f64;
    let sides = game.bout.level.sides.iter().enumerate().map(|(i, side)| {
        let wins = fights.iter().filter(|f| f.side == Some(i)).count();
        let losses = fights.iter().filter_map(|f| f.losses.get(i).copied());
        let casualties = losses.fold(Losses::default(), Losses::add);
        SideJson {
            name: side.name.clone(),
            wins: wins as u32,
            casualties,
            mean_casualties: mean(u64::from(casualties.total())),
        }
    });
    SimulationJson {
        ok: true,
        level: &game.bout.level.name,
        ruleset: game.ruleset.name(),
        seed: args.seed,
        battles: count,
        rounds_cap: args.rounds,
        sides: sides.collect(),
        draws: fights.iter().filter(|f| f.side.is_none()).count() as u32,
        mean_rounds: mean(fights.iter().map(|f| u64::from(f.rounds)).sum()),
        fights,
    }
}

fn print(session: &mut Session, simulation: &SimulationJson<'_>) {
    let SimulationJson { level, ruleset, seed, battles, draws, mean_rounds, .. } = simulation;
    let out = &mut session.out;
    if let [fight] = simulation.fights {
        let winner =
            fight.winner.as_ref().map_or("a draw".to_owned(), |name| format!("{name} won"));
        out.line(format!(
            "{level} under {ruleset}, seed {seed}: {winner} after {} rounds.",
            fight.rounds
        ));
        out.line(format!("Reason: {}.", fight.why));
    } else {
        let last = seed.wrapping_add(*battles as u64 - 1);
        out.line(format!("{level} under {ruleset}, {battles} battles, seeds {seed} to {last}"));
    }
    let width = simulation.sides.iter().map(|s| s.name.chars().count()).max().unwrap_or_default();
    for side in &simulation.sides {
        let Losses { down, dead, gone, surrendered } = side.casualties;
        let share = f64::from(side.wins) * 100.0 / (*battles).max(1) as f64;
        out.line(format!(
            "  {:width$}  {} won ({share:.0} %); out of the fight: {} ({down} down, {dead} dead, \
             {gone} gone, {surrendered} surrendered), {:.1} a battle",
            side.name,
            side.wins,
            side.casualties.total(),
            side.mean_casualties,
        ));
    }
    if *battles > 1 {
        out.line(format!("  draws: {draws}; rounds: {mean_rounds:.1} on average"));
    }
    if let [fight, ..] = simulation.fights {
        out.line(format!("  final state with seed {seed}: {}", fight.hash));
    }
}
