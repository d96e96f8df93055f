//! Attacks: against Guard, then against a reaction that is chosen when the total is known, then damage
//! (VG-95 to VG-137).

use crate::grid::{Body, Diagonals, Edge, Hm, UnitId, distance, sees};
use crate::rules::dice::Chance;
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::Test;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Deed, Posture, Status, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::conditions;
use super::cover::{self, Cover, Stop};
use super::damage;
use super::data::{Content, DamageType, Moment, Rider, Talent, Weapon, WeaponKind};
use super::facing;
use super::forces;
use super::harm::{self, Damage};
use super::long_acts;
use super::numbers::{FIST, Numbers, VIGOR, WEAK_SPOT};
use super::objects;
use super::reactions;
use super::roll::Tally;
use super::sight;
use super::skills::CHARMED;
use super::step::{Attack, Blow, How, Outcome, Style};

/// The class of attacks in the history of a turn.
pub const ATTACK: &str = "attack";

/// Odds tell totals apart up to this far above what is needed, and leave out what is beyond: less than
/// one in a million, as four dice would have to burst several times over.
const TOLD_APART: i32 = 90;

/// An attack as it stands before it is rolled.
pub struct Roll<'a> {
    /// Who attacks.
    pub numbers: Numbers<'a>,
    /// Whom.
    pub target: &'a Unit,
    /// With what.
    pub weapon: &'a Weapon,
    /// Whether it is a strike rather than a shot.
    pub melee: bool,
    /// Charges and Challenges.
    pub tally: Tally,
    /// Cover on its way.
    pub cover: Cover,
    /// The d20 and the Bonus Dice, which have to come higher than Guard (VG-1, VG-2).
    pub test: Test,
}

/// Whether a combatant attacked in its latest turn.
pub fn has_attacked(unit: &Unit) -> bool {
    unit.turn.deeds.iter().any(|deed| deed.class == *ATTACK)
}

/// Whether an edge keeps two bodies from being adjacent: walls, closed leaves, and everything that is
/// half a metre high (VG-141).
pub fn stops_adjacency(edge: Edge) -> bool {
    let leaf_is_open = edge.open && edge.kind.spec().opens && edge.bands()[0].is_none();
    !leaf_is_open && edge.kind.spec().height > Hm::ZERO
}

/// Whether two bodies are adjacent: beside each other with a clear path, at heights that differ by
/// less than 6 feet (VG-139, VG-141, VG-143).
pub fn adjacent(ctx: Ctx<'_>, a: &Body, b: &Body) -> bool {
    ctx.field.adjacent_unless(a, b, Hm::metres(2), stops_adjacency)
}

/// How far apart two bodies are, squares.
pub fn metres(a: &Body, b: &Body) -> i32 {
    distance(a, b, Diagonals::One).and_then(|m| i32::try_from(m).ok()).unwrap_or(i32::MAX)
}

/// Whether a strike with a weapon reaches another body: it is adjacent, or the reach is longer and the
/// line is clear (VG-137, VG-142, VG-144).
pub fn in_reach(
    ctx: Ctx<'_>,
    numbers: &Numbers<'_>,
    weapon: &Weapon,
    bodies: (&Body, &Body),
) -> bool {
    let (me, them) = bodies;
    let reach = numbers.reach(weapon);
    let further = || metres(me, them) <= reach && sees(ctx.field.board(), me, them);
    reach > 0 && (adjacent(ctx, me, them) || reach > 1 && further())
}

fn no_target() -> Refusal {
    Refusal::new("no_target", "there is no one to attack", "VG-132")
}

