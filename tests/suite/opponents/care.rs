//! No level of play walks into a fall, ground that hurts or a foe that lies in wait if its own odds
//! call that a loss and a better command exists.

use std::sync::{Arc, Mutex, PoisonError};

use highground::battle::Setup;
use highground::battle::ai::distance_field::{DistanceField, Limits};
use highground::battle::ai::{SimpleAi, Skill};
use highground::battle::autoplay::{Decider, run_headless};
use highground::battle::setup::Choices;
use highground::grid::{Board, Cell, Dir, Hm, UnitId};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::command::{Command, Target};
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::reach::ReachMap;
use highground::rules::state::State;
use highground::rules::{Key, Ruleset, engine, odds};
use rayon::prelude::*;

use super::super::shipped;

/// Drop from which a place counts as an edge.
const DEEP: Hm = Hm::metres(2);

/// Foes this near, in cells, are at hand.
const REACH: i32 = 2;

/// Number of steps followed to judge a command.
const LOOK: usize = 2_000;

/// Boards made for this, with what is dangerous about them. Sides start west and east.
const BOARDS: [(&str, [&str; 9]); 8] = [
    (
        "a strip of embers with a gap",
        [
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            ".............",
            "......*......",
            "......*......",
        ],
    ),
    (
        "embers all the way across",
        [
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            "......*......",
            "......*......",
        ],
    ),
    (
        "a chasm with a bridge of land",
        [
            "......v......",
            "......v......",
            "......v......",
            "......v......",
            ".............",
            "......v......",
            "......v......",
            "......v......",
            "......v......",
        ],
    ),
    (
        "a terrace over the other side",
        [
            ".....vvvvvvvv",
            ".....vvvvvvvv",
            ".....vvvvvvvv",
            ".....svvvvvvv",
            ".....svvvvvvv",
            ".....svvvvvvv",
            ".....vvvvvvvv",
            ".....vvvvvvvv",
            ".....vvvvvvvv",
        ],
    ),
    (
        "embers in patches",
        [
            "..*...*...*..",
            ".............",
            "....*...*....",
            "..*...*...*..",
            ".............",
            "....*...*....",
            "..*...*...*..",
            ".............",
            "....*...*....",
        ],
    ),
    (
        "ice along an edge",
        [
            "....vvvvv....",
            "....iiiii....",
            "....iiiii....",
            "....vvvvv....",
            "....vvvvv....",
            "....iiiii....",
            "....vvvvv....",
            "....vvvvv....",
            "....vvvvv....",
        ],
    ),
    (
        "a narrow way between embers and a chasm",
        [
            "....*****....",
            "....*****....",
            "....*****....",
            ".............",
            "....vvvvv....",
            "....vvvvv....",
            "....vvvvv....",
            "....*****....",
            "....*****....",
        ],
    ),
    (
        "islands in deep water",
        [
            "....wwwww....",
            "....w...w....",
            "....w...w....",
            "....w...w....",
            "....wwwww....",
            "..wwwwwwwww..",
            "....w...w....",
            "....w...w....",
            "....wwwww....",
        ],
    ),
];

/// A battle on one of the boards.
fn made(board: usize, ruleset: RulesetId, seed: u64) -> Setup {
    let (name, rows) = BOARDS[board % BOARDS.len()];
    let rows: String = rows.iter().map(|row| format!("{row:?}, ")).collect();
    let roles = [["knight", "archer", "mage"], ["brute", "scout", "captain"]];
    let side = |name: &str, x: u8, roles: [&str; 3]| {
        let unit =
            |(y, role): (usize, &&str)| format!("(role: {role}, at: ({x}, {})), ", 3 * y + 1);
        let units: String = roles.iter().enumerate().map(unit).collect();
        format!("(name: {name:?}, units: [{units}]), ")
    };
    let palette = "'.': (terrain: grass, elevation: 9), '*': (terrain: embers, elevation: 9), \
        'v': (terrain: rock), 's': (terrain: rock, elevation: 4.5), \
        'i': (terrain: ice, elevation: 9), 'w': (terrain: water, elevation: 9)";
    let (west, east) = if seed.is_multiple_of(2) { (0, 1) } else { (1, 0) };
    let sides = side("West", 1, roles[west]) + &side("East", 11, roles[east]);
    let text = format!(
        "Level(format: 1, name: {name:?}, light: day, palette: {{{palette}}}, rows: [{rows}], sides: [{sides}])"
    );
    let level = Level::parse("made.ron", &text).expect("a level");
    let choices = Choices { seed, ..Choices::default() };
    Setup::from_level(&level, Key::new(ruleset.name()), ruleset.built_in(), choices)
        .expect("playable under every ruleset")
}

/// What was seen of one level of play.
#[derive(Debug, Default)]
struct Seen {
    /// Turns with something dangerous within reach.
    positions: usize,
    /// What it did in spite of its odds.
    mistakes: Vec<String>,
}

