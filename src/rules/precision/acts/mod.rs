//! The acts of a combatant apart from moving: abilities, changing posture, free acts.

mod ability_act;

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

use ability_act::AbilityAct;

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

    fn ability_act<'a>(
        &self,
        ctx: Ctx<'a>,
        actor: Actor<'a>,
        ability: AbilityOf<'a>,
    ) -> AbilityAct<'a>
    where
        'c: 'a,
    {
        let position = Position { content: self.content, ctx };
        AbilityAct { position, actor, ability, covers: Rc::clone(&self.covers) }
    }

    /// The abilities of a combatant.
    fn ability_acts<'a>(&self, ctx: Ctx<'a>, unit: &'a Unit) -> impl Iterator<Item = AbilityAct<'a>>
    where
        'c: 'a,
    {
        let actor = Actor::of(self.content, unit);
        let all = actor.map(|actor| {
            let abilities = repertoire::all(self.content, unit);
            abilities.map(move |ability| self.ability_act(ctx, actor, ability))
        });
        all.into_iter().flatten()
    }

    /// The abilities of a combatant, as acts.
    pub fn abilities<'a>(&self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step>
    where
        'c: 'a,
    {
        self.ability_acts(ctx, unit)
            .map(|act| -> Box<dyn Act<Step> + 'a> { Box::new(act) })
            .collect()
    }

    /// The AI summaries of an enemy's acts against a single target, available or not.
    pub fn summaries_of_enemy(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<ActSummary> {
        let aimed = self.ability_acts(ctx, unit).filter(|act| act.is_single());
        aimed.filter_map(|act| act.summary()).collect()
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
        Some(Box::new(self.ability_act(ctx, actor, repertoire::find(self.content, unit, name)?)))
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
        acting.ability_acts(ctx, unit).filter_map(|act| act.available_summary()).collect()
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
