//! Two people at one computer, where sides see different things: no panel ever shows a name that the
//! player at the table cannot know.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::world::World;
use highground::app::Begin;
use highground::battle::{BattleState, EventLog};
use highground::grid::{SideId, UnitId};
use highground::registry::RulesetId;
use highground::rules::state::State;
use highground::rules::{Event, EventKind};
use highground::ui::interaction::TurnState;
use highground::ui::{Panels, Seats, Selection};

use super::sizes::window::{Frame, here, options, play_in};

/// The units that a visible event tells of.
fn told_by(event: &Event) -> Vec<UnitId> {
    match &event.what {
        EventKind::Slots(_) | EventKind::Slot(_) => Vec::new(),
        EventKind::Declared { unit, .. } => vec![*unit],
        EventKind::Sighted { sighting, .. } => vec![sighting.unit],
        what => what.parties(),
    }
}

/// The units that a side has seen or been told of.
#[derive(Default)]
struct Memory(BTreeMap<SideId, BTreeSet<UnitId>>);

impl Memory {
    fn learn(&mut self, side: SideId, state: &State, events: &[Event]) -> &BTreeSet<UnitId> {
        let known = self.0.entry(side).or_default();
        known.extend(state.units.iter().filter(|unit| state.sees(side, unit)).map(|u| u.id()));
        let seen = events.iter().filter(|event| event.is_seen_by(Some(side)));
        known.extend(seen.flat_map(told_by));
        known
    }
}

/// True if a text has a name as whole words.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let after = text[at + name.len()..].chars().next();
        !after.is_some_and(char::is_alphanumeric)
    })
}

/// The names in a text of units that are not in `known`.
fn leaks<'a>(text: &str, state: &'a State, known: &BTreeSet<UnitId>) -> Option<&'a str> {
    let is_known = |unit: &&str| {
        let mut same = state.units.iter().filter(|other| other.identity.name == **unit);
        same.any(|other| known.contains(&other.id()))
    };
    let all = state.units.iter().map(|unit| unit.identity.name.as_str());
    all.filter(|name| !is_known(name)).find(|name| names(text, name))
}

/// What a player who looks around in a turn does: lenses, log, sheets, a hint, an act, its end.
const TURN: &str = "key L\nkey I\nwait 3\nkey I\nkey L
    key R\nwait 12\nkey R\nkey X\nwait 8\nkey X
    key Tab\nwait 3\nkey 1\nkey Tab\nwait 6\nkey Escape\nkey Escape
    key Space\nkey Space\nwait idle\nwait 3
    try click widget \"I'm ready\"\nwait 4\nwait idle\nwait 3\nkey Enter\nkey Enter\nwait 2";

/// Number of frames after which the next player has the table, or the cover lies over it.
const SETTLED: u32 = 3;

fn nothing_leaks(ruleset: RulesetId) {
    let options = options(ruleset, Begin::Battle(here("tests/suite/hot_seat.ron")));
    let script = format!(
        "wait idle\nwait 4\nexpect text \"look away\"\nkey Enter\nwait idle\nwait 4
        repeat 18\n{TURN}\nend\nquit"
    );
    let mut memory = Memory::default();
    let (mut faults, mut covers, mut sides) = (BTreeSet::new(), 0, BTreeSet::new());
    let (mut hidden, mut before, mut still) = (0, None, 0);
    let look = |_: usize, frame: &Frame, world: &World| {
        let battle = world.get_resource::<BattleState>().zip(world.get_resource::<EventLog>());
        let (Some((state, log)), Some(seats)) = (battle, world.get_resource::<Seats>()) else {
            return;
        };
        let Some(side) = seats.seating.viewer() else { return };
        let state = &*state.0;
        let covered = world.resource::<Selection>().options.stand == TurnState::HandOver
            && world.resource::<Panels>().hand_over.is_some();
        let known = memory.learn(side, state, &log.0);
        // While the seat changes hands the last player still sits there.
        let now = (side, covered);
        still = if before.replace(now) == Some(now) { still + 1 } else { 0 };
        if still < SETTLED {
            return;
        }
        let nothing = BTreeSet::new();
        let said = frame.words.iter().map(|words| words.text.as_str());
        hidden += usize::from(known.len() < state.units.len());
        let known = if covered { &nothing } else { known };
        covers += usize::from(covered);
        sides.insert(side);
        let named = frame.widgets.iter().map(|widget| widget.name.as_str());
        for text in said.chain(named) {
            if let Some(name) = leaks(text, state, known) {
                faults.insert(format!("{side:?}, covered {covered}: {name} in \"{text}\""));
            }
        }
    };
    play_in(&options, &script, look);
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{ruleset:?}:\n{}", faults.join("\n"));
    assert!(covers > 4, "{covers} covered frames");
    // Under vigor one side may act for the whole script.
    assert!(sides.len() == 2 || ruleset == RulesetId::Vigor, "{sides:?}");
    assert!(hidden > 100, "something was hidden in {hidden} frames only");
}

#[test]
fn nothing_of_the_other_side_is_said_under_precision() {
    nothing_leaks(RulesetId::Precision);
}

#[test]
fn nothing_of_the_other_side_is_said_under_momentum() {
    nothing_leaks(RulesetId::Momentum);
}

#[test]
fn nothing_of_the_other_side_is_said_under_vigor() {
    nothing_leaks(RulesetId::Vigor);
}

#[test]
fn nothing_of_the_other_side_is_said_under_turnside() {
    nothing_leaks(RulesetId::Turnside);
}

#[test]
fn nothing_of_the_other_side_is_said_under_evoker() {
    nothing_leaks(RulesetId::Evoker);
}
