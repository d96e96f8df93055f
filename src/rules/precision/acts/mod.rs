//! The acts of a combatant apart from moving: abilities, changing posture, free acts.

mod feat;

use std::rc::Rc;

use rules::Values;
use rules::estimate::ActSummary;
use rules::kit::acts::{Act, Acts, Repertoire};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::data::Content;
use super::estimate::Covers;
use super::free;
use super::owed;
use super::position::Position;
use super::posture;
use super::repertoire::{self, AbilityOf};
use super::step::Step;
use super::strike::Actor;

use feat::Feat;

/// The acts of combatants. Cover found while estimating them is cached.
pub struct Acting<'c> {
    content: &'c Content,
    covers: Rc<Covers>,
}

impl<'c> Acting<'c> {
    /// An instance with an empty cache.
    pub fn new(content: &'c Content) -> Self {
        Self { content, covers: Rc::default() }
    }

    fn feat<'a>(&self, ctx: Ctx<'a>, actor: Actor<'a>, ability: AbilityOf<'a>) -> Feat<'a>
    where
        'c: 'a,
    {
        let position = Position { content: self.content, ctx };
        Feat { position, actor, ability, covers: Rc::clone(&self.covers) }
    }

    /// The abilities of a combatant.
    fn feats<'a>(&self, ctx: Ctx<'a>, unit: &'a Unit) -> impl Iterator<Item = Feat<'a>>
    where
        'c: 'a,
    {
        let actor = Actor::of(self.content, unit);
        let all = actor.map(|actor| {
            let abilities = repertoire::all(self.content, unit);
            abilities.map(move |ability| self.feat(ctx, actor, ability))
        });
        all.into_iter().flatten()
    }

    /// The abilities of a combatant, as acts.
    pub fn abilities<'a>(&self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step>
    where
        'c: 'a,
    {
        self.feats(ctx, unit).map(|feat| -> Box<dyn Act<Step> + 'a> { Box::new(feat) }).collect()
    }

    /// The AI summaries of an enemy's acts against a single target, available or not.
    pub fn summaries_of_enemy(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<ActSummary> {
        let aimed = self.feats(ctx, unit).filter(|feat| feat.is_single());
        aimed.filter_map(|feat| feat.summary()).collect()
    }

    /// The act of a combatant with this ID.
    pub fn find<'a>(
        &self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
    ) -> Option<Box<dyn Act<Step> + 'a>>
    where
        'c: 'a,
    {
        let position = Position { content: self.content, ctx };
        if let Some(turning) = posture::Turning::of(position, unit, name) {
            return Some(Box::new(turning.unless(owed::check_rest(position, unit))));
        }
        if let Some(free) = free::FreeActs::of(position, unit, name) {
            return Some(Box::new(free));
        }
        let actor = Actor::of(self.content, unit)?;
        Some(Box::new(self.feat(ctx, actor, repertoire::find(self.content, unit, name)?)))
    }
}

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "PR-324";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let position = Position { content: self, ctx };
        let mut acts = Acting::new(self).abilities(ctx, unit);
        let turning = posture::Turning::now(position, unit);
        acts.push(Box::new(turning.unless(owed::check_rest(position, unit))));
        acts.extend(
            free::listed(position, unit).map(|act| -> Box<dyn Act<Step>> { Box::new(act) }),
        );
        acts
    }

    fn summaries(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<ActSummary> {
        let acting = Acting::new(self);
        acting.feats(ctx, unit).filter_map(|feat| feat.available_summary()).collect()
    }

    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
        _with: &Values,
    ) -> Option<Box<dyn Act<Step> + 'a>> {
        Acting::new(self).find(ctx, unit, name)
    }
}
