//! Objects and edges as targets (EV-280): they have the Toughness of their material and only Light
//! Wounds, and never evade.

use grid::Body;
use rules::command::Target;
use rules::estimate::Breach;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::kit::objects::{away, is_at_hand};
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::Ctx;
use rules::state::Unit;
use rules::{Refusal, Sum};

use super::attack_events::{apart, declare, forgets, is_fumble, roll_events, shot};
use super::conditions::unfocus_attack;
use super::data::{Content, Kind, Moment, Thing};
use super::harm::Harm;
use super::numbers::{Arm, Numbers};
use super::step::{Batter, Outcome};
use super::{attack, budget, chance, hands, restraints, rolling};

/// The properties of an object; `None` if nothing breakable is there.
fn thing<'a>(moment: Moment<'a>, object: Object) -> Option<&'a Thing> {
    object.entry(moment.ctx.field.board(), |entry| moment.content.objects.get(entry))
}

/// Whether a weapon or Power can reach an object (EV-124, EV-125, EV-280).
///
/// # Errors
/// Why it does not.
pub fn check(moment: Moment<'_>, unit: &Unit, arm: Arm<'_>, object: Object) -> Result<(), Refusal> {
    let ctx = moment.ctx;
    if thing(moment, object).is_none() {
        return Err(Refusal::new("wrong_target", "there is nothing to break", "EV-280"));
    }
    let far = away(ctx, unit, object).unwrap_or(u32::MAX);
    let seen = || ctx.field.body(unit.id()).is_some_and(|me: &Body| object.is_seen(ctx.field, me));
    let at_hand = is_at_hand(ctx, unit, object);
    let reaches = match (arm.attack.kind, arm.range()) {
        (Kind::Melee, 1) => at_hand,
        (_, range) => at_hand || far <= range.into() && seen(),
    };
    if reaches { Ok(()) } else { Err(Refusal::new("out_of_range", "it is out of reach", "EV-125")) }
}

/// Objects within reach or range of an attack.
pub fn candidates(moment: Moment<'_>, unit: &Unit, arm: Arm<'_>) -> Vec<Target> {
    let board = moment.ctx.field.board();
    let things = board.things().map(|(id, _)| Object::Thing(id));
    let edges = board.edges().map(|(at, _)| Object::Edge(at));
    let mut all: Vec<Object> = things.chain(edges).collect();
    // At range only free-standing objects: there are too many walls.
    all.retain(|object| {
        let free = matches!(object, Object::Thing(_)) || is_at_hand(moment.ctx, unit, *object);
        free && check(moment, unit, arm, *object).is_ok()
    });
    all.into_iter().map(Object::target).collect()
}

/// Wounds of damage beyond Defense: one, and more for high damage and critical hits (EV-263,
/// EV-267, EV-280), and the extra ones of a Burst (EV-142, EV-145). With only one track, savage
/// wounds are ordinary ones. An Instant Kill takes all that are `left` (EV-276).
fn wounds(content: &Content, over: i32, critical: bool, burst: i32, left: i32) -> i32 {
    let rules = &content.rules;
    if over <= 0 {
        return 0;
    }
    if over >= rules.instant_kill_over {
        return left.max(1);
    }
    let wounds = 1 + burst + i32::from(over >= rules.high_damage) + i32::from(critical);
    let savage = [wounds >= rules.savage_wounds, over >= rules.savage_over];
    wounds + savage.into_iter().map(i32::from).sum::<i32>()
}

