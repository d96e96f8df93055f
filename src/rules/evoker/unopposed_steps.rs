//! Carrying out unopposed acts.

use grid::{Body, UnitId};
use rules::Key;
use rules::event::{Event, EventKind, LayerChange, SlotChange};
use rules::kit::{events, turns};
use rules::ruleset::Ctx;
use rules::state::{LayerState, Posture, Unit};

use super::budget::{self, Price};
use super::conditions::{until_next_test, until_own_turn, until_turn_of};
use super::data::{Content, Keyword};
use super::names::{
    AP, DEFENDING, FLEEING, FOCUSED, METRES, PANICKED, PROTECTED, RALLY, RECENT, SWAP_PERSONA, TURN,
};
use super::numbers::Numbers;
use super::step::{Aloft, EffectMoment, Outcome, Suffer, UnopposedAct, UnopposedKind};
use super::{attack, chance, covering, fate, hands, hurrying, restraints};

/// Carries out an unopposed act.
pub fn carry_out(content: &Content, ctx: Ctx<'_>, step: &UnopposedAct) -> Outcome {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = me.unit;
    match &step.doing {
        UnopposedKind::Rise => rise(content, ctx, unit, step),
        UnopposedKind::Stand => Outcome::done(stand(ctx, me).into_iter().collect()),
        UnopposedKind::Drop => Outcome::done(go_prone(unit)),
        UnopposedKind::Defend => Outcome::done(defend(ctx, unit)),
        UnopposedKind::Protect(friend) => Outcome::done(protect(ctx, unit, *friend)),
        UnopposedKind::Cover(friends, key) => {
            announce_cover(content, ctx, me, (friends, key), step)
        }
        UnopposedKind::Covering(friends, key) => give_cover(ctx, me, (friends, key)),
        UnopposedKind::Try(moment) => attempt(unit, *moment),
        UnopposedKind::TryMoving(moment) => attempt_with_move(unit, *moment, step),
        UnopposedKind::MoveOn => Outcome::done(move_on(me)),
        UnopposedKind::CalmDown => Outcome::done(calm_down(unit)),
        UnopposedKind::Aid(patient) => {
            let moment = EffectMoment::Staunches(unit.id());
            let spent = spend(unit, 1, "First Aid", "EV-394");
            Outcome::then(spent, Suffer { unit: *patient, moment }.into())
        }
        UnopposedKind::Focus(ap) => {
            let spent = spend(unit, *ap, "Focus", "EV-202");
            Outcome::done(spent.into_iter().chain([focused(unit, *ap)]).collect())
        }
        UnopposedKind::CatchItself => {
            let spent = spend(unit, 1, "it tries", "EV-121");
            Outcome::then(spent, Aloft::Catch(unit.id()).into())
        }
        UnopposedKind::Hurry => Outcome::done(hurrying::toggled(unit)),
        UnopposedKind::Fate(fate_use, on) => fate::spent(ctx, me, (*fate_use, on.as_ref())),
        UnopposedKind::Swap(to) => Outcome::done(swap(content, unit, to)),
        UnopposedKind::Pass(to) => Outcome::done(pass(ctx, unit, *to)),
    }
}

/// Spends action points.
fn spend(unit: &Unit, ap: i32, why: &str, rule: &'static str) -> Vec<Event> {
    events::pool(unit, AP, unit.pools.0.value(AP) - ap, why, rule).into_iter().collect()
}

/// Begins to get up; adjacent enemies may strike while it is still down (EV-211).
fn rise(content: &Content, ctx: Ctx<'_>, unit: &Unit, step: &UnopposedAct) -> Outcome {
    let foes = attack::engaged(ctx, unit);
    let chances = chance::attacks_on(content, ctx, &foes, unit, false);
    let stand = UnopposedAct { doing: UnopposedKind::Stand, ..step.clone() };
    Outcome::after(spend(unit, 1, "Rise", "EV-210"), chances, Some(stand.into()))
}

/// Gets up, if those strikes have not stopped it (EV-210).
fn stand(ctx: Ctx<'_>, me: Numbers<'_>) -> Option<Event> {
    let unit = me.unit;
    if !unit.is_active() || me.stilled().is_some() {
        return None;
    }
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let support = room.map(|room| ctx.field.support(room, unit.id()));
    let support = support.unwrap_or(unit.placement.support);
    Some(events::posture(unit, Posture::Standing, support, "EV-210"))
}

/// Lies down (EV-210).
fn go_prone(unit: &Unit) -> Vec<Event> {
    let mut events = spend(unit, 1, "Go prone", "EV-210");
    events.push(events::posture(unit, Posture::Prone, unit.placement.support, "EV-210"));
    events
}

/// Defends itself (EV-189).
fn defend(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let price = Price::of(2, Some(Keyword::Defensive));
    let act = (Key::of("defend"), "Defend");
    let mut events = budget::declare(ctx, unit, act, &price, (Vec::new(), None), "EV-189");
    let condition = until_own_turn(DEFENDING, 0, Some(unit.id()));
    events.push(events::gained(unit, condition, "EV-189"));
    events
}

/// Protects another unit (EV-191).
fn protect(ctx: Ctx<'_>, unit: &Unit, friend: UnitId) -> Vec<Event> {
    let price = Price::of(2, Some(Keyword::Defensive));
    let act = (Key::of("protect"), "Protect");
    let mut events = budget::declare(ctx, unit, act, &price, (vec![friend], None), "EV-191");
    let protected = until_turn_of(PROTECTED, 0, unit.id());
    events.extend(ctx.unit(friend).map(|u| events::gained_from(u, protected, "EV-191")));
    events
}

