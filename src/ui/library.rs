//! The rulesets that can be played.

use std::collections::BTreeMap;

use bevy::ecs::prelude::*;

use registry::RulesetId;
use rules::SharedRuleset;

/// The rulesets that were loaded when the game started.
#[derive(Resource, Clone, Default)]
pub struct Library(pub BTreeMap<RulesetId, SharedRuleset>);

impl Library {
    /// The rulesets, in menu order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (RulesetId, &SharedRuleset)> {
        self.0.iter().map(|(id, rules)| (*id, rules))
    }
}