/// A blow at an object: declared, rolled without opposition, and its wounds (EV-11, EV-280).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn batter(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Batter,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return nothing };
    let Some(me) = Numbers::of(content, unit) else { return nothing };
    let Some(arm) = me.arm(&step.arm) else { return nothing };
    let Some(object) = Object::of(step.object) else { return nothing };
    let Some(thing) = thing(content.at(ctx), object) else { return nothing };
    // The strike that a bow provokes may have stunned it (EV-252, EV-360).
    if step.paid && (me.stilled().is_some() || restraints::is_restrained(me)) {
        return nothing;
    }
    if !step.paid {
        return Ok(declared(content, ctx, (me, arm), step));
    }
    let mut test = attack::own_test(content, ctx, me, arm);
    attack::add_mode(unit, &step.way, &mut test.against);
    let cuts = apart(content, me, arm);
    let how = (&mut test, |test: &Test| test.throw_cut(&cuts));
    let rolls = rolling::roll_against(ctx, me, how, &|score| score.passed(), oracle)?;
    let face = u16::try_from(test.count.of(&rolls.faces)).unwrap_or(100);
    let (score, mut events) = (rolls.score, rolls.events);
    events.extend(shot(content, me, arm, (face, step.way.bursts())));
    let passed = score.passed() && !is_fumble(content, face);
    let margin = passed.then_some(score.degrees);
    let roll = rules::event::Rolled { who: Some(unit.id()), ..test.rolled("attack", rolls.faces) };
    events.extend(roll_events(content, me, arm, margin, vec![roll]));
    events.extend(unfocus_attack(unit));
    // Its hands suffer whether it hits or not (EV-305, EV-306).
    let aches = hands::use_costs(me, arm.hand(), margin.is_none());
    let Some(margin) = margin else { return Ok(Outcome::after(events, aches, None)) };
    let critical = i32::from(face) <= me.keen(arm);
    let mut sum: Sum = Harm::of(me, arm, margin, critical).damage().clone();
    sum.add("toughness", -thing.toughness, "EV-280");
    let burst = if step.way.bursts() { margin.clamp(0, arm.attack.burst.max(0)) } else { 0 };
    let before = thing.wounds.saturating_sub(object.suffered(ctx.state));
    let total = wounds(content, sum.total(), critical, burst, before);
    let struck = EventKind::Struck {
        act: arm.attack.id.clone(),
        by: unit.id(),
        what: step.object,
        name: object.called(ctx.field.board(), &thing.name),
        packets: vec![events::packet("main", &sum, sum.total().max(0))],
        total,
        left: before.saturating_sub(total),
    };
    events.push(Event::new(struck, &["EV-280"]));
    events.extend(object.suffer(ctx.state, total, thing.wounds, "EV-280"));
    Ok(Outcome::after(events, aches, None))
}

/// Declares a blow at an object and pays for it; adjacent enemies may strike at a bow first
/// (EV-252).
fn declared(
    content: &Content,
    ctx: Ctx<'_>,
    (me, arm): (Numbers<'_>, Arm<'_>),
    step: &Batter,
) -> Outcome {
    let unit = me.unit;
    let mut events = declare(ctx, unit, &[arm], arm.attack.ap, (Vec::new(), None));
    if let Some(note) = forgets(me, &[arm]) {
        events.push(note);
        return Outcome::done(events);
    }
    let mut first = chance::provoked_by_shot(content, ctx, unit, &[arm]);
    // Bonds must be broken before it attacks (EV-409).
    first.extend(restraints::escape_step(me));
    Outcome::after(events, first, Some(Batter { paid: true, ..step.clone() }.into()))
}

/// How the AI breaks an object: with the weapon that needs the fewest attacks.
pub fn breach(content: &Content, ctx: Ctx<'_>, unit: &Unit, object: Object) -> Option<Breach> {
    let me = Numbers::of(content, unit)?;
    budget::check_calm(me).ok()?;
    let thing = thing(content.at(ctx), object)?;
    let left = thing.wounds.saturating_sub(object.suffered(ctx.state));
    let held = me
        .arms()
        .into_iter()
        .filter(|arm| arm.is_ready() && arm.attack.kind == Kind::Melee && !arm.is_power());
    let ways = held.filter_map(|arm| {
        let over = Harm::of(me, arm, 2, false).damage().total() - thing.toughness;
        // About half of the blows hit.
        let uses = Breach::by(arm.attack.id.clone(), wounds(content, over, false, 0, left), left)?;
        Some(Breach { uses: uses.uses.saturating_mul(2), ..uses })
    });
    ways.min_by_key(|breach| breach.uses)
}
