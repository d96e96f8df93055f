//! Tricks and grips: pushing, knocking down, holding, and the effects of words (EV-169 to EV-187).

use grid::{Body, Lean, Push, PushEnd, SupportKind};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Event, MoveKind};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Condition, Expiry, Posture, Status, Unit};
use rules::{Key, Refusal, Sum};

use super::act_text::ActText;
use super::attack::{self, Answer, Approach, OpposedTests};
use super::budget::{self, Price};
use super::conditions::{afflict, calmed, for_turns, unfocus, unfocus_attack, until_turn_of};
use super::data::{Content, Keyword, Kind, Provokes};
use super::extra_acts::{earn, finished, staggerable};
use super::harm::Harm;
use super::names::{
    DEFENDING, DISTRACTED, GRAPPLED, READ, SCARED, SHOCKED, STAGGERED, TAUNTED, THROWN,
};
use super::numbers::Numbers;
use super::step::{EffectMoment, Outcome, Plan, Shove, Step, Suffer, Trick, TrickKind};
use super::{
    bands, chance, gripping, hands, hiding, life, mounts, restraints, rolling, stress, wounds,
};

/// Range of words, in metres (EV-184).
const EARSHOT: u8 = 20;
/// The highest roll that staggers when it wins (EV-182).
const CRITICAL: i32 = 10;
/// Effective size from which on the target's size does not matter (EV-181).
const ANY_SIZE: i32 = 9;

/// The tricks in the order of the action bar.
pub const ALL: [TrickKind; 7] = [
    TrickKind::Push,
    TrickKind::Knockdown,
    TrickKind::Grapple,
    TrickKind::Distract,
    TrickKind::Taunt,
    TrickKind::ScaryFace,
    TrickKind::Read,
];

impl TrickKind {
    /// Its texts.
    pub const fn text(self) -> ActText {
        match self {
            Self::Push => {
                ActText::new("push", "Push", "Drives the target back 1 m per degree.", "EV-175")
            }
            Self::Knockdown => {
                ActText::new("knockdown", "Knockdown", "Knocks the target prone.", "EV-180")
            }
            Self::Grapple => ActText::new("grapple", "Grapple", "Holds the target fast.", "EV-169"),
            Self::Distract => {
                ActText::new("distract", "Distract", "The target evades less well.", "EV-184")
            }
            Self::Taunt => ActText::new("taunt", "Taunt", "Draws the target's attacks.", "EV-185"),
            Self::ScaryFace => ActText::new(
                "scary_face",
                "Scary Face",
                "The target attacks it and its neighbours less well.",
                "EV-187",
            ),
            Self::Read => ActText::new(
                "battle_reading",
                "Battle Reading",
                "The target has to roll one test again.",
                "EV-188",
            ),
        }
    }

    /// The talent that it requires (EV-164).
    pub const fn talent(self) -> Option<&'static str> {
        match self {
            Self::Distract => Some("distract"),
            Self::Taunt => Some("taunt"),
            Self::Read => Some("battle_reading"),
            _ => None,
        }
    }

    const fn price(self) -> Price {
        let keyword = if matches!(self, Self::Grapple) { Keyword::Attack } else { Keyword::Trick };
        Price::of(1, Some(keyword))
    }

    /// Whether it is physical rather than verbal.
    const fn is_bodily(self) -> bool {
        matches!(self, Self::Push | Self::Knockdown | Self::Grapple)
    }

    fn approach(self) -> Approach<'static> {
        let (skills, against): (&[&str], &[&str]) = match self {
            Self::Push | Self::Knockdown => (&["fighting"], &["parry", "dodge", "bracing"]),
            Self::Grapple => (&["natural"], &["parry", "dodge"]),
            Self::Distract | Self::Taunt => (&["manipulate"], &["willpower", "inquiry"]),
            Self::ScaryFace => (&["menace", "intimidate"], &["courage", "willpower"]),
            Self::Read => (&["inquiry"], &["subterfuge", "manipulate"]),
        };
        let bodily = self.is_bodily();
        Approach {
            skills,
            hand: if self == Self::Grapple || !bodily { None } else { Some("main") },
            against,
            kind: bodily.then_some(Kind::Melee),
            attacks: bodily,
            answer: if bodily { Answer::Evades } else { Answer::Listens },
            range: if bodily { 1 } else { EARSHOT },
            gift: ("", 0, ""),
        }
    }
}

