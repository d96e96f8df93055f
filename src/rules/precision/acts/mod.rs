//! What a combatant can do apart from moving: abilities, changing posture, free acts.

mod feat;

use std::rc::Rc;

use crate::rules::Values;
use crate::rules::kit::acts::{Act, Acts, Repertoire};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;

use super::data::{Aim, Content};
use super::free;
use super::owed;
use super::position::Position;
use super::posture;
use super::repertoire::{self, AbilityOf};
use super::step::Step;
use super::strike::Actor;
use super::weigh::Covers;

use feat::Feat;

/// The acts of combatants. Cover found while estimating them is cached.
pub struct Acting<'c> {
    content: &'c Content,
    /// Estimate an enemy: only abilities aimed at a single target, whether or not they are
    /// available.
    of_foes: bool,
    covers: Rc<Covers>,
}

impl<'c> Acting<'c> {
    /// For a side choosing among its own acts.
    pub fn new(content: &'c Content) -> Self {
        Self { content, of_foes: false, covers: Rc::default() }
    }

    /// For estimating an enemy.
    pub fn of_foes(content: &'c Content) -> Self {
        Self { of_foes: true, ..Self::new(content) }
    }

    fn feat<'a>(
        &self,
        ctx: Ctx<'a>,
        actor: Actor<'a>,
        ability: AbilityOf<'a>,
    ) -> Box<dyn Act<Step> + 'a>
    where
        'c: 'a,
    {
        let position = Position { content: self.content, ctx };
        let (asked, covers) = (!self.of_foes, Rc::clone(&self.covers));
        Box::new(Feat { position, actor, ability, asked, covers })
    }

    /// The abilities of a combatant.
    pub fn abilities<'a>(&self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step>
    where
        'c: 'a,
    {
        let Some(actor) = Actor::of(self.content, unit) else { return Vec::new() };
        let matters =
            |ability: &AbilityOf<'_>| !self.of_foes || matches!(ability.aim, Aim::One { .. });
        let abilities = repertoire::all(self.content, unit).filter(matters);
        abilities.map(|ability| self.feat(ctx, actor, ability)).collect()
    }

    /// The act of a combatant with this name.
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
        if let Some(free) = free::Freely::of(position, unit, name) {
            return Some(Box::new(free));
        }
        let actor = Actor::of(self.content, unit)?;
        Some(self.feat(ctx, actor, repertoire::find(self.content, unit, name)?))
    }
}

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "PR-324";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let position = Position { content: self, ctx };
        let mut acts = self.weighed(ctx, unit);
        let turning = posture::Turning::now(position, unit);
        acts.push(Box::new(turning.unless(owed::check_rest(position, unit))));
        acts.extend(
            free::listed(position, unit).map(|act| -> Box<dyn Act<Step>> { Box::new(act) }),
        );
        acts
    }

    fn weighed<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        Acting::new(self).abilities(ctx, unit)
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
