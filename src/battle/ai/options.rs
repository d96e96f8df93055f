//! What a combatant might do next, for an opponent that compares plans by playouts.

use rules::Command;
use rules::command::Target;

use super::acts::{self, Candidate};
use super::drag;
use super::duty::Duty;
use super::positioning;
use super::ready;
use super::risk::Walks;
use super::view::{LONG_WALK, View};

/// A command to give next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextCommand {
    /// The command.
    pub command: Command,
    /// The act that a move is made for.
    pub then: Option<Command>,
}

/// The ways to continue a turn that are worth comparing, besides the usual one; all are legal.
/// `moved` means that the combatant has already moved this turn. At most `most` acts from the current
/// position are considered, and as many for which a position is sought.
pub fn ways(view: &View<'_>, usual: &Command, moved: bool, most: usize) -> Vec<NextCommand> {
    let mut found = Found { view, usual, ways: Vec::new() };
    // What its conduct demands comes first, without comparison.
    if !view.duty.ends(view.room).is_empty() {
        return found.ways;
    }
    let moved = moved || view.duty == Duty::Hold;
    let ideas = acts::ideas(view, if moved { 0 } else { LONG_WALK });
    let mut at_hand = 0;
    for idea in ideas.iter().filter(|idea| idea.is_within(view.room)) {
        if at_hand == most {
            break;
        }
        at_hand += usize::from(found.add(idea.command.clone(), None));
    }
    // In an endless battle a unit that can do something does not wait, nor keep away.
    let presses_on = view.behind >= drag::OVERDUE && !matches!(usual, Command::EndTurn { .. });
    if !presses_on && let Some(idea) = ready::best(view) {
        found.add(idea.command, None);
    }
    if !moved {
        let walks = Walks::of(view);
        if !presses_on && let Some(command) = positioning::retreat(view, &walks) {
            found.add(command, None);
        }
        for idea in different(&ideas, most) {
            for plan in positioning::plans(view, &walks, std::slice::from_ref(idea), false) {
                found.add(plan.walk.command(view), Some(plan.act));
            }
        }
    }
    if !presses_on {
        // Later in the round may be better.
        found.add(Command::Hold { unit: view.me.id() }, None);
        found.add(Command::EndTurn { unit: view.me.id() }, None);
    }
    found.ways
}

/// The best ideas that differ in act or target and have a target to walk to, at most `most`.
fn different(ideas: &[Candidate], most: usize) -> Vec<&Candidate> {
    let mut list: Vec<&Candidate> = Vec::new();
    let key = |idea: &Candidate| (target(&idea.command), idea.span > 1);
    for idea in ideas.iter().filter(|idea| idea.at.is_some()) {
        if list.len() < most && !list.iter().any(|known| key(known) == key(idea)) {
            list.push(idea);
        }
    }
    list
}

/// The first target of an act.
fn target(command: &Command) -> Option<Target> {
    match command {
        Command::Act { targets, .. } => targets.first().copied(),
        _ => None,
    }
}

/// The ways found so far.
struct Found<'v> {
    view: &'v View<'v>,
    usual: &'v Command,
    ways: Vec<NextCommand>,
}

impl Found<'_> {
    /// Adds a command if the rules allow it and it is new. Returns true if so.
    fn add(&mut self, command: Command, then: Option<Command>) -> bool {
        let way = NextCommand { command, then };
        let is_known = way.command == *self.usual || self.ways.contains(&way);
        let fits = !is_known && self.view.allows(&way.command);
        if fits {
            self.ways.push(way);
        }
        fits
    }
}
