//! How a battle is won: by the last side in the fight, or by a goal of the level.
//!
//! Pure queries of a [`State`]. A ruleset calls [`verdict`] when nothing is pending; at the end of
//! each round it calls it with `round_ends` and then applies the events of [`tally`].

use std::collections::BTreeSet;

use grid::{Place, SideId, footprint};

use super::causes;
use super::event::{Event, EventKind};
use super::state::{Goal, State, Unit, Verdict};
use super::{Key, RuleId};

/// The rule for endings defined by levels, whatever the ruleset.
pub const GOALS: RuleId = RuleId::of("HG-4");

/// The verdict; `None` while the battle continues.
///
/// A battle is over when at most one side has a unit left in the fight, whatever its goals: no
/// opponent could prevent them any more. Otherwise the goals of the level count. If goals of
/// several sides are met at the same moment, it is a draw. In rounds added by the referee, the
/// battle ends only when no unit is left at all.
///
/// `round_ends` is true at the end of a round, before the next one begins. Zones and rounds are
/// checked only then. Call it before the events of [`tally`] are applied: it counts the ending
/// round itself.
#[inline]
pub fn verdict(state: &State, round_ends: bool) -> Option<Verdict> {
    verdict_among(state, round_ends, &|_| true)
}

/// Like [`verdict`], but only units for which `fights` returns true keep a side in the fight.
pub fn verdict_among(
    state: &State,
    round_ends: bool,
    fights: &dyn Fn(&Unit) -> bool,
) -> Option<Verdict> {
    let last = last_standing(state, fights);
    let extended = state.scene.clock.round < state.scene.referee.goals_from;
    if extended && last.as_ref().is_none_or(|verdict| verdict.winner.is_some()) {
        return None;
    }
    if last.is_some() {
        return last;
    }
    let met: Vec<(SideId, String)> = state
        .scene
        .goals
        .iter()
        .enumerate()
        .filter_map(|(i, goal)| met(state, i, goal, round_ends))
        .collect();
    let (winner, why) = met.first()?;
    if met.iter().any(|(side, _)| side != winner) {
        let why = met.iter().map(|(_, why)| why.as_str()).collect::<Vec<_>>().join("; ");
        return Some(Verdict { winner: None, why: format!("several sides met a goal: {why}") });
    }
    Some(Verdict { winner: Some(*winner), why: why.clone() })
}

/// Events that count the consecutive rounds for which zones have been held. A ruleset applies them
/// at the end of each round.
pub fn tally(state: &State) -> Vec<Event> {
    let mut events = Vec::new();
    for (i, goal) in state.scene.goals.iter().enumerate() {
        let Goal::Hold { side, places, .. } = goal else { continue };
        let id = counter(i);
        let from = state.scene.flags.get(id.as_str());
        let to = if holds(state, *side, places) { from.saturating_add(1) } else { 0 };
        if from != to {
            let mut event = Event::new(EventKind::Flag { unit: None, id, from, to }, &[]);
            event.rules.push(GOALS);
            events.push(event);
        }
    }
    events
}

/// Events that reset the counts of held zones, before other goals replace them.
pub fn forgotten(state: &State) -> Vec<Event> {
    let held = (0..state.scene.goals.len()).map(|goal| (counter(goal), rounds_held(state, goal)));
    let held = held.filter(|(_, from)| *from != 0);
    let flags = held.map(|(id, from)| EventKind::Flag { unit: None, id, from, to: 0 });
    flags.map(|what| Event { rules: vec![GOALS], ..Event::new(what, &[]) }).collect()
}

/// Number of consecutive rounds for which the zone of a goal has been held, for display. 0 for
/// other kinds of goals.
pub fn rounds_held(state: &State, goal: usize) -> i64 {
    state.scene.flags.get(counter(goal).as_str())
}

fn counter(goal: usize) -> Key {
    Key::new(&format!("goal_{goal}_held"))
}

