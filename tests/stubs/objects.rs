//! Conditions of things and edges of the board (MO-444): kept when a thing is moved, removed with
//! it.

use super::*;
use highground::grid::{Edge, EdgeKind, Thing, ThingId, ThingKind};
use highground::rules::event::BoardChange;
use highground::rules::object::Object;
use highground::rules::state::{Condition, Expiry};

/// A knight sets a crate on fire, pushes it, and breaks it and a door.
struct Objects;

fn crate_in(ctx: Ctx<'_>) -> Option<(ThingId, Thing)> {
    ctx.state.scene.board.things().next().map(|(id, thing)| (id, thing.clone()))
}

impl Stub for Objects {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        match command {
            Command::Act { act, .. } => Ok(vec![Step::new("act").act(act.clone())]),
            _ => refusal("unknown"),
        }
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let Some((id, thing)) = crate_in(ctx) else { return Ok(Outcome::done(Vec::new())) };
        let door = Object::Edge((Cell::new(1, 0), Dir::W).into());
        let burning = Condition::new(Key::of("burning"), 0, Some(UnitId(1)), Expiry::Battle);
        let board = |change| event(EventKind::Board(change));
        let events = match step.act.as_str() {
            "burn" => [Object::Thing(id), door]
                .into_iter()
                .filter_map(|object| object.afflicted(ctx.state, burning.clone(), "MO-444"))
                .collect(),
            "push" => vec![board(BoardChange::ThingMoved {
                id,
                thing: Thing { cell: Cell::new(2, 2), ..thing },
            })],
            "quench" => Object::Thing(id)
                .conditions(ctx.state)
                .filter_map(|c| Object::Thing(id).relieved(ctx.state, c, "put out", "MO-444"))
                .collect(),
            _ => vec![
                board(BoardChange::ThingGone(id)),
                board(BoardChange::edge(
                    (Cell::new(1, 0), Dir::W).into(),
                    ctx.state.scene.board.edge(Cell::new(1, 0), Dir::W),
                    None,
                )),
            ],
        };
        Ok(Outcome::done(events))
    }
}

fn game() -> Game<Objects> {
    let mut game = Game::new(Objects, vec![unit(1, "knight")]);
    let board = Arc::make_mut(&mut game.state.scene.board);
    let (kind, cell) = (ThingKind::Crate, Cell::new(5, 5));
    let thing = Thing::new(kind, cell);
    board.add_thing(thing).expect("a free cell");
    board.set_edge(Cell::new(1, 0), Dir::W, Some(Edge::new(EdgeKind::Door)));
    game
}

/// Each object with a condition, and its condition.
fn conditions(game: &Game<Objects>) -> Vec<(Target, String)> {
    let all = game.state.scene.object_conditions.0.iter();
    all.map(|own| (own.object, own.condition.id.to_string())).collect()
}

#[test]
fn a_thing_keeps_its_condition_while_it_is_moved_and_the_save_keeps_it_too() {
    let mut game = game();
    let (lines, _) = game.play(&act(1, "burn", []), []);
    assert_eq!(lines, ["crate is burning", "door is burning"]);
    let before = game.state.hash();
    game.play(&act(1, "push", []), []);
    assert_ne!(game.state.hash(), before);
    let mut game = game.reloaded();
    let (id, thing) = game.state.scene.board.things().next().expect("the crate");
    assert_eq!(thing.cell, Cell::new(2, 2));
    let door = Target::Edge((Cell::new(1, 0), Dir::W).into());
    let burning = || "burning".to_owned();
    assert_eq!(conditions(&game), [(Target::Thing(id), burning()), (door, burning())]);
    // The same condition again replaces the first.
    game.play(&act(1, "burn", []), []);
    assert_eq!(conditions(&game).len(), 2);
    let (lines, _) = game.play(&act(1, "quench", []), []);
    assert_eq!(lines, ["crate is no longer burning"]);
    assert_eq!(conditions(&game), [(door, burning())]);
}

#[test]
fn conditions_go_with_the_things_that_break() {
    let mut game = game();
    game.play(&act(1, "burn", []), []);
    game.play(&act(1, "break", []), []);
    assert_eq!(conditions(&game), []);
}
