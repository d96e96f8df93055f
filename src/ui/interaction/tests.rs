//! Tests of the state machine: clicks and keys in, commands out.

use rules::ruleset::{Offer, Variant};
use rules::{Refusal, Waypoint};

use super::*;

const ME: UnitId = UnitId(1);
const MATE: UnitId = UnitId(2);
const FOE: UnitId = UnitId(7);
const FAR_FOE: UnitId = UnitId(8);
const HERE: Cell = Cell::new(2, 2);
const NEAR: Cell = Cell::new(3, 2);
const FOE_AT: Cell = Cell::new(4, 2);
const FAR_AT: Cell = Cell::new(9, 9);

fn offer(act: &'static str, aim: Aim) -> Offer {
    Offer {
        act: Key::of(act),
        name: act.to_owned(),
        text: String::new(),
        cost: "action".to_owned(),
        aim,
        group: Key::of("action"),
        refused: None,
        variants: Vec::new(),
        parameters: Vec::new(),
    }
}

fn options() -> Options {
    let mut spent = offer("shield", Aim::Own);
    spent.refused = Some(Refusal::new("no_energy", "2 energy are needed, 1 is left", "PR-150"));
    Options {
        stand: TurnState::Acting,
        board: (10, 10),
        active: vec![ME, MATE],
        actor: Some(ME),
        actor_at: Some(HERE),
        facing: None,
        turn_parts: Vec::new(),
        offers: vec![
            offer("aim", Aim::Own),
            offer("sword", Aim::Unit),
            spent,
            offer("blast", Aim::Cell),
        ],
        targets: [
            (Key::of("sword"), vec![Target::Unit(FOE)]),
            (Key::of("blast"), vec![Target::Place(NEAR.into()), Target::Place(FOE_AT.into())]),
        ]
        .into(),
        ways: [(
            NEAR,
            vec![PathOption { feet: Hm(0), path: vec![Waypoint::from(NEAR)], cost: 1, tier: 0 }],
        )]
        .into(),
        route: Vec::new(),
        bodies: [(HERE, ME), (Cell::new(2, 3), MATE), (FOE_AT, FOE), (FAR_AT, FAR_FOE)].into(),
        sharers: Default::default(),
        upper: Default::default(),
        things: std::collections::BTreeMap::new(),
        answers: std::collections::BTreeMap::new(),
        foes: [FOE, FAR_FOE].into(),
        giving_up: Default::default(),
    }
}

fn act_command(act: &'static str, target: Option<Target>) -> Command {
    Command::Act {
        unit: ME,
        act: Key::of(act),
        targets: target.into_iter().collect(),
        choice: Key::default(),
        with: Default::default(),
    }
}

fn sword(foe: UnitId) -> Command {
    act_command("sword", Some(Target::Unit(foe)))
}

#[test]
fn a_click_on_a_reachable_cell_moves_there() {
    let mut hand = Interaction::default();
    let path = vec![Waypoint::from(NEAR)];
    let order = Command::Move { unit: ME, path, manner: Key::default() };
    assert_eq!(hand.handle(Input::Click(NEAR), &options()), [Effect::Order(order)]);
    let far = hand.handle(Input::Click(Cell::new(0, 9)), &options());
    assert!(matches!(far.as_slice(), [Effect::Notice(_)]), "{far:?}");
}

#[test]
fn a_foe_is_previewed_first_and_attacked_second() {
    let (mut hand, options) = (Interaction::default(), options());
    assert_eq!(hand.handle(Input::Click(FOE_AT), &options), []);
    assert_eq!(hand.preview(&options), Some(sword(FOE)));
    assert_eq!(hand.looked_at, Some(FOE));
    assert_eq!(hand.handle(Input::Click(FOE_AT), &options), [Effect::Order(sword(FOE))]);
    assert_eq!(hand.mode, Mode::Idle);
}

#[test]
fn enter_confirms_the_preview() {
    let (mut hand, options) = (Interaction::default(), options());
    hand.handle(Input::Click(FOE_AT), &options);
    assert_eq!(hand.handle(Input::Confirm, &options), [Effect::Order(sword(FOE))]);
}

