//! Map-light: zones and spots instead of cells, and a walk that takes two turns (ML-9 to ML-18).

use super::*;
use highground::rules::event::MoveKind;
use highground::rules::state::{ActRecord, Undertaking};

/// Metres between two spots of a zone, and from a spot to the next zone.
const INSIDE: i32 = 4;
const ACROSS: i32 = 12;
/// Metres per Move.
const MOVE: i32 = 8;

/// The Hall has spots 0 (empty space) and 1 (pillars), the adjoining Yard has spot 2.
struct MapLight;

const fn zone(spot: u16) -> u16 {
    if spot < 2 { 0 } else { 1 }
}

const fn distance(from: u16, to: u16) -> i32 {
    if from == to {
        0
    } else if zone(from) == zone(to) {
        INSIDE
    } else {
        ACROSS
    }
}

/// Distance to a spot; between spots, only onward and back.
fn way(at: Place, to: u16) -> Option<i32> {
    match at {
        Place::Spot(from) => Some(distance(from, to)),
        Place::Between { to: goal, metres, .. } if goal == to => Some(i32::from(metres)),
        Place::Between { from, to: goal, metres } if from == to => {
            Some(distance(from, goal) - i32::from(metres))
        }
        Place::Between { .. } | Place::Cell(_) => None,
    }
}

/// ML-11 and ML-17: units in the same spot are adjacent; between spots none are.
fn adjacent(a: Place, b: Place) -> bool {
    matches!((a, b), (Place::Spot(a), Place::Spot(b)) if a == b)
}

impl Stub for MapLight {
    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        match command {
            Command::EndTurn { unit } => Ok(vec![Step::new("turn").of(*unit)]),
            Command::Act { unit, act, targets, .. } => {
                let at = |id| ctx.unit(id).map(|u| u.placement.at);
                let here = at(*unit).unwrap_or(Place::Spot(0));
                let step = Step::new("act").of(*unit).act(act.clone());
                match targets.first() {
                    Some(Target::Place(Place::Spot(to))) if *act == "go" => {
                        let left = MOVE - spent(ctx, *unit);
                        match way(here, *to) {
                            None | Some(0) => refusal("no_way"),
                            Some(_) if left == 0 => refusal("no_metres"),
                            Some(_) => Ok(vec![step.at(Target::Place(Place::Spot(*to)))]),
                        }
                    }
                    Some(Target::Unit(foe)) if *act == "strike" => {
                        if at(*foe).is_some_and(|there| adjacent(here, there)) {
                            Ok(vec![step.at(Target::Unit(*foe))])
                        } else {
                            refusal("not_adjacent")
                        }
                    }
                    _ => refusal("unknown"),
                }
            }
            _ => refusal("unknown"),
        }
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let unit = step.unit.unwrap_or_default();
        if step.kind == "turn" {
            return Ok(Outcome::done(vec![event(EventKind::TurnBegan { unit, round: 1 })]));
        }
        let (Some(who), Some(Target::Place(Place::Spot(to)))) =
            (ctx.unit(unit), step.targets.first())
        else {
            return Ok(Outcome::done(vec![track(ctx, UnitId(2), "health", 19)]));
        };
        let (here, to) = (who.placement.at, *to);
        let left = MOVE - spent(ctx, unit);
        let far = way(here, to).unwrap_or_default();
        let walked = far.min(left);
        let rest = u16::try_from(far - walked).unwrap_or_default();
        let from = match here {
            Place::Spot(from) => from,
            // Going back reverses the walk.
            Place::Between { from, to: goal, .. } if from == to => goal,
            Place::Between { from, .. } => from,
            Place::Cell(_) => to,
        };
        let there =
            if rest == 0 { Place::Spot(to) } else { Place::Between { from, to, metres: rest } };
        let of = distance(from, to);
        let amount = spent(ctx, unit) + walked;
        let record = ActRecord { class: Key::of("move"), act: Key::of("go"), amount };
        Ok(Outcome::done(vec![
            event(EventKind::Moved {
                unit,
                from: here,
                to: there,
                from_feet: Hm::ZERO,
                to_feet: Hm::ZERO,
                support: SupportKind::Ground,
                manner: MoveKind::Walk,
                cost: walked,
            }),
            event(EventKind::Progress {
                unit,
                what: Undertaking {
                    act: Key::of("go"),
                    choice: Key::default(),
                    targets: vec![Target::Place(Place::Spot(to))],
                    done: of - i32::from(rest),
                    of,
                },
            }),
            event(EventKind::ActRecorded { unit, record, replaces: None }),
        ]))
    }
}