/// Looks over the shoulder of an opponent.
struct Watched {
    mind: Box<dyn Decider + Send>,
    seen: Arc<Mutex<Seen>>,
}

impl Decider for Watched {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let command = self.mind.command(rules, state, units);
        if let Some(unit) = units.first() {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            judge(rules, state, (*unit, &command), &mut seen);
        }
        command
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        self.mind.answer(rules, state, prompt)
    }
}

/// True if a place within reach could hurt: ground that does, an edge, a foe that lies in wait.
fn is_dangerous(rules: &dyn Ruleset, state: &State, unit: UnitId, reach: &ReachMap) -> bool {
    let board: &Board = &state.scene.board;
    let hurts = |cell| {
        let tile = board.tile(cell);
        tile.is_some_and(|tile| tile.damaging.is_some())
            || board.volumes_in(cell).any(|volume| volume.damaging.is_some())
    };
    let falls = |cell: Cell, feet: Hm| {
        let mut around = Dir::ALL.into_iter().filter_map(|dir| board.tile(cell.step(dir)));
        around.any(|tile| feet - tile.surface() >= DEEP)
    };
    let near = reach.stops().iter().any(|stop| hurts(stop.cell) || falls(stop.cell, stop.feet));
    near || engine::with_ctx(rules, state, |ctx| !rules.watches(ctx, unit).is_empty())
}

/// What a command costs the own life on average, in thousandths of it, and 1,000 for going down.
fn own_loss(rules: &dyn Ruleset, state: &State, unit: UnitId, command: &Command) -> i64 {
    let Some(before) = state.unit(unit) else { return 0 };
    let had = rules.life(before);
    let Ok(courses) = odds::sample(rules, state, command, LOOK) else { return 0 };
    let each = courses.iter().map(|course| {
        let Some(now) = course.state.unit(unit) else { return 0 };
        let lost = i64::from(had.left) - i64::from(rules.life(now).left);
        let down = if now.is_active() { 0 } else { 1_000 };
        course.chance.thousandths() * (lost.max(0) * 1_000 / i64::from(had.full.max(1)) + down)
    });
    each.sum::<i64>() / 1_000
}

/// What a command costs the foes on average.
fn their_loss(rules: &dyn Ruleset, state: &State, unit: UnitId, command: &Command) -> i64 {
    let foes = state.units.iter().filter(|foe| state.are_foes(unit, foe.id()) && foe.is_active());
    foes.map(|foe| own_loss(rules, state, foe.id(), command)).sum()
}

/// True for an act that is not against foes: what that is worth is not measured in their lives.
fn helps(state: &State, unit: UnitId, command: &Command) -> bool {
    let Command::Act { targets, .. } = command else { return false };
    let hits = |target: &Target| matches!(target, Target::Unit(id) if state.are_foes(unit, *id));
    !targets.iter().any(hits)
}

/// Counts a turn, and notes a command that its own odds call a loss although a better one exists.
fn judge(rules: &dyn Ruleset, state: &State, (unit, command): (UnitId, &Command), seen: &mut Seen) {
    let Some(me) = state.unit(unit) else { return };
    let mut known = odds::as_known_by(rules, state, me.side());
    // Readied strikes of foes are left out: what a unit does behind one, such as hurling a foe to the
    // ground, may be worth more than the lives that are counted here.
    known.scene.armed.retain(|armed| !state.are_foes(armed.owner, unit));
    let reach = engine::with_ctx(rules, &known, |ctx| rules.reach_walking(ctx, unit));
    if !is_dangerous(rules, &known, unit, &reach) {
        return;
    }
    seen.positions += 1;
    // Getting away from a foe at hand has its own price.
    let is_engaged = known.units.iter().any(|foe| {
        let away = me.placement.at.cell().zip(foe.placement.at.cell());
        known.are_foes(unit, foe.id())
            && foe.is_active()
            && away.is_some_and(|(here, there)| here.chebyshev(there) <= REACH)
    });
    let moves = match command {
        Command::Move { .. } => !is_engaged,
        Command::Act { targets, .. } => matches!(targets.first(), Some(Target::Place(_))),
        _ => false,
    };
    let loss = if moves { own_loss(rules, &known, unit, command) } else { 0 };
    if loss == 0 {
        return;
    }
    // What it makes of it.
    let courses = odds::sample(rules, &known, command, LOOK).unwrap_or_default();
    let gains = courses.iter().map(|course| {
        let next = SimpleAi::new().choose(rules, &course.state, unit);
        let gain = match helps(&course.state, unit, &next) {
            true => loss,
            false => their_loss(rules, &course.state, unit, &next),
        };
        course.chance.thousandths() * gain
    });
    let gain = gains.sum::<i64>() / 1_000 + their_loss(rules, &known, unit, command);
    if gain >= loss || !a_safe_walk_leads_nearer(rules, &known, unit, &reach) {
        return;
    }
    seen.mistakes.push(format!(
        "{} at {:?}, round {}: {command:?} costs {loss} and brings {gain}",
        me.identity.role, me.placement.at, state.scene.clock.round
    ));
}