#[test]
fn a_target_that_is_not_allowed_is_explained_by_the_rules() {
    let (mut hand, options) = (Interaction::default(), options());
    hand.handle(Input::Slot(2), &options);
    let effects = hand.handle(Input::Click(FAR_AT), &options);
    assert_eq!(effects, [Effect::Explain(sword(FAR_FOE))]);
    assert!(matches!(hand.mode, Mode::Aiming { target: None, .. }));
}

#[test]
fn a_refused_act_gives_the_reason_and_rule() {
    let (mut hand, options) = (Interaction::default(), options());
    let text = "2 energy are needed, 1 is left [PR-150]".to_owned();
    assert_eq!(hand.handle(Input::Slot(3), &options), [Effect::Notice(text)]);
    assert_eq!(hand.mode, Mode::Idle);
}

#[test]
fn number_keys_count_within_the_open_group() {
    let (mut hand, mut options) = (Interaction::default(), options());
    let free = |act| Offer { group: Key::of("free"), ..offer(act, Aim::Own) };
    options.offers.extend([free("shout"), free("drop")]);
    let aimed = |hand: &Interaction| match &hand.mode {
        Mode::Aiming { act, .. } => Some(act.as_str().to_owned()),
        _ => None,
    };
    hand.handle(Input::Slot(2), &options);
    assert_eq!(aimed(&hand).as_deref(), Some("sword"));
    hand.handle(Input::NextGroup(false), &options);
    assert_eq!(hand.mode, Mode::Idle, "changing groups cancels aiming");
    assert_eq!(hand.open_group(&options), Some(&Key::of("action")));
    assert!(matches!(hand.handle(Input::Slot(5), &options).as_slice(), [Effect::Notice(_)]));
    hand.handle(Input::NextGroup(false), &options);
    hand.handle(Input::Slot(2), &options);
    assert_eq!(aimed(&hand).as_deref(), Some("drop"));
    assert_eq!(hand.open_group(&options), None, "the list closes once an act is chosen");
    hand.handle(Input::NextGroup(true), &options);
    assert_eq!(hand.open_group(&options), Some(&Key::of("free")));
    hand.handle(Input::NextGroup(false), &options);
    assert_eq!(hand.open_group(&options), None, "after the last part come the tiles");
    hand.handle(Input::More, &options);
    assert_eq!(hand.open_group(&options), Some(&Key::of("action")));
    hand.handle(Input::Cancel, &options);
    assert_eq!(hand.open_group(&options), None);
}

#[test]
fn an_act_uses_the_chosen_variant() {
    let (mut hand, mut options) = (Interaction::default(), options());
    let why = Refusal::new("no_power", "3 WP are needed", "MO-353");
    let way = |id: &'static str, refused| Variant {
        choice: Key::of(id),
        name: id.to_owned(),
        cost: "1 AP".to_owned(),
        refused,
    };
    options.offers[1].variants = vec![way("gentle", None), way("upcast", Some(why))];
    let choice = |command: Option<Command>| match command {
        Some(Command::Act { choice, .. }) => choice.as_str().to_owned(),
        other => panic!("{other:?}"),
    };
    hand.handle(Input::Click(FOE_AT), &options);
    assert_eq!(choice(hand.preview(&options)), "");
    hand.handle(Input::NextWay(false), &options);
    assert_eq!(choice(hand.preview(&options)), "gentle");
    let told = hand.handle(Input::PathOption(Key::of("upcast")), &options);
    assert_eq!(told, [Effect::Notice("3 WP are needed [MO-353]".to_owned())]);
    assert_eq!(choice(hand.preview(&options)), "gentle", "a refused variant is not chosen");
    hand.handle(Input::NextWay(false), &options);
    assert_eq!(choice(hand.preview(&options)), "", "the plain variant follows the last");
    hand.handle(Input::PathOption(Key::of("gentle")), &options);
    let sent = hand.handle(Input::Click(FOE_AT), &options);
    let [Effect::Order(order)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(choice(Some(order.clone())), "gentle");
    hand.handle(Input::Click(FOE_AT), &options);
    assert_eq!(choice(hand.preview(&options)), "", "the next act is plain again");
}

#[test]
fn self_targeted_acts_are_previewed_and_confirmed_by_the_same_key() {
    let (mut hand, options) = (Interaction::default(), options());
    let order = act_command("aim", None);
    assert_eq!(hand.handle(Input::Slot(1), &options), []);
    assert_eq!(hand.preview(&options), Some(order.clone()));
    assert_eq!(hand.handle(Input::Slot(1), &options), [Effect::Order(order)]);
}

