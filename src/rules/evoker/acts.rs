//! The acts of a combatant other than movement.

use rules::kit::acts::{Act, Acts, Repertoire};
use rules::ruleset::Ctx;
use rules::state::Unit;
use rules::{Key, Values};

use super::all_out::AllOutAct;
use super::analysing::{self, Analysing};
use super::attack_acts;
use super::authority::{self, AuthorityAct};
use super::charging::Charging;
use super::data::Content;
use super::delaying::Delaying;
use super::fate::{self, FateAct};
use super::fixtures::Opening;
use super::handling::{self, Handling, HandlingAct};
use super::hurrying::Hurry;
use super::leaping::Leaping;
use super::locks::Picking;
use super::mounts::{self, Riding};
use super::names::{FATE, ONE_MORE};
use super::numbers::Numbers;
use super::skill_use::{self, SkillUse};
use super::spells::Casting;
use super::stealth::{self, Sneaking};
use super::step::{Step, TrickKind};
use super::tricks::{self, TrickAct};
use super::unopposed::{self, Unopposed, UnopposedOption};

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "EV-163";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let Some(me) = Numbers::of(self, unit) else { return Vec::new() };
        KINDS.iter().flat_map(|kind| kind(self, ctx, me)).collect()
    }

    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
        _with: &Values,
    ) -> Option<Box<dyn Act<Step> + 'a>> {
        let me = Numbers::of(self, unit)?;
        let named = |kind: &Kind| kind(self, ctx, me).into_iter().find(|act| act.key() == *name);
        KINDS.iter().find_map(named)
    }
}

/// Lists a combatant's acts of one kind.
type Kind = for<'a> fn(&'a Content, Ctx<'a>, Numbers<'a>) -> Acts<'a, Step>;

/// All kinds, in action bar order; the search for an act tries them in turn.
const KINDS: [Kind; 9] = [
    attacks,
    spells,
    tricks_and_charge,
    fate_uses,
    spoken,
    nearby_things,
    stealth_and_leaps,
    with_hands,
    others,
];

/// Whether its turn is an extra one passed to it.
fn passes(ctx: Ctx<'_>, me: Numbers<'_>) -> bool {
    let extra = ctx.state.scene.clock.extra_of(me.unit.id());
    extra.is_some_and(|extra| extra.name == *ONE_MORE)
}

fn fate_uses<'a>(_: &'a Content, _: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    if me.unit.pools.0.get(FATE).is_none() {
        return Vec::new();
    }
    let all = fate::ALL.into_iter().map(|fate_use| FateAct { me, fate_use });
    all.filter(FateAct::is_of_use).map(boxed).collect()
}

/// Acts of authority and analyses.
fn spoken<'a>(_: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let spoken = authority::available(me).map(|kind| boxed(AuthorityAct { ctx, me, kind }));
    spoken.chain(analysing::available(me).map(|deep| boxed(Analysing { ctx, me, deep }))).collect()
}

/// Hurrying, acts on locks, doors, levers and mounts, and the use of skills.
fn nearby_things<'a>(_: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let mut all: Acts<'a, Step> = vec![boxed(Hurry { me })];
    let picking = Picking { ctx, me };
    if picking.locks().next().is_some() {
        all.push(boxed(picking));
    }
    let opening = Opening { ctx, me };
    if !opening.within_reach().is_empty() {
        all.push(boxed(opening));
    }
    if skill_use::is_available(ctx) {
        all.push(boxed(SkillUse { ctx, me }));
    }
    if mounts::is_available(ctx, me) {
        all.push(boxed(Riding { ctx, me }));
    }
    all
}

fn stealth_and_leaps<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let sneaks = stealth::available(ctx, me).into_iter();
    let mut all: Acts<'a, Step> = sneaks.map(|what| boxed(Sneaking { ctx, me, what })).collect();
    all.extend([false, true].map(|up| boxed(Leaping { content, ctx, me, up })));
    if passes(ctx, me) {
        all.push(boxed(AllOutAct { content, ctx, me }));
    }
    all
}

fn with_hands<'a>(_: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let things = handling::available(ctx, me).into_iter();
    things.map(|what| boxed(Handling { ctx, me, what })).collect()
}

fn others<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let passes = passes(ctx, me);
    let plain = unopposed::available(ctx, me, passes).into_iter();
    let mut all: Acts<'a, Step> = plain.map(|what| boxed(Unopposed { ctx, me, what })).collect();
    if !passes {
        all.push(boxed(Delaying { content, ctx, me }));
    }
    all
}

fn boxed<'a>(act: impl Act<Step> + 'a) -> Box<dyn Act<Step> + 'a> {
    Box::new(act)
}

/// The acts that can be delayed: all that cost action points and are completed at once (EV-204).
pub fn delayable<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let mut all = offensive(content, ctx, me);
    all.extend(authority::available(me).map(|kind| boxed(AuthorityAct { ctx, me, kind })));
    all.extend(analysing::available(me).map(|deep| boxed(Analysing { ctx, me, deep })));
    let handy = handling::available(ctx, me)
        .into_iter()
        .filter(|what| matches!(what, HandlingAct::Consume(_)));
    all.extend(handy.map(|what| boxed(Handling { ctx, me, what })));
    let plain =
        unopposed::available(ctx, me, false).into_iter().filter(UnopposedOption::is_delayable);
    all.extend(plain.map(|what| boxed(Unopposed { ctx, me, what })));
    all.retain(|act| !RESTS.iter().any(|id| act.key() == **id));
    all
}

/// Acts that are only the rest of another.
const RESTS: [&str; 2] = ["follow_up", "spread"];

/// Attacks, spells and tricks.
fn offensive<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let kinds: [Kind; 3] = [attacks, spells, tricks_and_charge];
    kinds.iter().flat_map(|kind| kind(content, ctx, me)).collect()
}

fn attacks<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let mut all: Acts<'a, Step> =
        attack_acts::all(content, ctx, me).into_iter().map(boxed).collect();
    all.extend(attack_acts::follow_ups(content, ctx, me).map(boxed));
    all
}

fn spells<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let spells = me.spells().into_iter();
    spells.map(|spell| boxed(Casting { content, ctx, me, spell })).collect()
}

/// Tricks, and the charge.
fn tricks_and_charge<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Acts<'a, Step> {
    let open = |trick: &TrickKind| trick.talent().is_none_or(|talent| me.can(talent));
    let tricks = tricks::ALL.into_iter().filter(open);
    let tricks = tricks.map(|trick| boxed(TrickAct { content, ctx, me, trick }));
    tricks.chain([boxed(Charging { content, ctx, me })]).collect()
}

/// The delayable act with this key.
pub fn delayable_act<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    act: &Key,
) -> Option<Box<dyn Act<Step> + 'a>> {
    delayable(content, ctx, me).into_iter().find(|found| found.key() == *act)
}