/// An attack of one combatant on another, if it is possible where they are.
///
/// # Errors
/// Why it is not.
pub fn prepare<'a>(
    moment: Moment<'a>,
    actor: &'a Unit,
    weapon: &'a Weapon,
    target: UnitId,
    style: &Style,
) -> Result<Roll<'a>, Refusal> {
    let Moment { content, ctx } = moment;
    let target = ctx.unit(target).filter(|u| u.id() != actor.id()).ok_or_else(no_target)?;
    let numbers = Numbers::of(content, actor).ok_or_else(no_target)?;
    let theirs = Numbers::of(content, target).ok_or_else(no_target)?;
    if matches!(target.status, Status::Dead | Status::Gone) {
        return Err(no_target());
    }
    let charmed = |c: &&Condition| c.id == *CHARMED && c.source == Some(target.id());
    if actor.conditions.0.iter().any(|c| charmed(&c)) {
        return Err(Refusal::new("charmed", "it is charmed by that one", "VG-86"));
    }
    if !facing::is_aware(ctx, actor.id(), target.id()) {
        return Err(Refusal::new("unknown", "its square is not known", "VG-309"));
    }
    let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(target.id()));
    let (me, them) = bodies.ok_or_else(no_target)?;
    let melee = in_reach(ctx, &numbers, weapon, (me, them));
    let mut tally = numbers.tally_against(target.id());
    tally.charge(&weapon.name, weapon.charges, "VG-6");
    let mut guard = theirs.guard();
    if facing::is_behind(ctx, actor.id(), target.id())
        && !facing::is_aware(ctx, target.id(), actor.id())
        && !theirs.is_helpless()
    {
        // Rounded up: half of it, rounded down, is taken off.
        guard.push("unaware, from behind: half", -(guard.total() / 2), "VG-148");
    }
    guard.add("smaller than the attacker", theirs.smaller_than(&numbers), "VG-272");
    let mut cover = Cover::default();
    if !melee {
        if actor.conditions.has(conditions::STEADY) {
            tally.charge("steady aim", 1, "VG-325");
        }
        cover = shoot(moment, (&numbers, me), weapon, (target, them), (&mut tally, &mut guard))?;
    }
    if style.off_hand {
        let challenges = content.rules.offhand_challenges;
        tally.burden("off hand", challenges, "VG-64");
    }
    if style.chance {
        tally.challenge("taking a Chance", 1, "VG-25");
        tally.boost("taking a Chance", 1, "VG-25");
    }
    let mut test = Test::of(20, tally.told().clone(), "Guard", guard).above();
    test.dice.extend(numbers.bonus_dice(numbers.score(weapon.ability), tally.on_action()));
    Ok(Roll { numbers, target, weapon, melee, tally, cover, test })
}

/// What a shot meets on its way: range, visibility, cover, a target that lies (VG-133, VG-136,
/// VG-163, VG-281, VG-296). What it is worth is added to the sums.
fn shoot(
    moment: Moment<'_>,
    (numbers, me): (&Numbers<'_>, &Body),
    weapon: &Weapon,
    (target, them): (&Unit, &Body),
    (tally, guard): (&mut Tally, &mut Sum),
) -> Result<Cover, Refusal> {
    let Moment { content, ctx } = moment;
    let board = ctx.field.board();
    if !sees(board, me, them) {
        return Err(Refusal::new("no_sight", "it is not in view", "VG-132"));
    }
    let (metres, increment) = (metres(me, them), i32::from(weapon.increment));
    let seen = sight::between(ctx, me, them);
    if increment == 0 || metres > weapon.farthest(&content.rules) {
        return Err(Refusal::new("out_of_range", "it is out of range", "VG-136"));
    }
    if metres > seen.limit() {
        return Err(Refusal::new("out_of_range", "one cannot see so far", seen.rule()));
    }
    if metres > seen.sight() && !sight::is_located(ctx, numbers.unit, target) {
        return Err(Refusal::new("unknown", "its square is not known", "VG-290"));
    }
    let beyond = (metres - 1).max(0) / increment;
    tally.challenge("far", beyond, "VG-136");
    if beyond > 0 && numbers.sheet.has(Talent::Longshot) {
        tally.challenge("Longshot", -1, "VG-352");
    }
    if target.placement.posture == Posture::Prone {
        tally.challenge("prone", 1, "VG-163");
    }
    guard.add(seen.name(), seen.guard(metres), seen.rule());
    if adjacent(ctx, me, them) {
        return Ok(Cover::default());
    }
    let cover = cover::of(&content.rules, board, me, them);
    cover.add_to(guard);
    Ok(cover)
}

impl Roll<'_> {
    /// The dice of the damage: those of the weapon, which do not burst (VG-194), and the Bonus Dice
    /// of Strength (VG-190, VG-192).
    pub fn damage(&self, content: &Content) -> damage::Roll<'_> {
        self.numbers.damage_roll(self.weapon, self.tally.on_effect(content))
    }

    /// The damage that is to be expected, rounded down.
    pub fn usual_damage(&self, content: &Content) -> i32 {
        self.damage(content).usual()
    }

    /// The chance of a hit before any reaction.
    pub fn chance(&self) -> Chance {
        self.test.chance()
    }
}

