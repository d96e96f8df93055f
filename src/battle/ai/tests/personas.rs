//! Personas: which of them comes forward.

use super::choices::{act_name, target};
use super::*;
use rules::state::{Awareness, Known, Observer};

/// A mage behind its bird of embers, and a drake that drinks fire and fears ice.
fn mage_and_drake() -> (SharedRuleset, State) {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "mage", &[("agility", 60)]), ('B', 1, "drake", &[])];
    drawn_by(RulesetId::Evoker, "..........\n.A......B.\n..........", units)
}

/// The foe is known to be weak to ice, which only the other Persona has: it comes forward and strikes
/// (EV-219, EV-314).
#[test]
fn a_persona_that_strikes_at_a_known_weakness_comes_forward() {
    let (rules, mut state) = mage_and_drake();
    let facts = ["fire", "ice"].map(Key::of).into();
    let (by, of) = (Observer::Side(SideId(0)), UnitId(1));
    state.scene.knowledge.keep(&Known { by, of, awareness: Awareness::Sees, facts });
    let turn = first_turn(&*rules, state, UnitId(0));
    let at = |name: &str| turn.iter().position(|c| act_name(c) == name);
    let (swap, strike) = (at("swap_persona"), at("frost_shard"));
    assert!(swap.is_some() && swap < strike, "{turn:?}");
    assert_eq!(strike.and_then(|at| target(&turn[at])), Some(UnitId(1)));
}

/// What is not known is no reason for anything.
#[test]
fn a_weakness_that_is_not_known_brings_no_persona_forward() {
    let (rules, state) = mage_and_drake();
    let turn = first_turn(&*rules, state, UnitId(0));
    assert!(turn.iter().all(|c| act_name(c) != "swap_persona"), "{turn:?}");
}