#[test]
fn cancel_goes_back_one_layer_at_a_time() {
    let (mut hand, options) = (Interaction::default(), options());
    hand.handle(Input::Click(FOE_AT), &options);
    hand.handle(Input::Cancel, &options);
    assert!(matches!(hand.mode, Mode::Aiming { target: None, .. }), "the target is dropped first");
    hand.handle(Input::Cancel, &options);
    assert_eq!(hand.mode, Mode::Idle);
    hand.handle(Input::Cancel, &options);
    assert_eq!(hand.looked_at, None);
    assert_eq!(hand.handle(Input::Cancel, &options), [Effect::Pause]);
}

#[test]
fn ending_the_turn_with_something_left_takes_two_presses_in_a_row() {
    let (mut hand, mut options) = (Interaction::default(), options());
    let end = || vec![Effect::Order(Command::EndTurn { unit: ME })];
    assert!(matches!(hand.handle(Input::EndTurn, &options).as_slice(), [Effect::Notice(_)]));
    hand.handle(Input::Next, &options);
    assert!(matches!(hand.handle(Input::EndTurn, &options).as_slice(), [Effect::Notice(_)]));
    assert_eq!(hand.handle(Input::EndTurn, &options), end());
    options.ways.clear();
    options.offers.retain(|o| o.refused.is_some());
    assert_eq!(hand.handle(Input::EndTurn, &options), end(), "nothing left to do: one press");
}

#[test]
fn tab_cycles_through_units_able_to_act_and_through_targets() {
    let (mut hand, mut options) = (Interaction::default(), options());
    assert_eq!(hand.handle(Input::Next, &options), [Effect::Centre(MATE)]);
    assert_eq!(hand.chosen, Some(MATE));
    options.actor = Some(MATE);
    assert_eq!(hand.handle(Input::Next, &options), [Effect::Centre(ME)]);
    options.actor = Some(ME);
    hand.handle(Input::Act(Key::of("blast")), &options);
    let target = |hand: &Interaction| match hand.mode {
        Mode::Aiming { target, .. } => target,
        _ => None,
    };
    hand.handle(Input::Previous, &options);
    assert_eq!(target(&hand), Some(Target::Place(FOE_AT.into())));
    hand.handle(Input::Next, &options);
    assert_eq!(target(&hand), Some(Target::Place(NEAR.into())));
}

/// An act aimed at units may also strike at a guess; such cells are only for the pointer.
#[test]
fn tab_skips_the_cells_of_an_act_aimed_at_units() {
    let (mut hand, mut options) = (Interaction::default(), options());
    let act = Key::of("sword");
    let guess = Target::Place(NEAR.into());
    options.targets.insert(act.clone(), vec![guess, Target::Unit(FOE)]);
    hand.handle(Input::Act(act.clone()), &options);
    for _ in 0..2 {
        hand.handle(Input::Next, &options);
        assert_eq!(hand.preview(&options), Some(sword(FOE)));
    }
    options.targets.insert(act.clone(), vec![guess]);
    let mut hand = Interaction::default();
    hand.handle(Input::Act(act), &options);
    let none = NO_TARGET.to_owned();
    assert_eq!(hand.confirmation(&options), Some(Confirmation::Missing(none.clone())));
    assert_eq!(hand.handle(Input::Next, &options), [Effect::Notice(none)]);
    assert_eq!(hand.handle(Input::Confirm, &options), []);
    assert_eq!(hand.handle(Input::Click(NEAR), &options), []);
    assert_eq!(hand.preview(&options), Some(act_command("sword", Some(guess))));
}

/// A deck lies over a cell: the act can be aimed at the cell, or at the floor above it.
fn with_loft() -> (Options, Target, Target) {
    let mut options = options();
    let [ground, loft] =
        [Target::Place(NEAR.into()), Target::Floor(grid::FloorAt::new(NEAR, Hm(6)))];
    options.targets.insert(Key::of("blast"), vec![ground, Target::Place(FOE_AT.into()), loft]);
    (options, ground, loft)
}

