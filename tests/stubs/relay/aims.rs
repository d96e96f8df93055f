//! Acts in a direction, at several targets, at a body part, with parameters, and turning on the
//! spot: in scenario files and with mouse and keyboard.

use highground::grid::{Board, Cell, Dir, SideId, UnitId};
use highground::rules::engine::{self, BattleStatus};
use highground::rules::ruleset::Placing;
use highground::rules::state::{Flags, Scene, Side, State};
use highground::rules::{Command, Key, Part, Ruleset, Target, Value, Values};
use highground::ui::Asked;
use highground::ui::available_actions;
use highground::ui::hud::{ActionsModel, FieldKind};
use highground::ui::interaction::{Effect, Input, Interaction, Mode, Options};
use highground::ui::names::Names;
use highground::ui::seating::Seating;

use super::{Relay, passes};

const ME: UnitId = UnitId(0);
const NEAR: UnitId = UnitId(1);
const FAR: UnitId = UnitId(2);
const NEAR_AT: Cell = Cell::new(3, 2);
const FAR_AT: Cell = Cell::new(2, 4);

/// A in the middle, B north-east of it, C two cells south, both enemies.
fn scenario(steps: &str) -> String {
    format!(
        r#"(
    title: "Aims",
    rules: ["RE-1"],
    rows: [".....", ".....", "...B.", "..A..", ".....", "..C.."],
    units: {{
        "A": (role: "runner", side: "blue", numbers: {{ "initiative": 12 }}),
        "B": (role: "runner", side: "red"),
        "C": (role: "runner", side: "red"),
    }},
    steps: [{steps}],
)"#
    )
}

#[test]
fn scenarios_aim_in_directions_at_several_targets_and_at_parts() {
    passes(&scenario(
        r#"
        (
            do: act("A", "wave", ("towards", "NE")),
            check: [health("B", 9), health("C", 10),
                directions("A", "wave", [N, NE, E, SE, S, SW, W, NW])],
        ),
        (do: act("A", "wave", ("towards", "S")), check: [health("C", 9)]),
        (do: act("A", "strike", ("towards", "S")), refused: "wrong_target", rule: "HG-10"),
        (do: acts("A", "volley", ["B", "B", "C"]), check: [health("B", 7), health("C", 8)]),
        (do: acts("A", "volley", ["B"]), refused: "wrong_number"),
        (do: acts("A", "volley", ["B", "B", "B"]), refused: "named_too_often"),
        (
            do: act("A", "called", ("B", "head")), dice: [8],
            odds: [(of: hit("B"), is: "3/10")],
            check: [health("B", 3), parts("A", "called", "B", ["torso", "head", "left_arm"])],
        ),
        (do: act("A", "called", ("B", "tail")), refused: "wrong_target", dice: []),
        (do: act("A", "strike", ("B", "head")), refused: "wrong_target", rule: "HG-10"),
        "#,
    ));
}

#[test]
fn scenarios_set_parameters_within_the_offer() {
    passes(&scenario(
        r#"
        (do: act("A", "push", "B"), check: [health("B", 9), settings("A", "push", "power", ["1", "3"]),
            settings("A", "push", "hand", ["main"])]),
        (do: act("A", "push", "B"), with: {"power": 3, "towards": "SW", "hand": "main"},
            check: [health("B", 6)]),
        (do: act("A", "push", "B"), with: {"power": 4}, refused: "wrong_value", rule: "HG-10"),
        (do: act("A", "push", "B"), with: {"hand": "off"}, refused: "hand_full", rule: "RE-1"),
        (do: act("A", "push", "B"), with: {"towards": "up"}, refused: "wrong_value"),
        (do: act("A", "strike", "B"), with: {"power": 2}, refused: "no_such_parameter"),
        "#,
    ));
}

/// A parameter may change an act's kind of target.
#[test]
fn scenarios_change_the_kind_of_target_by_a_parameter() {
    passes(&scenario(
        r#"
        (do: use("A", "wave"), with: {"shape": "ring"}, check: [health("B", 9), health("C", 10)]),
        (do: act("A", "wave", ("towards", "NE")), with: {"shape": "ring"}, refused: "wrong_target"),
        (do: use("A", "wave"), refused: "wrong_target"),
        "#,
    ));
}

