//! An attack before it is rolled: whether it is possible, the Guard it must beat, and its dice
//! (VG-122 to VG-137).

use grid::{Body, UnitId, in_the_way, sees};
use rules::dice::Chance;
use rules::fog;
use rules::path_preview::Relation;
use rules::roll::Test;
use rules::ruleset::Ctx;
use rules::state::{Condition, Posture, Status, Unit};
use rules::{Refusal, Sum};

use super::contact::{adjacent, in_reach, squares_between};
use super::cover::{self, Cover};
use super::damage;
use super::data::{Content, CreatureCover, Moment, Talent, Weapon};
use super::facing;
use super::names::{CHARMED, FIST, MAIN, SIDE, STEADY, TRAINED_FIST};
use super::numbers::Numbers;
use super::rulings;
use super::sight;
use super::step::{AttackOptions, Occasion};
use super::tally::Tally;

/// An attack before it is rolled.
pub struct AttackRoll<'a> {
    /// The attacker.
    pub numbers: Numbers<'a>,
    /// The target.
    pub target: &'a Unit,
    /// The weapon.
    pub weapon: &'a Weapon,
    /// Whether it is a melee strike; otherwise a shot.
    pub melee: bool,
    /// True if both hands strike in this action, so that the weapon is used in one hand.
    pub both_hands: bool,
    /// Charges and Challenges.
    pub tally: Tally,
    /// Cover on its line.
    pub cover: Cover,
    /// The d20 and the Bonus Dice, which must beat Guard (VG-1, VG-2).
    pub test: Test,
}

fn no_target() -> Refusal {
    Refusal::new("no_target", "there is no one to attack", "VG-132")
}

/// Checks whether a combatant may attack another; a charmed one may not (VG-86).
///
/// # Errors
/// If the target has charmed it.
pub fn check_charm(unit: &Unit, target: UnitId) -> Result<(), Refusal> {
    let own = |c: &Condition| c.id == *CHARMED && c.source == Some(target);
    if unit.conditions.0.iter().any(own) {
        return Err(Refusal::new("charmed", "it is charmed by that unit", "VG-86"));
    }
    Ok(())
}

/// Checks that none of the combatants caught by an act has charmed its user (VG-86). Those at
/// unknown positions do not count.
///
/// # Errors
/// If one has.
pub fn check_spares_charmers(
    ctx: Ctx<'_>,
    unit: &Unit,
    caught: impl FnOnce() -> Vec<UnitId>,
) -> Result<(), Refusal> {
    if !unit.conditions.has(CHARMED) {
        return Ok(());
    }
    let mut known = caught().into_iter().filter(|id| facing::is_aware(ctx, unit.id(), *id));
    known.try_for_each(|id| check_charm(unit, id))
}

/// An attack of one combatant on another from their current positions.
///
/// # Errors
/// Why it is not possible.
pub fn prepare<'a>(
    moment: Moment<'a>,
    actor: &'a Unit,
    weapon: &'a Weapon,
    target: UnitId,
    options: &AttackOptions,
) -> Result<AttackRoll<'a>, Refusal> {
    roll(moment, (actor, weapon), target, options, Vantage::Here)
}

/// Like [`prepare`] without the checks of range and sight, for estimates before a move: a target
/// out of reach or sight counts as attacked from close by.
///
/// # Errors
/// Why it cannot be attacked from anywhere.
pub fn prepare_from_anywhere<'a>(
    moment: Moment<'a>,
    actor: &'a Unit,
    weapon: &'a Weapon,
    target: UnitId,
    options: &AttackOptions,
) -> Result<AttackRoll<'a>, Refusal> {
    roll(moment, (actor, weapon), target, options, Vantage::Anywhere)
}

/// Where an attack is made from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vantage {
    /// From where the attacker is.
    Here,
    /// From some place within range and sight.
    Anywhere,
}

