//! `highground replay`: replays a recorded battle.

use serde::Serialize;

use crate::data::ruleset_id;
use battle::Save;
use battle::record::Record;
use battle::replay::{self, ReplayError};
use battle::save::shelf;
use battle::statistics::{self, Row, Statistics};
use files::Problem;
use rules::Ruleset;
use rules::engine::BattleStatus;

use super::args::Replay;
use super::session::{Failure, Outcome, Session};
use super::{map, show, table};

#[derive(Serialize)]
struct ReplayJson<'a> {
    ok: bool,
    ruleset: &'a str,
    seed: u64,
    commands: usize,
    events: usize,
    rounds: u32,
    over: bool,
    winner: Option<&'a str>,
    why: Option<&'a str>,
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Vec<Row>>,
}

/// Replays a record and checks that every command leads to the recorded state.
pub(super) fn run(session: &mut Session, args: &Replay) -> Outcome {
    let file = args.file.display().to_string();
    let record = if Save::is_at(&args.file) {
        shelf::read(&args.file)?.record
    } else {
        Record::load(&args.file).map_err(|problem| {
            problem.help(
                "`highground simulate LEVEL --record FILE` writes records; saved games contain \
                 theirs",
            )
        })?
    };
    let id = ruleset_id(record.ruleset.as_str())
        .map_err(|p| Problem::new(&file, format!("ruleset `{}`: {}", p.file, p.message)))?;
    let rules = record.rules(&session.data.ruleset(id)?).map_err(|problems| {
        let inside = |p: Problem| Problem::new(&file, format!("in its house rules: {p}"));
        problems.into_iter().map(inside).collect::<Vec<_>>()
    })?;
    let replay = replay::replay(&record, rules.clone()).map_err(|e| failure(&file, e))?;
    let state = &replay.state;
    let verdict = match &replay.status {
        BattleStatus::Over(verdict) => Some(verdict),
        BattleStatus::Await(_)
        | BattleStatus::Asked(_)
        | BattleStatus::Dice(_)
        | BattleStatus::Idle => None,
    };
    let rows = args.statistics.then(|| rows(&*rules, &replay));
    if let Some(rows) = rows.as_ref().filter(|_| args.csv) {
        session.out.line(statistics::to_csv(rows)?.trim_end());
        return Ok(true);
    }
    if args.json {
        let side = verdict.and_then(|v| v.winner).map(|side| usize::from(side.0));
        session.out.json(&ReplayJson {
            ok: true,
            ruleset: id.name(),
            seed: record.seed,
            commands: record.commands.len(),
            events: replay.events.len(),
            rounds: state.scene.clock.round,
            over: verdict.is_some(),
            winner: side.and_then(|i| state.scene.sides.get(i)).map(|s| s.name.as_str()),
            why: verdict.map(|v| v.why.as_str()),
            hash: format!("{:016x}", state.hash()),
            statistics: rows,
        });
        return Ok(true);
    }
    if !args.verify && rows.is_none() {
        show::battle(&mut session.out, &*rules, state, &replay.events);
        session.out.line("");
        map::draw(&mut session.out, &*rules, state);
        session.out.line("");
    }
    session.out.line(format!(
        "{file}: {} commands, all states match the record; final state {:016x}",
        record.commands.len(),
        state.hash()
    ));
    if let Some(rows) = rows {
        session.out.line("");
        table::acts(&mut session.out, &rows);
    }
    Ok(true)
}

/// Statistics of each combatant.
fn rows(rules: &dyn Ruleset, replay: &replay::Replay) -> Vec<Row> {
    Statistics::of(&replay.events, &replay.state, rules.describe()).rows(&replay.state)
}

fn failure(file: &str, error: ReplayError) -> Failure {
    match error {
        // Line and column refer to the level's own text.
        ReplayError::Level(problems) => {
            let inside = |p: Problem| Problem::new(file, format!("in its level: {p}"));
            problems.into_iter().map(inside).collect::<Vec<_>>().into()
        }
        other => Problem::new(file, other.to_string()).into(),
    }
}
