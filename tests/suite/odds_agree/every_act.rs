//! Every act offered to any role has exact odds at each of its targets.

use std::collections::{BTreeMap, BTreeSet};

use highground::grid::{Dir, Edge, EdgeKind, Hm, SideId, Sketch, UnitId};
use highground::registry::RulesetId;
use highground::rules::dice::Likelihood;
use highground::rules::engine::{self, BattleStatus};
use highground::rules::odds::{self, Struck};
use highground::rules::oracle::PlayByDefault;
use highground::rules::parameter::Range;
use highground::rules::ruleset::{Offer, Placing, Ruleset};
use highground::rules::state::{
    Condition, Expiry, Flags, Goal, Posture, Scene, Side, State, Status, Unit,
};
use highground::rules::{Command, Key, Target, Value, Values};
use rayon::prelude::*;

/// Setup in which the acts of a ruleset come up.
struct Stage {
    ruleset: RulesetId,
    /// Special conditions of the actor.
    cases: &'static [&'static str],
    /// Roles of summoned units, which do not occur in levels.
    called: &'static [&'static str],
    /// The main track, the pool that pays for acts, and its extra amount.
    track: &'static str,
    pool: (&'static str, i32),
    /// Gives the actor extra items, as numbers of the sheet and as gear.
    carries: (&'static [&'static str], &'static str),
    /// Role of a previously summoned unit.
    helper: &'static str,
    /// Whether every role is tested in all cases, or only in the first and one other.
    all_cases: bool,
    /// Acts, or prefixes of their names, that are impossible here; scenarios cover them.
    no_occasion: &'static [&'static str],
    /// Maximum number of targets per act.
    targets: usize,
    /// Minimum number of acts with rolls, and of areas with several targets.
    least: (usize, usize),
}

const PRECISION: Stage = Stage {
    ruleset: RulesetId::Precision,
    cases: &[
        "",
        "prone",
        "held",
        "loaded",
        "unloaded",
        "carries",
        "flies",
        "at a door",
        "has called",
    ],
    called: &["wisp_hound", "clay_guard"],
    track: "health",
    pool: ("energy", 20),
    carries: (&["draughts", "flasks"], ""),
    helper: "wisp_hound",
    all_cases: true,
    no_occasion: &[],
    targets: 30,
    least: (40, 20),
};

const MOMENTUM: Stage = Stage {
    ruleset: RulesetId::Momentum,
    cases: &["", "prone", "grabbed", "burning", "carries", "flies", "at a door", "has called"],
    called: &["spirit_wolf"],
    track: "vitality",
    pool: ("wp", 0),
    carries: (&[], "stimulant"),
    helper: "spirit_wolf",
    all_cases: false,
    no_occasion: &["banish", "break_free", "call_back", "give", "hide", "stabilize"],
    targets: 6,
    least: (30, 5),
};

/// A meadow with a wood and a knoll. `A` acts; the others are possible targets.
const MEADOW: &str = "
    . . . . . . . . . . . .
    . b . . E . . . . . . .
    . . . D . . . . . 2 2 .
    . . . C A B I . . 2 G .
    . . . . F . . c . . . .
    . . . . . . . . . . H .
    . . J . . . . . . . . .";

fn enlist(
    rules: &dyn Ruleset,
    sketch: &Sketch,
    (id, mark, side, role): (u32, char, u8, &str),
    altitude: i32,
) -> Option<Unit> {
    let at = sketch.mark(mark)?;
    let placing = Placing {
        id: UnitId(id),
        side: SideId(side),
        role: Key::new(role),
        name: mark.to_string(),
        at: at.into(),
        altitude: Hm::metres(altitude),
        facing: Dir::N,
        prone: false,
        // The actor is first in the turn order.
        overrides: BTreeMap::from([(Key::of("initiative"), 60 - i64::from(id))]),
        gear: BTreeMap::new(),
        start: Default::default(),
    };
    let mut unit = rules.enlist(&placing).ok()?;
    unit.placement.feet = sketch.board.footing(at, unit.upright())? + Hm::metres(altitude);
    Some(unit)
}