fn roll<'a>(
    moment: Moment<'a>,
    (actor, weapon): (&'a Unit, &'a Weapon),
    target: UnitId,
    options: &AttackOptions,
    from: Vantage,
) -> Result<AttackRoll<'a>, Refusal> {
    let Moment { content, ctx } = moment;
    let target = ctx.unit(target).filter(|u| u.id() != actor.id()).ok_or_else(no_target)?;
    let numbers = Numbers::of(content, actor).ok_or_else(no_target)?;
    let theirs = Numbers::of(content, target).ok_or_else(no_target)?;
    if matches!(target.status, Status::Dead | Status::Gone) {
        return Err(no_target());
    }
    check_charm(actor, target.id())?;
    if !facing::is_aware(ctx, actor.id(), target.id()) {
        return Err(Refusal::new("unknown", "its position is unknown", "VG-309"));
    }
    let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(target.id()));
    let (me, them) = bodies.ok_or_else(no_target)?;
    let is_strike = from == Vantage::Anywhere && weapon.increment == 0;
    let melee = is_strike || in_reach(ctx, &numbers, weapon, (me, them));
    let mut tally = match options.occasion {
        Occasion::Opening => numbers.on_opening_strikes(target.id()),
        Occasion::Act | Occasion::Ready => numbers.on_attacks(target.id()),
    };
    tally.charge(&weapon.name, weapon.charges, "VG-6");
    let ruled = rulings::circumstance(ctx.state, actor.id(), target.id());
    tally.ruled(ruled.charges);
    let mut guard = guard_against(ctx, &numbers, &theirs);
    guard.add("circumstances", ruled.number, "VG-336");
    guard.add("smaller than the attacker", theirs.size_bonus_against(&numbers), "VG-272");
    let mut cover = Cover::default();
    if !melee {
        if actor.conditions.has(STEADY) {
            tally.charge("steady aim", 1, "VG-325");
        }
        let sums = (&mut tally, &mut guard);
        match add_shot_modifiers(moment, (&numbers, me), weapon, (target, them), sums) {
            Ok(shot) => cover = shot,
            Err(_) if from == Vantage::Anywhere => {}
            Err(refusal) => return Err(refusal),
        }
    }
    if options.off_hand {
        let challenges = content.rules.offhand_challenges;
        tally.burden("off hand", challenges, "VG-64");
    }
    if options.chance {
        tally.challenge("taking a Chance", 1, "VG-25");
        tally.boost("taking a Chance", 1, "VG-25");
    }
    let mut test = Test::of(20, tally.terms().clone(), "Guard", guard).above();
    let score = numbers.effective_score(weapon.ability);
    test.dice.extend(numbers.bonus_dice(score, tally.on_action()));
    let both_hands = options.off_hand || options.then_off_hand;
    Ok(AttackRoll { numbers, target, weapon, melee, both_hands, tally, cover, test })
}

/// A target's Guard against an attacker: halved for an unaware target attacked from behind
/// (VG-148).
fn guard_against(ctx: Ctx<'_>, attacker: &Numbers<'_>, target: &Numbers<'_>) -> Sum {
    let (by, on) = (attacker.unit.id(), target.unit.id());
    let mut guard = target.guard();
    if facing::is_behind(ctx, by, on) && !facing::is_aware(ctx, on, by) && !target.is_helpless() {
        // Rounded up: the half that is subtracted is rounded down.
        guard.push("unaware, from behind: half", -(guard.total() / 2), "VG-148");
    }
    guard
}