/// An old name means an act and the value of a parameter, in commands and in checks.
#[test]
fn old_names_of_acts_are_read() {
    passes(&scenario(
        r#"
        (check: [can("A", "wave_ring"), lacks("A", "wave_cone"), targets("A", "wave_ring", ["A"])]),
        (do: use("A", "wave_ring"), check: [health("B", 9), health("C", 10)]),
        (do: act("A", "wave_line", ("towards", "NE")), check: [health("B", 8)]),
        (do: act("A", "wave_ring", ("towards", "NE")), refused: "wrong_target", rule: "HG-10"),
        (do: act("A", "wave_ring", ("towards", "S")), with: {"shape": "line"}, check: [health("C", 9)]),
        "#,
    ));
}

/// Records of earlier versions name the act in their commands.
#[test]
fn commands_by_old_names_are_carried_out() {
    let rules = Relay::default();
    let mut state = battle(&rules);
    let mut told = |act: &'static str| {
        let (act, targets) = (Key::of(act), Vec::new());
        let (choice, with) = (Key::default(), Values::none());
        let command = Command::Act { unit: ME, act, targets, choice, with };
        engine::submit(&rules, &mut state, &command, &mut super::super::FixedDice([].into()))
    };
    assert!(told("wave_cone").is_err());
    let (events, _) = told("wave_ring").expect("an old name");
    let struck = |e: &highground::rules::Event| matches!(&e.what, highground::rules::EventKind::Declared { targets, .. } if targets.is_empty());
    assert!(!events.is_empty() && !events.iter().all(struck));
}

#[test]
fn scenarios_turn_on_the_spot() {
    passes(&scenario(
        r#"
        (do: face("A", NE), expect: [stance(who: "A", facing: "NE")], check: [faces("A", NE)]),
        (do: face("A", NE), refused: "faces_there", rule: "HG-11"),
        "#,
    ));
}

/// A battle in which A may act.
fn battle(rules: &Relay) -> State {
    let sides = ["Blue", "Red"].map(|name| Side {
        name: name.to_owned(),
        ambush: false,
        flags: Flags::default(),
    });
    let unit = |id: UnitId, side: u8, at: Cell, initiative: i64| {
        let placing = Placing {
            id,
            side: SideId(side),
            role: Key::of("runner"),
            name: ["A", "B", "C"][id.0 as usize].to_owned(),
            at: at.into(),
            altitude: Default::default(),
            facing: Dir::N,
            prone: false,
            overrides: [(Key::of("initiative"), initiative)].into(),
            gear: Default::default(),
            start: Default::default(),
        };
        rules.enlist(&placing).expect("a known role")
    };
    let units =
        vec![unit(ME, 0, Cell::new(2, 2), 12), unit(NEAR, 1, NEAR_AT, 10), unit(FAR, 1, FAR_AT, 8)];
    let scene = Scene::new(Board::new(6, 6), sides.to_vec(), Vec::new());
    let mut state = State::new(scene, units, 1);
    let mut events = Vec::new();
    let rest =
        engine::advance(rules, &mut state, &mut super::super::FixedDice([].into()), &mut events);
    assert_eq!(rest, Ok(BattleStatus::Await(vec![ME])));
    state
}

/// A player's input state in such a battle.
struct Hand {
    rules: Relay,
    state: State,
    hand: Interaction,
}

impl Hand {
    fn new() -> Self {
        let rules = Relay::default();
        let state = battle(&rules);
        Self { rules, state, hand: Interaction::default() }
    }

    fn options(&self) -> Options {
        let act = match &self.hand.mode {
            Mode::Aiming { act, .. } => Some((act.clone(), self.hand.with.clone())),
            _ => None,
        };
        let seating = Seating::new(Vec::new());
        let asked = Asked { seating, chosen: None, act, route: Vec::new() };
        let rest = BattleStatus::Await(vec![ME]);
        available_actions::options(&self.rules, &self.state, Some(&rest), &asked, None)
    }

    fn put(&mut self, input: Input) -> Vec<Effect> {
        let options = self.options();
        let effects = self.hand.handle(input, &options);
        self.hand.follow_settings(&self.options());
        effects
    }

    fn preview(&self) -> Option<Command> {
        self.hand.preview(&self.options())
    }

    fn actions(&self) -> ActionsModel {
        let names = Names::of(&self.state, &self.rules);
        ActionsModel::of(&self.options(), &self.hand, &names).expect("A may act")
    }
}

/// An act as it is sent.
fn sent(act: &'static str, targets: &[Target]) -> Command {
    let (choice, with) = Default::default();
    Command::Act { unit: ME, act: Key::of(act), targets: targets.to_vec(), choice, with }
}

