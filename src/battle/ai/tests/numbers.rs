//! The quick estimates agree with the exact odds.

use super::*;
use rules::command::Target;
use rules::estimate::estimate_by_odds;

/// The quick estimates of a sword, a bow and a technique match their exact odds.
#[test]
fn quick_estimates_equal_the_exact_odds() {
    let units: &[(char, u8, &str, &[(&str, i64)])] = &[
        ('A', 0, "knight", &[]),
        ('B', 1, "brute", &[]),
        ('C', 0, "archer", &[]),
        ('D', 0, "mage", &[]),
    ];
    let (rules, state) = drawn("........\n..AB.C..\n.....D..", units);
    for (actor, act) in [(0, "slash"), (0, "power_strike"), (2, "loose"), (3, "fire_lance")] {
        let before = play(&*rules, state.clone(), CAP, Some(UnitId(actor)));
        // Every unit is back where it was drawn and unhurt; only the turn has advanced.
        let mut now = before.state;
        for (unit, drawn) in now.units.iter_mut().zip(&state.units) {
            unit.placement = drawn.placement.clone();
            unit.tracks = drawn.tracks.clone();
            unit.status = drawn.status;
            unit.conditions = drawn.conditions.clone();
        }
        let targets = vec![Target::Unit(UnitId(1))];
        let command = super::super::acts::act(UnitId(actor), Key::new(act), targets);
        let quick = engine::with_ctx(&*rules, &now, |ctx| {
            rules.estimate(ctx, &[&command]).expect("a quick answer")
        });
        let exact = estimate_by_odds(&*rules, &now, &command);
        let quick = quick[0].iter().find(|p| p.target == UnitId(1)).expect("the target");
        let exact = exact.iter().find(|p| p.target == UnitId(1)).expect("the target");
        assert_eq!((quick.chance, quick.harm), (exact.chance, exact.harm), "{act}");
        assert!(quick.harm > 0 && (100..1000).contains(&quick.chance), "{act}: {quick:?}");
    }
}

/// Without quick estimates from the ruleset the opponent still finds an attack.
#[test]
fn offers_stand_in_for_means() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[("initiative", 30)]), ('B', 1, "brute", &[])];
    let (rules, state) = drawn("....\n.AB.\n....", units);
    let before = play(&*rules, state, CAP, Some(UnitId(0)));
    engine::with_ctx(&*rules, &before.state, |ctx| {
        let plain = rules::estimate::summaries_by_offers(&*rules, ctx, UnitId(0));
        for summary in rules.act_summaries(ctx, UnitId(0)).expect("a quick answer") {
            let same = plain.iter().find(|m| m.act == summary.act).expect("offered too");
            assert_eq!((same.aim, same.open), (summary.aim, summary.open), "{}", summary.act);
        }
    });
}
