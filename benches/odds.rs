//! Time to compute exact odds: an ordinary attack under the two complete rulesets, and the hardest
//! acts of the others, in a ruleset that contains nothing else.

#[path = "../tests/suite/odds_agree/crowd/mod.rs"]
mod crowd;

use std::collections::BTreeMap;

use divan::{Bencher, black_box};

use highground::grid::{Board, Cell, Dir, Hm, SideId, UnitId};
use highground::rules::odds::Odds;
use highground::rules::oracle::PlayByDefault;
use highground::rules::registry::RulesetId;
use highground::rules::ruleset::{Placing, Ruleset};
use highground::rules::state::{Flags, Goal, Scene, Side, State};
use highground::rules::{Command, Key, Values, engine};

fn main() {
    divan::main();
}

/// The hardest acts in full: the outcome for every unit.
#[divan::bench(args = ["sweep", "volley", "blast", "together"])]
fn hard(bencher: Bencher<'_, '_>, name: &str) {
    let Some(case) = crowd::cases().into_iter().find(|case| case.name == name) else { return };
    measured(bencher, &crowd::Crowd::default(), &case.state, &case.command);
}

/// An attack on an adjacent enemy.
#[divan::bench(args = ["precision", "momentum"])]
fn ordinary(bencher: Bencher<'_, '_>, name: &str) {
    let Some(id) = RulesetId::ALL.into_iter().find(|id| id.name() == name) else { return };
    let rules = id.built_in();
    if let Some((state, command)) = blow(&*rules) {
        measured(bencher, &*rules, &state, &command);
    }
}

fn measured(bencher: Bencher<'_, '_>, rules: &dyn Ruleset, state: &State, command: &Command) {
    bencher.bench_local(|| {
        let odds = Odds::of(rules, state, command, ());
        black_box(odds.map(|odds| odds.spreads(state)).unwrap_or_default())
    });
}

/// A battle between two adjacent units, and the first act with a roll.
fn blow(rules: &dyn Ruleset) -> Option<(State, Command)> {
    let board = Board::new(8, 8);
    let unit = |id: u32, role: &str| {
        let placing = Placing {
            id: UnitId(id),
            side: SideId(u8::try_from(id).ok()?),
            role: Key::new(role),
            name: role.to_owned(),
            at: Cell::new(2 + i16::try_from(id).ok()?, 3).into(),
            altitude: Hm::ZERO,
            facing: Dir::E,
            prone: false,
            overrides: BTreeMap::new(),
            gear: BTreeMap::new(),
            start: Default::default(),
        };
        rules.enlist(&placing).ok()
    };
    let units = vec![unit(0, "knight")?, unit(1, "brute")?];
    let side = |name: &str| Side { name: name.to_owned(), ambush: false, flags: Flags::default() };
    let scene = Scene::new(board, vec![side("Blue"), side("Red")], vec![Goal::LastStanding]);
    let mut state = State::new(scene, units, 1);
    engine::advance(rules, &mut state, &mut PlayByDefault, &mut Vec::new()).ok()?;
    let actor = *state.scene.clock.active.first()?;
    let commands = engine::with_ctx(rules, &state, |ctx| {
        let offers = rules.offers(ctx, actor).into_iter().filter(|offer| offer.refused.is_none());
        let at = |act: Key| {
            let targets = rules.targets(ctx, actor, &act, &Values::none());
            let choice = Key::default();
            targets.first().map(|t| Command::Act {
                unit: actor,
                act,
                targets: vec![*t],
                choice,
                with: Default::default(),
            })
        };
        let all = offers.filter_map(|offer| at(offer.act));
        all.filter(|command| !rules.forecast(ctx, command).is_empty()).collect::<Vec<_>>()
    });
    commands.into_iter().next().map(|command| (state, command))
}