/// The other hand for an off-hand attack in the same action: a light weapon there, or a fist (VG-63,
/// VG-65).
///
/// # Errors
/// Why there is none.
pub fn other_hand<'a>(numbers: &Numbers<'a>, weapon: &Weapon) -> Result<&'a Weapon, Refusal> {
    if weapon.hands != 1 || weapon.reach == 0 {
        return Err(Refusal::new("hands_full", "it takes both hands", "VG-63"));
    }
    if numbers.has_shield() {
        return Err(Refusal::new("hands_full", "the other hand holds a shield", "VG-63"));
    }
    let own = weapon.of.as_ref().unwrap_or(&weapon.id);
    let other = numbers.weapons().find(|w| w.id != *own && w.hands == 1 && w.reach > 0);
    let fist = || numbers.weapons().find(|w| w.id == *FIST);
    other.or_else(fist).ok_or_else(|| Refusal::new("hands_full", "no hand is free", "VG-63"))
}

/// Carries an attack out.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(moment: Moment<'_>, step: &Attack, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit).filter(|u| u.is_active()) else { return nothing };
    let weapon = Numbers::of(content, actor).and_then(|n| n.weapon(step.weapon.as_str()));
    let Some(weapon) = weapon else { return nothing };
    if matches!(step.blow, Blow::Over) {
        return Ok(over(moment, step, actor));
    }
    let roll = prepare(moment, actor, weapon, step.target, &step.style);
    let Ok(roll) = roll else { return Ok(over(moment, step, actor)) };
    let next = |blow| Attack { blow, ..step.clone() }.into();
    // The total matters after a hit only to what the target resists it with.
    let harm =
        |shield, total| Blow::Harm { shield, total: if resisted(weapon) { total } else { 0 } };
    match &step.blow {
        Blow::Declare => Ok(declare(moment, step, (actor, weapon))),
        Blow::Roll => {
            let defenders = reactions::defenders(moment, &roll);
            let throw = if defenders.is_empty() {
                roll.test.throw()
            } else {
                roll.test.throw_whole(roll.test.against.total() + TOLD_APART)
            };
            let faces = oracle.roll(throw)?;
            let score = roll.test.score(&faces);
            let (hits, total) = (score.passed(), score.total);
            let event =
                events::tested(&roll.test, (ATTACK, actor, Some(step.target)), faces, "VG-127");
            let mut events = vec![event];
            events.extend(roll.numbers.shot(weapon));
            Ok(match (hits, defenders.is_empty()) {
                (false, _) => Outcome::then(events, next(Blow::Over)),
                (true, false) => Outcome::then(events, next(Blow::Defend { total, by: defenders })),
                (true, true) => Outcome::then(events, next(harm(0, total))),
            })
        }
        Blow::Defend { total, by } => {
            let Some((first, rest)) = by.split_first() else {
                return Ok(Outcome::then(Vec::new(), next(harm(0, *total))));
            };
            let attack = reactions::Incoming { roll: &roll, actor, total: *total };
            let defence = reactions::defend(moment, &attack, *first, oracle)?;
            let blow = match (defence.avoided, rest.is_empty()) {
                (true, _) => Blow::Over,
                (false, true) => harm(defence.shield, *total),
                (false, false) => Blow::Defend { total: *total, by: rest.to_vec() },
            };
            Ok(Outcome::then(defence.events, next(blow)))
        }
        Blow::Harm { shield, total } => {
            let Some(theirs) = Numbers::of(content, roll.target) else { return nothing };
            let damage = roll.damage(content).against(&theirs);
            // Sound passes, and so do rays through all but metal (VG-307).
            let cover = stop(moment, &roll, actor).filter(|cover| match weapon.damage {
                DamageType::Sonic => false,
                DamageType::Radiation => cover.metal,
                _ => true,
            });
            let most = harm::most(content, roll.target) + cover.map_or(0, |c| c.rank) + shield;
            let rolls = damage.roll(most, oracle)?;
            let damage = Damage {
                by_weapon: weapon.kind != WeaponKind::Spell,
                cover: cover.map(|cover| (cover.rank, cover.rule)),
                to_health: weapon.to_health,
                ..damage.damage((&weapon.id, actor), rolls, *shield)
            };
            let dealt = harm::deal(content, roll.target, damage);
            let riders = forces::riders(step, weapon, *total, dealt.amount);
            let mut events = dealt.events;
            if let Some(thing) = cover.and_then(|cover| cover.thing) {
                events.extend(objects::covers(moment, thing, dealt.covered));
            }
            events.extend(ends_charm(ctx, roll.target, actor));
            Ok(Outcome::after(events, riders, Some(next(Blow::Over))))
        }
        Blow::Over => nothing,
    }
}