/// Adds the modifiers of a shot to the sums: range, visibility, cover, a prone target (VG-133,
/// VG-136, VG-163, VG-281, VG-296).
fn add_shot_modifiers(
    moment: Moment<'_>,
    (numbers, me): (&Numbers<'_>, &Body),
    weapon: &Weapon,
    (target, them): (&Unit, &Body),
    (tally, guard): (&mut Tally, &mut Sum),
) -> Result<Cover, Refusal> {
    let Moment { content, ctx } = moment;
    let (rules, board) = (&content.rules, ctx.field.board());
    let (distance, increment) = (squares_between(me, them), i32::from(weapon.increment));
    let hidden = || Refusal::new("no_sight", "it is not in view", "VG-132");
    if increment == 0 || distance > weapon.farthest(rules) {
        let far = || Refusal::new("out_of_range", "it is out of range", "VG-136");
        return Err(if sees(board, me, them) { far() } else { hidden() });
    }
    let cover = cover_from(moment, me, them).ok_or_else(hidden)?;
    let seen = sight::between(ctx, me, them);
    if distance > seen.limit(rules) {
        return Err(Refusal::new("out_of_range", "it is too far away to be seen", seen.rule()));
    }
    if distance > seen.sight(rules) && !sight::is_located(moment, numbers.unit, target) {
        return Err(Refusal::new("unknown", "its position is unknown", "VG-290"));
    }
    let beyond = (distance - 1).max(0) / increment;
    tally.challenge("far", beyond, "VG-136");
    if beyond > 0 && numbers.sheet.has(Talent::Longshot) {
        tally.challenge("Longshot", -1, "VG-352");
    }
    if target.placement.posture == Posture::Prone {
        tally.challenge("prone", 1, "VG-163");
    }
    guard.add(seen.name(), seen.guard(rules, distance), seen.rule());
    cover.add_to(guard);
    Ok(cover)
}

/// The cover of a target from a shooter, as ruled or as the board and creatures in the way give it
/// (VG-303, VG-311). `None` if a shot cannot reach it.
fn cover_from(moment: Moment<'_>, me: &Body, them: &Body) -> Option<Cover> {
    let Moment { content, ctx } = moment;
    let (rules, board) = (&content.rules, ctx.field.board());
    let as_ruled = |says: &str| cover::ruled(content, board, (me, them), says);
    let ruled = rulings::cover(ctx.state, me.id, them.id);
    let cover = match ruled {
        Some(says) => Some(as_ruled(says)),
        None if adjacent(ctx, me, them) => Some(Cover::default()),
        None => cover::of(content, board, me, them),
    };
    let cover = cover.or_else(|| rules.shoot_through.then(|| as_ruled("full")))?;
    let behind_others = ruled.is_none()
        && !adjacent(ctx, me, them)
        && rules.creature_cover == CreatureCover::Partial
        && !in_the_way(ctx.field.bodies(), me, them).is_empty();
    Some(if behind_others { cover.with_creatures_in_the_way(rules) } else { cover })
}

/// The sight of one combatant of another, and the other's cover from it.
pub fn relation(moment: Moment<'_>, from: UnitId, to: UnitId) -> Relation {
    let bodies = moment.ctx.field.body(from).zip(moment.ctx.field.body(to));
    let bodies = bodies.filter(|_| from != to);
    let cover = bodies.and_then(|(me, them)| cover_from(moment, me, them)?.remark());
    Relation { sees: fog::in_line(moment.ctx, from, to), cover, ..Relation::default() }
}

impl AttackRoll<'_> {
    /// The dice of the damage: those of the weapon, which do not burst (VG-194), and the Bonus Dice
    /// of Strength (VG-190, VG-192).
    pub fn damage(&self, content: &Content) -> damage::DamageRoll<'_> {
        let net = self.tally.on_effect(content);
        if self.both_hands {
            return self.numbers.one_handed(self.weapon, net);
        }
        self.numbers.damage_roll(self.weapon, net)
    }

    /// The expected damage, rounded down.
    pub fn expected_damage(&self, content: &Content) -> i32 {
        self.damage(content).expected()
    }

    /// The chance of a hit before any reaction.
    pub fn chance(&self) -> Chance {
        self.test.chance()
    }
}

/// The weapon of the other hand for an off-hand attack in the same action: a light weapon, or a
/// fist (VG-63, VG-65).
///
/// # Errors
/// Why there is none.
pub fn off_hand_weapon<'a>(numbers: &Numbers<'a>, weapon: &Weapon) -> Result<&'a Weapon, Refusal> {
    if weapon.hands != 1 {
        return Err(Refusal::new("hands_full", "it takes both hands", "VG-63"));
    }
    if numbers.has_shield() {
        return Err(Refusal::new("hands_full", "the other hand holds a shield", "VG-63"));
    }
    let own = weapon.base.as_ref().unwrap_or(&weapon.id);
    let (main, side) = (numbers.weapon_in(MAIN), numbers.weapon_in(SIDE));
    let uses = |held: Option<&Weapon>| held.is_some_and(|held| held.id == *own);
    let other = if uses(main) { side } else { main };
    let other = other.filter(|w| w.hands == 1 && numbers.holds(w) && !numbers.must_reload(w));
    let bare = |w: &&Weapon| w.id == *FIST || w.id == *TRAINED_FIST;
    let fist = || numbers.weapons().find(bare);
    other.or_else(fist).ok_or_else(|| Refusal::new("hands_full", "no hand is free", "VG-63"))
}
