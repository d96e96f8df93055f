//! The turn budget: one move block and one action block, in six patterns (PR-50 to PR-67).
//!
//! Nothing is counted down: what remains is derived from the turn's history.

use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Warning;
use rules::state::{ActRecord, TurnLog, Unit};
use rules::{Key, RuleId};

use super::data::Timing;
use super::lazy_refusal::LazyRefusal;
use super::step::{Plan, Step};

/// Class of the record of the move block; its amount is the points spent.
pub const MOVE: &str = "move";
/// Class of the record that commits the turn to running (PR-62).
pub const RUN: &str = "run";
/// Class of the regular action.
pub const ACTION: &str = "action";
/// Class of the rapid action.
pub const RAPID: &str = "rapid";
/// Class of the prepared action.
pub const PREPARED: &str = "prepared";
/// Class of a full-turn action.
pub const FULL: &str = "full_turn";
/// Class of a diagonal step, which uses no part of the turn.
const DIAGONAL: &str = "diagonal";

/// The class that abilities of this timing have in the history.
pub const fn class_of(timing: Timing) -> &'static str {
    match timing {
        Timing::Action => ACTION,
        Timing::Rapid => RAPID,
        Timing::Prepared => PREPARED,
        Timing::FullTurn => FULL,
        Timing::InMovement => MOVE,
    }
}

/// State of one of a turn's two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Not started.
    Unused,
    /// Started, and still the latest part of the turn.
    Open,
    /// Over.
    Closed,
}

/// What the history of a turn leaves.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    acts: &'a [ActRecord],
}

impl<'a> Budget<'a> {
    /// The budget after the acts of this turn.
    pub fn of(turn: &'a TurnLog) -> Self {
        Self { acts: &turn.acts }
    }

    fn first(&self, classes: &[&str]) -> Option<usize> {
        self.acts.iter().position(|d| classes.contains(&d.class.as_str()))
    }

    fn has(&self, class: &str) -> bool {
        self.first(&[class]).is_some()
    }

    /// The move block.
    pub fn moving(&self) -> Block {
        match (self.first(&[MOVE, RUN]), self.first(&[ACTION, RAPID, PREPARED, FULL])) {
            (None, _) => Block::Unused,
            (Some(_), None) => Block::Open,
            (Some(m), Some(a)) if m > a => Block::Open,
            (Some(_), Some(_)) => Block::Closed,
        }
    }

    /// The action block.
    pub fn acting(&self) -> Block {
        match (self.first(&[ACTION, RAPID, PREPARED, FULL]), self.first(&[MOVE, RUN])) {
            (None, _) => Block::Unused,
            (Some(_), None) => Block::Open,
            (Some(a), Some(m)) if a > m => Block::Open,
            (Some(_), Some(_)) => Block::Closed,
        }
    }

    /// True once the turn has movement, or a full-turn action, which may contain movement.
    pub fn has_moved(&self) -> bool {
        self.spent() > 0 || self.is_running() || self.has(FULL)
    }

    /// Points spent in this turn's move.
    pub fn spent(&self) -> i32 {
        self.acts.iter().filter(|d| d.class == *MOVE).map(|d| d.amount).sum()
    }

    /// True once the turn is a run (PR-59).
    pub fn is_running(&self) -> bool {
        self.has(RUN)
    }

    /// True after an odd number of diagonal steps this turn. They are recorded only if every second
    /// one costs more (PR-93).
    pub fn is_after_odd_diagonal(&self) -> bool {
        self.acts.iter().filter(|d| d.class == *DIAGONAL).count() % 2 == 1
    }

    /// True if the move may still turn into a run (PR-62).
    pub fn may_run(&self) -> bool {
        self.is_running() || (self.acting() == Block::Unused && !self.has(FULL))
    }

    /// True once the regular action is taken.
    pub fn has_acted(&self) -> bool {
        self.has(ACTION)
    }

    /// True if a rapid or prepared action was taken, but no regular one yet (PR-463).
    pub fn owes_action(&self) -> bool {
        !self.has_acted() && (self.has(RAPID) || self.has(PREPARED))
    }

    /// Checks whether a movement step fits.
    ///
    /// # Errors
    /// When the move block is closed (PR-57) or a full-turn action was used (PR-63).
    pub fn check_move(&self) -> Result<(), LazyRefusal> {
        if self.has(FULL) {
            return Err(LazyRefusal::new(
                "full_turn_used",
                "a full-turn action leaves no movement",
                "PR-63",
            ));
        }
        if self.moving() == Block::Closed {
            return Err(LazyRefusal::new(
                "move_over",
                "the move is over: it cannot be resumed after an action",
                "PR-57",
            ));
        }
        Ok(())
    }