/// A trick as an act of a combatant.
pub struct TrickAct<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// Its kind.
    pub trick: TrickKind,
}

impl<'a> TrickAct<'a> {
    fn clash(&self, targets: &[Target]) -> Option<OpposedTests<'a>> {
        let target = self.ctx.unit(one_unit(targets, "EV-175").ok()?)?;
        clash(self.content, self.ctx, &hiding::acting(self.me.unit), target, self.trick)
    }
}

/// The two tests of a trick.
fn clash<'a>(
    content: &'a Content,
    ctx: Ctx<'_>,
    actor: &Unit,
    target: &'a Unit,
    trick: TrickKind,
) -> Option<OpposedTests<'a>> {
    attack::clash_by(content, ctx, (actor, &trick.approach()), (target, None))
}

/// Whether a trick can be tried on a target.
fn check(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, target): (&Unit, &Unit),
    trick: TrickKind,
) -> Result<(), Refusal> {
    let rule = trick.text().rule;
    // Words do not reach the unconscious, but blows do (EV-405).
    let there = if trick.is_bodily() { life::lives(target) } else { target.is_active() };
    if !there || !ctx.state.are_foes(actor.id(), target.id()) {
        return Err(Refusal::new("no_target", "there is no such foe", rule));
    }
    let kind = if trick.is_bodily() { Kind::Melee } else { Kind::Magic };
    if trick.is_bodily() {
        bands::check_bands(ctx, actor, (kind, false), target)?;
    }
    attack::reaches(ctx, actor, (kind, trick.approach().range), target)?;
    let larger = || {
        let size = |unit| Numbers::of(content, unit).map_or(0, |n| i32::from(n.sheet.size));
        size(target) - size(actor)
    };
    let most = content.rules.trick_max_size_diff;
    if trick.is_bodily() && most < ANY_SIZE && larger() > most {
        return Err(Refusal::new("too_large", "it is too large for that", "EV-181"));
    }
    if trick == TrickKind::Knockdown && target.placement.posture == Posture::Prone {
        return Err(Refusal::new("prone", "it is already prone", rule));
    }
    if trick == TrickKind::Grapple && target.conditions.has(GRAPPLED) {
        return Err(Refusal::new("grappled", "it is already held", rule));
    }
    Ok(())
}

