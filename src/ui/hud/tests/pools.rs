//! What is left of a turn, for every role.

use std::collections::BTreeSet;

use grid::Board;
use registry::RulesetId;

use super::super::icons::has_icon_and_sentence;
use super::fight::fight;
use super::*;

/// Also the pools that only some roles have, such as salves and charges.
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