/// Covering Fire is announced; adjacent enemies may strike at a bow before it is given (EV-193).
fn announce_cover(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (friends, key): (&[UnitId], &Key),
    step: &UnopposedAct,
) -> Outcome {
    let price = Price::of(1, Some(Keyword::Defensive));
    let act = (Key::of("covering_fire"), "Covering Fire");
    let events = budget::declare(ctx, me.unit, act, &price, (friends.to_vec(), None), "EV-193");
    let chances = chance::provoked_by_shot(content, ctx, me.unit, me.arm(key).as_slice());
    let doing = UnopposedKind::Covering(friends.to_vec(), key.clone());
    Outcome::after(events, chances, Some(UnopposedAct { doing, ..step.clone() }.into()))
}

/// Covering Fire is given, if those strikes have not stopped it (EV-193).
fn give_cover(ctx: Ctx<'_>, me: Numbers<'_>, (friends, key): (&[UnitId], &Key)) -> Outcome {
    if !me.unit.is_active() || me.stilled().is_some() {
        return Outcome::done(Vec::new());
    }
    let hand = me.arm(key).and_then(|arm| arm.hand());
    let events = covering::covers(ctx, me, friends, key);
    Outcome::after(events, hands::use_costs(me, hand, false), None)
}

/// A test to end a condition, for an action point.
fn attempt(unit: &Unit, moment: EffectMoment) -> Outcome {
    let rallies = moment == EffectMoment::Rallies;
    let record = rallies.then(|| budget::recorded(unit, RALLY, "EV-378"));
    let spent = spend(unit, 1, "it tries", "EV-365");
    let events = record.into_iter().chain(spent).collect();
    Outcome::then(events, Suffer { unit: unit.id(), moment }.into())
}

/// A test to end a condition, for the whole Move. Breaking free leaves the Move intact (EV-409).
fn attempt_with_move(unit: &Unit, moment: EffectMoment, step: &UnopposedAct) -> Outcome {
    let spent = events::pool(unit, METRES, 0, "it tries", "EV-365").into_iter().collect();
    let tries = Suffer { unit: unit.id(), moment }.into();
    if !matches!(moment, EffectMoment::Strains | EffectMoment::Struggles) {
        return Outcome::then(spent, tries);
    }
    let back = UnopposedAct { doing: UnopposedKind::MoveOn, ..step.clone() };
    Outcome::after(spent, vec![tries], Some(back.into()))
}

/// Gets the Move back if the attempt has succeeded (EV-409).
fn move_on(me: Numbers<'_>) -> Vec<Event> {
    let metres = if restraints::is_restrained(me) { 0 } else { me.basic_move() };
    events::pool(me.unit, METRES, metres, "it is free", "EV-409").into_iter().collect()
}

/// Shakes off panic, for an action point and the Move (EV-384).
fn calm_down(unit: &Unit) -> Vec<Event> {
    let mut events = spend(unit, 1, "Calm down", "EV-384");
    events.extend(events::pool(unit, METRES, 0, "Calm down", "EV-384"));
    let ends = [PANICKED, FLEEING].into_iter();
    events.extend(ends.filter_map(|id| events::relieved(unit, id, "it calms down", "EV-384")));
    events
}

/// Focus adds up until the next test; each part of it lapses at the end of the turn after its own
/// (EV-202).
fn focused(unit: &Unit, ap: i32) -> Event {
    let turn = i64::from(unit.turn.number);
    let known = unit.conditions.get(FOCUSED);
    let size = known.map_or(0, |c| c.size) + ap;
    let recent = known.filter(|c| c.data.get(TURN) == turn).map_or(0, |c| c.data.get(RECENT));
    let condition = until_next_test(FOCUSED, size, None).with(Key::of(TURN), turn);
    let condition = condition.with(Key::of(RECENT), recent + i64::from(ap));
    events::gained(unit, condition, "EV-202")
}

/// Makes another Persona active (EV-219).
fn swap(content: &Content, unit: &Unit, to: &Key) -> Vec<Event> {
    let layer = |id: &Key, to, why: &str| {
        let (id, change, why) = (id.clone(), LayerChange::State(to), why.to_owned());
        Event::new(EventKind::Layer { unit: unit.id(), id, change, why }, &["EV-219"])
    };
    let mut events = spend(unit, content.rules.persona_swap_ap, "Swap Persona", "EV-219");
    events.push(budget::recorded(unit, SWAP_PERSONA, "EV-219"));
    let standing = unit.carriers.standing().map(|l| &l.id);
    events.extend(standing.map(|id| layer(id, LayerState::Recalled, "it steps back")));
    events.push(layer(to, LayerState::On, "it comes forward"));
    events
}

/// Passes an extra act to another unit; the unit that earned it is already in the chain (EV-339).
fn pass(ctx: Ctx<'_>, unit: &Unit, to: UnitId) -> Vec<Event> {
    let mut all = turns::pass(ctx, unit.id(), to, "EV-334");
    for event in &mut all {
        if let EventKind::Slot(SlotChange::Pass { extra: Some(extra), .. }) = &mut event.what {
            extra.chain.dedup();
        }
    }
    all
}
