//! The other side does not take hidden units into account.

use super::*;
use crate::ai::view::View;
use rules::odds;
use rules::state::{Link, Status};

/// MO-125: a unit hidden from a whole side is not on the board as that side knows it, and its
/// opponents ignore it. Its own side still sees it.
#[test]
fn hidden_units_are_ignored_by_the_other_side() {
    let rules = RulesetId::Momentum.built_in();
    let sketch = Sketch::new("A#B").expect("a drawing");
    let of = |id, side, role, mark| {
        unit(&*rules, &sketch.board, (id, side, role), sketch.marks[&mark], &[])
    };
    let units = vec![of(0, 0, "brute", 'A'), of(1, 1, "scout", 'B')];
    let mut state = battle(sketch.board.clone(), units, 1);
    let seen_by = |state: &State, unit: u32| {
        engine::with_ctx(&*rules, state, |ctx| {
            let view = View::new(&*rules, ctx, UnitId(unit)).expect("on the board");
            view.others.iter().map(|o| o.id).collect::<Vec<_>>()
        })
    };
    assert_eq!(seen_by(&state, 0), [UnitId(1)]);
    let tie = Link { kind: Key::of("hidden"), to: UnitId(0), data: 0 };
    state.unit_mut(UnitId(1)).expect("the scout").links.0.push(tie);
    assert_eq!(seen_by(&state, 0), []);
    assert_eq!(seen_by(&state, 1), [UnitId(0)]);
    let status = |side| {
        let known = odds::as_known_by(&*rules, &state, SideId(side));
        known.unit(UnitId(1)).map(|u| u.status)
    };
    assert_eq!(status(0), Some(Status::Gone));
    assert_eq!(status(1), Some(Status::Active));
}