/// Metres walked this turn.
fn spent(ctx: Ctx<'_>, unit: UnitId) -> i32 {
    let acts = ctx.unit(unit).map(|u| u.turn.acts.as_slice()).unwrap_or_default();
    acts.iter().filter(|d| d.class == "move").map(|d| d.amount).sum()
}

fn go(spot: u16) -> Command {
    Command::Act {
        unit: UnitId(1),
        act: Key::of("go"),
        targets: vec![Target::Place(Place::Spot(spot))],
        choice: Key::default(),
        with: Default::default(),
    }
}

fn next_turn() -> Command {
    Command::EndTurn { unit: UnitId(1) }
}

/// Both units in the empty space of the Hall, without cells.
fn game() -> Game<MapLight> {
    let mut units = vec![unit(1, "knight"), unit(2, "brute")];
    for unit in &mut units {
        unit.placement.at = Place::Spot(0);
    }
    Game::new(MapLight, units)
}

#[test]
fn a_walk_continues_next_turn() {
    let mut game = game();
    game.play(&act(1, "strike", [2]), []);
    let (events, _) = game.play(&go(2), []);
    assert_eq!(
        events,
        ["#1 Walk spot 0 to 4 m before spot 2", "#1 go 8 of 12", "#1 deed move/go 8",]
    );
    assert_eq!(game.unit(1).placement.at, Place::Between { from: 0, to: 2, metres: 4 });
    // ML-17: a featureless spot of its own.
    assert_eq!(game.refused(&act(1, "strike", [2])), "not_adjacent");
    assert_eq!(game.refused(&go(2)), "no_metres");
    game.play(&next_turn(), []);
    let mut game = game.reloaded();
    assert_eq!(game.refused(&go(1)), "no_way");
    let (events, _) = game.play(&go(2), []);
    assert_eq!(
        events,
        ["#1 Walk 4 m before spot 2 to spot 2", "#1 go 12 of 12", "#1 deed move/go 4"]
    );
}

#[test]
fn going_back_costs_the_distance_walked() {
    // ML-18: 8 m back.
    let mut game = game();
    game.play(&go(2), []);
    game.play(&next_turn(), []);
    let (events, _) = game.play(&go(0), []);
    assert_eq!(
        events,
        ["#1 Walk 4 m before spot 2 to spot 0", "#1 go 12 of 12", "#1 deed move/go 8"]
    );
    game.play(&act(1, "strike", [2]), []);
}

#[test]
fn units_between_spots_are_not_adjacent() {
    let mut game = game();
    for unit in &mut game.state.units {
        unit.placement.at = Place::Between { from: 0, to: 2, metres: 4 };
    }
    assert_eq!(game.refused(&act(1, "strike", [2])), "not_adjacent");
}

#[test]
fn the_field_accepts_units_without_cells() {
    let game = game();
    engine::with_ctx(&game.rules, &game.state, |ctx| {
        assert_eq!(ctx.field.bodies().len(), 2);
        assert_eq!(ctx.field.body(UnitId(1)).map(|b| b.at), Some(Place::Spot(0)));
        let cells = ctx.field.board().cells();
        assert_eq!(cells.flat_map(|c| ctx.field.bodies_in(c)).count(), 0);
    });
}