/// A battle in which a role acts: enemies near and far, one flying; allies, one prone and one
/// unconscious.
fn battle(stage: &Stage, rules: &dyn Ruleset, role: &str, case: &str) -> Option<State> {
    let drawing: String = MEADOW.chars().filter(|c| *c != ' ').collect();
    let sketch = Sketch::new(&drawing).expect("a drawing");
    let flies = if case == "flies" { 4 } else { 0 };
    let large = rules.footprint(role) != Some(1);
    let mut units = vec![enlist(rules, &sketch, (0, 'A', 0, role), flies)?];
    // There is less room next to a large actor.
    let others = [
        (1, if large { 'I' } else { 'B' }, 1, "brute"),
        (2, 'C', 0, "knight"),
        (3, 'D', 0, "scout"),
        (4, 'E', 1, "archer"),
        (5, 'F', 1, "mage"),
        (6, 'G', 1, "archer"),
        (7, 'H', 1, "beast"),
    ];
    for (id, mark, side, role) in others {
        if large && mark == 'F' {
            continue;
        }
        let altitude = if mark == 'H' { 2 } else { 0 };
        // The large unit has its north-west corner at the mark.
        units.push(enlist(rules, &sketch, (id, mark, side, role), altitude)?);
    }
    if case == "has called" {
        let mut helper = enlist(rules, &sketch, (8, 'J', 0, stage.helper), 0)?;
        helper.identity.maker = Some(UnitId(0));
        units.push(helper);
    }
    for unit in &mut units {
        let friend = unit.identity.name.as_str();
        if friend == "C" {
            unit.placement.posture = Posture::Prone;
        }
        if friend == "D" {
            unit.status = Status::Down;
            unit.placement.posture = Posture::Prone;
            if let Some(track) = unit.tracks.0.get_mut(stage.track) {
                track.value = -3;
            }
        }
        if let Some(track) = unit.tracks.0.get_mut(stage.track) {
            track.value = track.value.min(11);
        }
    }
    let me = units.first_mut()?;
    let (pool, more) = stage.pool;
    if let Some(pool) = me.pools.0.get_mut(pool) {
        pool.max += more;
        pool.value = pool.max - 2;
    }
    match case {
        "prone" => me.placement.posture = Posture::Prone,
        "loaded" | "unloaded" => {
            me.flags.set(Key::of("unloaded"), i64::from(case == "unloaded"));
            me.gear.0.insert(Key::of("main"), Key::of("crossbow"));
        }
        "carries" => {
            let (flags, item) = stage.carries;
            for flag in flags {
                me.flags.set(Key::of(flag), 1);
            }
            if !item.is_empty() {
                me.gear.0.insert(Key::of("belt"), Key::of(item));
            }
        }
        "held" | "grabbed" | "burning" => {
            let by = Some(UnitId(1));
            me.conditions.0.push(Condition::new(Key::new(case), 0, by, Expiry::Battle));
        }
        _ => {}
    }
    let mut sketch = sketch;
    if case == "at a door" {
        let door = Some(Edge::new(EdgeKind::Door));
        sketch.board.set_edge(sketch.mark('A')?, Dir::N, door);
    }
    let side = |name: &str| Side { name: name.into(), ambush: false, flags: Flags::default() };
    let goals = vec![Goal::LastStanding];
    let scene = Scene::new(sketch.board, vec![side("Blue"), side("Red")], goals);
    let mut state = State::new(scene, units, 1);
    let rest = engine::advance(rules, &mut state, &mut PlayByDefault, &mut Vec::new()).ok()?;
    (rest == BattleStatus::Await(vec![UnitId(0)])).then_some(state)
}