/// True if an ordinary walk that costs nothing leads nearer to the nearest foe by the roads that the
/// opponent knows.
fn a_safe_walk_leads_nearer(
    rules: &dyn Ruleset,
    state: &State,
    unit: UnitId,
    reach: &ReachMap,
) -> bool {
    let Some(me) = state.unit(unit) else { return false };
    let Some(here) = me.placement.at.cell() else { return false };
    let board = &state.scene.board;
    let foes = state.units.iter().filter(|foe| state.are_foes(unit, foe.id()) && foe.is_active());
    let ends = foes.filter_map(|foe| Some((foe.placement.at.cell()?, Some(foe.placement.feet))));
    let mut roads = DistanceField::default();
    roads.limit(Limits::under(rules));
    let roads = roads.to(board, None, ends, (here, me.placement.feet));
    let now = roads.from_at(here, me.placement.feet);
    reach.stops().iter().any(|stop| {
        let path = reach.way_to(*stop).filter(|path| !path.is_empty());
        stop.tier == 0
            && roads.from_at(stop.cell, stop.feet) < now
            && path.is_some_and(|path| {
                let walk = Command::Move { unit, path, manner: Key::default() };
                engine::check(rules, state, &walk).is_ok()
                    && own_loss(rules, state, unit, &walk) == 0
            })
    })
}

/// Battles of a level of play against itself, watched.
fn watched(skill: Skill, setups: Vec<Setup>, rounds: u32) -> Seen {
    let seen: Vec<Seen> = setups
        .into_par_iter()
        .map(|setup| {
            let seen = Arc::default();
            let watch = |_| -> Box<dyn Decider> {
                Box::new(Watched { mind: skill.decider(), seen: Arc::clone(&seen) })
            };
            let mut deciders: Vec<_> = setup.scene.sides.iter().map(watch).collect();
            run_headless(setup, &mut deciders, rounds).expect("a battle");
            drop(deciders);
            let seen = Arc::try_unwrap(seen).expect("no other owner");
            seen.into_inner().unwrap_or_else(PoisonError::into_inner)
        })
        .collect();
    let mut all = Seen::default();
    for one in seen {
        all.positions += one.positions;
        all.mistakes.extend(one.mistakes);
    }
    all
}

/// Battles on the boards made for this, and on the levels that are shipped.
fn setups(ruleset: RulesetId, (boards, levels): (usize, usize), seed: u64) -> Vec<Setup> {
    let made = (0..boards).map(|board| made(board, ruleset, seed + board as u64));
    made.chain((0..levels).map(|level| shipped::setup(level, ruleset, seed))).collect()
}

/// Fails if a level of play made more than one mistake in `one_in` positions, or had fewer occasions
/// than expected.
fn judged(
    skill: Skill,
    setups: impl Fn(RulesetId) -> Vec<Setup>,
    rounds: u32,
    (least, one_in): (usize, usize),
) {
    let mut all = Seen::default();
    for ruleset in RulesetId::ALL {
        let seen = watched(skill, setups(ruleset), rounds);
        all.positions += seen.positions;
        all.mistakes.extend(seen.mistakes.iter().map(|m| format!("{}: {m}", ruleset.name())));
    }
    assert!(all.positions >= least, "{skill:?}: only {} positions", all.positions);
    assert!(
        all.mistakes.len().saturating_mul(one_in) <= all.positions,
        "{skill:?}: {} mistakes in {} positions:\n{}",
        all.mistakes.len(),
        all.positions,
        all.mistakes.join("\n")
    );
}

#[test]
fn no_level_of_play_walks_into_a_loss() {
    for skill in [Skill::Recruit, Skill::Soldier] {
        let all = |ruleset| setups(ruleset, (BOARDS.len(), 0), 1);
        judged(skill, all, 2, (200, usize::MAX));
    }
}

/// In whole battles a choice is called a mistake now and then because what it is for shows only later.
#[test]
fn hardly_a_walk_in_whole_battles_is_a_loss() {
    for skill in [Skill::Recruit, Skill::Soldier] {
        let all = |ruleset| setups(ruleset, (BOARDS.len(), shipped::paths().len()), 7);
        judged(skill, all, 8, (6_000, 300));
    }
}

#[test]
fn one_that_plans_hardly_walks_into_a_loss() {
    judged(Skill::Veteran, |ruleset| setups(ruleset, (BOARDS.len(), 0), 1), 1, (100, 100));
    judged(Skill::Warlord, |ruleset| setups(ruleset, (3, 0), 1), 1, (30, 100));
}

#[test]
#[ignore = "takes some minutes on slow machines"]
fn one_that_plans_far_hardly_walks_into_a_loss() {
    judged(Skill::Warlord, |ruleset| setups(ruleset, (BOARDS.len(), 0), 1), 1, (100, 100));
}