fn last_standing(state: &State, fights: &dyn Fn(&Unit) -> bool) -> Option<Verdict> {
    let able = state.units.iter().filter(|u| u.is_active() && fights(u));
    // Units still to arrive keep their side in the fight.
    let late = state.scene.arrivals.iter().map(|arrival| arrival.unit.side());
    let able = able.map(Unit::side).chain(late).chain(causes::to_come(state));
    let able: BTreeSet<SideId> = able.collect();
    let mut able = able.into_iter();
    match (able.next(), able.next()) {
        (None, _) => {
            Some(Verdict { winner: None, why: "no combatant is left in the fight".to_owned() })
        }
        (Some(side), None) => Some(Verdict {
            winner: Some(side),
            why: format!("{} is the last side in the fight", name(state, side)),
        }),
        (Some(_), Some(_)) => None,
    }
}

/// The side whose goal is met, and the reason, if it is met.
fn met(state: &State, index: usize, goal: &Goal, round_ends: bool) -> Option<(SideId, String)> {
    match goal {
        Goal::LastStanding => None,
        Goal::Hold { side, places, rounds } => {
            let in_a_row = rounds_held(state, index) + 1;
            let met = round_ends && holds(state, *side, places) && in_a_row >= i64::from(*rounds);
            met.then(|| (*side, format!("{} held the zone", name(state, *side))))
        }
        Goal::Reach { side, places, count } => {
            let there = able_in(state, places).filter(|u| u.side() == *side).count();
            let met = round_ends && there > 0 && there >= usize::from(*count);
            met.then(|| (*side, format!("{} reached the zone", name(state, *side))))
        }
        Goal::Defeat { side, unit } => {
            let victim = state.unit(*unit).filter(|u| !u.is_active())?;
            Some((*side, format!("{} is out of the fight", victim.identity.name)))
        }
        Goal::Survive { side, rounds } => {
            let able = state.of_side(*side).any(Unit::is_active);
            let met = round_ends && able && state.scene.clock.round >= u32::from(*rounds);
            met.then(|| (*side, format!("{} survived", name(state, *side))))
        }
    }
}

/// True if the zone contains units of this side and of no other.
pub fn holds(state: &State, side: SideId, places: &[Place]) -> bool {
    let mut there = able_in(state, places).map(Unit::side).peekable();
    there.peek().is_some() && there.all(|s| s == side)
}

/// The units in the fight that are in the zone.
fn able_in<'a>(state: &'a State, places: &'a [Place]) -> impl Iterator<Item = &'a Unit> {
    state.units.iter().filter(|unit| unit.is_active() && is_in_zone(unit, places))
}

/// True if any part of a unit's footprint is in the zone, at any height.
pub fn is_in_zone(unit: &Unit, places: &[Place]) -> bool {
    match unit.placement.at.cell() {
        None => places.contains(&unit.placement.at),
        cell => footprint(cell, unit.form.size).any(|c| places.contains(&Place::Cell(c))),
    }
}

