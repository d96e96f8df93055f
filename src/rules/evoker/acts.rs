//! What a combatant can do besides moving.

use rules::Key;
use rules::kit::acts::{Act, Acts, Repertoire};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::all_out::AllOutAct;
use super::analysing::{self, Analysing};
use super::charging::Charging;
use super::cheering::{self, Cheering};
use super::data::Content;
use super::delaying::Delaying;
use super::fate::{self, Fated};
use super::handling::{self, Handling, HandlingAct};
use super::hitting;
use super::hurrying::Hurry;
use super::leaping::Leaping;
use super::leaves::Opening;
use super::locks::Picking;
use super::mounts::{self, Riding};
use super::names::{ALL_WEAPONS, CHARGE, FATE, ONE_MORE};
use super::numbers::Numbers;
use super::skill_use::{self, SkillUse};
use super::spells::Casting;
use super::stealth::{self, Sneaking};
use super::step::{Step, TrickKind};
use super::tricks::{self, TrickAct};
use super::unopposed::{self, Plain, UnopposedActs};

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "EV-163";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let Some(me) = Numbers::of(self, unit) else { return Vec::new() };
        let mut all = offensive(self, ctx, me);
        let fated = fate::ALL.into_iter().map(|boon| Fated { me, boon });
        let fated = fated.filter(|fated| fated.me.unit.pools.0.get(FATE).is_some());
        all.extend(fated.filter(Fated::is_of_use).map(boxed));
        all.extend(cheering::there(me).map(|cheer| boxed(Cheering { ctx, me, cheer })));
        all.extend(analysing::there(me).map(|deep| boxed(Analysing { ctx, me, deep })));
        all.push(boxed(Hurry { me }));
        let picking = Picking { ctx, me };
        if picking.locks().next().is_some() {
            all.push(boxed(picking));
        }
        let opening = Opening { ctx, me };
        if !opening.within_reach().is_empty() {
            all.push(boxed(opening));
        }
        if skill_use::there(ctx) {
            all.push(boxed(SkillUse { ctx, me }));
        }
        if mounts::there(ctx, me) {
            all.push(boxed(Riding { ctx, me }));
        }
        all.extend(
            stealth::there(ctx, me).into_iter().map(|what| boxed(Sneaking { ctx, me, what })),
        );
        all.extend([false, true].map(|up| boxed(Leaping { content: self, ctx, me, up })));
        let passes = ctx.state.scene.clock.extra_of(unit.id()).is_some_and(|e| e.name == *ONE_MORE);
        if passes {
            all.push(boxed(AllOutAct { content: self, ctx, me }));
        }
        all.extend(
            handling::there(ctx, me).into_iter().map(|what| boxed(Handling { ctx, me, what })),
        );
        all.extend(
            unopposed::there(ctx, me, passes)
                .into_iter()
                .map(|what| boxed(Plain { ctx, me, what })),
        );
        if !passes {
            all.push(boxed(Delaying { content: self, ctx, me }));
        }
        all
    }
}

fn boxed<'a>(act: impl Act<Step> + 'a) -> Box<dyn Act<Step> + 'a> {
    Box::new(act)
}

/// The acts that can be delayed: all that cost action points and are completed immediately
/// (EV-204).
pub fn delayable<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let mut all = offensive(content, ctx, me);
    all.extend(cheering::there(me).map(|cheer| boxed(Cheering { ctx, me, cheer })));
    all.extend(analysing::there(me).map(|deep| boxed(Analysing { ctx, me, deep })));
    let handy =
        handling::there(ctx, me).into_iter().filter(|what| matches!(what, HandlingAct::Consume(_)));
    all.extend(handy.map(|what| boxed(Handling { ctx, me, what })));
    let plain = unopposed::there(ctx, me, false).into_iter().filter(UnopposedActs::is_delayable);
    all.extend(plain.map(|what| boxed(Plain { ctx, me, what })));
    all.retain(|act| !LONGER.iter().any(|id| act.key() == **id));
    all
}

/// Acts that take longer: with a run-up, or several blows.
const LONGER: [&str; 4] = ["follow_up", "spread", CHARGE, ALL_WEAPONS];

/// Attacks, spells and tricks.
fn offensive<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let mut all: Acts<'a, Step> = hitting::all(content, ctx, me).into_iter().map(boxed).collect();
    all.extend(hitting::rest(content, ctx, me).map(boxed));
    all.extend(me.spells().into_iter().map(|spell| boxed(Casting { content, ctx, me, spell })));
    let open = |ruse: &TrickKind| ruse.talent().is_none_or(|talent| me.can(talent));
    let tricks = tricks::ALL.into_iter().filter(open);
    all.extend(tricks.map(|ruse| boxed(TrickAct { content, ctx, me, ruse })));
    all.push(boxed(Charging { content, ctx, me }));
    all
}

/// The delayable act of that name.
pub fn delayable_act<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    act: &Key,
) -> Option<Box<dyn Act<Step> + 'a>> {
    delayable(content, ctx, me).into_iter().find(|found| found.key() == *act)
}