#[test]
fn the_floor_under_the_pointer_is_aimed_at() {
    let (options, ground, loft) = with_loft();
    for (floor, meant) in [(None, ground), (Some(Hm(6)), loft)] {
        let mut hand = Interaction::default();
        hand.handle(Input::HoverFloor(floor), &options);
        hand.handle(Input::Hover(Some(NEAR)), &options);
        hand.handle(Input::Act(Key::of("blast")), &options);
        let order = act_command("blast", Some(meant));
        assert_eq!(hand.preview(&options), Some(order.clone()));
        assert_eq!(hand.handle(Input::Click(NEAR), &options), []);
        assert_eq!(hand.handle(Input::Click(NEAR), &options), [Effect::Order(order)]);
    }
}

#[test]
fn of_two_units_one_above_the_other_the_one_under_the_pointer_is_meant() {
    let mut options = options();
    options.upper.insert((FOE_AT, Hm(6)), FAR_FOE);
    options.targets.insert(Key::of("sword"), vec![Target::Unit(FOE), Target::Unit(FAR_FOE)]);
    for (floor, foe) in [(None, FOE), (Some(Hm(6)), FAR_FOE)] {
        let mut hand = Interaction::default();
        hand.handle(Input::HoverFloor(floor), &options);
        assert_eq!(hand.handle(Input::Click(FOE_AT), &options), []);
        assert_eq!(hand.preview(&options), Some(sword(foe)));
    }
}

#[test]
fn a_floor_out_of_range_is_refused_by_the_rules_not_replaced_by_the_ground() {
    let (options, ..) = with_loft();
    let mut hand = Interaction::default();
    hand.handle(Input::HoverFloor(Some(Hm(12))), &options);
    hand.handle(Input::Act(Key::of("blast")), &options);
    let far = Target::Floor(grid::FloorAt::new(NEAR, Hm(12)));
    let refused = vec![Effect::Explain(act_command("blast", Some(far)))];
    assert_eq!(hand.handle(Input::Click(NEAR), &options), refused);
}

#[test]
fn keys_choose_the_floor_to_aim_at() {
    let (options, ground, loft) = with_loft();
    let mut hand = Interaction::default();
    hand.handle(Input::Act(Key::of("blast")), &options);
    hand.handle(Input::Cursor(1, 0), &options);
    for (up, meant) in [(true, loft), (true, loft), (false, ground)] {
        hand.handle(Input::Higher(up), &options);
        assert_eq!(hand.preview(&options), Some(act_command("blast", Some(meant))), "{up}");
    }
}

#[test]
fn the_keyboard_alone_can_attack() {
    let (mut hand, options) = (Interaction::default(), options());
    hand.handle(Input::Cursor(1, 0), &options);
    hand.handle(Input::Cursor(1, 0), &options);
    assert_eq!(hand.focus(), Some(FOE_AT));
    hand.handle(Input::Confirm, &options);
    assert_eq!(hand.handle(Input::Confirm, &options), [Effect::Order(sword(FOE))]);
}

#[test]
fn the_cursor_stays_on_the_board_and_gives_way_to_the_pointer() {
    let (mut hand, options) = (Interaction::default(), options());
    for _ in 0..30 {
        hand.handle(Input::Cursor(-1, -1), &options);
    }
    assert_eq!(hand.focus(), Some(Cell::new(0, 0)));
    hand.handle(Input::Hover(Some(NEAR)), &options);
    assert_eq!(hand.focus(), Some(NEAR));
}

#[test]
fn a_question_takes_answers_only() {
    let mut hand = Interaction::default();
    let asked = Options { stand: TurnState::Asked { choices: 2, default: 1 }, ..options() };
    let answer = |n| vec![Effect::Order(Command::Answer(Answer(n)))];
    assert_eq!(hand.handle(Input::Click(NEAR), &asked), []);
    assert_eq!(hand.handle(Input::Slot(1), &asked), answer(0));
    assert_eq!(hand.handle(Input::Slot(3), &asked), []);
    assert_eq!(hand.handle(Input::Confirm, &asked), answer(1));
    assert_eq!(hand.preview(&asked), None);
    // A choice that is a cell is given as the answer by clicking on it.
    let on_board = Options { answers: [(NEAR, 1)].into(), ..asked };
    assert_eq!(hand.handle(Input::Click(NEAR), &on_board), answer(1));
    // The cell under the keyboard cursor is too; elsewhere nothing is answered.
    hand.cursor = Some(NEAR);
    assert_eq!(hand.handle(Input::Confirm, &on_board), answer(1));
    hand.cursor = Some(NEAR.offset(5, 5));
    assert_eq!(hand.handle(Input::Confirm, &on_board), []);
}