fn name(state: &State, side: SideId) -> String {
    let named = state.scene.sides.get(usize::from(side.0));
    named.map_or_else(|| format!("side {side}"), |s| s.name.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::apply::apply;
    use crate::state::{
        Carriers, Conditions, Flags, Form, Gear, Identity, Links, Placement, Pools, Posture, Scene,
        Sheet, Side, Status, Tracks, TurnLog, Undertakings,
    };
    use grid::{Board, Cell, Dir, Hm, SupportKind, UnitId};

    fn unit(id: u32, side: u8, x: i16) -> Unit {
        Unit {
            identity: Identity {
                id: UnitId(id),
                side: SideId(side),
                role: Key::of("knight"),
                name: format!("Unit {id}"),
                maker: None,
            },
            placement: Placement {
                at: Place::Cell(Cell::new(x, 0)),
                feet: Hm::ZERO,
                support: SupportKind::Ground,
                posture: Posture::Standing,
                facing: Dir::N,
            },
            status: Status::Active,
            form: Form {
                sheet: Sheet::new(Key::of("knight"), BTreeMap::new(), Arc::new(())),
                size: 1,
                height_cm: 180,
                stored: Vec::new(),
            },
            tracks: Tracks::default(),
            pools: Pools::default(),
            conditions: Conditions::default(),
            turn: TurnLog::default(),
            gear: Gear::default(),
            links: Links::default(),
            flags: Flags::default(),
            carriers: Carriers::default(),
            undertakings: Undertakings::default(),
        }
    }

    fn state(goals: Vec<Goal>, units: Vec<Unit>) -> State {
        let side =
            |name: &str| Side { name: name.to_owned(), ambush: false, flags: Flags::default() };
        let scene = Scene::new(Board::new(8, 4), vec![side("Blue"), side("Red")], goals);
        State::new(scene, units, 1)
    }

    fn winner(state: &State, round_ends: bool) -> Option<Option<SideId>> {
        verdict(state, round_ends).map(|v| v.winner)
    }

    const BLUE: SideId = SideId(0);
    const RED: SideId = SideId(1);

    #[test]
    fn the_last_side_wins_and_no_side_is_a_draw() {
        let mut state = state(vec![Goal::LastStanding], vec![unit(0, 0, 0), unit(1, 1, 3)]);
        assert_eq!(winner(&state, true), None);
        state.units[1].status = Status::Down;
        assert_eq!(winner(&state, false), Some(Some(BLUE)));
        state.units[0].status = Status::Gone;
        assert_eq!(winner(&state, false), Some(None));
    }

    #[test]
    fn zones_are_held_in_a_row_and_alone() {
        let goal = Goal::Hold { side: BLUE, places: vec![Cell::new(0, 0).into()], rounds: 2 };
        let mut state = state(vec![goal], vec![unit(0, 0, 0), unit(1, 1, 3)]);
        let end_round = |state: &mut State| {
            let verdict = winner(state, true);
            for event in tally(state) {
                apply(state, &event);
            }
            verdict
        };
        assert_eq!(end_round(&mut state), None);
        assert_eq!(rounds_held(&state, 0), 1);
        // An enemy in the zone resets the count.
        state.units[1].placement.at = Place::Cell(Cell::new(0, 0));
        assert_eq!(end_round(&mut state), None);
        assert_eq!(rounds_held(&state, 0), 0);
        state.units[1].placement.at = Place::Cell(Cell::new(3, 0));
        assert_eq!(end_round(&mut state), None);
        assert_eq!(winner(&state, false), None, "only the end of a round counts");
        assert_eq!(end_round(&mut state), Some(Some(BLUE)));
    }

    #[test]
    fn reaching_counts_only_units_of_the_side() {
        let places = vec![Cell::new(1, 0).into(), Cell::new(2, 0).into()];
        let goal = Goal::Reach { side: RED, places, count: 2 };
        let units = vec![unit(0, 0, 1), unit(1, 1, 2), unit(2, 1, 5)];
        let mut state = state(vec![goal], units);
        assert_eq!(winner(&state, true), None);
        // A footprint of 2 x 2 cells with its south-west cell in the zone.
        state.units[2].form.size = 2;
        state.units[2].placement.at = Place::Cell(Cell::new(2, -1));
        assert_eq!(winner(&state, true), Some(Some(RED)));
        assert_eq!(winner(&state, false), None);
    }

    #[test]
    fn defeat_counts_at_once_and_survival_at_the_end_of_its_round() {
        let goals = vec![
            Goal::Survive { side: RED, rounds: 3 },
            Goal::Defeat { side: BLUE, unit: UnitId(1) },
        ];
        let units = vec![unit(0, 0, 0), unit(1, 1, 3), unit(2, 1, 4)];
        let mut state = state(goals, units);
        state.scene.clock.round = 2;
        assert_eq!(winner(&state, true), None);
        state.scene.clock.round = 3;
        assert_eq!(winner(&state, false), None);
        assert_eq!(winner(&state, true), Some(Some(RED)));
        state.units[1].status = Status::Surrendered;
        assert_eq!(winner(&state, false), Some(Some(BLUE)));
        assert_eq!(winner(&state, true), Some(None), "both at once are a draw");
    }
}