#[test]
fn a_direction_is_chosen_with_the_pointer_around_the_figure() {
    let mut hand = Hand::new();
    hand.put(Input::Act(Key::of("wave")));
    hand.put(Input::Hover(Some(Cell::new(5, 0))));
    let north_east = sent("wave", &[Target::Direction(Dir::NE)]);
    assert_eq!(hand.preview(), Some(north_east.clone()));
    assert_eq!(hand.put(Input::Click(Cell::new(4, 1))), []);
    assert_eq!(hand.put(Input::Click(Cell::new(5, 0))), [Effect::Order(north_east)]);
    // By keyboard: the directions clockwise, and the cursor.
    hand.put(Input::Act(Key::of("wave")));
    hand.put(Input::Next);
    hand.put(Input::Next);
    let north_east = sent("wave", &[Target::Direction(Dir::NE)]);
    assert_eq!(hand.put(Input::Confirm), [Effect::Order(north_east)]);
}

#[test]
fn several_targets_are_added_by_clicks_and_removed_one_by_one() {
    let mut hand = Hand::new();
    let [b, c] = [NEAR, FAR].map(Target::Unit);
    hand.put(Input::Act(Key::of("volley")));
    assert!(matches!(hand.put(Input::Confirm).as_slice(), [Effect::Notice(_)]), "no target");
    hand.put(Input::Click(NEAR_AT));
    assert!(matches!(hand.put(Input::Confirm).as_slice(), [Effect::Notice(_)]), "at least two");
    hand.put(Input::Click(NEAR_AT));
    assert!(matches!(hand.put(Input::Click(NEAR_AT)).as_slice(), [Effect::Notice(_)]), "twice");
    hand.put(Input::Click(FAR_AT));
    assert_eq!(hand.actions().named.as_deref(), Some("Targets, 2 to 4: B, B, C"));
    hand.put(Input::Hover(Some(NEAR_AT)));
    assert_eq!(hand.preview(), Some(sent("volley", &[b, b, c])), "a third time is not previewed");
    hand.put(Input::Cancel);
    assert_eq!(hand.hand.named, [b, b]);
    hand.put(Input::Hover(Some(FAR_AT)));
    assert_eq!(hand.preview(), Some(sent("volley", &[b, b, c])));
    assert_eq!(hand.put(Input::Confirm), [Effect::Order(sent("volley", &[b, b]))]);
    assert_eq!(hand.hand.named, []);
    // By keyboard alone: each target is chosen and confirmed, then the act.
    hand.put(Input::Act(Key::of("volley")));
    hand.put(Input::Next);
    hand.put(Input::Confirm);
    hand.put(Input::Previous);
    hand.put(Input::Confirm);
    assert_eq!(hand.put(Input::Confirm), [Effect::Order(sent("volley", &[b, c]))]);
    // Removes all targets again.
    hand.put(Input::Act(Key::of("volley")));
    hand.put(Input::Click(NEAR_AT));
    hand.put(Input::Cancel);
    assert!(matches!(hand.hand.mode, Mode::Aiming { .. }));
    hand.put(Input::Cancel);
    assert_eq!(hand.hand.mode, Mode::Idle);
}

#[test]
fn a_part_is_chosen_from_the_body_with_its_chance() {
    let mut hand = Hand::new();
    let part = |name: &str| Part::new(name).expect("a short name");
    let at = |name: &str| Target::Part(NEAR, part(name));
    hand.put(Input::Act(Key::of("called")));
    hand.put(Input::Click(NEAR_AT));
    assert_eq!(hand.preview(), Some(sent("called", &[at("torso")])), "the first part at first");
    let chances = available_actions::chances(&hand.rules, &hand.state, &hand.options(), &hand.hand);
    let [seven, three] = ["70 %", "30 %"].map(|chance| Some(chance.to_owned()));
    assert_eq!(chances, [seven.clone(), three, seven]);
    let names: Vec<String> = hand.actions().parts.into_iter().map(|part| part.name).collect();
    assert_eq!(names, ["Torso", "Head", "Left arm"]);
    hand.put(Input::Part(part("head")));
    assert!(hand.actions().parts[1].chosen);
    assert_eq!(hand.preview(), Some(sent("called", &[at("head")])));
    hand.put(Input::Higher(true));
    assert_eq!(hand.preview(), Some(sent("called", &[at("left_arm")])));
    hand.put(Input::Next);
    assert_eq!(hand.hand.looked_at, Some(FAR), "Tab goes from body to body");
    hand.put(Input::Previous);
    hand.put(Input::Higher(true));
    assert_eq!(hand.put(Input::Confirm), [Effect::Order(sent("called", &[at("head")]))]);
}