#[test]
fn only_confirming_works_at_the_hand_over() {
    let mut hand = Interaction::default();
    let away = Options { stand: TurnState::HandOver, ..options() };
    assert_eq!(hand.handle(Input::Click(NEAR), &away), []);
    assert_eq!(hand.handle(Input::EndTurn, &away), []);
    assert_eq!(hand.handle(Input::Confirm, &away), [Effect::TakeSeat]);
}

#[test]
fn flyers_choose_the_height_of_the_end() {
    let (mut hand, mut options) = (Interaction::default(), options());
    let way = |feet, cost| {
        let path = vec![Waypoint::new(NEAR, Some(Hm(feet)))];
        PathOption { feet: Hm(feet), path, cost, tier: 0 }
    };
    options.ways.insert(NEAR, vec![way(0, 3), way(2, 2), way(4, 4)]);
    hand.handle(Input::Hover(Some(NEAR)), &options);
    let end = |hand: &Interaction| match hand.preview(&options) {
        Some(Command::Move { path, .. }) => path.last().and_then(|p| p.feet),
        _ => None,
    };
    assert_eq!(end(&hand), Some(Hm(2)), "the cheapest first");
    hand.handle(Input::Higher(true), &options);
    assert_eq!(end(&hand), Some(Hm(4)));
    hand.handle(Input::Higher(true), &options);
    assert_eq!(end(&hand), Some(Hm(4)), "there is no higher end");
    hand.handle(Input::Higher(false), &options);
    hand.handle(Input::Higher(false), &options);
    assert_eq!(end(&hand), Some(Hm(0)));
}

#[test]
fn ground_in_plain_view_below_a_deck_is_where_a_move_ends() {
    let (mut hand, mut options) = (Interaction::default(), options());
    let way = |feet, cost| {
        let path = vec![Waypoint::new(NEAR, Some(Hm(feet)))];
        PathOption { feet: Hm(feet), path, cost, tier: 0 }
    };
    let end = |hand: &Interaction, options: &Options| match hand.preview(options) {
        Some(Command::Move { path, .. }) => path.last().and_then(|p| p.feet),
        _ => None,
    };
    options.ways.insert(NEAR, vec![way(0, 3), way(6, 1)]);
    hand.handle(Input::HoverBelow(Some(Hm(6))), &options);
    hand.handle(Input::Hover(Some(NEAR)), &options);
    assert_eq!(end(&hand, &options), Some(Hm(0)), "the deck above costs less");
    hand.handle(Input::Higher(true), &options);
    assert_eq!(end(&hand, &options), Some(Hm(6)), "keys choose another height");
    // Only the deck is in reach.
    let mut hand = Interaction { below: hand.below, ..Interaction::default() };
    hand.handle(Input::Hover(Some(NEAR)), &options);
    options.ways.insert(NEAR, vec![way(6, 1)]);
    assert_eq!(end(&hand, &options), None);
    hand.handle(Input::HoverBelow(None), &options);
    hand.handle(Input::HoverFloor(Some(Hm(6))), &options);
    assert_eq!(end(&hand, &options), Some(Hm(6)));
}

const BEYOND: Cell = Cell::new(3, 4);

/// Options computed as if the path to a waypoint had been taken.
fn options_after(route: &[Waypoint]) -> Options {
    let way = |path: Vec<Waypoint>| vec![PathOption { feet: Hm(0), path, cost: 2, tier: 0 }];
    let on = Cell::new(3, 3);
    Options {
        route: route.to_vec(),
        ways: [(BEYOND, way(vec![Waypoint::from(on), Waypoint::from(BEYOND)]))].into(),
        ..options()
    }
}

fn walk(cells: &[Cell]) -> Command {
    let path = cells.iter().map(|cell| Waypoint::from(*cell)).collect();
    Command::Move { unit: ME, path, manner: Key::default() }
}

