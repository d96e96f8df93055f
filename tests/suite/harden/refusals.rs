//! Any command by any unit at any time: an illegal command is refused with a reason and changes
//! nothing, and a legal command can be executed.

use highground::rules::engine::{self, CommandError};
use highground::rules::oracle::Play;
use highground::rules::state::State;
use highground::rules::{Command, SharedRuleset};

use super::battles::{Battle, Players};
use super::wild::{Wild, acts};
use super::{all_hold, invariants, seeds, tell, with_kept};

/// Number of commands between tries.
const EVERY: usize = 9;

/// Number of wrong commands per try.
const TRIES: usize = 60;

/// Seeds with two units in one place: a dragged unit, and a unit that woke under another.
const KEPT: [u64; 3] = [29, 41, 72];

#[test]
fn illegal_commands_change_nothing() {
    let counts = all_hold("illegal commands", with_kept(seeds(14, 300), &KEPT), battle);
    let sum = counts.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    tell(&format!("illegal commands: {} refused, {} of those tried were legal", sum.0, sum.1));
    // With hardly any illegal commands or without any legal one, the test would prove little.
    assert!(counts.len() < 10 || (sum.0 > 10_000 && sum.1 > 100), "{sum:?}");
}

/// Number of refused and of legal commands in the battle of this seed.
fn battle(seed: u64) -> Result<(usize, usize), String> {
    let (mut battle, mut players) = (Battle::begin(seed)?, Players::seeded(seed));
    let mut wild = Wild::seeded(seed ^ 0xBAD);
    let mut counts = (0, 0);
    while let Some(command) = battle.order(&mut players)? {
        if battle.commands % EVERY == 0 {
            let names = acts(&*battle.rules, &battle.state);
            for n in 0..TRIES {
                let tried = match n % 3 {
                    0 => wild.spoilt(&battle.state, &command),
                    _ => wild.command(&battle.state, &names),
                };
                let held = refused_or_possible(&battle.rules, &mut battle.state, &tried);
                let legal = held.map_err(|e| {
                    let tried: String = format!("{tried:?}").chars().take(600).collect();
                    format!("after {} commands, {tried}: {e}", battle.commands)
                })?;
                counts = if legal { (counts.0, counts.1 + 1) } else { (counts.0 + 1, counts.1) };
            }
        }
        battle.give(&command).map_err(|e| format!("{command:?}: {e}"))?;
    }
    Ok(counts)
}

/// Checks a command; true if it was legal.
fn refused_or_possible(
    rules: &SharedRuleset,
    state: &mut State,
    command: &Command,
) -> Result<bool, String> {
    let before = state.hash();
    match engine::check(&**rules, state, command) {
        Err(reason) => {
            if reason.text.trim().is_empty() || reason.code.as_str().is_empty() {
                return Err(format!("refused without a reason: {reason:?}"));
            }
            match engine::submit(&**rules, state, command, &mut Play) {
                Err(CommandError::Refused(again)) if again == reason => {}
                other => return Err(format!("checked: {reason}; ordered: {other:?}")),
            }
            if state.hash() != before {
                return Err("it was refused and changed the battle".to_owned());
            }
            Ok(false)
        }
        Ok(_) => {
            let mut copy = state.clone();
            match engine::submit(&**rules, &mut copy, command, &mut Play) {
                Ok((events, _)) => invariants::hold(&**rules, &copy).map_err(|e| {
                    let events: Vec<String> =
                        events.iter().map(|e| format!("{:?}", e.what)).collect();
                    format!("legal: {e}; what happened: {events:#?}")
                })?,
                // Impossible dice of the referee are found only when they are thrown.
                Err(CommandError::Refused(_)) if matches!(command, Command::Ruling(_)) => {}
                Err(other) => return Err(format!("allowed and not possible: {other}")),
            }
            if state.hash() != before {
                return Err("checking the command changed the battle".to_owned());
            }
            Ok(true)
        }
    }
}