#[test]
fn parameters_are_set_by_buttons_and_keys_and_sent_with_the_command() {
    let mut hand = Hand::new();
    hand.put(Input::Act(Key::of("push")));
    hand.put(Input::Click(NEAR_AT));
    let fields = hand.actions().fields;
    let named: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(named, ["Power", "Towards", "Hand"]);
    assert_eq!(fields[0].kind, FieldKind::Number { value: 1, least: 1, most: 3 });
    assert!(fields[0].chosen);
    hand.put(Input::Higher(true));
    assert_eq!(hand.put(Input::Set(Key::of("towards"), Value::Direction(Dir::S))), []);
    let refused = hand.put(Input::Set(Key::of("hand"), Value::Name(Key::of("off"))));
    assert_eq!(refused, [Effect::Notice("the other hand is full [RE-1]".to_owned())]);
    assert!(matches!(
        hand.put(Input::Set(Key::of("power"), Value::Number(9))).as_slice(),
        [Effect::Notice(_)]
    ));
    // The keys continue with the last parameter set, then with the next.
    hand.put(Input::Higher(true));
    hand.put(Input::NextField);
    hand.put(Input::NextField);
    hand.put(Input::Higher(true));
    let sent = hand.put(Input::Confirm);
    let [Effect::Order(Command::Act { with, .. })] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((with.number("power", 1), with.direction("towards")), (3, Some(Dir::SW)));
    assert_eq!(with.len(), 2);
    hand.put(Input::Act(Key::of("push")));
    assert_eq!(hand.actions().fields[0].kind, FieldKind::Number { value: 1, least: 1, most: 3 });
}

#[test]
fn an_act_is_aimed_as_its_settings_say() {
    let mut hand = Hand::new();
    let wave = |targets, with| Command::Act {
        unit: ME,
        act: Key::of("wave"),
        targets,
        choice: Key::default(),
        with,
    };
    let shape = |name| Value::Name(Key::of(name));
    hand.put(Input::Act(Key::of("wave")));
    hand.put(Input::Click(NEAR_AT));
    let towards = Target::Direction(Dir::E);
    assert_eq!(hand.preview(), Some(wave(vec![towards], Values::none())));
    hand.put(Input::Set(Key::of("shape"), shape("ring")));
    let ring = Values::none().with("shape", shape("ring"));
    assert_eq!(hand.preview(), Some(wave(Vec::new(), ring.clone())), "no direction is needed");
    assert_eq!(hand.put(Input::Confirm), [Effect::Order(wave(Vec::new(), ring))]);
}

#[test]
fn turning_on_the_spot_follows_the_pointer_and_the_keys() {
    let mut hand = Hand::new();
    let face = |facing| Command::Face { unit: ME, facing };
    hand.put(Input::Face);
    assert_eq!(hand.actions().facing, Some(true));
    hand.put(Input::Hover(Some(NEAR_AT)));
    assert_eq!(hand.preview(), Some(face(Dir::E)));
    assert_eq!(hand.put(Input::Click(NEAR_AT)), [Effect::Order(face(Dir::E))]);
    hand.put(Input::Face);
    hand.put(Input::Next);
    assert_eq!(hand.put(Input::Confirm), [Effect::Order(face(Dir::NE))], "clockwise from north");
    hand.put(Input::Face);
    hand.put(Input::Cursor(-1, 0));
    assert_eq!(hand.put(Input::Confirm), [Effect::Order(face(Dir::W))]);
}

/// A command sent from input is like any other: written, read, and within bounds.
#[test]
fn such_commands_are_written_and_read() {
    let head = Part::new("head").expect("a short name");
    let with = highground::rules::Values::default().with("power", Value::Number(2));
    let all = [
        Command::Face { unit: ME, facing: Dir::SW },
        Command::Act {
            unit: ME,
            act: Key::of("push"),
            targets: vec![Target::Part(NEAR, head), Target::Direction(Dir::E)],
            choice: Key::default(),
            with,
        },
    ];
    for command in all {
        let text = ron::to_string(&command).expect("a command can be written");
        assert_eq!(ron::from_str::<Command>(&text), Ok(command.clone()));
        assert_eq!(command.check_bounds(), Ok(()));
    }
    // As in records from before acts had parameters.
    let old = r#"Act(unit:0,act:"strike",targets:[Unit(1)],choice:"a+up1")"#;
    let read: Command = ron::from_str(old).expect("an old command");
    assert!(matches!(read, Command::Act { with, .. } if with.is_empty()));
    let wild = highground::rules::Values::default().with("power", Value::Number(i32::MAX));
    let command = Command::Act {
        unit: ME,
        act: Key::of("push"),
        targets: Vec::new(),
        choice: Key::default(),
        with: wild,
    };
    assert_eq!(command.check_bounds().unwrap_err().code.as_str(), "beyond");
}