#[test]
fn a_path_through_waypoints_is_one_move() {
    let mut hand = Interaction::default();
    assert_eq!(hand.handle(Input::Waypoint(Some(NEAR)), &options()), []);
    assert_eq!((hand.mode.clone(), hand.stops.clone()), (Mode::Moving, vec![1]));
    let after = options_after(&[Waypoint::from(NEAR)]);
    hand.handle(Input::Hover(Some(BEYOND)), &after);
    let whole = walk(&[NEAR, Cell::new(3, 3), BEYOND]);
    assert_eq!(hand.preview(&after), Some(whole.clone()));
    assert_eq!(hand.handle(Input::Click(BEYOND), &after), [Effect::Order(whole)]);
    assert_eq!((hand.route.as_slice(), hand.stops.as_slice()), (&[][..], &[][..]));
    assert_eq!(hand.mode, Mode::Idle);
}

#[test]
fn a_key_and_cancelling_remove_the_last_waypoint() {
    let mut hand = Interaction::default();
    hand.handle(Input::Waypoint(Some(NEAR)), &options());
    let after = options_after(&[Waypoint::from(NEAR)]);
    hand.handle(Input::Waypoint(Some(BEYOND)), &after);
    assert_eq!(hand.stops, [1, 3]);
    hand.handle(Input::DropWaypoint, &after);
    assert_eq!((hand.route.as_slice(), &hand.mode), (&[Waypoint::from(NEAR)][..], &Mode::Moving));
    assert_eq!(hand.handle(Input::Cancel, &after), []);
    assert_eq!((hand.route.len(), &hand.mode), (0, &Mode::Idle));
    let none = hand.handle(Input::DropWaypoint, &options());
    assert_eq!(none, [Effect::Notice("No waypoint to remove.".to_owned())]);
}

#[test]
fn the_keyboard_sets_waypoints_at_its_cursor_and_confirms_the_way_to_the_last() {
    let (mut hand, options) = (Interaction::default(), options());
    hand.handle(Input::Cursor(1, 0), &options);
    assert_eq!(hand.focus(), Some(NEAR));
    hand.handle(Input::Waypoint(None), &options);
    let after = options_after(&[Waypoint::from(NEAR)]);
    assert_eq!(hand.preview(&after), Some(walk(&[NEAR])));
    assert_eq!(hand.handle(Input::Confirm, &after), [Effect::Order(walk(&[NEAR]))]);
}

#[test]
fn waypoints_out_of_reach_or_while_aiming_are_refused_with_a_notice() {
    let (mut hand, options) = (Interaction::default(), options());
    let far = hand.handle(Input::Waypoint(Some(FAR_AT)), &options);
    assert_eq!(far, [Effect::Notice("That cell is out of reach this turn.".to_owned())]);
    hand.handle(Input::Slot(2), &options);
    let aiming = hand.handle(Input::Waypoint(Some(NEAR)), &options);
    assert_eq!(aiming, [Effect::Notice("Waypoints are for moves only.".to_owned())]);
    assert_eq!(hand.route, []);
}

#[test]
fn choosing_an_act_or_another_unit_clears_the_waypoints() {
    let options = options();
    for input in [Input::Slot(2), Input::Look(MATE), Input::Move] {
        let mut hand = Interaction::default();
        hand.handle(Input::Waypoint(Some(NEAR)), &options);
        hand.handle(input.clone(), &options);
        assert_eq!((hand.route.len(), hand.stops.len()), (0, 0), "{input:?}");
    }
}

#[test]
fn a_portrait_aims_at_its_unit_without_striking_it() {
    let (mut hand, mut options) = (Interaction::default(), options());
    options.targets.insert(Key::of("sword"), vec![Target::Unit(FOE), Target::Unit(MATE)]);
    hand.handle(Input::Slot(2), &options);
    for unit in [FOE, FOE, MATE] {
        assert_eq!(hand.handle(Input::Look(unit), &options), [Effect::Centre(unit)]);
        assert_eq!(hand.preview(&options), Some(sword(unit)), "still to be confirmed");
    }
    assert_eq!(hand.handle(Input::Confirm, &options), [Effect::Order(sword(MATE))]);
    // Clicks on others only select them.
    hand.handle(Input::Slot(2), &options);
    hand.handle(Input::Look(FAR_FOE), &options);
    assert_eq!((hand.looked_at, hand.preview(&options)), (Some(FAR_FOE), None));
}