    /// Checks whether a part of the action block fits.
    ///
    /// # Errors
    /// When the part is used up, excluded by another part, or the block is closed.
    pub fn check_part(&self, timing: Timing) -> Result<(), LazyRefusal> {
        if timing == Timing::InMovement {
            return self.check_move();
        }
        if self.has(FULL) {
            return Err(LazyRefusal::new("full_turn_used", "the whole turn is used", "PR-63"));
        }
        if self.is_running() {
            return Err(LazyRefusal::new("running", "no actions while running", "PR-60"));
        }
        let refuse = |code, text, rule| Err(LazyRefusal::new(code, text, rule));
        match timing {
            Timing::FullTurn if !self.acts.is_empty() => refuse(
                "not_first",
                "a full-turn action must be the first thing in the turn",
                "PR-64",
            ),
            _ if self.acting() == Block::Closed => refuse(
                "actions_over",
                "the move came after the actions: no more actions this turn",
                "PR-58",
            ),
            Timing::Action if self.has(ACTION) => {
                refuse("action_used", "this turn's action is used", "PR-52")
            }
            Timing::Rapid if self.has(RAPID) => {
                refuse("rapid_used", "this turn's rapid action is used", "PR-53")
            }
            Timing::Prepared if self.has(PREPARED) => {
                refuse("prepared_used", "a prepared action is already set", "PR-54")
            }
            Timing::Rapid if self.has(PREPARED) => {
                refuse("rapid_excluded", "a prepared action leaves no rapid action", "PR-55")
            }
            Timing::Prepared if self.has(RAPID) => {
                refuse("prepared_excluded", "a rapid action leaves no prepared action", "PR-55")
            }
            _ => Ok(()),
        }
    }
}

/// The warning that a move becomes a run (PR-62).
pub fn run_warning() -> Warning {
    let text = "This makes it a run: no actions this turn.";
    Warning { text: text.into(), rule: RuleId::of("PR-62") }
}

/// A plan of one step, with a warning if it turns the move into a run (PR-62).
pub fn plan(step: impl Into<Step>, runs: bool) -> Plan {
    Plan { warnings: runs.then(run_warning).into_iter().collect(), ..Plan::of(step) }
}

/// The event of movement: updates the points spent in the move's record.
pub fn moved(unit: &Unit, spent: i32, rule: &'static str) -> Event {
    let record = ActRecord { class: Key::of(MOVE), act: Key::of(MOVE), amount: spent };
    let replaces = unit.turn.acts.iter().position(|d| d.class == *MOVE);
    events::act_recorded(unit, record, replaces, rule)
}

/// The event that commits the turn to running (PR-62).
pub fn runs(unit: &Unit) -> Event {
    let record = ActRecord { class: Key::of(RUN), act: Key::of(RUN), amount: 0 };
    events::act_recorded(unit, record, None, "PR-62")
}

/// The event of a diagonal step, recorded if every second one costs more (PR-93).
pub fn goes_diagonally(unit: &Unit) -> Event {
    let record = ActRecord { class: Key::of(DIAGONAL), act: Key::of(DIAGONAL), amount: 0 };
    events::act_recorded(unit, record, None, "PR-93")
}

/// The event of using a part of the action block.
pub fn acted(unit: &Unit, timing: Timing, act: &Key) -> Event {
    let record = ActRecord { class: Key::of(class_of(timing)), act: act.clone(), amount: 1 };
    events::act_recorded(unit, record, None, "PR-50")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a sequence in the catalogue's letters: M, A, R, P, F.
    fn allowed(sequence: &str) -> bool {
        let mut turn = TurnLog::default();
        for (i, letter) in sequence.chars().enumerate() {
            let budget = Budget::of(&turn);
            let timing = match letter {
                'A' => Timing::Action,
                'R' => Timing::Rapid,
                'P' => Timing::Prepared,
                'F' => Timing::FullTurn,
                _ => Timing::InMovement,
            };
            // A second M directly after the first is a run.
            let second_move = letter == 'M' && sequence.chars().nth(i.wrapping_sub(1)) == Some('M');
            if budget.check_part(timing).is_err() || (second_move && !budget.may_run()) {
                return false;
            }
            let record =
                |class| ActRecord { class: Key::of(class), act: Key::of(class), amount: 1 };
            if second_move {
                turn.acts.push(record(RUN));
            } else {
                turn.acts.push(record(class_of(timing)));
            }
        }
        true
    }

    /// PR-50 to PR-64: the legal and illegal sequences of the catalogue's turn state machine.
    #[test]
    fn six_patterns() {
        let legal = "M A R P F MA MR MP MAR MRA MAP MPA AM RM PM ARM RAM APM PAM AR RA AP PA MM";
        for sequence in legal.split(' ') {
            assert!(allowed(sequence), "{sequence} is legal");
        }
        for sequence in "MAM AMR RMA ARP RP FM MF MMA AA PR RR PP FA AF".split(' ') {
            assert!(!allowed(sequence), "{sequence} is not legal");
        }
    }
}
