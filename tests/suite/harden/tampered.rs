//! Tampered records: a replay names the first command that differs.

use highground::battle::record::{Record, RecordedCommand};
use highground::battle::replay::{ReplayError, replay};
use highground::rules::prompt::Answer;
use highground::rules::{Command, Key};

use super::wild::Wild;
use super::{all_hold, battles, seeds};

/// Maximum number of rounds.
const ROUNDS: u32 = 3;

#[test]
fn a_replay_names_the_first_command_that_was_tampered_with() {
    all_hold("tampered records", seeds(10, 100), tampered);
}

fn tampered(seed: u64) -> Result<(), String> {
    let record = battles::recorded(seed, ROUNDS)?;
    let rules = battles::ruleset(seed).built_in();
    if let Err(e) = replay(&record, rules.clone()) {
        return Err(format!("untouched: {e}"));
    }
    let mut wild = Wild::seeded(seed);
    let at = wild.below(record.commands.len() - 1);
    let foreign =
        RecordedCommand { command: Command::Answer(Answer(u16::MAX)), hash: 7, why: None };
    let cases: [(&str, &dyn Fn(&mut Vec<RecordedCommand>), usize); 6] = [
        ("another hash", &|list| list[at].hash ^= 1 << 40, at),
        ("another command", &|list| list[at].command = foreign.command.clone(), at),
        ("a command more", &|list| list.insert(at, foreign.clone()), at),
        ("a command less", &|list| drop(list.remove(at)), at),
        ("a command twice", &|list| list.insert(at, list[at].clone()), at + 1),
        ("two exchanged", &|list| list.swap(at, at + 1), at),
    ];
    for (what, change, first) in cases {
        let mut changed = record.clone();
        change(&mut changed.commands);
        let text = changed.to_text().map_err(|e| e.to_string())?;
        let changed = Record::parse("record", &text).map_err(|e| e.to_string())?;
        let number = match replay(&changed, rules.clone()) {
            Err(ReplayError::Refused { number, .. } | ReplayError::Outcome { number, .. }) => {
                number
            }
            other => return Err(format!("{what} at {first}: {other:?}")),
        };
        if number != first + 1 {
            return Err(format!("{what}: command {number} is named, {} was the first", first + 1));
        }
    }
    // Changes to the setup show before the first command.
    let cases: [(&str, &dyn Fn(&mut Record)); 5] = [
        ("seed", &|r| r.seed += 1),
        ("first hash", &|r| r.start ^= 1),
        ("referee", &|r| r.referee = !r.referee),
        ("level", &|r| r.level = r.level.replacen("name:", "hidden_information: true, name:", 1)),
        ("overrides", &|r| {
            let unknown = [(Key::new("health"), 1)].into_iter().collect();
            r.overrides.insert("No such unit".to_owned(), unknown);
        }),
    ];
    for (what, change) in cases {
        let mut changed = record.clone();
        change(&mut changed);
        match replay(&changed, rules.clone()) {
            Err(ReplayError::Start { .. } | ReplayError::Setup(_) | ReplayError::Level(_)) => {}
            other => {
                let other = other.map(|r| r.state.hash());
                return Err(format!("{what} changed: {other:?}"));
            }
        }
    }
    let mut changed = record;
    changed.data ^= 1;
    match replay(&changed, rules) {
        Err(ReplayError::Data { .. }) => Ok(()),
        other => Err(format!("other data: {:?}", other.map(|r| r.state.hash()))),
    }
}