/// Whether the target of a hit resists what else it does, against the total of the attack.
const fn resisted(weapon: &Weapon) -> bool {
    matches!(weapon.rider, Some(Rider::Topple(_) | Rider::Pin(_) | Rider::Slow { .. }))
}

/// Declares and pays an attack.
fn declare(moment: Moment<'_>, step: &Attack, (actor, weapon): (&Unit, &Weapon)) -> Outcome {
    let Moment { content, .. } = moment;
    let rule = match step.style.how {
        How::Act if step.style.off_hand => "VG-63",
        How::Act => "VG-62",
        How::Opening => "VG-113",
        How::Ready => "VG-78",
    };
    let act = (weapon.id.clone(), weapon.name.as_str());
    let mut events = vec![events::declared(actor, act, vec![step.target], rule)];
    if step.style.off_hand {
        let left = actor.pools.0.value(VIGOR) - content.rules.offhand_cost;
        events.extend(events::pool(actor, VIGOR, left, "off-hand attack", "VG-63"));
    } else if step.style.how == How::Act {
        let deed = Deed { class: Key::of(ATTACK), act: weapon.id.clone(), amount: 0 };
        events.extend(long_acts::pay(actor, 1, &weapon.name, "VG-62"));
        events.push(events::deed(actor, deed, None, "VG-62"));
    }
    Outcome::then(events, Attack { blow: Blow::Roll, ..step.clone() }.into())
}

/// The end of an attack: whoever attacks is known from now on (VG-152), and the other hand may follow
/// (VG-63, VG-67).
fn over(moment: Moment<'_>, step: &Attack, actor: &Unit) -> Outcome {
    let Moment { content, ctx } = moment;
    let mut events = facing::reveal(ctx, actor, "VG-152");
    // A weak spot serves one attack (VG-87).
    let serves = |c: &&Condition| c.id == *WEAK_SPOT && c.source == Some(step.target);
    let served = actor.conditions.0.iter().find(serves);
    events.extend(served.map(|c| events::relieved_of(actor, c, "it was used", "VG-87")));
    let ranged = Numbers::of(content, actor).and_then(|n| n.weapon(step.weapon.as_str()));
    events.extend(conditions::spent(actor, ranged.is_some_and(Weapon::is_ranged)));
    if !step.style.then_off_hand {
        return Outcome::done(events);
    }
    let standing = ctx.unit(step.target).is_some_and(Unit::is_active);
    let can_pay = actor.pools.0.value(VIGOR) >= content.rules.offhand_cost;
    let numbers = Numbers::of(content, actor);
    let pair = numbers.and_then(|n| Some((n, n.weapon(step.weapon.as_str())?)));
    let other = pair.and_then(|(n, weapon)| other_hand(&n, weapon).ok());
    let Some(other) = other.filter(|_| standing && can_pay) else {
        return Outcome::done(events);
    };
    let style = Style { off_hand: true, then_off_hand: false, chance: false, ..step.style };
    let blow = Blow::Declare;
    let next = Attack { weapon: other.id.clone(), style, blow, ..step.clone() };
    if prepare(moment, actor, other, step.target, &style).is_err() {
        return Outcome::done(events);
    }
    Outcome::then(events, next.into())
}

/// Whoever is harmed by the side of the one that charmed it is charmed no longer (VG-86).
fn ends_charm(ctx: Ctx<'_>, unit: &Unit, by: &Unit) -> Option<Event> {
    let side = |id: UnitId| ctx.unit(id).map(Unit::side);
    let own = |c: &&Condition| {
        c.id == *CHARMED && c.source.and_then(side).is_some_and(|side| side == by.side())
    };
    let condition = unit.conditions.0.iter().find(own)?;
    Some(events::relieved_of(unit, condition, "it was harmed", "VG-86"))
}

/// What cover stops of the damage.
fn stop(moment: Moment<'_>, roll: &Roll<'_>, actor: &Unit) -> Option<Stop> {
    let Moment { content, ctx } = moment;
    let (me, them) = ctx.field.body(actor.id()).zip(ctx.field.body(roll.target.id()))?;
    roll.cover.stop(&content.rules, ctx.field.board(), me, them)
}
