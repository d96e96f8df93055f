//! What is left of a turn, and the settings of its acts, for every role.

use std::collections::BTreeSet;

use grid::Board;
use registry::RulesetId;

use rules::parameter::Range;

use super::super::icons::has_icon_and_sentence;
use super::fight::{BLUE, RED, fight};
use super::*;

/// Includes pools that only some roles have, such as salves and charges.
#[test]
fn every_pool_of_every_role_has_an_icon_and_a_sentence() {
    let (mut missing, mut pools) = (BTreeSet::new(), 0);
    for ruleset in RulesetId::ALL {
        for role in &ruleset.built_in().describe().roles {
            let fight = fight(ruleset, Board::new(9, 9), &[(role.id.as_str(), 0, 3, 3)]);
            let unit = fight.state.unit(UnitId(0)).unwrap();
            pools += unit.pools.0.iter().count();
            let strange =
                unit.pools.0.iter().filter(|pool| !has_icon_and_sentence(pool.id.as_str()));
            missing.extend(strange.map(|pool| format!("{ruleset:?}: {}", pool.id)));
        }
    }
    assert!(missing.is_empty(), "without an icon or a sentence: {missing:?}");
    assert!(pools > 100, "only {pools} pools");
}

/// A number or a checkbox says little without a description.
#[test]
fn every_number_that_an_act_asks_for_has_a_sentence() {
    let (mut missing, mut numbers) = (BTreeSet::new(), 0);
    for ruleset in RulesetId::ALL {
        for role in &ruleset.built_in().describe().roles {
            let people = [(role.id.as_str(), BLUE, 3, 3), ("knight", RED, 4, 3)];
            let fight = fight(ruleset, Board::new(9, 9), &people);
            let offers = rules::engine::with_ctx(&*fight.rules, &fight.state, |ctx| {
                fight.rules.offers(ctx, UnitId(0))
            });
            let all = offers.iter().flat_map(|offer| &offer.parameters);
            for number in all.filter(|all| matches!(all.range, Range::Number { .. })) {
                numbers += 1;
                if !number.hint.ends_with('.') || number.hint.len() > 100 {
                    missing.insert(format!("{ruleset:?}: {}", number.name));
                }
            }
        }
    }
    assert!(missing.is_empty(), "without a sentence: {missing:?}");
    assert!(numbers > 20, "only {numbers} numbers");
}
