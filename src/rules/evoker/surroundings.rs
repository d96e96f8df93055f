//! What surroundings do at the end of each round (EV-52).

use crate::rules::ruleset::Ctx;

use super::data::Content;
use super::flight;
use super::step::{Step, Suffer, Woe};
use super::suffering;

/// All that happens at the end of a round, in order: fire, falling flyers, and what wastes away.
pub fn at_round_end(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let wastes = |step: &Step| matches!(step, Step::Suffer(Suffer { woe: Woe::Wastes, .. }));
    let (last, first): (Vec<Step>, Vec<Step>) =
        suffering::at_round_end(content, ctx).into_iter().partition(wastes);
    first.into_iter().chain(flight::at_round_end(ctx)).chain(last).collect()
}