impl Act<Step> for TrickAct<'_> {
    fn key(&self) -> Key {
        self.trick.text().key()
    }

    fn label(&self) -> Label {
        self.trick.text().label(self.trick.price().words(), "trick")
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &self.trick.price())?;
        budget::check_calm(self.me)?;
        if self.trick.talent().is_some_and(|talent| !self.me.can(talent)) {
            return Err(Refusal::new("no_talent", "it needs a talent", "EV-164"));
        }
        Ok(())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, self.trick.text().rule)?;
        let none = || Refusal::new("no_target", "there is no such foe", self.trick.text().rule);
        let unit = self.ctx.unit(target).ok_or_else(none)?;
        check(self.content, self.ctx, (self.me.unit, unit), self.trick)?;
        let (unit, trick) = (self.me.unit.id(), self.trick);
        Ok(Plan::of(Trick { unit, target, trick, staggerable: None, over: false }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        self.clash(how.targets).map(OpposedTests::forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        if self.trick.talent().is_some_and(|talent| !self.me.can(talent)) {
            return Vec::new();
        }
        let span = self.trick.approach().range.into();
        let plain = ActSummary::plain(self.key(), Aim::Unit, span, self.check_use().is_ok());
        let (pushes, hampers) = (self.trick == TrickKind::Push, true);
        // A trick without an effect is not worth the strike it may provoke.
        vec![ActSummary { pushes, hampers, cost: 1, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Some(clash) = self.clash(how.targets) else { return Vec::new() };
        let chance = clash.thousandths();
        let target = clash.target;
        let has = |id| target.has(id);
        let hinders = match self.trick {
            TrickKind::Push => 0,
            TrickKind::Knockdown => 1,
            TrickKind::Grapple => i32::from(!has(GRAPPLED)),
            TrickKind::Distract => i32::from(!has(DISTRACTED)),
            TrickKind::Taunt => i32::from(!has(TAUNTED)),
            TrickKind::ScaryFace => i32::from(!has(SCARED)),
            TrickKind::Read => i32::from(!has(READ)),
        };
        // An unconscious foe can do nothing anyway.
        let hinders = if target.unit.is_active() { hinders } else { 0 };
        let hampered = ActOutcome { chance, hinders, ..ActOutcome::none(target.unit.id()) };
        // A failure lets the target strike (EV-183).
        let foe = (target.unit.id(), self.me.unit);
        let risk = chance::risk(self.content, self.ctx, foe, false);
        let fails = (1000 - chance).max(0);
        let risk = risk.map(|risk| ActOutcome { chance: risk.chance * fails / 1000, ..risk });
        std::iter::once(hampered).chain(risk).collect()
    }
}

/// Tries a trick: declares and rolls it, and earns a One More if it staggers a unit (EV-182).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn trick(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Trick,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let units = ctx.unit(step.unit).zip(ctx.unit(step.target));
    let Some((actor, target)) = units else { return nothing };
    let Some(staggerable) = &step.staggerable else {
        return Ok(declared(content, ctx, (actor, target), step));
    };
    if step.over {
        let mut events = earn(ctx, actor, staggerable);
        events.extend(finished(ctx, actor));
        return Ok(Outcome::done(events));
    }
    let Some(me) = Numbers::of(content, actor).filter(|me| me.unit.is_active()) else {
        return nothing;
    };
    if restraints::is_restrained(me) && step.trick.is_bodily() {
        return nothing;
    }
    match clash(content, ctx, actor, target, step.trick) {
        Some(clash) => tried(content, ctx, (me, clash), step, oracle),
        None => nothing,
    }
}

/// Declares a trick and pays for it; by option its target strikes first (EV-170).
fn declared(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, target): (&Unit, &Unit),
    step: &Trick,
) -> Outcome {
    let (text, price) = (step.trick.text(), step.trick.price());
    let staggerable = staggerable(ctx, actor, [target.id()].into_iter(), false);
    let act = (text.key(), text.name);
    let events = budget::declare(ctx, actor, act, &price, (vec![target.id()], None), text.rule);
    let next = Trick { staggerable: Some(staggerable), ..step.clone() }.into();
    let me = Numbers::of(content, actor).filter(|_| step.trick.is_bodily());
    let mut first: Vec<Step> = me.and_then(restraints::escape_step).into_iter().collect();
    if always_provokes(content, step.trick) {
        first.extend(chance::attacks_on(content, ctx, &[target.id()], actor, false));
    }
    Outcome::after(events, first, Some(next))
}

/// Rolls the two tests of a trick; it takes effect, or its target may strike (EV-182, EV-183).
fn tried(
    content: &Content,
    ctx: Ctx<'_>,
    (me, mut clash): (Numbers<'_>, OpposedTests<'_>),
    step: &Trick,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let (actor, target, text) = (me.unit, clash.target.unit, step.trick.text());
    // The effect depends on the degrees of its own test (EV-175, EV-184, EV-185).
    let mut apart = attack::degrees_apart(&clash.own);
    apart.push(CRITICAL + 1);
    apart.sort_unstable();
    apart.dedup();
    let (own, answer, mut events) = rolling::clash(ctx, me, &mut clash, &apart, oracle)?;
    let face = clash.face(&own);
    let degrees = clash.degrees(&own);
    let (margin, rolls) = clash.settled(actor.id(), (text.id, "oppose"), (own, &answer));
    let opposed = rolls.len() > 1;
    let target_passes = clash.target_passes(&answer);
    events.extend(rolls.into_iter().map(|roll| events::rolled(roll, text.rule)));
    if step.trick.is_bodily() {
        events.extend(unfocus_attack(actor));
    } else {
        events.extend(unfocus(actor));
    }
    events.extend(unfocus(target).filter(|_| opposed));
    events.extend(calmed((actor, target), margin.is_some(), target_passes));
    // A unit that touches a shocked one may share the shock (EV-370).
    let shocks = step.trick.is_bodily() && target.conditions.has(SHOCKED);
    let sparks = Suffer { unit: actor.id(), moment: EffectMoment::Sparks };
    let mut costs = hand_costs(me, &clash, step.trick, (opposed, margin.is_some(), target_passes));
    costs.extend(shocks.then_some(Step::Suffer(sparks)));
    let end = Trick { over: true, ..step.clone() }.into();
    if margin.is_none() {
        let mut children = Vec::new();
        if !always_provokes(content, step.trick) {
            children = chance::attacks_on(content, ctx, &[target.id()], actor, false);
        }
        children.extend(costs);
        return Ok(Outcome::after(events, children, Some(end)));
    }
    let (more, mut children) = won(clash.target, actor, step.trick, degrees, content);
    events.extend(more);
    children.extend(costs);
    let staggers = step.trick.is_bodily() && face <= CRITICAL;
    if let Some(ailment) = content.ailments.get(STAGGERED).filter(|_| staggers)
        && !clash.target.has(STAGGERED)
        && !clash.target.has(DEFENDING)
    {
        events.extend(afflict(content, clash.target, ailment, Some(actor.id())));
    }
    Ok(Outcome::after(events, children, Some(end)))
}

/// Costs of broken bones in the hands used for a trick and for parrying it (EV-305, EV-306).
fn hand_costs(
    me: Numbers<'_>,
    clash: &OpposedTests<'_>,
    trick: TrickKind,
    (opposed, won, target_passes): (bool, bool, bool),
) -> Vec<Step> {
    let mut all = hands::use_costs(me, trick.approach().hand, !won);
    all.extend(hands::parry_costs(clash, opposed, won || !target_passes));
    all
}

/// Whether it lets its target strike first, whatever the result (EV-170).
fn always_provokes(content: &Content, trick: TrickKind) -> bool {
    trick == TrickKind::Grapple && content.rules.grapple_provokes == Provokes::Always
}

/// The effect of a successful trick.
fn won(
    target: Numbers<'_>,
    actor: &Unit,
    trick: TrickKind,
    degrees: i32,
    content: &Content,
) -> (Vec<Event>, Vec<Step>) {
    let (unit, by) = (target.unit, actor.id());
    let gains = |condition| vec![events::gained_from(unit, condition, trick.text().rule)];
    let events = match trick {
        TrickKind::Push => {
            let metres = u16::try_from(degrees.max(content.rules.push_min)).unwrap_or(0);
            let shove = Shove { unit: unit.id(), by, metres, left: None };
            return (Vec::new(), (metres > 0).then(|| shove.into()).into_iter().collect());
        }
        TrickKind::Knockdown => {
            vec![events::posture(unit, Posture::Prone, unit.placement.support, "EV-180")]
        }
        TrickKind::Grapple => {
            let held = Condition::new(Key::of(GRAPPLED), 0, Some(by), Expiry::Battle);
            vec![events::gained(unit, held, "EV-169")]
        }
        TrickKind::Distract => gains(until_turn_of(DISTRACTED, 1 + i32::from(degrees >= 4), by)),
        TrickKind::Taunt => {
            let fellowship = Numbers::of(content, actor).map_or(1, |n| n.bonus("fellowship"));
            let turns = u16::try_from(fellowship.max(1)).unwrap_or(1);
            let size = 1 + i32::from(degrees >= 3);
            gains(for_turns(Key::of(TAUNTED), size, Some(by), unit, turns))
        }
        TrickKind::ScaryFace => gains(until_turn_of(SCARED, 1, by)),
        TrickKind::Read => gains(until_turn_of(READ, 1, by)),
    };
    (events, Vec::new())
}

/// Pushes a unit straight away, until an obstacle or an edge stops it (EV-175 to EV-178).
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn shove(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Shove,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(target) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return nothing;
    };
    let unit = target.unit;
    if let Some(left) = step.left.map(i32::from) {
        return collides(content, ctx, target, left, oracle);
    }
    let bodies = ctx.field.body(step.by).and_then(Body::room).zip(ctx.field.body(step.unit));
    let Some((from, body)) = bodies else { return nothing };
    let (step_up, step_down) = (content.rules.free_rise, content.rules.free_drop);
    let (metres, lean) = (step.metres, Lean::Clockwise);
    // Flyers stay in their band, above units on the ground (EV-X3).
    let flies = bands::is_aloft(ctx, unit);
    let push = Push { metres, step_up, step_down, flies, past_corner: false, lean };
    let Some((track, start)) = ctx.field.push_track(body, from, push).zip(body.room()) else {
        return nothing;
    };
    let mut events = Vec::new();
    if let Some(last) = track.rooms.last() {
        let behind = track.rooms.iter().rev().nth(1).copied().unwrap_or(start);
        events.extend(gripping::follows(ctx, (unit, step.by), behind, oracle)?);
        let support = ctx.field.support(*last, unit.id());
        let support = if flies { SupportKind::Flight } else { support };
        let manner = (MoveKind::Forced, 0);
        events.extend(mounts::dismounted(unit, "EV-175"));
        // Nothing softens the fall of a unit thrown over an edge (EV-105, EV-178).
        if matches!(track.end, PushEnd::Drop(_)) && !flies {
            let thrown = Condition::new(Key::of(THROWN), 0, Some(step.by), Expiry::Battle);
            events.push(events::gained(unit, thrown, "EV-178"));
        }
        events.push(events::moved(unit, (start, *last), support, manner, "EV-175"));
    }
    // At an edge the rest of the push is lost, and likewise at the border of the board.
    let open = matches!(
        track.end,
        PushEnd::Done | PushEnd::NoDirection | PushEnd::Border(_) | PushEnd::Drop(_)
    );
    let left = if open { 0 } else { track.left };
    Ok(Outcome::then(events, Shove { left: Some(left), ..step.clone() }.into()))
}

/// An obstacle has stopped a pushed unit with this many metres left (EV-177).
fn collides(
    content: &Content,
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    left: i32,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let unit = target.unit;
    if unit.status == Status::Dead || left == 0 {
        return Ok(Outcome::done(Vec::new()));
    }
    let mut events: Vec<Event> =
        stress::gained(unit, left, "a collision", "EV-177").into_iter().collect();
    let mut damage = Sum::new();
    damage.push(format!("{left} m left"), left, "EV-177");
    let hit = Harm::plain("collision", damage, false);
    let (more, _) = wounds::struck(content, ctx, target, &hit, oracle)?;
    // Stress from the collision and from the wounds adds up (EV-X5).
    events.extend(more.into_iter().map(|event| stress::with_earlier(event, left)));
    Ok(match stress::faints(target, &events) {
        Some(faints) => Outcome::then(events, faints),
        None => Outcome::done(events),
    })
}