#[test]
fn an_act_on_oneself_needs_the_own_figure_or_a_confirmation() {
    let (mut hand, options) = (Interaction::default(), options());
    let order = act_command("aim", None);
    hand.handle(Input::Slot(1), &options);
    for cell in [NEAR, FOE_AT, Cell::new(2, 3), Cell::new(0, 9)] {
        let told = hand.handle(Input::Click(cell), &options);
        assert!(matches!(told.as_slice(), [Effect::Notice(_)]), "{cell}: {told:?}");
        assert_eq!(hand.preview(&options), Some(order.clone()), "{cell}: still previewed");
    }
    assert_eq!(hand.handle(Input::Click(HERE), &options), [Effect::Order(order.clone())]);
    hand.handle(Input::Slot(1), &options);
    assert_eq!(hand.handle(Input::Confirm, &options), [Effect::Order(order)]);
}

#[test]
fn giving_up_is_confirmed_twice() {
    let (mut hand, mut options) = (Interaction::default(), options());
    options.giving_up = [Key::of("aim")].into();
    let order = || vec![Effect::Order(act_command("aim", None))];
    let asks = |effects: Vec<Effect>| matches!(effects.as_slice(), [Effect::Notice(_)]);
    hand.handle(Input::Slot(1), &options);
    assert!(asks(hand.handle(Input::Confirm, &options)));
    assert!(matches!(hand.confirmation(&options), Some(Confirmation::Again(_))));
    hand.handle(Input::Hover(Some(NEAR)), &options);
    assert_eq!(hand.handle(Input::Click(HERE), &options), order());
    hand.handle(Input::Slot(1), &options);
    assert!(asks(hand.handle(Input::Slot(1), &options)));
    hand.handle(Input::Cancel, &options);
    hand.handle(Input::Slot(1), &options);
    assert!(asks(hand.handle(Input::Confirm, &options)), "stepping back forgets the first time");
    assert_eq!(hand.handle(Input::Confirm, &options), order());
}

#[test]
fn the_button_tells_what_is_missing() {
    let (mut hand, options) = (Interaction::default(), options());
    let missing =
        |hand: &Interaction| matches!(hand.confirmation(&options), Some(Confirmation::Missing(_)));
    let ready =
        |hand: &Interaction| matches!(hand.confirmation(&options), Some(Confirmation::Ready(_)));
    assert!(missing(&hand), "nothing is chosen");
    hand.handle(Input::Act(Key::of("sword")), &options);
    assert!(missing(&hand), "no target yet");
    hand.handle(Input::Click(FOE_AT), &options);
    assert!(ready(&hand));
    hand.handle(Input::Act(Key::of("aim")), &options);
    assert!(ready(&hand), "an act on oneself");
    hand.handle(Input::Cancel, &options);
    hand.handle(Input::Hover(Some(NEAR)), &options);
    assert!(ready(&hand), "a move");
    let waiting = Options { stand: TurnState::Waiting, ..options.clone() };
    assert_eq!(hand.confirmation(&waiting), None);
}

/// A target that was not listed but is allowed by the rules is previewed by the window; the next
/// click on it carries out the act.
#[test]
fn a_click_finds_the_target_that_shares_its_cell_with_another_unit() {
    let mut options = options();
    options.bodies.insert(FOE_AT, MATE);
    options.sharers.insert(FOE_AT, [FOE].into());
    let act = Key::of("sword");
    assert_eq!(options.targets_in(&act, FOE_AT, None), [Target::Unit(FOE)]);
    // Two targets in a cell are ordered, the unit standing there first.
    options.targets.insert(act.clone(), vec![Target::Unit(FOE), Target::Unit(MATE)]);
    let both = [Target::Unit(MATE), Target::Unit(FOE)];
    assert_eq!(options.targets_in(&act, FOE_AT, None), both);
}

#[test]
fn an_unlisted_target_is_carried_out_by_a_second_click() {
    let (mut hand, options) = (Interaction::default(), options());
    hand.handle(Input::Act(Key::of("sword")), &options);
    let target = Some(Target::Unit(FAR_FOE));
    hand.mode = Mode::Aiming { act: Key::of("sword"), aim: Aim::Unit, target };
    assert_eq!(hand.handle(Input::Click(FAR_AT), &options), [Effect::Order(sword(FAR_FOE))]);
}

#[test]
fn what_is_left_is_named_without_giving_up() {
    let mut options = options();
    assert_eq!(options.left_in_words(), "move, action");
    options.ways.clear();
    options.offers.retain(|offer| offer.act == Key::of("aim"));
    options.giving_up = [Key::of("aim")].into();
    assert_eq!(options.left_in_words(), "nothing");
    assert!(!options.something_left());
}
