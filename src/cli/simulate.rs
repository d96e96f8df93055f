//! `highground simulate`: battles between computer players.

mod report;

use std::time::Instant;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use battle::autoplay::BattleReport;
use files::{self, Problem};

use super::args::Simulate;
use super::fight::Match;
use super::output::progress;
use super::session::{Failure, Outcome, Session};
use super::{map, show};
use report::{Fight, Simulation};

/// Runs the battles and reports the results.
pub(super) fn run(session: &mut Session, args: &Simulate) -> Outcome {
    let threads = args.fights.threads();
    let game = Match::load(session, args, threads)?;
    for path in args.record.iter().chain(&args.picture) {
        files::check_target(path)?;
    }
    let began = Instant::now();
    let first = game.fight(args.seed)?;
    let mut fights = vec![Fight::of(&game, args.seed, &first)];
    let first_took = began.elapsed();
    // Before the other battles, so that hardly any work is lost if a file cannot be written.
    write_files(&game, args, &first)?;
    let began = Instant::now();
    fights.extend(others(&game, args, threads)?);
    let seconds = (first_took + began.elapsed()).as_secs_f64();
    let simulation = Simulation::of(&game, args, &fights);
    if args.json {
        session.out.json(&simulation);
    } else if let Some(lines) = args.csv {
        session.out.line(simulation.to_csv(lines)?.trim_end());
    } else {
        if args.show {
            show::battle(&mut session.out, &*game.matchup.rules, &first.state, &first.events);
            session.out.line("");
            map::draw(&mut session.out, &*game.matchup.rules, &first.state);
            session.out.line("");
        }
        simulation.print(&mut session.out);
    }
    if fights.len() > 1 {
        let rate = fights.len() as f64 / seconds.max(f64::EPSILON);
        let text = format!("{} battles in {seconds:.1} s, {rate:.1} per second", fights.len());
        session.out.message(text);
    }
    Ok(true)
}

/// Writes the record and the picture of the first battle, where asked for.
fn write_files(game: &Match, args: &Simulate, first: &BattleReport) -> Result<(), Failure> {
    if let Some(path) = &args.record {
        game.fight_recorded(args.seed)?.1.save(path)?;
    }
    if let Some(path) = &args.picture {
        let level = &game.matchup.level;
        let png = picture::plan(&first.state, level.side_colours(), &level.labels)
            .map_err(|e| Problem::new(path.display().to_string(), e.to_string()))?;
        files::write_output(path, &png)?;
    }
    Ok(())
}

/// All battles but the first, ordered by seed whatever the number of threads.
fn others(game: &Match, args: &Simulate, threads: usize) -> Result<Vec<Fight>, Failure> {
    let left = u64::from(args.battles.saturating_sub(1));
    let bar = progress(left);
    let fight_all = || {
        (1..=left)
            .into_par_iter()
            .map(|i| {
                let seed = args.seed.wrapping_add(i);
                let fight = game.fight(seed).map(|report| Fight::of(game, seed, &report));
                bar.inc(1);
                fight
            })
            .collect::<Vec<_>>()
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| Problem::new("--threads", e.to_string()))?;
    let fights = pool.install(fight_all);
    bar.finish_and_clear();
    // Reports the failure with the lowest seed, not the earliest.
    fights.into_iter().collect()
}
