//! `highground scenario` and `highground odds`: runs scenario files and prints their odds.

use std::path::Path;

use serde::Serialize;

use files::Problem;
use rules::Term;
use scenario::{self, OddsReport, Report};

use super::args::{Odds, Scenario};
use super::problems::{self, ProblemJson, Weighted};
use super::session::{Failure, Outcome, Session};

#[derive(Serialize)]
struct ScenarioJson<'a> {
    ok: bool,
    passed: usize,
    failed: usize,
    scenarios: &'a [Report],
    problems: Vec<ProblemJson>,
}

#[derive(Serialize)]
struct OddsJson<'a> {
    ok: bool,
    #[serde(flatten)]
    odds: &'a OddsReport,
}

/// Runs every scenario in the files and folders. A failure does not stop the rest.
pub(super) fn run(session: &mut Session, args: &Scenario) -> Outcome {
    let mut reports = Vec::new();
    let mut found: Vec<Weighted> = Vec::new();
    let mut files = Vec::new();
    for path in &args.files {
        match scenario::files(path) {
            Ok(list) => files.extend(list),
            Err(problem) => found.push(Weighted::from(problem)),
        }
    }
    for file in &files {
        match scenario::load(file) {
            Ok(scenarios) => {
                let run = |s| scenario::run(s, &scenario::built_in);
                reports.extend(scenarios.iter().map(run));
            }
            Err(list) => found.extend(list.into_iter().map(Weighted::from)),
        }
    }
    let failed = reports.iter().filter(|r| !r.passed).count();
    let passed = reports.len() - failed;
    let ok = failed == 0 && found.is_empty();
    // Failed expectations are shown like problems in a file.
    found.extend(reports.iter().flat_map(failures).map(Weighted::from));
    let out = &mut session.out;
    if !found.is_empty() {
        out.message(problems::render(&found, out.colours()));
    }
    if args.json {
        let problems = found.iter().map(ProblemJson::from).collect();
        out.json(&ScenarioJson { ok, passed, failed, scenarios: &reports, problems });
        return Ok(ok);
    }
    for report in &reports {
        let state = if report.passed { "passed" } else { "FAILED" };
        out.line(format!("{state}  {}: {}", report.file, report.title));
    }
    out.line(format!("{passed} passed, {failed} failed"));
    Ok(ok)
}

fn failures(report: &Report) -> impl Iterator<Item = Problem> + '_ {
    report.failures.iter().map(|failure| {
        let step = failure.step.map_or_else(String::new, |n| format!(", step {n}"));
        let text = format!("{}{step}: {}", report.title, failure.text);
        let problem = Problem::new(&report.file, text);
        match (failure.line, failure.column) {
            (Some(line), Some(column)) => problem.at(line, column),
            _ => problem,
        }
    })
}

/// Maximum number of conditions printed for a target.
const MOST_CONDITIONS: usize = 3;

/// Prints the exact odds of the first command of the first scenario.
pub(super) fn odds(session: &mut Session, args: &Odds) -> Outcome {
    let report = first_odds(&args.file)?;
    if args.json {
        session.out.json(&OddsJson { ok: true, odds: &report });
        return Ok(true);
    }
    session.out.line(format!("{}: {}", report.title, report.command));
    for target in &report.targets {
        let letter = if target.unit == target.name { "" } else { &target.unit };
        session.out.line(format!("{} {letter}", target.name).trim_end());
        if let Some(roll) = &target.roll {
            let chance = roll.chance.as_ref().map_or_else(String::new, |c| format!(": {c}"));
            session.out.line(format!("  {}{chance}", roll.words));
            session.out.line(format!("  bonus {}{}", roll.bonus_total, parts(&roll.bonus)));
            let (against, total) = (&roll.against, roll.against_total);
            session.out.line(format!("  {against} {total}{}", parts(&roll.against_terms)));
            if let Some(theirs) = &roll.theirs {
                let (dice, mark, total) = (&theirs.dice, &theirs.against, theirs.against_total);
                let parts = parts(&theirs.against_terms);
                session.out.line(format!("  opponent: {dice}, {mark} {total}{parts}"));
            }
            for grade in &roll.grades {
                session.out.line(format!("  {}: {}", grade.name, grade.chance));
            }
        }
        session.out.line(format!("  hit {}, out of the fight {}", target.hit, target.out));
        for losses in std::iter::once(&target.main).chain(&target.others) {
            let name = if target.others.is_empty() { "" } else { losses.track.as_str() };
            let (least, most, mean) = (losses.least, losses.most, &losses.mean_rounded);
            let name = if name.is_empty() { String::new() } else { format!(" {name}") };
            session.out.line(format!("  loses {least} to {most}{name}, {mean} on average"));
            for loss in &losses.damage {
                session.out.line(format!("  loses {:>3}{name}: {}", loss.amount, loss.chance));
            }
        }
        for mark in &target.marks {
            session.out.line(format!("  {}: {} [{}]", mark.mark, mark.chance, mark.rule));
        }
        for gained in target.conditions.iter().take(MOST_CONDITIONS) {
            session.out.line(format!("  {}: {}", gained.condition.to_lowercase(), gained.chance));
        }
    }
    if let Some(left_out) = report.left_out {
        session
            .out
            .line(format!("{left_out} of all outcomes left out, so chances are given as ranges"));
    }
    Ok(true)
}

fn first_odds(file: &Path) -> Result<OddsReport, Failure> {
    let name = file.display().to_string();
    let scenarios = scenario::load(file)?;
    let Some(first) = scenarios.first() else {
        return Err(Problem::new(name, "no scenario in this file").into());
    };
    scenario::odds_of_first_command(first, &scenario::built_in).map_err(|error| {
        let texts = error.texts().into_iter();
        texts.map(|text| Problem::new(&name, text)).collect::<Vec<_>>().into()
    })
}

/// The terms of a sum in brackets; empty without terms.
fn parts(terms: &[Term]) -> String {
    let parts: Vec<String> =
        terms.iter().map(|t| format!("{} {:+} [{}]", t.label, t.value, t.rule)).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
