//! The opponent against itself, and single decisions on boards built for them.

mod battles;
mod choices;
mod floors;
mod goals;
mod hatches;
mod hidden;
mod knowledge;
mod memory;
mod numbers;
mod obstacles;
mod parley;
mod plans;
mod prices;

use std::collections::BTreeMap;

use grid::{Board, Cell, Dir, Hm, SideId, Sketch, UnitId};
use registry::RulesetId;
use rules::engine::{self, BattleStatus};
use rules::oracle::PlayByDefault;
use rules::ruleset::{Placing, Ruleset, SharedRuleset};
use rules::state::{Flags, Goal, Scene, Side, State, Unit};
use rules::{Command, Event, Key};

use super::SimpleAi;

/// Number of rounds after which a battle is a draw.
const CAP: u32 = 60;

fn precision() -> SharedRuleset {
    RulesetId::Precision.built_in()
}

/// A combatant of a role on the ground of a cell, with sheet overrides.
fn unit(
    rules: &dyn Ruleset,
    board: &Board,
    (id, side, role): (u32, u8, &str),
    cell: Cell,
    numbers: &[(&str, i64)],
) -> Unit {
    let overrides: BTreeMap<Key, i64> = numbers.iter().map(|(k, v)| (Key::new(k), *v)).collect();
    let placing = Placing {
        id: UnitId(id),
        side: SideId(side),
        role: Key::new(role),
        name: format!("{role} {id}"),
        at: cell.into(),
        altitude: Hm::ZERO,
        facing: Dir::S,
        prone: false,
        overrides,
        gear: BTreeMap::new(),
        start: Default::default(),
    };
    let mut unit = rules.enlist(&placing).expect("a known role");
    unit.placement.feet = board.footing(cell, unit.upright()).expect("a place to stand");
    unit
}

fn battle(board: Board, units: Vec<Unit>, seed: u64) -> State {
    let side = |name: &str| Side { name: name.into(), ambush: false, flags: Flags::default() };
    let scene = Scene::new(board, vec![side("Blue"), side("Red")], vec![Goal::LastStanding]);
    State::new(scene, units, seed)
}

/// A battle on a drawing: each mark with its side, role and overrides; numbered in this order.
fn drawn(drawing: &str, units: &[(char, u8, &str, &[(&str, i64)])]) -> (SharedRuleset, State) {
    drawn_by(RulesetId::Precision, drawing, units)
}

/// Like [`drawn`], under a given ruleset.
fn drawn_by(
    id: RulesetId,
    drawing: &str,
    units: &[(char, u8, &str, &[(&str, i64)])],
) -> (SharedRuleset, State) {
    let rules = id.built_in();
    let sketch = Sketch::new(drawing).expect("a drawing");
    let list = (0..).zip(units).map(|(id, (mark, side, role, numbers))| {
        let cell = sketch.marks[mark];
        unit(&*rules, &sketch.board, (id, *side, role), cell, numbers)
    });
    let list = list.collect();
    let state = battle(sketch.board.clone(), list, 1);
    (rules, state)
}

/// What happened in a battle played to its end or to the round limit.
struct Played {
    events: Vec<Event>,
    commands: Vec<Command>,
    state: State,
}

/// Continues until the battle is over, round `last` has passed, or `until` may act. Every command
/// must be legal.
fn play(rules: &dyn Ruleset, mut state: State, last: u32, until: Option<UnitId>) -> Played {
    let mut opponent = SimpleAi::new();
    let mut events = Vec::new();
    let mut commands = Vec::new();
    let source = &mut PlayByDefault;
    let mut status = engine::advance(rules, &mut state, source, &mut events).expect("no fault");
    while state.scene.clock.round <= last {
        let command = match &status {
            BattleStatus::Await(units) if until.is_some_and(|u| units.contains(&u)) => break,
            BattleStatus::Await(units) => opponent.choose(rules, &state, units[0]),
            BattleStatus::Asked(prompt) => Command::Answer(opponent.answer(rules, &state, prompt)),
            BattleStatus::Over(_) | BattleStatus::Idle | BattleStatus::Dice(_) => break,
        };
        engine::check(rules, &state, &command)
            .unwrap_or_else(|refusal| panic!("{command:?} is not allowed: {refusal}"));
        let (fresh, next) =
            engine::submit(rules, &mut state, &command, source).expect("checked before");
        events.extend(fresh);
        commands.push(command);
        status = next;
    }
    Played { events, commands, state }
}

/// The commands of a combatant's first turn, regardless of who acts before it.
fn first_turn(rules: &dyn Ruleset, state: State, unit: UnitId) -> Vec<Command> {
    let before = play(rules, state, CAP, Some(unit));
    turn_of(rules, before.state, unit)
}

/// The commands of the current turn.
fn turn_of(rules: &dyn Ruleset, mut state: State, unit: UnitId) -> Vec<Command> {
    let mut opponent = SimpleAi::new();
    let mut commands = Vec::new();
    while state.scene.clock.active == [unit] && commands.len() < 20 {
        let command = opponent.choose(rules, &state, unit);
        engine::submit(rules, &mut state, &command, &mut PlayByDefault).expect("allowed");
        commands.push(command);
    }
    commands
}