/// Checks the odds of a command: they sum to 1, as a whole and for each unit that may change or is
/// rolled against. Returns the units rolled against.
fn odds_are_whole(rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<UnitId> {
    let courses = odds::courses(rules, state, command, Struck::default())
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let sum: Likelihood = courses.iter().map(|c| c.chance).sum();
    assert!(sum == Likelihood::ONE && courses.missing().is_zero(), "{command:?}: {sum}");
    let spreads = odds::spreads(state, &courses);
    for spread in &spreads {
        let after: Likelihood = spread.after.values().copied().sum();
        assert!(after == Likelihood::ONE && !spread.tracks.is_empty(), "{command:?}: {spread:?}");
        assert!(spread.knocked_out().exact().is_some(), "{command:?}: {spread:?}");
        for losses in &spread.tracks {
            let sum: Likelihood = losses.each().map(|(_, chance)| chance).sum();
            assert_eq!(sum, Likelihood::ONE, "{command:?}: {spread:?}");
            let mean = losses.mean().exact().unwrap_or_else(|| panic!("{command:?}: no mean"));
            let (least, most) = (i128::from(losses.least()), i128::from(losses.most()));
            assert!(mean >= least.into() && mean <= most.into(), "{command:?}: {spread:?}");
        }
    }
    // The announced chance of a roll must equal the chance in the whole resolution, opposed rolls
    // included, unless an actor in its own blast is hindered by it before the other targets are
    // rolled for.
    let forecasts = engine::with_ctx(rules, state, |ctx| rules.forecast(ctx, command));
    let in_own_blast = forecasts.iter().any(|f| Some(f.target) == command.unit());
    for forecast in forecasts.iter().filter(|_| !in_own_blast) {
        let spread = spreads.iter().find(|s| s.unit == forecast.target).expect("each has one");
        let roll = Likelihood::from(forecast.chance().expect("no bursting dice"));
        assert!(
            spread.roll.is_none_or(|chance| chance == roll),
            "{command:?} on {}: {:?} instead of {roll}",
            forecast.target,
            spread.roll
        );
    }
    forecasts.iter().map(|f| f.target).collect()
}

/// PR-7, PR-18: every act of every role, at every possible target.
#[test]
fn every_act_has_exact_odds_at_every_target() {
    every_act_of(&PRECISION);
}

/// The same under the Momentum rules (MO-3, MO-7).
#[test]
fn every_act_of_momentum_has_exact_odds_at_every_target() {
    every_act_of(&MOMENTUM);
}

/// Acts that came up.
#[derive(Default)]
struct Found {
    offered: BTreeSet<Key>,
    shown: BTreeSet<Key>,
    rolled: BTreeSet<Key>,
    areas: usize,
}

fn every_act_of(stage: &Stage) {
    let rules = stage.ruleset.built_in();
    let rules = &*rules;
    let called = stage.called.iter().map(|role| Key::of(role));
    let roles: Vec<Key> =
        rules.describe().roles.iter().map(|r| r.id.clone()).chain(called).collect();
    let mut games: Vec<(&Key, &str)> = Vec::new();
    for (number, role) in roles.iter().enumerate() {
        let other = 1 + number % (stage.cases.len() - 1);
        let wanted = |i: usize| stage.all_cases || i == 0 || i == other;
        let cases = stage.cases.iter().enumerate().filter(|(i, _)| wanted(*i));
        games.extend(cases.map(|(_, case)| (role, *case)));
    }
    let each = games.par_iter().filter_map(|(role, case)| {
        let state = battle(stage, rules, role.as_str(), case)?;
        Some(acts_in(stage, rules, &state))
    });
    let found = each.reduce(Found::default, |mut all, one| {
        all.offered.extend(one.offered);
        all.shown.extend(one.shown);
        all.rolled.extend(one.rolled);
        all.areas += one.areas;
        all
    });
    let excused = |act: &&Key| stage.no_occasion.iter().any(|it| act.as_str().starts_with(it));
    let missing = found.offered.difference(&found.shown).filter(|act| !excused(act));
    let without: Vec<&Key> = missing.collect();
    assert!(without.is_empty(), "offered, but never possible here: {without:?}");
    let (rolled, areas) = stage.least;
    assert!(found.rolled.len() >= rolled, "only {:?} are rolled for", found.rolled);
    assert!(found.areas >= areas, "only {} areas were rolled on several", found.areas);
}

/// The uses of an act: with default values, and with each option that a parameter has now.
fn uses(offer: &Offer) -> impl Iterator<Item = Values> {
    let options = offer.parameters.iter().flat_map(|parameter| {
        let open = match &parameter.range {
            Range::OneOf(settings) => settings.iter().filter(|s| s.refused.is_none()).collect(),
            Range::Number { .. } | Range::Direction => Vec::new(),
        };
        open.into_iter().map(|setting| {
            let mut with = Values::none();
            with.set(parameter.id.clone(), Value::Name(setting.id.clone()));
            with
        })
    });
    std::iter::once(Values::none()).chain(options)
}

/// Every act of the first unit, at every target.
fn acts_in(stage: &Stage, rules: &dyn Ruleset, state: &State) -> Found {
    let me = UnitId(0);
    let mut found = Found::default();
    let offers = engine::with_ctx(rules, state, |ctx| rules.offers(ctx, me));
    for (offer, with) in offers.iter().flat_map(|offer| uses(offer).map(move |with| (offer, with)))
    {
        found.offered.insert(offer.act.clone());
        let targets =
            engine::with_ctx(rules, state, |ctx| rules.targets(ctx, me, &offer.act, &with));
        // Areas may be placed almost anywhere: a selection is enough.
        let step = targets.len().div_ceil(stage.targets).max(1);
        for target in targets.into_iter().step_by(step) {
            let (act, targets) = (offer.act.clone(), vec![target]);
            let (choice, with) = (Key::default(), with.clone());
            let command = Command::Act { unit: me, act, targets, choice, with };
            let on = odds_are_whole(rules, state, &command);
            found.shown.insert(offer.act.clone());
            if !on.is_empty() {
                found.rolled.insert(offer.act.clone());
            }
            found.areas += usize::from(on.len() > 1);
        }
    }
    found
}

/// A known case in full: the knight's sword against a brute with 11 health left.
#[test]
fn the_spread_of_a_blow_is_what_the_rules_say() {
    let rules = RulesetId::Precision.built_in();
    let state = battle(&PRECISION, &*rules, "knight", "").expect("a battle");
    let targets = vec![Target::Unit(UnitId(1))];
    let (unit, act) = (UnitId(0), Key::of("slash"));
    let command =
        Command::Act { unit, act, targets, choice: Key::default(), with: Default::default() };
    let courses = odds::courses(&*rules, &state, &command, Struck::default()).expect("allowed");
    let spreads = odds::spreads(&state, &courses);
    let brute = spreads.iter().find(|s| s.unit == UnitId(1)).expect("there");
    // PR-7: +4 against Parry 7, so 3 or more; PR-158: 9 + 4 - 4 = 9 of 11 health.
    assert_eq!(brute.roll, Some(Likelihood::of(8, 10)));
    assert_eq!(brute.hit, Likelihood::of(8, 10));
    let health = brute.of_track("health").expect("a track");
    let losses: Vec<(i32, Likelihood)> = health.each().collect();
    assert_eq!(losses, [(0, Likelihood::of(2, 10)), (9, Likelihood::of(8, 10))]);
    assert_eq!((health.least(), health.most()), (0, 9));
    assert_eq!(health.mean().one_decimal(), "7.2");
    assert!(brute.knocked_out().is_zero());
    // The knight certainly loses nothing.
    let knight = spreads.iter().find(|s| s.unit == UnitId(0)).expect("there");
    assert!(!knight.changes() && knight.roll.is_none());
}

/// An opponent's prepared actions are secret: displayed odds ignore them (PR-68).
#[test]
fn odds_for_a_side_keep_the_secrets_of_others() {
    let rules = RulesetId::Precision.built_in();
    let mut state = battle(&PRECISION, &*rules, "knight", "").expect("a battle");
    let armed = |id, owner| {
        let (act, trigger) = (Key::of("riposte"), Key::of("resolved_on_me"));
        highground::rules::state::Armed::new(id, UnitId(owner), act, trigger, Expiry::Rounds(1))
    };
    state.scene.armed = vec![armed(1, 1), armed(2, 2)];
    let ids = |side| -> Vec<u32> {
        let known = odds::as_known_to(&state, SideId(side));
        known.scene.armed.iter().map(|a| a.id).collect()
    };
    assert_eq!((ids(0), ids(1)), (vec![2], vec![1]));
}
