//! Effects of the environment at the end of each round (EV-52).

use rules::ruleset::Ctx;

use super::data::Content;
use super::step::{EffectMoment, Step, Suffer};
use super::{breath, flight, suffering};

/// Everything that happens at the end of a round, in order: fire, falling flyers, lack of air,
/// Miasma, and wasting.
pub fn at_round_end(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let wastes =
        |step: &Step| matches!(step, Step::Suffer(Suffer { moment: EffectMoment::Wastes, .. }));
    let (last, first): (Vec<Step>, Vec<Step>) =
        suffering::at_round_end(content, ctx).into_iter().partition(wastes);
    let between = flight::at_round_end(ctx).into_iter().chain(breath::at_round_end(content, ctx));
    first.into_iter().chain(between).chain(last).collect()
}
