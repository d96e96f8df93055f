//! Rulings that the referee can make about two combatants; they override the rules (VG-336).

use grid::UnitId;
use rules::Key;
use rules::event::{Event, EventKind, RulingChange};
use rules::ruleset::PairFact;
use rules::state::State;

/// Charges, Challenges or a higher number for one combatant's actions against another.
const CIRCUMSTANCE: &str = "circumstance";
/// Whether two are adjacent.
const ADJACENT: &str = "adjacent";
/// The cover of one combatant from another.
const COVER: &str = "cover";
/// How well one combatant sees another.
const VISIBILITY: &str = "visibility";
/// Whether one combatant is behind another.
const BEHIND: &str = "behind";
/// The signal for one combatant to carry out a readied act against another (VG-78).
const SIGNAL: &str = "signal";

/// The effect of circumstances on an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstance {
    /// Charges minus Challenges.
    pub charges: i32,
    /// The bonus to the number to beat.
    pub number: i32,
}

/// The answers about circumstances: name, text, Charges, number.
const CIRCUMSTANCES: [(&str, &str, i32, i32); 6] = [
    ("charge", "1 Charge", 1, 0),
    ("two_charges", "2 Charges", 2, 0),
    ("challenge", "1 Challenge", -1, 0),
    ("two_challenges", "2 Challenges", -2, 0),
    ("harder", "5 more to beat", 0, 5),
    ("much_harder", "10 more to beat", 0, 10),
];

/// The facts with their possible answers.
pub fn facts() -> Vec<PairFact> {
    let circumstances = CIRCUMSTANCES.map(|(id, name, ..)| (id, name));
    vec![
        PairFact::new(CIRCUMSTANCE, "Circumstances", false, &circumstances),
        PairFact::adjacency(ADJACENT),
        PairFact::cover(COVER, &["light", "partial", "full"]),
        PairFact::new(
            VISIBILITY,
            "Visibility",
            true,
            &[
                ("normal", "normal visibility"),
                ("reduced", "reduced visibility"),
                ("low", "low visibility"),
                ("zero", "zero visibility"),
            ],
        ),
        PairFact::new(
            BEHIND,
            "Behind",
            false,
            &[("yes", "the first is behind the second"), ("no", "it is not behind")],
        ),
        PairFact::new(SIGNAL, "Signal", false, &[("now", "the first carries out its readied act")]),
    ]
}

fn judged<'a>(state: &'a State, fact: &str, from: UnitId, to: UnitId) -> Option<&'a str> {
    state.scene.referee.judged(fact, from, to).map(|(says, _)| says.as_str())
}

/// The effect of circumstances on the actions of one combatant against another.
pub fn circumstance(state: &State, from: UnitId, to: UnitId) -> Circumstance {
    let says = judged(state, CIRCUMSTANCE, from, to);
    let found = CIRCUMSTANCES.iter().find(|(id, ..)| Some(*id) == says);
    found.map_or_else(Circumstance::default, |(.., charges, number)| Circumstance {
        charges: *charges,
        number: *number,
    })
}

/// Whether two combatants are ruled to be adjacent.
pub fn adjacent(state: &State, a: UnitId, b: UnitId) -> Option<bool> {
    judged(state, ADJACENT, a, b).map(|says| says == "yes")
}

/// The cover that a combatant is ruled to have from another.
pub fn cover(state: &State, from: UnitId, to: UnitId) -> Option<&str> {
    judged(state, COVER, from, to)
}

/// How well a combatant is ruled to see another.
pub fn visibility(state: &State, from: UnitId, to: UnitId) -> Option<&str> {
    judged(state, VISIBILITY, from, to)
}

/// Whether a combatant is ruled to be behind another.
pub fn behind(state: &State, from: UnitId, to: UnitId) -> Option<bool> {
    judged(state, BEHIND, from, to).map(|says| says == "yes")
}

/// Whether one combatant was signalled to act on another.
pub fn signalled(state: &State, from: UnitId, to: UnitId) -> bool {
    judged(state, SIGNAL, from, to).is_some()
}

/// The signal for one combatant to act on another is used up: other readied acts wait for the next
/// signal (VG-82).
pub fn signal_used(from: UnitId, to: UnitId) -> Event {
    let fact = Key::of(SIGNAL);
    let change = RulingChange::Revoked { fact, from, to, mutual: false };
    let text = "the signal was used.".to_owned();
    Event::new(EventKind::Ruling { text, change }, &["VG-82"])
}
